"""Two hundred malformed messages: each gets a sentence, none changes anything, none ends it."""

import json
import random

import pytest

from referee.talk import FIELD, Talk, is_sentence
from tabuleiro.referee import KINDS, METHODS

JUNK = [
    None, True, False, 0, -1, 1.5, 2**63 - 1, "", " ", "x", "ção", "\u0000", "\u2028", "x" * 5000,
    [], [1], [None, []], {}, {"a": 1}, {"type": "move"}, [[["deep"]]], "off", "9999", "../..", "-1",
    "1e3", "null", "{}", "exit.nowhere", {"": ""}, [{"x": [{}]}],
]  # fmt: skip

HAND_WRITTEN = [
    *("{", "}", "[", "]", '"', "'", "nul", "tru", "True", "None", "undefined", "NaN", "Infinity"),
    *("-", "+1", "01", "1.", ".5", "0x10", "1e", "--1", "1 2", "{} {}", "[1,]", '{"a":1,}', "[,]"),
    *('{"a"}', '{"a":}', "{a:1}", "{'a':1}", '{"a":1 "b":2}', "// comment", "/* */ {}", "<xml/>"),
    *(
        "GET / HTTP/1.1",
        "Content-Length: 10",
        "uci",
        "position startpos",
        "quit",
        "\x00",
        "\x1b[2J",
    ),
    *('"\\x"', '"\\u12"', '"tab\tin text"', '"\\ud800"', '{"\\udfff": 1}', "\ud800", '["\ud83d"]'),
    *("[" * 5000, '{"a":' * 5000, "[" * 65 + "]" * 65, "[[]" * 3000, "9" * 4301, "-" + "9" * 30),
    *("1e400", "-1e400", "1." + "0" * 200, "18446744073709551616", "null", "true", "12", '"text"'),
    *(b"\xff", b"\xc3\x28", b"\xed\xa0\x80", b"\xfe\xff\x00{", b"{\x00}\x00", b"\x80\x81"),
    '{"jsonrpc":"2.0","jsonrpc":"2.0","method":"hello","id":1}',
    '{"jsonrpc":"2.0","method":"hello","id":1}}',
    '{"jsonrpc":"2.0","method":"hello","id":1} trailing',
    '{"jsonrpc":"2.0","method":"hello","id":NaN}',
    '{"jsonrpc":"2.0","method":"hello","id":1e999}',
    *({}, [], {"jsonrpc": "2.0"}, {"method": "hello"}, {"jsonrpc": 2.0, "method": "hello"}),
    {"jsonrpc": "2.0", "method": None, "id": 1},
    {"jsonrpc": "2.0", "method": 5, "id": 1},
    {"jsonrpc": "2.0", "method": ["hello"], "id": 1},
    {"jsonrpc": "2.0", "method": "hello", "id": {}},
    {"jsonrpc": "2.0", "method": "hello", "id": []},
    {"jsonrpc": "2.0", "method": "hello", "id": False},
    {"jsonrpc": "2.0", "method": "hello", "params": 5, "id": 1},
    {"jsonrpc": "2.0", "method": "hello", "params": [1], "id": 1},
    {"jsonrpc": "2.0", "method": "__init__", "id": 1},
    {"jsonrpc": "2.0", "method": "rpc.discover", "id": 1},
    {"jsonrpc": "2.0", "method": "", "id": 1},
    {"jsonrpc": "2.0", "method": "x" * 10_000, "id": 1},
    {"jsonrpc": "2.0", "result": 1, "id": 1},
]


def generated(number, seed=1944):
    """Requests in which a parameter, or several, are not what they must be."""
    dice = random.Random(seed)
    names = sorted({param.name for method in METHODS.values() for param in method.params})
    for count in range(number):
        method = dice.choice(list(METHODS.values()))
        params = {dice.choice(names): dice.choice(JUNK) for _ in range(dice.randint(1, 3))}
        if count % 3 == 0 and method.params:
            params = {dice.choice(method.params).name: dice.choice(JUNK)}
        yield {"jsonrpc": "2.0", "id": count, "method": method.name, "params": params}


def check(talk, message):
    """Send one; return the kind of the error, None if it was accepted after all."""
    before = talk.state()
    answer = talk.send(message)
    assert answer is not None
    if isinstance(answer, list):
        assert all("error" in each for each in answer)
        return "batch"
    if "error" not in answer:
        return None
    error = answer["error"]
    assert is_sentence(error["message"]), error["message"]
    assert len(error["message"]) < 1500
    assert error["code"] == KINDS[error["data"]["kind"]]
    assert error["data"]["kind"] != "bug", error["message"]
    assert talk.state() == before
    return error["data"]["kind"]


@pytest.fixture(scope="module")
def talk():
    talk = Talk()
    talk.new(position=FIELD)
    return talk


def name(message):
    text = message if isinstance(message, str | bytes) else json.dumps(message)
    return ascii(text)[:40]


@pytest.mark.parametrize("message", HAND_WRITTEN, ids=name)
def test_hand_written(talk, message):
    assert check(talk, message) in {"parse", "request", "method", "parameters"}
    assert talk.call("decision")["decision"]["side"] == "allied"


