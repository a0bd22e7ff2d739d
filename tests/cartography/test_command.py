"""The command: build and picture."""

import argparse
import shutil
import subprocess
import sys

import pytest

from tabuleiro.cartography.command import add_parser, prepare, run


def call(*words, paint=None):
    parser = argparse.ArgumentParser()
    prepare(parser)
    return run(parser.parse_args([str(word) for word in words]), paint)


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
    assert "--svg FILE, --png FILE or --dir DIR" in capsys.readouterr().err
    assert call("picture", "all", "--svg", "x.svg") == 1


@pytest.fixture
def painted():
    """A painter that keeps what it is asked for."""
    asked = []

    def paint(svg, file, width):
        asked.append((svg, file, width))
        file.write_bytes(b"pixels")

    paint.asked = asked
    return paint


def test_png(atelier, tmp_path, painted, capsys):
    atelier.build().write(atelier.module, atelier.source)
    svg, png = tmp_path / "b.svg", tmp_path / "b.png"
    words = ("picture", atelier.module, "--svg", svg, "--png", png, "--width", 900)
    assert call(*words, paint=painted) == 0
    assert painted.asked == [(svg.read_text("utf-8"), png, 900)]
    assert capsys.readouterr().out.splitlines() == [str(svg), str(png)]


def test_png_without_a_painter(atelier, tmp_path, capsys):
    atelier.build().write(atelier.module, atelier.source)
    assert call("picture", atelier.module, "--png", tmp_path / "b.png") == 1
    assert "a PNG is made by `tabuleiro board picture`" in capsys.readouterr().err


class TestFolderOfPictures:
    @pytest.fixture
    def modules(self, atelier, tmp_path, monkeypatch):
        """Two modules, `twins` and `other`, and a folder that is none."""
        atelier.build().write(atelier.module, atelier.source)
        folder = tmp_path / "modules"
        for name in ("twins", "other"):
            shutil.copytree(atelier.module, folder / name)
        (folder / "empty").mkdir()
        monkeypatch.setattr("tabuleiro.module.paths.module_folders", lambda: [folder])
        return folder

    def test_all(self, modules, tmp_path, painted):
        out = tmp_path / "pictures"
        assert call("picture", "all", "--dir", out, paint=painted) == 0
        names = [f"{name}.{kind}" for name in ("other", "twins") for kind in ("png", "svg")]
        assert sorted(path.name for path in out.iterdir()) == names
        assert [width for _svg, _file, width in painted.asked] == [1600, 1600]

    def test_one(self, modules, tmp_path, painted):
        out = tmp_path / "pictures"
        assert call("picture", modules / "twins", "--dir", out, paint=painted) == 0
        assert sorted(path.name for path in out.iterdir()) == ["twins.png", "twins.svg"]

    def test_svg_of_too_many_bytes_is_left_out(
        self, modules, tmp_path, painted, monkeypatch, capsys
    ):
        monkeypatch.setattr("tabuleiro.cartography.command.LARGEST", 1000)
        out = tmp_path / "pictures"
        assert call("picture", "all", "--dir", out, paint=painted) == 0
        assert sorted(path.name for path in out.iterdir()) == ["other.png", "twins.png"]
        assert "twins.svg would have" in capsys.readouterr().out

    def test_a_broken_board_does_not_stop_the_others(self, modules, tmp_path, painted, capsys):
        (modules / "other" / "board.yaml").write_text("format: 1\n")
        out = tmp_path / "pictures"
        assert call("picture", "all", "--dir", out, paint=painted) == 1
        assert sorted(path.name for path in out.iterdir()) == ["twins.png", "twins.svg"]
        assert str(modules / "other" / "board.yaml") in capsys.readouterr().err


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
