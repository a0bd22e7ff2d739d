"""Setting the table: greeting, catalogue, games, positions, dice."""

import pytest

from referee.talk import FIELD, Talk
from samples import sampled
from tabuleiro import __version__
from tabuleiro.engine import DEAD, OFF
from tabuleiro.module import ModuleError, Problem


class TestHello:
    def test_it_says_who_is_there(self, talk):
        assert talk.call("hello") == {
            "protocol": 2,
            "program": "tabuleiro",
            "version": __version__,
            "languages": ["pt", "en"],
            "language": "en",
        }

    def test_the_protocol_can_be_asked_for(self, talk):
        assert talk.call("hello", protocol=2)["protocol"] == 2
        assert talk.fault("parameters", "hello", protocol=3) == (
            "This program speaks version 2 of the protocol, not 3."
        )

    def test_to_those_who_speak_the_first_version_it_says_what_changed(self, talk):
        sentence = talk.fault("parameters", "hello", protocol=1)
        assert sentence == (
            "This program speaks version 2 of the protocol, not 1: whoever looks or acts now names"
            ' his side (or "everything"), rows are numbered for each side, and an undo past dice is'
            " answered by the other side."
        )
        assert talk.data["allowed"] == [2]

    @pytest.mark.parametrize(
        "method", ["view", "decision", "legal", "log", "score", "preview", "act", "undo", "save"]
    )
    def test_who_asks_as_in_the_first_version_is_told_what_is_missing(self, field, method):
        about = {"action": {"type": "end-phase"}} if method == "act" else {}
        about |= {"path": "x.partida"} if method == "save" else {}
        request = {"jsonrpc": "2.0", "id": 1, "method": method, "params": about}
        error = field.send(request)["error"]
        missing = "for" if method == "save" else "side"
        assert error["message"] == f'"{method}" needs the parameter "{missing}".'

    def test_language(self, talk):
        assert talk.call("language", language="pt") == {"language": "pt"}
        assert talk.call("hello")["language"] == "pt"
        assert talk.fault("no-game", "view").startswith("Nenhum jogo está aberto")
        assert talk.fault("parameters", "language", language="fr") == (
            '"language" de "language" deve ser um destes: pt, en, não "fr".'
        )


class TestCatalog:
    def test_it_offers_games(self, talk):
        told = talk.call("catalog")
        diadem = next(game for game in told["games"] if game["id"] == "diadem")
        assert diadem["playable"]
        assert diadem["title"] == "Operation Diadem"
        assert [side["id"] for side in diadem["sides"]] == ["allied", "axis"]
        assert diadem["scenarios"][0]["id"] == "campaign"
        assert diadem["phases"][1] == {
            "id": "allied-combat",
            "name": "Allied combat",
            "kind": "combat",
            "side": "allied",
            "rule": "diadem-3.0-3",
        }
        sealed = next(o for o in diadem["options"] if o["id"] == "sealing")
        assert sealed["default"] == "covered"
        assert sealed["choices"] == ["covered", "sealed", "open"]
        assert "movement" in told["strictness"]["topics"]

    def test_in_portuguese(self):
        told = Talk(language="pt").call("catalog", module="diadem")
        assert told["games"][0]["title"] == "Operação Diadem"

    def test_a_module_that_is_broken_is_told_and_stops_no_other(self, talk, monkeypatch):
        catalogue = talk.referee.desk.catalogue
        whole = type(catalogue).module

        def module(self, name):
            if name == "broken":
                raise ModuleError(name, [Problem("board.yaml", 3, 1, "", "it is flat")])
            return whole(self, name)

        monkeypatch.setattr(type(catalogue), "module", module)
        monkeypatch.setattr(type(catalogue), "module_ids", lambda _self: ["broken", "diadem"])
        broken, diadem = talk.call("catalog")["games"]
        assert broken == {
            "id": "broken",
            "playable": False,
            "problems": ["board.yaml:3:1: it is flat"],
        }
        assert diadem["playable"]
        sentence = talk.fault("module", "catalog", module="broken")
        assert sentence == 'The module "broken" cannot be used: board.yaml:3:1: it is flat.'
        talk.fault("module", "new", module="broken")

    @pytest.mark.parametrize("name", ["nowhere", "x" * 3000, "a\0b", "a/" * 1500])
    def test_a_module_that_is_not_there(self, talk, name):
        for method in ("catalog", "new"):
            assert talk.fault("module", method, module=name).startswith("There is no module ")
        assert talk.fault("module", "new", module="diadme").endswith('did you mean "diadem"?')


