"""Jumps: paratroops leave a transport over a hex, by day or by night, even onto the enemy (4.2.3).

The order is given in the movement phase and is a sortie of the transport like any other; after the
air battles the paratroops come down. Where enemies are both share the hex and must fight for it;
who is alone there afterwards holds it. Who has jumped stays where it is until friends are in the
same hex or the next one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from tabuleiro.engine import DEAD, Step, Verdict, hex_ref, msg, piece_ref
from tabuleiro.engine import events as ev
from tabuleiro.engine.verdicts import FORM
from tabuleiro.hooks import hookimpl
from tabuleiro.module.terms import Faces, SiteKind, Terrain
from tabuleiro.rules.clauses import clause, enforced, object_to, senseless
from tabuleiro.rules.combat.losses import take_loss
from tabuleiro.rules.ground.land_units import AIR, arm, land_at, land_pieces, land_units
from tabuleiro.rules.ground.movement_points import MOVED
from tabuleiro.rules.ground.special_moves import DROPPED, SpecialMove
from tabuleiro.rules.ground.stacking import limit
from tabuleiro.rules.recon.covered import say_sealed
from tabuleiro.rules.victory.control import controller
from tabuleiro.rules.victory.objectives import take_path
from tabuleiro_papua.air.airfields import is_airfield
from tabuleiro_papua.air.sorties import (
    Sortie,
    flies,
    in_range,
    launch,
    ordered_in_secret,
)
from tabuleiro_papua.air.squadrons import grounded, lands
from tabuleiro_papua.fit_hexes import Ground
from tabuleiro_papua.supply_lines import supplied_by_land

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from tabuleiro.engine import Action, Change, Situation
    from tabuleiro.engine.glance import Glance
    from tabuleiro.engine.verdicts import Objection
    from tabuleiro.rules.combat.battle import Battle

__all__ = [
    "ALONE",
    "DROP",
    "JUMPED",
    "ForgetJumps",
    "Jump",
    "JumpTerms",
    "Jumps",
    "MeetTroops",
    "jumps",
    "land_drop",
    "shared_hexes",
    "stays",
    "take_alone",
    "without_line",
]

DROP = "drop"
"""The kind of sortie that carries paratroops to a jump, and the tag of those who can jump."""
ALONE = "isolated"
"""The mark of pieces that jumped and have not been in contact with friends since."""
JUMPED = "jumped"
"""The mark of pieces that jumped and have had no supply line of their own since."""


class JumpTerms(Ground, kw_only=True):
    """Jumps of paratroops."""

    key = "jump"
    required = True

    terrain: tuple[Terrain, ...]
    """Terrain on which they may come down."""
    sites: tuple[SiteKind, ...]
    """Markers of hexes where they may, too."""
    intact_at_night: Faces
    """Faces with which a jump by night costs nothing."""


class Jump(SpecialMove, frozen=True):
    """Send paratroops over a hex, in a transport of their own airfield."""

    needs: ClassVar[str] = "jump"
    piece: str
    transport: str
    hex: str
    night: bool = False

    def verdict(self, s: Situation, side: str) -> Verdict:
        """Return whether the jump may be ordered, with every reason why not."""
        known = self.transport in s.position.pieces and s.side(self.transport) == side
        if DROP not in s.counter(self.piece).tags or not known or self.hex not in s.board.grid:
            message = msg("{piece} cannot jump.", piece=piece_ref(self.piece))
            return Verdict.no(message, rule=clause(s, "jump-units"))
        found = [*_start(s, self.piece), *_ride(s, self.piece, self.transport)]
        return Verdict.of(found if senseless(found) else [*found, *_target(s, self)])

    def carry_out(self, change: Change) -> None:
        """The transport flies; the paratroops come down after the air battles."""
        order = Sortie(self.transport, self.hex, DROP, night=self.night, cargo=self.piece)
        launch(change, order)
        message = msg("{piece} will jump on {hex}.", piece=piece_ref(self.piece),
                      hex=hex_ref(self.hex))  # fmt: skip
        public = flies(self.transport, self.hex)
        say_sealed(change, change.side(self.piece), message, public, clause(change, "jump"))

    def told(self, glance: Glance) -> Action | None:
        """Who jumps is told when they come down, or are lost."""
        return ordered_in_secret(self, glance, self.transport)


# why not


def _start(s: Situation, piece: str) -> Iterator[Objection]:
    """Yield reasons why a piece may not begin a jump where it is."""
    about = (piece,)
    place = s.place(piece)
    if not is_airfield(s, place):
        message = msg("{piece} is not on an airfield.", piece=piece_ref(piece))
        yield object_to(s, message, "jump", "movement", pieces=about)
    yield from s.rules.move_objections(s=s, piece=piece)


def _ride(s: Situation, piece: str, transport: str) -> Iterator[Objection]:
    """Yield reasons why a transport may not take a piece to a jump."""
    if not lands(s, transport) or s.place(transport) != s.place(piece):
        message = msg("{transport} cannot take {piece} on board.", transport=piece_ref(transport),
                      piece=piece_ref(piece))  # fmt: skip
        yield object_to(s, message, "jump", FORM, pieces=(transport,))
        return
    yield from grounded(s, transport)


def _target(s: Situation, jump: Jump) -> Iterator[Objection]:
    """Yield reasons why one may not jump on a hex."""
    about, hexes = (jump.piece,), (jump.hex,)
    if not _fit(s, jump.hex):
        message = msg("Nobody can jump onto the terrain of {hex}.", hex=hex_ref(jump.hex))
        yield object_to(s, message, "jump-terrain", "movement", pieces=about, hexes=hexes)
    if not in_range(s, jump.transport, jump.hex):
        message = msg("{hex} is out of the range of {transport}.", hex=hex_ref(jump.hex),
                      transport=piece_ref(jump.transport))  # fmt: skip
        yield object_to(s, message, "jump-range", "air", pieces=about, hexes=hexes)
    if _crowded(s, jump.piece, jump.hex):
        message = msg("There is no room in {hex}.", hex=hex_ref(jump.hex))
        yield object_to(s, message, "stacking", "stacking", pieces=about, hexes=hexes)


def _crowded(s: Situation, piece: str, place: str) -> bool:
    side = s.side(piece)
    return len(land_at(s, place, side)) >= limit(s, side, place)


def _fit(s: Situation, place: str) -> bool:
    terms = s.terms(JumpTerms)
    if s.board.terrain_at(place) in terms.terrain:
        return True
    return any(s.place_marked(place, site) for site in terms.sites)


def jumps(s: Situation, side: str, piece: str | None) -> Iterator[Jump]:
    """Yield the jumps that paratroops of a side might be sent on."""
    for place, one in land_pieces(s, side, piece):
        if DROP not in s.counter(one).tags or not is_airfield(s, place) or any(_start(s, one)):
            continue
        for transport in _rides(s, one, place):
            for hex in _targets(s):
                yield Jump(one, transport, hex)
                yield Jump(one, transport, hex, night=True)


def _rides(s: Situation, piece: str, place: str) -> list[str]:
    friends = (p for p in s.at(place) if arm(s, p) == AIR and s.side(p) == s.side(piece))
    return [p for p in friends if not any(_ride(s, piece, p))]


def _targets(s: Situation) -> tuple[str, ...]:
    """Return the hexes that are fit to jump on."""
    return s.cache_by_basis("jump-targets", s.position.marks, lambda: tuple(
        hex for hex in s.board.grid if _fit(s, hex)
    ))  # fmt: skip


# coming down


def land_drop(change: Change, order: Sortie) -> None:
    """Let the paratroops of a sortie come down; at night a die tells whether they do so intact."""
    piece, place = order.cargo, order.hex
    if change.place(piece) == DEAD:
        return
    if enforced(change, "stacking") and _crowded(change, piece, place):  # by friends since then
        message = msg("{piece} cannot land in {hex} and comes back.", piece=piece_ref(piece),
                      hex=hex_ref(place))  # fmt: skip
        change.say(message, clause(change, "stacking"))
        return
    contested = bool(land_at(change, place, change.enemy(change.side(piece))))
    change.emit(ev.Moved(piece, place, (place,)))
    change.emit(ev.Marked(piece, (MOVED, DROPPED, ALONE, JUMPED)))
    change.say(
        msg("{piece} jumps on {hex}.", piece=piece_ref(piece), hex=hex_ref(place)),
        clause(change, "jump-enemy" if contested else "jump-landing"),
    )
    if order.night and not _lands_intact(change, piece, place):
        take_loss(change, piece, clause(change, "jump-night"))
    _take_if_alone(change, piece)


def _take_if_alone(change: Change, piece: str) -> None:
    if _stands_alone(change, piece):
        take_path(change, piece, (change.place(piece),), "drop")


def _stands_alone(s: Situation, piece: str) -> bool:
    """Return whether a piece is in a hex of the enemy, and the enemy is not."""
    place, side = s.place(piece), s.side(piece)
    held = place not in s.board.grid or controller(s, place) == side
    return not held and not land_at(s, place, s.enemy(side))


def _lands_intact(change: Change, piece: str, place: str) -> bool:
    why = msg("night jump on {hex}", hex=hex_ref(place))
    (face,) = change.roll(1, change.side(piece), why, clause(change, "jump-night"))
    return face in change.terms(JumpTerms).intact_at_night


def without_line(s: Situation, piece: str) -> bool:
    """Return whether a piece has jumped and still has no supply line of its own."""
    return s.marked(piece, JUMPED) and not supplied_by_land(s, piece)


class ForgetJumps(Step, frozen=True):
    """A turn begins: those who jumped in the last one are no longer supplied for that."""

    def run(self, change: Change) -> None:
        """Take the marks of this turn's jumps off."""
        change.finish()
        change.emit(ev.Cleared((DROPPED,), spent=False))


