"""``tabuleiro check``: the conformance kit on a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.cli.common import catalogue, match_options
from tabuleiro.cli.output import print_json
from tabuleiro.i18n import _

if TYPE_CHECKING:
    import argparse

    from tabuleiro.cli.parser import Parser

__all__ = ["prepare", "run"]


def prepare(parser: Parser) -> None:
    """Add the arguments."""
    parser.add_argument("game", metavar="GAME", help=_("a game, by id or by the folder of its module"))
    parser.add_argument("--matches", metavar="N", type=int, default=3, help=_("how many (3)"))
    parser.add_argument(
        "--probes", metavar="N", type=int, default=20, help=_("close looks a match (20)")
    )
    parser.add_argument("--option", metavar="NAME=VALUE", action="append", default=[],
                        help=_("an optional rule; may be given several times"))  # fmt: skip
    parser.add_argument("--json", action="store_true", help=_("for programs"))


def run(options: argparse.Namespace) -> int:
    """Check a game; 1 if something was found."""
    from tabuleiro.testing.conformance import check_game

    known = catalogue()
    report = check_game(
        known.module(options.game),
        seeds=range(max(options.matches, 1)),
        probes=options.probes,
        catalogue=known,
        options=match_options(options.option),
    )
    if options.json:
        print_json(vars(report))
    else:
        for finding in report.findings:
            print(finding)
        print(
            _("{game}: {matches} matches, {actions} actions, {probes} close looks, {n} findings.").format(
                game=report.game, matches=report.matches, actions=report.actions,
                probes=report.probes, n=len(report.findings))
        )  # fmt: skip
    return 0 if report.ok else 1
