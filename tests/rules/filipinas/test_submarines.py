"""Section 7.5: stations, patrol areas, the dummy, torpedoes."""

import pytest

from filipinas_war import action, at_sea, levels, said, same_for, scene, seen, weather
from tabuleiro.testing import step, table

FORCE, US_FORCE = "jp-task-force-a", "us-task-force-a"
SUB, DUMMY, SECOND = "us-dsb-1", "us-dsb-9", "us-dsb-2"
WAY = ("0139", "0239", "0339", "0439", "0539")
"""From the western edge into the Sulu Sea; the third is three hexes from the station."""
STATION = "0639"
EXAMPLE = ("jp-den-1", "jp-dpa-4", "jp-dcr-4", "jp-dcr-31", "jp-ddd-2", "jp-ddd-4")
"""9-0-0, 8-2-0, 6-0-0, 4-0-0 and two of 2-0-0."""


def forming(*ships, subs=None, dice=(), hurt=(), **more):
    """Japan forms a force of these ships; American submarines lie where they are told."""
    pools = {FORCE: "jp-fleet", **dict.fromkeys(ships, "jp-fleet")}
    pools |= {piece: {"place": hex, "losses": int(piece in hurt)} for piece, hex in
              (subs or {SUB: STATION}).items()}  # fmt: skip
    t = scene("jp-naval-movement", pools, dice=dice, **more)
    t.act("form-force")
    for ship in ships:
        t.act("join-force", ship)
    return t


def sailed(*ships, way=WAY[:3], **more):
    """The same, after it sailed a way."""
    return forming(*ships, **more).act("sail-force", FORCE, way)


def attacked(*ships, **more):
    """The same, after the submarine attacked."""
    return sailed(*ships, **more).act("torpedo-force", SUB)


# ------------------------------------------------------------------------------ the attack first


@pytest.mark.rule("filipinas-7.5-2")
@pytest.mark.rule("filipinas-7.5.2-10")
def test_a_dummy_looks_like_a_submarine_until_somebody_comes():
    real, false = (forming("jp-ddd-2", subs={SUB: one, DUMMY: other})
                   for one, other in ((STATION, "1230"), ("1230", STATION)))  # fmt: skip
    for t in (real, false):
        assert levels(t, "jp")[SUB] == levels(t, "jp")[DUMMY] == "KIND"
        assert seen(t, "jp", STATION) == ["~american.ship"]
    same_for("jp", real, false)
    way = action("sail-force", FORCE, WAY[:2])
    assert [t.check(way, "jp") for t in (real, false)] == [real.check(way, "jp")] * 2
    for t in (real, false):
        t.do(way)
    same_for("jp", real, false)
    for t in (real, false):
        t.act("sail-force", FORCE, WAY[2:3])
    assert real.place(SUB) == STATION
    assert (real.top, real.decision.side) == ("patrolled", "us")
    assert levels(real, "jp").get(SUB) == "STATE"
    assert false.place(DUMMY) == "us-fleet"  # back to its owner, who was not asked
    assert false.top == "under-way"


@pytest.mark.rule("filipinas-7.5-2")
def test_the_owner_moves_either_unseen():
    start = dict.fromkeys((SUB, DUMMY), "us-fleet")
    real, false = (scene("us-naval-movement", start) for _twice in range(2))
    real.act("station-submarine", SUB, "5530").act("station-submarine", DUMMY, "5430")
    false.act("station-submarine", DUMMY, "5530").act("station-submarine", SUB, "5430")
    for t in (real, false):
        assert {levels(t, "jp")[piece] for piece in start} == {"KIND"}
    same_for("jp", real, false)


# ------------------------------------------------------------------------------ the set-up


def setting_up(number=0):
    """Leyte Gulf, whose forces lie at sea, with so many submarines placed."""
    t = table("filipinas", scenario="leyte-gulf", options={"sealing": "covered"})
    for n in range(number):
        t.do(t.legal("place")[40 * n])
    return t


def ships_seen(t):
    """The American ships that Japan sees, forces by their numbers, and others by their places."""
    seen = t.game.belief("jp").s
    ships = (p.split(".") for p in seen.position.pieces if p.startswith("~american.ship"))
    names = [name for _side, _ship, *name in ships]
    forces = {name[0] for name in names if name[0].startswith("force-")}
    return forces, {name[0] for name in names} - forces


