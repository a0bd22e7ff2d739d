"""Sections 4.2.1 and 4.2.2: who arrives where, who leaves when, and who cannot."""

import pytest

from filipinas_course import begin, send, told_to
from tabuleiro.testing import action

MONSOON = {"weather": {"north": "monsoon", "central": "monsoon", "south": "monsoon"}}
GOOD = {"weather": {"north": "good", "central": "good", "south": "good"}}
GROUPS = {"us-vc-11": "in:us-dpa-30", "us-vc-8": "in:us-dpa-30", "us-dpa-30": "us-fleet",
          "us-tg-38-2": "us-fleet"}  # fmt: skip
RING = {"jp-9-ri": "2017", "jp-20-ri": "2019"}


def places(t, piece):
    """Where a reinforcement may be sent."""
    return {a.to for a in t.legal("send-to", piece=piece)}


class TestBoxes:
    @pytest.mark.rule("filipinas-4.2.1-1")
    def test_american_troops_go_to_either_army(self):
        t = begin("us-reinforcement", turn=7)
        for piece in ("us-1-ri", "us-20-ri", "us-63-ri"):
            assert places(t, piece) == {"army-6", "army-8"}
        t.do(send("us-1-ri", "army-8")).end()
        assert (t.place("us-1-ri"), t.place("us-20-ri")) == ("army-8", "army-6")

    @pytest.mark.rule("filipinas-4.2.1-1")
    def test_japanese_troops_go_to_japan_by_themselves(self):
        t = begin("jp-reinforcement", turn=5)
        assert places(t, "jp-73-ri") == set()
        t.end()
        assert t.at("japan") >= {"jp-73-ri", "jp-75-ri", "jp-76-ri"}

    @pytest.mark.rule("filipinas-4.2.1-2")
    def test_air_groups_go_to_a_box_or_a_displaced_aerodrome(self):
        t = begin("jp-reinforcement", turn=3, facts=GOOD)
        assert places(t, "jp-7-sentai") == {"japan", "formosa"}
        t.do(send("jp-7-sentai", "formosa")).end()
        assert (t.place("jp-7-sentai"), t.place("jp-18-sentai")) == ("formosa", "japan")
        us = begin("us-reinforcement", turn=5, facts=GOOD)
        fields = {"angaur", "morotai", "sansapor", "noemfoor", "biak", "hollandia"}
        assert places(us, "us-mag-12") == {"army-6", "army-8", *fields}

    @pytest.mark.rule("filipinas-4.2.1-4", "filipinas-12.3-1")
    def test_in_monsoon_nobody_arrives_at_an_aerodrome(self):
        """The North's for Formosa, the South's for the American ones."""
        t = begin("jp-reinforcement", turn=4, facts=MONSOON)
        assert t.place("jp-55-sentai") == "japan", "there was no choice"
        t = begin("jp-reinforcement", turn=4, facts={"weather": {"south": "monsoon"}})
        assert places(t, "jp-55-sentai") == {"japan", "formosa"}
        us = begin("us-reinforcement", turn=5, facts={"weather": {"south": "monsoon"}})
        assert places(us, "us-mag-12") == {"army-6", "army-8"}
        assert us.refuses(send("us-mag-12", "biak")) == "filipinas-4.2.1-4"

    @pytest.mark.parametrize("how", ["advise", "off"])
    def test_whoever_leaves_reinforcements_to_the_players_lets_them_arrive(self, how):
        facts, options = {"weather": {"south": "monsoon"}}, {"strictness": {"reinforcement": how}}
        t = begin("us-reinforcement", turn=5, facts=facts, options=options)
        row = t.game.act(send("us-mag-12", "biak"))
        assert [o.rule for o in row.waived] == ["filipinas-4.2.1-4"] * (how == "advise")
        assert t.place("us-mag-12") == "biak"

    @pytest.mark.rule("filipinas-2.2-2")
    def test_allies_of_the_americans_are_the_american_players(self):
        t = begin("us-reinforcement", turn=21, facts=GOOD)
        assert "biak" in places(t, "mx-201-esq")
        t = begin(
            "us-movement", {"ph-1-ri": "4437", "ph-guerrilha-leyte": "4236", "au-dcr": "4640"}
        )
        assert {t.s.side(one) for one in ("ph-1-ri", "ph-guerrilha-leyte", "au-dcr")} == {"us"}
        assert t.reach("ph-1-ri")

    def test_nobody_comes_before_his_turn_or_elsewhere(self):
        t = begin("us-reinforcement", turn=7)
        assert t.refuses(send("us-1-ri", "japan")) == "filipinas-4.2.1-1"
        assert t.refuses(send("us-103-ri", "army-6")) == "filipinas-4.2.1-1", "it came in turn 6"

    def test_ships_come_to_their_fleet(self):
        t = begin("us-reinforcement", turn=4)
        assert t.at("us-fleet") >= {"us-dcr-11", "us-dcr-15", "us-ddd-43", "us-ddd-44"}

    def test_the_enemy_is_not_told_where(self):
        t = begin("us-reinforcement", turn=7)
        t.do(send("us-1-ri", "army-8"))
        row = t.game.log.line()[-1]
        assert "us-1-ri" not in str(t.game.told(row, "jp")).replace("us-1-ri'", "")
        assert t.s.side("us-1-ri") == "us"


