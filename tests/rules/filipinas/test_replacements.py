"""Replacement points: restoring, rebuilding, fusion, rest (filipinas 8.0)."""

from functools import cache

import pytest

from filipinas_scenes import jp, us
from tabuleiro.rules.victory.scoring import score
from tabuleiro.testing import action

DDD, DDD2, TG, CVE, DCR, COMB = (
    "us-ddd-23", "us-ddd-25", "us-tg-38-3", "us-dpa-22", "us-dcr-4", "us-comb-6",
)  # fmt: skip
RI = ("us-19-ri", "us-21-ri", "us-34-ri")
GROUPS = ("us-3-gpo", "us-312-gpo", "us-417-gpo", "us-5-gpo", "us-22-gpo", "us-43-gpo")
PORT, FIELD = "us-fleet", "4438"


def hurt(place):
    return {"place": place, "losses": 1}


def points(**kinds):
    return {f"us-{kind}.us": n for kind, n in kinds.items()}


def phase1(pieces, **kinds):
    tracks = points(**{"naval": 0, "air": 0, **kinds})
    return arrived(us("reinforcement", pieces, tracks=tracks, turn=2))


def arrived(t):
    """All reinforcements of the turn go where they go by themselves."""
    while t.top in {"arrive", "load-decks"}:
        t.end()
    return t


def phase5(pieces, turn=2, **kinds):
    more = kinds.pop("more", {})
    return us(
        "movement", pieces, tracks=points(**{"land": 0, "air": 0, **kinds}), turn=turn, **more
    )


def left(t, kind):
    return t.s.position.tracks[f"us-{kind}.us"]


def restore(t, *pieces):
    for piece in pieces:
        t.act("restore-unit", piece)
    return t


def rebuild(t, piece, to=PORT, *, whole=False):
    return t.act("rebuild-unit", piece, to, whole=whole)


@pytest.mark.rule("filipinas-ex-8.0")
@pytest.mark.rule("filipinas-8.0-3")
def test_three_land_points_are_three_regiments():
    t = phase5(dict.fromkeys(RI, hurt("4438")) | {"us-17-ri": hurt("4338")}, land=3)
    restore(t, *RI)
    assert [t.losses(unit) for unit in RI] == [0, 0, 0]
    assert left(t, "land") == 0
    dead = phase5({RI[0]: hurt("4438"), RI[1]: "dead"}, land=3)
    assert dead.refuses(action("rebuild-unit", RI[1], "army-6")) == "filipinas-8.0-3"


@pytest.mark.rule("filipinas-8.0-4")
def test_who_was_shot_down_in_this_half_and_comes_back_flies_no_more():
    group, place = GROUPS[0], "3729"
    flying = {"piece": group, "hex": place, "mission": "intercept", "role": "fighter"}
    seen = {"side": "us", "hex": place, "errand": "intercept", "letter": "A",
            "flights": [["fighter", "fighter", 1]]}  # fmt: skip
    more = {"control": {FIELD: "us"}, "facts": {"sorties": {group: flying}, "missions": [seen]}}
    lost = {"place": "dead", "marks": [f"fell-{FIELD}", "flown"]}
    t = rebuild(phase5({group: lost}, air=2, more=more), group, FIELD)
    assert (t.place(group), t.s.marked(group, "flown")) == (FIELD, False)
    assert "sorties" not in t.s.position.facts
    assert not any(t.game.ruleset.hook.invariants(s=t.s))


