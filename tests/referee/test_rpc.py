"""JSON-RPC itself: requests, notifications, batches, ids."""

import json

import pytest

from referee.talk import Talk, catalogue
from tabuleiro.engine.catalogue import Catalogue
from tabuleiro.referee import METHODS, PROTOCOL, Referee, rpc
from tabuleiro.referee.errors import shown
from tabuleiro.rules.ground.movement_phase import MovementPhase

KEYS = "it has: jsonrpc, method, params, id"
TOO_DEEP = "Lists and objects lie too deep in each other: 64 is the limit."


def hello(**about):
    return {"jsonrpc": "2.0", "method": "hello", **about}


@pytest.mark.parametrize("id", ["a", "", 0, -7, 2**53, None])
def test_the_id_comes_back(talk, id):
    assert talk.send(hello(id=id))["id"] == id


def test_params_may_be_left_out(talk):
    assert talk.send(hello(id=1))["result"]["protocol"] == PROTOCOL
    assert talk.send(hello(id=1, params={}))["result"]["protocol"] == PROTOCOL


@pytest.mark.parametrize("line", ["", "   ", "\t", "\r\n", b"\n"])
def test_blank_lines_are_no_messages(talk, line):
    assert talk.send(line) is None


def test_a_byte_order_mark_is_forgiven(talk):
    assert "result" in talk.send(b"\xef\xbb\xbf" + json.dumps(hello(id=1)).encode())


@pytest.mark.parametrize(
    "request_",
    [
        hello(),
        {"jsonrpc": "2.0", "method": "no-such-method"},
        {"jsonrpc": "2.0", "method": "new", "params": {"module": "nowhere"}},
        {"jsonrpc": "2.0", "method": "new", "params": ["diadem"]},
        {"jsonrpc": "2.0", "method": "hello", "params": {"strange": 1}},
    ],
)
def test_notifications_are_not_answered(talk, request_):
    assert talk.send(request_) is None


def test_a_notification_is_carried_out(talk):
    talk.send({"jsonrpc": "2.0", "method": "new", "params": {"module": "diadem"}})
    talk.send({"jsonrpc": "2.0", "method": "set_dice", "params": {"faces": [6, 6], "side": "axis"}})
    assert talk.call("position")["position"]["dice"]["queue"] == [6, 6]


class TestBatches:
    def test_each_is_answered_in_order(self, talk):
        answers = talk.send([hello(id=1), hello(), hello(id=2), 7, {"jsonrpc": "2.0", "id": "x"}])
        assert [answer["id"] for answer in answers] == [1, 2, None, "x"]
        assert [answer.get("error", {}).get("code") for answer in answers] == [
            None, None, -32600, -32600,
        ]  # fmt: skip

    def test_of_notifications_alone(self, talk):
        assert talk.send([hello(), hello()]) is None

    def test_of_nothing(self, talk):
        answer = talk.send([])
        assert answer["error"]["code"] == -32600
        assert answer["id"] is None

    def test_of_garbage(self, talk):
        answers = talk.send([1, "x", None, [], [[]], True, {}, {"id": 4}, 1.5])
        assert [a["error"]["code"] for a in answers] == [-32600] * 9
        assert [a["id"] for a in answers] == [None] * 7 + [4, None]

    def test_too_many(self, talk):
        answer = talk.send([hello(id=1)] * (rpc.MAX_BATCH + 1))
        assert answer["error"]["message"] == "A batch may hold 100 requests at most."

    def test_later_ones_see_what_earlier_ones_did(self, talk):
        answers = talk.send(
            [
                {"jsonrpc": "2.0", "id": 1, "method": "new", "params": {"module": "diadem"}},
                {"jsonrpc": "2.0", "id": 2, "method": "language", "params": {"language": "pt"}},
                {"jsonrpc": "2.0", "id": 3, "method": "decision", "params": {"side": "axis"}},
                {"jsonrpc": "2.0", "id": 4, "method": "undo", "params": {"side": "axis"}},
            ]
        )
        assert answers[2]["result"]["decision"]["side"] == "axis"
        assert answers[3]["error"]["message"] == "Não há nada a desfazer."