class TestDecks:
    @pytest.mark.rule("filipinas-4.2.2-4", "filipinas-2.2.3-4", "filipinas-2.2.3-5")
    def test_who_leaves_makes_room_for_who_comes(self):
        """Turn 3: VC-8 leaves the 30th, VC-84 may embark there; not on a fleet carrier."""
        t = begin("us-reinforcement", GROUPS, turn=3, facts=GOOD)
        assert t.place("us-vc-8") == "gone"
        assert places(t, "us-vc-84") == {"in:us-dpa-30", "in:us-dpa-34", "army-6", "army-8"}
        assert t.refuses(send("us-vc-84", "in:us-tg-38-2")) == "filipinas-2.2.3-5"
        assert places(t, "us-cvg-81") == {"in:us-tg-38-2", "army-6", "army-8"}
        assert t.refuses(send("us-cvg-81", "in:us-dpa-30")) == "filipinas-2.2.3-5"
        t.do(send("us-vc-84", "in:us-dpa-30")).end()
        assert t.at("in:us-dpa-30") == {"us-vc-11", "us-vc-84"}

    @pytest.mark.rule("filipinas-2.2.3-4")
    def test_a_full_deck_takes_nobody(self):
        full = {f"us-cvg-{n}": "in:us-tg-38-3" for n in (15, 19)}
        full |= {f"us-cvlg-{n}": "in:us-tg-38-3" for n in (27, 44)}
        t = begin("us-reinforcement", {"us-tg-38-3": "us-fleet", **full}, turn=2, facts=GOOD)
        assert places(t, "us-cvg-3") == {"army-6", "army-8"}
        assert t.refuses(send("us-cvg-3", "in:us-tg-38-3")) == "filipinas-2.2.3-4"

    @pytest.mark.rule("filipinas-2.2.3-7")
    def test_a_reduced_carrier_has_room_for_fewer(self):
        """TG 38.3 with a loss is (1)-2-0."""
        two = {f"us-cvg-{n}": "in:us-tg-38-3" for n in (15, 19)}
        hurt = {"us-tg-38-3": {"place": "us-fleet", "losses": 1}}
        t = begin("us-reinforcement", {**hurt, **two}, turn=2, facts=GOOD)
        assert places(t, "us-cvg-3") == {"army-6", "army-8"}
        whole = begin("us-reinforcement", {"us-tg-38-3": "us-fleet", **two}, turn=2, facts=GOOD)
        assert "in:us-tg-38-3" in places(whole, "us-cvg-3")

    def test_a_carrier_at_sea_takes_none(self):
        ships = {"us-tg-38-2": "in:us-task-force-a", "us-task-force-a": "5129"}
        t = begin("us-reinforcement", ships, turn=2, facts=GOOD)
        assert places(t, "us-cvg-3") == {"army-6", "army-8"}


