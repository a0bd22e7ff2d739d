"""Section 13.1: who starts where, in which state, and who places first."""

import pytest

from asking import controller, is_damaged
from papua_scenes import firsts, region
from tabuleiro.engine import OFF
from tabuleiro.testing import action, table

MORESBY = {"0518", "0418", "0517", "0618", "0619"}
"""Port Moresby and the land next to it."""
FIELDS = {"0517", "0618"}
"""The airfields among these."""


def all_placed(t, side):
    """The set-up of a side is over; everybody is where there is room."""
    while t.phase == "setup" and t.decision.side == side and "place" in t.decision.actions:
        placing = [deed for deed in t.legal("place") if deed.kind == "place"]
        t.do(placing[0] if placing else action("end-phase"))
    return t


def over(t):
    """The whole set-up is over, supply bases included."""
    for side in ("allied", "japanese"):
        all_placed(t, side)
    while t.phase == "setup":
        t.do(action("end-phase"))
    return t


@pytest.mark.rule("papua-13.1-1")
def test_named_hexes():
    t = table("papua")
    assert t.at("0915") == {"au-39"}
    assert t.at("1313") == {"au-pib"}
    assert t.at("0206") == {"au-kanga"}
    assert t.at("0403") == {"jp-39-1", "jp-tainan-1", "jp-tainan-2"}
    assert t.at("0405") == {"jp-39-2"}
    assert t.place("jp-naval") == t.place("au-25") == OFF


@pytest.mark.rule("papua-13.1-2")
def test_who_starts_reduced():
    t = table("papua")
    hurt = {piece for piece, state in t.s.position.pieces.items() if state.losses}
    assert hurt == {f"us-bs-{n}" for n in (2, 13, 28, 30, 91, 93, 408)}
    all_placed(t, "allied")
    assert t.place("us-bs-2") in region(t, "australia")
    assert t.losses("us-bs-2") == 1


@pytest.mark.rule("papua-13.1-4")
def test_milne():
    assert table("papua").at("2424") == {"au-9", "us-eng-43-1", "au-raaf-75"}


@pytest.mark.rule("papua-13.1-5")
def test_port_moresby_and_the_hexes_next_to_it():
    t = table("papua")
    assert firsts(t, "au-49") == MORESBY
    assert firsts(t, "au-art-14") == MORESBY
    assert firsts(t, "us-fs-41") == FIELDS
    assert t.refuses(action("place", "au-49", "0717")) == "papua-13.1-5"
    assert t.refuses(action("place", "us-fs-41", "0418")) == "papua-13.1-5"
    t.do(*(action("place", piece, "0618") for piece in ("us-fs-41", "us-bs-19", "us-bs-33")))
    assert firsts(t, "au-raaf-32") == {"0517"}  # three to an airfield
    t.do(action("take-up", "us-fs-41"))
    assert firsts(t, "au-raaf-32") == FIELDS


@pytest.mark.rule("papua-13.1-6", "papua-4.1.1-6")
def test_australia():
    t = table("papua")
    assert t.at("0928") == {"au-raaf-33"}
    assert t.at("0126") == {"au-raaf-77"}
    assert firsts(t, "us-eng-46-1") == region(t, "australia")
    assert firsts(t, "us-fs-7") == {"0928", "0126"}
    for piece in ("us-fs-7", "us-fs-8", "us-fs-9", "us-bs-63"):
        t.do(action("place", piece, "0928"))
    assert len(t.at("0928")) == 5  # no limit there


@pytest.mark.rule("papua-13.1-7")
def test_dobodura_is_damaged():
    t = table("papua")
    assert is_damaged(t.s, "1314")
    assert [h for h, marks in t.s.position.marks.items() if marks] == ["1314"]


@pytest.mark.rule("papua-13.1-8", "papua-13.1-10")
def test_the_japanese_place_after_the_allies():
    t = table("papua")
    assert t.decision.side == "allied"
    assert t.refuses(action("end-phase"))
    assert t.refuses(action("place", "jp-39-3", "0403"))
    all_placed(t, "allied")
    assert t.decision.side == "japanese"
    assert t.refuses(action("place", "au-49", "0518"))
    near = firsts(t, "jp-39-3")
    assert near == region(t, "lae-salamaua")
    assert {"0403", "0405"} < near
    assert t.refuses(action("place", "jp-39-3", "0206")) == "papua-13.1-8"
    over(t)
    assert t.phase == "japanese-movement" or t.s.phase.side == "japanese"
    assert t.s.turn == 1


@pytest.mark.rule("papua-13.1-9", "papua-13.1-11", "papua-4.1.1-4")
def test_new_britain():
    t = all_placed(table("papua"), "allied")
    britain = region(t, "new-britain")
    for piece in ("jp-kure-3", "jp-artm-55-1", "jp-artm-55-2", "jp-artm-55-3", "jp-para-1"):
        assert firsts(t, piece) == britain
    assert firsts(t, "jp-4ku-1") == {"2603", "2305"}
    assert firsts(t, "jp-yokohama-1") == region(t, "new-britain-sea")
    assert t.refuses(action("place", "jp-yokohama-1", "2603")) == "papua-13.1-9"
    for n in range(1, 7):
        t.do(action("place", f"jp-4ku-{n}", "2603"))
    assert t.allows(action("place", "jp-25ku-1", "2603"))


@pytest.mark.rule("papua-4.2.4-4", "papua-13.1-8")
def test_who_controls_what_at_the_start():
    t = all_placed(table("papua"), "allied")
    t.do(action("place", "jp-39-3", "0305"))
    over(t)
    hexes = {"0403", "0405", "0305", "2603", "2104"}
    assert {controller(t.s, hex) for hex in hexes} == {"japanese"}
    rest = {"0206", "1213", "1313", "0915", "0518", "2424", "0928", "0101", "2813"}
    assert {controller(t.s, hex) for hex in rest} == {"allied"}
    assert controller(t.s, "0402") == (
        "japanese" if t.s.occupied("japanese").get("0402") else "allied"
    )
