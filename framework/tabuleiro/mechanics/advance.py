"""Advance after combat: victors may take the hex that was left, or go one hex beyond."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.engine import Action, Decision, Step, Verdict, hex_ref, msg, piece_ref
from tabuleiro.engine import events as ev
from tabuleiro.mechanics.battle import Battle
from tabuleiro.mechanics.clauses import clause
from tabuleiro.mechanics.contact import note_contact
from tabuleiro.mechanics.losses import present
from tabuleiro.mechanics.objectives import take_path
from tabuleiro.mechanics.presence import troops
from tabuleiro.mechanics.profiles import profile
from tabuleiro.mechanics.stacking import full
from tabuleiro.mechanics.terrain import bridged, features_between
from tabuleiro.mechanics.zones import zone

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tabuleiro.engine import Change, Situation

__all__ = ["Advance", "Advancing", "DoneAdvancing", "advance_paths"]

_BEYOND = 2


class Advance(Action, frozen=True):
    """Advance a piece into the hex that was left, or through it."""

    piece: str
    path: tuple[str, ...]


class DoneAdvancing(Action, frozen=True):
    """Advance no more pieces."""


def advance_paths(s: Situation, piece: str, battle: Battle) -> tuple[tuple[str, ...], ...]:
    """Return the paths by which a piece that attacked may advance."""
    return s.memo(("advance", piece), lambda: tuple(_paths(s, piece, battle)))


def _paths(s: Situation, piece: str, battle: Battle) -> Iterator[tuple[str, ...]]:
    reach = s.rules.advance_reach(s=s, piece=piece, battle=battle)
    here, first = s.place(piece), battle.target
    if not reach or not _enterable(s, piece, here, first):
        return
    side = s.side(piece)
    if not full(s, side, first):
        yield (first,)
    if reach < _BEYOND or not _open(s, first, "first") or first in zone(s, s.enemy(side)):
        return
    for second in s.board.grid.neighbours(first):
        if (
            second != here
            and _open(s, second, "second")
            and not _barred(s, first, second)
            and _along(s, here, first)
            and _along(s, first, second)
            and _enterable(s, piece, first, second)
            and not full(s, side, second)
        ):
            yield (first, second)


def _enterable(s: Situation, piece: str, here: str, there: str) -> bool:
    index = s.board.grid.index
    if there in troops(s, s.enemy(s.side(piece))):
        return False
    return profile(s, piece).costs.price(index(here), index(there)) >= 0


def _open(s: Situation, place: str, which: str) -> bool:
    return s.board.terrain_at(place) in s.parameter("advance", {}).get(which, ())


def _barred(s: Situation, here: str, there: str) -> bool:
    """Return whether a hexside stops an advance: rivers do unless bridged, where bridges help."""
    terms = s.parameter("advance", {})
    kinds = features_between(s, here, there) & set(terms.get("barred", ()))
    return bool(kinds - bridged(s, here, there) if terms.get("bridges", True) else kinds)


def _along(s: Situation, here: str, there: str) -> bool:
    """Return whether a step of an advance of two hexes follows the network that it must."""
    network = s.parameter("advance", {}).get("by")
    return network is None or s.board.road_between(here, there, network)


class Advancing(Step, frozen=True):
    """The victors advance, each piece that took part at most once, as far as they like."""

    battle: Battle
    pieces: tuple[str, ...]

    def _choices(self, s: Situation) -> Iterator[tuple[str, tuple[str, ...]]]:
        if self.battle.target in troops(s, self.battle.defender):
            return
        for piece in present(s, self.pieces):
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

    def legal(
        self, s: Situation, *, piece: str | None = None, hex: str | None = None
    ) -> Iterable[Action]:
        """List the advances, and staying."""
        for one, path in self._choices(s):
            if piece in {None, one} and hex in {None, path[-1]}:
                yield Advance(one, path)
        if piece is None and hex is None:
            yield DoneAdvancing()

    def check(self, s: Situation, action: Action) -> Verdict:
        """Check that the advance is one of those."""
        if isinstance(action, DoneAdvancing):
            return Verdict.yes()
        if not isinstance(action, Advance):
            return super().check(s, action)
        if (action.piece, action.path) in self._choices(s):
            return Verdict.yes()
        message = msg(
            "{piece} cannot advance to {hexes}.",
            piece=piece_ref(action.piece),
            hexes=[hex_ref(place) for place in action.path],
        )
        return Verdict.no(message, rule=clause(s, "advance"))

    def act(self, change: Change, action: Action) -> None:
        """Advance the piece, or stop."""
        if not isinstance(action, Advance):
            change.finish()
            return
        left = tuple(p for p in self.pieces if p != action.piece)
        change.replace(Advancing(self.battle, left))
        end = action.path[-1]
        change.emit(ev.Moved(action.piece, end, action.path))
        change.say(
            msg("{piece} advances to {hex}.", piece=piece_ref(action.piece), hex=hex_ref(end)),
            clause(change, "advance"),
        )
        take_path(change, action.piece, action.path)
        note_contact(change, action.piece)
