"""Disease: a die for each land piece that begins its half-turn on unhealthy ground (12.3).

``rules: disease`` names the terrain, and the faces that cost a loss with and without supply.
Pieces that went off the board where they are always supplied fall ill there, too (4.2.2-4).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from tabuleiro.engine import Step, is_exit, msg, piece_ref, side_ref
from tabuleiro.engine.data import plain
from tabuleiro.hooks import hookimpl
from tabuleiro.rules.clauses import clause
from tabuleiro.rules.combat.losses import take_loss
from tabuleiro.rules.ground.land_units import holds_ground
from tabuleiro.rules.recon.covered import covered
from tabuleiro_papua.air.airfields import is_airfield
from tabuleiro_papua.parameters import DiseaseTerms
from tabuleiro_papua.supply_lines import AlwaysSuppliedTerms, supplied

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

    from tabuleiro.engine import Change, Message, Situation
    from tabuleiro.module import Phase

__all__ = ["Disease", "RollForDisease", "SickCall", "at_risk"]

_VILLAGE = "village"


class SickCall(msgspec.Struct, frozen=True):
    """The die of one piece: where it is, whether it has supply, the face, and if it is a loss."""

    piece: str
    place: str
    supplied: bool
    die: int
    loss: bool


def at_risk(s: Situation, side: str) -> tuple[str, ...]:
    """Return the land pieces of a side that need a die now."""
    off = s.terms(AlwaysSuppliedTerms).off_board.get(side, ())
    pieces = (p for p in s.position.pieces if s.side(p) == side and holds_ground(s, p))
    return tuple(p for p in pieces if _sickens(s, s.place(p), off))


def _sickens(s: Situation, place: str, off: Iterable[str]) -> bool:
    """Return whether pieces in a place may fall ill."""
    if is_exit(place):
        return place.removeprefix("exit.") in off
    if place not in s.board.grid:
        return False
    refuge = s.option("sick-villages") == "exempt" and _settled(s, place)
    return s.board.terrain_at(place) in s.terms(DiseaseTerms).terrain and not refuge


def _settled(s: Situation, place: str) -> bool:
    kinds = {here.kind for here in s.board.places_at(place)}
    return _VILLAGE in kinds or is_airfield(s, place)


class RollForDisease(Step, frozen=True, tag="disease"):
    """The half-turn of a side begins: its pieces on unhealthy ground may fall ill."""

    side: str

    def hinges(self, s: Situation) -> Mapping[str, Any]:
        """Its dice tell a side which of its pieces are supplied."""
        return {piece: supplied(s, piece) for piece in at_risk(s, self.side)}

    def run(self, change: Change) -> None:
        """Throw a die for each of them, tell all at once, take the losses."""
        change.finish()
        pieces = at_risk(change, self.side)
        if not pieces:
            return
        rule = clause(change, "disease")
        state = _hidden_with(change, self.side, pieces)
        faces = change.roll(len(pieces), self.side, msg("Disease"), rule, state=state)
        calls = [_call(change, piece, die) for piece, die in zip(pieces, faces, strict=True)]
        told = [plain(call) for call in calls]
        change.say(_report(self.side, calls), rule, state=state, disease=told)
        for call in calls:
            if call.loss:
                take_loss(change, call.piece, rule)


def _hidden_with(s: Situation, side: str, pieces: tuple[str, ...]) -> tuple[str, ...]:
    """Return the pieces that one must see to be told of the dice: all, where some are covered.

    Whether those at risk are all seen would tell whether there are others.
    """
    if not any(covered(s, other) for other in s.module.sides if other != side):
        return pieces
    return tuple(p for p in s.position.pieces if s.side(p) == side)


def _call(s: Situation, piece: str, die: int) -> SickCall:
    fed = supplied(s, piece)
    terms = s.terms(DiseaseTerms)
    loss = die in (terms.loss_on if fed else terms.unsupplied_on)
    return SickCall(piece, s.place(piece), fed, die, loss)


def _report(side: str, calls: list[SickCall]) -> Message:
    """Return one sentence on all dice: who falls ill, and who does not."""
    ill = [_said(call) for call in calls if call.loss]
    well = [_said(call) for call in calls if not call.loss]
    if not ill:
        return msg("Disease, {side}: nobody falls ill. Dice: {well}.", side=side_ref(side),
                   well=well)  # fmt: skip
    if not well:
        return msg("Disease, {side}: losses to {ill}.", side=side_ref(side), ill=ill)
    return msg("Disease, {side}: losses to {ill}. Spared: {well}.", side=side_ref(side),
               ill=ill, well=well)  # fmt: skip


def _said(call: SickCall) -> Message:
    if call.supplied:
        return msg("{piece} ({die})", piece=piece_ref(call.piece), die=call.die)
    return msg("{piece} ({die}, without supply)", piece=piece_ref(call.piece), die=call.die)


class Disease:
    """A part: in the phase of disease a side throws for those who begin on unhealthy ground."""

    parameters = (DiseaseTerms,)
    words = ("disease",)

    @hookimpl
    def steps_after(self, s: Situation, phase: Phase) -> list[Step]:
        if phase.kind != "disease" or phase.side is None or s.terms_if_any(DiseaseTerms) is None:
            return []
        return [RollForDisease(phase.side)]