@pytest.mark.rule("filipinas-ex-8.0")
@pytest.mark.rule("filipinas-8.0-4")
def test_six_air_points():
    t = restore(phase5(dict.fromkeys(GROUPS, hurt(FIELD)), air=6), *GROUPS)
    assert left(t, "air") == 0
    lost = {"place": "dead", "marks": [f"fell-{FIELD}"]}
    ours = {"control": {FIELD: "us"}}
    t = phase5({GROUPS[0]: lost, **dict.fromkeys(GROUPS[1:5], hurt("4437"))}, air=6, more=ours)
    homes = {deed.to for deed in t.legal("rebuild-unit")}
    rebuild(t, GROUPS[0], homes.pop(), whole=True)
    assert (t.losses(GROUPS[0]), left(t, "air")) == (0, 4)
    restore(t, *GROUPS[1:5])
    assert left(t, "air") == 0
    t = phase5(dict.fromkeys(GROUPS[:3], lost), air=6, more=ours)
    for group in GROUPS[:3]:
        rebuild(t, group, t.legal("rebuild-unit", piece=group)[0].to, whole=True)
    assert left(t, "air") == 0
    t = phase5({GROUPS[0]: lost}, air=1, more=ours)
    rebuild(t, GROUPS[0], t.legal("rebuild-unit")[0].to)
    assert (t.losses(GROUPS[0]), left(t, "air")) == (1, 0)


@pytest.mark.rule("filipinas-15.2.2-2")
def test_a_rebuilt_ship_counts_for_all_and_which_it_is_is_told_to_nobody():
    """Two destroyers were sunk, 5 points each; one of them is rebuilt and hidden in port."""
    both = {DDD: "dead", DDD2: "dead"}
    matches = [rebuild(phase1(both, naval=2), ship) for ship in (DDD, DDD2)]
    for t in matches:
        for seen in (t.s, *(t.game.belief(side).s for side in ("us", "jp", ""))):
            sunk = [line for line in score(seen) if line.rule == "filipinas-15.2.2-2"]
            assert sum(line.points for line in sunk) == 10
            assert seen.position.facts["rebuilt"] == {"us": {"destroyers": 1}}


@pytest.mark.rule("filipinas-ex-8.0")
@pytest.mark.rule("filipinas-8.0-5")
def test_two_naval_points():
    t = rebuild(phase1({DDD: "dead"}, naval=2), DDD, whole=True)
    assert (t.place(DDD), t.losses(DDD), left(t, "naval")) == (PORT, 0, 0)
    t = rebuild(phase1({DDD: "dead", COMB: "dead"}, naval=2), DDD)
    assert (t.losses(DDD), left(t, "naval")) == (1, 1)
    t = restore(phase1({DDD: hurt(PORT), CVE: hurt(PORT)}, naval=2), DDD, CVE)
    assert left(t, "naval") == 0
    s = t.s
    light = next(p for p in s.position.pieces
                 if p.startswith("us-dcr") and s.counter(p).value("combat") == 5)  # fmt: skip
    t = restore(phase1({light: hurt(PORT)}, naval=2), light)
    assert (t.losses(light), left(t, "naval")) == (0, 0)
    for ship, whole, price in ((TG, True, 3), (COMB, True, 2), (COMB, False, 1)):
        t = rebuild(phase1({ship: "dead"}, naval=3), ship, whole=whole)
        assert left(t, "naval") == 3 - price, ship


@pytest.mark.rule("filipinas-8.0-2")
@pytest.mark.rule("filipinas-3.0-4")
@pytest.mark.rule("filipinas-3.0-8")
def test_ships_and_decks_in_phase_one_land_and_fields_in_phase_five():
    pieces = {
        DDD: hurt(PORT),
        "us-90-gpo": hurt("biak"),
        RI[0]: hurt("4438"),
        GROUPS[0]: hurt(FIELD),
    }
    t = phase1(pieces, naval=5, air=5, land=5)
    assert {deed.piece for deed in t.legal("restore-unit")} == {DDD, "us-90-gpo"}
    assert t.refuses(action("restore-unit", GROUPS[0])) == "filipinas-8.0-2"
    t = phase5(pieces, naval=5, air=5, land=5)
    assert {deed.piece for deed in t.legal("restore-unit")} == {RI[0], GROUPS[0]}
    assert t.refuses(action("restore-unit", DDD)) == "filipinas-8.0-2"


