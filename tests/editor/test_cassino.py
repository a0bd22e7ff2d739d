"""The proof of the whole way: "Three turns at Cassino", written in the editor and played elsewhere.

Made of Diadem by the editor's own functions, packed, signed, installed by somebody else and played
to its end by computers; with one byte altered it is refused.
"""

import random

import pytest

from tabuleiro.bots import make_player, play_match
from tabuleiro.cli import main
from tabuleiro.editor.beginning import add_scenario, draft_of, new_pack
from tabuleiro.editor.scenarios import (
    arrive,
    lose,
    place,
    set_about,
    set_goal,
    set_option,
    take_back,
    waiting,
)
from tabuleiro.engine.catalogue import Catalogue
from tabuleiro.module import find_module, load_module

TURNS = 3


def live_at(monkeypatch, home):
    """Be another user, who has nothing of the first one's."""
    for name in ("DATA", "CACHE", "CONFIG"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(home / name.lower()))
    monkeypatch.setenv("TABULEIRO_LIBRARY", str(home / "library.db"))


@pytest.fixture
def cassino(tmp_path, monkeypatch):
    """The folder of the pack, as the editor leaves it."""
    live_at(monkeypatch, tmp_path / "author")
    module = load_module(find_module("diadem"))
    folder = new_pack("diadem", "cassino-3", tmp_path, "Three turns at Cassino", "Casa do Exemplo")
    draft = draft_of(folder, Catalogue.installed().parameters)
    file = add_scenario(draft, "three-turns")

    def edit(label, change, *about, **more):
        with draft.edit(label) as files:
            change(files[file], *about, **more)

    edit("Title", set_about, "name", "pt", "Três turnos em Cassino")
    edit("Title", set_about, "name", "en", "Three turns at Cassino")
    edit("Last turn", lambda values: values.update(last_turn=TURNS))
    assert draft.problems()  # some would come after the end
    for piece, turn in waiting(draft.data(file)).items():
        if turn.isdecimal() and int(turn) > TURNS:
            edit("Too late", take_back, piece)
    edit("Place", place, module, "it-1-bda-mtz", "1404")
    edit("Later", arrive, module, "de-26-rpz", TURNS)
    edit("Losses", lose, module, "pl-5-bgda", 1)
    edit("Goal", set_goal, module, "cassino", {"allied": 15, "axis": 5}, "axis")
    edit("Option", set_option, module, "mountain-roads", False)
    assert draft.problems() == ()
    draft.save()
    return folder


def test_the_whole_way(cassino, tmp_path, monkeypatch, capsys):
    pack, key = tmp_path / "cassino-3.tabuleiro", tmp_path / "publisher.pem"
    assert main(["pack", str(cassino), "--out", str(pack)]) == 0
    assert main(["key", str(key), "--new"]) == 0
    assert main(["sign", str(pack), str(key)]) == 0

    live_at(monkeypatch, tmp_path / "reader")
    assert "cassino-3" not in Catalogue.installed().module_ids()
    assert main(["install", str(pack), "--yes", "--new-key"]) == 0
    catalogue = Catalogue.installed()
    game = catalogue.new("cassino-3", seed="cassino")
    assert game.scenario.name["pt"] == "Três turnos em Cassino"
    assert game.options["mountain-roads"] is False
    assert game.position.pieces["pl-5-bgda"].losses == 1
    assert game.position.pieces["it-1-bda-mtz"].place == "1404"
    players = {side: make_player("simple", side) for side in game.module.sides}
    result = play_match(game, players)
    assert game.position.outcome is not None
    assert result.turn == TURNS
    assert "de-26-rpz" in game.position.pieces


@pytest.mark.parametrize(
    "seed", [0, *(pytest.param(n, marks=pytest.mark.slow) for n in range(1, 6))]
)
def test_with_one_byte_altered_it_is_refused(cassino, tmp_path, monkeypatch, capsys, seed):
    pack, key = tmp_path / "cassino-3.tabuleiro", tmp_path / "publisher.pem"
    main(["pack", str(cassino), "--out", str(pack)])
    main(["key", str(key), "--new"])
    main(["sign", str(pack), str(key)])
    content = bytearray(pack.read_bytes())
    where = random.Random(seed).randrange(len(content))
    content[where] ^= 1 << seed % 8
    pack.write_bytes(content)

    live_at(monkeypatch, tmp_path / "reader")
    capsys.readouterr()
    assert main(["install", str(pack), "--yes", "--unsigned", "--new-key"]) == 1
    said = capsys.readouterr()
    assert said.err.count("\n") == 1
    assert "cassino-3" not in Catalogue.installed().module_ids()
