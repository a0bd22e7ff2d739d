"""``tabuleiro play``: the table in its window, or a picture of it."""

from __future__ import annotations

import argparse
import os
import re
from pathlib import Path

from tabuleiro.cli.errors import Failure
from tabuleiro.cli.screen import libraries_told, screen_trouble, without_screen
from tabuleiro.i18n import _, detect_language, language

__all__ = ["prepare", "run"]

_SMALLEST, _LARGEST = 200, 16_000


def prepare(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument(
        "what",
        nargs="?",
        metavar="GAME|ID|FILE",
        help=_("a game to begin, the number of a match, or a .partida file; else the start page"),
    )
    parser.add_argument(
        "--screenshot",
        metavar="FILE",
        type=Path,
        help=_("draw the window into a PNG without a screen, and end"),
    )
    parser.add_argument(
        "--size", metavar="WxH", type=_pixels, help=_("size of the window, such as 1366x768")
    )
    parser.add_argument(
        "--demo", action="store_true", help=_("let two computer players play the game")
    )


def _pixels(word: str) -> tuple[int, int]:
    found = re.fullmatch(r"(\d{1,5})[xX×](\d{1,5})", word)
    if found is None:
        raise ValueError(word)
    width, height = int(found[1]), int(found[2])
    if min(width, height) < _SMALLEST or max(width, height) > _LARGEST:
        raise ValueError(word)
    return width, height


_pixels.__name__ = "size"  # argparse says it when a word is none


def run(options: argparse.Namespace) -> int:
    """Open the window."""
    if options.screenshot is not None:
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    elif trouble := screen_trouble():
        raise Failure(f"{trouble}\n{without_screen()}")
    with libraries_told():
        from tabuleiro.host import app
    # A language that was asked for goes before the one in the settings.
    asked = getattr(options, "lang", None)
    if asked is None and language() != detect_language():
        asked = language()
    return app.run(app.Wish(options.what, options.size, asked, options.demo, options.screenshot))
