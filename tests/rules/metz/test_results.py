"""Sections 5.1.6, 5.2 and 5.3: results, advances and retreats."""

import pytest

from asking import surrounded, ways
from lorraine import (
    EAST,
    FOOT,
    GERMAN,
    GRENADIERS,
    GROUND,
    GUN,
    NORTH,
    PANZER,
    SOUTH,
    SOUTH_EAST,
    SOUTH_WEST,
    TANKS,
    WEAK,
    WEST,
    at,
    battle,
    board,
    code,
    hurt,
    settle,
    shifts,
)
from tabuleiro.engine import events as ev
from tabuleiro.engine.change import Change
from tabuleiro.rules.combat.advance import _barred
from tabuleiro.testing import action, step, table
from tabuleiro.testing.table import Table

SECOND, THIRD = "us-104-ri", "us-328-ri"
OTHER, OTHER2 = "de-73-ri", "de-126-ri"


def fight(result, attackers, defenders, odds, dice, **more):
    t = battle(attackers, defenders, odds, dice=dice, **more)
    assert code(t) == result
    return t


def asked(t):
    return t.decision.side, set(t.decision.pieces)


def over(t):
    return "end-phase" in t.decision.actions


def losses(t, *pieces):
    return [t.losses(p) for p in pieces]


# ---------------------------------------------------------------------- the defender's codes


@pytest.mark.rule("metz-5.1.6-1", "metz-5.1.6-2")
@pytest.mark.parametrize("victim", [GERMAN, OTHER, WEAK])
def test_de(victim):
    three = at(GROUND, GERMAN, OTHER, WEAK)
    t = battle(at(EAST, TANKS), three, "9-1", tracks={"air.us": 99}, dice=(1, 2))
    assert code(t) == "DE AVI"
    assert asked(t) == ("german", set(three))
    t.refuses(action("lose", TANKS))
    t.lose(victim)
    assert t.place(victim) == "dead"
    left = set(three) - {victim}
    assert asked(t) == ("german", left)
    assert t.decision.actions == ("retreat",)
    for piece in sorted(left):
        t.retreat(piece, WEST)
    assert t.at(GROUND) == set()
    assert t.decision.actions == ("advance", "done-advancing")


@pytest.mark.rule("metz-5.1.6-2", "metz-5.1.6-5")
def test_no_terrain_lets_defenders_stay():
    metz = "0608"
    pieces = {**at("0508", *["us-2-ri", "us-10-ri", "us-11-ri"]), "de-22-rif": metz,
              "de-25-rif": metz}  # fmt: skip
    t = table("metz", "us-combat", pieces, turn=5, tracks={"air.us": 99}, dice=(3, 5))
    t.attack(metz, "us-2-ri", "us-10-ri", "us-11-ri", air=8 * 9 - 12)
    assert code(t) == "DRI AVI" or code(t).startswith("DR")
    settle(t)
    assert t.s.holder(metz) != "german"


@pytest.mark.rule("metz-5.1.6-3", "metz-5.1.6-13", "metz-5.1.6-18")
@pytest.mark.parametrize(("victim", "other"), [(GERMAN, WEAK), (WEAK, GERMAN)])
def test_drb(victim, other):
    t = fight("DRB AVB", at(EAST, TANKS, FOOT), at(GROUND, GERMAN, WEAK), "2-1", (1, 1))
    assert asked(t) == ("german", {GERMAN, WEAK})
    t.lose(victim).retreat(victim, WEST).retreat(other, SOUTH_WEST)
    assert losses(t, victim, other) == [1, 0]
    assert (t.place(victim), t.place(other)) == (WEST, SOUTH_WEST)  # one hex, not two


@pytest.mark.rule("metz-5.1.6-4", "metz-5.1.6-8", "metz-5.2-1")
def test_dri_and_avi():
    t = fight("DRI AVI", at(EAST, TANKS, FOOT), at(GROUND, GERMAN, WEAK), "3-1", (1, 1))
    t.retreat(GERMAN, WEST).retreat(WEAK, WEST)
    assert losses(t, GERMAN, WEAK, TANKS, FOOT) == [0] * 4
    assert asked(t) == ("us", {TANKS, FOOT})
    t.advance(FOOT, GROUND).stay()
    assert (t.place(FOOT), t.place(TANKS)) == (GROUND, EAST)
    assert over(t)


