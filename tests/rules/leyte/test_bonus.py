"""Section 5.1.4: the command bonus of regiments, brigades and divisions."""

import pytest

from leyte_scenes import GROUND, at, battle, rules_of_shifts, shifts

J, K = "jp-20-ri-1", "jp-1-ri-1"
AROUND = ["2310", "2311", "2212"]
"""Three hexes next to the ground, room for twelve; 2110 stays free."""


def battalions(regiment, count=3):
    return [f"{regiment}-{number}" for number in range(1, count + 1)]


def around(pieces):
    """The pieces spread over the hexes around."""
    return {piece: AROUND[number % 3] for number, piece in enumerate(pieces)}


def columns(pieces, side="american", **more):
    """The columns that an attack by these gets."""
    foe = J if side == "american" else "us-19-ri-1"
    more.setdefault("turn", 9)
    t = battle(around(pieces), at(GROUND, foe), side=side, **more)
    assert {favours for favours, _ in shifts(t)} <= {"attacker"}
    return sum(count for _, count in shifts(t)), sorted(rules_of_shifts(t))


REGIMENT = ["5.1.4-1"]
CAVALRY = {n: battalions(f"us-{n}-rc", 2) for n in (5, 12, 7, 8)}


@pytest.mark.rule("leyte-5.1.4-1", "leyte-5.1.4-18")
@pytest.mark.parametrize("regiment", ["us-381-ri", "us-19-ri", "us-305-ri", "us-511-rpqd"])
def test_a_complete_regiment_attacks_with_a_column(regiment):
    assert columns(battalions(regiment)) == (1, REGIMENT)
    assert columns(battalions(regiment)[:2]) == (0, [])
    assert columns([*battalions(regiment)[1:], "us-21-ri-1"]) == (0, [])


@pytest.mark.rule("leyte-5.1.4-1", "leyte-5.1.4-18")
def test_a_complete_regiment_defends_with_a_column():
    regiment = battalions("jp-33-ri")
    attackers = at("2310", "us-21-ri-1", "us-34-ri-1")
    t = battle(attackers, at(GROUND, *regiment), dice=(1, 2))
    assert shifts(t) == [("defender", 1)]
    t = battle(attackers, at(GROUND, *regiment[:2]), also=at("2111", regiment[2]), dice=(1, 2))
    assert shifts(t) == []
    two = at("2310", *battalions("us-187-rplan", 2))
    t = battle(at(GROUND, J), two, side="japanese", target="2310", dice=(1, 2))
    assert shifts(t) == [("defender", 1)]


@pytest.mark.rule("leyte-5.1.4-1")
def test_battalions_with_losses_count():
    pieces = {p: {"place": "2310", "losses": 1} for p in battalions("us-381-ri")}
    assert shifts(battle(pieces, at(GROUND, J), dice=(1, 2))) == [("attacker", 1)]


@pytest.mark.rule("leyte-5.1.4-2")
@pytest.mark.parametrize(("regiments", "wanted"),
                         [(["us-305-ri", "us-306-ri"], 2), (["us-305-ri", "us-19-ri"], 2),
                          (["us-305-ri", "us-19-ri", "us-126-ri"], 3)])  # fmt: skip
def test_each_regiment_has_its_own(regiments, wanted):
    pieces = [piece for name in regiments for piece in battalions(name)]
    assert columns(pieces) == (wanted, REGIMENT * wanted)


DIVISIONS = {
    "us-96-di": ["us-381-ri", "us-382-ri", "us-383-ri"],
    "us-24-di": ["us-19-ri", "us-21-ri", "us-34-ri"],
    "us-7-di": ["us-17-ri", "us-32-ri", "us-184-ri"],
    "us-32-di": ["us-126-ri", "us-127-ri", "us-128-ri"],
    "us-77-di": ["us-305-ri", "us-306-ri", "us-307-ri"],
}


@pytest.mark.rule("leyte-5.1.4-3", "leyte-5.1.4-5")
@pytest.mark.parametrize("division", DIVISIONS)
def test_three_regiments_make_a_division(division):
    pieces = [piece for name in DIVISIONS[division] for piece in battalions(name)]
    assert columns(pieces) == (4, [*REGIMENT * 3, "5.1.4-3"])
    assert columns(pieces[:-1])[0] == 2


@pytest.mark.rule("leyte-5.1.4-4")
@pytest.mark.parametrize("guns", [battalions("jp-22-rart"), battalions("jp-1-rart")])
def test_regiments_of_guns_get_nothing(guns):
    assert columns(guns, "japanese") == (0, [])


@pytest.mark.rule("leyte-5.1.4-8")
@pytest.mark.parametrize(
    ("regiments", "wanted"), [((5,), 0), ((5, 12), 1), ((7, 8), 1), ((5, 7), 0), ((12, 8), 0),
                              ((5, 12, 7), 1)],
)  # fmt: skip
def test_brigades_of_the_1st_cavalry(regiments, wanted):
    assert columns([piece for n in regiments for piece in CAVALRY[n]])[0] == wanted


