"""``tabuleiro board``: build the board of a module, or draw it, in pixels as well."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.cartography import command
from tabuleiro.cli.errors import Failure
from tabuleiro.i18n import _

if TYPE_CHECKING:
    import argparse
    from pathlib import Path

    from tabuleiro.cli.parser import Parser

__all__ = ["prepare", "run"]


def prepare(parser: Parser) -> None:
    """Add the arguments."""
    command.prepare(parser)


def run(options: argparse.Namespace) -> int:
    """Do it."""
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