def test_generated(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # `save` takes many a text for a path
    talk = Talk()
    talk.new(position=FIELD)
    refused = []
    for message in generated(600):
        kind = check(talk, message)
        refused.append(kind)
        if kind is None:  # not malformed enough
            talk = Talk()
            talk.new(position=FIELD)
        assert talk.call("decision")["turn"] == 1
    assert refused.count("parameters") > 300
    assert len(HAND_WRITTEN) + len(refused) - refused.count(None) > 500


ACTIONS = [
    *JUNK,
    {"type": None}, {"type": 5}, {"type": "action"}, {"type": "free-action"}, {"type": "mvoe"},
    {"type": "move"}, {"type": "move", "piece": "us-349-ri"}, {"type": "move", "path": []},
    {"type": "move", "piece": "us-349-ri", "path": "1413"},
    {"type": "move", "piece": "us-349-ri", "path": [1413]},
    {"type": "move", "piece": ["us-349-ri"], "path": ["1412"]},
    {"type": "move", "piece": "us-349-ri", "path": ["1412"], "speed": 3},
    {"type": "assault", "target": None}, {"type": "join"}, {"type": "set-air", "points": "3"},
    {"type": "set-air", "points": 1.5}, {"type": "set-air", "points": True},
    {"type": "free-move", "piece": "us-349-ri"}, {"type": "confirm", "now": True},
]  # fmt: skip

SENSELESS = [
    {"type": "move", "piece": "us-349-ri", "path": ["1412"]},
    {"type": "assault", "target": "0101"}, {"type": "assault", "target": "nowhere"},
    {"type": "assault", "target": "{0.__class__}"}, {"type": "assault", "target": "\0\n%s{}"},
    {"type": "bombard", "target": "1313"}, {"type": "join", "piece": "nobody"},
    {"type": "set-air", "points": 9}, {"type": "set-air", "points": -(2**62)},
    {"type": "free-move", "piece": "us-349-ri", "to": "0101"}, {"type": "confirm"},
    {"type": "free-order", "place": "1413", "order": []},
    {"type": "lose", "piece": ""}, {"type": "retreat", "piece": "x", "path": []},
]  # fmt: skip


@pytest.mark.parametrize("method", ["check", "act"])
@pytest.mark.parametrize("action", ACTIONS, ids=name)
def test_actions_that_are_none(talk, method, action):
    sentence = talk.fault("parameters", method, action=action)
    if action is not None:
        assert f'of "{method}" must be ' in sentence
        assert talk.data["key"].startswith("action")
    assert talk.call("decision")["row"] == 1


@pytest.mark.parametrize("action", SENSELESS, ids=name)
def test_actions_that_are_refused(talk, action):
    talk.fault("refused", "act", action=action)
    told = talk.call("check", action=action)
    assert not told["allowed"]
    assert talk.data["verdict"] == told
    assert all(is_sentence(objection["text"]) for objection in told["objections"])


POSITIONS = [
    *(junk for junk in JUNK if junk != {}),
    {"phase": "night"}, {"phase": None}, {"phase": []}, {"turn": 0}, {"turn": "1"}, {"turn": 10**6},
    {"turn": True}, {"pieces": []}, {"pieces": {"nobody": "1413"}}, {"pieces": {"us-349-ri": 1413}},
    {"pieces": {"us-349-ri": "9999"}}, {"pieces": {"us-349-ri": {}}}, {"keep": 1}, {"tracks": 5},
    {"pieces": {"us-349-ri": {"place": "1413", "losses": 2}}},
    {"pieces": {"us-349-ri": {"place": "1413", "losses": -1}}},
    {"pieces": {"us-349-ri": {"place": "1413", "mood": "good"}}},
    {"pieces": {"us-349-ri": {"place": "1413", "marks": "acted"}}},
    {"pieces": {"us-349-ri": {"place": "1413", "marks": [1]}}},
    {"tracks": {"air.allied": -1}}, {"tracks": {"air.allied": 1.5}}, {"tracks": {"a b": 1}},
    {"control": {"1106": "french"}}, {"control": {"nowhere": "axis"}}, {"control": {"1106": None}},
    {"marks": {"1106": 5}}, {"marks": {"1106": ["a b"]}}, {"marks": {"9999": []}},
    {"facts": {"x": 1.5}}, {"facts": {"x": [{"y": 0.5}]}}, {"facts": []}, {"weather": "fine"},
]  # fmt: skip


@pytest.mark.parametrize("position", POSITIONS, ids=name)
def test_positions_that_are_none(talk, position):
    talk.fault("parameters", "set_position", position=position)
    if position is not None:
        talk.fault("parameters", "new", module="diadem", position=position)
        assert talk.data["key"].startswith("position")
    assert talk.call("decision")["row"] == 1


@pytest.mark.parametrize("faces", [*JUNK, [0], [7], ["6"], [1, 2.0], [6] * 1001, [True]], ids=name)
def test_dice_that_are_none(talk, faces):
    if faces != [1]:
        talk.fault("parameters", "set_dice", faces=faces)
    assert talk.call("decision")["row"] == 1
