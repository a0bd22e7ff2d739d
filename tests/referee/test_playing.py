"""Playing: decisions, legal actions, verdicts, going back, branches, the log, the score."""

import pytest

from tabuleiro.engine import events as ev
from tabuleiro.engine.position import Outcome
from tabuleiro.engine.told_log import ToldRow
from tabuleiro.referee.playing import MAX_NAMES
from tabuleiro.seats.log_sentences import story


def told(**fields):
    """A row as somebody was told it."""
    plain = {"n": 1, "parent": 0, "action": None, "events": (), "waived": (), "reveals": False}
    return ToldRow(**{**plain, **fields})


class TestDecision:
    def test_mine(self, field):
        told = field.call("decision", side="allied")["decision"]
        assert told["mine"]
        assert told["prompt"] == "Choose a hex to attack, or end the phase."
        assert told["rule"] == "diadem-3.0-3"
        assert told["actions"] == ["assault", "bombard", "air-strike", "end-phase"]
        assert told["obligations"] == []

    def test_of_the_other_side(self, field):
        told = field.call("decision", side="axis")["decision"]
        assert told == {
            "side": "allied",
            "rule": "diadem-3.0-3",
            "mine": False,
            "prompt": "Choose a hex to attack, or end the phase.",
        }

    def test_a_side_that_there_is_not(self, field):
        sentence = field.fault("parameters", "decision", side="german")
        assert sentence == (
            '"side" of "decision" must be one of allied, axis, everything, nobody, not "german".'
        )
        assert field.data["allowed"] == ["allied", "axis", "everything", "nobody"]
        for nobody in (None, "", [], 0):
            field.fault("parameters", "view", side=nobody)
        hint = field.fault("parameters", "view", side="alied")
        assert hint.endswith('not "alied"; did you mean "allied"?')


class TestLegal:
    def test_all(self, field):
        told = field.call("legal")
        assert told["side"] == "allied"
        assert {"type": "assault", "target": "1313"} in told["actions"]
        assert told["left_off"] == 0

    def test_limit(self, field):
        many = len(field.call("legal")["actions"])
        told = field.call("legal", limit=1)
        assert len(told["actions"]) == 1
        assert told["left_off"] == many - 1

    def test_of_a_piece_a_hex_a_kind(self, match):
        match.call(
            "set_position", position={"phase": "allied-movement", "pieces": {"us-349-ri": "1413"}}
        )
        moves = match.call("legal", piece="us-349-ri")["actions"]
        assert {move["type"] for move in moves} == {"move"}
        (there,) = match.call("legal", piece="us-349-ri", hex="1412")["actions"]
        assert there == {"type": "move", "piece": "us-349-ri", "path": ["1412"]}
        (end,) = match.call("legal", kind="end-phase")["actions"]
        assert end == {"type": "end-phase"}
        assert match.call("legal", piece="de-85-rm")["actions"] == []

    def test_none_for_the_side_that_is_not_asked(self, field):
        told = field.call("legal", side="axis")
        nothing = {"side": "allied", "actions": [], "prices": [], "retracts": [], "left_off": 0}
        assert told == nothing
        assert field.call("legal", side="nobody") == nothing

    def test_prices_of_a_piece(self, match):
        match.call(
            "set_position", position={"phase": "allied-movement", "pieces": {"us-349-ri": "1413"}}
        )
        told = match.call("legal", piece="us-349-ri", side="allied")
        prices = {a["path"][-1]: p for a, p in zip(told["actions"], told["prices"], strict=True)}
        assert prices["1412"] == {"price": 2, "steps": [2]}
        assert all(price["steps"][-1] == price["price"] for price in prices.values())
        assert match.call("legal", side="allied")["prices"] == []

    def test_which_take_something_back(self, field):
        field.act("assault", target="1313")
        assert field.call("legal")["retracts"] == ["cancel"]
        field.act("join", piece="us-349-ri")
        assert field.call("legal")["retracts"] == ["cancel", "withdraw"]

    @pytest.mark.parametrize(
        ("about", "sentence"),
        [
            ({"piece": "us-349-r"},
             '"piece" of "legal" must be the id of a piece of this match, not "us-349-r"; did'),
            ({"hex": "1601"},
             '"hex" of "legal" must be a hex such as 0101, or one of allied-reserve, '),
            ({"kind": "moove"},
             '"kind" of "legal" must be a kind of action, not "moove"; did you mean "move"?'),
            ({"limit": 0}, '"limit" of "legal" must be a whole number from 1 to 100000, not 0.'),
        ],
    )  # fmt: skip
    def test_of_nothing_that_there_is(self, field, about, sentence):
        assert field.fault("parameters", "legal", **about).startswith(sentence)


