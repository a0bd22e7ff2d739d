"""Unknown pieces: a `?` lies on a hex, and hides what is below it, and whether anything is (14.3).

A `?` is a piece on the board, made when it is put and gone when it is taken off. For all that
marches it counts as a land unit (14.3-5): it bars its hex and exerts a zone, whatever lies below,
so no verdict tells a bluff. It weighs nothing, never moves, attacks or starves.

Not here: how it comes off when enemies engage it (`unknown_pieces_engaged`) or scouts find it
(`scouting_on_land`).
"""

from __future__ import annotations

from bisect import bisect
from itertools import takewhile
from typing import TYPE_CHECKING

from tabuleiro.engine import events as ev
from tabuleiro.engine import hex_ref, msg, piece_ref, side_ref
from tabuleiro.engine.position import GONE
from tabuleiro.engine.verdicts import FORM, Verdict
from tabuleiro.hooks import hookimpl
from tabuleiro.module.made import MADE, template_of
from tabuleiro.rules.clauses import clause, object_to
from tabuleiro.rules.ground.special_moves import SpecialMove
from tabuleiro.rules.victory.control import controller
from tabuleiro_filipinas.parameters.war import UnknownTerms

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tabuleiro.engine import Change, Situation
    from tabuleiro.engine.verdicts import Objection

__all__ = [
    "PutUnknown",
    "TakeBackUnknown",
    "UnknownPieces",
    "is_unknown_piece",
    "out_of_phase",
    "take_off",
    "unknowns",
    "unknowns_left",
]


def unknowns(s: Situation, side: str) -> Mapping[str, str]:
    """Return the hexes that unknown pieces of a side cover, each with that piece."""
    stacks = s.occupied(side)

    def find() -> dict[str, str]:
        mine = s.terms(UnknownTerms).pieces[side] + MADE
        pieces = [*s.position.pieces]  # in the order of their names
        made = takewhile(lambda piece: piece.startswith(mine), pieces[bisect(pieces, mine) :])
        places = sorted({s.place(piece) for piece in made} & stacks.keys())
        return {place: p for place in places for p in stacks[place] if p.startswith(mine)}

    return s.cache_by_basis(("unknowns", side), stacks, find)


def is_unknown_piece(s: Situation, piece: str) -> bool:
    """Return whether a piece is a `?`: not a unit, but what may lie on one."""
    return template_of(piece) in s.terms(UnknownTerms).pieces.values()


def unknowns_left(s: Situation, side: str) -> int:
    """Return how many more unknown pieces a side may put."""
    return s.terms(UnknownTerms).count - len(unknowns(s, side))


def take_off(change: Change, side: str, place: str) -> None:
    """Take the unknown piece of a side off a hex; it may be put again later."""
    piece = unknowns(change, side)[place]
    change.emit(ev.Moved(piece, GONE))
    change.reveal()


# ---------------------------------------------------------------------------------- putting


class PutUnknown(SpecialMove, frozen=True):
    """Put an unknown piece on a hex."""

    needs = "unknowns"
    listed_if_allowed = True

    hex: str

    def verdict(self, s: Situation, side: str) -> Verdict:
        """Return whether one may lie there, with every reason why not."""
        return Verdict.of([*out_of_phase(s), *_objections(s, side, self.hex)])

    def carry_out(self, change: Change) -> None:
        """Put it on top of what is there, if anything is."""
        side = controller(change, self.hex) or ""
        change.make(change.terms(UnknownTerms).pieces[side], self.hex)
        change.say(
            msg("The {side} put an unknown piece on {hex}.", side=side_ref(side),
                hex=hex_ref(self.hex)),
            clause(change, "unknown-put"),
        )  # fmt: skip


class TakeBackUnknown(SpecialMove, frozen=True):
    """Take an own unknown piece off a hex, to have it for another."""

    needs = "unknowns"
    listed_if_allowed = True
    retracts = True

    hex: str

    def verdict(self, s: Situation, side: str) -> Verdict:
        """Return whether there is one."""
        if self.hex in unknowns(s, side):
            return Verdict.of(out_of_phase(s))
        message = msg("No unknown piece of yours lies on {hex}.", hex=hex_ref(self.hex))
        return Verdict.no(message, rule=clause(s, "unknown-put"))

    def carry_out(self, change: Change) -> None:
        """Take it off: what is below is seen as any stack is."""
        sides = change.module.sides
        mine = next(side for side in sides if self.hex in unknowns(change, side))
        take_off(change, mine, self.hex)
        change.say(
            msg("The {side} take the unknown piece off {hex}.", side=side_ref(mine),
                hex=hex_ref(self.hex)),
            clause(change, "unknown-put"),
        )  # fmt: skip


