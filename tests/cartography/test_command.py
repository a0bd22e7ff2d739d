"""The command: build and picture."""

import argparse
import subprocess
import sys

import pytest

from tabuleiro.cartography.command import add_parser, prepare, run


def call(*words):
    parser = argparse.ArgumentParser()
    prepare(parser)
    return run(parser.parse_args([str(word) for word in words]))


def test_build_and_picture(atelier, tmp_path, capsys):
    assert call("build", atelier.source, "--heights", atelier.heights) == 0
    assert {path.name for path in atelier.module.iterdir()} >= {"board.yaml", "drawing.json"}
    assert (atelier.source / "relief.json").is_file()
    svg = tmp_path / "board.svg"
    assert call("picture", atelier.module, "--svg", svg, "--scale", 30) == 0
    assert svg.read_text("utf-8").startswith("<svg ")
    assert str(svg) in capsys.readouterr().out


def test_out(atelier, tmp_path, capsys):
    out = tmp_path / "new" / "place"
    assert call("build", atelier.source, "--out", out) == 0
    assert (out / "board.yaml").is_file()
    assert not (atelier.module / "board.yaml").exists()


def test_faults_are_told_with_the_path(atelier, capsys):
    atelier.change('"0303", "0304", "0404"]', '"0303", "0304", "0506"]')
    assert call("build", atelier.source) == 1
    assert f"{atelier.source / 'board-source.yaml'}:" in capsys.readouterr().err


def test_picture_needs_a_file(atelier, capsys):
    atelier.build().write(atelier.module, atelier.source)
    assert call("picture", atelier.module) == 1
    assert "--svg FILE" in capsys.readouterr().err


def test_file_that_cannot_be_written(atelier, tmp_path, capsys):
    atelier.build().write(atelier.module, atelier.source)
    assert call("picture", atelier.module, "--svg", tmp_path / "no" / "where.svg") == 1
    assert "where.svg" in capsys.readouterr().err


def test_unknown_game(capsys):
    assert call("picture", "no-such-game", "--svg", "x.svg") == 1
    assert "no-such-game" in capsys.readouterr().err


def test_subparser(atelier):
    parser = argparse.ArgumentParser()
    add_parser(parser.add_subparsers())
    options = parser.parse_args(["board", "build", str(atelier.source)])
    assert options.run is run


@pytest.mark.slow
def test_as_a_program(atelier):
    command = [sys.executable, "-m", "tabuleiro.cartography", "build", str(atelier.source)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "board.yaml" in done.stdout
