"""``tabuleiro playout``: matches between computer players."""

from __future__ import annotations

import sys
from dataclasses import asdict
from typing import TYPE_CHECKING

from tabuleiro.cli.common import (
    add_match_arguments,
    catalogue,
    match_options,
    one_of,
    side_name,
)
from tabuleiro.cli.failing import tell_kept
from tabuleiro.cli.output import print_json, print_table
from tabuleiro.i18n import _, ngettext

if TYPE_CHECKING:
    import argparse

    from tabuleiro.bots.series import Played, Summary
    from tabuleiro.cli.parser import Parser
    from tabuleiro.module import Module

__all__ = ["players_of", "prepare", "run"]

_FEW = 20
_HUMAN = "human"


def prepare(parser: Parser) -> None:
    """Add the arguments."""
    add_match_arguments(parser)
    parser.add_argument("--games", metavar="K", type=int, default=1, help=_("how many matches (1)"))
    parser.add_argument(
        "--players",
        metavar="WHO",
        default="random",
        help=_("random, simple, or by side: allied=simple,axis=random"),
    )
    parser.add_argument("--check", action="store_true",
                        help=_("look for faults of the rules on the way"))  # fmt: skip
    parser.add_argument("--jobs", metavar="N", type=int, default=1, help=_("processes (1)"))
    parser.add_argument("--save", metavar="FOLDER", help=_("keep each match as a .partida file"))
    parser.add_argument("--json", action="store_true", help=_("for programs"))


def players_of(module: Module, words: str, *, people: bool = False) -> dict[str, str]:
    """Return who plays each side: computer players, or people as well."""
    from tabuleiro.bots.player import PLAYERS

    usual = _HUMAN if people else "random"
    found = {side: usual if side in module.played_sides else "random" for side in module.sides}
    unknown = _('There is no computer player "{word}"')
    for word in words.split(","):
        side, equals, name = word.strip().rpartition("=")
        one_of(name, (_HUMAN, *PLAYERS) if people else PLAYERS, unknown)
        if not equals:
            found |= dict.fromkeys(module.played_sides, name)
        else:
            found[one_of(side, module.sides, _('There is no side "{word}"'))] = name
    return found


def run(options: argparse.Namespace) -> int:
    """Play matches; 1 if something was found."""
    from tabuleiro.bots.series import Plan, play_all, seeds, summary

    module = catalogue().module(options.game)
    # What is wrong with the words is said before anything is played.
    catalogue().new(module, options.scenario, seed="", options=match_options(options.option))
    players = players_of(module, options.players)
    plans = [
        Plan(options.game, seed, players, options.scenario, match_options(options.option),
             options.check, options.save)
        for seed in seeds(options.seed or "1", max(options.games, 1))
    ]  # fmt: skip
    played = []
    for number, one in enumerate(play_all(plans, options.jobs), start=1):
        played.append(one)
        _progress(number, len(plans))
    total = summary(module.played_sides, played)
    if options.json:
        print_json({"game": module.id, "players": players, **asdict(total),
                    "played": [{**asdict(one), "rate": _rate(one)} for one in played]})  # fmt: skip
    else:
        _print(module, played, total)
    return 1 if any(one.findings for one in played) else 0


def _rate(one: Played) -> float:
    return round(one.steps / one.seconds, 1) if one.seconds else 0.0


def _progress(done: int, count: int) -> None:
    if sys.stderr.isatty() and count > 1:
        sys.stderr.write(f"\r{done}/{count}" if done < count else "\r" + " " * 20)
        sys.stderr.write("\r" if done >= count else "")
        sys.stderr.flush()


def _print(module: Module, played: list[Played], total: Summary) -> None:
    names = [side_name(module, side) for side in module.played_sides]
    if len(played) <= _FEW:
        heads = (_("seed"), *names, _("winner"), _("actions"), _("turn"), _("a second"))
        print_table(
            (
                (one.seed, *(one.points.get(side) for side in module.played_sides),
                 side_name(module, one.winner) if one.over else "?",
                 one.steps, one.turn, round(_rate(one)))
                for one in played
            ),
            heads,
        )  # fmt: skip
    if len(played) > 1:
        print()
        count = max(total.matches, 1)
        rows = [
            (side_name(module, side), str(wins), f"{wins / count:.0%}", f"{total.points[side]:.1f}")
            for side, wins in total.wins.items()
        ]
        print_table(rows, (_("side"), _("wins"), "", _("mean points")))
        print(_("{matches}, {draws}; {n} actions a match, {rate} a second.").format(
            matches=ngettext("{n} match", "{n} matches", total.matches).format(n=total.matches),
            draws=ngettext("{n} draw", "{n} draws", total.draws).format(n=total.draws),
            n=round(total.steps), rate=round(total.rate)))  # fmt: skip
    for one in played:
        for finding in one.findings:
            print(_("seed {seed}, {finding}").format(seed=one.seed, finding=finding))
        if one.file:
            print(one.file)
    tell_kept(one.kept for one in played if one.kept)
