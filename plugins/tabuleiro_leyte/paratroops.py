"""Drops: paratroops come down anywhere on fit ground; a die says in what order (4.4).

``rules: paratroops`` names the terrain, drops in a turn, the table of the die and the last turn.
Who dropped stays where it is until it has met a friend.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.engine import OFF, Step, Verdict, hex_ref, msg, piece_ref
from tabuleiro.engine import events as ev
from tabuleiro.engine.messages import key_ref
from tabuleiro.engine.verdicts import FORM
from tabuleiro.hooks import hookimpl
from tabuleiro.module.terms import Counter, Number, Table, Terms, Terrain
from tabuleiro.rules.arrivals.out_of_contact import note_contact
from tabuleiro.rules.clauses import clause, object_to
from tabuleiro.rules.combat.losses import take_loss
from tabuleiro.rules.ground.board_edges import arrivals
from tabuleiro.rules.ground.movement_points import MOVED
from tabuleiro.rules.ground.special_moves import DROPPED, SpecialMove
from tabuleiro.rules.ground.stacking import full, stacking_objection
from tabuleiro.rules.victory.objectives import take_path

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tabuleiro.engine import Change, Situation
    from tabuleiro.engine.verdicts import Objection
    from tabuleiro.module import Phase

__all__ = ["LOST", "Drop", "Drops", "MeetFriends", "ParatroopsTerms", "drops"]

LOST = "out-of-contact"
"""The mark of pieces that dropped and have not met a friend yet."""
_WITH_LOSSES = "SB"


class ParatroopsTerms(Terms):
    """Units that drop from the air."""

    key = "paratroops"
    required = True

    units: tuple[Counter, ...]
    """The units."""
    terrain: tuple[Terrain, ...]
    """Terrain on which they may drop."""
    per_turn: Number
    """Units that may drop in one turn."""
    table: Table
    """The table of values with what becomes of them."""
    last_turn: Number
    """The last turn in which they may drop."""
    landing: tuple[Terrain, ...]
    """Terrain of hexes in their hands where they land."""


class Drop(SpecialMove, frozen=True):
    """Drop a piece by parachute."""

    piece: str
    hex: str

    def verdict(self, s: Situation, side: str) -> Verdict:
        """Return whether the piece may drop there, with every reason why not."""
        waiting = self.piece in _waiting(s, side)
        if not waiting or self.hex not in s.board.grid:
            message = msg("{piece} has no parachutes ready.", piece=piece_ref(self.piece))
            return Verdict.no(message, rule=clause(s, "drop-units"))
        return Verdict.of([*_timing(s), *_ground(s, self.piece, self.hex)])

    def carry_out(self, change: Change) -> None:
        """Drop, throw the die, take the loss; the piece cannot go on."""
        table = change.module.values[change.terms(ParatroopsTerms).table]
        change.emit(ev.Moved(self.piece, self.hex, (self.hex,)))
        change.emit(ev.Marked(self.piece, (MOVED, DROPPED, LOST)))
        why = msg("drop on {hex}", hex=hex_ref(self.hex))
        rule = clause(change, "drop-die")
        faces = change.roll(table.dice, change.side(self.piece), why, rule, die=table.die)
        code = table.cell(0, sum(faces))
        change.say(
            msg("{piece} drops on {hex}; die {die}: {result}.", piece=piece_ref(self.piece),
                hex=hex_ref(self.hex), die=faces[0], result=key_ref(f"result.{code}")),
            rule,
        )  # fmt: skip
        take_path(change, self.piece, (self.hex,), "drop")
        note_contact(change, self.piece)
        if code == _WITH_LOSSES:
            take_loss(change, self.piece, rule)


def _waiting(s: Situation, side: str) -> list[str]:
    """Return the pieces of a side that may drop."""
    terms = s.terms_if_any(ParatroopsTerms)
    units = terms.units if terms else ()
    return [p for p in arrivals(s, side) if p in units and s.place(p) == OFF]


def drops(s: Situation, side: str, piece: str | None) -> Iterator[Drop]:
    """Yield the drops that pieces of a side might make."""
    for one in _waiting(s, side):
        if piece in {None, one} and not any(_timing(s)):
            for terrain in s.terms(ParatroopsTerms).terrain:
                for hex in sorted(s.board.hexes_of(terrain)):
                    if s.holder(hex) not in s.enemies(side) and not full(s, side, hex):
                        yield Drop(one, hex)


def _timing(s: Situation) -> Iterator[Objection]:
    terms = s.terms(ParatroopsTerms)
    if s.turn > terms.last_turn:
        message = msg("Nobody may drop after turn {n}.", n=terms.last_turn)
        yield object_to(s, message, "drop-last-turn", "movement")
    dropped = sum(DROPPED in state.marks for state in s.position.pieces.values())
    if dropped >= terms.per_turn:
        message = msg("{n} unit has dropped in this turn.", n=dropped)
        yield object_to(s, message, "drop-limit", "movement")


def _ground(s: Situation, piece: str, place: str) -> Iterator[Objection]:
    fit = s.board.terrain_at(place) in s.terms(ParatroopsTerms).terrain
    held = s.holder(place) in s.enemies(s.side(piece))
    if not fit or held:
        message = msg("Nobody can drop on {hex}.", hex=hex_ref(place))
        yield object_to(s, message, "drop", FORM if held else "movement", hexes=(place,))
    crowd = stacking_objection(s, piece, place)
    if crowd and not held:
        yield object_to(s, crowd.message, "drop", "stacking", hexes=(place,))


def _lost(s: Situation, piece: str) -> list[Objection]:
    """Return why a piece that dropped may not move: it has not met a friend yet."""
    if not s.marked(piece, LOST):
        return []
    message = msg("{piece} has not met friendly units yet.", piece=piece_ref(piece))
    return [object_to(s, message, "drop-contact", "movement", pieces=(piece,))]


class MeetFriends(Step, frozen=True):
    """A movement phase begins: pieces that dropped and now have friends beside them may move."""

    side: str

    def run(self, change: Change) -> None:
        """Take their marks off."""
        change.finish()
        astray = [p for p in change.position.pieces if change.marked(p, LOST)]
        free = [p for p in astray if change.on_map(p) and self._met(change, p)]
        for piece in free:
            change.emit(ev.Marked(piece, remove=(LOST,)))
            message = msg("{piece} has met friendly units.", piece=piece_ref(piece))
            change.say(message, clause(change, "drop-contact"))

    def _met(self, s: Situation, piece: str) -> bool:
        here = s.place(piece)
        return any(
            other != piece and s.side(other) == self.side and not s.marked(other, LOST)
            for place in (here, *s.board.grid.neighbours(here))
            for other in s.at(place)
        )


class Drops:
    """A part: paratroops drop, and stay where they are until they have met friends."""

    parameters = (ParatroopsTerms,)
    words = ("drop", "drop-contact", "drop-die", "drop-last-turn", "drop-limit", "drop-units")

    @hookimpl
    def special_moves(self, s: Situation, side: str, piece: str | None) -> list[SpecialMove]:
        return list(drops(s, side, piece))

    @hookimpl
    def move_objections(self, s: Situation, piece: str) -> list[Objection]:
        return _lost(s, piece)

    @hookimpl
    def steps_before(self, s: Situation, phase: Phase) -> list[Step]:
        if phase.kind != "movement" or phase.side is None:
            return []
        terms = s.terms_if_any(ParatroopsTerms)
        units = terms.units if terms else ()
        mine = any(s.side(piece) == phase.side for piece in units)
        return [MeetFriends(phase.side)] if mine else []
