"""Section 5.1.2: columns for the terrain of the defender, and armour against mountains."""

import pytest

from battles import at, base, battle, blamed, column, shifts
from tabuleiro.rules.combat.advance import Advance
from tabuleiro.testing import action, table

TANKS = "uk-26-bgda-blda"


def attacked(target, *origins, odds="2-1", defender="de-131-ri"):
    """An attack on a hex from others, one piece in each."""
    pieces = ("uk-11-bgda", "pl-1-bgda", "us-337-ri")
    attackers = dict(zip(pieces, origins, strict=False))
    return battle(attackers, at(target, defender), odds, target=target)


@pytest.mark.rule("diadem-5.1.2-1")
@pytest.mark.parametrize(
    ("target", "origins", "columns", "end"),
    [
        ("0907", ["1007", "1008"], 0, "2-1"),  # clear
        ("0911", ["0910"], 2, "1-2"),  # city
        ("0411", ["0511"], 3, "1-3"),  # mountain
        ("0710", ["0709", "0810"], 3, "1-3"),  # city in mountain
    ],
)
def test_terrain_of_the_defender_shifts_to_the_left(target, origins, columns, end):
    t = attacked(target, *origins)
    assert base(t) == "2-1"
    assert shifts(t) == ([("defender", columns)] if columns else [])
    assert column(t) == end


@pytest.mark.rule("diadem-5.1.2-2")
@pytest.mark.parametrize(
    ("target", "origin"),
    [
        ("1007", "1006"),  # from a mountain into the open
        ("0910", "0911"),  # from a city
        ("0709", "0710"),  # from a city in the mountains
    ],
)
def test_terrain_of_the_attacker_gives_nothing(target, origin):
    t = attacked(target, origin)
    assert shifts(t) == []
    assert column(t) == "2-1"


@pytest.mark.rule("diadem-5.1.2-6", "diadem-5.1.2-9")
@pytest.mark.parametrize(
    ("target", "origins", "columns"),
    [
        ("0604", ["0504", "0503"], 2),  # a city behind a river: not 4
        ("1006", ["1105"], 4),  # a mountain behind a fortified line: not 7
        ("1006", ["1105", "1106"], 3),  # through the line and past it: the mountain alone
        ("1106", ["1206"], 4),  # a city behind a river and a fortified line: not 8
    ],
)
def test_best_terrain_alone_counts(target, origins, columns):
    t = attacked(target, *origins, odds="5-1")
    assert shifts(t) == [("defender", columns)]


@pytest.mark.rule("diadem-5.1.2-7")
@pytest.mark.parametrize(
    ("origins", "columns"),
    [(["0809", "0907"], 0), (["0809", "0708"], 2), (["0809"], 2), (["0907"], 0)],
)
def test_river_counts_if_all_cross_it(origins, columns):
    t = attacked("0808", *origins)
    assert shifts(t) == ([("defender", columns)] if columns else [])
    assert column(t) == ("1-2" if columns else "2-1")


@pytest.mark.rule("diadem-5.1.2-7")
def test_guns_do_not_cross_the_river():
    t = battle(at("0809", "uk-11-bgda"), at("0808", "de-131-ri"), "2-1", target="0808",
               guns=at("0909", "uk-art-x"))  # fmt: skip
    assert shifts(t) == [("defender", 2)]


@pytest.mark.rule("diadem-5.1.2-8")
def test_bridge_leaves_the_river_to_the_defender():
    t = battle(at("1106", "de-9-rpzgr", "de-104-rpzgr"), at("1206", "uk-11-bgda"),
               side="axis", target="1206")  # fmt: skip
    assert t.s.board.road_between("1106", "1206", "road")
    assert base(t) == "2-1"
    assert shifts(t) == [("defender", 2)]
    assert column(t) == "1-2"


@pytest.mark.rule("diadem-5.1.2-10")
def test_shifts_stop_at_the_first_column():
    attackers = at("0511", "us-337-ri")
    t = battle(attackers, at("0411", "de-1-rpqd"), target="0411")
    assert (base(t), shifts(t), column(t)) == ("1-2", [("defender", 3)], "1-4")


# -------------------------------------------------------------- armour and mountains


@pytest.mark.rule("diadem-5.1.2-3")
def test_armour_does_not_attack_mountains():
    pieces = {**at("1106", TANKS, "uk-11-bgda"), **at("1006", "de-131-ri")}
    t = table("diadem", "allied-combat", pieces)
    t.declare("1006", "uk-11-bgda")
    assert t.refuses(action("join", TANKS)) == "diadem-5.1.2-3"
    assert action("join", TANKS) not in t.legal()
    t.do(action("confirm"))
    assert t.told()["battle"]["attackers"] == ("uk-11-bgda",)