@pytest.mark.rule("metz-5.1.6-9")
@pytest.mark.parametrize("victim", [TANKS, FOOT])
def test_avb(victim):
    t = fight("DRI AVB", at(EAST, TANKS, FOOT), at(GROUND, GERMAN, WEAK), "2-1", (5, 6))
    t.retreat(GERMAN, WEST).retreat(WEAK, WEST)
    assert asked(t) == ("us", {TANKS, FOOT})
    t.lose(victim)
    assert sum(losses(t, TANKS, FOOT)) == t.losses(victim) == 1
    assert t.legal("advance")


@pytest.mark.rule("metz-5.1.6-6", "metz-5.1.6-10")
@pytest.mark.parametrize("victim", [GERMAN, WEAK])
def test_dvb_ari(victim):
    t = fight("DVB ARI", at(EAST, TANKS, FOOT), at(GROUND, GERMAN, WEAK), "2-1", (1, 4))
    t = fight("DVB ARI", at(EAST, TANKS, FOOT), at(GROUND, GERMAN, WEAK), "3-1", (2, 4))
    assert asked(t) == ("german", {GERMAN, WEAK})
    t.lose(victim)
    assert t.losses(victim) == 1
    t.retreat(TANKS, "1312").retreat(FOOT, "1312")
    assert losses(t, TANKS, FOOT) == [0, 0]
    assert t.at(GROUND) == {GERMAN, WEAK}


@pytest.mark.rule("metz-5.1.6-7", "metz-5.1.6-10")
def test_dvi_ari():
    t = fight("DVI ARI", at(EAST, TANKS, FOOT), at(GROUND, GERMAN, WEAK), "2-1", (3, 4))
    t.retreat(TANKS, "1312").retreat(FOOT, "1311")
    assert over(t)
    assert losses(t, GERMAN, WEAK, TANKS, FOOT) == [0] * 4


@pytest.mark.rule("metz-5.1.6-11", "metz-5.1.6-13")
def test_arb():
    three = at(EAST, TANKS, FOOT, SECOND)
    t = fight("DVI ARB", three, at(GROUND, GERMAN, OTHER, OTHER2), None, (3, 4))
    assert asked(t) == ("us", set(three))
    t.lose(SECOND)
    for piece in three:
        t.retreat(piece, "1312")
    assert sorted(losses(t, *three)) == [0, 0, 1]
    assert t.at("1312") == set(three)


@pytest.mark.rule("metz-5.1.6-12")
def test_ae():
    three = at(EAST, FOOT, SECOND, "us-377-ri")
    strong = at(GROUND, PANZER, GERMAN, OTHER, "de-74-ri")
    t = fight("DVI AE", three, strong, None, (3, 4))
    t.lose(FOOT)
    assert t.place(FOOT) == "dead"
    for piece in (SECOND, "us-377-ri"):
        t.retreat(piece, "1312")
    assert losses(t, SECOND, "us-377-ri") == [0, 0]
    t = fight("DVI AE", at(EAST, "us-377-ri"), strong, None, (3, 4))
    assert t.place("us-377-ri") == "dead"


@pytest.mark.rule("metz-5.1.6-14")
def test_emp_the_defender_gives_up_any_number():
    three = at(GROUND, GERMAN, OTHER, WEAK)

    def tie():
        return battle(at(EAST, TANKS, FOOT, SECOND), three, "8-1", tracks={"air.us": 99},
                      dice=(1, 1), also={"de-art-401": "1010"})  # fmt: skip

    t = tie()
    if "confirm" in t.decision.actions:
        t.defend()
    assert code(t) == "EMP"
    assert asked(t) == ("german", set(three))
    assert t.refuses(action("done-losing")) == "metz-5.1.6-14"
    t.refuses(action("lose", "de-art-401"))
    t.lose(GERMAN, OTHER)
    assert t.do(action("done-losing")).decision.side == "us"