@pytest.mark.rule("leyte-5.1.4-8")
def test_four_squadrons_defend_as_a_brigade():
    t = battle(at("2310", K), at(GROUND, *CAVALRY[5], *CAVALRY[12]), side="japanese", dice=(1, 2))
    assert shifts(t) == [("defender", 1)]


@pytest.mark.rule("leyte-5.1.4-9", "leyte-5.1.4-5")
def test_eight_squadrons_are_a_division():
    assert columns([piece for some in CAVALRY.values() for piece in some]) == (
        3, [*REGIMENT * 2, "5.1.4-3"])  # fmt: skip


@pytest.mark.rule("leyte-5.1.4-10")
@pytest.mark.parametrize("regiment", ["us-187-rplan", "us-188-rplan"])
def test_glider_regiments_of_two(regiment):
    assert columns(battalions(regiment, 2)) == (1, REGIMENT)
    assert columns(battalions(regiment, 1)) == (0, [])


@pytest.mark.rule("leyte-5.1.4-11")
def test_the_airborne_division():
    pieces = [*battalions("us-187-rplan", 2), *battalions("us-188-rplan", 2),
              *battalions("us-511-rpqd")]  # fmt: skip
    assert columns(pieces) == (4, [*REGIMENT * 3, "5.1.4-3"])
    assert columns(pieces[:-1])[0] == 2


@pytest.mark.rule("leyte-5.1.4-12")
def test_the_112th_cavalry_gets_nothing():
    assert columns(battalions("us-112-rc", 2)) == (0, [])


@pytest.mark.rule("leyte-5.1.4-13")
@pytest.mark.parametrize(
    ("regiments", "wanted"),
    [(["jp-41-ri", "jp-77-ri"], 2), (["jp-5-ri"], 1), (["jp-13-ri"], 1)],
)
def test_incomplete_divisions_keep_their_regiments(regiments, wanted):
    pieces = [piece for name in regiments for piece in battalions(name)]
    assert columns(pieces, "japanese") == (wanted, REGIMENT * wanted)
    strict = {"incomplete-divisions": "regiments-too"}
    assert columns(pieces, "japanese", options=strict) == (0, [])


@pytest.mark.rule("leyte-5.1.4-13")
def test_the_option_spares_whole_divisions():
    strict = {"incomplete-divisions": "regiments-too"}
    assert columns(battalions("jp-33-ri"), "japanese", options=strict) == (1, REGIMENT)
    assert columns(battalions("jp-68-bg"), "japanese", options=strict) == (1, REGIMENT)
    assert columns(battalions("us-149-ri"), options=strict) == (1, REGIMENT)


@pytest.mark.rule("leyte-5.1.4-14", "leyte-5.1.4-15")
@pytest.mark.parametrize(
    "pieces",
    [["jp-11-ri-1"], ["jp-12-ri-1"], ["jp-11-ri-1", "jp-12-ri-1"], battalions("jp-77-bg", 2),
     battalions("jp-78-bg", 2), ["jp-55-bg-1"], ["jp-57-bg-1"],
     [*battalions("jp-77-bg", 2), *battalions("jp-78-bg", 2)]],
)  # fmt: skip
def test_japanese_without_a_bonus(pieces):
    assert columns(pieces, "japanese") == (0, [])


@pytest.mark.rule("leyte-5.1.4-16", "leyte-5.1.4-3")
@pytest.mark.parametrize(
    ("regiments", "wanted"),
    [(["jp-68-bg"], 1), (["jp-1-ri", "jp-49-ri", "jp-57-ri"], 4),
     (["jp-9-ri", "jp-20-ri", "jp-33-ri"], 4), (["jp-1-ri", "jp-49-ri"], 2)],
)  # fmt: skip
def test_japanese_under_the_normal_rule(regiments, wanted):
    assert columns([p for name in regiments for p in battalions(name)], "japanese")[0] == wanted


@pytest.mark.rule("leyte-12.1.2-13")
def test_homonyms_are_not_mixed():
    mixed = ["jp-57-ri-1", "jp-57-ri-2", "jp-57-bg-1"]
    assert columns(mixed, "japanese") == (0, [])
    assert columns(["jp-77-ri-1", *battalions("jp-77-bg", 2)], "japanese") == (0, [])


@pytest.mark.rule("leyte-5.1.4-17")
@pytest.mark.parametrize(
    "piece", ["jp-16-rc", "jp-1-rc", "jp-26-rc", "jp-16-reng", "jp-3-rpqd", "jp-4-rpqd",
              "jp-fed-ito", "jp-1-reng"],
)  # fmt: skip
def test_single_counters_get_nothing(piece):
    assert columns([piece], "japanese") == (0, [])


@pytest.mark.rule("leyte-5.1.4-19")
@pytest.mark.parametrize("regiment", ["us-149-ri", "us-503-rpqd"])
def test_independent_regiments(regiment):
    assert columns(battalions(regiment)) == (1, REGIMENT)
    assert columns(battalions(regiment)[:2]) == (0, [])
