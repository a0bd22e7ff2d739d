"""Previews: odds before the dice, and where a piece could go."""

import itertools

import pytest
from msgspec.structs import replace

from asking import Battle, chances, declared, odds_of, preview, table_of
from referee.talk import FIELD
from tabuleiro.module import DiceRow, OddsTable
from tabuleiro.testing import action, table

PIECES = FIELD["pieces"]


def two_regiments(**options):
    """Two American regiments (3 each) over a river (2 columns) from a German one (4)."""
    return table("diadem", "allied-combat", PIECES, options=options, tracks={"air.allied": 20})


class TestChances:
    def test_by_hand(self):
        """Column 1-3 of the table, counted on the 36 throws of two dice."""
        t = two_regiments().declare("1313", "us-349-ri")
        found = preview(t.s, declared(t.s))
        assert found.odds.base_label == "1-1"
        assert found.odds.column_label == "1-3"
        ways = {2: 1, 3: 2, 4: 3, 5: 4, 6: 5, 7: 6, 8: 5, 9: 4, 10: 3, 11: 2, 12: 1}
        cells = {
            (2, 12): "DVB ARI", (3, 11): "DVB ARB", (4, 10): "DVI ARI",
            (5, 9): "DVI ARB", (6, 8): "DVB AE", (7,): "DVI AE",
        }  # fmt: skip
        assert found.chances == {
            cell: sum(ways[total] for total in totals) for totals, cell in cells.items()
        }
        assert found.throws == 36
        assert sum(found.chances.values()) == 36
        assert next(iter(found.chances)) == "DVB AE"  # the likeliest stands first

    @pytest.mark.parametrize("faces", list(itertools.product(range(1, 7), repeat=2)))
    def test_what_is_promised_comes(self, faces):
        t = two_regiments().declare("1313", "us-349-ri", "us-350-ri")
        promised = preview(t.s, declared(t.s))
        t.dice(*faces).do(action("confirm"))
        told = t.told()
        assert told["odds"]["column_label"] == promised.odds.column_label
        assert promised.chances[told["code"]] > 0

    def test_the_variant_of_the_table_counts(self):
        """Metz has DE AVB where Leyte has DE AVI: 3-11 at 8-1."""
        for variant, cell in (("leyte", "DE AVI"), ("metz", "DE AVB")):
            t = two_regiments(**{"combat-table": variant}).declare("1313", "us-349-ri")
            battle = declared(t.s)
            found = table_of(t.s, battle, odds_of(t.s, battle))
            assert found.cell(found.index("8-1"), 3) == cell

    def test_one_die(self):
        rows = (DiceRow("1", (1,)), DiceRow("2-6", (2, 3, 4, 5, 6)))
        one = OddsTable("x", {}, 1, ("1-1",), rows, (("AE",), ("DE",)))
        assert chances(one, 0) == {"DE": 5, "AE": 1}


class TestMissing:
    @pytest.mark.parametrize("net", ["attacker-then-defender", "net"])
    @pytest.mark.parametrize("air", range(20))
    def test_so_many_and_not_one_less(self, air, net):
        """What is said to be missing leads to the next column; one point less does not."""
        t = two_regiments(shifts=net)
        battle = Battle(
            *("assault", "allied", "axis", "1313", ("us-349-ri",)), air=air, defenders=("de-85-rm",)
        )
        found = preview(t.s, battle)

        def column(points):
            return odds_of(t.s, replace(battle, air=points)).column

        if found.missing is None:
            assert column(10_000) == found.odds.column
        else:
            assert column(air + found.missing) > found.odds.column
            assert column(air + found.missing - 1) == found.odds.column

    def test_nothing_leads_beyond_the_last_column(self):
        t = two_regiments()
        battle = Battle(
            *("assault", "allied", "axis", "1313", ("us-349-ri",)), air=500, defenders=("de-85-rm",)
        )
        assert preview(t.s, battle).missing is None

    def test_bombardment_counts_vulnerability(self):
        t = two_regiments()
        battle = Battle("air", "allied", "axis", "1313", air=10, defenders=("de-85-rm",))
        found = preview(t.s, battle)
        assert found.odds.attack == 10
        assert found.odds.defence == 1
        assert found.columns[0] == "1-12"
        assert found.odds.column_label == "1-12"
        assert found.missing == 3  # 13 times 1


