"""``tabuleiro list``: which games there are, and what is wrong with those that cannot be played."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tabuleiro.cli.common import catalogue
from tabuleiro.cli.known_errors import sentence_of
from tabuleiro.cli.output import print_json, print_table
from tabuleiro.i18n import _, text

if TYPE_CHECKING:
    import argparse

    from tabuleiro.cli.parser import Parser
    from tabuleiro.module import Module

__all__ = ["prepare", "run"]


def prepare(parser: Parser) -> None:
    """Add the arguments."""
    parser.add_argument("--json", action="store_true", help=_("for programs"))


def run(options: argparse.Namespace) -> int:
    """List the games."""
    known = catalogue()
    games: list[Module] = []
    bare: list[Module] = []
    faults = list(known.faults)
    for name in known.module_ids():
        try:
            module = known.module(name)
        except Exception as error:  # noqa: BLE001 - somebody else's game must not hide the others
            faults.append(sentence_of(error) or f"{name}: {error}")
        else:
            (games if module.plugin in known.games else bare).append(module)
    if options.json:
        data = {"games": [_data(m) for m in games], "data_only": [_data(m) for m in bare]}
        print_json({**data, "faults": faults})
    else:
        _print(games, bare, faults)
    return 0


def _data(module: Module) -> dict[str, Any]:
    return {
        "id": module.id,
        "title": dict(module.title),
        "version": module.version,
        "family": module.family,
        "plugin": module.plugin,
        "scenarios": {s.id: dict(s.name) for s in module.scenarios.values()},
    }


def _print(games: list[Module], bare: list[Module], faults: list[str]) -> None:
    rows = [
        (m.id, text(m.title), m.version, s.id, text(s.name), f"{s.first_turn}-{s.last_turn}")
        for m in games
        for s in m.scenarios.values()
    ]
    if rows:
        heads = (_("game"), _("title"), _("version"), _("scenario"), _("name"), _("turns"))
        print_table(rows, heads)
    else:
        print(_("No game is installed."))
    for module in bare:
        sentence = _('{title}: the data are here, but not the plugin "{plugin}" with its rules.')
        print(sentence.format(title=text(module.title), plugin=module.plugin))
    for fault in faults:
        print(fault)
