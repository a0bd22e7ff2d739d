"""Sections 4.2.4 and 4.2.5: naval transport and assault landings."""

import pytest

from asking import ASSAULT, beachhead, slots_left
from papua_scenes import (
    at,
    battle,
    column,
    hurt,
    is_dead,
    moving,
    off_coast,
    on_to,
    region,
    spent,
    sums,
    voyages,
)
from tabuleiro.engine import OFF
from tabuleiro.testing import action, table

AU = ["au-2-14", "au-2-16", "au-2-27", "au-2-25", "au-2-31"]
A, B, C, D, E = AU
US = "us-126-1"
JP, JP2, GUNS = "jp-41-1", "jp-41-2", "jp-art-14-1"
LATE = 10
"""A turn in which the Allies may land in the north."""


# ---------------------------------------------------------------------- transport (4.2.4)


@pytest.mark.rule("papua-4.2.4-1")
def test_four_units_a_turn_whatever_their_nation():
    t = moving("allied", at("0518", US, *AU[:4]))
    for piece in (US, A, B, C):
        t.do(action("sail", piece, "2424"))
    assert t.refuses(action("sail", D, "2424")) == "papua-4.2.4-1"
    assert t.legal("sail") == []
    assert len(t.at("2424")) == 4


@pytest.mark.rule("papua-4.2.4-1")
def test_four_more_in_the_next_turn():
    t = moving("allied", at("0518", *AU))
    for piece in AU[:4]:
        t.do(action("sail", piece, "2424"))
    on_to(on_to(t, "japanese-movement"), "allied-movement")
    assert t.s.turn == 6
    assert slots_left(t.s, "allied") == 4
    assert t.allows(action("sail", E, "2424"))


@pytest.mark.rule("papua-4.2.4-1")
def test_guns_go_by_sea_like_others():
    t = moving("allied", at("0518", "au-art-14", "us-eng-46-1"))
    assert t.do(action("sail", "au-art-14", "2424")).place("au-art-14") == "2424"
    assert t.allows(action("sail", "us-eng-46-1", "0928"))


@pytest.mark.rule("papua-4.2.4-2")
def test_no_ship_lies_off_mountains():
    t = moving("japanese", at("0406", JP), at("0405", JP2), control={"0406": "japanese"})
    assert t.s.board.terrain_at("0406") == "mountain"
    assert t.refuses(action("sail", JP, "0405")) == "papua-4.2.4-2"
    assert t.refuses(action("sail", JP2, "0406")) == "papua-4.2.4-2"
    assert t.refuses(action("sail", JP2, "0915")) == "papua-4.2.4-2"  # nor inland
    assert not {"0406", "0915"} & voyages(t, JP2)
    t = moving("japanese", at("0305", JP), at("0405", JP2))
    assert t.refuses(action("sail", JP, "0405")) == "papua-4.2.4-2"


@pytest.mark.rule("papua-4.2.4-3")
def test_the_engaged_embark_for_a_point_more():
    t = moving("allied", at("0518", A), at("0618", JP)).do(action("sail", A, "2424"))
    assert spent(t, A) == 3
    t = moving("allied", at("0518", A), at("2423", JP)).do(action("sail", A, "2424"))
    assert spent(t, A) == 2  # to disembark next to enemies costs nothing more


@pytest.mark.rule("papua-4.2.4-3", "papua-4.2.3-8")
def test_whoever_shares_a_hex_with_paratroops_may_embark():
    t = moving("allied", at("0518", A, "jp-para-1")).do(action("sail", A, "2424"))
    assert spent(t, A) == 3