def out_of_phase(s: Situation) -> list[Objection]:
    """Return the objection to doing in another phase what belongs to that of land movement."""
    if s.phase is not None and s.phase.kind == "movement":
        return []
    return [object_to(s, msg("That is done in the movement on land."), "unknown-put", FORM)]


def _objections(s: Situation, side: str, place: str) -> Iterator[Objection]:
    """Yield why an unknown piece may not be put on a hex: all of it is seen by everybody."""
    where = {"hexes": (place,)} if place in s.board.grid else {}
    if not _is_land(s, place):
        message = msg("An unknown piece lies on a hex of land.")
        yield object_to(s, message, "unknown-where", FORM, **where)
        return
    if controller(s, place) != side or _enemies_at(s, side, place):
        message = msg("{hex} is not yours.", hex=hex_ref(place))
        yield object_to(s, message, "unknown-where", FORM, **where)
    if place in unknowns(s, side):
        message = msg("An unknown piece lies on {hex} already.", hex=hex_ref(place))
        yield object_to(s, message, "unknown-where", FORM, **where)
    if unknowns_left(s, side) <= 0:
        message = msg("All {n} unknown pieces are on the board.", n=s.terms(UnknownTerms).count)
        yield object_to(s, message, "unknown-stock", FORM, **where)
    if s.options.get("bluffs") == "beside-units" and not _beside_units(s, side, place):
        message = msg("No unit of yours is in {hex} or next to it.", hex=hex_ref(place))
        yield object_to(s, message, "unknown-where", "movement", **where)


def _is_land(s: Situation, place: str) -> bool:
    if place not in s.board.grid:
        return False
    terrain = s.module.terrain[s.board.terrain_at(place)]
    return "sea" not in terrain.tags and terrain.cost["foot"] is not None


def _enemies_at(s: Situation, side: str, place: str) -> bool:
    return any(s.side(piece) != side for piece in s.at(place))


def _units(s: Situation, side: str) -> frozenset[str]:
    """Return the hexes where a side has more than an unknown piece."""
    stacks = s.occupied(side)

    def find() -> frozenset[str]:
        units = (h for h, pieces in stacks.items()
                 if any(not is_unknown_piece(s, piece) for piece in pieces))  # fmt: skip
        return frozenset(units)

    return s.cache_by_basis(("units", side), stacks, find)


def _beside_units(s: Situation, side: str, place: str) -> bool:
    return not _units(s, side).isdisjoint((place, *s.board.grid.neighbours(place)))


def _open_hexes(s: Situation, side: str) -> tuple[str, ...]:
    """Return the hexes on which a side may put an unknown piece now."""
    if unknowns_left(s, side) <= 0:
        return ()
    basis = (_own_land(s, side), s.occupied(side), frozenset(s.occupied(s.enemy(side))))
    return s.cache_by_basis(("unknown-hexes", side), basis, lambda: _find_open(s, side))


def _find_open(s: Situation, side: str) -> tuple[str, ...]:
    taken = {*unknowns(s, side), *s.occupied(s.enemy(side))}
    narrow = s.options.get("bluffs") == "beside-units"
    return tuple(
        hex
        for hex in _own_land(s, side)
        if hex not in taken and not (narrow and not _beside_units(s, side, hex))
    )


def _own_land(s: Situation, side: str) -> tuple[str, ...]:
    """Return the hexes of land that a side holds."""
    return s.cache_by_basis(
        ("own-land", side),
        s.position.control,
        lambda: tuple(hex for hex in _land(s) if controller(s, hex) == side),
    )


def _land(s: Situation) -> tuple[str, ...]:
    memo = s.module.memo
    if "unknown-land" not in memo:
        memo["unknown-land"] = tuple(hex for hex in s.board.grid if _is_land(s, hex))
    found: tuple[str, ...] = memo["unknown-land"]
    return found


class UnknownPieces:
    """A part: unknown pieces are put and taken back; they neither march nor attack."""

    @hookimpl
    def special_moves(self, s: Situation, side: str, piece: str | None) -> list[SpecialMove]:
        if piece is not None or out_of_phase(s):
            return []
        open_ = _open_hexes(s, side)
        put = s.cache_by_basis(
            ("put-unknown", side), open_, lambda: tuple(PutUnknown(hex) for hex in open_)
        )
        return [*put, *(TakeBackUnknown(hex) for hex in unknowns(s, side))]

    @hookimpl
    def move_objections(self, s: Situation, piece: str) -> list[Objection]:
        return _inert(s, piece)

    @hookimpl
    def attack_objections(self, s: Situation, piece: str) -> list[Objection]:
        return _inert(s, piece)


def _inert(s: Situation, piece: str) -> list[Objection]:
    if not is_unknown_piece(s, piece):
        return []
    message = msg("{piece} only hides others.", piece=piece_ref(piece))
    return [object_to(s, message, "unknown-put", FORM, pieces=(piece,))]
