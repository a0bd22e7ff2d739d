"""Series of matches, the look at them, and the balance of a game."""

import pkgutil

import pytest

import tabuleiro.bots
import tabuleiro.cli
from docstrings import run_examples
from tabuleiro.bots import balance
from tabuleiro.bots.inspector import Inspector
from tabuleiro.bots.series import Plan, play_all, play_one
from tabuleiro.testing import table

RANDOM = {"allied": "random", "axis": "random"}
MODULES = [
    f"{package.__name__}.{info.name}"
    for package in (tabuleiro.bots, tabuleiro.cli)
    for info in pkgutil.iter_modules(package.__path__)
    if info.name != "__main__"
] + ["tabuleiro.bots", "tabuleiro.cli.show.dump", "tabuleiro.cli.show.parts"]


@pytest.mark.no_cover  # long, and other matches of these players are watched
@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings_run(name, monkeypatch):
    monkeypatch.setenv("TABULEIRO_LANGUAGE", "en")
    assert run_examples(name).failed == 0


@pytest.mark.slow
@pytest.mark.no_cover  # long, and other matches of these players are watched
def test_checked_matches_have_no_findings(tmp_path):
    played = play_one(Plan("diadem", "11", RANDOM, check=True, save=str(tmp_path / "new")))
    assert played.findings == ()
    assert played.over
    assert (tmp_path / "new" / "diadem-11.partida").is_file()


@pytest.mark.slow
@pytest.mark.no_cover  # long, and other matches of these players are watched
def test_simple_matches_have_no_findings():
    played = play_one(Plan("diadem", "12", {"allied": "simple", "axis": "simple"}, check=True))
    assert played.findings == ()


@pytest.mark.slow
@pytest.mark.no_cover  # long, and other matches of these players are watched
def test_one_match_needs_no_processes():
    (played,) = play_all([Plan("diadem", "1", RANDOM)], jobs=4)
    assert played.seed == "1"


def test_the_inspector_finds_what_is_wrong(monkeypatch):
    t = table("diadem", "allied-movement", {"us-349-ri": "1413"}).go("us-349-ri", "1313")
    game = t.game
    row = game.log.rows[game.log.head]
    look = Inspector()
    look(game, row)
    assert look.findings == []
    look._pieces = frozenset({"somebody"})
    look(game, row)
    assert "pieces appeared or vanished" in look.findings[0]

    monkeypatch.setattr(type(game), "legal", lambda _game: [])
    look._legal(game)
    assert "no action is legal" in look.findings[-1]
    monkeypatch.setattr(type(game), "legal", lambda _game: [t.move("us-349-ri", "0101")])
    look._legal(game)
    assert "listed but refused" in look.findings[-1]

    monkeypatch.setattr(type(game), "redo", lambda _game: None)
    look._back_and_forth(game)
    assert "redo leads to another position" in look.findings[-1]


def test_pieces_that_are_made_in_play_may_appear_but_not_vanish():
    t = table("filipinas", "us-movement", {"us-19-ri": "4437"}, control={"4437": "us"})
    row, look = t.game.log.rows[t.game.log.head], Inspector()
    look(t.game, row)
    t.act("put-unknown", "4437")
    look(t.game, row)
    assert look.findings == []
    look._pieces |= {"us-incognita--gone1"}
    look(t.game, row)
    assert look.findings == ["action 3: pieces appeared or vanished"]


def test_a_match_with_a_broken_log_is_found():
    t = table("diadem", "allied-movement", {"us-349-ri": "1413"}).go("us-349-ri", "1313")
    game = t.game
    row = game.log.rows[game.log.head]
    import msgspec

    game.log.rows[row.id] = msgspec.structs.replace(row, hash="0" * 32)
    look = Inspector()
    look.at_end(game)
    assert any("hash" in finding for finding in look.findings)


@pytest.mark.slow
@pytest.mark.no_cover  # long, and other matches of these players are watched
def test_balance(capsys, monkeypatch):
    assert balance.main(["diadem", "--games", "2", "--player", "random"]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[0].split() == ["side", "wins", "mean", "points"]
    assert said[-1].startswith("2 matches of ")