@pytest.mark.rule("diadem-5.1.2-3", "diadem-5.1.2-4", "diadem-5.0-2", "diadem-5.0-8")
def test_armour_facing_mountains_owes_no_attack():
    pieces = {**at("1106", TANKS), **at("1006", "de-131-ri")}
    t = table("diadem", "allied-combat", pieces)
    t.refuses(action("assault", "1006"))
    assert t.obligations() == ""
    assert t.end().phase == "axis-movement"


@pytest.mark.rule("diadem-5.1.2-4")
def test_armour_facing_mountains_and_a_plain_owes_the_attack_on_the_plain():
    pieces = {**at("1106", TANKS), **at("1006", "de-131-ri"), **at("1007", "de-191-ri")}
    t = table("diadem", "allied-combat", pieces)
    assert blamed(t.check(action("end-phase"))) == {TANKS}
    assert not t.legal("assault", hex="1006")
    assert t.allows(action("assault", "1007"))


@pytest.mark.rule("diadem-5.1.2-4")
def test_armour_facing_mountains_stops_and_breaks_contact():
    t = table("diadem", "allied-movement", {**at("1107", TANKS), **at("1006", "de-131-ri")})
    assert t.refuses(t.move(TANKS, "1106", "1206")) == "diadem-4.1.2-2"
    t.go(TANKS, "1106").end()
    assert t.end().phase == "axis-movement"
    assert t.place(TANKS) == "1106"

    spent = {}
    for neighbour in ("1006", "0805"):  # next to it, or far away
        pieces = {**at("1106", TANKS), **at(neighbour, "de-131-ri")}
        t = table("diadem", "allied-movement", pieces).go(TANKS, "1107")
        spent[neighbour] = t.s.piece(TANKS).spent
    assert spent["1006"] == spent["0805"] + 2  # one point, in halves


@pytest.mark.rule("diadem-5.1.2-5")
def test_armour_attacks_cities_in_the_mountains():
    t = battle(at("0709", TANKS), at("0710", "de-131-ri"), "2-1", target="0710")
    assert t.told()["battle"]["attackers"] == (TANKS,)
    assert shifts(t) == [("defender", 3)]


APART = {"armour-beside-mountains": False}


@pytest.mark.rule("diadem-5.1.2-4")
def test_by_the_option_armour_does_not_stop_beside_enemies_on_mountains():
    pieces = {**at("1107", TANKS, "uk-11-bgda"), **at("1006", "de-131-ri")}
    t = table("diadem", "allied-movement", pieces, options=APART)
    assert t.refuses(t.move(TANKS, "1106")) == "diadem-5.1.2-4"
    assert not t.reach(TANKS) & {"1106", "1105", "1007"}
    assert t.allows(t.move("uk-11-bgda", "1106"))
    t.set("allied-movement", {**pieces, **at("1008", "de-131-ri")})
    assert t.allows(t.move(TANKS, "1007"))  # beside enemies on a plain it stops
    t = table("diadem", "allied-movement", {**pieces, **at("1106", TANKS)}, options=APART)
    assert t.end().end().phase == "axis-movement"  # whoever is there may stay
    assert t.place(TANKS) == "1106"


@pytest.mark.rule("diadem-5.1.2-4")
@pytest.mark.parametrize("options", [{}, APART])
def test_by_the_option_armour_does_not_advance_beside_enemies_on_mountains(options):
    def paths(driven_to, **others):
        pieces = {TANKS: "1107", "de-211-ri": "1007", **others}
        t = table("diadem", "allied-combat", pieces, tracks={"air.allied": 20}, dice=(1, 1),
                  options={"duty": "warn-and-release", **options})  # fmt: skip
        t.attack("1007", TANKS, air=2).retreat("de-211-ri", driven_to)
        found = {action.path for action in t.legal("advance")}
        if found and ("1007",) not in found:
            assert t.refuses(Advance(TANKS, ("1007",))) == "diadem-5.1.2-4"
        return found

    beyond = {("1007", "1106"), ("1007", "1008"), ("1007", "0906"), ("1007", "0907")}
    # Out of sight of any mountain that is held.
    assert paths("0907") == {("1007",)} | beyond - {("1007", "0907")}
    # To a mountain: past the empty hex the tanks may go where it is not next to them.
    far = {("1007", "1008"), ("1007", "0907")}
    assert paths("1006") == (far if options else {("1007",)} | beyond)
    # Somebody else on a mountain: his zone stops them in the first hex.
    assert paths("0907", **{"de-131-ri": "1006"}) == (set() if options else {("1007",)})
