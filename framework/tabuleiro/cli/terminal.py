"""``tabuleiro terminal``: play a match of the library, or of a file, by text."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from tabuleiro.engine.catalogue import Catalogue
from tabuleiro.engine.options import OptionError
from tabuleiro.i18n import _
from tabuleiro.seats import Table
from tabuleiro.store import Library, StoreError, differences, open_partida, read_manifest

if TYPE_CHECKING:
    import argparse

    from tabuleiro.engine import Game
    from tabuleiro.module import Module

__all__ = ["prepare", "run"]


def prepare(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument(
        "match",
        nargs="?",
        metavar="ID|FILE",
        help=_("number of a match, or .partida file; else the last one"),
    )
    parser.add_argument("--side", metavar="ID", help=_("play this side alone"))


def run(options: argparse.Namespace) -> int:
    """Play a match of the library, or one from a file, which is added to the library first."""
    from tabuleiro.cli.terminal_session import Session

    reconfigure = getattr(sys.stdin, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="replace")
    with Library() as library:
        game, title = _opened(library, options.match)
        return Session(Table(game), title, _side(game.module, options.side)).loop()


def _opened(library: Library, wanted: str | None) -> tuple[Game, str]:
    catalogue = Catalogue.installed()
    titles = {entry.id: entry.title for entry in library.list()}
    if wanted is None and not titles:
        raise StoreError(_('The library is empty; "tabuleiro new" makes a match.'))
    if wanted is None:
        wanted = str(next(iter(titles)))
    if wanted.isascii() and wanted.isdigit() and not Path(wanted).is_file():
        number = int(wanted[:20])
        return _resumed(library, catalogue, number), titles.get(number, "")
    manifest = read_manifest(wanted)
    module, ruleset = catalogue.of_match(manifest.game)
    game = open_partida(wanted, module, ruleset, warn=print)
    stored = library.create(game, manifest.title)
    print(_("The match is number {n} of the library now.").format(n=stored.id))
    return game, manifest.title


def _resumed(library: Library, catalogue: Catalogue, number: int) -> Game:
    header = library.header(number)
    module, ruleset = catalogue.of_match(header)
    for sentence in differences(header, module, ruleset):
        print(sentence)
    return library.resume(number, module, ruleset)


def _side(module: Module, typed: str | None) -> str | None:
    """Return the side that was named by its id or its name."""
    if typed is None:
        return None
    for id, side in module.sides.items():
        if typed.casefold() in {id, *(name.casefold() for name in side.name.values())}:
            return id
    raise OptionError(
        _('There is no side "{typed}"; the sides are: {names}.').format(
            typed=typed, names=", ".join(module.sides)
        )
    )
