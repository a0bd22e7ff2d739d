"""The odds of the battle at hand, as far as the reader knows it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tabuleiro.i18n import _, text
from tabuleiro.seats.battles import (
    column_labels,
    reckoned_chances,
    sealed_sides,
    table_reckoned,
)
from tabuleiro.seats.telling import say

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tabuleiro.module import Module
    from tabuleiro.seats import LocalSeat
    from tabuleiro.seats.battles import Reckoning

__all__ = ["odds_lines"]


def odds_lines(seat: LocalSeat) -> Iterator[str]:
    """Yield what adds up on either side, the shifts, the column and the chances.

    Of what dice are about to decide: of a battle that is over only if there is nothing else.
    """
    declared = seat.ask("declared").now()
    sums = () if declared is not None else seat.ask("reckonings").now()
    for reckoning in sums:
        yield from _sum(seat, reckoning)
    battle = declared or seat.ask("battle").now()
    if sums:
        return
    if battle is None:
        yield _("No battle is being declared or fought.")
        return
    module = seat.sight().module
    told = seat.ask("tell-battle", battle=battle).now()
    for side, total in ((battle.attacker, told["attack"]), (battle.defender, told["defence"])):
        yield f"{text(module.sides[side].name)}: {'?' if total is None else total}"
        for part in told["parts"]:
            if part["side"] == side:
                value = "?" if part["value"] is None else part["value"]
                yield f"  {value} {part['text']}{_rule(part['rule'])}"
    for shift in told["shifts"]:
        sign = "+" if shift["favours"] == "attacker" else "-"
        yield f"  {sign}{shift['columns']} {shift['text']}{_rule(shift['rule'])}"
    if told["sealed"]:
        yield _("Some strengths are sealed: the column is not known yet.")
    else:
        yield from _outcome(module, told)


def _sum(seat: LocalSeat, reckoning: Reckoning) -> Iterator[str]:
    """Yield a sum that is no battle on the ground, without what is sealed."""
    sight = seat.sight()
    module = sight.module
    sealed = sealed_sides(reckoning, sight.seen)
    yield say(reckoning.title, module)
    totals = ((reckoning.attacker, reckoning.attack), (reckoning.defender, reckoning.defence))
    for side, total in totals:
        if total is None and not any(part.side == side for part in reckoning.parts):
            continue
        yield f"{text(module.sides[side].name)}: {'?' if side in sealed else _number(total)}"
        for part in reckoning.parts:
            if part.side == side:
                value = "?" if side in sealed else part.value
                yield f"  {value} {say(part.label, module)}{_rule(part.rule)}"
    if sealed:
        yield _("Some strengths are sealed: the column is not known yet.")
        return
    yield from (say(note, module) for note in reckoning.notes)
    for shift in reckoning.shifts:
        sign = "+" if shift.favours == "attacker" else "-"
        yield f"  {sign}{shift.columns} {say(shift.label, module)}{_rule(shift.rule)}"
    table = table_reckoned(module, reckoning)
    if table is None:
        return
    labels = column_labels(table)
    yield _("Column by odds {base}, after shifts {column}.").format(
        base=labels[reckoning.base], column=labels[reckoning.column]
    )
    throws = table.die**table.dice
    for code, ways in reckoned_chances(table, reckoning).items():
        names = [text(module.results[p].name) for p in code.split() if p in module.results]
        yield f"  {ways}/{throws} {code} {', '.join(names)}".rstrip()


def _number(total: int | None) -> str:
    return "" if total is None else str(total)


def _rule(rule: str) -> str:
    return f" [{rule}]" if rule else ""


def _outcome(module: Module, told: dict[str, Any]) -> Iterator[str]:
    """Yield column and chances."""
    yield _("Column by odds {base}, after shifts {column}.").format(
        base=told["base"], column=told["column"]
    )
    if told["missing"] is not None:
        yield _("Points of attack missing for the next column: {n}").format(n=told["missing"])
    for chance in told["chances"]:
        names = [text(module.results[p].name) for p in chance["parts"] if p in module.results]
        line = f"  {chance['ways']}/{told['throws']} {chance['code']} {', '.join(names)}"
        yield line.rstrip()