class TestWithdrawals:
    @pytest.mark.rule("filipinas-4.2.2-1", "filipinas-4.2.2-3")
    def test_they_leave_in_phase_1_of_their_turn_and_are_no_losses(self):
        division = {f"us-{n}-ri": "4437" for n in (305, 306, 307)}
        t = begin("us-reinforcement", division, turn=11)
        assert {t.place(piece) for piece in division} == {"4437"}
        before = begin("us-reinforcement", {}, turn=12).points()
        t = begin("us-reinforcement", division, turn=12)
        assert {t.place(piece) for piece in division} == {"gone"}
        assert t.points() == before

    def test_the_enemys_leave_in_their_own_turn(self):
        t = begin("us-reinforcement", {"jp-13-sentai": "2221"}, turn=9)
        assert t.place("jp-13-sentai") == "2221"
        assert (
            begin("jp-reinforcement", {"jp-13-sentai": "2221"}, turn=9).place("jp-13-sentai")
            == "gone"
        )

    @pytest.mark.rule("filipinas-4.2.2-2")
    def test_who_is_cut_off_stays_until_there_is_a_way(self):
        """305 RI between two Japanese regiments, turn 12; in turn 13 one of them is gone."""
        t = begin("us-reinforcement", {"us-305-ri": "2018", **RING}, turn=12)
        assert t.place("us-305-ri") == "2018"
        assert any("cut off" in told for told in told_to(t, "us"))
        t = begin("us-reinforcement", {"us-305-ri": "2018", "jp-9-ri": "2017"}, turn=13)
        assert t.place("us-305-ri") == "gone"

    @pytest.mark.rule("filipinas-4.2.2-2")
    def test_a_way_must_end_on_a_coast_where_one_goes_aboard(self):
        """On the coast itself one may leave, whoever stands around."""
        t = begin("us-reinforcement", {"us-305-ri": "4437", "jp-9-ri": "4436"}, turn=12)
        assert t.place("us-305-ri") == "gone"

    @pytest.mark.rule("filipinas-4.2.2-6")
    def test_groups_that_stay_longer_than_their_carrier_change_ship(self):
        """VC-90 and VOC-1 leave in turn 15, the 35th division in 11: they go to a box."""
        pieces = {"us-dpa-35": "us-fleet", "us-vc-90": "in:us-dpa-35", "us-voc-1": "in:us-dpa-35"}
        t = begin("us-reinforcement", pieces, turn=11, facts=GOOD)
        assert t.place("us-dpa-35") == "gone"
        assert {t.place("us-vc-90"), t.place("us-voc-1")} == {"army-6"}
        later = begin("us-reinforcement", {"us-vc-90": "army-6"}, turn=15)
        assert later.place("us-vc-90") == "gone"

    @pytest.mark.rule("filipinas-15.1-4")
    def test_new_aircraft_are_another_piece(self):
        """35 Group: the P-47 leaves in turn 13, the P-51 arrives in 15, whatever became of it."""
        t = begin("us-reinforcement", {"us-35-gpo-p47": "morotai"}, turn=13)
        assert t.place("us-35-gpo-p47") == "gone"
        t = begin("us-reinforcement", {"us-35-gpo-p47": "dead"}, turn=15, facts=GOOD)
        assert places(t, "us-35-gpo-p51")

    @pytest.mark.rule("filipinas-15.1-3")
    def test_634_waits_in_japan(self):
        """Reduced, and it goes nowhere by itself."""
        t = begin("jp-reinforcement", {"jp-634-kokutai": {"place": "japan", "losses": 1}}, turn=2)
        assert t.place("jp-634-kokutai") == "japan"
        assert t.refuses(send("jp-634-kokutai", "formosa")) == "filipinas-4.2.1-1"
        assert not t.legal("send-to", piece="jp-634-kokutai")


def test_a_phase_with_choices_ends_when_its_side_says_so():
    t = begin("us-reinforcement", turn=7)
    assert t.decision.actions == ("send-to", "end-phase")
    t.do(action("end-phase"))
    assert t.phase != "us-reinforcement"
