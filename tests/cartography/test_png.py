"""Pictures in pixels: the right size and colours, few bytes, and a word if Qt is not there."""

import sys

import numpy as np
import pytest

from tabuleiro.cli import main

QtGui = pytest.importorskip("PySide6.QtGui", reason="no Qt", exc_type=ImportError)

from tabuleiro.host.palette import palette_of  # noqa: E402
from tabuleiro.host.raster import save_png  # noqa: E402

FLAG = """\
<svg xmlns="http://www.w3.org/2000/svg" width="300" height="200" viewBox="0 0 300 200">
<rect width="300" height="200" fill="#009b3a"/>
<polygon points="150,17 283,100 150,183 17,100" fill="#fedf00"/>
<circle cx="150" cy="100" r="35" fill="#002776"/>
</svg>
"""


@pytest.mark.parametrize("colours", [16, None])
def test_pixels(tmp_path, colours):
    file = tmp_path / "flag.png"
    save_png(FLAG, file, width=150, colours=colours)
    image = QtGui.QImage(str(file))
    assert (image.width(), image.height()) == (150, 100)
    spots = {(2, 2): "#009b3a", (30, 50): "#fedf00", (75, 50): "#002776"}
    for (x, y), name in spots.items():
        found, wanted = image.pixelColor(x, y), QtGui.QColor(name)
        for part in ("red", "green", "blue"):
            assert abs(getattr(found, part)() - getattr(wanted, part)()) <= 2, (x, y)
    eight_bits = image.format() == QtGui.QImage.Format.Format_Indexed8
    assert eight_bits == (colours is not None)


def test_two_pictures_are_the_same(tmp_path):
    for name in ("a.png", "b.png"):
        save_png(FLAG, tmp_path / name, width=151)
    assert (tmp_path / "a.png").read_bytes() == (tmp_path / "b.png").read_bytes()


def test_a_palette_is_near_to_the_picture():
    """256 colours serve a picture of 60,000 soft ones within a few steps."""
    across, down = np.meshgrid(np.arange(250), np.arange(240))
    picture = np.stack([across, down, (across + down) // 2], axis=2).astype(np.uint8)
    palette, places = palette_of(picture, 256)
    assert len(palette) <= 256
    off = np.abs(palette[places].astype(int) - picture.astype(int))
    assert off.mean() < 8
    assert off.max() < 40


def test_faults(tmp_path):
    with pytest.raises(ValueError, match="no SVG"):
        save_png("<svg", tmp_path / "x.png")
    with pytest.raises(ValueError, match="no room"):
        save_png(FLAG, tmp_path / "x.png", width=-5)
    with pytest.raises(OSError, match="cannot be written"):
        save_png(FLAG, tmp_path / "no" / "x.png", width=10)


class TestCommand:
    @pytest.mark.slow
    def test_picture_of_a_board(self, tmp_path, capsys):
        file = tmp_path / "diadem.png"
        assert main(["board", "picture", "diadem", "--png", str(file), "--width", "400"]) == 0
        assert QtGui.QImage(str(file)).width() == 400
        assert file.stat().st_size < 200_000

    @pytest.mark.slow
    def test_without_qt(self, tmp_path, monkeypatch, capsys):
        monkeypatch.delitem(sys.modules, "tabuleiro.host.raster")
        monkeypatch.setitem(sys.modules, "PySide6.QtSvg", None)
        file = tmp_path / "diadem.png"
        svg = tmp_path / "diadem.svg"
        words = ["board", "picture", "diadem", "--svg", str(svg), "--png", str(file)]
        assert main([*words, "--lang", "en"]) == 1
        assert "A PNG needs Qt, which cannot be loaded" in capsys.readouterr().err
        assert svg.is_file()
        assert not file.exists()
        assert main([*words, "--lang", "pt"]) == 1
        assert "precisa do Qt" in capsys.readouterr().err
