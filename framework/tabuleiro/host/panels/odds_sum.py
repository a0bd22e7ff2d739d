"""How two sums come to a column of their table, line by line, so that whoever adds up agrees."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tabuleiro.host.panels.linked import rule_link
from tabuleiro.i18n import _

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

__all__ = ["odds_lines", "shift_line", "shift_lines"]


def odds_lines(told: Mapping[str, Any]) -> list[str]:
    """Return the lines of a battle on the ground: odds, shifts, where the table ends, column."""
    columns = list(told["columns"])
    base, column = columns.index(told["base"]), columns.index(told["column"])
    lines = [_beginning(told, columns), *shift_lines(told["shifts"], base, column, columns)]
    words = _("Column <b>{column}</b>") if len(lines) > 1 else _("Nothing shifts it.")
    return [*lines, words.format(column=columns[column])]


def _beginning(told: Mapping[str, Any], columns: Sequence[str]) -> str:
    """Return what the sums alone come to, and if the table has no column for that, which counts."""
    attack, defence, base = told["attack"], told["defence"], told["base"]
    if told["battle"]["kind"] != "assault":
        return _("{attack} × {defence} = {product}: column {base}").format(
            attack=attack, defence=defence, product=attack * defence, base=base
        )
    ratio = _ratio(attack, defence)
    words = _("{attack} to {defence}: column {base}")
    if ratio and ratio != base and base in {columns[0], columns[-1]}:
        words = _("{attack} to {defence} is {ratio}; the table ends at {base}")
    return words.format(attack=attack, defence=defence, ratio=ratio, base=base)


def _ratio(attack: int, defence: int) -> str:
    """Return odds as they are written, the fraction dropped; nothing where a sum is nothing.

    >>> _ratio(44, 4), _ratio(5, 11), _ratio(9, 5), _ratio(3, 0)
    ('11-1', '1-2', '1-1', '')
    """
    if min(attack, defence) <= 0:
        return ""
    return f"{attack // defence}-1" if attack >= defence else f"1-{defence // attack}"


def shift_lines(
    shifts: Sequence[Mapping[str, Any]], base: int, column: int, columns: Sequence[str]
) -> list[str]:
    """Return shifts of the column as HTML, with arrows and links to their clauses.

    Where they would lead out of the table a line says so, at the place where it counts.
    """
    right = [shift for shift in shifts if shift["favours"] == "attacker"]
    left = [shift for shift in shifts if shift["favours"] != "attacker"]
    up, down = (sum(shift["columns"] for shift in some) for some in (right, left))
    last = len(columns) - 1
    if not shifts or base + up - down == column:
        return [shift_line(shift) for shift in shifts]
    capped = base + up > last and max(0, last - down) == column
    between = [_end(columns[last])] if capped else []
    after = [_end(columns[column])] if not capped or last - down < 0 else []
    return [*map(shift_line, right), *between, *map(shift_line, left), *after]


def shift_line(shift: Mapping[str, Any]) -> str:
    """Return one shift of the column as HTML."""
    arrow = "▶" if shift["favours"] == "attacker" else "◀"
    rule = f" {rule_link(shift['rule'])}" if shift["rule"] else ""
    words = shift["text"][:1].upper() + shift["text"][1:]
    if not shift["columns"]:
        return f"· {words}{rule}"
    return f"{arrow} <b>{shift['columns']}</b> {words}{rule}"


def _end(column: str) -> str:
    return "· " + _("the table ends at {column}").format(column=column)