def take_alone(change: Change) -> None:
    """Paratroops whose enemies in the same hex fell or went away take it now."""
    for piece in _who_jump(change):
        _take_if_alone(change, piece)


class TakeAlone(Step, frozen=True):
    """Enemies leave a hex in many ways: who jumped there and is alone takes it."""

    def run(self, change: Change) -> None:
        """Take it, if they have left."""
        change.finish()
        take_alone(change)


def _who_jump(s: Situation) -> tuple[str, ...]:
    return s.cache_by_basis("who-jump", (), lambda: tuple(
        piece for piece in s.position.pieces if DROP in s.counter(piece).tags
    ))  # fmt: skip


def shared_hexes(s: Situation) -> tuple[str, ...]:
    """Return the hexes where land pieces of both sides are, because one of them jumped there."""
    first, second = (land_units(s, side) for side in s.module.sides)
    return tuple(place for place in first if place in second)


# moving again


def stays(s: Situation, piece: str) -> Iterator[Objection]:
    """Yield why a piece may not move: it has jumped and has not met friends yet."""
    if not s.marked(piece, ALONE):
        return
    if s.place(piece) in shared_hexes(s):
        message = msg("{piece} fights in the hex where it came down.", piece=piece_ref(piece))
        yield object_to(s, message, "jump-enemy", "movement", pieces=(piece,))
    elif not _in_contact(s, piece):
        message = msg("{piece} has not met friendly units yet.", piece=piece_ref(piece))
        yield object_to(s, message, "jump-stay", "movement", pieces=(piece,))


