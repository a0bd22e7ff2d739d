"""Sections 6.3 and 6.4 and the bombardment table: bombers against roads, fields, troops, ships."""

import pytest

from papua_scenes import (
    ALLIED_BASE,
    JACKSON,
    JAPANESE_BASE,
    LAE,
    RABAUL,
    airwar,
    at,
    bombed,
    hurt,
    on_to,
    raid,
    told_air,
)
from tabuleiro.rules.combat.battle import Battle
from tabuleiro.rules.combat.preview import objections, preview
from tabuleiro.testing import action
from tabuleiro_papua.air.raids import (
    BombTroops,
    SupportAttack,
)

MITCHELLS = ("us-bs-13", "us-bs-90", "us-bs-71")
"""Three American medium bombers 4-5-49."""
HEAVIES = tuple(f"us-bs-{n}" for n in (28, 30, 63, 64, 65, 91, 93, 403, 320, 321))
ZERO, ZERO2 = "jp-tainan-1", "jp-tainan-2"
INFANTRY, GUNS, MORE = "jp-39-1", "jp-artm-55-1", "jp-39-2"
DB, D2B, DI, STARS = (1, 1), (6, 6), (6, 2), (3, 4)
"""Dice; in column 25-36 (1, 1) is D2B, (4, 6) DB, (2, 6) DI, (3, 4) DI*."""


def bombs(plan, *pieces, dice, bombers=MITCHELLS, **more):
    """Allied bombers from Port Moresby drop their bombs."""
    t = airwar("allied", at(JACKSON, *bombers), *pieces, dice=dice, **more)
    return unopposed(raid(t, plan, *bombers))


def unopposed(t):
    """End the movement; nobody reacts."""
    t.end()
    return t.do(action("done-reacting")) if "done-reacting" in t.decision.actions else t


def state(t, *pieces):
    """The losses of pieces; 2 if they are destroyed."""
    return [2 if t.place(p) == "dead" else t.losses(p) for p in pieces]


# ------------------------------------------------------------------- the table itself

TABLE = {  # by column 1-12 to 49+: the rows 2-12, 3-11, 4-10, 5-9, 6-8, 7
    "1-12": ("DB", "DB", "DI", "DI", "DI", "DI*"),
    "13-24": ("DB", "DB*", "DB", "DI", "DI", "DI*"),
    "25-36": ("D2B", "DB*", "DB", "DB*", "DI", "DI*"),
    "37-48": ("D2B", "D2B*", "DB", "DB*", "DB", "DI**"),
    "49+": ("D2B", "D2B**", "D2B", "DB*", "DB", "DB**"),
}
SQUADRONS = dict(zip(TABLE, (1, 3, 5, 7, 10), strict=True))


