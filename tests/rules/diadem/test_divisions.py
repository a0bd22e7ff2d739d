"""Section 5.1.4: a column for each division that fights with all its pieces."""

import pytest

from battles import at, base, battle, column, hurt, shift_rules, shifts
from tabuleiro.testing import table

RIGHT, LEFT = ("attacker", 1), ("defender", 1)
FOURTH = ["uk-10-bgda", "uk-12-bgda", "uk-28-bgda"]
GERMAN = {
    "5 DM": ["de-85-rm", "de-100-rm"],
    "44 DI": ["de-hd", "de-131-ri", "de-132-ri"],
    "1 DPQD": ["de-1-rpqd", "de-3-rpqd", "de-4-rpqd"],
    "71 DI": ["de-191-ri", "de-194-ri", "de-211-ri"],
    "94 DI": ["de-267-ri", "de-274-ri", "de-276-ri"],
    "305 DI": ["de-576-ri", "de-577-ri", "de-578-ri"],
    "15 DPzGr": ["de-104-rpzgr", "de-115-rpzgr"],
    "90 DPzGr": ["de-200-rpzgr", "de-361-rpzgr"],
    "26 DPz": ["de-26-rpz", "de-9-rpzgr", "de-67-rpzgr"],
    "29 DPzGr": ["de-15-rpzgr", "de-71-rpzgr"],
    "334 DI": ["de-754-ri", "de-755-ri", "de-756-ri"],
}


def attack_of(*pieces, **more):
    """The shifts in an attack in the open by these pieces, all from one hex."""
    side = "axis" if pieces[0].startswith("de-") else "allied"
    defenders = at("0907", "de-104-rpzgr" if side == "allied" else "us-1108-geng")
    return shifts(battle(at("1007", *pieces), defenders, side=side, **more))


@pytest.mark.rule("diadem-5.1.4-1")
def test_complete_division_attacks():
    t = battle(at("1007", *FOURTH), at("0907", "de-131-ri"))
    assert (base(t), shifts(t), column(t)) == ("2-1", [RIGHT], "3-1")
    assert shift_rules(t) == {"diadem-5.1.4-1"}
    t = battle(at("1007", *FOURTH[:2]), at("0907", "de-191-ri"))
    assert (base(t), shifts(t), column(t)) == ("2-1", [], "2-1")


@pytest.mark.rule("diadem-5.1.4-1")
def test_division_attacks_from_several_hexes():
    attackers = {**at("1007", *FOURTH[:2]), **at("1008", FOURTH[2])}
    assert shifts(battle(attackers, at("0907", "de-131-ri"))) == [RIGHT]


@pytest.mark.rule("diadem-5.1.4-2")
def test_complete_division_defends():
    paras = GERMAN["1 DPQD"]
    t = battle(at("0511", "uk-11-bgda", "pl-1-bgda"), at("0411", *paras), "1-1", target="0411")
    assert (base(t), shifts(t), column(t)) == ("1-1", [LEFT, ("defender", 3)], "1-4")
    assert "diadem-5.1.4-2" in shift_rules(t)
    t = battle(at("0511", "uk-11-bgda"), at("0411", *paras[:2]), "1-1", target="0411",
               also=at("0412", paras[2]))  # fmt: skip
    assert shifts(t) == [("defender", 3)]


@pytest.mark.rule("diadem-5.1.4-3")
def test_each_division_gives_its_own_column():
    attackers = {
        **at("1007", "us-337-ri", "us-338-ri", "us-339-ri"),
        **at("1008", "us-349-ri", "us-350-ri", "us-351-ri"),
    }
    t = battle(attackers, at("0907", "de-1-rpqd"))
    assert (base(t), shifts(t), column(t)) == ("3-1", [RIGHT, RIGHT], "5-1")


@pytest.mark.rule("diadem-5.1.4-3")
def test_divisions_of_both_sides_count():
    t = battle(at("1007", *FOURTH), at("0907", *GERMAN["15 DPzGr"]), "2-1")
    assert (shifts(t), column(t)) == ([RIGHT, LEFT], "2-1")


@pytest.mark.rule("diadem-5.1.4-4")
def test_divisions_without_the_right():
    assert attack_of("nz-5-bgda", "nz-6-bgda") == []
    assert attack_of("de-721-ri") == []
    t = battle(at("1007", "uk-11-bgda"), at("0907", "de-721-ri"))
    assert shifts(t) == []
    t = battle(at("1007", "de-1-rpqd"), at("0907", "nz-5-bgda", "nz-6-bgda"), side="axis")
    assert shifts(t) == []


@pytest.mark.rule("diadem-5.1.4-5")
def test_divisions_of_two_pieces():
    assert attack_of("de-200-rpzgr", "de-361-rpzgr") == [RIGHT]
    assert attack_of("pl-5-bgda", "pl-6-bgda") == [RIGHT]
    assert attack_of("de-200-rpzgr") == attack_of("pl-5-bgda") == []


@pytest.mark.rule("diadem-5.1.4-6")
@pytest.mark.parametrize(
    ("pieces", "missing"),
    [
        (["de-274-ri", "de-276-ri"], at("dead", "de-267-ri")),
        (["de-576-ri", "de-577-ri"], at("off", "de-578-ri")),
        (["uk-10-bgda", "uk-12-bgda"], at("exit.west", "uk-28-bgda")),
    ],
)
def test_division_that_lacks_a_piece(pieces, missing):
    assert attack_of(*pieces, also=missing) == []


@pytest.mark.rule("diadem-5.1.4-6")
def test_pieces_with_losses_count():
    attackers = {**hurt("1007", "uk-10-bgda", "uk-12-bgda"), **at("1008", "uk-28-bgda")}
    assert shifts(battle(attackers, hurt("0907", *GERMAN["5 DM"]))) == [RIGHT, LEFT]


@pytest.mark.rule("diadem-5.1.4-7")
@pytest.mark.parametrize(
    "pieces",
    [
        ["ca-1-bgda-blda"], ["uk-24-bgda-gds"], ["us-1108-geng"], ["uk-art-x"],
        ["fr-1-gtm", "fr-3-gtm", "fr-4-gtm"], ["it-1-bda-mtz"], ["de-art-xiv"],
    ],
)  # fmt: skip
def test_independent_pieces_give_nothing(pieces):
    assert attack_of(*pieces) == []


@pytest.mark.rule("diadem-5.1.4-8")
def test_regiment_that_fights_elsewhere_does_not_help():
    pieces = {**at("1007", *FOURTH[:2]), **at("1008", FOURTH[2])}
    enemies = {**at("0907", "de-191-ri"), **at("0908", "de-85-rm")}
    t = table("diadem", "allied-combat", {**pieces, **enemies})
    t.attack("0907", *FOURTH[:2])
    assert shifts(t) == []


@pytest.mark.rule("diadem-5.1.4-8")
def test_regiment_in_the_next_hex_does_not_help_the_defence():
    t = battle(at("1007", "uk-11-bgda"), at("0907", "de-104-rpzgr"),
               also=at("0807", "de-115-rpzgr"))  # fmt: skip
    assert shifts(t) == []


@pytest.mark.rule("diadem-5.1.4-9")
@pytest.mark.parametrize("name", GERMAN)
def test_german_divisions(name):
    pieces = GERMAN[name]
    assert attack_of(*pieces) == [RIGHT]
    for missing in pieces:
        assert attack_of(*(piece for piece in pieces if piece != missing)) == []