@pytest.mark.rule("metz-5.1.6-15")
def test_emp_the_attacker_matches_in_attack_strength():
    t = emp_column([GERMAN, WEAK], [TANKS, FOOT, SECOND])
    t.lose(GERMAN).do(action("done-losing"))
    assert t.decision.data["owed"] == 4
    one = t.game.fork()
    one.act(action("lose", FOOT))
    assert one.decision().side == "us"  # 3 are not enough
    one.act(action("lose", SECOND))
    assert "lose" not in (one.decision().actions if one.decision() else ())
    t.lose(TANKS)
    assert "lose" not in t.decision.actions or t.decision.side == "german"


def emp_column(defenders, attackers):
    """A tie at 8-1: dice 2."""
    t = battle(at(EAST, *attackers), at(GROUND, *defenders), "8-1", dice=(1, 1),
               tracks={"air.us": 99})  # fmt: skip
    assert code(t) == "EMP"
    return t


@pytest.mark.rule("metz-5.1.6-15")
def test_emp_where_the_attackers_have_too_little():
    t = emp_column([GERMAN, OTHER, WEAK], [FOOT, SECOND])
    t.lose(GERMAN, OTHER, WEAK)
    if "done-losing" in t.decision.actions:
        t.do(action("done-losing"))
    assert {t.place(FOOT), t.place(SECOND)} == {"dead"}


@pytest.mark.rule("metz-5.1.6-15")
def test_emp_counts_present_strengths():
    t = battle({**hurt(EAST, FOOT), **at(EAST, SECOND)}, at(GROUND, WEAK, GERMAN), "8-1",
               dice=(1, 1), tracks={"air.us": 99})  # fmt: skip
    t.lose(WEAK).do(action("done-losing"))
    assert t.decision.data["owed"] == 3
    t.lose(FOOT)  # 2 of 3
    assert t.place(SECOND) in {"dead", EAST}
    assert t.place(SECOND) == "dead"


@pytest.mark.rule("metz-5.1.6-16")
def test_emp_drives_the_others_off_and_nobody_advances():
    t = emp_column([GERMAN, OTHER, WEAK], [TANKS, FOOT, SECOND])
    t.lose(WEAK).do(action("done-losing")).lose(FOOT)
    assert asked(t) == ("german", {GERMAN, OTHER})
    t.retreat(GERMAN, WEST).retreat(OTHER, WEST)
    assert over(t)
    assert t.place(TANKS) == EAST
    assert t.at(GROUND) == set()


@pytest.mark.rule("metz-5.1.6-17")
def test_imp():
    t = fight("IMP", at(EAST, TANKS, FOOT), at(GROUND, GERMAN, WEAK), "4-1", (2, 4))
    assert over(t)
    assert losses(t, GERMAN, WEAK, TANKS, FOOT) == [0] * 4
    assert (t.at(GROUND), t.at(EAST)) == ({GERMAN, WEAK}, {TANKS, FOOT})


@pytest.mark.rule("metz-5.1.6-18")
def test_a_flipped_unit_may_take_the_loss_and_dies():
    pieces = {**hurt(GROUND, GERMAN), **at(GROUND, WEAK)}
    t = fight("DRB AVB", at(EAST, TANKS, FOOT), pieces, "2-1", (1, 1))
    t.lose(GERMAN)
    assert t.place(GERMAN) == "dead"
    assert (t.losses(WEAK)) == 0