@pytest.mark.rule("filipinas-7.0-6")
@pytest.mark.rule("filipinas-7.5-2")
def test_forces_with_which_a_scenario_begins_pass_for_no_submarines():
    """Neither while these are placed nor afterwards: a force has a number, and they have none."""
    numbers = {f"force-{n}" for n in range(1, 10)}
    assert ships_seen(setting_up()) == (numbers, set())
    t = setting_up(2)
    assert ships_seen(t) == (numbers, set()), "of these nothing is seen before all lie there"
    while t.phase == "setup":
        waiting = t.legal("place")
        t.do(waiting[0] if waiting else action("end-phase"))
    found = {p for p in t.s.position.pieces if "us-task-force" in p and t.s.on_map(p)}
    found -= levels(t, "jp").keys()
    forces, others = ships_seen(t)
    assert len(forces) == len(numbers) - len(found) < len(numbers), "some lie off enemy coasts"
    assert others == {t.place(f"us-dsb-{n}") for n in range(1, 10)}


def test_submarines_begin_in_any_hex_of_the_sea_and_on_no_land():
    t = setting_up()
    assert {deed.hex for deed in t.legal("place", piece="us-dsb-9")} == {*t.s.board.hexes_of("sea")}
    assert t.refuses(action("place", "us-dsb-9", "4437")) == "filipinas-15.1-1"


# ------------------------------------------------------------------------------ stations


@pytest.mark.rule("filipinas-7.5-1")
@pytest.mark.rule("filipinas-12.2-7")
@pytest.mark.rule("filipinas-12.3-7")
def test_the_weather_says_how_far_it_watches():
    for kind, first in (("good", "0339"), ("bad", "0439"), ("monsoon", "0539")):
        t = sailed("jp-ddd-2", way=WAY, facts=weather(kind))
        assert (t.top, t.place(FORCE)) == ("patrolled", first)


@pytest.mark.rule("filipinas-7.5-3")
def test_submarines_stay_on_the_board():
    t = scene("end-of-turn", {SUB: STATION, "jp-dsb-1": "0640"})
    assert t.s.turn == 3
    assert (t.place(SUB), t.place("jp-dsb-1")) == (STATION, "0640")


@pytest.mark.rule("filipinas-7.5-4")
@pytest.mark.rule("filipinas-7.5.2-7")
def test_how_they_sail():
    enemy = ("jp", FORCE, {FORCE: "5432", "jp-ddd-2": f"in:{FORCE}"},
             {"handle": 1, "route": ["5432"], "detected": True})  # fmt: skip
    t = at_sea(
        "us-naval-movement", enemy, pieces={SUB: "us-fleet", SECOND: "us-fleet", "jp-dsb-1": "5430"}
    )
    goals = {move.hex for move in t.legal("station-submarine", piece=SUB)}
    assert "5431" in goals  # a zone does not stop it
    assert "1230" in goals  # the Sulu Sea, past the enemy's submarine
    assert t.refuses(action("station-submarine", SUB, "5432")) == "filipinas-7.5-4"
    assert t.refuses(action("station-submarine", SUB, "4136")) == "filipinas-7.5-4"  # land
    t.act("station-submarine", SUB, "5430")
    assert t.top == "naval-phase"  # the area of another submarine is nothing to it
    assert t.refuses(action("station-submarine", SUB, "5530")) == "filipinas-7.5-4"  # once
    land = scene("us-movement", {SUB: "4840"}, turn=3)
    assert land.refuses(action("station-submarine", SUB, "1230")) == "filipinas-7.5-4"
    again = scene("us-naval-movement", {SUB: "4840"}, turn=3)
    again.act("station-submarine", SUB, "1230")  # from Leyte Gulf
    assert again.place(SUB) == "1230"


@pytest.mark.rule("filipinas-7.5.2-7")
@pytest.mark.rule("filipinas-7.0-4")
def test_ships_pass_over_enemy_submarines():
    t = forming("jp-ddd-2", subs={SUB: "0339"})
    t.act("sail-force", FORCE, WAY)
    while t.top == "patrolled":
        t.act("let-pass", SUB)
    assert t.place(FORCE) == WAY[-1]
    assert "0339" in t.s.position.facts["forces-jp"][FORCE]["route"]


# ------------------------------------------------------------------------------ attacks


@pytest.mark.rule("filipinas-7.5.1-1")
def test_who_enters_the_area_is_found_in_any_weather():
    for kind in ("good", "bad", "monsoon"):
        t = sailed("jp-ddd-2", way=WAY, facts=weather(kind))
        assert t.s.position.facts["forces-jp"][FORCE]["detected"]
        assert levels(t, "us")["jp-ddd-2"] == "STATE"


