"""``tabuleiro migrate``: what the newest versions would change in a match, and to do it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.cli.common import catalogue
from tabuleiro.cli.errors import Failure, UsageError
from tabuleiro.cli.output import print_json
from tabuleiro.harmless import harmless
from tabuleiro.i18n import _

if TYPE_CHECKING:
    import argparse

    from tabuleiro.cli.parser import Parser

__all__ = ["prepare", "run"]


def prepare(parser: Parser) -> None:
    """Add the arguments."""
    parser.add_argument("match", metavar="ID", help=_("number of a match of the library"))
    parser.add_argument("--do", action="store_true",
                        help=_("put a copy with the newest versions into the library"))  # fmt: skip
    parser.add_argument("--anyway", action="store_true",
                        help=_("even if the match comes out otherwise by them"))  # fmt: skip
    parser.add_argument("--json", action="store_true", help=_("for programs"))


def run(options: argparse.Namespace) -> int:
    """Say what would change; 1 if the match comes out otherwise by the newest rules."""
    from tabuleiro.publish.matches import migration
    from tabuleiro.store import Library

    if not (options.match.isascii() and options.match.isdigit()):
        raise UsageError(_('"{word}" is no number of a match.').format(word=options.match))
    number = int(options.match[:20])
    with Library() as library:
        found = migration(catalogue(), library, number)
        report = found.report
        same = report is None or report.same
        copy = None
        if options.do and report is not None:
            if not same and not options.anyway:
                raise Failure(
                    _("{why} Nothing was done; --anyway does it all the same.").format(
                        why=report.why
                    )
                )
            titles = {entry.id: entry.title for entry in library.list()}
            title = _("{title} (newest versions)").format(title=titles.get(number, ""))
            copy = library.add(found.kept, title, library.seats(number))
    if options.json:
        why = report.why if report is not None else ""
        print_json({"changes": found.changes, "same": same, "why": why, "copy": copy})
        return 0 if same else 1
    if report is None:
        print(_("Nothing would change: the match has the newest versions."))
        return 0
    for sentence in found.changes:
        print(harmless(sentence))
    if same:
        print(_("All that was played comes out the same by the newest rules."))
    else:
        print(report.why)
    if copy is not None:
        sentence = _("The copy is match {n}; the old one goes on as it was.")
        print(sentence.format(n=copy))
    return 0 if same else 1