@pytest.mark.rule("metz-5.1.6-19", "metz-8.0-2")
def test_supporters_at_a_distance_suffer_nothing():
    guns = {GUN: "1415"}
    strong = at(GROUND, PANZER, GERMAN, OTHER, "de-74-ri")
    t = battle(at(EAST, "us-377-ri"), strong, guns=guns, dice=(6, 2))
    assert code(t) == "DVB AE"
    t.lose(GERMAN)
    assert (t.place("us-377-ri"), t.place(GUN), t.losses(GUN)) == ("dead", "1415", 0)
    t = fight("DRI AVI", at(EAST, TANKS), at(GROUND, GERMAN), "3-1", (1, 1), guns=guns)
    t.retreat(GERMAN, WEST)
    assert asked(t) == ("us", {TANKS})


# ------------------------------------------------------------------------------ advance


def ends(t, piece):
    return {a.path for a in t.legal("advance", piece=piece) if a.kind == "advance"}


def won(attackers, also=(), target=GROUND):
    """An attack won with DRI AVI on open ground, the defender gone far enough."""
    pieces = {**attackers, **hurt(target, WEAK), **dict(also)}
    t = table("metz", "us-combat", pieces, turn=5, tracks={"air.us": 99})
    own = sum(t.s.value(p, "attack") for p in attackers)
    cells = t.s.module.odds["combat"].cells
    t.declare(target, *attackers)
    assert cells
    for air in range(1, 60):
        again = table("metz", "us-combat", pieces, turn=5, tracks={"air.us": 99}, dice=[1, 2])
        again.attack(target, *attackers, air=air)
        if "confirm" in again.decision.actions:
            again.defend()
        if code(again) == "DE AVI" or code(again) == "DRB AVI":
            assert again.place(WEAK) == "dead"
            return again
    raise AssertionError(own)


@pytest.mark.rule("metz-5.2-1", "metz-5.2-2")
@pytest.mark.parametrize("piece", [FOOT, "us-1117-geng", "us-1306-geng"])
def test_foot_advances_one_hex(piece):
    t = won({piece: EAST})
    assert ends(t, piece) == {(GROUND,)}
    t.refuses(action("advance", piece, (GROUND, WEST)))
    assert over(t.stay())


@pytest.mark.rule("metz-5.2-3")
def test_artillery_never_advances():
    t = won({FOOT: EAST, GUN: EAST})
    assert ends(t, GUN) == set()
    t.refuses(action("advance", GUN, (GROUND,)))


def road_pair(kind="clear", second="clear", features=frozenset(), linked=True):
    """Three hexes in a row of steps: attacker, abandoned hex, next hex."""
    sheet = board()
    for first in sheet.hexes_of(kind):
        near = sheet.grid.neighbours(first)
        for start in near:
            for end in near:
                kinds = sheet.features.get(sheet.grid.side(first, end), frozenset())
                if start == end or not sheet.road_between(start, first):
                    continue
                if sheet.features.get(sheet.grid.side(start, first)):
                    continue
                road = sheet.road_between(first, end)
                if (sheet.terrain_at(end), kinds, road) == (second, features, linked):
                    return start, first, end
    raise AssertionError("no such road")


@pytest.mark.rule("metz-5.2-4", "metz-5.2-5")
@pytest.mark.parametrize("piece", [TANKS, "us-4-gtd", "us-2-gcav", "us-8-gb"])
def test_motors_go_two_hexes_along_a_road(piece):
    start, first, end = road_pair()
    t = won({piece: start}, target=first)
    assert (first, end) in ends(t, piece)
    assert (first,) in ends(t, piece)
    assert max(len(path) for path in ends(t, piece)) == 2
    assert t.advance(piece, first, end).place(piece) == end


@pytest.mark.rule("metz-5.2-5")
@pytest.mark.parametrize(
    "kinds",
    [{"second": "city"}, {"second": "woods"}, {"linked": False}, {"kind": "city"},
     {"features": frozenset({"river"})}],
)  # fmt: skip
def test_what_stops_the_second_hex(kinds):
    start, first, end = road_pair(**kinds)
    t = won({TANKS: start}, target=first)
    assert (first,) in ends(t, TANKS)
    assert (first, end) not in ends(t, TANKS)


