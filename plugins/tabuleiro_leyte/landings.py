"""Landings: pieces sail from coast to coast, onto a friendly, an empty or a defended shore (4.3).

``rules: sea_moves`` says who may, how many in a turn, from and to which terrain, along which coasts
and until when. A landing in a hex that its side does not hold yet is an assault landing. If the
enemy stands there, the piece waits afloat and attacks in the combat phase; it gains the hex or is
destroyed.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Any

from tabuleiro.engine import OFF, Objection, Step, Verdict, hex_ref, msg, piece_ref
from tabuleiro.engine import events as ev
from tabuleiro.hooks import hookimpl
from tabuleiro.rules.arrivals.out_of_contact import note_contact
from tabuleiro.rules.clauses import clause, object_to
from tabuleiro.rules.combat.battle import Battle
from tabuleiro.rules.combat.in_battle import InBattle
from tabuleiro.rules.ground.board_edges import arrivals
from tabuleiro.rules.ground.movement_points import MOVED, MovementChange
from tabuleiro.rules.ground.special_moves import ASSAULT, BY_SEA, SpecialMove
from tabuleiro.rules.ground.stacking import stacking_objection
from tabuleiro.rules.ground.zones import engaged
from tabuleiro.rules.sea.afloat import afloat, afloat_mark, beachhead
from tabuleiro.rules.sea.ashore import bring_ashore
from tabuleiro.rules.victory.control import controller
from tabuleiro.rules.victory.objectives import occupies, take_path
from tabuleiro_leyte.coasts import SeaMovesTerms, coast_hexes, landing_hexes

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from tabuleiro.engine import Change, Situation
    from tabuleiro.module import Phase

__all__ = ["Ashore", "Land", "Landings", "LastAshore", "holds", "landings", "open_shores"]


def _open_coasts(s: Situation) -> frozenset[str]:
    """Return the hexes of the coasts along which ships may sail now."""
    return s.cache_here("open-coasts", lambda: _find_open_coasts(s))


def _find_open_coasts(s: Situation) -> frozenset[str]:
    terms = s.terms(SeaMovesTerms)
    if s.turn > terms.last_limited_turn:
        return coast_hexes(s)
    regions = [*terms.coasts]
    if holds(s, terms.side, s.board.places[terms.opened.place].hex):
        regions += terms.opened.coasts
    return frozenset(hex for region in regions for hex in s.board.regions[region].hexes)


def _landing_marks(s: Situation, piece: str, place: str) -> list[str]:
    """Return the mark of an arriving piece that makes an assault landing, or nothing."""
    if _where(s, piece).get("landing") != "assault":
        return []
    first = s.turn == s.scenario.first_turn
    return [ASSAULT] if first or not holds(s, s.side(piece), place) else []


def _where(s: Situation, piece: str) -> Mapping[str, Any]:
    """Return where a piece off the board arrives."""
    arrival = arrivals(s, s.side(piece)).get(piece)
    return getattr(arrival, "where", None) or {}


class Land(SpecialMove, frozen=True):
    """Sail with a piece to a coast hex and land there."""

    piece: str
    hex: str

    def verdict(self, s: Situation, side: str) -> Verdict:
        """Return whether the piece may land there, with every reason why not."""
        terms = s.terms_if_any(SeaMovesTerms)
        nations = terms.nations if terms and terms.side == side else ()
        if s.counter(self.piece).nation not in nations:
            message = msg("{piece} cannot go by sea.", piece=piece_ref(self.piece))
            return Verdict.no(message, rule=clause(s, "sea-side"))
        if self.hex not in coast_hexes(s) or self.hex == s.place(self.piece):
            message = msg("{hex} is not another coastal hex.", hex=hex_ref(self.hex))
            return Verdict.no(message, rule=clause(s, "sea-move"))
        if s.on_map(self.piece):
            return Verdict.of([*_departure(s, self.piece), *_arrival(s, self.piece, self.hex)])
        faults = [*_from_afar(s, self.piece, self.hex), *_contest(s, self.piece, self.hex)]
        return Verdict.of(faults)

    def carry_out(self, change: Change) -> None:
        """Land, or stay afloat until the combat phase."""
        side = change.side(self.piece)
        contested = change.holder(self.hex) in change.enemies(side)
        marks = [MOVED]
        if change.on_map(self.piece):
            marks.append(BY_SEA)
        if contested or not holds(change, side, self.hex):
            marks.append(ASSAULT)
        if contested:
            marks.append(afloat_mark(self.hex))
        if change.place(self.piece) != OFF or not contested:
            path = () if contested else (self.hex,)
            change.emit(ev.Moved(self.piece, OFF if contested else self.hex, path))
        change.emit(ev.Marked(self.piece, tuple(marks)))
        change.say(
            msg("{piece} sails to {hex}.", piece=piece_ref(self.piece), hex=hex_ref(self.hex)),
            clause(change, "contested-landing" if contested else "sea-move"),
        )
        if not contested:
            take_path(change, self.piece, (self.hex,), "sea")
            note_contact(change, self.piece)


def landings(s: Situation, side: str, piece: str | None) -> Iterator[Land]:
    """Return the landings that pieces of a side might make."""
    return chain.from_iterable(_all_landings(s, side, piece))


def _all_landings(s: Situation, side: str, piece: str | None) -> Iterator[tuple[Land, ...]]:
    terms = s.terms_if_any(SeaMovesTerms)
    if terms is None or terms.side != side:
        return
    coming = [p for p in arrivals(s, side) if piece in {None, p} and s.place(p) == OFF]
    defended = tuple(sorted(landing_hexes(s).intersection(s.opposed(side)))) if coming else ()
    for one in coming if defended else ():
        yield _landings(s, one, defended)
    loading = _on_shores(s, side, piece)
    if not loading or _sailed(s) >= terms.units:
        return
    for one in loading:
        if not any(_departure(s, one)):
            yield _landings(s, one, open_shores(s))


def _on_shores(s: Situation, side: str, piece: str | None) -> list[str]:
    """Return the pieces of a side where ships can load, or the named one if it is one of them."""
    occupied, ground = s.occupied(side), landing_hexes(s)
    if piece is None:
        return [one for place, pieces in occupied.items() if place in ground for one in pieces]
    state = s.position.pieces.get(piece)
    there = occupied.get(state.place, ()) if state and state.place in ground else ()
    return [piece] if piece in there else []


def open_shores(s: Situation) -> tuple[str, ...]:
    """Return the hexes where ships can unload now."""
    coasts = _open_coasts(s)
    return s.cache_by_basis("open-shores", coasts, lambda: tuple(sorted(landing_hexes(s) & coasts)))


def _landings(s: Situation, piece: str, hexes: tuple[str, ...]) -> tuple[Land, ...]:
    return s.cache_by_basis(
        ("landings", piece), hexes, lambda: tuple(Land(piece, hex) for hex in hexes)
    )


def _sailed(s: Situation) -> int:
    return s.cache_here(
        "sailed", lambda: len([p for p in s.position.pieces.values() if BY_SEA in p.marks])
    )


def _departure(s: Situation, piece: str) -> tuple[Objection, ...]:
    return s.cache_here(("departure", piece), lambda: tuple(_no_departure(s, piece)))


def _no_departure(s: Situation, piece: str) -> Iterator[Objection]:
    """Yield reasons why a piece may not embark where it is."""
    place = s.place(piece)
    came = s.marked(piece, MOVED) or s.marked(piece, ASSAULT)
    if place not in coast_hexes(s) or came or engaged(s, piece):
        message = msg("{piece} must start the turn on a coast, out of enemy zones.",
                      piece=piece_ref(piece))  # fmt: skip
        yield object_to(s, message, "sea-move", "movement", pieces=(piece,))
    yield from _shore(s, place)
    limit = s.terms(SeaMovesTerms).units
    if _sailed(s) >= limit:
        message = msg("{n} units have already gone by sea this turn.", n=limit)
        yield object_to(s, message, "landing-limit", "movement", pieces=(piece,))


def _shore(s: Situation, place: str) -> Iterator[Objection]:
    """Yield reasons why ships may not load or unload in a hex."""
    if place in coast_hexes(s) and place not in landing_hexes(s):
        message = msg("Nobody can embark or land on the shore of {hex}.", hex=hex_ref(place))
        yield object_to(s, message, "landing-terrain", "movement", hexes=(place,))
    if place not in _open_coasts(s):
        message = msg("Ships may not sail to or from the coast of {hex} yet.", hex=hex_ref(place))
        coasts = s.terms(SeaMovesTerms).opened.coasts
        opened = any(place in s.board.regions[region].hexes for region in coasts)
        rule = "landing-opened" if opened else "landing-coast"
        yield object_to(s, message, rule, "movement", hexes=(place,))


def _arrival(s: Situation, piece: str, place: str) -> Iterator[Objection]:
    """Yield reasons why a piece may not land in a hex."""
    yield from _shore(s, place)
    side = s.side(piece)
    if s.holder(place) in s.enemies(side):
        if s.turn <= s.terms(SeaMovesTerms).last_limited_turn:
            message = msg("Enemies hold {hex}.", hex=hex_ref(place))
            yield object_to(s, message, "landing-occupied", "movement", hexes=(place,))
        yield from _contest(s, piece, place)
        return
    if not holds(s, side, place):
        yield from _assaulter(s, piece, place)
    crowd = stacking_objection(s, piece, place)
    if crowd:
        yield crowd


def _from_afar(s: Situation, piece: str, place: str) -> Iterator[Objection]:
    """Yield reasons why a piece that is not in play yet may not attack a hex from the sea."""
    where = _where(s, piece)
    defended = s.holder(place) in s.enemies(s.side(piece)) and place in landing_hexes(s)
    if where.get("kind") != "coast" or where.get("landing") != "assault" or not defended:
        message = msg("{piece} cannot land in {hex}.", piece=piece_ref(piece), hex=hex_ref(place))
        yield object_to(s, message, "entry", "reinforcement", pieces=(piece,), hexes=(place,))


def _contest(s: Situation, piece: str, place: str) -> Iterator[Objection]:
    """Yield reasons why a piece may not attack a hex from the sea."""
    yield from _assaulter(s, piece, place)
    limit = s.terms(SeaMovesTerms).stack_from_sea
    if len(afloat(s, s.side(piece), place)) >= limit:
        message = msg("{n} units already attack {hex} from the sea.", n=limit, hex=hex_ref(place))
        yield object_to(s, message, "contested-landing", "stacking", hexes=(place,))


def _assaulter(s: Situation, piece: str, place: str) -> Iterator[Objection]:
    if s.counter(piece).type not in s.terms(SeaMovesTerms).assault:
        message = msg("{piece} cannot make an assault landing.", piece=piece_ref(piece))
        yield object_to(s, message, "assault-landing", "movement", pieces=(piece,), hexes=(place,))


class Ashore(InBattle, frozen=True):
    """A battle from the sea is over: those afloat gain the hex or are destroyed."""

    battle: Battle

    def fought(self) -> Battle:
        """Return the battle."""
        return self.battle

    def run(self, change: Change) -> None:
        """Bring them ashore."""
        change.finish()
        _come_ashore(change, self.battle.attacker, self.battle.target)


class LastAshore(Step, frozen=True):
    """A combat phase is over: those who wait afloat and did not fight go ashore or are lost."""

    side: str

    def run(self, change: Change) -> None:
        """Bring them ashore."""
        change.finish()
        _come_ashore(change, self.side)


def _come_ashore(change: Change, side: str, place: str | None = None) -> None:
    """Put the pieces afloat off a hex (or off any) ashore; where enemies hold it, they are lost."""
    enemies, word = change.enemies(side), "contested-landing"
    bring_ashore(
        change, side, place, closed=lambda hex: change.holder(hex) in enemies, landed=word,
        lost=word, then=note_contact,
    )  # fmt: skip


class Landings:
    """A part: pieces sail along coasts, and fight for those that the enemy holds."""

    parameters = (SeaMovesTerms,)
    words = (
        "landing-coast", "landing-limit", "landing-occupied", "landing-opened", "landing-terrain",
    )  # fmt: skip

    @hookimpl
    def special_moves(self, s: Situation, side: str, piece: str | None) -> list[SpecialMove]:
        return list(landings(s, side, piece))

    @hookimpl
    def movement_changes(self, s: Situation, piece: str) -> list[MovementChange]:
        if not s.marked(piece, BY_SEA):
            return []
        return [MovementChange(divided_by=s.terms(SeaMovesTerms).move.divided_by)]

    @hookimpl
    def entering_marks(self, s: Situation, piece: str, place: str) -> list[str]:
        return _landing_marks(s, piece, place)

    @hookimpl
    def watched_hexes(self, s: Situation) -> Collection[str]:
        return () if s.terms_if_any(SeaMovesTerms) is None else coast_hexes(s)

    @hookimpl
    def steps_before_advance(self, s: Situation, battle: Battle) -> list[Step]:
        return [Ashore(battle)] if any(beachhead(s, piece) for piece in battle.attackers) else []

    @hookimpl
    def steps_after(self, s: Situation, phase: Phase) -> list[Step]:
        if phase.kind != "combat" or phase.side is None or s.terms_if_any(SeaMovesTerms) is None:
            return []
        return [LastAshore(phase.side)]


def holds(s: Situation, side: str, place: str) -> bool:
    """Return whether a hex belongs to a side: it stands there, or was the last that did."""
    if controller(s, place) == side:
        return True
    return s.holder(place) == side and any(occupies(s, piece) for piece in s.at(place))
