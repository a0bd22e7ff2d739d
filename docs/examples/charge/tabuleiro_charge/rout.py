"""Results of our own: ROUT and DIS. What comes of them, and how units recover."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.engine import Step, msg, piece_ref
from tabuleiro.engine import events as ev
from tabuleiro.hooks import hookimpl
from tabuleiro.rules.clauses import clause
from tabuleiro.rules.combat.battle import Battle, Shift
from tabuleiro_charge.parameters import ChargeTerms

if TYPE_CHECKING:
    from tabuleiro.engine import Change, Situation

__all__ = ["DISORDER", "Flee", "Rout", "Stagger"]

DISORDER = "disorder"


class Flee(Step, frozen=True, tag="charge-flee"):
    """Units run until they reach the rear of their side."""

    pieces: tuple[str, ...]

    def run(self, change: Change) -> None:
        """Take those that are still on the map off it."""
        change.finish()
        for piece in filter(change.on_map, self.pieces):
            change.emit(ev.Moved(piece, f"{change.side(piece)}-rear"))
            change.say(msg("{piece} runs.", piece=piece_ref(piece)), clause(change, "result-rout"))


class Stagger(Step, frozen=True, tag="charge-stagger"):
    """Units lose their order."""

    pieces: tuple[str, ...]

    def run(self, change: Change) -> None:
        """Mark them."""
        change.finish()
        for piece in filter(change.on_map, self.pieces):
            change.emit(ev.Marked(piece, (DISORDER,)))


class Rout:
    """A part: what the results ROUT and DIS do."""

    results = ("ROUT", "DIS")
    words = ("result-rout", "result-dis", "disorder")

    @hookimpl
    def result_steps(self, battle: Battle, code: str) -> list[Step] | None:
        """Carry out our own codes; the family knows the others (5.2)."""
        own: dict[str, Step] = {"ROUT": Flee(battle.defenders), "DIS": Stagger(battle.defenders)}
        return [own[code]] if code in own else None

    @hookimpl
    def combat_shifts(self, s: Situation, battle: Battle) -> list[Shift]:
        """Units in disorder are attacked with a column more (6.3)."""
        if not any(s.marked(piece, DISORDER) for piece in battle.defenders):
            return []
        columns, rule = s.terms(ChargeTerms).disorder, clause(s, "disorder")
        return [Shift("attacker", columns, msg("disorder"), rule)]