@pytest.mark.rule("filipinas-7.5.1-2")
@pytest.mark.rule("filipinas-7.5.1-4")
def test_it_may_let_pass_and_the_force_goes_on():
    t = sailed("jp-ddd-2", way=WAY)
    assert t.decision.actions == ("torpedo-force", "let-pass")
    t.act("let-pass", SUB)
    assert (t.top, t.place(FORCE)) == ("patrolled", WAY[3])  # the next hex, the next check
    t.act("let-pass", SUB).act("let-pass", SUB)
    assert (t.top, t.place(FORCE)) == ("under-way", WAY[4])
    assert said(t, "attacks") is None


@pytest.mark.rule("filipinas-7.5.1-3")
def test_the_table_says_how_many_attacks_each_with_a_die():
    t = attacked("jp-den-1", "jp-comb-1", "jp-comb-2", dice=(6, 6, 6))
    assert said(t, "attacks")["attacks"] == 2  # escort -3, die 6
    assert (t.decision.side, t.decision.data["points"]) == ("us", 4)
    assert set(t.decision.pieces) == {"jp-den-1", "jp-comb-1", "jp-comb-2"}
    t.act("hit-ship", "jp-den-1")
    assert t.losses("jp-den-1") == 1


@pytest.mark.rule("filipinas-ex-7.5.2")
@pytest.mark.rule("filipinas-7.5.2-4")
@pytest.mark.rule("filipinas-7.5.2-5")
def test_the_example_of_the_rulebook():
    t = attacked(*EXAMPLE, dice=(4, 5))
    data = said(t, "attacks")
    assert (data["escort"], data["attacks"]) == (-2, 1)  # the text takes two; the table says one
    assert t.decision.data["points"] == 3
    assert t.decision.data["costs"] == {"jp-dcr-4": 3, "jp-dcr-31": 2, "jp-ddd-2": 1, "jp-ddd-4": 1}
    assert t.refuses(action("hit-ship", "jp-den-1")) == "filipinas-7.1.2-23"  # needs four
    t.act("hit-ship", "jp-dcr-4")
    assert (t.losses("jp-dcr-4"), t.s.value("jp-dcr-4", "combat")) == (1, 3)
    t = attacked(*EXAMPLE, dice=(5, 5, 3))
    assert said(t, "attacks")["attacks"] == 2
    t.act("hit-ship", "jp-dcr-31").act("hit-ship", "jp-ddd-2")
    assert [t.s.value(ship, "combat") for ship in ("jp-dcr-31", "jp-ddd-2")] == [2, 1]
    # the second attack has two points: one for the last intact ship that it can hurt
    assert t.losses("jp-ddd-4") == 1
    assert (t.decision.data["points"], t.losses("jp-dcr-4")) == (1, 0)
    assert t.decision.prompt.text == "Give out {points} point of fire among the ships."
    assert t.decision.data["costs"] == {"jp-ddd-2": 1, "jp-ddd-4": 1}


@pytest.mark.rule("filipinas-7.5.2-1")
@pytest.mark.rule("filipinas-7.5.2-2")
def test_the_escort_is_counted_and_none_is_demanded():
    for ships, value in ((("jp-comb-1", "jp-comb-2"), -2), (("jp-ddd-2", "jp-ddd-4"), 2),
                         (("jp-ddd-2", "jp-den-1", "jp-comb-1"), -1)):  # fmt: skip
        assert said(attacked(*ships, dice=(1,)), "attacks")["escort"] == value


@pytest.mark.rule("filipinas-7.5.2-3")
def test_columns_beyond_the_ends_are_the_ends():
    many = ("jp-comb-1", "jp-comb-2", "jp-comb-3", "jp-comb-4", "jp-comb-5")
    assert said(attacked(*many, dice=(5, 1, 1)), "attacks")["code"] == "2"
    four = ("jp-ddd-2", "jp-ddd-4", "jp-ddd-7", "jp-ddd-17")
    assert said(attacked(*four, dice=(6, 1)), "attacks")["code"] == "1"
    assert said(attacked(*four, dice=(4,)), "attacks")["code"] == "0"


@pytest.mark.rule("filipinas-7.5.2-5")
def test_a_reduced_ship_is_sunk_only_if_no_intact_one_takes_the_points():
    t = attacked("jp-den-1", "jp-ddd-2", dice=(6, 5, 1), hurt=())
    assert said(t, "attacks")["escort"] == 0
    assert t.losses("jp-ddd-2") == 1  # a battleship needs four of three points
    assert t.losses("jp-den-1") == 0