class TestFaults:
    @pytest.mark.parametrize(
        ("line", "code", "sentence"),
        [
            ("{", -32700, "This is not JSON: it goes wrong at character 2."),
            ('{"a": NaN}', -32700, "NaN is not a number that JSON knows."),
            ('{"a": -Infinity}', -32700, "-Infinity is not a number that JSON knows."),
            ('{"a": 1e999}', -32700, "The number 1e999 is too large."),
            ('{"a": 1, "b": 2, "a": 3}', -32700, 'The key "a" stands twice in an object.'),
            ('"\\ud800"', -32700, "A text has half a character in it (a lone surrogate)."),
            ("\ud800", -32700, "A text has half a character in it (a lone surrogate)."),
            (b"\xff\xfe{}", -32700, "The message is not UTF-8 text: byte 1 is wrong."),
            ("9223372036854775808", -32700, "The number 9223372036854775808 is too large."),
            ("1" * 5000, -32700, f"The number {'1' * 23}… is too large."),
            ("[" * 100_000, -32700, TOO_DEEP),
            ("[" * 65 + "]" * 65, -32700, TOO_DEEP),
            ("5", -32600, "A request must be an object, not 5."),
            ("{}", -32600, 'A request must say "jsonrpc": "2.0".'),
            ({"jsonrpc": "1.0", "id": 1}, -32600, 'A request must say "jsonrpc": "2.0".'),
            ({"jsonrpc": "2.0", "id": 1}, -32600,
             'A request must name a method: "method" must be a text.'),
            (hello(id=True), -32600, '"id" must be a text, a whole number or null, not true.'),
            (hello(id=1.5), -32600, '"id" must be a text, a whole number or null, not 1.5.'),
            (hello(id=1, param={}), -32600,
             f'A request has no "param"; {KEYS}; did you mean "params"?'),
            (hello(id=1, params="x"), -32600,
             '"params" must be an object with a key for each parameter, not "x".'),
            (hello(id=1, params=[1]), -32602,
             '"params" must be an object with a key for each parameter, not [1].'),
            ({"jsonrpc": "2.0", "id": 1, "method": "hullo"}, -32601,
             'There is no method "hullo"; did you mean "hello"?'),
            ({"jsonrpc": "2.0", "id": 1, "method": "qqqq"}, -32601,
             'There is no method "qqqq".'),
        ],
    )  # fmt: skip
    def test_sentences(self, talk, line, code, sentence):
        answer = talk.send(line)
        assert answer["error"]["message"] == sentence
        assert answer["error"]["code"] == code
        assert "result" not in answer

    def test_deep_but_not_too_deep(self, talk):
        assert talk.send("[" * 64 + "]" * 64)[0]["error"]["code"] == -32600

    def test_too_long(self, talk):
        answer = talk.send(" " + "x" * rpc.MAX_BYTES + "y")
        assert answer["error"]["message"] == "The message is too long: 10 MB is the limit."
        assert answer["error"]["code"] == -32600

    def test_just_not_too_long(self, talk):
        line = json.dumps(hello(id=""))
        line = line.replace('"id": ""', f'"id": "{"x" * (rpc.MAX_BYTES - len(line))}"')
        assert len(line) == rpc.MAX_BYTES
        assert "result" in talk.send(line)

    def test_the_methods_that_exist_are_named(self, talk):
        answer = talk.ask("moves")
        assert answer["error"]["data"]["allowed"] == list(METHODS)

    def test_parameters_that_do_not_exist(self, talk):
        sentence = talk.fault("parameters", "new", modul="diadem")
        assert sentence.startswith('"new" has no parameter "modul"; it has: module, scenario,')
        assert sentence.endswith('did you mean "module"?')
        assert talk.data["key"] == "modul"

    def test_parameters_that_are_missing(self, talk):
        assert talk.fault("parameters", "new") == '"new" needs the parameter "module".'
        talk.fault("parameters", "new", module=None)


