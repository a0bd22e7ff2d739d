"""What belongs to a piece wherever it is tells which it is: when it leaves, what it builds."""

from itertools import takewhile

import pytest

from lorraine import at
from papua_scenes import LAE, SUPPLIED, on_to, places
from tabuleiro.engine import events as ev
from tabuleiro.engine.knowledge import Knowledge, Level
from tabuleiro.engine.told_log import ToldLog
from tabuleiro.testing import action
from tabuleiro.testing.secrecy import new_match
from tabuleiro.testing.table import Table, catalogue

LEAVES, STAYS = "us-126-1", "us-163-1"
HERE, THERE = "1214", "0412"
ROUND = ("1213", "1313", "1314", "1215", "1114", "1113")
JAPANESE = ("jp-144-1", "jp-144-2", "jp-144-3", "jp-41-1", "jp-41-2", "jp-41-3")
WITHDRAWING = 18
"""A turn in which the Allies withdraw a division; whoever is surrounded stays."""
SEALED = [("sealed", {}), ("kind", {}), ("kind", {"sealing": "open"})]


def scene(hiding, *pieces, name="papua", phase="japanese-combat", turn=WITHDRAWING, **options):
    """A phase of a match in which much is hidden, with these pieces alone."""
    t = Table(new_match(catalogue(), name, hiding, "test", options))
    return t.set(phase, places(t, *pieces), turn=turn, marks=SUPPLIED if name == "papua" else {})


def told(t, side):
    """The events that a side was told after the scene was set, and if each row shows something."""
    rows = ToldLog(t.game, side).line()
    begin = 1 + max(n for n, row in enumerate(rows) if row.kind in {"test", "start"})
    return [(event, row.reveals) for row in rows[begin:] for event in row.events]


def facts(t, side):
    return t.game.belief(side).s.position.facts


def before_they_leave(t, side):
    return [*takewhile(lambda pair: not left(pair[0]), told(t, side))]


def left(event):
    return isinstance(event, ev.Moved) and event.to == "gone"


def test_of_several_answers_each_keeps_its_facts_of_known_pieces():
    one = Knowledge({"tanks": Level.KIND}, facts_of_known=frozenset({"due"}))
    other = Knowledge(facts_of_known=frozenset({"left"}))
    assert Knowledge.together([one, other]).facts_of_known == {"due", "left"}
    assert not Knowledge.together([other, other])


@pytest.mark.parametrize(("hiding", "options"), SEALED)
def test_who_is_to_leave_is_not_told_before_they_go(hiding, options):
    both = []
    for first, second in ((LEAVES, STAYS), (STAYS, LEAVES)):
        t = scene(hiding, at(HERE, first), at(THERE, second), at(LAE, "jp-144-1"), **options)
        both.append(on_to(t, "allied-movement"))
        assert t.place(LEAVES) == "gone"
    one, other = (before_they_leave(t, "japanese") for t in both)
    assert one == other
    assert len(one) < len(told(both[0], "japanese"))


@pytest.mark.parametrize(("hiding", "options"), SEALED)
def test_nor_who_would_leave_and_is_surrounded(hiding, options):
    around = dict(zip(JAPANESE, ROUND, strict=True))
    t = on_to(scene(hiding, at(HERE, LEAVES, STAYS), around, **options), "allied-movement")
    assert t.place(LEAVES) == HERE
    assert facts(t, "allied")["due"] == {LEAVES: WITHDRAWING}
    assert "due" not in facts(t, "japanese")
    own, others = (str(told(t, side)) for side in ("allied", "japanese"))
    assert "is surrounded and stays" in own
    assert "is surrounded" not in others


@pytest.mark.parametrize("cut", [True, False])
def test_who_finds_that_a_unit_cannot_leave_sees_by_whom(cut):
    around = dict(zip(JAPANESE, ROUND, strict=True)) if cut else at(LAE, *JAPANESE)
    t = on_to(scene("nothing", at(HERE, LEAVES), around), "allied-movement")
    assert (t.place(LEAVES) == HERE) == cut
    happened = [event for event, _shows in told(t, "allied")]
    met = [n for n, e in enumerate(happened) if isinstance(e, ev.Met) and e.side == "allied"]
    (due,) = (n for n, e in enumerate(happened) if "is surrounded" in str(e) or left(e))
    assert bool(met) == cut
    assert all(n < due for n in met)


@pytest.mark.parametrize(("hiding", "options"), SEALED)
def test_who_builds_is_not_told_of_those_who_are_not_known(hiding, options):
    engineers = "us-eng-43-1"
    t = scene(hiding, at(HERE, engineers), at(LAE, "jp-144-1"), phase="allied-movement", turn=5,
              **options).end()  # fmt: skip
    assert facts(t, "allied")["engineers"] == {engineers: HERE}
    assert "engineers" not in facts(t, "japanese")


DIVISION = ("us-317-ri", "us-318-ri")
"""What is left of the 80th: it leaves instead of the 26th, regiment by regiment."""


@pytest.mark.parametrize(("hiding", "options"), SEALED)
def test_who_leaves_first_is_no_word_on_the_agenda(hiding, options):
    t = scene(hiding, at("1112", "us-101-ri", "us-104-ri", "us-328-ri"), at("1113", *DIVISION),
              at("dead", "us-319-ri"), at("0404", "de-59-ri"), name="metz",
              phase="german-combat", turn=16, **options)  # fmt: skip
    while "pick-unit" not in t.decision.actions:
        t.do(next(a for a in t.legal() if a.kind == "end-phase" or a.kind.startswith("done")))
    agenda = t.game.belief("german").s.position.agenda
    assert [step.units for step in agenda if hasattr(step, "units")] == [()]
    rows = len(told(t, "german"))
    t.do(action("pick-unit", DIVISION[0]))
    assert "pick-unit" not in str([row.action for row in ToldLog(t.game, "german").line()])
    assert len(told(t, "german")) > rows


@pytest.mark.parametrize(("hiding", "options"), SEALED)
def test_who_had_left_the_board_is_not_told_when_it_is_back(hiding, options):
    t = scene(hiding, at(HERE, LEAVES), at(LAE, "jp-144-1"), turn=5, **options)
    t.game.test([ev.FactSet("left-board", {LEAVES: 3, "jp-144-1": 4})], {"type": "left"})
    assert facts(t, "japanese")["left-board"] == {"jp-144-1": 4}


@pytest.mark.parametrize("hiding", ["nothing", "kind"])
def test_that_nobody_is_due_any_more_is_not_told_where_nobody_saw_who_was(hiding):
    """An empty calendar would tell that there was somebody in it."""
    t = scene(hiding, at("0412", "jp-144-1"), at("1214", LEAVES))
    for due in ({"jp-144-1": WITHDRAWING}, {}):
        before = len(ToldLog(t.game, "allied").line())
        t.game.test([ev.FactSet("due", due)], {"type": "set-position"})
        rows = ToldLog(t.game, "allied").line()[before:]
        assert [event for row in rows for event in row.events] == []
        assert "due" not in facts(t, "allied")
        assert "due" in t.s.position.facts