@pytest.mark.rule("filipinas-8.0-7")
def test_two_reduced_ones_make_a_whole_one():
    s = us("movement").s
    same = [p for p in s.position.pieces
            if s.counter(p).model == "P-38" and p.startswith("us-")][:2]  # fmt: skip
    t = phase5({**dict.fromkeys(same, hurt(FIELD)), GROUPS[0]: hurt(FIELD)}, air=0)
    assert t.refuses(action("fuse-units", same[0], GROUPS[0])) == "filipinas-8.0-7"
    t.act("fuse-units", same[0], same[1])
    assert (t.losses(same[0]), t.place(same[1]), left(t, "air")) == (0, "dead", 0)
    apart = phase5({same[0]: hurt(FIELD), same[1]: hurt("4437"), GROUPS[0]: hurt(FIELD)}, air=1)
    assert apart.refuses(action("fuse-units", *same)) == "filipinas-8.0-7"
    t = phase1({DDD: hurt(PORT), DDD2: hurt(PORT)}, naval=0).act("fuse-units", DDD, DDD2)
    assert (t.losses(DDD), t.place(DDD2)) == (0, "dead")


def enemy_points(t):
    """What Japan scores for ships."""
    return sum(line.points for line in score(t.s) if line.rule == "filipinas-15.2.2-2")


@pytest.mark.rule("filipinas-15.2.2-2", "filipinas-8.0-7")
def test_a_ship_that_comes_back_was_sunk_all_the_same_and_a_fused_one_never():
    t = phase1({DDD: "dead"}, naval=2)
    before = enemy_points(t)
    assert before > 0
    rebuild(t, DDD, whole=True)
    assert (t.place(DDD), enemy_points(t)) == (PORT, before)
    t = phase1({DDD: hurt(PORT), DDD2: hurt(PORT)}, naval=2).act("fuse-units", DDD, DDD2)
    assert enemy_points(t) == 0
    rebuild(t, DDD2, whole=True)
    assert enemy_points(t) == 0


@pytest.mark.rule("filipinas-8.0-8")
def test_restored_troops_stay_away_from_the_enemy():
    t = phase5({RI[0]: hurt("4438"), "jp-9-ri": "4336"}, land=1)
    assert "4437" in t.s.board.grid.neighbours("4336")
    restore(t, RI[0])
    assert t.top == "movement-phase"
    zone = set(t.s.board.grid.neighbours("4336"))
    assert not t.reach(RI[0]) & zone
    free = phase5({RI[0]: "4438", "jp-9-ri": "4336"})
    assert free.reach(RI[0]) & zone
    near = phase5({RI[0]: hurt("4437"), RI[1]: hurt("4439"), "jp-9-ri": "4336"}, land=2)
    assert near.refuses(action("restore-unit", RI[0])) == "filipinas-8.0-8"


@pytest.mark.rule("filipinas-8.0-9")
def test_restored_ships_sail_at_once():
    pieces = {DDD: hurt(PORT), "us-task-force-a": PORT}
    t = restore(phase1(pieces, naval=1), DDD)
    while t.phase == "us-reinforcement":
        t.end()
    t.act("form-force").act("join-force", DDD)


@pytest.mark.rule("filipinas-8.0-10")
def test_points_are_kept():
    t = phase1({DDD: hurt(PORT)}, naval=3)
    t.end()
    assert left(t, "naval") == 3


@pytest.mark.rule("filipinas-8.0-11")
def test_a_transport_that_lands_brings_replacements_for_one_unit():
    fed = {RI[0]: ["us-374-gpo", True], RI[1]: ["us-374-gpo", True], RI[2]: ["us-317-gpo", False]}
    t = phase5(dict.fromkeys(RI, hurt("4438")), land=3, more={"facts": {"air-fed-us": fed}})
    assert t.refuses(action("restore-unit", RI[2])) == "filipinas-8.0-11"
    restore(t, RI[0])
    assert t.top == "movement-phase"  # the other gets nothing more from that transport
    assert t.losses(RI[1]) == 1


