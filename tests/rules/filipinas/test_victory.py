"""Sections 15.1-8 and 15.2: how islands change hands, and what counts."""

import pytest

from filipinas_course import at_end, begin, events
from tabuleiro.engine import events as ev
from tabuleiro.rules.victory.scoring import score

US, JP, GUERRILLA, SENTAI = "us-19-ri", "jp-9-ri", "ph-guerrilha-samar", "jp-1-sentai"
EACH_TURN = {"luzon": 3, "mindanao": 2, "leyte": 1, "negros": 1, "panay": 1, "cebu": 1,
             "mindoro": 1, "palawan": 1, "samar": 1}  # fmt: skip


def flag(t, island):
    return t.s.position.control[island]


def lines(t, side=None):
    """The score: points by the clause that gives them."""
    found = {}
    for line in score(t.s):
        if side in {None, line.side}:
            found[line.rule] = found.get(line.rule, 0) + line.points
    return {rule.removeprefix("filipinas-"): points for rule, points in found.items()}


class TestConquest:
    @pytest.mark.rule("filipinas-15.1-8")
    def test_nobody_has_landed(self):
        """Empty Marinduque stays Japanese."""
        assert flag(at_end({US: "4437", JP: "4236"}), "marinduque") == "jp"

    @pytest.mark.rule("filipinas-15.1-8")
    def test_an_american_has_landed_and_nobody_is_left(self):
        t = at_end({US: "4533"})
        assert flag(t, "samar") == "us"
        assert flag(t, "leyte") == "jp"

    @pytest.mark.rule("filipinas-15.1-8")
    @pytest.mark.parametrize(("piece", "place"), [(JP, "4735"), ("jp-guarnicao-samar", "4530")])
    def test_while_a_japanese_unit_is_left_it_is_theirs(self, piece, place):
        assert flag(at_end({US: "4533", piece: place}), "samar") == "jp"

    @pytest.mark.rule("filipinas-15.1-8")
    def test_aircraft_on_a_field_that_they_hold_are_left(self):
        """No more when Americans have walked over it."""
        t = at_end({US: "2231", SENTAI: "2331"})
        assert flag(t, "mindoro") == "jp"
        t = at_end({US: "2231", SENTAI: "2331"}, control={"2331": "us"})
        assert flag(t, "mindoro") == "us"

    @pytest.mark.rule("filipinas-15.1-8")
    def test_guerrillas_hold_nothing(self):
        assert flag(at_end({GUERRILLA: "4533"}), "samar") == "jp"
        t = at_end({GUERRILLA: "4533", JP: "4735"}, control={"samar": "us"})
        assert flag(t, "samar") == "jp", "nor do they keep it"

    @pytest.mark.rule("filipinas-15.1-8")
    def test_it_stays_american_while_an_american_is_there(self):
        mine = {"control": {"samar": "us"}}
        assert flag(at_end({US: "4533", JP: "4735"}, **mine), "samar") == "us"
        assert flag(at_end({}, **mine), "samar") == "us", "nobody came"
        assert flag(at_end({JP: "4735"}, **mine), "samar") == "jp", "the last American is gone"

    @pytest.mark.rule("filipinas-15.1-8")
    def test_whoever_was_there_last_and_left_has_landed(self):
        t = at_end({US: "4437"}, control={"4533": "us"})
        assert flag(t, "samar") == "us"

    @pytest.mark.rule("filipinas-15.1-7")
    def test_flags_are_swapped(self):
        t = at_end({US: "4533"}, marks={"4632": ["jp-flag"]})
        marks = t.s.position.marks
        assert marks["4632"] == ("us-flag",)
        assert any(isinstance(e, ev.PlaceMarked) and "jp-flag" in e.remove for e in events(t))

    def test_coasts_that_nobody_walked_on_follow_the_flag(self):
        """But for hexes where Japanese stand: here where Americans stand on a retaken island."""
        t = at_end({US: "4533"})
        hexes = t.s.board.regions["samar"].hexes
        assert {t.s.position.control.get(hex) for hex in hexes} == {"us"}
        t = at_end({JP: "4735"}, control={"samar": "us", **dict.fromkeys(hexes, "us")})
        assert {t.s.position.control[hex] for hex in hexes} == {"jp"}


class TestIslands:
    @pytest.mark.rule("filipinas-15.2-1")
    def test_every_turn(self):
        """All Japanese: 12 points a turn; Samar American: 11 and 1."""
        t = at_end({})
        assert lines(t, "jp")["15.2-1"] == 12 == sum(EACH_TURN.values())
        assert "15.2-1" not in lines(t, "us")
        t = at_end({US: "4533"}, keep=False)
        assert (lines(t, "us")["15.2-1"], lines(t, "jp")["15.2-1"]) == (1, 11)

    @pytest.mark.rule("filipinas-15.2-1")
    @pytest.mark.parametrize(("island", "points"), EACH_TURN.items())
    def test_each_of_them(self, island, points):
        t = at_end({}, control={island: "us"})
        assert lines(t, "us")["15.2-1"] == points

    @pytest.mark.rule("filipinas-15.2-1")
    def test_turns_add_up(self):
        t = at_end({US: "4533", JP: "1907"})
        while t.s.turn < 4:
            t.end()
        assert (lines(t, "us")["15.2-1"], lines(t, "jp")["15.2-1"]) == (2, 22)

    @pytest.mark.rule("filipinas-15.2-2")
    def test_at_the_end(self):
        """30, 25 and 36 points, to whoever holds them then; not every turn."""
        t = begin("us-movement", {US: "4437"})
        assert lines(t, "jp")["15.2-2"] == 30 + 25 + 36
        worth = {"bohol": 10, "corregidor": 10, "masbate": 10, "basilan": 5, "catanduanes": 5,
                 "jolo": 5, "marinduque": 5, "polillo": 5, "lubang": 2, "tawitawi": 2}  # fmt: skip
        for island, points in worth.items():
            t = begin("us-movement", {US: "4437"}, control={island: "us"})
            assert (lines(t, "us")["15.2-2"], lines(t, "jp")["15.2-2"]) == (points, 91 - points)
        t = at_end({}, turn=5)
        assert lines(t, "jp")["15.2-2"] == 91


