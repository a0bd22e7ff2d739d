"""``tabuleiro board``: build the board of a module, or draw it, in pixels as well."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from tabuleiro.cartography import command
from tabuleiro.cli.common import catalogue
from tabuleiro.cli.errors import Failure
from tabuleiro.i18n import _
from tabuleiro.module import find_module

if TYPE_CHECKING:
    import argparse

    from tabuleiro.cli.parser import Parser

__all__ = ["prepare", "run"]


def prepare(parser: Parser) -> None:
    """Add the arguments."""
    command.prepare(parser)


def run(options: argparse.Namespace) -> int:
    """Do it; a game to be drawn is found as all commands find it."""
    if options.action == "picture" and options.what != "all":
        known = Path(options.what, "board.yaml").is_file()
        folders = () if known else catalogue().module_folders()
        options.what = options.what if known else str(find_module(options.what, folders))
    return command.run(options, _paint)


def _paint(svg: str, file: Path, width: int) -> None:
    """Draw SVG into a PNG. The window's libraries are needed for it, and need not be there."""
    try:
        from tabuleiro.host.raster import save_png
    except ImportError as error:
        sentence = _(
            "A PNG needs Qt, which cannot be loaded ({reason}). "
            "Install tabuleiro[host] and the libraries of your system, or take --svg."
        )
        raise Failure(sentence.format(reason=error)) from None
    try:
        save_png(svg, file, width=width)
    except ValueError as error:
        raise Failure(str(error)) from None
