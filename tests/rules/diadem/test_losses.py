"""Losses (7.0): pieces are turned over, fight at half strength, and die of the next loss."""

import pytest

from tabuleiro.testing import action, table

AIR = {"air.allied": 20}


@pytest.mark.rule("diadem-7.0-1")
def test_a_loss_turns_an_intact_piece_over():
    pieces = {"fr-6-rtm-4dmm": "1108", "de-131-ri": "1008"}
    t = table("diadem", "allied-combat", pieces, dice=(1, 1)).attack("1008", "fr-6-rtm-4dmm")
    assert t.told()["code"] == "DRI AVB"
    t.retreat("de-131-ri", "0907")
    assert (t.place("fr-6-rtm-4dmm"), t.losses("fr-6-rtm-4dmm")) == ("1108", 1)
    assert t.losses("de-131-ri") == 0


@pytest.mark.rule("diadem-7.0-2")
@pytest.mark.parametrize(
    ("piece", "intact", "reduced"),
    [
        ("uk-61-bgda", (5, 5, 12), (3, 3, 12)),
        ("fr-6-rtm-4dmm", (4, 4, 6), (2, 2, 6)),
        ("uk-art-xiii", (3, 2, 6), (2, 1, 6)),
        ("de-9-rpzgr", (5, 6, 12), (3, 3, 12)),
        ("de-211-ri", (2, 3, 6), (1, 2, 6)),
    ],
)
def test_reduced_pieces_have_half_their_strength_rounded_up(piece, intact, reduced):
    for losses, values in enumerate((intact, reduced)):
        t = table("diadem", "allied-combat", {piece: {"place": "1008", "losses": losses}})
        assert tuple(t.s.value(piece, name) for name in ("attack", "defense", "move")) == values


@pytest.mark.rule("diadem-7.0-2")
def test_every_counter_of_both_sides_is_halved_and_rounded_up():
    for counter in table("diadem").game.module.counters.values():
        for name in ("attack", "defense"):
            assert counter.value(name, losses=1) == (counter.value(name) + 1) // 2, counter.id


@pytest.mark.rule("diadem-7.0-2")
def test_battles_are_fought_with_the_halved_strengths():
    pieces = {"uk-61-bgda": "1108", "uk-art-xiii": "1110", "de-9-rpzgr": "1008"}
    pieces = {piece: {"place": place, "losses": 1} for piece, place in pieces.items()}
    t = table("diadem", "allied-combat", pieces).attack("1008", "uk-61-bgda", "uk-art-xiii")
    odds = t.told()["odds"]
    assert (odds["attack"], odds["defence"]) == (3 + 2, 3)


@pytest.mark.rule("diadem-7.0-3")
def test_a_reduced_piece_is_eliminated_by_the_next_loss_and_does_not_retreat():
    pieces = {"uk-61-bgda": "1108", "de-211-ri": {"place": "1008", "losses": 1}}
    t = table("diadem", "allied-combat", pieces, tracks=AIR, dice=(1, 1))
    t.attack("1008", "uk-61-bgda", air=3)
    assert t.told()["code"] == "DRB AVI"
    assert t.place("de-211-ri") == "dead"
    assert not t.legal("retreat")


@pytest.mark.rule("diadem-7.0-3")
def test_the_owner_may_lose_the_reduced_piece_and_retreat_the_other_unhurt():
    pieces = {
        "uk-61-bgda": "1108",
        "de-211-ri": {"place": "1008", "losses": 1},
        "de-194-ri": "1008",
    }
    t = table("diadem", "allied-combat", pieces, tracks=AIR, dice=(1, 1))
    t.attack("1008", "uk-61-bgda", air=15)
    assert t.told()["code"] == "DRB AVI"
    assert t.decision.side == "axis"
    t.refuses(action("lose", "uk-61-bgda"))
    t.lose("de-211-ri").retreat("de-194-ri", "0907")
    assert t.place("de-211-ri") == "dead"
    assert (t.place("de-194-ri"), t.losses("de-194-ri")) == ("0907", 0)


@pytest.mark.rule("diadem-7.0-4")
@pytest.mark.parametrize("piece", ["uk-61-bgda", "us-337-ri", "uk-26-bgda-blda", "us-art-ii"])
def test_losses_leave_movement_as_it_is(piece):
    intact, reduced = (
        table("diadem", "allied-movement", {piece: {"place": "1508", "losses": losses}})
        for losses in (0, 1)
    )
    assert reduced.s.value(piece, "move") == intact.s.value(piece, "move")
    assert reduced.reach(piece) == intact.reach(piece)


@pytest.mark.rule("diadem-7.0-5")
@pytest.mark.parametrize("losses", [0, 1])
def test_losses_leave_the_range_as_it_is(losses):
    for place, reaches in (("1012", True), ("1013", False)):
        pieces = {"us-art-ii": {"place": place, "losses": losses}, "de-211-ri": "1008"}
        t = table("diadem", "allied-combat", pieces)
        assert t.allows(action("bombard", "1008")) == reaches