@pytest.mark.rule("metz-5.2-5")
def test_the_road_leads_from_the_attackers_hex_on():
    start, first, end = road_pair()
    sheet = board()
    off = next(h for h in sheet.grid.neighbours(first) if not sheet.road_between(h, first)
               and h != end and sheet.terrain_at(h) != "rough-woods"
               and not sheet.features.get(sheet.grid.side(h, first)))  # fmt: skip
    t = won({TANKS: off}, target=first)
    assert ends(t, TANKS) == {(first,)}
    assert start


@pytest.mark.rule("metz-5.2-5")
def test_lines_of_either_orientation_bar_the_second_hex():
    sheet = board()
    for a, b in sorted(sheet.sides_of("fortification")):
        for first, end in ((a, b), (b, a)):
            if sheet.terrain_at(first) == sheet.terrain_at(end) == "clear":
                t = table("metz", "us-combat", {TANKS: "0222"}, turn=5)
                assert _barred(t.s, first, end)


@pytest.mark.rule("metz-5.2-6")
def test_zones_stop_after_the_first_hex():
    start, first, end = road_pair()
    sheet = board()
    near = [h for h in sheet.grid.neighbours(first)
            if h not in {start, end} and sheet.grid.distance(h, start) > 1]  # fmt: skip
    t = won({TANKS: start}, target=first, also={GERMAN: near[0]})
    assert ends(t, TANKS) == {(first,)}
    assert t.advance(TANKS, first).place(TANKS) == first
    assert over(t)


@pytest.mark.rule("metz-5.2-6", "metz-5.2-4")
@pytest.mark.parametrize(
    ("other", "reading", "on"),
    [(False, "others", True), (True, "others", False), (False, "any", False)],
)
def test_the_zone_of_who_was_driven_out_stops_nobody(other, reading, on):
    start, first, end = road_pair()
    grid = board().grid
    west, east, *_ = [h for h in grid.neighbours(first)
                      if h not in {start, end} and grid.distance(h, start) > 1]  # fmt: skip
    pieces = {TANKS: start, WEAK: first, **({GERMAN: east} if other else {})}
    t = table("metz", "us-combat", pieces, turn=5, tracks={"air.us": 9}, dice=[1, 1],
              options={"advance-zones": reading})  # fmt: skip
    t.attack(first, TANKS, air=2).retreat(WEAK, west)
    assert code(t) == "DRI AVI"
    assert ((first, end) in ends(t, TANKS)) is on


@pytest.mark.rule("metz-5.2-6")
def test_four_advance_at_most():
    five = {**at(EAST, FOOT, SECOND, THIRD), **at(SOUTH_EAST, "us-317-ri", "us-318-ri")}
    t = won(five)
    for piece in (FOOT, SECOND, THIRD, "us-317-ri"):
        t.advance(piece, GROUND)
    assert over(t) or t.refuses(action("advance", "us-318-ri", (GROUND,)))
    assert len(t.at(GROUND)) == 4


@pytest.mark.rule("metz-5.2-6", "metz-5.1.2-5")
def test_armour_attacks_wooded_rough_and_does_not_advance_into_it():
    sheet = board()
    start, target = next(
        (a, b) for b in sheet.hexes_of("rough-woods") for a in sheet.grid.neighbours(b)
        if sheet.terrain_at(a) == "clear" and not sheet.road_between(a, b)
        and not sheet.features.get(sheet.grid.side(a, b)) and len(sheet.grid.neighbours(b)) == 6
    )  # fmt: skip
    t = won({TANKS: start, FOOT: start}, target=target)
    assert ends(t, TANKS) == set()
    assert ends(t, FOOT) == {(target,)}


# ------------------------------------------------------------------------------ retreat