class TestCheckAndAct:
    def test_a_verdict_names_clause_and_topic(self, match):
        match.call(
            "set_position", position={"phase": "allied-movement", "pieces": {"us-349-ri": "1413"}}
        )
        path = ["1412", "1411", "1410", "1409", "1408", "1407", "1406"]
        told = match.call("check", action={"type": "move", "piece": "us-349-ri", "path": path})
        assert told["allowed"] is False
        (objection,) = told["objections"]
        assert objection["rule"] == "diadem-4.0-2"
        assert objection["topic"] == "movement"
        assert objection["pieces"] == ["us-349-ri"]
        assert "needs" in objection["text"]

    def test_a_yes(self, field):
        told = field.call("check", action={"type": "assault", "target": "1313"}, side="allied")
        assert told == {"allowed": True, "objections": [], "waived": []}

    def test_the_other_side_may_not(self, field):
        action = {"type": "assault", "target": "1313"}
        sentence = field.fault("refused", "act", action=action, side="axis")
        assert sentence == "It is not your turn to decide."

    def test_what_strictness_lets_pass_is_told(self, talk):
        talk.new(
            options={"strictness": {"movement": "advise"}},
            position={"phase": "allied-movement", "pieces": {"us-349-ri": "1413"}},
        )
        path = ["1412", "1411", "1410", "1409", "1408", "1407", "1406"]
        action = {"type": "move", "piece": "us-349-ri", "path": path}
        assert talk.call("check", action=action)["waived"][0]["topic"] == "movement"
        assert talk.call("act", action=action)["waived"][0]["rule"] == "diadem-4.0-2"
        assert talk.call("log", side="axis")["rows"][-1]["waived"]

    def test_an_action_tells_what_happened(self, match):
        match.call(
            "set_position", position={"phase": "allied-movement", "pieces": {"us-349-ri": "1413"}}
        )
        told = match.act("move", side="allied", piece="us-349-ri", path=["1412"])
        assert told["row"] == 2
        assert told["side"] == "allied"
        assert told["kind"] == "action"
        assert told["events"][0] == {
            "type": "moved", "piece": "us-349-ri", "to": "1412", "path": ["1412"], "cost": 2,
        }  # fmt: skip
        assert told["text"] == "349th Infantry Regiment goes to 1412."
        assert told["decision"]["side"] == "allied"
        told = match.act("end-phase")
        assert told["messages"] == [{"text": "Turn 1: Allied combat", "rule": "diadem-3.0-3"}]

    def test_a_free_hand(self, talk):
        talk.new(options={"free-hand": True}, position={"phase": "allied-movement"})
        told = talk.act("free-move", side="axis", piece="us-349-ri", to="0101")
        assert told["kind"] == "free"
        assert told["text"] == "349th Infantry Regiment is put in 0101 by hand."
        assert talk.act("free-loss", piece="us-349-ri", losses=1)["text"] == (
            "Losses of 349th Infantry Regiment are now 1."
        )
        assert talk.act("free-order", place="0101", order=["us-349-ri"])["text"] == (
            "The stack in 0101 is put in another order."
        )
        assert talk.act("free-move", piece="us-349-ri", to="off")["text"] == (
            "349th Infantry Regiment is taken off the board."
        )

    def test_tracks_and_control_by_hand(self, talk):
        talk.new(
            options={"free-hand": True},
            position={"phase": "allied-movement", "tracks": {"air.allied": 3}},
        )
        action = {"type": "free-track", "track": "air.allied", "value": 9}
        assert talk.call("act", action=action)["text"] == "Air power, Allies is set to 9 by hand."
        action = {"type": "free-control", "place": "1106", "side": "allied"}
        assert talk.call("act", action=action)["text"] == "Control of 1106 Cassino: Allies."

    def test_after_the_end_nothing_is_asked(self, match):
        match.call("set_position", position={"turn": 7, "phase": "axis-combat"})
        told = match.act("end-phase")
        assert told["decision"] is None
        assert told["outcome"]["winner"] == "axis"
        assert told["text"].endswith("The match is over; the winner: Axis.")
        assert match.call("legal")["side"] is None
        assert match.fault("refused", "act", action={"type": "end-phase"}) == "The match is over."
        assert match.call("view")["decision"] is None

    def test_a_draw(self, match):
        game = match.referee.desk.find(None).game
        ended = (ev.Ended(Outcome(None, {})),)
        (message,) = story(told(kind="action", side="axis", events=ended), "campaign")
        assert game.say(message) == "The match is over: a draw."


