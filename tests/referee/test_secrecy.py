"""What a side is told must not depend on what it may not know.

Two matches that differ only in something sealed must look alike to the other side: every answer
that it can get is compared, until the rules reveal the difference.
"""

import json
import random

import pytest

from referee.talk import FIELD, Talk


def answers(talk, side, target="1313", mine=("us-349-ri",), theirs="de-85-rm"):
    """Return all that a side can ask about a match."""
    asked = [
        ("view", {}), ("decision", {}), ("legal", {}), ("log", {}), ("preview", {}),
        ("preview", {"target": target, "pieces": list(mine)}),
        ("preview", {"target": target, "air": 5}),
        ("preview", {"target": "1413", "pieces": ["de-85-rm"]}),
        ("preview", {"piece": theirs}), ("preview", {"piece": mine[0]}),
        ("describe", {"piece": theirs}), ("describe", {"piece": mine[0]}),
        ("describe", {"hex": target}),
        ("check", {"action": {"type": "assault", "target": target}}),
        ("check", {"action": {"type": "join", "piece": theirs}}),
        ("act", {"action": {"type": "dance"}}),
    ]  # fmt: skip
    found = [talk.ask(method, side=side, **about) for method, about in asked]
    found += [talk.ask("score", side=side), talk.ask("branches", side=side)]
    found.append(talk.ask("why", side=side, piece=mine[0], place=target))
    for answer in found:
        del answer["id"]
    return found


def two_matches(pieces=None, *, options=None):
    """Two conversations about matches that differ only in what is sealed of the Germans."""
    for german in pieces or ({"place": "1313"}, {"place": "1313", "losses": 1}):
        talk = Talk()
        germans = german if pieces else {"de-85-rm": german}
        position = {**FIELD, "pieces": {**FIELD["pieces"], "de-85-rm": "off", **germans}}
        talk.new(position=position, options=options or {})
        yield talk


class TestStrengths:
    def test_losses_are_covered_until_the_attack_is_announced(self):
        one, other = two_matches()
        steps = [
            {"type": "assault", "target": "1313"},
            {"type": "join", "piece": "us-349-ri"},
            {"type": "set-air", "points": 4},
        ]
        for action in [None, *steps]:
            if action:
                for talk in (one, other):
                    talk.call("act", action=action, side="allied")
            assert answers(one, "allied") == answers(other, "allied")
            assert answers(one, "nobody") == answers(other, "nobody")
            assert answers(one, "axis") != answers(other, "axis")
        told = [
            talk.call("act", action={"type": "confirm"}, side="allied") for talk in (one, other)
        ]
        assert told[0] != told[1]

    def test_which_piece_it_is_may_be_sealed_too(self):
        pair = ("de-85-rm", "de-100-rm")
        placed = [dict(zip(names, ("1313", "1110"), strict=True)) for names in (pair, pair[::-1])]
        one, other = two_matches(placed, options={"sealing": "sealed"})
        seen = one.call("view", side="allied")
        (name,) = seen["stacks"]["1313"]
        assert name.startswith("~")
        steps = [{"type": "assault", "target": "1313"}, {"type": "join", "piece": "us-349-ri"}]
        for action in [None, *steps]:
            if action:
                for talk in (one, other):
                    talk.call("act", action=action, side="allied")
            assert answers(one, "allied", theirs=name) == answers(other, "allied", theirs=name)
            assert answers(one, "axis") != answers(other, "axis")

    def test_they_are_open_if_the_match_has_them_open(self):
        one, other = two_matches(options={"sealing": "open"})
        assert answers(one, "allied") != answers(other, "allied")

    def test_the_defender_does_not_see_those_of_the_attacker(self, field):
        told = field.call("preview", side="axis", target="1313", pieces=["us-349-ri"], air=3)
        assert told["sealed"] == ["allied"]
        assert told["attack"] is None
        assert told["defence"] == 4
        assert [part["value"] for part in told["parts"]] == [None, None, 4]
        for name in ("base", "column", "chances", "throws", "missing"):
            assert told[name] is None

    def test_what_is_told_all_the_same(self, field):
        told = field.call("preview", side="allied", target="1313", pieces=["us-349-ri"])
        assert told["sealed"] == ["axis"]
        assert told["attack"] == 3
        assert told["defence"] is None
        assert told["shifts"][0]["text"] == "River"
        assert [part["piece"] for part in told["parts"]] == ["us-349-ri", "de-85-rm"]

    def test_a_bombardment_counts_types_which_are_no_secret(self, field):
        told = field.call("preview", side="allied", target="1313", air=5)
        assert told["sealed"] == []
        assert told["column"]

    def test_enemy_journeys(self, field):
        sentence = field.fault("sealed", "preview", side="allied", piece="de-85-rm")
        assert sentence == "The values of this piece are not known to this side."
        assert field.call("preview", side="axis", piece="de-85-rm")["destinations"]

    def test_descriptions(self, talk):
        """What is printed on a counter is public as long as one sees which it is."""
        talk.new(position=FIELD, options={"sealing": "sealed"})
        (name,) = talk.call("view", side="allied")["stacks"]["1313"]
        told = talk.call("describe", side="allied", piece=name)
        assert told["values"] is None
        assert told["reduced"] is None
        assert "values" not in told["now"]
        told = talk.call("describe", side="axis", piece="de-85-rm")
        assert told["values"] == told["now"]["values"]

    def test_descriptions_of_counters_that_lie_face_up(self, field):
        told = field.call("describe", side="allied", piece="de-85-rm")
        assert told["values"] == {"attack": 3, "defense": 4, "move": 6}
        assert "values" not in told["now"]


