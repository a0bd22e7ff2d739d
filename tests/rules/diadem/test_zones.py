"""Zones of engagement (4.1.2): stopping in them and breaking contact."""

import pytest

from asking import zone
from marches import spent, with_points
from tabuleiro.testing import action, table

FOOT, OTHER, MOTORIZED = "us-349-ri", "us-350-ri", "uk-61-bgda"
GERMAN = "de-721-ri"
PLAIN, NEAR, FAR = "0509", "0609", "0608"
"""Clear hexes without roads and rivers: an enemy's, one in his zone, one beyond it."""


def bound(t):
    """The pieces that owe an attack in the combat phase."""
    assert t.phase.endswith("combat")
    assert bool(t.decision.pieces) == bool(t.obligations())
    return set(t.decision.pieces)


ZONE = {"1308": ["1209", "1309"], "1311": ["1211", "1310"], "1108": ["1109"], "1111": ["1110"]}
"""Of a piece at 1210: its hexes, by a hex from which each is entered."""


@pytest.mark.rule("diadem-4.1.2-1", "diadem-4.1.2-2")
@pytest.mark.parametrize(("start", "end"), [(a, b) for a, ends in ZONE.items() for b in ends])
def test_whoever_enters_one_of_the_six_hexes_must_stop(start, end):
    t = table("diadem", "allied-movement", {MOTORIZED: start, "de-art-xiv": "1210"})
    t.go(MOTORIZED, end)
    assert spent(t, MOTORIZED) < 12
    assert t.reach(MOTORIZED) == set()
    assert t.refuses(t.move(MOTORIZED, start)) == "diadem-4.1.2-2"


@pytest.mark.rule("diadem-4.1.2-1")
def test_the_zone_is_the_six_hexes_around():
    t = table("diadem", "allied-movement", {"de-art-xiv": "1210"})
    assert zone(t.s, "axis") == {"1209", "1211", "1109", "1110", "1309", "1310"}
    assert zone(t.s, "axis") == {end for ends in ZONE.values() for end in ends}
    assert zone(t.s, "allied") == set()
    ring = [h for h in t.s.board.grid if t.s.board.grid.distance("1210", h) == 2]
    for place in ring:  # two hexes away nobody has to stop
        outside = next(h for h in t.s.board.grid.neighbours(place) if h not in zone(t.s, "axis"))
        t.set("allied-movement", {MOTORIZED: outside, "de-art-xiv": "1210"})
        t.go(MOTORIZED, place).go(MOTORIZED, outside)


@pytest.mark.rule("diadem-4.1.2-2")
def test_a_path_ends_in_the_first_hex_of_a_zone():
    t = table("diadem", "allied-movement", {FOOT: "0607", GERMAN: PLAIN})
    assert t.refuses(t.move(FOOT, "0608", "0508", "0408")) == "diadem-4.1.2-2"
    assert "must stop in 0508" in t.why(t.move(FOOT, "0608", "0508", "0408"))
    t.go(FOOT, "0608", "0508")
    assert spent(t, FOOT) < 6
    assert t.reach(FOOT) == set()


@pytest.mark.rule("diadem-4.1.2-3")
@pytest.mark.parametrize(
    ("enemy", "end", "start"),
    [
        ("1107", "1207", "1307"),  # over the Gari and the Gustav Line
        ("0908", "0809", "0810"),  # over the Liri
        ("0609", "0709", "0710"),  # over the Hitler-Senger Line
        ("0510", "0509", "0508"),  # from a mountain
        ("0510", "0511", "0512"),  # from mountain to mountain
    ],
)
@pytest.mark.parametrize("friends", [False, True], ids=["empty", "friends"])
def test_nothing_between_them_weakens_a_zone(enemy, end, start, friends):
    places = {MOTORIZED: start, GERMAN: enemy, **({FOOT: end} if friends else {})}
    t = table("diadem", "allied-movement", places)
    t.go(MOTORIZED, end)
    assert t.reach(MOTORIZED) == set()
    assert t.refuses(t.move(MOTORIZED, start)) == "diadem-4.1.2-2"


@pytest.mark.rule("diadem-4.1.2-4")
def test_engagement_is_mutual():
    """Monte Cassino at the start: each of both pays for breaking contact, and each is bound."""
    places = {"de-4-rpqd": "1006", "pl-1-bgda": "1105"}
    t = table("diadem", "allied-movement", places).go("pl-1-bgda", "1205")
    assert spent(t, "pl-1-bgda") == 1 + 1
    t = table("diadem", "axis-movement", places, turn=1).go("de-4-rpqd", "0906")
    assert spent(t, "de-4-rpqd") == 1 + 1
    for side, piece in (("allied", FOOT), ("axis", GERMAN)):
        assert bound(table("diadem", f"{side}-combat", {FOOT: NEAR, GERMAN: PLAIN})) == {piece}


@pytest.mark.rule("diadem-4.1.2-6")
def test_an_engaged_piece_withdraws_or_attacks():
    t = table("diadem", "allied-movement", {FOOT: NEAR, GERMAN: PLAIN}).end()
    assert bound(t) == {FOOT}
    assert t.refuses(action("end-phase")) == "diadem-5.0-2"
    t.attack(PLAIN, FOOT)
    t = table("diadem", "allied-movement", {FOOT: NEAR, GERMAN: PLAIN}).go(FOOT, "0708").end()
    assert bound(t) == set()
    assert t.end().phase == "axis-movement"


