"""Descriptions: clauses, pieces, hexes and tables."""

import json
from pathlib import Path

import pytest

from referee.talk import Talk, catalogue
from tabuleiro.i18n import speaking
from tabuleiro.module.rulebook import clause_of, read_rulebook, rulebook

IDS = json.loads((Path(__file__).parents[1] / "rules" / "ids" / "diadem.json").read_text("utf-8"))


@pytest.fixture(scope="module")
def talk():
    """A conversation without a game: modules can be described as they are."""
    return Talk()


def about(talk, **what):
    return talk.call("describe", module="diadem", **what)


class TestRules:
    @pytest.mark.parametrize("language", ["pt", "en"])
    def test_every_clause_of_the_rulebook(self, language):
        talk = Talk(language=language)
        for rule in [*IDS["clauses"], *IDS["examples"]]:
            told = about(talk, rule=rule)
            assert told["text"].strip(), rule
            assert told["heading"], rule
            assert told["anchor"] == rule
            assert "<a " not in told["text"]

    def test_a_clause(self, talk):
        assert about(talk, rule="diadem-5.1.6-9") == {
            "rule": "diadem-5.1.6-9",
            "section": "5.1.6",
            "heading": "5.1.6 Combat results",
            "text": (
                "**9.** ARI, attack retreats intact: the attackers all retreat one hex, "
                "without loss."
            ),
            "anchor": "diadem-5.1.6-9",
        }

    def test_in_portuguese(self):
        told = about(Talk(language="pt"), rule="diadem-5.1.6-9")
        assert told["heading"] == "5.1.6 Resultados do combate"

    @pytest.mark.parametrize("rule", ["5.1.6", "diadem-5.1.6"])
    def test_a_section(self, talk, rule):
        told = about(talk, rule=rule)
        assert told["section"] == told["anchor"] == "5.1.6"
        assert told["text"].startswith("**1.** Each cell")
        assert "**9.** ARI" in told["text"]

    def test_every_rule_that_the_program_names_is_there(self, talk):
        module = catalogue().module("diadem")
        named = [*module.rules["clauses"].values(), *(p.rule for p in module.sequence)]
        named += [t.rule for group in (module.terrain, module.odds) for t in group.values()]
        for rule in filter(None, named):
            assert about(talk, rule=rule)["text"]

    @pytest.mark.parametrize(
        ("rule", "end"),
        [
            ("diadem-5.1.6-999", 'did you mean "diadem-5.1.6-9"?'),
            ("zzz", 'There is no clause "zzz" in the rulebook.'),
            ("leyte-5.1.6", "?"),
        ],
    )
    def test_no_such_clause(self, talk, rule, end):
        assert talk.fault("parameters", "describe", module="diadem", rule=rule).endswith(end)

    def test_sections_whose_clauses_have_no_anchors(self):
        module = catalogue().module("diadem")
        book = read_rulebook("# Rules {#0}\n\n## One {#1.0}\n\nText.\n\n```\n## No {#2}\n```\n")
        assert list(book.sections) == ["0", "1.0"]
        assert "## No {#2}" in book.sections["1.0"].text
        with speaking("en"):
            whole = rulebook(module)
            try:
                module.memo[("rulebook", "en")] = book
                section, clause = clause_of(module, "diadem-1.0-1")
                assert (section.text[:5], clause) == ("Text.", None)
                assert clause_of(module, "leyte-1.0-1") is None
            finally:
                module.memo[("rulebook", "en")] = whole

    def test_a_clause_ends_at_a_heading(self):
        book = read_rulebook('## A {#a}\n<a id="x-1"></a>One.\n\n> <a id="x-2"></a>Two\n> more.\n'
                             "\n### Plain\n\nOther text.\n")  # fmt: skip
        assert book.clauses["x-1"].text == "One."
        assert book.clauses["x-2"].text == "Two\nmore."


class TestPieces:
    def test_all_that_is_printed(self, talk):
        told = about(talk, piece="fr-6-rtm-4dmm")
        assert told["name"] == "6th Moroccan Tirailleur Regiment"
        assert told["short"] == {"left": "6", "right": "4"}
        assert told["side"] == {"id": "allied", "name": "Allies"}
        assert told["nation"] == {"id": "french", "name": "French"}
        assert told["type"] == {"id": "mountain", "name": "mountain troops"}
        assert told["values"] == {"attack": 4, "defense": 4, "move": 6}
        assert told["reduced"] == {"attack": 2, "defense": 2}
        assert told["steps"] == 2
        assert [f["id"] for f in told["formations"]] == ["fr-4-dmm", "fr-cef", "us-5-army"]
        assert told["provenance"] == {}  # all printed
        assert told["now"] is None

    def test_where_its_values_come_from(self, talk):
        told = about(talk, piece="de-85-rm")["provenance"]
        assert told["attack"]["method"] == "quality"
        assert told["attack"]["text"].startswith("The printed value is lost.")

    def test_where_it_is(self, field):
        told = field.call("describe", piece="de-85-rm")
        assert told["now"]["place"] == "1313"
        assert told["values"] == {"attack": 3, "defense": 4, "move": 6}

    @pytest.mark.parametrize("piece", sorted(catalogue().module("diadem").counters))
    def test_every_piece(self, talk, piece):
        told = about(talk, piece=piece)
        assert all(method["text"] for method in told["provenance"].values())

    def test_no_such_piece(self, talk):
        assert talk.fault("parameters", "describe", module="diadem", piece="de-85-rn") == (
            'There is no piece "de-85-rn" in this game; did you mean "de-85-rm"?'
        )


