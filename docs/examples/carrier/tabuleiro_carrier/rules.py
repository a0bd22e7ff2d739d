"""The rules: one step for each side's phase, four things to do in it, and points at the end."""

from collections.abc import Iterator
from typing import Any

from tabuleiro.engine import DEAD, Action, Change, Decision, Situation, Step, Verdict
from tabuleiro.engine import events as ev
from tabuleiro.engine.inside import can_enter, capacity, load
from tabuleiro.engine.messages import msg, piece_ref
from tabuleiro.engine.position import Outcome
from tabuleiro.hooks import hookimpl
from tabuleiro.module import Phase
from tabuleiro.module.places import inside_of
from tabuleiro.rules.victory.scoring import ScoreLine, outcome


class Cruise(Action, frozen=True):
    """A ship goes somewhere, with all that is inside of it."""

    piece: str
    to: str


class Fly(Cruise, frozen=True):
    """A group leaves its carrier for a hex, or lands: ``to`` is the inside of one."""


class Dive(Cruise, frozen=True):
    """A group attacks the topmost enemy ship where it flies."""


class DoneSorties(Action, frozen=True):
    """The phase is over; what has not landed is lost."""


class Sorties(Step, frozen=True):
    """A side sails its ships, and flies with its groups, in any order."""

    side: str

    def decision(self, s: Situation) -> Decision:
        kinds = ("cruise", "fly", "dive", "done-sorties")
        pieces = tuple(piece for piece in s.position.pieces if any(self.can(s, piece)))
        words = msg("Sail, launch, dive, land.")
        return Decision(self.side, words, "carrier-2.0-1", pieces=pieces, actions=kinds)

    def legal(self, s: Situation, *, piece: Any = None, hex: Any = None) -> Iterator[Action]:
        there = set() if hex is None else {hex, *map(inside_of, s.at(hex))}
        for each in s.position.pieces if piece is None else (piece,):
            yield from (a for a in self.can(s, each) if hex is None or a.to in there)
        if piece is None and hex is None:
            yield DoneSorties()

    def can(self, s: Situation, piece: str) -> Iterator[Cruise]:
        """Yield what a piece can do now."""
        if piece not in s.position.pieces or s.side(piece) != self.side:
            return
        here, grid = s.whereabouts(piece), s.board.grid
        if here not in grid:
            return
        reach = grid.within(here, s.value(piece, "move") - s.piece(piece).spent // 2)
        if s.counter(piece).type != "group":
            sea = (hex for hex in reach if s.board.terrain_at(hex) == "sea" and hex != here)
            yield from (Cruise(piece, hex) for hex in sea if not self.foe(s, hex))
        elif s.within(piece) is not None:
            yield from (Fly(piece, hex) for hex in reach if not s.marked(piece, "flown"))
        else:
            if self.foe(s, here) and not s.marked(piece, "acted"):
                yield Dive(piece, here)
            near = [ship for ship in s.position.pieces if s.place(ship) in reach]
            yield from (Fly(piece, inside_of(ship)) for ship in near if can_enter(s, piece, ship))

    def foe(self, s: Situation, hex: str) -> str | None:
        ships = (p for p in reversed(s.at(hex)) if s.counter(p).type != "group")
        return next((ship for ship in ships if s.side(ship) != self.side), None)

    def check(self, s: Situation, action: Action) -> Verdict:
        listed = isinstance(action, Cruise) and action in self.can(s, action.piece)
        if listed or isinstance(action, DoneSorties):
            return Verdict.yes()
        return Verdict.no(msg("That is out of reach, or done already."), rule="carrier-2.0-1")

    def act(self, change: Change, action: Action) -> None:
        if isinstance(action, Dive):
            self.dive(change, action.piece, self.foe(change, action.to) or "")
        elif isinstance(action, Fly):
            change.emit(ev.Moved(action.piece, action.to))
            change.emit(ev.Marked(action.piece, add=("flown",)))
        elif isinstance(action, Cruise):
            far = change.board.grid.distance(change.whereabouts(action.piece), action.to)
            change.emit(ev.Moved(action.piece, action.to, (action.to,), 2 * far))
        else:
            groups = (p for p in change.position.pieces if change.counter(p).type == "group")
            for group in filter(change.on_map, groups):
                change.emit(ev.Moved(group, DEAD))
            change.emit(ev.Cleared(("flown", "acted")))
            change.finish()

    def dive(self, change: Change, group: str, ship: str) -> None:
        """Roll: 1 to 2 misses, 3 to 5 hit, 6 hits twice. A hit carrier has room for fewer."""
        change.emit(ev.Marked(group, add=("acted",)))
        why = msg("{piece} dives on {ship}", piece=piece_ref(group), ship=piece_ref(ship))
        (face,) = change.roll(1, self.side, why, "carrier-2.3-1")
        losses = change.piece(ship).losses + (0, 0, 1, 1, 1, 2)[face - 1]
        sunk = losses >= change.counter(ship).steps  # with all that is inside
        change.emit(ev.Moved(ship, DEAD) if sunk else ev.Lost(ship, losses))
        while change.inside(ship) and load(change, ship) > (capacity(change, ship) or 0):
            change.emit(ev.Moved(change.inside(ship)[-1], DEAD, lost_with=ship))


class Rules:
    """What the engine asks."""

    parameters = ()

    @hookimpl
    def phase_steps(self, phase: Phase) -> list[Step]:
        return [Sorties(str(phase.side))]

    @hookimpl
    def score(self, s: Situation) -> list[ScoreLine]:
        worth = {piece: 1 if s.counter(piece).type == "group" else 3 for piece in s.at(DEAD)}
        words = {piece: msg("{piece} is lost", piece=piece_ref(piece)) for piece in worth}
        rule = "carrier-1.0-1"
        return [ScoreLine(s.enemy(s.side(p)), n, words[p], rule) for p, n in worth.items()]

    @hookimpl
    def outcome(self, s: Situation) -> Outcome:
        return outcome(s)