class TestDeclared:
    def test_nothing_is_declared(self, field):
        assert field.fault("game", "preview") == (
            "No attack is being declared that can be shown: name a target."
        )

    def test_as_it_is_declared(self, field):
        field.act("assault", target="1313")
        field.act("join", piece="us-349-ri")
        field.act("set-air", points=6)
        told = field.call("preview")
        assert told["declared"]
        assert told["battle"]["attackers"] == ["us-349-ri"]
        assert (told["attack"], told["defence"]) == (9, 4)
        assert (told["base"], told["column"]) == ("2-1", "1-2")
        assert [part["text"] for part in told["parts"]] == [
            "349th Infantry Regiment", "air points", "85th Mountain Regiment",
        ]  # fmt: skip
        assert told["shifts"] == [
            {"favours": "defender", "columns": 2, "text": "River", "rule": "diadem-T-TERRAIN-3"}
        ]
        assert sum(chance["ways"] for chance in told["chances"]) == told["throws"] == 36
        assert told["chances"][0]["parts"] == told["chances"][0]["code"].split()
        assert "," in told["chances"][0]["text"]
        assert told["missing"] == 3  # 12 to 4 is 3-1
        assert told["columns"][0] == "1-4"

    def test_results_in_portuguese(self, field):
        field.call("language", language="pt")
        told = field.call("preview", target="1313", pieces=["us-349-ri"])
        assert told["shifts"][0]["text"] == "Rio"


class TestImagined:
    def test_an_assault(self, field):
        told = field.call(
            "preview", target="1313", pieces=["us-349-ri", "us-350-ri"], air=2, defence_air=1
        )
        assert not told["declared"]
        assert told["battle"]["kind"] == "assault"
        assert (told["attack"], told["defence"]) == (8, 5)
        assert told["objections"] == []

    def test_it_changes_nothing(self, field):
        before = field.state()
        field.call("preview", target="1313", pieces=["us-349-ri"])
        field.call("preview", piece="us-349-ri")
        assert field.state() == before

    def test_by_either_side_in_any_phase(self, field):
        told = field.call("preview", target="1413", pieces=["de-85-rm"])
        assert told["battle"]["attacker"] == "axis"
        assert told["battle"]["defenders"] == ["us-349-ri", "us-350-ri"]

    def test_air_alone(self, field):
        told = field.call("preview", target="1313", air=5)
        assert told["battle"]["kind"] == "air"
        assert told["table"] == "bombardment"
        assert {chance["code"] for chance in told["chances"]} <= {"DI", "DB"}

    def test_guns_alone(self, match):
        pieces = {"uk-art-xiii": "1411", "de-85-rm": "1313", "de-art-li": "1212"}
        guns = [p for p in match.call("view")["pieces"] if "-art-" in p]
        gun = next(p for p in guns if not p.startswith("de-"))
        pieces = {gun: "1411", "de-85-rm": "1313", "de-art-li": "1212"}
        match.call("set_position", position={"phase": "allied-combat", "pieces": pieces})
        told = match.call("preview", target="1313", support=[gun])
        assert told["battle"]["kind"] == "bombardment"
        assert told["objections"] == []
        told = match.call("preview", target="1313", kind="assault", support=[gun],
                          defence=["de-art-li"])  # fmt: skip
        assert told["battle"]["defence"] == ["de-art-li"]
        assert told["defence"] > 4

    def test_why_it_could_not_be_declared(self, field):
        field.call("set_position", position={"keep": True, "pieces": {"us-350-ri": "0914"}})
        told = field.call("preview", target="1313", pieces=["us-349-ri", "us-350-ri"])
        (objection,) = told["objections"]
        assert objection["pieces"] == ["us-350-ri"]
        assert objection["text"] == "350th Infantry Regiment is not next to 1313."

    @pytest.mark.parametrize(
        ("about", "sentence"),
        [
            ({"target": "0101"}, '"target" of "preview" must be a hex with pieces to attack'),
            ({"target": "1601"}, '"target" of "preview" must be a hex of this board such as 0101'),
            ({"target": "1313", "pieces": ["de-85-rm"]},
             '"pieces.0" of "preview" must be a piece of the side Allies, not "de-85-rm".'),
            ({"target": "1313", "pieces": ["us-351-ri"]},
             '"pieces.0" of "preview" must be a piece on the board, not "us-351-ri".'),
            ({"target": "1313", "pieces": ["us-349-ri", "us-349-ri"]},
             '"pieces" of "preview" must be pieces each of which is named once'),
            ({"target": "1313", "defence": ["us-349-ri"]},
             '"defence.0" of "preview" must be a piece of the side Axis'),
            ({"target": "1313", "air": -1}, '"air" of "preview" must be a whole number from 0'),
            ({"target": "1313", "kind": "siege"},
             '"kind" of "preview" must be one of assault, bombardment, air, not "siege".'),
            ({"target": "1313", "piece": "us-349-ri"},
             '"target" of "preview" makes no sense together with "piece".'),
            ({"target": "1313", "hex": "1412"},
             '"hex" of "preview" makes no sense together with "target".'),
            ({"air": 5}, '"air" of "preview" makes sense only with "target" or "piece".'),
        ],
    )  # fmt: skip
    def test_what_makes_no_sense(self, field, about, sentence):
        assert field.fault("parameters", "preview", **about).startswith(sentence)