@pytest.mark.rule("papua-4.2.4-4")
def test_both_shores_must_be_ones_own():
    t = moving("allied", at("0518", A, "au-art-14"), control={"2425": "japanese"})
    assert (
        t.refuses(action("sail", "au-art-14", "2425")) == "papua-4.2.5-5"
    )  # it would be an assault
    assert t.allows(action("sail", "au-art-14", "2424"))
    t.do(action("sail", A, "2425"))
    assert t.s.marked(A, ASSAULT)
    assert t.s.position.control["2425"] == "allied"
    t = moving("japanese", at("2424", GUNS), control={"2424": "allied", "0405": "japanese"})
    assert t.refuses(action("sail", GUNS, "0405")) == "papua-4.2.4-4"


@pytest.mark.rule("papua-4.2.4-4")
def test_control_is_with_whoever_was_there_last():
    t = moving("japanese", at("1314", JP)).go(JP, "1313", "1213")
    assert {t.s.position.control[hex] for hex in ("1313", "1213")} == {"japanese"}
    t.set("japanese-movement", {GUNS: "0405", JP: "1213"}, keep=True)
    t.do(action("sail", GUNS, "1313"))
    assert not t.s.marked(GUNS, ASSAULT)
    fresh = moving("japanese", at("0405", GUNS))
    assert fresh.refuses(action("sail", GUNS, "1313")) == "papua-4.2.5-5"


@pytest.mark.rule("papua-4.2.4-5")
def test_before_and_after_the_voyage_it_marches():
    t = moving("allied", at("0417", A)).go(A, "0517", "0518").do(action("sail", A, "2424"))
    assert spent(t, A) == 4
    t.go(A, "2323")
    assert spent(t, A) == 5
    assert t.refuses(t.move(A, "2322")) == "papua-4.0-2"
    t = moving("allied", at("0518", A)).go(
        A, "0517", "0417", "0418", "0417", "0418", "0417", "0418"
    )
    assert spent(t, A) == 7
    assert t.refuses(action("sail", A, "2424")) == "papua-4.2.4-5"
    assert voyages(t, A) == set()


@pytest.mark.rule("papua-4.2.4-7")
def test_any_distance_once_a_turn_and_without_the_navy():
    t = moving("allied", at("0126", A))
    t.do(action("sail", A, "2424"))
    assert t.refuses(action("sail", A, "0518")) == "papua-4.2.4-7"
    t = moving("japanese", at("2603", JP), at("1412", "us-naval"), control={"1213": "japanese"})
    assert t.do(action("sail", JP, "1213")).place(JP) == "1213"


@pytest.mark.rule("papua-10.0-5", "papua-4.2.4-7")
def test_no_voyage_to_a_base_that_enemy_ships_close():
    base = {"2424": ["supply-base-allied"]}
    for ships, marks, open_ in (("2524", base, False), ("2524", {}, True), ("2018", base, True)):
        t = moving("allied", at("0518", A), at(ships, "jp-naval"), marks=marks)
        assert ("2424" in voyages(t, A)) is open_
        if open_:
            t.do(action("sail", A, "2424"))
        else:
            assert t.refuses(action("sail", A, "2424")) == "papua-10.0-5"
    t = moving("allied", at("2424", A), at("2524", "jp-naval"), marks=base)
    assert t.allows(action("sail", A, "0518"))  # one may leave


@pytest.mark.rule("papua-4.1.1-1", "papua-4.2.4-1")
def test_a_full_shore_takes_nobody():
    t = moving("allied", at("2425", *AU[:4]), at("0518", E))
    assert t.refuses(action("sail", E, "2425")) == "papua-4.1.1-1"
    assert "2425" not in voyages(t, E)


@pytest.mark.rule("papua-2.2.1-4")
def test_a_regiment_by_its_sign_takes_the_place_of_one_battalion():
    signs = ("au-art-2-4", "au-art-2-5", "au-art-2-6", "au-cav-2-7")
    t = moving("allied", at("0518", *signs, A))
    assert {t.s.counter(piece).size for piece in signs} == {"regiment"}
    t.do(*(action("sail", piece, "2425") for piece in signs[:3]))
    assert slots_left(t.s, "allied") == 1
    t.do(action("sail", signs[3], "2425"))  # a forest holds four
    t = moving("allied", at("2425", *signs), at("2426", A, B))
    assert t.refuses(t.move(A, "2425")) == "papua-4.1.1-1"
    t = moving("allied", at("2425", *signs[:3]), at("2426", A))
    assert t.go(A, "2425").place(A) == "2425"


