"""The odds of the battle at hand, as far as the reader knows it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tabuleiro.i18n import _, text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tabuleiro.module import Module
    from tabuleiro.seats import LocalSeat

__all__ = ["odds_lines"]


def odds_lines(seat: LocalSeat) -> Iterator[str]:
    """Yield what adds up on either side, the shifts, the column and the chances."""
    battle = seat.ask("declared").now() or seat.ask("battle").now()
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