@pytest.mark.rule("metz-5.3-1", "metz-5.3-2", "metz-5.3-4")
def test_free_hexes_of_the_owners_choice():
    t = fight("DRI AVI", at(EAST, TANKS, FOOT), at(GROUND, GERMAN, WEAK), "3-1", (1, 1))
    free = {NORTH, SOUTH, WEST, SOUTH_WEST, SOUTH_EAST} - set(board().grid.neighbours(EAST))
    for piece in (GERMAN, WEAK):
        assert {a.path for a in t.legal("retreat", piece=piece)} == {(h,) for h in free}
    t.refuses(action("retreat", GERMAN, (EAST,)))
    t.refuses(action("retreat", GERMAN, (NORTH,))) if NORTH not in free else None
    t.retreat(GERMAN, WEST).retreat(WEAK, SOUTH_WEST)
    assert (t.place(GERMAN), t.place(WEAK)) == (WEST, SOUTH_WEST)
    with_friend = fight("DRI AVI", at(EAST, TANKS, FOOT), at(GROUND, GERMAN), "3-1", (1, 1),
                        also={OTHER: NORTH})  # fmt: skip
    assert (NORTH,) not in {a.path for a in with_friend.legal("retreat")}


@pytest.mark.rule("metz-5.3-3")
def test_no_neighbour_no_retreat():
    around = dict(zip([FOOT, SECOND, THIRD, "us-317-ri", "us-318-ri", "us-319-ri"],
                      board().grid.neighbours(GROUND), strict=True))  # fmt: skip
    t = table("metz", "us-combat", {**around, GERMAN: GROUND}, turn=5, dice=[2, 3])
    t.attack(GROUND, *around)
    assert code(t) in {"DRB AVI", "DRI AVI"}
    assert t.place(GERMAN) == "dead"


@pytest.mark.rule("metz-5.3-6")
def test_who_retreats_into_a_later_target_defends_there():
    pieces = {TANKS: EAST, GERMAN: GROUND, OTHER: SOUTH_WEST}
    t = table("metz", "us-combat", pieces, turn=5, tracks={"air.us": 30}, dice=[1, 1, 1, 1])
    t.attack(GROUND, TANKS, air=5)
    assert code(t) == "DRI AVI"
    t.retreat(GERMAN, SOUTH_WEST).stay()
    fresh = t.game.fork()
    t.attack(SOUTH_WEST, air=10, kind="air")
    assert code(t) == "DB"
    assert asked(t) == ("german", {GERMAN, OTHER})
    t.lose(GERMAN)
    assert losses(t, GERMAN, OTHER) == [1, 0]
    # A ground attack, by somebody who was put next to them, meets both defence strengths.
    t = Table(fresh)
    t.game.test([_to(FOOT, "0913")], {"type": "put"})
    t.attack(SOUTH_WEST, FOOT)
    assert t.told()["odds"]["defence"] == 4 + 4


def _to(piece, place):
    return ev.Moved(piece, place)


FULL = ["de-712-ri", "de-713-ri", "de-714-ri", "de-74-ri"]


@pytest.mark.rule("metz-5.3.1-1")
@pytest.mark.parametrize("moved_on", [GERMAN, *FULL])
def test_chain_retreat(moved_on):
    t = fight("DRI AVI", at(EAST, TANKS), at(GROUND, GERMAN), "3-1", (1, 1),
              also=at(WEST, *FULL))  # fmt: skip
    t.retreat(GERMAN, WEST)
    assert t.decision.actions == ("displace",)
    assert {a.piece for a in t.legal("displace")} == {GERMAN, *FULL}
    t.refuses(action("displace", moved_on, GROUND))
    t.refuses(action("displace", moved_on, NORTH))
    t.do(next(a for a in t.legal("displace", piece=moved_on)))
    assert len(t.at(WEST)) == 4
    assert t.place(moved_on) != WEST


def river_ground(*, bridged=False):
    """A clear hex with one river side, and the free hex beyond it; enemies close all others."""
    sheet = board()
    for here in sheet.hexes_of("clear"):
        near = sheet.grid.neighbours(here)
        wet = [h for h in near if sheet.side_has(here, h, "river")]
        if len(near) != 6:
            continue
        for there in wet:
            dry = not sheet.road_between(here, there) and not sheet.road_between(
                here, there, "railway")  # fmt: skip
            if dry == bridged or sheet.terrain_at(there) != "clear":
                continue
            foes = [h for h in near if sheet.grid.distance(h, there) == 2]
            for pair in ((a, b) for a in foes for b in foes if a < b):
                covered = {n for f in pair for n in sheet.grid.neighbours(f)} | set(pair)
                if set(near) - covered == {there}:
                    return here, there, pair
    return None