class TestBackAndForth:
    def test_undo_and_redo(self, match):
        match.call(
            "set_position", position={"phase": "allied-movement", "pieces": {"us-349-ri": "1413"}}
        )
        before = match.call("position")
        match.act("move", piece="us-349-ri", path=["1412"])
        after = match.call("position")
        assert match.call("undo")["row"] == 1
        assert match.call("position") == before
        assert match.call("redo", side="axis")["request"]["needs"] == ["allied"]
        assert match.call("position") == before
        assert match.call("redo", side="allied")["row"] == 2
        assert match.call("position") == after
        assert match.fault("game", "redo") == "There is nothing to redo."

    def test_nothing_to_undo(self, match):
        assert match.fault("game", "undo") == "There is nothing to undo."
        assert match.fault("game", "undo", side="axis") == "There is nothing to undo."
        match.fault("parameters", "undo", side="nobody")
        sentence = match.fault("parameters", "undo", consent=True)
        assert sentence.startswith('"undo" has no parameter "consent"')

    def test_past_dice_the_other_side_must_agree(self, field):
        """Not the one who asks."""
        field.act("assault", target="1313", side="allied")
        field.act("join", piece="us-349-ri", side="allied")
        before = field.call("position")
        thrown = field.act("confirm", side="allied")
        asked = field.call("undo", side="allied")
        request = asked["request"]
        assert request == {"id": request["id"], "by": "allied", "needs": ["axis"]}
        assert asked["hash"] == thrown["hash"], "nothing was taken back yet"
        number = request["id"]
        sentence = field.fault("game", "answer", side="allied", request=number, yes=True)
        assert sentence == "This is for others to answer."
        told = field.call("answer", side="axis", request=number, yes=True)
        assert told["request"] is None
        assert field.call("position") == before
        sentence = field.fault("game", "answer", side="axis", request=number, yes=True)
        assert sentence == "There is nothing to answer any more."

    def test_the_other_side_may_say_no(self, field):
        field.act("assault", target="1313", side="allied")
        field.act("join", piece="us-349-ri", side="allied")
        field.act("confirm", side="allied")
        after = field.call("position")
        number = field.call("undo", side="allied")["request"]["id"]
        assert field.call("answer", side="axis", request=number, yes=False)["request"] is None
        assert field.call("position") == after
        field.fault("game", "answer", side="axis", request=number, yes=True)

    def test_whoever_holds_all_sides_asks_nobody(self, field):
        field.act("assault", target="1313")
        field.act("join", piece="us-349-ri")
        field.act("confirm")
        told = field.call("undo")
        assert (told["request"], told["row"]) == (None, 3)

    def test_a_throw_taken_back_never_falls_the_same_way_again(self, field):
        """Here for a seed with which the next dice differ."""
        field.act("assault", target="1313")
        field.act("join", piece="us-349-ri")
        seen = set()
        for _time in range(6):
            events = field.act("confirm")["events"]
            seen.add(str([event["faces"] for event in events if event["type"] == "rolled"]))
            field.call("undo")
        assert len(seen) > 1

    def test_an_action_meant_for_another_position_is_stale(self, match):
        match.call(
            "set_position", position={"phase": "allied-movement", "pieces": {"us-349-ri": "1413"}}
        )
        there = match.call("decision", side="allied")
        mark = {"n": there["row"], "hash": there["hash"]}
        move = {"type": "move", "piece": "us-349-ri", "path": ["1412"]}
        told = match.call("act", action=move, side="allied", on=mark)
        back = {"type": "move", "piece": "us-349-ri", "path": ["1413"]}
        assert match.fault("stale", "act", action=back, side="allied", on=mark) == (
            "The table has moved on: look again before you act."
        )
        assert (match.data["row"], match.data["hash"]) == (told["row"], told["hash"])
        for odd in ({}, {"n": 1}, {"n": "1", "hash": "x"}, {"n": 1, "hash": "x", "more": 1}, 5):
            match.fault("parameters", "act", action=back, side="allied", on=odd)

    def test_onlookers_do_not_play(self, field):
        for method in ("check", "act", "undo", "redo", "goto", "name_branch", "set_dice"):
            field.fault("parameters", method, side="nobody", action={"type": "end-phase"})

    def test_goto_and_branches(self, match):
        match.call(
            "set_position", position={"phase": "allied-movement", "pieces": {"us-349-ri": "1413"}}
        )
        match.act("move", piece="us-349-ri", path=["1412"])
        match.act("end-phase")
        assert match.call("goto", row=1)["row"] == 1
        match.act("move", piece="us-349-ri", path=["1414"])
        told = match.call("branches")
        assert told["head"] == 4
        assert told["branches"] == [
            {"row": 3, "rows": 4, "leaves": 1, "turn": 1, "phase": "allied-combat", "over": False},
            {"row": 4, "rows": 3, "leaves": 4, "turn": 1, "phase": "allied-movement",
             "over": False},
        ]  # fmt: skip
        assert match.call("goto", row=0)["phase"] is None
        assert match.call("branches")["branches"][0]["leaves"] == 0

    def test_a_row_that_there_is_not(self, match):
        assert match.fault("game", "goto", row=1) == "There is no row 1 in the log."
        match.fault("game", "log", last=7)
        match.fault("game", "undo", to=7)
        match.fault("parameters", "goto", row=-1)
        match.fault("parameters", "goto", row="0")
        match.fault("parameters", "goto")

    def test_names(self, match):
        assert match.call("name_branch", name="the start") == {"names": {"the start": 0}}
        match.call("set_position", position={"phase": "allied-movement"})
        match.call("name_branch", name="a test")
        told = match.call("name_branch", name="again", row=0)
        assert told == {"names": {"a test": 1, "again": 0, "the start": 0}}
        assert match.call("branches")["names"] == told["names"]
        match.call("name_branch", name="again", remove=True)
        assert match.fault("game", "name_branch", name="again", remove=True) == (
            'No row is called "again".'
        )
        for name in ("", "  ", "x" * 81, "a\nb", 5):
            match.fault("parameters", "name_branch", name=name)

    def test_too_many_names(self, match):
        for number in range(MAX_NAMES):
            match.call("name_branch", name=str(number))
        assert match.fault("game", "name_branch", name="one more") == (
            "There are 200 names, and no more may be given: take one away first."
        )
        match.call("name_branch", name="7", row=0)
        match.call("name_branch", name="7", remove=True)
        match.call("name_branch", name="one more")