@pytest.mark.rule("filipinas-8.0-12")
def test_air_units_come_back_where_they_fell():
    lost = {GROUPS[0]: {"place": "dead", "marks": [f"fell-{field()}"]}}
    ours = {field(): "us"}
    t = phase5(lost, air=2, more={"control": ours})
    assert {deed.to for deed in t.legal("rebuild-unit")} == {field()}
    hurt_field = {"control": ours, "marks": {field(): ["airfield-damaged-2"]}}
    t = phase5(lost, air=2, more=hurt_field)
    assert t.refuses(action("rebuild-unit", GROUPS[0], field())) == "filipinas-8.0-12"
    assert {deed.to for deed in t.legal("rebuild-unit")} == {"army-6"}
    t = phase5(lost, air=2)
    assert field() not in {deed.to for deed in t.legal("rebuild-unit")}  # captured


@cache
def field():
    """A printed airfield of Leyte."""
    board = us("movement").s.board
    places, leyte = board.places.values(), board.regions["leyte"].hexes
    return next(p.hex for p in places if p.kind == "airfield" and p.hex in leyte)


@pytest.mark.rule("filipinas-8.0-13")
def test_the_australians_recover_nothing():
    t = phase1({"au-dcr": hurt(PORT), DDD: hurt(PORT)}, naval=9)
    assert t.refuses(action("restore-unit", "au-dcr")) == "filipinas-8.0-13"
    assert {deed.piece for deed in t.legal("restore-unit")} == {DDD}


@pytest.mark.rule("filipinas-8.0-14")
def test_the_filipino_regiment_recovers_by_rest():
    t = phase5({"ph-1-ri": hurt("4438"), "us-comb-6": "off"})
    while not (t.s.turn == 3 and t.phase == "us-movement"):
        assert t.losses("ph-1-ri") == 1
        t.end()
    assert t.losses("ph-1-ri") == 0
    assert left(t, "land") >= 0
    t = phase5({"ph-1-ri": hurt("4438"), "jp-9-ri": "4439", "jp-20-ri": "4337"})
    assert "resting" not in t.s.piece("ph-1-ri").marks


@pytest.mark.rule("filipinas-8.0-15")
def test_the_mexicans_use_american_points():
    t = restore(phase5({"mx-201-esq": hurt(FIELD)}, air=2), "mx-201-esq")
    assert left(t, "air") == 1


@pytest.mark.rule("filipinas-8.0-16")
def test_points_of_one_kind_are_for_that_kind():
    t = phase5({RI[0]: hurt("4438"), GROUPS[0]: hurt(FIELD)}, air=1)
    assert t.refuses(action("restore-unit", RI[0])) == "filipinas-8.0-16"
    assert {deed.piece for deed in t.legal("restore-unit")} == {GROUPS[0]}


@pytest.mark.rule("filipinas-10.3-3")
@pytest.mark.rule("filipinas-10.3-4")
def test_without_supply_there_are_no_replacements():
    hungry = {"losses": 1, "marks": ["out-of-supply"]}
    pieces = {RI[0]: {"place": "4438", **hungry}, GROUPS[0]: {"place": FIELD, **hungry},
              RI[1]: hurt("4438")}  # fmt: skip
    t = phase5(pieces, land=2, air=2)
    assert t.refuses(action("restore-unit", RI[0])) == "filipinas-10.3-3"
    assert t.refuses(action("restore-unit", GROUPS[0])) == "filipinas-10.3-4"


@pytest.mark.rule("filipinas-4.2.2-5")
def test_who_was_to_leave_comes_back_no_more():
    pieces = {"us-ddd-47": "dead", DDD: "dead"}
    t = arrived(us("reinforcement", pieces, turn=1, tracks=points(naval=4)))
    assert "us-ddd-47" in {deed.piece for deed in t.legal("rebuild-unit")}
    t = arrived(us("reinforcement", pieces, turn=2, tracks=points(naval=4)))
    assert {deed.piece for deed in t.legal("rebuild-unit")} == {DDD}


def test_the_japanese_have_points_of_their_own():
    t = arrived(jp("reinforcement", {"jp-ddd-2": hurt("jp-fleet")}, tracks={"jp-naval.jp": 1}))
    t.act("restore-unit", "jp-ddd-2")
    assert t.s.position.tracks["jp-naval.jp"] == 0
