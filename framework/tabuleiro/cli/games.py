"""``tabuleiro new`` and ``tabuleiro games``: matches in the library."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.cli.common import add_match_arguments, catalogue, match_options
from tabuleiro.cli.output import print_json, print_table
from tabuleiro.cli.playout import players_of
from tabuleiro.i18n import _, text

if TYPE_CHECKING:
    import argparse

    from tabuleiro.cli.parser import Parser

__all__ = ["prepare", "run"]


def prepare(parser: Parser) -> None:
    """Add the arguments of either command."""
    parser.add_argument("--json", action="store_true", help=_("for programs"))
    if parser.get_default("command") == "new":
        add_match_arguments(parser)
        parser.add_argument(
            "--players",
            metavar="WHO",
            help=_("who plays in the window: human, simple, random, or by side: allied=simple;"
                   " without it human"),
        )  # fmt: skip
        parser.add_argument("--title", metavar="TEXT", help=_("a title for the list of matches"))


def run(options: argparse.Namespace) -> int:
    """Begin a match, or list all."""
    return _new(options) if options.command == "new" else _games(options)


def _new(options: argparse.Namespace) -> int:
    from tabuleiro.store import Library, Seats

    game = catalogue().new(
        options.game, options.scenario, seed=options.seed, options=match_options(options.option)
    )
    title = options.title or text(game.module.title)
    who = players_of(game.module, options.players, people=True) if options.players else {}
    with Library() as library:
        number = library.create(game, title, Seats(who)).id
    if options.json:
        print_json({"id": number, "title": title, "seed": game.header.seed})
    else:
        print(_('Match {number}, "{title}", is in the library.').format(number=number, title=title))
        print(_("Play it with: {command}").format(command=f"tabuleiro play {number}"))
        print(_("In the terminal: {command}").format(command=f"tabuleiro terminal {number}"))
    return 0


def _games(options: argparse.Namespace) -> int:
    from msgspec import to_builtins

    from tabuleiro.store import Library

    with Library() as library:
        entries = library.list()
    if options.json:
        print_json({"games": [to_builtins(entry) for entry in entries]})
        return 0
    if not entries:
        print(_("The library is empty. Begin a match with: {command}").format(
            command="tabuleiro new diadem"))  # fmt: skip
        return 0
    heads = ("", _("title"), _("game"), _("turn"), _("actions"), "", _("last played"))
    print_table(
        (
            (e.id, e.title, e.module, e.turn, max(e.rows - 1, 0),
             _("damaged") if e.damaged else _("over") if e.finished else "", e.changed)
            for e in entries
        ),
        heads,
    )  # fmt: skip
    return 0
