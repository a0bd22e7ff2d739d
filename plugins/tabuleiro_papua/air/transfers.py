"""Transfers: air pieces change their base, by order or because the enemy comes (4.2.7)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from tabuleiro.engine import Action, Step, Verdict, hex_ref, msg, piece_ref
from tabuleiro.engine import events as ev
from tabuleiro.engine.verdicts import FORM
from tabuleiro.hooks import hookimpl
from tabuleiro.rules.air.aircraft_orders import FLOWN, EmergencyTransfer
from tabuleiro.rules.air.lost_base import FleeFromBase
from tabuleiro.rules.clauses import clause, object_to
from tabuleiro.rules.combat.losses import eliminate
from tabuleiro.rules.ground.land_units import AIR, arm, holds_ground
from tabuleiro.rules.ground.special_moves import SpecialMove
from tabuleiro.rules.victory.control import controller
from tabuleiro_papua.air.airfields import (
    AirTerms,
    base_objections,
    based,
    has_room,
    open_fields,
    sea_based,
)
from tabuleiro_papua.air.sorties import TRANSFERRED, in_range, recall
from tabuleiro_papua.air.squadrons import flown_objections, squadrons

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tabuleiro.engine import Change, Message, Situation
    from tabuleiro.engine.verdicts import Objection

__all__ = ["Evacuate", "Transfer", "Transfers", "captured", "evacuate", "open_bases", "transfers"]


def open_bases(s: Situation, side: str) -> tuple[str, ...]:
    """Return the airfields of a side on which one more air piece can land now."""
    return s.cache_here(
        ("open-bases", side),
        lambda: tuple(hex for hex in open_fields(s, side) if has_room(s, hex)),
    )


def _waters(s: Situation) -> tuple[str, ...]:
    """Return the hexes of sea, in any of which a flying boat may lie."""
    return s.cache_by_basis("waters", (), lambda: tuple(h for h in s.board.grid if _sea(s, h)))


def _sea(s: Situation, place: str) -> bool:
    return "sea" in s.module.terrain[s.board.terrain_at(place)].tags


# by order


class Transfer(SpecialMove, frozen=True):
    """Send an air piece to another base, at most twice as far as its range."""

    needs: ClassVar[str] = "air"
    piece: str
    hex: str

    def verdict(self, s: Situation, side: str) -> Verdict:
        """Return whether it may go there, with every reason why not."""
        if s.side(self.piece) != side or arm(s, self.piece) != AIR or not s.on_map(self.piece):
            message = msg("{piece} is not an air unit on the board.", piece=piece_ref(self.piece))
            return Verdict.no(message, rule=clause(s, "transfer"))
        if self.hex not in s.board.grid or self.hex == s.place(self.piece):
            message = msg("Name the hex of another base.")
            return Verdict.no(message, rule=clause(s, "transfer"))
        return Verdict.of(list(_objections(s, self.piece, self.hex)))

    def carry_out(self, change: Change) -> None:
        """Move the piece; it does nothing else in this half-turn."""
        _fly_to(change, self.piece, self.hex)
        change.say(
            msg("{piece} transfers to {hex}.", piece=piece_ref(self.piece), hex=hex_ref(self.hex)),
            clause(change, "transfer"),
        )


def _objections(s: Situation, piece: str, place: str) -> Iterator[Objection]:
    about = {"pieces": (piece,), "hexes": (place,)}
    yield from flown_objections(s, piece, "mission-first")
    times = s.terms(AirTerms).transfer_range
    if not in_range(s, piece, place, times):
        message = msg("{hex} is too far for a transfer of {piece}.", hex=hex_ref(place),
                      piece=piece_ref(piece))  # fmt: skip
        yield object_to(s, message, "transfer", "air", **about)
    yield from base_objections(s, piece, place)


def _fly_to(change: Change, piece: str, place: str) -> None:
    change.emit(ev.Moved(piece, place))
    change.emit(ev.Marked(piece, (TRANSFERRED,)))


def transfers(s: Situation, side: str, piece: str | None) -> Iterator[Transfer]:
    """Yield the transfers that may be possible."""
    mine = squadrons(s, side)
    for one in mine if piece is None else (piece,) if piece in mine else ():
        if s.marked(one, FLOWN) or s.marked(one, TRANSFERRED):
            continue
        bases = _waters(s) if sea_based(s, one) else open_bases(s, side)
        here = s.place(one)
        yield from (Transfer(one, hex) for hex in bases if hex != here)


# because the enemy comes


def evacuate(s: Situation, place: str) -> list[Step]:
    """Return the step in which the enemy's aircraft leave a hex that was just captured."""
    return [Evacuate(place)] if based(s, place) else []


