"""Replacements: points turn reduced pieces up and bring destroyed squadrons back (7.1).

Each pool of the scenario names the nation and the types that it is for. ``rules: replacements``
says what a stage costs, where land pieces are restored, which pieces never are, and in which
turns naval units recover without points.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from msgspec.structs import replace

from tabuleiro.engine import DEAD, Action, Decision, Verdict, hex_ref, msg, piece_ref
from tabuleiro.engine import events as ev
from tabuleiro.engine.messages import key_ref
from tabuleiro.engine.verdicts import FORM
from tabuleiro.hooks import hookimpl
from tabuleiro.module.terms import Counter, Number, Terms
from tabuleiro.rules.arrivals.recovery import OwnLossesBack
from tabuleiro.rules.clauses import clause, object_to
from tabuleiro.rules.combat.losses import fell_at
from tabuleiro.rules.ground.land_units import LAND, NAVAL, arm
from tabuleiro.rules.ground.movement_phase import EndPhase
from tabuleiro.rules.recon.secrecy import RESTORED
from tabuleiro.rules.sequence.pools import pool_of, track
from tabuleiro_papua.air.airfields import (
    has_room,
    open_fields,
    sea_based,
)
from tabuleiro_papua.fit_hexes import Ground, fits
from tabuleiro_papua.reinforcements import withdrawal_due
from tabuleiro_papua.supply_lines import air_supply, supplied, supplied_by_land
from tabuleiro_papua.waters import naval_pieces, waters

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tabuleiro.engine import Change, Message, Situation
    from tabuleiro.engine.verdicts import Objection
    from tabuleiro.module import Pool

__all__ = [
    "RESTORED",
    "AirReplacements",
    "LandReplacements",
    "NavalReplacements",
    "Rebuild",
    "Replacements",
    "ReplacementsTerms",
    "Restore",
    "RestoredRest",
    "old_base",
    "rebuild_hexes",
]


class LandReplacements(Terms):
    """Prices of replacements for land units."""

    reduced: Number
    """Points for turning a reduced unit up."""


class AirReplacements(LandReplacements):
    """Prices of replacements for air units."""

    destroyed_to_reduced: Number
    """Points for a destroyed unit, reduced."""


class NavalReplacements(Terms):
    """When naval units recover."""

    turns: Literal["odd", "even"]
    """The turns in which they gain a stage."""


class ReplacementsTerms(Ground, kw_only=True):
    """Replacements of losses."""

    key = "replacements"
    required = True

    land: LandReplacements
    """Points for land units."""
    air: AirReplacements
    """Points for air units."""
    naval: NavalReplacements
    """Naval units, which need no points."""
    never: tuple[Counter, ...] = ()
    """Units that never recover losses."""


def _points(s: Situation, pool: Pool) -> int:
    return s.position.tracks.get(track(pool.id, pool.side), 0)


def _price(s: Situation, piece: str) -> int:
    """Return what the next stage of a piece costs; naval units recover without points."""
    kind, terms = arm(s, piece), s.terms(ReplacementsTerms)
    if kind == NAVAL:
        return 0
    if kind == LAND:
        return terms.land.reduced
    return terms.air.destroyed_to_reduced if s.place(piece) == DEAD else terms.air.reduced


def _pay(change: Change, piece: str) -> None:
    pool = pool_of(change, piece)
    price = _price(change, piece)
    if pool is not None and price:
        left = _points(change, pool) - price
        change.emit(ev.TrackSet(track(pool.id, pool.side), max(left, 0)))


# reasons against


def _objections(s: Situation, side: str, piece: str) -> Iterator[Objection]:
    """Yield what speaks against the next stage of a piece, be it reduced or destroyed."""
    about = {"pieces": (piece,)}
    if piece in s.terms(ReplacementsTerms).never:
        message = msg("{piece} never recovers losses.", piece=piece_ref(piece))
        yield object_to(s, message, "never-recovers", "supply", **about)
    if arm(s, piece) == NAVAL:
        if not _naval_turn(s):
            message = msg("Naval units do not recover in this turn.")
            yield object_to(s, message, "naval-recovery", "supply", **about)
        return
    pool = pool_of(s, piece)
    if pool is None or _points(s, pool) < _price(s, piece):
        kinds = [p for p in s.scenario.pools if s.counter(piece).type in p.types]
        others = [p for p in kinds if p is not pool and p.side == side and _points(s, p)]
        message = msg("There are no points left for {piece}.", piece=piece_ref(piece))
        if others:
            message = msg("There are no points left for {piece}; {pool} is for another nation.",
                          piece=piece_ref(piece), pool=key_ref(f"pool.{others[0].id}"))  # fmt: skip
        yield object_to(s, message, "own-nation" if others else "own-kind", "supply", **about)


def _naval_turn(s: Situation) -> bool:
    return s.terms(ReplacementsTerms).naval.turns == ("odd" if s.turn % 2 else "even")


class Restore(Action, frozen=True):
    """Turn a reduced piece up."""

    piece: str

    def verdict(self, s: Situation, side: str) -> Verdict:
        """Check the piece, its pool, its supply and its ground."""
        wrong = _wrong(s, side, self.piece)
        if wrong is not None:
            return wrong
        if not s.on_map(self.piece) or not s.piece(self.piece).losses:
            message = msg("{piece} is not on the board with losses.", piece=piece_ref(self.piece))
            rule = "never-rebuilt" if s.place(self.piece) == DEAD else "recovery"
            return Verdict.no(message, rule=clause(s, rule))
        found = [*_objections(s, side, self.piece), *_standing(s, self.piece)]
        return Verdict.of(found)

    def carry_out(self, change: Change) -> None:
        """Turn it up; a land piece may not attack in this turn."""
        _pay(change, self.piece)
        change.emit(ev.Lost(self.piece, change.piece(self.piece).losses - 1))
        land = arm(change, self.piece) == LAND
        if land:
            change.emit(ev.Marked(self.piece, (RESTORED,)))
        message = msg("{piece} recovers.", piece=piece_ref(self.piece))
        rule = clause(change, "recovery" if land else "air-recovery")
        change.say(message, rule, state=(self.piece,))


def _wrong(s: Situation, side: str, piece: str) -> Verdict | None:
    if piece not in s.position.pieces or s.side(piece) != side:
        message = msg("{piece} is not yours to restore.", piece=piece_ref(piece))
        return Verdict.no(message, rule=clause(s, "recovery"))
    return None


def _standing(s: Situation, piece: str) -> Iterator[Objection]:
    """Yield what speaks against restoring a piece where it stands."""
    about = {"pieces": (piece,), "hexes": (s.place(piece),)}
    kind = arm(s, piece)
    if kind == NAVAL:
        if _naval_turn(s):  # those that were on the board have recovered without being asked
            message = msg("{piece} has come back in this turn and stays reduced until the next "
                          "one in which naval units recover.", piece=piece_ref(piece))  # fmt: skip
            yield object_to(s, message, "naval-recovery", "supply", **about)
        return
    if not supplied(s, piece):
        message = msg("{piece} is not supplied.", piece=piece_ref(piece))
        yield object_to(s, message, "no-supply-restore", "supply", **about)
    elif kind == LAND and not supplied_by_land(s, piece) and not _landed(s, piece):
        message = msg("Replacements reach {piece} only if a transport lands.",
                      piece=piece_ref(piece))  # fmt: skip
        yield object_to(s, message, "restore-by-air", "supply", **about)
    if kind == LAND and not fits(s, s.place(piece), s.terms(ReplacementsTerms)):
        message = msg(
            "No unit can be restored on the terrain of {hex}.", hex=hex_ref(s.place(piece))
        )
        yield object_to(s, message, "restore-terrain", "supply", **about)


def _landed(s: Situation, piece: str) -> bool:
    how = air_supply(s, piece)
    return how is not None and bool(how["landed"])


# bringing back


class Rebuild(Action, frozen=True):
    """Bring a destroyed squadron or naval unit back, reduced."""

    piece: str
    hex: str

    def verdict(self, s: Situation, side: str) -> Verdict:
        """Check the piece, its pool, and where it returns."""
        wrong = _wrong(s, side, self.piece)
        if wrong is not None:
            return wrong
        hexes = (self.hex,) if self.hex in s.board.grid else ()
        about = {"pieces": (self.piece,), "hexes": hexes}
        if s.place(self.piece) != DEAD or arm(s, self.piece) == LAND:
            message = msg("{piece} is not a destroyed squadron or ship.",
                          piece=piece_ref(self.piece))  # fmt: skip
            return Verdict((object_to(s, message, "never-rebuilt", "form", **about),))
        found = list(_objections(s, side, self.piece))
        if withdrawal_due(s, self.piece):
            message = msg("{piece} has already left the game.", piece=piece_ref(self.piece))
            found.append(object_to(s, message, "withdrawal", "supply", **about))
        if self.hex not in rebuild_hexes(s, self.piece):
            message = msg("{piece} cannot return to {hex}.", piece=piece_ref(self.piece),
                          hex=hex_ref(self.hex))  # fmt: skip
            rule = "naval-recovery" if arm(s, self.piece) == NAVAL else "old-airfield"
            sense = hexes and self.hex not in s.occupied(s.enemy(side))
            found.append(object_to(s, message, rule, "supply" if sense else FORM, **about))
        return Verdict.of(found)

    def carry_out(self, change: Change) -> None:
        """Bring it back."""
        _pay(change, self.piece)
        marks = change.piece(self.piece).marks
        change.emit(ev.Moved(self.piece, self.hex))
        change.emit(ev.Lost(self.piece, change.counter(self.piece).steps - 1))
        if marks:
            change.emit(ev.Marked(self.piece, remove=marks))
        ship = arm(change, self.piece) == NAVAL
        message = msg("{piece} is back in {hex}, reduced.", piece=piece_ref(self.piece),
                      hex=hex_ref(self.hex))  # fmt: skip
        change.say(message, clause(change, "naval-recovery" if ship else "air-recovery"))


def old_base(s: Situation, piece: str) -> str | None:
    """Return the hex to which a destroyed squadron must return, None if it is free to choose."""
    place = fell_at(s, piece)
    if place is None or sea_based(s, piece):
        return place
    usable = place in open_fields(s, s.side(piece)) and has_room(s, place)
    return place if usable else None


def rebuild_hexes(s: Situation, piece: str) -> tuple[str, ...]:
    """Return the hexes where a destroyed squadron or naval unit may return."""
    return s.cache_here(("rebuild", piece), lambda: tuple(_hexes(s, piece)))


def _hexes(s: Situation, piece: str) -> Iterable[str]:
    side = s.side(piece)
    if arm(s, piece) == NAVAL:
        return sorted(waters(s, piece))
    old = old_base(s, piece)
    if old is not None:
        return (old,)
    if sea_based(s, piece):
        return sorted(waters(s, piece))
    return (h for h in open_fields(s, side) if has_room(s, h))


# the step


class Replacements(OwnLossesBack, frozen=True):
    """A side spends replacement points, as many as it likes; the others stay."""

    begun: bool = False

    def run(self, change: Change) -> None:
        """Let naval units recover; go on if nothing else can be done."""
        if not self.begun:
            self._repair(change)
            change.replace(replace(self, begun=True))
        else:
            change.finish()

    def _repair(self, change: Change) -> None:
        """Turn up reduced naval units in their turns."""
        ships = naval_pieces(change, self.side) if _naval_turn(change) else ()
        for piece in ships:
            known = piece in change.position.pieces
            if known and change.place(piece) != DEAD and change.piece(piece).losses:
                change.emit(ev.Lost(piece, change.piece(piece).losses - 1))
                message = msg("{piece} recovers.", piece=piece_ref(piece))
                change.say(message, clause(change, "naval-recovery"), state=(piece,))

    def decision(self, s: Situation) -> Decision | None:
        """Ask the side as long as it can restore something."""
        choices = list(self._choices(s)) if self.begun else []
        if not choices:
            return None
        return Decision(
            self.side,
            msg("Restore your units. Points left: {pools}.", pools=self._left(s)),
            clause(s, "recovery"),
            pieces=tuple(dict.fromkeys(choice.piece for choice in choices)),
            hexes=tuple(dict.fromkeys(c.hex for c in choices if isinstance(c, Rebuild))),
            actions=("restore", "rebuild", "end-phase"),
        )

    def _left(self, s: Situation) -> list[Message]:
        """Return what each pool of the side has left."""
        return [
            msg("{pool} {n}", pool=key_ref(f"pool.{pool.id}"), n=_points(s, pool))
            for pool in s.scenario.pools if pool.side == self.side
        ]  # fmt: skip

    def _choices(self, s: Situation) -> tuple[Restore | Rebuild, ...]:
        return s.cache_here(("restoring", self.side), lambda: tuple(self._find(s)))

    def _find(self, s: Situation) -> Iterator[Restore | Rebuild]:
        for piece, state in s.position.pieces.items():
            if s.side(piece) != self.side:
                continue
            if state.place == DEAD and arm(s, piece) != LAND:
                yield from self._returns(s, piece)
            elif state.losses and s.on_map(piece) and arm(s, piece) != NAVAL:
                yield from (r for r in (Restore(piece),) if r.verdict(s, self.side))

    def _returns(self, s: Situation, piece: str) -> Iterator[Rebuild]:
        """Yield the ways back of a destroyed piece; what is said against one is against all."""
        ways = [Rebuild(piece, place) for place in rebuild_hexes(s, piece)]
        if ways and ways[0].verdict(s, self.side):
            yield from ways

    def legal(
        self, s: Situation, *, piece: str | None = None, hex: str | None = None
    ) -> Iterable[Action]:
        """List what can be restored and brought back, and the end of it."""
        for choice in self._choices(s):
            where = choice.hex if isinstance(choice, Rebuild) else s.place(choice.piece)
            if piece in {None, choice.piece} and hex in {None, where}:
                yield choice
        if piece is None and hex is None:
            yield EndPhase()

    def check(self, s: Situation, action: Action) -> Verdict:
        """Check one of them."""
        if isinstance(action, EndPhase):
            return Verdict.yes()
        if not isinstance(action, Restore | Rebuild):
            return super().check(s, action)
        return action.verdict(s, self.side)

    def act(self, change: Change, action: Action) -> None:
        """Restore, bring back, or go on."""
        if isinstance(action, Restore | Rebuild):
            action.carry_out(change)
        else:
            change.finish()


class RestoredRest:
    """A part: pieces restored in this turn do not attack."""

    @hookimpl
    def attack_objections(self, s: Situation, piece: str) -> list[Objection]:
        if not s.marked(piece, RESTORED):
            return []
        message = msg("{piece} was restored in this turn and may not attack.",
                      piece=piece_ref(piece))  # fmt: skip
        return [object_to(s, message, "restored", "combat", pieces=(piece,))]
