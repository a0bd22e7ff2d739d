"""``tabuleiro list``: which games there are, and what is wrong with those that cannot be played."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from tabuleiro.cli.common import catalogue, tell_faults
from tabuleiro.cli.output import print_json, print_table
from tabuleiro.i18n import _, ngettext, text

if TYPE_CHECKING:
    import argparse

    from tabuleiro.cli.parser import Parser
    from tabuleiro.module import Found

__all__ = ["prepare", "run"]

MAX_FAULTS: Final = 20
"""So many modules that cannot be used are told by name."""


def prepare(parser: Parser) -> None:
    """Add the arguments."""
    parser.add_argument("--json", action="store_true", help=_("for programs"))


def run(options: argparse.Namespace) -> int:
    """List the games by the heads of their files; `validate` reads the rest."""
    from tabuleiro.module import available_modules
    from tabuleiro.module.paths import shadowed_modules

    known = catalogue()
    tell_faults(aloud=False)
    games: list[Found] = []
    bare: list[Found] = []
    faults = list(known.faults)
    broken = 0
    for found in available_modules(known.module_folders()):
        if found.problems:
            broken += 1
            if broken <= MAX_FAULTS:
                faults.append(_fault(found))
        else:
            (games if known.knows(found.plugin) else bare).append(found)
    if broken > MAX_FAULTS:
        n = broken - MAX_FAULTS
        sentence = ngettext(
            "{n} other module cannot be used.", "{n} other modules cannot be used.", n
        )
        faults.append(sentence.format(n=n))
    for found in games:
        if found.plugin not in known.rules:
            sentence = _('The rules of "{game}" are code of others; "tabuleiro packs" says more.')
            faults.append(sentence.format(game=found.id))
    faults += shadowed_modules(known.module_folders())
    if options.json:
        data = {"games": [_data(m) for m in games], "data_only": [_data(m) for m in bare]}
        print_json({**data, "faults": faults})
    else:
        _print(games, bare, faults)
    return 0


def _fault(found: Found) -> str:
    sentence = _('The module "{module}" cannot be used: {problem}')
    return f"{sentence.format(module=found.id, problem=found.problems[0])}."


def _data(found: Found) -> dict[str, Any]:
    from tabuleiro.module import scenarios_of

    return {
        "id": found.id,
        "title": found.title,
        "version": found.version,
        "family": found.family,
        "plugin": found.plugin,
        "scenarios": {s.id: s.name for s in scenarios_of(found)},
    }


def _print(games: list[Found], bare: list[Found], faults: list[str]) -> None:
    from tabuleiro.module import scenarios_of

    rows = [
        (m.id, text(m.title), m.version, s.id, text(s.name), f"{s.first_turn}-{s.last_turn}")
        for m in games
        for s in scenarios_of(m)
    ]
    if rows:
        heads = (_("game"), _("title"), _("version"), _("scenario"), _("name"), _("turns"))
        print_table(rows, heads)
    else:
        print(_("No game is installed."))
    for found in bare:
        sentence = _('{title}: the data are here, but not the plugin "{plugin}" with its rules.')
        print(sentence.format(title=text(found.title), plugin=found.plugin))
    for fault in faults:
        print(fault)
