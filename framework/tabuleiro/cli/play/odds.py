"""The sum of a battle, as a table to read, with the chance of each result."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.cli.output import table_lines
from tabuleiro.i18n import _, text
from tabuleiro.mechanics import preview as mechanics
from tabuleiro.mechanics.battle import Battle
from tabuleiro.mechanics.combat_phase import attackers

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tabuleiro.engine import Game

__all__ = ["imagined", "odds_lines"]


def imagined(game: Game, side: str, target: str, units: Sequence[str]) -> Battle:
    """Return an assault that a side could make, by all neighbours who can if none are named."""
    s = game.situation
    chosen = tuple(units) or tuple(dict.fromkeys(attackers(s, side, target)))
    near = s.board.grid.neighbours(target)
    return Battle(
        kind="assault",
        attacker=side,
        defender=s.enemy(side),
        target=target,
        attackers=tuple(unit for unit in chosen if s.place(unit) in near),
        support=tuple(unit for unit in chosen if s.place(unit) not in near),
        defenders=s.at(target),
    )


def odds_lines(game: Game, viewer: str | None, battle: Battle) -> Iterator[str]:
    """Yield parts, column, shifts and chances; what is sealed for the viewer is not told."""
    s, module = game.situation, game.module
    sealed = mechanics.sealed_sides(s, viewer, battle)
    found = mechanics.preview(s, battle)
    odds = found.odds
    for side, total in ((battle.attacker, odds.attack), (battle.defender, odds.defence)):
        name = text(module.sides[side].name)
        if side in sealed:
            yield _("{side}: sealed").format(side=name)
            continue
        yield f"{name}: {total}"
        rows = [(str(p.value), game.say(p.label), p.rule) for p in odds.parts if p.side == side]
        yield from table_lines(rows, indent="  ")
    for shift in odds.shifts:
        arrow = "→" if shift.favours == "attacker" else "←"
        rule = f" ({shift.rule})" if shift.rule else ""
        yield f"  {arrow} {shift.columns} {game.say(shift.label)}{rule}"
    if sealed:
        yield _("The column is not known before the attack is announced.")
        return
    yield _("Column: {base}, after shifts {column}").format(
        base=odds.base_label, column=odds.column_label
    )
    rows = [
        (f"{count / found.throws:.0%}", code, " + ".join(_result(game, c) for c in code.split()))
        for code, count in found.chances.items()
    ]
    yield from table_lines(rows, indent="  ")


def _result(game: Game, code: str) -> str:
    result = game.module.results.get(code)
    return text(result.name) if result else code