@pytest.mark.rule("papua-tab.bomb-1")
@pytest.mark.parametrize(
    "column",
    [
        pytest.param(column, marks=pytest.mark.rule(f"papua-tab.bomb-{number}"))
        for number, column in zip(range(6, 11), TABLE, strict=True)
    ],
)
def test_every_cell(column):
    flying = HEAVIES[: SQUADRONS[column]]
    for total in range(2, 13):
        row = min(total, 14 - total) - 2
        faces = (total // 2, total - total // 2)
        t = bombs(action("interdict", "0402"), dice=faces, bombers=flying)
        assert bombed(t)[1:] == (column, TABLE[column][row]), total


@pytest.mark.rule("papua-tab.bomb-3")
def test_each_asterisk_costs_a_bomber_a_loss():
    t = bombs(action("interdict", "0402"), dice=(3, 4), bombers=HEAVIES[:7])
    assert bombed(t)[2] == "DI**"
    assert "interdicted" not in t.s.position.marks.get("0402", ())
    assert (t.decision.side, set(t.decision.pieces)) == ("allied", set(HEAVIES[:7]))
    t.lose(HEAVIES[2])
    assert t.refuses(action("lose", HEAVIES[2])) != ""
    t.lose(HEAVIES[5])
    assert [p for p in HEAVIES if t.losses(p)] == [HEAVIES[2], HEAVIES[5]]


@pytest.mark.rule("papua-tab.bomb-3")
def test_a_fighter_bomber_that_bombed_can_take_the_loss_and_the_effect_stands():
    t = airwar("allied", at(JACKSON, "us-fs-8", *HEAVIES[:5]), dice=(3, 6))
    raid(t, action("interdict", "0402"), "us-fs-8", *HEAVIES[:5]).end()
    assert bombed(t) == (32, "25-36", "DB*")
    assert "interdicted" in t.s.position.marks["0402"]
    t.lose("us-fs-8")
    assert t.losses("us-fs-8") == 1


@pytest.mark.rule("papua-tab.bomb-3")
def test_escorts_take_no_such_loss():
    t = airwar("allied", at(JACKSON, "us-fs-8", *MITCHELLS), dice=(3, 4))
    raid(t, action("interdict", "0402"), *MITCHELLS, fighters=["us-fs-8"]).end()
    assert set(t.decision.pieces) == set(MITCHELLS)


# ----------------------------------------------------------------------- interdiction


@pytest.mark.rule("papua-6.3-1")
def test_interdiction_takes_no_factor_and_no_terrain():
    t = airwar("allied", at(JACKSON, "us-bs-89", "us-bs-13"), at("0402", "jp-39-1"), dice=DI)
    raid(t, action("interdict", "0402"), "us-bs-89", "us-bs-13").end()
    assert bombed(t)[:2] == (7, "1-12"), "3 + 4, though 0402 is mountain with troops"
    t = bombs(action("interdict", "0402"), dice=DI)
    assert bombed(t)[:2] == (12, "1-12")
    t = bombs(action("interdict", "0402"), dice=DI, bombers=HEAVIES[:3])
    assert bombed(t)[:2] == (18, "13-24"), "mountain shifts nothing"


@pytest.mark.rule("papua-6.3-2")
def test_di_leaves_the_hex_open():
    t = bombs(action("interdict", "0402"), dice=DI)
    assert bombed(t)[2] == "DI"
    assert "0402" not in t.s.position.marks


@pytest.mark.rule("papua-6.3-3")
def test_db_interdicts_until_the_next_half_turn_of_the_bomber():
    t = bombs(action("interdict", "0402"), dice=DB)
    assert t.s.position.marks["0402"] == ("interdicted",)
    on_to(t, "japanese-movement")
    assert t.s.turn == 6
    assert t.s.position.marks["0402"] == ("interdicted",)
    on_to(t, "allied-movement")
    assert "0402" not in t.s.position.marks


@pytest.mark.rule("papua-6.3-4")
def test_d2b_interdicts_for_good():
    t = bombs(action("interdict", "0402"), dice=(1, 1), bombers=HEAVIES[:5])
    assert bombed(t)[2] == "D2B"
    assert t.s.position.marks["0402"] == ("interdicted-lasting",)
    on_to(t, "japanese-movement")
    on_to(t, "allied-movement")
    assert t.s.position.marks["0402"] == ("interdicted-lasting",)


@pytest.mark.rule("papua-6.3-3")
def test_both_sides_can_interdict_a_hex():
    t = airwar("japanese", at(RABAUL, "jp-4ku-4"), at(JACKSON, "us-bs-13"), dice=(1, 1, 1, 1))
    raid(t, action("interdict", "0814"), "jp-4ku-4")
    on_to(t, "allied-movement")
    raid(t, action("interdict", "0814"), "us-bs-13")
    on_to(t, "japanese-movement")
    assert t.s.position.marks["0814"] == ("interdicted",), "that of the Allies lasts"
    on_to(t, "allied-movement")
    assert "0814" not in t.s.position.marks


# -------------------------------------------------------------------------- airfields


@pytest.mark.rule("papua-ex-6.4.1", "papua-6.4.1-1", "papua-tab.bomb-2")
def test_an_airfield_has_no_factor():
    t = bombs(action("bomb-field", LAE), at(LAE, ZERO, ZERO2, INFANTRY), dice=DI)
    assert bombed(t) == (12, "1-12", "DI")
    assert state(t, ZERO, ZERO2, INFANTRY) == [0, 0, 0]


@pytest.mark.rule("papua-6.4.1-2", "papua-tab.bomb-2")
def test_db_on_an_airfield_hurts_one_squadron_of_the_owners_choice():
    t = bombs(action("bomb-field", LAE), at(LAE, ZERO, ZERO2, INFANTRY), dice=(*DB,))
    on_asked = (t.decision.side, set(t.decision.pieces))
    assert on_asked == ("japanese", {ZERO, ZERO2}), "troops in the hex are no target"
    t.lose(ZERO2)
    assert state(t, ZERO, ZERO2) == [0, 1]
    assert "airfield-damaged" not in t.s.position.marks.get(LAE, ())


@pytest.mark.rule("papua-6.4.1-3", "papua-tab.bomb-2", "papua-tab.bomb-5")
def test_d2b_on_an_airfield():
    t = bombs(action("bomb-field", LAE), at(LAE, ZERO, ZERO2), dice=(1, 1), bombers=HEAVIES[:5])
    assert "airfield-damaged" in t.s.position.marks[LAE]
    t.lose(ZERO).lose(ZERO2)
    assert state(t, ZERO, ZERO2) == [1, 1]
    t = bombs(action("bomb-field", LAE), at(LAE, ZERO, ZERO2), dice=(1, 1), bombers=HEAVIES[:5])
    t.lose(ZERO).lose(ZERO)
    assert state(t, ZERO, ZERO2) == [2, 0]


@pytest.mark.rule("papua-6.4.1-3", "papua-tab.bomb-2")
def test_d2b_on_an_airfield_with_one_squadron_or_none():
    t = bombs(action("bomb-field", LAE), at(LAE, ZERO), dice=(1, 1), bombers=HEAVIES[:5])
    assert state(t, ZERO) == [2]
    assert "airfield-damaged" in t.s.position.marks[LAE]
    t = bombs(action("bomb-field", LAE), dice=(1, 1), bombers=HEAVIES[:5])
    assert "airfield-damaged" in t.s.position.marks[LAE]


@pytest.mark.rule("papua-6.4.4-5")
def test_interceptors_suffer_in_the_air_and_on_the_ground():
    t = airwar("allied", at(JACKSON, "us-bs-13", "us-fs-39", "us-fs-7", "us-fs-8"),
               at(LAE, ZERO), dice=(1, 1, 1))  # fmt: skip
    raid(
        t, action("bomb-field", LAE), "us-bs-13", fighters=["us-fs-39", "us-fs-7", "us-fs-8"]
    ).end()
    t.do(action("intercept", ZERO, LAE), action("done-reacting"))
    assert told_air(t)["losses"]["japanese"] == 0
    assert state(t, ZERO) == [1], "DB after the air battle"
    t = airwar("allied", at(JACKSON, "us-bs-13", "us-fs-39", "us-fs-7", "us-fs-8"),
               at(LAE, ZERO), dice=(5, 1, 1))  # fmt: skip
    raid(
        t, action("bomb-field", LAE), "us-bs-13", fighters=["us-fs-39", "us-fs-7", "us-fs-8"]
    ).end()
    t.do(action("intercept", ZERO, LAE), action("done-reacting"))
    assert told_air(t)["losses"]["japanese"] == 2
    assert state(t, ZERO) == [2]


# ------------------------------------------------------------------------------ troops


@pytest.mark.rule("papua-ex-6.4.2", "papua-6.4.2-1")
def test_vulnerability_multiplies():
    t = bombs(action("bomb-troops", "1214"), at("1214", INFANTRY, GUNS), dice=DI)
    assert told_air(t, "bombing")["bombing"]["factor"] == 3
    assert bombed(t) == (36, "25-36", "DI")


@pytest.mark.rule("papua-6.4.2-1", "papua-6.4.1-1")
def test_aircraft_in_the_hex_are_no_troops():
    t = bombs(action("bomb-troops", LAE), at(LAE, INFANTRY, ZERO), dice=(*DB,))
    assert bombed(t) == (12, "1-12", "DB")
    assert state(t, INFANTRY, ZERO) == [1, 0]


@pytest.mark.rule("papua-6.4.2-2")
@pytest.mark.parametrize(
    ("place", "marks", "column"),
    [
        ("1214", {}, "25-36"),  # open
        ("1213", {}, "13-24"),  # swamp, 1
        ("0302", {}, "1-12"),  # forest, 2
        ("0407", {}, "1-12"),  # mountain, 3: no further than the first
        ("1214", {"1214": ("fortification",)}, "1-12"),  # 2
        ("1213", {"1213": ("fortification",)}, "1-12"),  # the better of the two
        ("0407", {"0407": ("fortification",)}, "1-12"),
    ],
)
def test_terrain_shelters_from_bombs(place, marks, column):
    terrain = {"1214": "open", "1213": "swamp", "0302": "forest", "0407": "mountain"}
    t = bombs(action("bomb-troops", place), at(place, INFANTRY, GUNS), dice=DI, marks=marks)
    assert t.s.board.terrain_at(place) == terrain[place]
    assert bombed(t)[:2] == (36, column)


@pytest.mark.rule("papua-6.4.2-2")
def test_terrain_is_taken_from_the_full_column():
    t = bombs(
        action("bomb-troops", "0302"),
        at("0302", INFANTRY, GUNS, MORE),
        dice=DI,
        bombers=HEAVIES[:5],
    )
    assert bombed(t)[:2] == (120, "25-36"), "49+ less two"


@pytest.mark.rule("papua-6.4.2-2")
def test_rivers_shelter_nobody():
    t = airwar("allied")
    river = next(
        here for (here, there), kinds in sorted(t.s.board.features.items())
        if "river" in kinds and t.s.board.terrain_at(here) == "open"
    )  # fmt: skip
    t = bombs(action("bomb-troops", river), at(river, INFANTRY, GUNS), dice=DI)
    assert bombed(t)[:2] == (36, "25-36")


@pytest.mark.rule("papua-6.4.2-3", "papua-tab.bomb-2")
def test_losses_of_troops():
    target = at("1214", INFANTRY, GUNS)
    t = bombs(action("bomb-troops", "1214"), target, dice=DI)
    assert state(t, INFANTRY, GUNS) == [0, 0]
    t = bombs(action("bomb-troops", "1214"), target, dice=(4, 6))
    assert (bombed(t)[2], t.decision.side) == ("DB", "japanese")
    t.lose(GUNS)
    assert state(t, INFANTRY, GUNS) == [0, 1]
    t = bombs(action("bomb-troops", "1214"), target, dice=(1, 1)).lose(GUNS, INFANTRY)
    assert (bombed(t)[2], state(t, INFANTRY, GUNS)) == ("D2B", [1, 1])
    t = bombs(action("bomb-troops", "1214"), target, dice=(1, 1)).lose(GUNS, GUNS)
    assert state(t, INFANTRY, GUNS) == [0, 2]


@pytest.mark.rule("papua-6.4.2-3", "papua-tab.bomb-2")
def test_one_unit_eliminated_is_enough():
    target = {**hurt("1214", GUNS), **at("1214", INFANTRY, MORE)}
    t = bombs(action("bomb-troops", "1214"), target, dice=(1, 1)).lose(GUNS)
    assert state(t, GUNS, INFANTRY, MORE) == [2, 0, 0]
    assert t.phase != "allied-combat", "it is over"


@pytest.mark.rule("papua-tab.bomb-2")
def test_d2b_on_a_single_unit_eliminates_it():
    t = bombs(action("bomb-troops", "1214"), at("1214", INFANTRY), dice=(1, 1), bombers=HEAVIES[:5])
    assert (bombed(t)[2], state(t, INFANTRY)) == ("D2B", [2])


# --------------------------------------------------------------------- ships and bases


@pytest.mark.rule("papua-ex-6.4.3", "papua-6.4.3-1", "papua-tab.vuln-3")
def test_a_ship_counts_what_its_counter_says():
    t = bombs(action("bomb-ship", "1312"), at("1312", "jp-naval"), dice=(2, 3))
    assert bombed(t) == (24, "13-24", "DI")
    t = bombs(action("bomb-ship", "1312"), hurt("1312", "jp-naval"), dice=(2, 3))
    assert bombed(t) == (12, "1-12", "DI")


@pytest.mark.rule("papua-6.4.3-2")
def test_losses_of_ships():
    assert state(
        bombs(action("bomb-ship", "1312"), at("1312", "jp-naval"), dice=DI), "jp-naval"
    ) == [0]
    full = bombs(action("bomb-ship", "1312"), at("1312", "jp-naval"), dice=(1, 1))
    assert (bombed(full)[2], state(full, "jp-naval")) == ("DB", [1])
    reduced = bombs(action("bomb-ship", "1312"), hurt("1312", "jp-naval"), dice=(1, 1))
    assert (bombed(reduced)[2], state(reduced, "jp-naval")) == ("DB", [2])
    sunk = bombs(
        action("bomb-ship", "1312"), at("1312", "jp-naval"), dice=(1, 1), bombers=HEAVIES[:3]
    )
    assert (bombed(sunk)[2], state(sunk, "jp-naval")) == ("D2B", [2])


@pytest.mark.rule("papua-ex-6.4.4", "papua-6.4.4-1", "papua-tab.vuln-4")
def test_a_base_triples_the_points():
    t = bombs(
        action("bomb-base", "1313"), at("1214", INFANTRY), dice=DI, marks={"1313": JAPANESE_BASE}
    )
    assert bombed(t) == (36, "25-36", "DI")
    assert t.s.position.marks["1313"] == JAPANESE_BASE


@pytest.mark.rule("papua-6.4.4-2")
def test_db_stops_a_base_until_the_next_half_turn_of_the_bomber():
    t = bombs(action("bomb-base", "1313"), dice=(4, 6), marks={"1313": JAPANESE_BASE})
    assert bombed(t)[2] == "DB"
    assert set(t.s.position.marks["1313"]) == {"base-stopped", *JAPANESE_BASE}
    on_to(t, "japanese-movement")
    assert "base-stopped" in t.s.position.marks["1313"]
    on_to(t, "allied-movement")
    assert t.s.position.marks["1313"] == JAPANESE_BASE


@pytest.mark.rule("papua-6.4.4-3")
def test_d2b_destroys_a_base():
    t = bombs(action("bomb-base", "1313"), dice=(1, 1), marks={"1313": JAPANESE_BASE})
    assert bombed(t)[2] == "D2B"
    assert "1313" not in t.s.position.marks


# ------------------------------------------------------------------------ one attack


@pytest.mark.rule("papua-6.4-2")
def test_all_bombers_on_one_target_make_one_attack():
    six = (*MITCHELLS, "us-bs-405", "us-bs-2", "us-bs-19")
    t = airwar("allied", at(JACKSON, *six), at(LAE, ZERO, INFANTRY), dice=DI)
    for piece in six:
        raid(t, action("bomb-field", LAE), piece)
    unopposed(t)
    assert bombed(t) == (24, "13-24", "DI")
    told = [r for r in t.game.log.line() for e in r.events if "bombing" in getattr(e, "data", {})]
    assert len(told) == 1


@pytest.mark.rule("papua-6.4-2")
def test_two_targets_in_a_hex_are_two_attacks():
    six = (*MITCHELLS, "us-bs-405", "us-bs-2", "us-bs-19")
    t = airwar("allied", at(JACKSON, *six), at(LAE, ZERO, INFANTRY), dice=(*DI, *DI))
    unopposed(
        raid(raid(t, action("bomb-field", LAE), *six[:3]), action("bomb-troops", LAE), *six[3:])
    )
    sums = [e.data["bombing"] for r in t.game.log.line() for e in r.events
            if "bombing" in getattr(e, "data", {})]  # fmt: skip
    assert [(s["errand"], s["total"]) for s in sums] == [("field", 12), ("troops", 12)]


@pytest.mark.rule("papua-6.4-2")
def test_who_joins_a_raid_flies_at_its_hour():
    t = airwar("allied", at(JACKSON, *MITCHELLS), at(LAE, ZERO), dice=DI)
    raid(t, action("bomb-field", LAE), MITCHELLS[0], night=True)
    raid(t, action("bomb-field", LAE), MITCHELLS[1])
    assert all(flight.night for flight in t.s.rules.flights(s=t.s))
    t.end()
    assert bombed(t)[0] == 4, "8, halved once"


@pytest.mark.rule("papua-6.4-1")
@pytest.mark.parametrize(
    ("plan", "target"),
    [
        (action("bomb-field", LAE), at(LAE, ZERO)),
        (action("bomb-troops", LAE), at(LAE, INFANTRY)),
        (action("bomb-ship", "1312"), at("1312", "jp-naval")),
        (action("bomb-base", "1313"), {}),
    ],
)
def test_what_can_be_bombed(plan, target):
    t = airwar("allied", at(JACKSON, "us-bs-13", "us-fs-8"), target,
               marks={"1313": JAPANESE_BASE})  # fmt: skip
    t.do(
        plan,
        action("fly-as-bomber", "us-bs-13"),
        action("fly-as-bomber", "us-fs-8"),
        action("confirm"),
    )
    t = airwar("allied", at(JACKSON, "us-bs-13"), marks={"1213": ALLIED_BASE})
    wrong = type(plan)("1213")
    assert t.refuses(wrong).startswith("papua-6.4.")
    t = airwar("allied", at(JACKSON, "us-fs-39"), target, marks={"1313": JAPANESE_BASE})
    assert not t.allows(plan), "fighters do not bomb"


# ------------------------------------------------------------------------- previews


def imagined(target, *, support=(), defenders, side="allied", kind="air"):
    enemy = "japanese" if side == "allied" else "allied"
    return Battle(kind, side, enemy, target, support=support, defenders=defenders)


@pytest.mark.rule("papua-6.4.2-1", "papua-6.4.2-2")
@pytest.mark.parametrize("named", [(), MITCHELLS[:1], MITCHELLS])
def test_a_preview_of_an_air_attack_counts_the_squadrons(named):
    there = at("1313", INFANTRY, GUNS)
    t = airwar("allied", at(JACKSON, *MITCHELLS), there, dice=(6, 6))
    asked = imagined("1313", support=named, defenders=tuple(there))
    assert preview(t.s, asked).odds.attack == 4 * len(named)
    raid(t, BombTroops("1313"), *MITCHELLS)
    odds = preview(t.s, asked).odds
    assert {
        part.piece: part.value for part in odds.parts if part.side == "allied"
    } == dict.fromkeys(MITCHELLS, 4)
    assert (odds.attack, odds.defence, odds.table) == (12, 3, "bombardment")
    unopposed(t)
    assert bombed(t)[:2] == (odds.attack * odds.defence, odds.column_label)


@pytest.mark.rule("papua-6.4.4-7")
def test_by_night_it_counts_half_of_them():
    t = airwar("allied", at(JACKSON, *MITCHELLS), at("1313", INFANTRY))
    raid(t, BombTroops("1313"), *MITCHELLS, night=True)
    assert preview(t.s, imagined("1313", defenders=(INFANTRY,))).odds.attack == 6


@pytest.mark.rule("papua-6.4.1-1", "papua-6.4.3-1")
def test_what_lies_there_says_how_it_is_multiplied():
    t = airwar("allied", at(JACKSON, *MITCHELLS), at(LAE, ZERO, INFANTRY), at(RABAUL, ZERO2),
               at("1413", "jp-naval"))  # fmt: skip

    def factor(target, *defenders):
        return preview(t.s, imagined(target, support=MITCHELLS, defenders=defenders)).odds.defence

    assert factor(LAE, ZERO, INFANTRY) == 1  # the index of infantry: its aircraft are no target
    assert factor(RABAUL, ZERO2) == 1  # an airfield has none
    assert factor("1413", "jp-naval") == t.s.value("jp-naval", "defense")


@pytest.mark.rule("papua-6.4.2-1")
def test_who_may_not_bomb_there_is_told_why():
    far = "us-bs-89"
    t = airwar("allied", at(JACKSON, *MITCHELLS, "us-fs-39"), at(RABAUL, "jp-25ku-1", INFANTRY),
               at("0928", far), at("1313", GUNS))  # fmt: skip
    asked = imagined("1313", support=(*MITCHELLS, "us-fs-39", far), defenders=(GUNS,))
    found = {objection.pieces[0]: objection.rule for objection in objections(t.s, asked)}
    assert found == {"us-fs-39": "papua-6.4.2-1", far: "papua-2.2.2-2"}
    raid(t, BombTroops("1313"), *MITCHELLS)
    assert objections(t.s, imagined("1313", support=MITCHELLS, defenders=(GUNS,))) == []


@pytest.mark.rule("papua-6.2-1")
def test_a_squadron_named_in_a_ground_attack_counts_once():
    t = airwar("allied", at(JACKSON, *MITCHELLS), at("1314", "au-39"), at("1313", GUNS))
    asked = Battle("assault", "allied", "japanese", "1313", ("au-39",), MITCHELLS[:2],
                   defenders=(GUNS,))  # fmt: skip
    assert preview(t.s, asked).odds.attack == t.s.value("au-39", "attack") + 8
    assert objections(t.s, asked) == []
    raid(t, SupportAttack("1313"), MITCHELLS[0])
    assert preview(t.s, asked).odds.attack == t.s.value("au-39", "attack") + 8