class TestDeclarations:
    def test_nobody_sees_who_joins(self):
        one, other = Talk(), Talk()
        for talk, piece, air in ((one, "us-349-ri", 2), (other, "us-350-ri", 5)):
            talk.new(position=FIELD)
            talk.call("act", action={"type": "assault", "target": "1313"}, side="allied")
            for action in ({"type": "join", "piece": piece}, {"type": "set-air", "points": air}):
                talk.call("act", action=action, side="allied")
                sentence = talk.fault("game", "preview", side="axis")
                assert sentence.startswith("No attack is being")
        assert answers(one, "axis") == answers(other, "axis")
        assert answers(one, "allied") != answers(other, "allied")
        assert len(one.call("log", side="axis")["rows"]) == 2, "a draft is one row"
        assert one.call("log", side="allied")["rows"][-1]["text"] == (
            "Allies: air points are committed: 2."
        )

    def test_who_acts_is_answered_with_all_rows_that_it_is_told(self, talk):
        """Between the declaration and the dice the other side might have been asked."""
        talk.new(position=FIELD)
        talk.call("act", action={"type": "assault", "target": "1313"}, side="allied")
        for piece in ("us-349-ri", "us-350-ri"):
            drafted = talk.call("act", action={"type": "join", "piece": piece}, side="allied")
        assert "earlier" not in drafted
        done = talk.call("act", action={"type": "confirm"}, side="allied")
        rows = talk.call("log", side="allied", first=drafted["row"] + 1)["rows"]
        assert len(rows) > 1
        assert [*done["earlier"], {key: done[key] for key in rows[-1]}] == rows
        assert done["earlier"][0]["action"] == {"type": "confirm"}

    def test_nobody_sees_the_answer_before_it_is_given(self):
        guns = {"de-art-li": "1212", "de-art-xiv": "1312"}
        position = {**FIELD, "pieces": {**FIELD["pieces"], **guns}}
        one, other = Talk(), Talk()
        for talk, gun in ((one, "de-art-li"), (other, "de-art-xiv")):
            talk.new(position=position)
            for action in (
                {"type": "assault", "target": "1313"},
                {"type": "join", "piece": "us-349-ri"},
                {"type": "confirm"},
            ):
                talk.call("act", action=action, side="allied")
            before = talk.call("preview", side="allied")
            assert before["defence"] == 4  # the target is open now
            assert before["chances"]
            talk.call("act", action={"type": "join", "piece": gun}, side="axis")
            assert talk.call("preview", side="allied") == before
            assert talk.call("preview", side="axis")["battle"]["defence"] == [gun]
        assert answers(one, "allied") == answers(other, "allied")
        assert answers(one, "axis") != answers(other, "axis")

    def test_the_seed_of_the_dice_is_told_to_nobody(self, talk):
        talk.new(seed="a-secret-seed", position=FIELD)
        for method in ("view", "decision", "legal", "log", "position", "branches", "score"):
            assert "a-secret-seed" not in json.dumps(talk.ask(method))


def bot(talk, side, dice):
    """Play one action for a side that knows only what its side is told."""
    if not talk.call("decision", side=side)["decision"]["mine"]:
        return False
    seen = talk.call("view", side=side)
    for piece in seen["pieces"].values():
        assert ("values" in piece) == (piece["known"] == "all")
    told = talk.call("legal", side=side)
    back = told["retracts"]
    forward = [a for a in told["actions"] if a["type"] not in back] or told["actions"]
    ends = [a for a in forward if a["type"] in {"end-phase", "confirm", "done-advancing"}]
    action = dice.choice(ends) if ends and dice.random() < 0.3 else dice.choice(forward)
    talk.call("act", side=side, action=action)
    return True


@pytest.mark.slow
def test_a_match_between_two_that_know_only_their_side(talk):
    talk.new()
    dice = random.Random(1944)
    sealed = 0
    while talk.call("decision")["outcome"] is None:
        asked = talk.call("decision")["decision"]["side"]
        other = {"allied": "axis", "axis": "allied"}[asked]
        assert not bot(talk, other, dice)
        assert talk.call("legal", side=other)["actions"] == []
        shown = talk.call("decision", side=other)["decision"]
        assert shown.keys() <= {"side", "rule", "mine", "prompt"}
        sealed += "prompt" not in shown
        assert bot(talk, asked, dice)
    assert sealed
    assert talk.call("decision")["outcome"]["points"]