def crossing(piece, losses=0, marks=None, bridged=False):
    """A retreat whose only way leads over a river."""
    here, there, foes = river_ground(bridged=bridged)
    side = "german" if piece.startswith("de-") else "us"
    enemy = ["us-101-ri", "us-104-ri"] if side == "german" else ["de-59-ri", "de-73-ri"]
    pieces = {piece: {"place": here, "losses": losses}, **dict(zip(enemy, foes, strict=True))}
    t = table("metz", f"{side}-combat", pieces, turn=5, dice=[2, 4], marks=marks or {})
    assert not surrounded(t.s, here)
    assert [w.path for w in ways(t.s, piece)] == [(there,)]
    t.game.test([_push(step("retreating", side, (piece,)))], {"type": "retreat"})
    return t, here, there


def _push(pushed):
    return ev.Pushed((pushed,))


ARMOUR = [PANZER, "us-4-gtd", "us-2-gcav", TANKS, "us-8-gb"]


def run(t):
    """Let the retreat that was put on the agenda happen."""
    change = Change(t.s, "x")
    top = change.position.top
    assert top.decision(change) is None
    top.run(change)
    return change


@pytest.mark.rule("metz-5.3.2-1")
@pytest.mark.parametrize("piece", ARMOUR)
def test_armour_dies_in_the_river(piece):
    t, _here, _there = crossing(piece)
    assert t.s.position.pieces[piece].place == "dead" or run(t).place(piece) == "dead"


@pytest.mark.rule("metz-5.3.2-1")
def test_bridges_save_armour():
    here, there, _ = river_ground()
    marks = {"/".join(sorted((here, there))): ["bridge"]}
    t, _, _ = crossing(PANZER, marks=marks)
    place = t.place(PANZER)
    assert (place if place == there else run(t).place(PANZER)) == there


@pytest.mark.rule("metz-5.3.2-2")
@pytest.mark.parametrize("piece", [GRENADIERS, "de-art-482", GUN])
def test_grenadiers_and_guns_take_a_loss_in_the_river(piece):
    t, _, there = crossing(piece)
    change = t.s if t.place(piece) == there else run(t)
    assert (change.place(piece), change.piece(piece).losses) == (there, 1)
    t, _, _ = crossing(piece, losses=1)
    change = t.s if t.place(piece) == "dead" else run(t)
    assert change.place(piece) == "dead"


@pytest.mark.rule("metz-5.3.2-3")
@pytest.mark.parametrize("piece", [GRENADIERS, "de-art-482"])
def test_a_loss_in_the_combat_and_one_in_the_river(piece):
    t, _, _ = crossing(piece, losses=1)  # flipped by the combat that made it retreat
    change = t.s if t.place(piece) == "dead" else run(t)
    assert change.place(piece) == "dead"


@pytest.mark.rule("metz-5.3.2-4")
@pytest.mark.parametrize("piece", [GERMAN, "de-22-rif", "de-1010-rs", "us-1117-geng", FOOT])
def test_others_cross_unharmed(piece):
    t, _, there = crossing(piece)
    change = t.s if t.place(piece) == there else run(t)
    assert (change.place(piece), change.piece(piece).losses) == (there, 0)


def siege(defenders, *, also=(), dice=(1, 1), odds="2-1"):
    """A stack between two attackers whose zones cover every neighbour."""
    return battle({SECOND: NORTH, FOOT: SOUTH}, defenders, odds, dice=dice, also=dict(also))