def dead(*pieces):
    return dict.fromkeys(pieces, "dead")


class TestDestroyed:
    @pytest.mark.rule("filipinas-15.2.1-1")
    def test_japanese_troops(self):
        t = begin("us-movement", {US: "4437", **dead(JP, "jp-20-ri", "jp-9-bgda-art")})
        assert lines(t, "us")["15.2.1-1"] == 6

    @pytest.mark.rule("filipinas-15.2.1-2")
    def test_japanese_ships(self):
        """Submarines, convoys and aircraft are worth nothing."""
        t = begin(
            "us-movement", {US: "4437", **dead("jp-dpa-1", "jp-den-1", "jp-dcr-4", "jp-ddd-2")}
        )
        assert lines(t, "us")["15.2.1-2"] == 10 + 10 + 3 + 3
        t = begin("us-movement", {US: "4437", **dead("jp-dsb-1", "jp-comb-1", SENTAI)})
        assert not lines(t, "us").keys() & {"15.2.1-1", "15.2.1-2"}

    @pytest.mark.rule("filipinas-15.2.2-1")
    def test_american_and_filipino_troops(self):
        t = begin("us-movement", {JP: "4236", **dead(US, "us-6-rangers", "ph-1-ri")})
        assert lines(t, "jp")["15.2.2-1"] == 30

    @pytest.mark.rule("filipinas-15.2.2-2")
    @pytest.mark.parametrize(
        ("ship", "points"),
        [("us-dpa-22", 25), ("us-tg-38-1", 25), ("us-den-1", 10), ("us-dcr-3", 5), ("au-dcr", 5),
         ("us-ddd-11", 5), ("us-comb-6", 5), ("us-dsb-1", 0)],
    )  # fmt: skip
    def test_allied_ships(self, ship, points):
        t = begin("us-movement", {JP: "4236", US: "4437", **dead(ship)})
        assert lines(t, "jp").get("15.2.2-2", 0) == points

    @pytest.mark.rule("filipinas-15.2.2-3")
    def test_guerrillas(self):
        lost = [f"ph-guerrilha-luzon-{n}" for n in range(1, 6)]
        t = begin("us-movement", {US: "4437", **dead(*lost)})
        assert lines(t, "jp")["15.2.2-3"] == 5
        assert "15.2.2-1" not in lines(t, "jp")

    def test_who_was_withdrawn_was_not_destroyed(self):
        t = begin("us-movement", {"us-305-ri": "gone", "us-den-1": "gone", US: "4437"})
        assert not lines(t, "jp").keys() & {"15.2.2-1", "15.2.2-2"}

    @pytest.mark.rule("filipinas-15.2.1-2")
    def test_a_ship_that_was_rebuilt_and_sunk_again_counts_twice(self):
        facts = {"rebuilt": {"jp": {"battleships": 1}}}
        t = begin("us-movement", {US: "4437", "jp-den-1": "jp-fleet"}, facts=facts)
        assert lines(t, "us")["15.2.1-2"] == 10
        t = begin("us-movement", {US: "4437", "jp-den-1": "dead"}, facts=facts)
        assert lines(t, "us")["15.2.1-2"] == 20


class TestTheEnd:
    @pytest.mark.rule("filipinas-15.2.2-4")
    def test_japanese_units_left_on_the_map(self):
        """Those in Japan are not on the map; aircraft are no land units."""
        left = {JP: "4236", "jp-20-ri": "4236", "jp-5-ri": "japan", SENTAI: "1917"}
        assert lines(begin("us-movement", left), "jp")["15.2.2-4"] == 4
        assert "15.2.2-4" not in lines(begin("us-movement", {US: "4437"}), "us")

    @pytest.mark.rule("filipinas-15.2.1-3", "filipinas-15.2.2-5")
    def test_replacements_not_used(self):
        tracks = {"us-land.us": 4, "us-air.us": 2, "us-naval.us": 1, "jp-land.jp": 3}
        t = begin("us-movement", {US: "4437"}, tracks=tracks)
        assert lines(t, "us")["15.2.1-3"] == 7
        assert lines(t, "jp")["15.2.2-5"] == 3

    @pytest.mark.rule("filipinas-15.2.2-6")
    @pytest.mark.parametrize(("extra", "winner"), [(0, None), (1, "us"), (-1, "jp")])
    def test_more_points_win_and_equal_ones_are_a_draw(self, extra, winner):
        """The last turn: islands give Japan 12 and 91; Americans have as many unused points."""
        t = at_end({}, turn=30, tracks={"us-air.us": 103 + extra})
        outcome = t.game.position.outcome
        assert outcome.points == {"us": 103 + extra, "jp": 103}
        assert outcome.winner == winner


@pytest.mark.parametrize(
    ("counted", "found"),
    [("campaign", {"15.2.1-1", "15.2.1-2", "15.2.1-3"}), ("destroyed", {"15.2.1-1", "15.2.1-2"}),
     ("ships", {"15.2.1-2"})],
)  # fmt: skip
def test_what_counts_is_an_option(counted, found):
    t = begin("us-movement", {US: "4437", **dead(JP, "jp-den-1")}, tracks={"us-land.us": 1},
              options={"counted": counted})  # fmt: skip
    assert {rule for rule in lines(t, "us") if rule.startswith("15.2.1")} == found