@pytest.mark.rule("filipinas-7.5.2-6")
def test_an_asterisk_costs_the_submarine_a_loss():
    t = attacked("jp-ddd-2", dice=(1,))
    assert said(t, "attacks")["code"] == "0*"
    assert t.losses(SUB) == 1
    t = attacked("jp-ddd-2", dice=(1,), hurt=(SUB,))
    assert t.place(SUB) == "dead"
    alone = attacked("jp-ddd-2", dice=(1,), options={"submarine-losses": "submarines"})
    assert alone.losses(SUB) == 0
    mixed = attacked("jp-ddd-2", dice=(1,), options={"submarine-losses": "submarines"},
                     subs={SUB: STATION, "jp-dsb-1": WAY[2]})  # fmt: skip
    assert mixed.losses(SUB) == 1


@pytest.mark.rule("filipinas-7.5.1-5")
@pytest.mark.rule("filipinas-7.5.2-8")
def test_each_hex_is_a_check_before_the_next_is_entered():
    t = sailed("jp-ddd-2", "jp-ddd-4", "jp-den-1", way=WAY, dice=(6, 1))
    t.act("torpedo-force", SUB)
    hit = [ship for ship in ("jp-ddd-2", "jp-ddd-4") if t.losses(ship)]
    assert hit == []  # two of them could take the point
    t.act("hit-ship", "jp-ddd-2")
    assert (t.top, t.place(FORCE)) == ("patrolled", WAY[3])
    t.dice(6, 1).act("torpedo-force", SUB)
    assert t.losses("jp-ddd-4") == 1  # the intact one first


@pytest.mark.rule("filipinas-7.5.2-8")
@pytest.mark.rule("filipinas-7.5.2-9")
def test_each_submarine_checks_each_force_in_each_hex():
    t = sailed("jp-ddd-2", way=WAY, subs={SUB: STATION, SECOND: STATION})
    checks = 0
    while t.top == "patrolled":
        t.act("let-pass", t.decision.pieces[0])
        checks += 1
    assert checks == 2 * 3  # two submarines, three hexes


@pytest.mark.rule("filipinas-7.5.2-9")
def test_with_the_option_each_attacks_a_force_once_a_turn():
    t = sailed("jp-ddd-2", "jp-ddd-4", way=WAY, dice=(3,),
               options={"submarine-attacks": "once-a-turn"})  # fmt: skip
    t.act("torpedo-force", SUB)
    assert (t.top, t.place(FORCE)) == ("under-way", WAY[4])


@pytest.mark.rule("filipinas-7.5.2-12")
def test_submarines_are_no_targets_no_escort_and_no_others():
    own = {SUB: STATION, "jp-dsb-1": WAY[2], "jp-dsb-2": WAY[2]}
    t = attacked("jp-ddd-2", "jp-ddd-4", "jp-comb-1", subs=own, dice=(6, 1))
    assert said(t, "attacks")["escort"] == 1
    assert "jp-dsb-1" not in t.decision.pieces


@pytest.mark.rule("filipinas-7.5-2")
def test_at_the_end_of_the_turn_of_a_side_it_lies_face_down_again():
    t = sailed("jp-ddd-2", way=WAY[:3])
    t.act("let-pass", SUB).act("end-voyage").end()
    while t.phase != "us-reinforcement" and t.s.turn == 2:
        t.do(*t.legal("end-phase")[:1] or t.legal()[:1])
    assert levels(t, "jp")[SUB] == "KIND"


@pytest.mark.rule("filipinas-7.5.2-11")
@pytest.mark.rule("filipinas-7.5-4")
def test_ships_beside_a_hostile_coast_are_found_and_submarines_are_not():
    for kind in ("good", "monsoon"):
        coast = "4537"  # off Tacloban and Dulag
        fleet_ = {US_FORCE: "us-fleet", "us-ddd-23": "us-fleet", SUB: "us-fleet"}
        t = scene("us-naval-movement", fleet_, facts=weather(kind))
        t.act("station-submarine", SUB, coast)
        assert levels(t, "jp")[SUB] == "KIND"
        t.act("form-force").act("join-force", "us-ddd-23")
        leg = next(move for move in t.legal("sail-force") if move.path[-1] == coast)
        t.do(leg)
        assert t.s.position.facts["forces-us"][US_FORCE]["detected"]
        assert levels(t, "jp")[SUB] == "KIND"


def test_who_sees_a_sunk_force_no_more_is_not_asked_about_it():
    """Its letter lies in a box of the enemy again: in the belief of others it has no name."""
    t = scene("jp-naval-movement", {SUB: STATION})
    for kind, more in (("patrolled", ("us", "", (SUB,), True)), ("move-aside", ("",))):
        assert step(kind, *more).decision(t.s) is None