@pytest.mark.rule("metz-5.3.3-1")
def test_surrounded_units_go_two_hexes_with_a_loss():
    t = siege(at(GROUND, GERMAN), odds="2-1", dice=(1, 1))
    assert shifts(t) == [("attacker", 1)]
    assert code(t) == "DRI AVI"
    paths = {a.path for a in t.legal("retreat")}
    assert paths
    assert all(len(path) == 2 for path in paths)
    path = min(paths)
    t.retreat(GERMAN, *path)
    assert (t.place(GERMAN), t.losses(GERMAN)) == (path[1], 1)
    assert not any(board().grid.distance(path[1], t.place(p)) == 1 for p in (SECOND, FOOT))


@pytest.mark.rule("metz-5.3.3-2")
def test_no_second_hex_is_the_end():
    """Round the besieged stand Americans two hexes away, so that every second hex is closed."""
    ring = [h for h in board().grid if board().grid.distance(h, GROUND) == 2]
    guards = ["us-134-ri", THIRD, "us-317-ri", "us-318-ri", "us-319-ri", "us-2-ri"]
    closed = dict(zip(guards, corners(ring), strict=True))
    t = siege(at(GROUND, GERMAN, OTHER), also=closed)
    assert code(t) == "DRI AVI"
    assert [t.place(GERMAN), t.place(OTHER)] == ["dead", "dead"]
    # Without one of them the same units get away, with a loss each.
    gap = closed.pop(guards[0])
    t = siege(at(GROUND, GERMAN, OTHER), also=closed)
    assert code(t) == "DRI AVI"
    assert {a.path[-1] for a in t.legal("retreat")} == {gap}
    through = t.legal("retreat", piece=GERMAN)[0].path[0]
    t.retreat(GERMAN, through, gap).retreat(OTHER, through, gap)
    assert [t.place(GERMAN), t.place(OTHER)] == [gap, gap]
    assert losses(t, GERMAN, OTHER) == [1, 1]


def corners(ring):
    """Every second one of the twelve hexes round the ground, 0912 in the west first."""
    grid, found = board().grid, ["0912"]
    while len(found) < len(ring):
        found.append(next(h for h in ring if h not in found and grid.are_neighbours(h, found[-1])))
    return found[::2]


@pytest.mark.rule("metz-5.3.3-3")
def test_a_loss_in_the_combat_and_no_friends_is_the_end():
    t = siege(at(GROUND, GERMAN), odds="3-1", dice=(1, 1))
    assert code(t) == "DRB AVI"
    assert t.place(GERMAN) == "dead"
    t = siege(at(GROUND, GERMAN), odds="3-1", dice=(1, 1), also={OTHER: WEST})
    assert t.place(GERMAN) == GROUND
    t.do(t.legal("retreat", piece=GERMAN)[0])
    assert (t.place(GERMAN) != "dead", t.losses(GERMAN)) == (True, 1)


@pytest.mark.rule("metz-5.3.3-4")
def test_friends_on_the_way_save_the_loss():
    t = siege(at(GROUND, GERMAN), also={OTHER: WEST})
    assert code(t) == "DRI AVI"
    through = [a for a in t.legal("retreat", piece=GERMAN) if a.path[0] == WEST]
    t.do(through[0])
    assert t.losses(GERMAN) == 0


@pytest.mark.rule("metz-5.3.3-5")
def test_attackers_are_surrounded_too():
    pieces = {FOOT: GROUND, GERMAN: NORTH, OTHER: SOUTH}
    t = table("metz", "us-combat", pieces, turn=5, dice=[2, 3], tracks={"air.us": 9})
    t.attack(NORTH, FOOT, air=5)
    assert code(t).endswith("ARI")
    paths = {a.path for a in t.legal("retreat", piece=FOOT)}
    assert all(len(path) == 2 for path in paths)
    t.retreat(FOOT, *min(paths))
    assert t.losses(FOOT) == 1


@pytest.mark.rule("metz-5.3-5")
def test_retreats_cost_no_points():
    t = fight("DRI AVI", at(EAST, TANKS), at(GROUND, GERMAN), "3-1", (1, 1)).retreat(GERMAN, WEST)
    assert t.s.piece(GERMAN).spent == 0
    assert t.allows(action("end-phase")) or t.decision.actions
