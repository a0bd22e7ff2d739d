"""The unknown pieces that enemies engage come off, and who finds a bluff may go in (14.3-2, -3).

That is the first thing after the open phase, before works, supply and attacks (14.3-6).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.engine import Step, hex_ref, msg, side_ref
from tabuleiro.engine import events as ev
from tabuleiro.hooks import hookimpl
from tabuleiro.rules.clauses import clause, object_to
from tabuleiro.rules.combat.advance import Advance, Advancing
from tabuleiro.rules.combat.battle import Battle
from tabuleiro.rules.ground.land_units import land_units
from tabuleiro.rules.ground.zones import zone
from tabuleiro_filipinas.islands import islands
from tabuleiro_filipinas.moments import Moment
from tabuleiro_filipinas.unknown_pieces import is_unknown_piece, take_off, unknowns

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tabuleiro.engine import Action, Change, Situation
    from tabuleiro.engine.verdicts import Objection

__all__ = ["BluffAdvance", "ClosingUnknowns", "EngagedUnknowns"]

BLUFFED = "bluffed"
"""The mark of pieces that went in where a bluff was: they need not attack in this turn (14.3-6)."""


class EngagedUnknowns(Step, frozen=True):
    """The land units of a side engage unknown pieces, which come off, hex by hex."""

    side: str

    def run(self, change: Change) -> None:
        """Take off the next one."""
        found = next(iter(_engaged(change, self.side)), None)
        if found is None:
            change.finish()
            return
        enemy = change.enemy(self.side)
        engaging = tuple(_engaging(change, self.side, found))
        take_off(change, enemy, found)
        bluff = not any(change.side(piece) == enemy for piece in change.at(found))
        message = (
            msg("The unknown piece on {hex} was a bluff of {side}.", hex=hex_ref(found),
                side=side_ref(enemy))
            if bluff
            else msg("The unknown piece on {hex} comes off.", hex=hex_ref(found))
        )  # fmt: skip
        change.say(message, clause(change, "unknown-engaged"))
        if bluff and engaging:
            battle = Battle("assault", self.side, enemy, found, engaging)
            change.push(BluffAdvance(battle, engaging))


def _engaged(s: Situation, side: str) -> Iterator[str]:
    """Yield the hexes of enemy unknown pieces that land units of a side engage, in order."""
    yield from sorted(zone(s, side).intersection(unknowns(s, s.enemy(side))))


def _engaging(s: Situation, side: str, place: str) -> Iterator[str]:
    """Yield the land units of a side next to a hex."""
    troops = land_units(s, side)
    for near in s.board.grid.neighbours(place):
        yield from (p for p in troops.get(near, ()) if not is_unknown_piece(s, p))


class BluffAdvance(Advancing, frozen=True):
    """Who engaged a hex with nothing but an unknown piece goes in, as after a combat.

    Clause: unknown-advance.
    """

    def fought(self) -> None:  # type: ignore[override]
        """Return no battle: there was none, and nobody lies open for it."""

    def act(self, change: Change, action: Action) -> None:
        """Advance the piece, or stop; it need not attack for where it is then."""
        super().act(change, action)
        if isinstance(action, Advance):
            change.emit(ev.Marked(action.piece, (BLUFFED,)))


class ForgetBluffs(Step, frozen=True):
    """A turn of a side begins: who went in where a bluff was fights like others again."""

    def run(self, change: Change) -> None:
        """Take the marks off."""
        change.finish()
        change.emit(ev.Cleared((BLUFFED,), spent=False))  # whoever bears it may lie unseen


class LostBluffs(Step, frozen=True):
    """An island has fallen: what was put there on nothing comes off."""

    side: str
    """Who lost it."""
    island: str

    def run(self, change: Change) -> None:
        """Take them off; where a unit is left below nothing is told."""
        change.finish()
        rule = clause(change, "unknown-put")
        for place in sorted(set(unknowns(change, self.side)) & set(islands(change)[self.island])):
            if all(is_unknown_piece(change, piece) for piece in change.at(place)):
                take_off(change, self.side, place)
                change.say(msg("The unknown piece on {hex} was a bluff of {side}.",
                               hex=hex_ref(place), side=side_ref(self.side)), rule)  # fmt: skip


class ClosingUnknowns:
    """A part: engaged unknown pieces come off as the closing of phase 5 begins."""

    @hookimpl
    def steps_at(self, moment: Moment, side: str) -> list[Step]:
        if moment is Moment.HALF_TURN:
            return [ForgetBluffs()]
        return [EngagedUnknowns(side)] if moment is Moment.UNKNOWNS else []

    @hookimpl
    def conquest_steps(self, s: Situation, island: str, side: str) -> list[Step]:
        return [LostBluffs(s.enemy(side), island)]

    @hookimpl
    def duty_exemptions(self, s: Situation, piece: str) -> list[Objection]:
        if not s.marked(piece, BLUFFED):
            return []
        message = msg("Going in where a bluff was binds nobody to attack.")
        return [object_to(s, message, "unknown-duty", "combat", pieces=(piece,))]