class TestLog:
    def test_from_row_to_row(self, field):
        field.call("set_dice", faces=[1, 1])
        field.act("assault", target="1313")
        rows = field.call("log")["rows"]
        assert [row["row"] for row in rows] == [0, 1, 2, 3]
        assert rows[0]["text"] == "The match begins: Operation Diadem (campaign)."
        assert rows[0]["action"] is None  # the seed of the dice is in it
        assert [row["row"] for row in field.call("log", first=2)["rows"]] == [2, 3]
        assert [row["row"] for row in field.call("log", first=1, last=2)["rows"]] == [1, 2]
        told = field.call("log", limit=2)
        assert [row["row"] for row in told["rows"]] == [0, 1]
        assert told["left_off"] == 2
        assert told["head"] == 3

    def test_in_the_current_language(self, field):
        field.act("assault", target="1313")
        assert field.call("log", first=2)["rows"][0]["text"] == (
            "Allies: an attack on 1313 is declared."
        )
        field.call("language", language="pt")
        assert field.call("log", first=2)["rows"][0]["text"] == (
            "Aliados: declarado um ataque a 1313."
        )

    def test_of_the_line_that_is_played(self, match):
        match.call(
            "set_position", position={"phase": "allied-movement", "pieces": {"us-349-ri": "1413"}}
        )
        match.act("move", piece="us-349-ri", path=["1412"])
        match.call("undo")
        assert [row["row"] for row in match.call("log")["rows"]] == [0, 1]
        assert [row["row"] for row in match.call("log", last=2)["rows"]] == [0, 1, 2]

    def test_an_action_that_nobody_has_words_for(self, match):
        row = told(kind="action", side="axis", action={"type": "dance", "how": 3})
        (message,) = story(row, "campaign")
        assert match.referee.desk.find(None).game.say(message) == "Axis: dance."


def test_view_and_position(field):
    seen = field.call("view")
    assert seen["viewer"] == "everything"
    assert field.call("view", side="nobody")["viewer"] == "nobody"
    assert seen["row"] == 1
    assert seen["decision"]["prompt"] == "Choose a hex to attack, or end the phase."
    assert seen["pieces"]["us-349-ri"]["values"] == {"attack": 3, "defense": 4, "move": 6}
    found = field.call("position")
    for side in ("allied", "axis", "nobody", None):
        field.fault("parameters", "position", side=side)
    game = field.referee.desk.find(None).game
    assert found["digest"] == game.position.digest()
    assert found["position"]["pieces"]["us-349-ri"] == {"place": "1413"}
    assert game.header.seed not in str(found)


def test_score(field):
    told = field.call("score")
    assert told["sums"] == {
        side: sum(line["points"] for line in told["lines"] if line["side"] == side)
        for side in ("allied", "axis")
    }
    assert told["lines"][0] == {
        "side": "axis",
        "points": 10,
        "text": "objective 1006 Monte Cassino",
        "rule": "diadem-11.2-3",
    }
