"""``tabuleiro print``: a game on paper, as PDF."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tabuleiro.cli.common import add_game_argument, catalogue, one_of
from tabuleiro.cli.errors import UsageError
from tabuleiro.cli.output import print_json
from tabuleiro.harmless import harmless
from tabuleiro.i18n import _, ngettext

if TYPE_CHECKING:
    import argparse

    from tabuleiro.cli.parser import Parser

__all__ = ["prepare", "run"]

_PARTS: Final = ("counters", "map", "charts", "arrivals")
_SIZES: Final = ("12.7", "15", "16")
_PAPERS: Final = ("a4", "a3", "poster")
_SMALLEST_HEX, _LARGEST_HEX = 5.0, 60.0


def prepare(parser: Parser) -> None:
    """Add the arguments."""
    add_game_argument(parser)
    parser.add_argument("--out", metavar="FILE", help=_("the PDF; without it, here"))
    parser.add_argument(
        "--what", metavar="PARTS", default=",".join(_PARTS),
        help=_("parts joined by commas: counters, map, charts, arrivals; without it, all"),
    )  # fmt: skip
    parser.add_argument(
        "--counters", choices=_SIZES, default="15", help=_("the side of a counter, in mm (15)")
    )
    parser.add_argument(
        "--hex", metavar="MM", type=float, help=_("the width of a hex; without it, for a counter")
    )
    parser.add_argument(
        "--paper", choices=_PAPERS, default="a4", help=_("the paper of the map (a4)")
    )
    parser.add_argument("--scenario", metavar="ID", help=_("arrivals of this scenario alone"))
    parser.add_argument("--json", action="store_true", help=_("for programs"))


def run(options: argparse.Namespace) -> int:
    """Write the PDF."""
    from tabuleiro.cli.screen import libraries_told

    module = catalogue().module(options.game)
    parts = [one_of(word, _PARTS, _('There is no part "{word}"'))
             for word in options.what.split(",")]  # fmt: skip
    if options.hex is not None and not _SMALLEST_HEX <= options.hex <= _LARGEST_HEX:
        raise UsageError(_("A hex is 5 to 60 mm wide."))
    scenario = options.scenario
    if scenario is not None:
        one_of(scenario, module.scenarios, _('There is no scenario "{word}"'))
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    with libraries_told():
        from tabuleiro.host.app import make_application
        from tabuleiro.host.paper import Wanted, print_game
    app = make_application()
    path = Path(options.out or f"{module.id}.pdf")
    wanted = Wanted(parts, float(options.counters), options.paper, options.hex, scenario)
    n = print_game(module, path, wanted)
    app.processEvents()
    if options.json:
        print_json({"file": str(path), "pages": n})
    else:
        sentence = ngettext("{file}: {n} page.", "{file}: {n} pages.", n)
        print(sentence.format(file=harmless(path), n=n))
    return 0
