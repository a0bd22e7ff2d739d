"""``tabuleiro replay``: whether a .partida file is sound, and how its match stands."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tabuleiro.cli.common import catalogue, side_name
from tabuleiro.cli.errors import UsageError
from tabuleiro.cli.output import print_json, print_table
from tabuleiro.i18n import _

if TYPE_CHECKING:
    import argparse

    from tabuleiro.cli.parser import Parser
    from tabuleiro.engine import Game
    from tabuleiro.module import Module
    from tabuleiro.store import Partida

__all__ = ["prepare", "run"]


def prepare(parser: Parser) -> None:
    """Add the arguments."""
    parser.add_argument("file", metavar="FILE", help=_("a .partida file"))
    parser.add_argument(
        "--against",
        metavar="FILE",
        help=_("the file with everything, to prove a file that is for one side"),
    )
    parser.add_argument("--json", action="store_true", help=_("for programs"))


def run(options: argparse.Namespace) -> int:
    """Check a file; 1 if the rules lead elsewhere."""
    from tabuleiro.store import open_partida, read_manifest, read_partida
    from tabuleiro.store.manifest import FOR_ALL
    from tabuleiro.store.replay import replay

    path = Path(options.file)
    known = catalogue()
    manifest = read_manifest(path)
    if manifest.viewer != FOR_ALL:
        return _run_told(options, path)
    if options.against:
        raise UsageError(_("--against is for files that are for one side."))
    header = manifest.game
    module, ruleset = known.of_match(header)
    warnings: list[str] = []
    # Hashes and events are checked on opening; then each action is taken again.
    game = open_partida(path, module, ruleset, verify=False, warn=warnings.append)
    partida = read_partida(path)
    report = replay(module, ruleset, header, partida.rows)
    told = _told(game, partida)
    told |= {"replayed": report.replayed, "same": report.same, "why": report.why}
    told["warnings"] = warnings
    if options.json:
        print_json(told)
    else:
        _print(game, told)
    return 0 if report.same else 1


def _run_told(options: argparse.Namespace, path: Path) -> int:
    """Check a file that is for one side; 1 if the file of an arbiter shows that it is not true."""
    from tabuleiro.store import open_partida, prove, read_manifest, read_told

    known = catalogue()
    module, _rules = known.of_match(read_manifest(path).game)
    partida = read_told(path)
    told: dict[str, Any] = {
        "title": partida.manifest.title,
        "game": partida.manifest.game.module,
        "scenario": partida.manifest.game.scenario,
        "for": partida.side,
        "options": partida.manifest.game.options,
        "rows": len(partida.rows),
        "kinds": dict(sorted(Counter(row.kind for row in partida.rows).items())),
        "turn": partida.position.turn,
        "over": partida.position.outcome is not None,
    }
    if options.against:
        module, ruleset = known.of_match(read_manifest(options.against).game)
        game = open_partida(options.against, module, ruleset, verify=False, warn=_silent)
        proof = prove(partida, game)
        told |= {"proved": proof.rows, "true": proof.holds, "why": proof.why}
    if options.json:
        print_json(told)
    else:
        _print_told(module, told)
    return 0 if told.get("true", True) else 1


def _silent(_sentence: str) -> None:
    """Leave out what has changed since: it concerns the rules, which are not asked here."""


def _print_told(module: Module, told: dict[str, Any]) -> None:
    print(f"{told['title']} ({told['game']}, {told['scenario']})")
    print(_("For {side}: what this side was told.").format(side=side_name(module, told["for"])))
    print_table([(_("rows"), str(told["rows"])), (_("turn"), str(told["turn"]))])
    if "true" not in told:
        print(_("The rows are sound in themselves; --against proves them."))
    elif told["true"]:
        print(_("All of it is true by the file with everything."))
    else:
        print(told["why"])


def _told(game: Game, partida: Partida) -> dict[str, Any]:
    from tabuleiro.seats import Table

    points = dict.fromkeys(game.module.sides, 0)
    for line in Table(game).seat(*game.module.sides).ask("score").now():
        points[line.side] += line.points
    outcome = game.position.outcome
    return {
        "title": partida.manifest.title,
        "game": game.module.id,
        "scenario": game.header.scenario,
        "seed": game.header.seed,
        "options": game.header.options,
        "rows": len(partida.rows),
        "kinds": dict(sorted(Counter(row.kind for row in partida.rows).items())),
        "branches": sum(1 for _tip in game.log.tips()),
        "waived": sum(bool(row.waived) for row in partida.rows),
        "turn": game.position.turn,
        "over": game.over,
        "points": dict(outcome.points) if outcome else points,
        "winner": outcome.winner if outcome else None,
        "digest": game.position.digest(),
    }


def _print(game: Game, told: dict[str, Any]) -> None:
    print(f"{told['title']} ({told['game']}, {told['scenario']})")
    for warning in told["warnings"]:
        print(_("warning: {problem}").format(problem=warning))
    rows = [
        (_("rows"), str(told["rows"])),
        (_("branches"), str(told["branches"])),
        (_("free-hand actions"), str(told["kinds"].get("free", 0))),
        (_("set outside of the rules"), str(told["kinds"].get("test", 0))),
        (_("objections waived"), str(told["waived"])),
        (_("turn"), str(told["turn"])),
        *((side_name(game.module, side), str(n)) for side, n in told["points"].items()),
    ]
    print_table(rows)
    if told["over"]:
        print(_("Winner: {side}.").format(side=side_name(game.module, told["winner"])))
    else:
        print(_("The match is not over; these points are those of now."))
    if told["same"]:
        print(_("All rows come out the same by the rules of today."))
    else:
        print(told["why"])
