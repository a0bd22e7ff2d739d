"""Two hundred malformed messages: each gets a sentence, none changes anything, none ends it."""

import json
import random
import re
from pathlib import Path

import pytest
from msgspec.structs import fields

import tabuleiro.rules
from referee.talk import FIELD, Talk, is_sentence
from samples import sampled
from tabuleiro.referee import KINDS, METHODS
from tabuleiro.referee.param_types import action_kinds
from tabuleiro.testing.chooser import choose

ONE_BY_ONE = sampled(["diadem", "leyte", "metz", "papua"], {"diadem", "papua"})

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


ABSTRACT = ["action", "free-action", "special-move", "plan-raid", "_begin-work", "begin-work",
            "draft-action", "choice"]  # fmt: skip
ELSEWHERE = [
    ("diadem", {"type": "gather-aircraft"}, "parameters"),  # a plugin's own
    ("metz", {"type": "gather-aircraft"}, "parameters"),
    ("diadem", {"type": "place-base", "hex": "1413"}, "parameters"),
    ("leyte", {"type": "place-base", "hex": "2723"}, "parameters"),
    ("metz", {"type": "sail", "piece": "us-10-db-ccr", "hex": "off"}, "parameters"),
    ("diadem", {"type": "sail", "piece": "ca-art-i", "hex": "1413"}, "parameters"),
    ("diadem", {"type": "drop-supplies", "piece": "nz-5-bgda", "transport": "uk-25-bgda-tq"},
     "parameters"),
    ("metz", {"type": "build-airfield", "piece": "us-328-ri"}, "parameters"),
    ("diadem", {"type": "bomb-troops", "hex": "1313"}, "parameters"),
    ("diadem", {"type": "rail-move", "piece": "us-349-ri", "path": ["1412"]}, "parameters"),
    ("papua", {"type": "land", "piece": "jp-144-i", "hex": "0101"}, "parameters"),
]  # fmt: skip


@pytest.mark.parametrize("kind", ABSTRACT)
@pytest.mark.parametrize("method", ["check", "act", "legal"])
def test_kinds_that_only_others_build_on(talk, kind, method):
    about = {"kind": kind} if method == "legal" else {"action": {"type": kind}}
    assert "must be a kind of action" in talk.fault("parameters", method, **about)
    assert kind not in action_kinds(talk.referee.desk.find(None).game)


@pytest.mark.parametrize(("module", "action", "kind"), ELSEWHERE, ids=name)
def test_actions_of_another_game(module, action, kind):
    talk = Talk()
    talk.call("new", module=module, seed="1")
    phases = talk.call("catalog", module=module)["games"][0]["phases"]
    phase = next(phase["id"] for phase in phases if phase["kind"] == "movement")
    talk.call("set_position", position={"phase": phase, "keep": True})
    for method in ("check", "act"):
        if method == "check" and kind == "refused":
            assert not talk.call("check", action=action)["allowed"]
        else:
            talk.fault(kind, method, action=action)
    assert talk.call("decision")["row"] == 1


def of_any_kind(game, dice):
    """An action of any kind there is, its fields filled with things of the game."""
    cls = dice.choice(list(action_kinds(game).values()))
    s = game.situation
    words = [
        dice.choice(list(s.position.pieces)), dice.choice(s.board.grid.hexes), "off", "nowhere",
        dice.choice(list(s.module.sides)), "exit.north", "~german.foot.0101.1",
    ]  # fmt: skip
    action = {"type": cls.__struct_config__.tag}
    for field in fields(cls):
        wanted = str(field.type)
        if field.type is bool:
            action[field.encode_name] = dice.random() < 0.5
        elif field.type is int:
            action[field.encode_name] = dice.choice([-(2**62), -1, 0, 1, 2, 9, 2**62])
        elif wanted.startswith("tuple"):
            action[field.encode_name] = dice.choices(words, k=dice.randrange(4))
        else:
            action[field.encode_name] = dice.choice(words)
    return action


