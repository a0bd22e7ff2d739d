"""Section 3.0: the order of a turn; what passes by itself; who is told what."""

import pytest

from tabuleiro.engine import events as ev
from tabuleiro.testing import table

US, JP = "us-19-ri", "jp-9-ri"
HERE = {US: "4437", JP: "4236"}
KINDS = ["reinforcement", "naval-movement", "reconnaissance", "air-naval-interception",
         "movement", "air-interception", "combat"]  # fmt: skip


def begin(phase="us-reinforcement", pieces=HERE, **about):
    return table("filipinas", phase, pieces, **about)


def events(t):
    return [event for row in t.game.log.line() for event in row.events]


def phases(t):
    """The phases that began since the table was set."""
    sequence = t.s.module.sequence
    return [sequence[e.phase] for e in events(t) if isinstance(e, ev.PhaseSet)]


def said(t, side=None):
    """What was told, to all or to one side alone."""
    told = [e for e in events(t) if isinstance(e, ev.Said)]
    return [t.say(e.message) for e in told if e.to == ((side,) if side else ())]


@pytest.mark.rule("filipinas-3.0-3", "filipinas-3.0-14")
def test_the_american_turn_then_the_japanese_one():
    """Seven phases of each, between the weather and the end; in 3, 4 and 6 it is the other's."""
    t = begin("weather-and-replacements", turn=2)
    while t.s.turn == 2:
        t.end()
    seen = phases(t)
    assert [phase.kind for phase in seen[:15]] == [*KINDS, *KINDS, "end"]
    us = ["us", "us", "jp", "jp", "us", "jp", "us"]
    jp = ["jp" if side == "us" else "us" for side in us]
    assert [phase.side for phase in seen[:15]] == [*us, *jp, None]
    assert seen[15].kind == "preparation", "the next turn"


@pytest.mark.rule("filipinas-3.0-1")
def test_points_of_both_sides_come_first():
    """Before turn 7: us 3 land, 6 air, 1 naval; jp 1 land, 1 air, 0 naval; on top of the old."""
    had = {"us-land.us": 4, "us-air.us": 0, "us-naval.us": 2,
           "jp-land.jp": 5, "jp-air.jp": 1, "jp-naval.jp": 3}  # fmt: skip
    t = begin("weather-and-replacements", turn=7, tracks=had)
    gained = {name: t.s.position.tracks[name] - points for name, points in had.items()}
    assert gained == {"us-land.us": 3, "us-air.us": 6, "us-naval.us": 1,
                      "jp-land.jp": 1, "jp-air.jp": 1, "jp-naval.jp": 0}  # fmt: skip
    kinds = [type(e).__name__ for e in events(t)]
    assert kinds.index("TrackSet") < kinds.index("PhaseSet")


@pytest.mark.rule("filipinas-2.4.3-1")
def test_points_gather_without_a_limit():
    """Boxes end at 10, points do not: 2 unspent land points and 2 of turn 2 are 4, 30 are 32."""
    for had, has in ((2, 4), (30, 32)):
        t = begin("weather-and-replacements", turn=2, tracks={"us-land.us": had})
        assert t.s.position.tracks["us-land.us"] == has


@pytest.mark.rule("filipinas-3.0-2", "filipinas-12.0-2")
def test_the_weather_is_thrown_before_the_first_phase():
    """One throw of two dice sets all three regions, by the table."""
    t = begin("weather-and-replacements", turn=5)
    found = events(t)
    (thrown,) = (e for e in found if isinstance(e, ev.Rolled))
    assert len(thrown.faces) == 2
    phase = next(e for e in found if isinstance(e, ev.PhaseSet))
    assert found.index(thrown) < found.index(phase)
    assert t.s.module.sequence[phase.phase].id == "us-reinforcement"


class TestPassing:
    def test_a_phase_without_a_choice_passes_and_its_side_is_told(self):
        t = begin("us-naval-movement", {})
        assert t.phase == "us-movement"
        assert any(
            "Japanese reconnaissance passes: there is nothing to decide" in told
            for told in said(t, "jp")
        )
        assert not any("nothing to decide" in told for told in said(t))

    def test_each_phase_ends_with_a_row_that_is_the_same_whatever_was_done(self):
        t = begin("us-naval-movement", {})
        ends = [told for told in said(t) if "is over." in told]
        assert len(ends) == 3, "2, 3 and 4 passed"

    def test_one_with_a_choice_does_not(self):
        t = begin("us-naval-movement").end()
        assert not any("American air and land movement passes" in told for told in said(t, "us"))