class TestNew:
    def test_it_runs_to_the_first_decision(self, talk):
        told = talk.new()
        assert told["game"] == "g1"
        assert told["row"] == 0
        assert told["turn"] == 1
        assert told["phase"] is None
        assert told["decision"]["side"] == "axis"
        assert told["decision"]["prompt"] == "Place your units."
        assert told["outcome"] is None

    def test_the_same_seed_throws_the_same_dice(self, talk):
        faces = []
        for _ in range(2):
            talk.new(seed="one", position=FIELD)
            talk.act("assault", target="1313")
            talk.act("join", piece="us-349-ri")
            events = talk.act("confirm")["events"]
            faces += [event["faces"] for event in events if event["type"] == "rolled"]
        assert faces[0] == faces[1]

    def test_without_a_seed_each_match_has_its_own(self, talk):
        talk.call("new", module="diadem")
        talk.call("new", module="diadem")
        seeds = {here.game.header.seed for here in talk.referee.desk.games.values()}
        assert len(seeds) == 2

    def test_a_folder_is_a_module_too(self, talk):
        root = talk.referee.desk.catalogue.module("diadem").root
        assert talk.call("new", module=str(root))["turn"] == 1

    def test_options(self, talk):
        talk.new(options={"sealing": "open", "strictness": {"movement": "off"}})
        game = talk.referee.desk.find(None).game
        assert game.options["sealing"] == "open"
        sentence = talk.fault("parameters", "new", module="diadem", options={"shifts": "odd"})
        assert sentence == (
            'Option "shifts" cannot be odd; it can be: attacker-then-defender, net.'
        )
        assert talk.data["key"] == "options"
        talk.fault("parameters", "new", module="diadem", options={"weather": True})
        talk.fault("parameters", "new", module="diadem", options={"strictness": {"zones": "no"}})

    def test_house_rules(self, talk):
        known = talk.referee.desk.catalogue.house_rules
        assert talk.call("catalog")["house_rules"] == sorted(known)
        sentence = talk.fault("module", "new", module="diadem", house_rules=["no-zones"])
        assert sentence == 'There is no house rule "no-zones".'

    def test_scenario(self, talk):
        assert talk.new(scenario="campaign")["turn"] == 1
        assert talk.fault("parameters", "new", module="diadem", scenario="campain") == (
            '"scenario" of "new" must be one of campaign, not "campain"; did you mean "campaign"?'
        )

    def test_a_position_is_set_up_and_marked(self, talk):
        told = talk.new(position=FIELD)
        assert told["phase"] == "allied-combat"
        assert told["row"] == 1
        assert talk.call("log")["rows"][1]["kind"] == "test"

    def test_a_faulty_position_begins_no_game(self, talk):
        talk.fault("parameters", "new", module="diadem", position={"pieces": {"x": "1413"}})
        assert talk.data["key"] == "position.pieces"
        talk.fault("no-game", "view")

    def test_a_game_without_a_plugin(self, talk, monkeypatch):
        monkeypatch.setattr(talk.referee.desk.catalogue, "rules", {})
        assert talk.fault("module", "new", module="diadem") == (
            'The game "diadem" needs the plugin "diadem", which is not installed.'
        )


class TestSeveralGames:
    def test_the_last_one_begun_is_meant(self, talk):
        talk.new()
        talk.new(position=FIELD)
        assert talk.call("decision")["phase"] == "allied-combat"
        assert talk.call("decision", game="g1")["phase"] is None
        assert talk.call("decision")["phase"] == "allied-combat"

    def test_closing(self, talk):
        talk.new()
        talk.new()
        assert talk.call("close") == {"closed": "g2", "open": ["g1"]}
        assert talk.fault("no-game", "close", game="g2") == 'No game "g2" is open; there are: g1.'
        assert talk.call("close", game="g1") == {"closed": "g1", "open": []}
        assert talk.fault("no-game", "close") == 'No game is open: begin one with "new" or "load".'

    def test_ids_are_not_used_twice(self, talk):
        talk.new()
        talk.call("close")
        assert talk.new()["game"] == "g2"

    def test_a_module_is_read_once(self, talk):
        talk.new()
        talk.new()
        one, other = (here.game.module for here in talk.referee.desk.games.values())
        assert one is other

    def test_the_id_must_be_a_text(self, match):
        assert match.fault("parameters", "view", game=1) == (
            '"game" of "view" must be a text, not 1.'
        )


