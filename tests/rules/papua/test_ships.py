"""Section 10.0: where naval units go, come from and leave to; how often they fire."""

import pytest

from asking import exit_turn, naval_next_to
from papua_scenes import NORTH, NORTH_WEST, announced_all, at, fighting, moving, region
from tabuleiro.testing import action

JP, US = "jp-naval", "us-naval"


def steams(t, piece):
    """The places to which a naval unit may steam."""
    return {deed.hex for deed in t.legal("steam", piece=piece)}


@pytest.mark.rule("papua-10.0-2")
def test_ships_stay_at_sea():
    t = moving("allied", at("1613", US), turn=10)
    assert t.refuses(action("steam", US, "1213")) == "papua-10.0-2"
    assert t.refuses(action("steam", US, "0915")) == "papua-10.0-2"
    assert t.refuses(t.move(US, "1513")) == "papua-10.0-2"
    assert steams(t, US) == region(t, "north-sea", "south-sea") - {"1613"} | {
        "exit.south", "exit.east"
    }  # fmt: skip
    t.do(action("steam", US, "0519"))
    assert t.place(US) == "0519"
    assert t.refuses(action("steam", US, "1613")) == "papua-10.0-2"  # once in a phase
    assert t.allows(action("end-phase"))


@pytest.mark.rule("papua-10.0-2")
def test_only_ships_steam():
    t = moving("allied", at("0518", "au-2-14"), turn=10)
    assert t.refuses(action("steam", "au-2-14", "0519")) == "papua-10.0-2"


@pytest.mark.rule("papua-10.0-7")
def test_japanese_ships_keep_to_the_north():
    t = moving("japanese", at("1613", JP), turn=3)
    assert t.refuses(action("steam", JP, "0519")) == "papua-10.0-7"
    assert t.refuses(action("steam", JP, "0427")) == "papua-10.0-7"  # off Australia
    assert steams(t, JP) == region(t, "north-sea") - {"1613"}
    t.do(action("steam", JP, "2524"))
    assert t.place(JP) in region(t, "milne-bay")


@pytest.mark.rule("papua-10.0-12")
def test_american_ships_leave_by_one_edge_and_come_back_by_the_other():
    t = moving("allied", at("0519", US), turn=11).do(action("steam", US, "exit.south"))
    assert (t.place(US), exit_turn(t.s, US)) == ("exit.south", 11)
    for edge, other in (("south", "east"), ("east", "south")):
        gone = {US: f"exit.{edge}"}
        t = moving("allied", gone, turn=11, facts={"left-board": {US: 11}})
        assert steams(t, US) == set()
        assert t.refuses(action("steam", US, "2829")) == "papua-10.0-12"
        for turn in (12, 15):
            t = moving("allied", gone, turn=turn, facts={"left-board": {US: 11}})
            assert steams(t, US) == set(t.s.board.edges[other].hexes)
        inside = next(h for h in region(t, "north-sea") if h not in t.s.board.edges[other].hexes)
        assert t.refuses(action("steam", US, inside)) == "papua-10.0-12"
        back = min(steams(t, US))
        assert t.do(action("steam", US, back)).place(US) == back


@pytest.mark.rule("papua-10.0-12", "papua-4.2.2-7")
def test_japanese_ships_have_no_exit():
    t = moving("japanese", at("1613", JP), turn=3)
    assert t.refuses(action("steam", JP, "exit.east")) == "papua-10.0-12"
    assert not {h for h in steams(t, JP) if h.startswith("exit")}


@pytest.mark.rule("papua-10.0-7")
def test_ships_next_to_a_hex():
    t = moving("japanese", at("1413", JP, US), turn=10)
    assert naval_next_to(t.s, "japanese", "1313") == (JP,)
    assert naval_next_to(t.s, "allied", "1313") == (US,)
    assert naval_next_to(t.s, "allied", "1213") == ()


@pytest.mark.rule("papua-10.0-1")
def test_a_ship_fires_once_in_a_phase():
    ship = at("1312", "jp-naval")
    defenders = {**at(NORTH, "jp-41-1"), **at("1313", "jp-41-2")}
    attackers = {**at(NORTH_WEST, "au-2-14"), **at("1314", "au-2-16")}
    t = fighting("allied", attackers, defenders, ship, dice=(3, 4, 3, 4))
    t.attack(NORTH, "au-2-14").attack("1313", "au-2-16")
    announced_all(t).do(action("fight-battle", NORTH)).defend("jp-naval")
    while t.phase == "allied-combat" and t.decision.kind != "allocate":
        t.do(t.legal()[0])
    told = {e.data["battle"]["target"]: e.data["odds"]["defence"]
            for row in t.game.log.line() for e in row.events
            if getattr(e, "data", None) and "odds" in e.data}  # fmt: skip
    assert told == {NORTH: 5 + 4, "1313": 5}
    elsewhere = {**at("0916", "jp-39-1"), **at("0915", "au-9")}
    t = fighting("japanese", {**at(NORTH_WEST, "jp-41-1"), **ship}, at(NORTH, "au-2-14"),
                 at("1313", "au-2-16"), elsewhere)  # fmt: skip
    assert t.allows(action("bombard", "1313"))
    t.attack(NORTH, "jp-41-1", "jp-naval")
    assert t.refuses(action("bombard", "1313")) == "papua-8.0-3"