# ------------------------------------------------------------------------ landings (4.2.5)


@pytest.mark.rule("papua-4.2.5-1")
def test_landings_and_transports_share_the_four():
    t = moving("allied", at("0518", *AU), turn=LATE, control={"1313": "japanese"})
    t.do(
        action("sail", A, "1313"),
        action("sail", B, "1313"),
        action("sail", C, "2424"),
        action("sail", D, "0928"),
    )
    assert t.s.marked(A, ASSAULT)
    assert not t.s.marked(C, ASSAULT)
    assert t.refuses(action("sail", E, "1313")) == "papua-4.2.4-1"


@pytest.mark.rule("papua-4.2.5-2", "papua-4.2.5-4")
def test_after_landing_on_an_empty_shore_it_goes_on():
    t = moving("japanese", at("0405", JP), at("1314", A))
    t.do(action("sail", JP, "1213"))
    assert (t.place(JP), spent(t, JP)) == ("1213", 2)
    assert spent(t.go(JP, "1214"), JP) == 3
    t = moving("japanese", at("0405", JP), at("1314", A)).do(action("sail", JP, "1313"))
    assert t.place(JP) == "1313"  # in the enemy's zone
    t.end()
    assert t.place(JP) == "1313"


@pytest.mark.rule("papua-4.2.5-3")
def test_against_a_defended_shore_it_stays_afloat_and_fights():
    t = moving("japanese", at("0405", JP, JP2), at("1313", A))
    t.do(action("sail", JP, "1313"))
    assert (t.place(JP), beachhead(t.s, JP)) == (OFF, "1313")
    assert t.reach(JP) == set()
    assert t.legal("sail", piece=JP) == []
    t.end()
    assert t.phase == "japanese-combat"
    assert t.place(A) == "1313"


@pytest.mark.rule("papua-4.2.5-3", "papua-4.1.1-1")
def test_no_more_land_than_the_hex_holds():
    t = moving("japanese", at("0405", JP, JP2, "jp-41-3", "jp-144-1"), at("1313", A))
    t.do(action("sail", JP, "1313"), action("sail", JP2, "1313"), action("sail", "jp-41-3", "1313"))
    assert t.refuses(action("sail", "jp-144-1", "1313")) == "papua-4.1.1-1"


@pytest.mark.rule("papua-4.2.5-5")
@pytest.mark.parametrize(
    ("piece", "lands"),
    [
        (JP, True),
        ("jp-para-1", True),
        ("jp-kure-3", True),
        ("jp-eng-15", True),
        (GUNS, False),
        ("jp-artm-55-1", False),
        ("jp-eng-14", False),
    ],
)
def test_who_makes_assault_landings(piece, lands):
    t = moving("japanese", at("0405", piece))
    if lands:
        assert t.allows(action("sail", piece, "1313"))
        assert "1313" in voyages(t, piece)
    else:
        assert t.refuses(action("sail", piece, "1313")) == "papua-4.2.5-5"
        assert t.allows(action("sail", piece, "2603"))


@pytest.mark.rule("papua-4.2.5-5")
def test_militia_and_cavalry_land_too():
    t = moving("allied", at("0518", "au-49", "au-cav-2-7"), control={"2425": "japanese"})
    assert t.allows(action("sail", "au-49", "2425"))
    assert t.allows(action("sail", "au-cav-2-7", "2425"))


@pytest.mark.rule("papua-4.2.5-7")
def test_no_allied_landing_in_the_north_before_turn_9():
    for turn, may in ((8, False), (9, True)):
        t = moving("allied", at("0518", A), turn=turn)
        assert t.allows(action("sail", A, "1213")) == may
        assert ("1213" in voyages(t, A)) == may
        assert t.allows(action("sail", A, "2424"))  # Milne Bay
    t = moving("allied", at("0518", A), turn=8)
    assert t.refuses(action("sail", A, "1213")) == "papua-4.2.5-7"