def captured(s: Situation, piece: str, path: tuple[str, ...]) -> list[Step]:
    """Return the steps in which aircraft leave the hexes that an enemy land piece has passed."""
    if not holds_ground(s, piece):
        return []
    hexes = (place for place in path if any(s.side(p) != s.side(piece) for p in based(s, place)))
    return [step for place in dict.fromkeys(hexes) for step in evacuate(s, place)]


class Evacuate(FleeFromBase, frozen=True):
    """Air pieces on a captured airfield go to others in range, or are destroyed."""

    hex: str

    def ways(self, s: Situation) -> dict[str, tuple[str, ...]]:
        """Return the pieces that must leave, each with the bases that it can reach."""
        owner = controller(s, self.hex)
        return s.cache_here(
            ("fleeing", self.hex),
            lambda: {p: self._bases(s, p) for p in based(s, self.hex) if s.side(p) != owner},
        )

    def _bases(self, s: Situation, piece: str) -> tuple[str, ...]:
        bases = open_bases(s, s.side(piece))
        return tuple(hex for hex in bases if hex != self.hex and in_range(s, piece, hex))

    def owner(self, s: Situation) -> str:
        """Return the side whose they are."""
        return s.side(next(iter(self.ways(s))))

    def rule(self, s: Situation) -> str:
        """Return the clause."""
        return clause(s, "emergency-transfer")

    def prompt(self) -> Message:
        """Return how their owner is asked."""
        return msg("The enemy is in {hex}: send your aircraft to other airfields.",
                   hex=hex_ref(self.hex))  # fmt: skip

    def topic(self, s: Situation, action: EmergencyTransfer) -> str:
        """Range and room may be waived; enemies in the hex may not."""
        sense = action.piece in self.ways(s) and action.hex in s.board.grid
        open_ = sense and action.hex not in s.occupied(s.enemy(s.side(action.piece)))
        return "air" if open_ and action.hex != self.hex else FORM

    def run(self, change: Change) -> None:
        """Nobody can go any more: who is left is destroyed."""
        fleeing = self.ways(change)
        change.finish()
        for piece in fleeing:
            recall(change, piece)
            eliminate(change, piece, clause(change, "no-transfer"))

    def act(self, change: Change, action: Action) -> None:
        """Let the piece go; it cannot fight in this half-turn."""
        assert isinstance(action, EmergencyTransfer)  # noqa: S101 - checked
        recall(change, action.piece)
        _fly_to(change, action.piece, action.hex)
        change.say(
            msg("{piece} escapes to {hex}.", piece=piece_ref(action.piece),
                hex=hex_ref(action.hex)),
            clause(change, "emergency-transfer"),
        )  # fmt: skip


class Transfers:
    """A part: aircraft change their base, by order or because the enemy comes."""

    @hookimpl
    def special_moves(self, s: Situation, side: str, piece: str | None) -> list[SpecialMove]:
        return list(transfers(s, side, piece))

    @hookimpl
    def capture_steps(self, s: Situation, piece: str, path: tuple[str, ...]) -> list[Step]:
        return list(captured(s, piece, path))