def _in_contact(s: Situation, piece: str) -> bool:
    """Return whether a friendly land piece is in the same hex as a piece, or in the next one."""
    side, here = s.side(piece), s.place(piece)
    if here not in s.board.grid:
        return False
    hexes = (here, *s.board.grid.neighbours(here))
    return any(other != piece for hex in hexes for other in land_at(s, hex, side))


class MeetTroops(Step, frozen=True):
    """The movement of a side is over: paratroops that have met friends move freely from now on."""

    side: str

    def hinges(self, s: Situation) -> Mapping[str, Any]:
        """A mark that stays, or goes, tells a side whether a piece has a supply line."""
        mine = (p for pieces in land_units(s, self.side).values() for p in pieces)
        return {p: supplied_by_land(s, p) for p in mine if s.marked(p, JUMPED)}

    def run(self, change: Change) -> None:
        """Take their marks off; those of whoever has a supply line again, too."""
        change.finish()
        for pieces in land_units(change, self.side).values():
            for piece in pieces:
                if change.marked(piece, ALONE) and self._met(change, piece):
                    change.emit(ev.Marked(piece, remove=(ALONE,)))
                if change.marked(piece, JUMPED) and supplied_by_land(change, piece):
                    change.emit(ev.Marked(piece, remove=(JUMPED,)))

    @staticmethod
    def _met(s: Situation, piece: str) -> bool:
        return s.marked(piece, MOVED) or _in_contact(s, piece)


class Jumps:
    """A part: paratroops jump, even onto the enemy; who is alone then stays."""

    @hookimpl
    def special_moves(self, s: Situation, side: str, piece: str | None) -> list[SpecialMove]:
        return list(jumps(s, side, piece))

    @hookimpl
    def move_objections(self, s: Situation, piece: str) -> list[Objection]:
        return list(stays(s, piece))

    @hookimpl
    def steps_before(self, s: Situation) -> list[Step]:
        return [TakeAlone()] if any(_stands_alone(s, piece) for piece in _who_jump(s)) else []

    @hookimpl
    def steps_before_advance(self, s: Situation, battle: Battle) -> list[Step]:
        return [TakeAlone()] if battle.target in shared_hexes(s) else []