class TestBugs:
    def test_an_exception_is_told_and_logged(self, match, monkeypatch, caplog):
        here = match.referee.desk.find(None)

        def burst(**_about):
            raise KeyError("a bug\nwith lines")

        monkeypatch.setattr(here.game, "legal", burst)
        sentence = match.fault("bug", "legal")
        assert sentence.startswith('"legal" failed by a bug of the program: KeyError:')
        assert caplog.records[0].exc_info
        monkeypatch.undo()
        assert match.call("legal")["actions"]

    def test_a_row_that_cannot_be_told_was_written_all_the_same(self, match, monkeypatch, caplog):
        """Whoever acted learns that it happened: an error would say that nothing did."""
        action = match.call("legal", limit=1)["actions"][0]

        def burst(*_about, **_more):
            raise ValueError

        monkeypatch.setattr("tabuleiro.referee.playing.telling.tell_row", burst)
        told = match.call("act", action=action)
        assert (told["row"], "events" in told) == (1, False)
        assert caplog.records
        monkeypatch.undo()
        assert len(match.call("log")["rows"]) == 2

    def test_rules_that_fail_while_they_act_leave_no_row(self, match, monkeypatch, caplog):
        action = match.call("legal", limit=1)["actions"][0]

        def burst(*_about, **_more):
            raise ValueError

        monkeypatch.setattr("tabuleiro.rules.arrivals.setup.FreePlacement.act", burst)
        match.fault("bug", "act", action=action)
        assert caplog.records
        monkeypatch.undo()
        assert match.call("act", action=action)["row"] == 1

    @pytest.mark.parametrize("name", ["decision", "legal"])
    def test_rules_that_fail_after_an_action_leave_no_row(self, match, monkeypatch, name):
        """Nobody could ever go on from there."""
        position = {"phase": "allied-movement", "pieces": {"us-349-ri": "1413"}}
        match.call("set_position", position=position)
        real = getattr(MovementPhase, name)

        def burst(self, s, **about):
            if s.place("us-349-ri") == "1412":
                raise KeyError("a fault")
            return real(self, s, **about)

        monkeypatch.setattr(MovementPhase, name, burst)
        action = {"type": "move", "piece": "us-349-ri", "path": ["1412"]}
        for side in ("allied", "everything"):
            assert match.fault("game", "act", action=action, side=side) == (
                "The rules fail after this action, so it was not taken: KeyError: 'a fault'."
            )
        monkeypatch.undo()
        assert match.call("act", action=action)["row"] == 2

    def test_a_faulty_sentence_does_not_stop_the_game(self, match, monkeypatch, caplog):
        def burst(*_about):
            raise KeyError("hole")

        monkeypatch.setattr("tabuleiro.seats.telling.render", burst)
        assert match.call("decision")["decision"]["prompt"] == "Place your units."
        assert "cannot be told" in caplog.text

    def test_a_library_that_refuses_a_row(self, match):
        from tabuleiro.store import StoreError

        class Full:
            def append(self, row):
                raise StoreError("The disk is full.")

        match.referee.desk.find(None).game.sink = Full()
        action = match.call("legal", limit=1)["actions"][0]
        assert match.fault("store", "act", action=action) == "The disk is full."


def test_without_a_catalogue_the_installed_one_is_used():
    assert "diadem" in Referee().desk.catalogue.games


def test_conversations_do_not_know_each_other():
    one, other = Talk(), Talk(language="pt")
    one.new()
    assert other.fault("no-game", "decision").startswith("Nenhum jogo está aberto")
    assert one.call("hello")["language"] == "en"


def test_a_catalogue_with_faults_is_told():
    referee = Referee(Catalogue([("broken", object())]))
    referee.desk.catalogue.faults.append("The plugin is broken.")
    line = '{"jsonrpc": "2.0", "id": 1, "method": "catalog"}'
    result = json.loads(referee.handle(line))["result"]
    assert result["faults"] == ["The plugin is broken."]
    diadem = next(game for game in result["games"] if game["id"] == "diadem")
    assert not diadem["playable"]
    assert catalogue().faults == []


def test_what_stands_in_a_sentence():
    assert shown([0] * 100) == "[…]"
    assert shown({str(n): n for n in range(100)}) == "{…}"
    assert shown("a\nb\0") == '"a?b?"'
    assert shown({"a": [1, None]}) == '{"a": [1, null]}'
