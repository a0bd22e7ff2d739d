"""``tabuleiro check``: the conformance kit on a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.cli.common import add_game_argument, catalogue, match_options
from tabuleiro.cli.failing import tell_kept
from tabuleiro.cli.output import print_json
from tabuleiro.i18n import _, ngettext

if TYPE_CHECKING:
    import argparse

    from tabuleiro.cli.parser import Parser

__all__ = ["prepare", "run"]


def prepare(parser: Parser) -> None:
    """Add the arguments."""
    add_game_argument(parser)
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
        tell_kept(report.kept)
        n, matches, actions = len(report.findings), report.matches, report.actions
        print(
            _("{game}: {findings} in {matches} with {actions}.").format(
                game=report.game,
                findings=ngettext("{n} finding", "{n} findings", n).format(n=n),
                matches=ngettext("{n} match", "{n} matches", matches).format(n=matches),
                actions=ngettext("{n} action", "{n} actions", actions).format(n=actions),
            )
        )
    return 0 if report.ok else 1
