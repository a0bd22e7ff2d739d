"""Advance after combat: victors may take the hex that was left, or go one hex beyond."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from tabuleiro.engine import Action, Decision, Objection, Verdict, hex_ref, msg, narrowed, piece_ref
from tabuleiro.engine import events as ev
from tabuleiro.engine.verdicts import FORM
from tabuleiro.hooks import hookimpl
from tabuleiro.i18n import N_
from tabuleiro.module.terms import HexsideKind, NetworkKind, Terms, Terrain
from tabuleiro.rules.arrivals.out_of_contact import note_contact
from tabuleiro.rules.clauses import Obstacle, clause, object_to, one_a_topic, told_bar
from tabuleiro.rules.combat.battle import Battle
from tabuleiro.rules.combat.in_battle import InBattle
from tabuleiro.rules.combat.losses import still_in_play
from tabuleiro.rules.combat.terrain import closed_side, features_between
from tabuleiro.rules.ground.crossings import bridged
from tabuleiro.rules.ground.land_units import enemy_troops, land_units
from tabuleiro.rules.ground.movement_points import profile
from tabuleiro.rules.ground.stacking import full
from tabuleiro.rules.ground.zones import enemy_zone
from tabuleiro.rules.victory.objectives import take_path

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tabuleiro.engine import Change, Situation

__all__ = [
    "HELD",
    "Advance",
    "AdvanceByClass",
    "AdvanceTerms",
    "Advancing",
    "DoneAdvancing",
    "advance_paths",
    "held_to_the_last",
    "stays_behind",
]

_BEYOND = 2

_SENTENCES: Final = {
    "advance-who": N_("{piece} did not attack {hex}, or has advanced already."),
    "advance-into": N_("{piece} can only advance into {hex}, which was left."),
    "advance-not": N_("{piece} does not advance."),
    "enemy-hex": N_("{piece} cannot advance into {hex}: enemies are there."),
    "stacking": N_("{piece} cannot advance into {hex}: it is full."),
    "advance-terrain": N_("{piece} cannot advance into {hex}: that way is closed to it."),
    "advance-one-hex": N_("{piece} advances no further than {hex}."),
    "advance-two-hexes": N_("{piece} advances one hex beyond {hex} at most."),
    "advance-rain": N_("In rain {piece} advances no further than {hex}."),
    "advance-first": N_("{piece} stops in {hex}: from its terrain nobody goes on."),
    "advance-zone": N_("{piece} stops in {hex}: enemies are next to it."),
    "advance-second": N_("{piece} cannot go on into {hex}: its terrain is too hard."),
    "advance-barred": N_("{piece} cannot go on into {hex}: the hexside is in the way."),
    "advance-road": N_("{piece} goes beyond the hex that was left only by road."),
    "advance-back": N_("{piece} cannot go back to {hex}."),
    "no-stop": N_("{piece} may not stop in {hex}: enemies whom it cannot attack are next to it."),
}
_TOPICS: Final = {
    "advance-who": FORM, "advance-into": FORM, "enemy-hex": FORM, "stacking": "stacking",
}  # fmt: skip
"""The topics of what bars an advance and is no rule of advances, or makes no sense."""


HELD = "held-to-the-last"
"""The mark of a hex whose last defender fell where it stood: nobody takes it in this phase."""


def held_to_the_last(s: Situation, place: str) -> bool:
    """Return whether the last defender of a hex fell there by a loss that its owner chose."""
    return s.place_marked(place, HELD)


class AdvanceTerms(Terms):
    """How victors advance; one hex if left out."""

    key = "advance"

    first: tuple[Terrain, ...] = ()
    """Terrain of the hex taken from which one may go on."""
    second: tuple[Terrain, ...] = ()
    """Terrain of the second hex."""
    barred: tuple[HexsideKind, ...] = ()
    """Hexsides that end an advance."""
    by: NetworkKind | None = None
    """A network along which the advance of two hexes must go."""
    bridges: bool = True
    """Whether bridges open the hexsides that end an advance."""
    zones: bool = True
    """Whether zones of enemies who were not in the battle end an advance."""


class Advance(Action, frozen=True):
    """Advance a piece into the hex that was left, or through it."""

    piece: str
    path: tuple[str, ...]


class DoneAdvancing(Action, frozen=True):
    """Advance no more pieces."""


def advance_paths(s: Situation, piece: str, battle: Battle) -> tuple[tuple[str, ...], ...]:
    """Return the paths by which a piece that attacked may advance."""
    return s.cache_here(("advance", piece), lambda: tuple(_paths(s, piece, battle)))


def stays_behind(s: Situation, piece: str) -> list[Objection]:
    """Return why a piece never advances: its type has the tag ``no-advance``."""
    if "no-advance" not in s.counter(piece).tags:
        return []
    message = msg("{piece} never advances after combat.", piece=piece_ref(piece))
    return [object_to(s, message, "advance-artillery", "advance", pieces=(piece,))]


def _paths(s: Situation, piece: str, battle: Battle) -> Iterator[tuple[str, ...]]:
    first = battle.target
    if any(_entering(s, piece, battle)):
        return
    if not any(_ending(s, piece, first)):
        yield (first,)
    if not any(_passing(s, piece, battle)):
        for second in s.board.grid.neighbours(first):
            if not any(_going_on(s, piece, first, second)):
                yield (first, second)


# ------------------------------------------------------------------------- what bars the way


def _entering(s: Situation, piece: str, battle: Battle) -> Iterator[Obstacle]:
    """Yield what keeps a piece from entering the hex that was left."""
    yield from s.rules.advance_objections(s=s, piece=piece, battle=battle)
    if not reach(s, piece, battle):
        yield "advance-not"
    yield from _closed(s, piece, s.place(piece), battle.target)


def reach(s: Situation, piece: str, battle: Battle) -> int:
    """Return how many hexes a piece may advance now."""
    return min(_limit(s, battle), int(s.rules.advance_reach(s=s, piece=piece, battle=battle)))


def _limit(s: Situation, battle: Battle) -> int:
    """Return how many hexes anybody may advance after a battle."""
    return min(s.rules.advance_limits(s=s, battle=battle), default=_BEYOND)


def _passing(s: Situation, piece: str, battle: Battle) -> Iterator[Obstacle]:
    """Yield what keeps a piece from going beyond the hex that was left, wherever to."""
    far, first = reach(s, piece, battle), battle.target
    if far < _BEYOND:
        yield "advance-rain" if _limit(s, battle) <= far else "advance-one-hex"
    if s.board.terrain_at(first) not in s.terms(AdvanceTerms).first:
        yield "advance-first"
    if _stops(s, battle):
        yield "advance-zone"
    if not _along(s, s.place(piece), first):
        yield "advance-road"


def _stops(s: Situation, battle: Battle) -> bool:
    """Return whether whoever enters the hex that was left must stop there: it is in an enemy zone.

    The zones of those who have just been driven out of it do not count, unless the match has the
    option ``advance-zones`` and it says otherwise; those of all others do.
    """
    side, first = battle.attacker, battle.target
    if not s.terms(AdvanceTerms).zones:
        return False
    if first not in enemy_zone(s, side) or s.options.get("advance-zones") == "any":
        return first in enemy_zone(s, side)
    return any(_exerting(s, enemy, battle) for enemy in s.enemies(side))


def _exerting(s: Situation, enemy: str, battle: Battle) -> bool:
    """Return whether pieces of a side that were not in the battle exert a zone over its hex."""
    without = {*s.rules.pieces_without_zone(s=s, side=enemy), *battle.defenders}
    near, stacks = s.board.grid.neighbours(battle.target), land_units(s, enemy)
    return any(not without.issuperset(stacks[place]) for place in near if place in stacks)


def _going_on(s: Situation, piece: str, first: str, second: str) -> Iterator[Obstacle]:
    """Yield what keeps a piece from going on from the hex that was left into the next one."""
    if second == s.place(piece):
        yield "advance-back"
    if s.board.terrain_at(second) not in s.terms(AdvanceTerms).second:
        yield "advance-second"
    if _barred(s, first, second):
        yield "advance-barred"
    if not _along(s, first, second):
        yield "advance-road"
    yield from _closed(s, piece, first, second)
    yield from _ending(s, piece, second)


def _ending(s: Situation, piece: str, place: str) -> Iterator[Obstacle]:
    """Yield what keeps a piece from ending its advance in a hex that it may enter."""
    if full(s, s.side(piece), place):
        yield "stacking"
    if place in profile(s, piece).no_stop:
        yield "no-stop"


def _closed(s: Situation, piece: str, here: str, there: str) -> Iterator[Obstacle]:
    """Yield what keeps a piece from going into a neighbouring hex at all."""
    index = s.board.grid.index
    if there in enemy_troops(s, s.side(piece)):
        yield "enemy-hex"
    if profile(s, piece).costs.price(index(here), index(there)) < 0:
        side = closed_side(s, piece, here, there)
        yield "advance-terrain" if side is None else _over_water(s, piece, there, side.rule or "")


def _over_water(s: Situation, piece: str, place: str, rule: str) -> Objection:
    """Return that a hexside, such as a strait, lets nobody of its kind through.

    Where no clause says so of advances that of the hexside does.
    """
    message = msg("{piece} cannot advance into {hex}: it does not cross the hexside between.",
                  piece=piece_ref(piece), hex=hex_ref(place))  # fmt: skip
    return Objection(message, clause(s, "advance-terrain") or rule, "advance", (piece,), (place,))


def _barred(s: Situation, here: str, there: str) -> bool:
    """Return whether a hexside stops an advance: rivers do unless bridged, where bridges help."""
    terms = s.terms(AdvanceTerms)
    kinds = features_between(s, here, there) & set(terms.barred)
    return bool(kinds - bridged(s, here, there) if terms.bridges else kinds)


def _along(s: Situation, here: str, there: str) -> bool:
    """Return whether a step of an advance of two hexes follows the network that it must."""
    network = s.terms(AdvanceTerms).by
    return network is None or s.board.road_between(here, there, network)


def _no_advance(
    s: Situation, piece: str, path: tuple[str, ...], battle: Battle
) -> tuple[Objection, ...]:
    """Return why a piece that attacked cannot advance along a path: one reason a topic."""
    if path[:1] != (battle.target,):
        return (_told(s, piece, "advance-into", battle.target),)
    found = one_a_topic(_told(s, piece, *one) for one in _bars(s, piece, path, battle))
    return found if _makes_sense(s, piece, path) else (replace(found[0], topic=FORM),)


def _makes_sense(s: Situation, piece: str, path: tuple[str, ...]) -> bool:
    """Return whether a piece could go on along a path if no rule of advances forbade it."""
    grid, enemies = s.board.grid, enemy_troops(s, s.side(piece))
    if not all(place in grid for place in path) or len({s.place(piece), *path}) <= len(path):
        return False
    on = all(grid.are_neighbours(here, there) for here, there in pairwise(path))
    return on and not any(place in enemies for place in path)


def _bars(
    s: Situation, piece: str, path: tuple[str, ...], battle: Battle
) -> Iterator[tuple[Obstacle, str]]:
    """Yield what bars a path into the hex that was left, each with the hex where it does."""
    first, grid = battle.target, s.board.grid
    yield from ((bar, first) for bar in _entering(s, piece, battle))
    if len(path) == 1:
        yield from ((bar, first) for bar in _ending(s, piece, first))
        return
    second = path[1]
    if second in enemy_troops(s, s.side(piece)):
        yield "enemy-hex", second  # more to the point than its zone
    yield from ((bar, first) for bar in _passing(s, piece, battle))
    if len(path) > _BEYOND or second not in grid or not grid.are_neighbours(first, second):
        yield "advance-two-hexes", first
        yield from ((bar, path[-1]) for bar in _ending(s, piece, path[-1]))
    else:
        yield from ((bar, second) for bar in _going_on(s, piece, first, second))


def _told(s: Situation, piece: str, bar: Obstacle, place: str) -> Objection:
    """Return the objection that tells of a bar."""
    words = (bar, "advance") if isinstance(bar, str) else ()
    topic = _TOPICS.get(bar, "advance") if isinstance(bar, str) else ""
    return told_bar(s, bar, _SENTENCES, piece, place, *words, topic=topic)


class Advancing(InBattle, frozen=True):
    """The victors advance, each piece that took part at most once, as far as they like."""

    battle: Battle
    pieces: tuple[str, ...]

    def fought(self) -> Battle:
        """Return the battle."""
        return self.battle

    def _choices(self, s: Situation) -> Iterator[tuple[str, tuple[str, ...]]]:
        if self.battle.target in enemy_troops(s, self.battle.attacker):
            return
        for piece in still_in_play(s, self.pieces):
            for path in advance_paths(s, piece, self.battle):
                yield piece, path

    def decision(self, s: Situation) -> Decision | None:
        """Ask the attacker while some piece can advance."""
        choices = list(self._choices(s))
        if not choices:
            return None
        return Decision(
            self.battle.attacker,
            msg("Advance into {hex}?", hex=hex_ref(self.battle.target)),
            clause(s, "advance"),
            "path",
            pieces=tuple(dict.fromkeys(piece for piece, _ in choices)),
            hexes=tuple(dict.fromkeys(path[-1] for _, path in choices)),
            actions=("advance", "done-advancing"),
        )

    def run(self, change: Change) -> None:
        """Nobody can advance, or all have: where a hex was won and nobody could, say why not."""
        change.finish()
        for objection in self._why_nobody(change):
            change.say(msg("Nobody can advance: {why}", why=objection.message), objection.rule)

    def _why_nobody(self, s: Situation) -> list[Objection]:
        """Return why no piece can take the hex that was left, each clause once."""
        side, target = self.battle.attacker, self.battle.target
        taken = target in enemy_troops(s, side) or any(s.side(p) == side for p in s.at(target))
        if taken or self.pieces != self.battle.attackers:
            return []
        found: dict[str, Objection] = {}
        for piece in still_in_play(s, self.pieces):
            for objection in _no_advance(s, piece, (target,), self.battle)[:1]:
                found.setdefault(objection.rule, objection)
        return list(found.values())

    def legal(
        self, s: Situation, *, piece: str | None = None, hex: str | None = None
    ) -> Iterable[Action]:
        """List the advances, and staying."""
        ways = (Advance(one, path) for one, path in self._choices(s))
        return narrowed(ways, piece, hex, (DoneAdvancing(),))

    def check(self, s: Situation, action: Action) -> Verdict:
        """Check that the advance is one of those."""
        if isinstance(action, DoneAdvancing):
            return Verdict.yes()
        if not isinstance(action, Advance):
            return super().check(s, action)
        if (action.piece, action.path) in self._choices(s):
            return Verdict.yes()
        if action.piece not in still_in_play(s, self.pieces):
            return Verdict((_told(s, action.piece, "advance-who", self.battle.target),))
        return Verdict(_no_advance(s, action.piece, action.path, self.battle))

    def act(self, change: Change, action: Action) -> None:
        """Advance the piece, or stop."""
        if not isinstance(action, Advance):
            change.finish()
            return
        left = tuple(p for p in self.pieces if p != action.piece)
        change.replace(replace(self, pieces=left))
        end = action.path[-1]
        change.emit(ev.Moved(action.piece, end, action.path))
        change.say(
            msg("{piece} advances to {hex}.", piece=piece_ref(action.piece), hex=hex_ref(end)),
            clause(change, "advance"),
        )
        take_path(change, action.piece, action.path, "advance")
        note_contact(change, action.piece)


class AdvanceByClass:
    """A part: motorized pieces advance two hexes, others one; artillery stays where it is."""

    @hookimpl
    def advance_objections(self, s: Situation, piece: str) -> list[Objection]:
        return stays_behind(s, piece)

    @hookimpl
    def advance_reach(self, s: Situation, piece: str) -> int:
        return _BEYOND if "motorized" in s.counter(piece).tags else 1