class TestMovement:
    def test_destinations_are_those_of_the_legal_moves(self, match):
        match.call(
            "set_position", position={"phase": "allied-movement", "pieces": {"us-349-ri": "1413"}}
        )
        told = match.call("preview", piece="us-349-ri")
        assert told["now"]
        assert told["from"] == "1413"
        moves = match.call("legal", piece="us-349-ri")["actions"]
        assert {tuple(d["path"]) for d in told["destinations"]} == {tuple(m["path"]) for m in moves}
        costs = [d["cost"] for d in told["destinations"]]
        assert costs == sorted(costs)

    def test_one_place_with_the_price_of_each_step(self, match):
        match.call(
            "set_position", position={"phase": "allied-movement", "pieces": {"us-349-ri": "1413"}}
        )
        (told,) = match.call("preview", piece="us-349-ri", hex="1411")["destinations"]
        assert told == {
            "place": "1411", "cost": 4, "text": "2", "path": ["1412", "1411"], "spent": [2, 4],
        }  # fmt: skip
        assert match.call("preview", piece="us-349-ri", hex="0101")["destinations"] == []

    def test_out_of_turn(self, match):
        match.call(
            "set_position", position={"phase": "axis-movement", "pieces": {"us-349-ri": "1413"}}
        )
        told = match.call("preview", piece="us-349-ri")
        assert not told["now"]
        assert told["destinations"]

    def test_pieces_that_are_nowhere(self, field):
        assert field.call("preview", piece="de-1-rpqd")["destinations"] == []


def test_a_game_without_a_table_of_bombardments_knows_none(field, monkeypatch):
    """A target alone asks for any attack that there is; before, that was a fault of the program."""
    values = field.referee.desk.games["g1"].game.module.values
    monkeypatch.delitem(values, "bombardment")
    assert field.call("preview", target="1313")["battle"]["kind"] == "assault"
    for kind in ("bombardment", "air"):
        told = field.fault("parameters", "preview", target="1313", kind=kind)
        assert told.startswith(f'"kind" of "preview" must be one of assault, not "{kind}"')