@pytest.mark.slow
@pytest.mark.parametrize("module", ONE_BY_ONE)
@pytest.mark.parametrize("sealing", ["covered", "sealed"])
def test_any_action_at_any_time_is_no_bug(module, sealing):
    """A match at random; whenever another step asks, all kinds of actions are tried, senseless."""
    talk = Talk()
    talk.call("new", module=module, seed="7", options={"sealing": sealing, "free-hand": True})
    game = talk.referee.desk.find(None).game
    dice, asked, tried = random.Random(module), {}, 0
    for _row in range(150):
        if game.over:
            break
        step = type(game.position.top).__name__
        asked[step] = asked.get(step, 0) + 1
        for _time in range(40 if asked[step] < 3 else 1):
            side = dice.choice([*game.module.sides, "everything"])
            answer = talk.ask("check", action=of_any_kind(game, dice), side=side)
            kind = answer.get("error", {"data": {"kind": None}})["data"]["kind"]
            assert kind in {None, "parameters"}, answer
            tried += 1
        game.act(choose(game, dice))
    assert tried > 200


FACTS = [None, True, 0, -1, 10**6, "", "x", "us-349-ri", [], [1], ["x"], {}, {"a": 1},
         {"us-349-ri": 5}, {"allied": "x"}, {"1313": ["x"]}, [[1, 2]], {"a": {}}]  # fmt: skip


def facts_of_rules():
    """The names under which rules remember something, as the source has them."""
    folder = Path(tabuleiro.rules.__file__).parent
    found = set()
    for path in folder.rglob("*.py"):
        text = path.read_text("utf-8")
        found |= set(re.findall(r'facts(?:\.get\(|\[)"([a-z-]+)"', text))
        found |= set(re.findall(r'FactSet\("([a-z-]+)"', text))
        names = re.findall(r"(?:FactSet\(|facts(?:\.get\(|\[))(_?[A-Z_]+)", text)
        for const in names:
            found |= set(re.findall(rf'^{const}(?:: \w+)? = "([a-z-]+)"', text, re.MULTILINE))
    return sorted(found)


LOOKS = ("view", "decision", "legal", "score", "log", "preview", "branches")


@pytest.mark.slow
@pytest.mark.parametrize("module", ONE_BY_ONE)
def test_facts_that_make_no_sense(module):
    """Refused, or such as all methods can live with."""
    names = facts_of_rules()
    assert len(names) > 5
    talk = Talk()
    talk.call("new", module=module, seed="1")
    phases = talk.call("catalog", module=module)["games"][0]["phases"]
    sides = [*talk.referee.desk.find(None).game.module.sides, "nobody"]
    dice = random.Random(module)
    for fact in names:
        for value in dice.sample(FACTS, 4):
            position = {"phase": dice.choice(phases)["id"], "keep": True, "facts": {fact: value}}
            answer = talk.ask("set_position", position=position)
            if "error" in answer:
                assert answer["error"]["data"]["kind"] == "parameters", (position, answer)
                assert is_sentence(answer["error"]["message"])
                continue
            for method in LOOKS:
                answer = talk.ask(method, side=dice.choice(sides))
                kind = answer.get("error", {"data": {"kind": None}})["data"]["kind"]
                assert kind != "bug", (position, method, answer)
            offers = talk.ask("legal", limit=1, side="everything")
            for action in offers.get("result", {"actions": ()})["actions"]:
                answer = talk.ask("act", action=action)
                kind = answer.get("error", {"data": {"kind": None}})["data"]["kind"]
                assert kind != "bug", (position, action, answer)


@pytest.mark.parametrize("faces", [*JUNK, [0], [7], ["6"], [1, 2.0], [6] * 1001, [True]], ids=name)
def test_dice_that_are_none(talk, faces):
    if faces != [1]:
        talk.fault("parameters", "set_dice", faces=faces)
    assert talk.call("decision")["row"] == 1