class TestSetPosition:
    def test_any_piece_goes_anywhere_in_any_phase(self, match):
        """Every counter of the match, over every phase, on every kind of place."""
        board = match.referee.desk.find(None).game.module.board
        pieces = match.call("view")["pieces"]
        places = [*board.grid.hexes, OFF, DEAD, *(f"exit.{edge}" for edge in board.edges)]
        for number, phase in enumerate(
            ["allied-movement", "allied-combat", "axis-movement", "axis-combat"]
        ):
            wanted = {
                piece: places[(17 * count + 61 * number) % len(places)]
                for count, piece in enumerate(pieces)
            }
            told = match.call("set_position", position={"phase": phase, "pieces": wanted})
            assert told["decision"]["side"] == phase.split("-")[0]
            assert told["phase"] == phase
            seen = match.call("view")["pieces"]
            assert {piece: seen[piece]["place"] for piece in wanted} == wanted

    @pytest.mark.slow
    @pytest.mark.parametrize(
        "phase", sampled(["allied-movement", "axis-movement"], {"axis-movement"})
    )
    def test_every_hex_will_do(self, match, phase):
        for place in match.referee.desk.find(None).game.module.board.grid.hexes:
            match.call("set_position", position={"phase": phase, "pieces": {"de-85-rm": place}})
            assert match.call("describe", hex=place)["pieces"] == ["de-85-rm"]

    def test_in_the_middle_of_a_declaration(self, field):
        field.act("assault", target="1313")
        told = field.call("set_position", position={"keep": True, "pieces": {"de-85-rm": "0202"}})
        assert told["phase"] == "allied-combat"  # which begins anew
        assert told["decision"]["kind"] == "phase"
        seen = field.call("view")["pieces"]
        assert seen["us-349-ri"]["place"] == "1413"
        assert seen["de-85-rm"]["place"] == "0202"

    def test_state_tracks_control_marks_facts_turn(self, match):
        match.call(
            "set_position",
            position={
                "turn": 3,
                "phase": "axis-combat",
                "pieces": {
                    "de-85-rm": {"place": "1313", "losses": 1, "spent": 4, "marks": ["moved"]}
                },
                "tracks": {"air.allied": 7},
                "control": {"1006": "allied"},
                "marks": {"1212": ["burnt"]},
                "facts": {"weather": ["fine", 3]},
            },
        )
        found = match.call("position")["position"]
        assert found["turn"] == 3
        assert found["pieces"]["de-85-rm"] == {
            "place": "1313", "losses": 1, "spent": 4, "marks": ["moved"],
        }  # fmt: skip
        assert found["tracks"]["air.allied"] == 7
        assert found["control"]["1006"] == "allied"
        assert found["marks"] == {"1212": ["burnt"]}
        assert found["facts"] == {"weather": ["fine", 3]}

    def test_before_the_first_turn_the_match_goes_on_to_it(self, match):
        assert match.call("set_position", position={"pieces": {}})["phase"] == "allied-movement"

    def test_the_log_says_that_it_was_a_test(self, field):
        row = field.call("log")["rows"][-1]
        assert row["kind"] == "test"
        assert row["action"]["type"] == "set-position"
        assert row["text"] == "A position is set up outside of the rules."

    def test_the_scene_has_the_last_word(self, field):
        position = {"pieces": {"de-85-rm": {"place": "1313", "losses": 5}}}
        field.fault("parameters", "set_position", position=position)


class TestSetDice:
    def test_faces_are_queued(self, field):
        assert field.call("set_dice", faces=[6, 5])["queued"] == 2
        assert field.call("set_dice", faces=[4])["queued"] == 3
        field.act("assault", target="1313")
        field.act("join", piece="us-349-ri")
        events = field.act("confirm")["events"]
        (rolled,) = [event for event in events if event["type"] == "rolled"]
        assert rolled["faces"] == [6, 5]
        assert rolled["queued"] == 2
        assert field.call("position")["position"]["dice"]["queue"] == [4]

    def test_the_log_says_that_it_was_a_test(self, field):
        field.call("set_dice", faces=[6, 5])
        row = field.call("log")["rows"][-1]
        assert row["kind"] == "test"
        assert row["action"] == {"type": "set-dice", "faces": [6, 5]}
        assert row["text"] == "The next dice are set: 6, 5."

    def test_there_is_a_limit(self, field):
        field.call("set_dice", faces=[1] * 1000)
        assert field.fault("parameters", "set_dice", faces=[1]) == (
            '"faces" of "set_dice" must be from 1 to 1000 faces, those that wait already counted, '
            "not [1]."
        )