class TestHexes:
    def test_cassino(self, talk):
        told = about(talk, hex="1106")
        assert (told["column"], told["row"]) == (11, 6)
        assert told["terrain"]["name"] == "City"
        assert told["terrain"]["cost"]["foot"] == 2
        assert told["height"] == 139
        assert told["places"][0] == {"id": "cassino", "name": "Cassino", "kind": "city"}
        northeast = told["neighbours"]["northeast"]
        assert northeast["hex"] == "1206"
        assert {feature["id"] for feature in northeast["features"]} == {"rapido", "gustav"}
        assert northeast["roads"][0]["id"] == "highway-6"
        assert told["provenance"]["heights"]["method"] == "relief"
        assert told["regions"]
        assert told["edges"] == []
        assert told["pieces"] is None
        assert told["control"] is None

    def test_every_hex(self, talk):
        grid = catalogue().module("diadem").board.grid
        for place in grid:
            told = about(talk, hex=place)
            assert {n["hex"] for n in told["neighbours"].values()} == set(grid.neighbours(place))
            assert isinstance(told["height"], int)

    def test_an_edge_where_a_road_leaves(self, talk):
        board = catalogue().module("diadem").board
        network = board.networks["highway-6"]
        for place, edges in network.exits.items():
            told = about(talk, hex=place)
            assert told["leaves"]["highway-6"] == sorted(edges)
            assert told["edges"]

    def test_what_stands_there(self, match):
        told = match.call("describe", hex="1006")
        assert told["pieces"] == ["de-4-rpqd"]
        assert told["control"] == "axis"

    def test_no_such_hex(self, talk):
        assert talk.fault("parameters", "describe", module="diadem", hex="1601") == (
            'There is no hex "1601" on this board.'
        )


class TestTables:
    def test_combat(self, talk):
        told = about(talk, table="combat")
        assert told["kind"] == "odds"
        assert told["columns"][3] == "1-1"
        assert told["rows"][0] == {"label": "2-12", "sums": [2, 12]}
        assert told["cells"][0][0] == "DVB ARB"
        assert told["results"]["DE"]["rule"] == "diadem-5.1.6-2"
        assert set(told["variants"]["metz"].values()) == {"DE AVB"}
        assert told["provenance"]["cells"]["text"]

    def test_bombardment_and_vulnerability(self, talk):
        told = about(talk, table="bombardment")
        assert told["columns"][:2] == ["1-12", "13-24"]
        assert told["kind"] == "values"
        told = about(talk, table="vulnerability")
        assert told["kind"] == "indices"
        assert told["rows"]["armour"] == [2, 1]

    def test_terrain(self, talk):
        told = about(talk, table="terrain")
        assert told["terrain"]["mountain"]["cost"]["armour"] is None
        assert told["hexsides"]["river"]["columns"] == 2
        assert told["networks"]["road"]["cost"]["motorized"] == 1

    def test_no_such_table(self, talk):
        assert talk.fault("parameters", "describe", module="diadem", table="combt") == (
            'There is no table "combt" in this game; did you mean "combat"?'
        )


class TestParameters:
    def test_one_thing_at_a_time(self, talk):
        sentence = '"describe" needs one of these parameters: rule, piece, hex, table.'
        assert talk.fault("parameters", "describe") == sentence
        assert talk.fault("parameters", "describe", hex="1106", rule="5.1.6") == sentence

    def test_module_or_game(self, field):
        assert field.fault("parameters", "describe", module="diadem", game="g1", hex="1106") == (
            '"module" of "describe" makes no sense together with "game" or "side".'
        )
        field.fault("module", "describe", module="nowhere", hex="1106")
        field.fault("parameters", "describe", side="somebody", hex="1106")
        sentence = field.fault("parameters", "describe", side=None, hex="1106")
        assert sentence == '"describe" of a game needs the parameter "side".'

    def test_an_onlooker_is_told_what_is_printed(self, field):
        assert field.call("describe", side="nobody", hex="1106")["terrain"]["id"] == "city"

    def test_neither(self):
        Talk().fault("no-game", "describe", hex="1106")
