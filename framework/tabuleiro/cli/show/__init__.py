"""``tabuleiro show``: a game as tables for people, or as one canonical dump for programs.

Not here: the texts of rules (`cli.rules`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tabuleiro.cli.common import add_game_argument, catalogue
from tabuleiro.cli.output import print_json
from tabuleiro.i18n import _

if TYPE_CHECKING:
    import argparse

    from tabuleiro.cli.parser import Parser

__all__ = ["PARTS", "prepare", "run"]

PARTS: Final = ("game", "board", "counters", "tables", "scenarios", "texts")


def prepare(parser: Parser) -> None:
    """Add the arguments."""
    add_game_argument(parser)
    parser.add_argument(
        "--what",
        choices=("all", *PARTS),
        help=_("a part; without it an overview, or with --json all"),
    )
    parser.add_argument("--json", action="store_true", help=_("for programs"))


def run(options: argparse.Namespace) -> int:
    """Show a game."""
    module = catalogue().module(options.game)
    if options.json:
        from tabuleiro.cli.show.dump import dump

        print_json(dump(module, PARTS if options.what in {None, "all"} else (options.what,)))
        return 0
    from tabuleiro.cli.show.text import describe, overview

    if options.what is None:
        lines = overview(module)
    else:
        lines = describe(module, PARTS if options.what == "all" else (options.what,))
    for line in lines:
        print(line)
    return 0
