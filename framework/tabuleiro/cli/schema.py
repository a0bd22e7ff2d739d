"""``tabuleiro schema``: the JSON Schema of a file of a module, for editors."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from tabuleiro.cli.common import catalogue, one_of
from tabuleiro.i18n import _

if TYPE_CHECKING:
    import argparse

    from tabuleiro.cli.parser import Parser

__all__ = ["prepare", "run"]


def prepare(parser: Parser) -> None:
    """Add the arguments."""
    parser.add_argument(
        "kind",
        metavar="KIND",
        nargs="?",
        help=_("module, board, counters, tables, scenario or texts; without it they are listed"),
    )
    parser.add_argument(
        "--plugin",
        metavar="PLUGIN",
        help=_("of a module: with the parameters of the rules of this plugin's game"),
    )


def run(options: argparse.Namespace) -> int:
    """Print a schema, or the kinds."""
    from tabuleiro.module.schema import kinds, schema_text

    if options.kind is None:
        print("\n".join(kinds()))
        return 0
    kind = one_of(options.kind, kinds(), _('A module has no kind of file called "{word}"'))
    rules = None
    if options.plugin is not None:
        known = catalogue()
        plugin = one_of(options.plugin, known.rules, _('There is no plugin for a game "{word}"'))
        rules = known.parameters.model(plugin)
    sys.stdout.write(schema_text(kind, rules))
    return 0