@pytest.mark.rule("papua-4.2.5-7")
def test_as_an_option_milne_bay_counts_as_north_coast():
    t = moving("allied", at("0518", A), turn=8, options={"milne-bay": "north-coast"})
    assert t.refuses(action("sail", A, "2424")) == "papua-4.2.5-7"
    t = moving("allied", at("0518", A), turn=9, options={"milne-bay": "north-coast"})
    assert t.allows(action("sail", A, "2424"))


@pytest.mark.rule("papua-4.2.5-8", "papua-4.2.5-10")
def test_where_the_japanese_do_not_land():
    t = moving("japanese", at("2603", JP), turn=1)
    assert t.refuses(action("sail", JP, "0928")) == "papua-4.2.5-8"
    assert t.refuses(action("sail", JP, "0518")) == "papua-4.2.5-10"
    assert not region(t, "australia", "south-coast") & voyages(t, JP)
    assert {"2424", "1213"} < voyages(t, JP)
    t = moving("japanese", at("2603", JP), turn=1, options={"south-coast": "open"})
    assert t.allows(action("sail", JP, "0518"))
    assert t.refuses(action("sail", JP, "0928")) == "papua-4.2.5-8"


@pytest.mark.rule("papua-4.2.5-9")
def test_the_allies_do_not_land_in_new_britain():
    t = moving("allied", at("0518", A), turn=LATE)
    assert t.refuses(action("sail", A, "2603")) == "papua-4.2.5-9"
    assert not region(t, "new-britain") & voyages(t, A)


def landing(attackers, defenders, *dice):
    """A battle from the sea for Buna, in swamp."""
    sea = off_coast("1313", *attackers)
    return battle("japanese", sea, defenders, target="1313", dice=dice, control={"1313": "allied"})


@pytest.mark.rule("papua-4.2.5-6", "papua-4.2.5-3")
def test_landers_who_do_not_gain_the_hex_are_destroyed():
    t = landing([JP, JP2], at("1313", A, B), 5, 4)
    assert (sums(t), column(t), t.told()["code"]) == ((8, 8, "1-1"), "1-2", "D0 A1")
    t.lose(JP)
    assert is_dead(t, JP, JP2)
    assert t.at("1313") == {A, B}
    assert t.points()["allied"] >= 6


@pytest.mark.rule("papua-4.2.5-6", "papua-4.2.5-3")
def test_landers_who_win_come_ashore():
    t = landing([JP, JP2], hurt("1313", A), 1, 1)
    assert t.told()["code"] == "D3 A2"
    assert is_dead(t, A)
    t.lose(JP, JP2)
    assert t.at("1313") == {JP, JP2}
    assert t.s.position.control["1313"] == "japanese"


@pytest.mark.rule("papua-4.2.5-6")
def test_a_last_defender_who_falls_where_he_stands_takes_the_landers_along():
    t = landing([JP], hurt("1313", A), 2, 2)
    assert t.told()["code"] == "D1 A0"
    assert t.decision.side == "allied"
    t.lose(A)
    assert is_dead(t, A, JP)
    assert t.s.position.control["1313"] == "allied"


@pytest.mark.rule("papua-4.2.5-6")
def test_nobody_stays_afloat_instead_of_fighting():
    t = (
        moving("japanese", at("0405", JP), at("1313", A), turn=4)
        .do(action("sail", JP, "1313"))
        .end()
    )
    assert not t.allows(action("end-phase"))
    assert t.obligations()


@pytest.mark.rule("papua-3.0-6")
def test_nobody_sails_in_the_combat_phase():
    t = table("papua", "japanese-combat", at("0405", JP) | at("1313", A))
    assert not t.allows(action("sail", JP, "1213"))