@pytest.mark.rule("diadem-4.1.2-7")
def test_breaking_contact_costs_one_point_once():
    t = table("diadem", "allied-movement", {FOOT: NEAR, GERMAN: PLAIN})
    assert spent(t.go(FOOT, "0708"), FOOT) == 2
    assert spent(t.go(FOOT, FAR), FOOT) == 3
    t = table("diadem", "allied-movement", {FOOT: NEAR, GERMAN: PLAIN})
    assert spent(t.go(FOOT, "0708", FAR), FOOT) == 3
    t = with_points(FOOT, 2, {FOOT: NEAR, GERMAN: PLAIN})
    assert t.refuses(t.move(FOOT, "0708", FAR)) == "diadem-4.0-2"
    assert t.reach(FOOT) == {"0508", "0608", "0610", "0708", "0709"}
    t = with_points(FOOT, 1, {FOOT: NEAR, GERMAN: PLAIN})
    assert t.refuses(t.move(FOOT, "0708")) == "diadem-4.0-2"
    assert t.reach(FOOT) == set()


@pytest.mark.rule("diadem-4.1.2-14")
def test_whoever_cannot_disengage_must_attack():
    around = ["0508", "0608", "0708", "0709", "0610", PLAIN]
    germans = [GERMAN, "de-191-ri", "de-194-ri", "de-211-ri", "de-267-ri", "de-274-ri"]
    t = table("diadem", "allied-movement", {FOOT: NEAR, **dict(zip(germans, around, strict=True))})
    assert t.legal(piece=FOOT) == []
    assert bound(t.end()) == {FOOT}
    assert not t.allows(action("end-phase"))


@pytest.mark.rule("diadem-4.1.2-14")
def test_whoever_cannot_pay_for_disengaging_must_attack():
    """Two mountains for 3 are free, but 3 points are left, and breaking contact costs 1."""
    germans = {GERMAN: "0409", "de-191-ri": "0508", "de-194-ri": "0609", "de-211-ri": "0610"}
    t = with_points(FOOT, 3, {FOOT: PLAIN, **germans})
    assert t.legal(piece=FOOT) == []
    for mountain in ("0410", "0510"):
        assert t.refuses(t.move(FOOT, mountain)) == "diadem-4.0-2"
    assert bound(t.end()) == {FOOT}
    t = with_points(FOOT, 4, {FOOT: PLAIN, **germans})
    assert t.reach(FOOT) == {"0410", "0510"}


@pytest.mark.rule("diadem-4.1.2-15")
def test_no_path_leads_into_or_through_an_enemy_hex():
    t = table("diadem", "allied-movement", {FOOT: FAR, OTHER: NEAR, GERMAN: PLAIN})
    assert t.refuses(t.move(OTHER, PLAIN)) == "diadem-4.1.2-15"
    assert t.refuses(t.move(OTHER, PLAIN, "0510")) == "diadem-4.1.2-15"
    assert t.refuses(t.move(FOOT, "0508", PLAIN)) == "diadem-4.1.2-15"
    assert PLAIN not in t.reach(FOOT) | t.reach(OTHER)


@pytest.mark.rule("diadem-4.1.2-15")
def test_no_advance_leads_into_an_enemy_hex():
    victor = "uk-26-bgda-blda"
    places = {victor: NEAR, GERMAN: {"place": PLAIN, "losses": 1}}
    t = table("diadem", "allied-combat", places, dice=[1, 2]).attack(PLAIN, victor)
    assert t.place(GERMAN) == "dead"  # 7 to 2: 3-1, DRB AVB
    assert t.allows(action("advance", victor, (PLAIN, "0409")))
    places["de-191-ri"] = "0409"
    t = table("diadem", "allied-combat", places, dice=[1, 2]).attack(PLAIN, victor)
    assert t.refuses(action("advance", victor, (PLAIN, "0409"))) == "diadem-4.1.2-15"
    assert t.allows(action("advance", victor, (PLAIN,)))


@pytest.mark.rule("diadem-4.1.2-15")
def test_no_retreat_leads_into_an_enemy_hex():
    places = {"us-349-ri": NEAR, "us-350-ri": NEAR, "pl-1-bgda": NEAR, GERMAN: PLAIN}
    t = table("diadem", "allied-combat", places, dice=[1, 2])
    t.attack(PLAIN, *list(places)[:3])  # 10 to 3: 3-1, DRB AVB
    assert t.decision.actions == ("retreat",)
    assert t.refuses(action("retreat", GERMAN, (NEAR,))) == "diadem-5.3-1"
    assert t.allows(action("retreat", GERMAN, ("0409",)))


@pytest.mark.rule("diadem-4.1.2-16")
@pytest.mark.parametrize("end", ["0508", "0610"])
def test_a_piece_may_slide_along_the_front_by_one_hex(end):
    t = table("diadem", "allied-movement", {FOOT: NEAR, GERMAN: PLAIN})
    assert t.refuses(t.move(FOOT, end, "0408" if end == "0508" else "0510")) == "diadem-4.1.2-2"
    t.go(FOOT, end)
    assert (spent(t, FOOT), t.reach(FOOT)) == (2, set())
    assert bound(t.end()) == {FOOT}


@pytest.mark.rule("diadem-4.1.2-17")
def test_whoever_is_not_moving_has_no_duty():
    """An Allied piece below a German in the mountains: bound in its own phases only."""
    places = {FOOT: PLAIN, GERMAN: "0510"}
    t = table("diadem", "axis-movement", {**places, "de-200-rpzgr": "dead", "de-361-rpzgr": "dead"})
    assert (t.decision.side, t.obligations()) == ("axis", "")
    assert bound(t.end()) == set()
    assert t.end().phase == "allied-movement"
    assert bound(t.end()) == {FOOT}
