"""The odds of the battle at hand, without what the reader must not know."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.i18n import _, text
from tabuleiro.mechanics.preview import declared, knows, preview, sealed_sides
from tabuleiro.mechanics.secrecy import battle_in_progress
from tabuleiro.referee.telling import say

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tabuleiro.engine import Situation
    from tabuleiro.mechanics.battle import Part
    from tabuleiro.mechanics.preview import Preview

__all__ = ["odds_lines"]


def odds_lines(s: Situation, viewer: str | None) -> Iterator[str]:
    """Yield what adds up on either side, the shifts, the column and the chances."""
    battle = declared(s, viewer)
    if battle is None and not hasattr(s.position.top, "committed"):
        battle = battle_in_progress(s)
    if battle is None:
        yield _("No battle is being declared or fought.")
        return
    found = preview(s, battle)
    sealed = sealed_sides(s, viewer, battle)
    for side in (battle.attacker, battle.defender):
        total = found.odds.attack if side == battle.attacker else found.odds.defence
        name = text(s.module.sides[side].name)
        yield f"{name}: {'?' if side in sealed else total}"
        for part in found.odds.parts:
            if part.side == side:
                yield _part(s, viewer, part, sealed)
    for shift in found.odds.shifts:
        sign = "+" if shift.favours == "attacker" else "-"
        rule = f" [{shift.rule}]" if shift.rule else ""
        yield f"  {sign}{shift.columns} {say(shift.label, s.module)}{rule}"
    if sealed:
        yield _("Some strengths are sealed: the column is not known yet.")
    else:
        yield from _outcome(s, found)


def _part(s: Situation, viewer: str | None, part: Part, sealed: frozenset[str]) -> str:
    hidden = part.side in sealed and not (part.piece and knows(s, viewer, part.piece))
    rule = f" [{part.rule}]" if part.rule else ""
    return f"  {'?' if hidden else part.value} {say(part.label, s.module)}{rule}"


def _outcome(s: Situation, found: Preview) -> Iterator[str]:
    """Yield column and chances."""
    yield _("Column by odds {base}, after shifts {column}.").format(
        base=found.odds.base_label, column=found.odds.column_label
    )
    if found.missing is not None:
        yield _("Points of attack missing for the next column: {n}").format(n=found.missing)
    for code, ways in found.chances.items():
        names = [text(s.module.results[p].name) for p in code.split() if p in s.module.results]
        yield f"  {ways}/{found.throws} {code} {', '.join(names)}".rstrip()
