"""``new-module``, ``new-scenario`` and ``scenario-of``: what comes out validates and is played."""

import re
from contextlib import suppress

import pytest
import yaml

from tabuleiro.bots import Stuck, make_player, play_match
from tabuleiro.engine.catalogue import Catalogue
from tabuleiro.engine.position import UNSEEN
from tabuleiro.module import Cache, load_module
from tabuleiro.module.packs import data_folder
from tabuleiro.store import Library, Seats


@pytest.fixture
def home(tmp_path, monkeypatch):
    """A user of his own, with nothing in his folders."""
    for name in ("DATA", "CACHE", "CONFIG"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name.lower()))
    monkeypatch.setenv("TABULEIRO_LIBRARY", str(tmp_path / "library.db"))
    return tmp_path


class TestNewModule:
    @pytest.mark.parametrize("kind", ["hexes", "squares", "areas", "plain"])
    def test_it_validates_and_is_played_at_once(self, tabuleiro, home, kind):
        done = tabuleiro("new-module", "my-war", f"--{kind}", "--title", "My war", "--json").json
        assert done["files"] == [
            "board.yaml", "counters.yaml", "module.yaml", "scenarios/start.yaml",
        ]  # fmt: skip
        module = load_module(done["folder"], cache=Cache(None))
        assert (module.id, module.title["en"]) == ("my-war", "My war")
        assert module.warnings == ()
        assert tabuleiro("validate", "my-war").out.startswith("My war 1.0.0: in order")
        game = Catalogue.installed().new("my-war", seed="1")
        assert len([p for p in game.position.pieces.values() if p.place != "off"]) == 8
        play_match(game, {side: make_player("random", side) for side in module.played_sides})
        assert game.position.outcome is not None

    def test_hexes_if_nothing_is_said_and_a_folder_that_is_named(self, tabuleiro, tmp_path):
        said = tabuleiro("new-module", "war", "--dir", tmp_path).out
        assert f"tabuleiro play {tmp_path / 'war'}" in said
        assert load_module(tmp_path / "war", cache=Cache(None)).board.grid.kind == "hexes"

    def test_with_rules_it_is_a_plugin(self, tabuleiro, tmp_path):
        said = tabuleiro("new-module", "duel", "--rules", "--dir", tmp_path)
        assert said.code == 0
        assert (tmp_path / "tabuleiro-duel/tabuleiro_duel/__init__.py").is_file()
        sentence = "A game with rules begins on hexes: leave the other option out."
        assert tabuleiro("new-module", "d", "--rules", "--areas").failed(2) == sentence

    @pytest.mark.parametrize("name", ["", "My War", "../war", "war_", "x" * 61, "a\x1b[31m"])
    def test_a_name_that_is_no_id(self, tabuleiro, tmp_path, name):
        assert "is no id" in tabuleiro("new-module", "--dir", tmp_path, "--", name).failed()
        assert list(tmp_path.iterdir()) == []

    def test_nothing_is_written_over(self, tabuleiro, tmp_path):
        (tmp_path / "war").mkdir()
        assert "there already" in tabuleiro("new-module", "war", "--dir", tmp_path).failed()
        assert "diadem" in tabuleiro("new-module", "diadem", "--dir", tmp_path).failed()
        nowhere = tmp_path / "nowhere"
        assert "no folder" in tabuleiro("new-module", "war2", "--dir", nowhere).failed()


class TestNewScenario:
    def test_in_a_module_of_ones_own(self, tabuleiro, home):
        tabuleiro("new-module", "my-war")
        done = tabuleiro("new-scenario", "my-war", "night", "--title", "Night", "--json").json
        assert not done["pack"]
        module = Catalogue.installed().module("my-war")
        assert module.scenarios["night"].name["en"] == "Night"
        assert module.scenarios["night"].setup == module.scenarios["start"].setup
        assert "already" in tabuleiro("new-scenario", "my-war", "night").failed()
        assert (
            "there are night, start"
            in tabuleiro("new-scenario", "my-war", "x", "--like", "dawn").failed()
        )

    def test_of_a_game_of_the_program_it_is_a_pack(self, tabuleiro, home, tmp_path):
        done = tabuleiro("new-scenario", "diadem", "three-turns", "--json").json
        assert done["pack"]
        folder = data_folder() / "scenarios" / "diadem-three-turns"
        said = yaml.safe_load((folder / "pack.yaml").read_text("utf-8"))
        assert (said["extends"], said["kind"]) == ("diadem", "scenarios")
        assert said["summary"]["pt"] == "Cenários de Operação Diadem."
        text = (folder / "variant/scenarios/three-turns.yaml").read_text("utf-8")
        assert "# Allies (11.1.1)" in text  # as the author of the game wrote it
        pack = tmp_path / "three.tabuleiro"
        assert tabuleiro("pack", folder, "--out", pack).code == 0
        assert tabuleiro("install", pack, "--yes", "--unsigned").code == 0
        assert Catalogue.installed().new("diadem-three-turns").scenario.id == "three-turns"

    def test_a_second_one_joins_the_pack(self, tabuleiro, home):
        for id in ("one", "two"):
            tabuleiro("new-scenario", "diadem", id, "--pack", "my-diadem")
        folder = data_folder() / "scenarios" / "my-diadem" / "variant" / "scenarios"
        assert sorted(path.name for path in folder.iterdir()) == ["one.yaml", "two.yaml"]

    def test_what_is_not_there(self, tabuleiro, home):
        assert 'no module "nope"' in tabuleiro("new-scenario", "nope", "x").failed()
        assert "is no id" in tabuleiro("new-scenario", "diadem", "X").failed()


class TestScenarioOf:
    def kept(self, game_id, actions, seats=None):
        game = Catalogue.installed().new(game_id, seed="1")
        players = {side: make_player("random", side) for side in game.module.played_sides}
        with suppress(Stuck):
            play_match(game, players, limit=actions)
        with Library() as library:
            return library.create(game, "x", seats).id, game

    def test_a_match_of_the_library(self, tabuleiro, home):
        number, game = self.kept("diadem", 300)
        said = tabuleiro("scenario-of", number, "mid", "--title", "Middle")
        assert said.code == 0
        assert "begins anew" in said.out
        folder = data_folder() / "scenarios" / "diadem-mid"
        data = yaml.safe_load((folder / "variant/scenarios/mid.yaml").read_text("utf-8"))
        assert data["opens"]["turn"] == game.position.turn
        assert data["name"] == {"pt": "Middle", "en": "Middle"}

    @pytest.mark.slow
    def test_a_player_writes_out_what_he_sees(self, tabuleiro, home):
        number, game = self.kept("filipinas", 400, Seats({"us": "human", "jp": "simple"}))
        seen = game.belief("us").s.position.pieces
        hidden = [p for p in game.position.pieces if p not in seen or seen[p].place == UNSEEN]
        assert hidden
        tabuleiro("scenario-of", number, "mid")
        path = data_folder() / "scenarios/filipinas-mid/variant/scenarios/mid.yaml"
        setup = path.read_text("utf-8").partition("withdrawals:")[0]
        assert not [piece for piece in hidden if re.search(rf"[ \[]{piece}[],:]", setup)]

    def test_what_cannot_be_written(self, tabuleiro, home):
        number, _game = self.kept("papua", 0)
        assert "set-up" in tabuleiro("scenario-of", number, "x").failed()
        assert "no game 77" in tabuleiro("scenario-of", 77, "x").failed()
        assert "no number" in tabuleiro("scenario-of", "one", "x").failed(2)
