"""Cards, moves and battles: all that happens in this game, on top of what any game has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.engine import Action, Decision, ListedStep, Step, hex_ref, msg, piece_ref, side_ref
from tabuleiro.engine import events as ev
from tabuleiro.hooks import hookimpl
from tabuleiro.rules.clauses import clause
from tabuleiro.rules.combat.losses import TakeLoss
from tabuleiro.rules.ground.movement_phase import EndPhase

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tabuleiro.engine import Change, Situation
    from tabuleiro.module import Phase

__all__ = ["Rules"]

HAND, STEPS, ROOM, HIT = 3, 2, 4, 5


class PlayCard(Action, frozen=True, tag="rivals-card"):
    card: str
    target: str


class Go(Action, frozen=True, tag="rivals-go"):
    piece: str
    to: str


def sides_in(s: Situation, area: str) -> list[str]:
    return sorted({s.side(piece) for piece in s.at(area)})


def open_to(s: Situation, side: str, area: str) -> bool:
    """A land without a third side, and with room (5.0-2, 5.0-3)."""
    mine, land = [s.side(p) for p in s.at(area)].count(side), s.board.terrain_at(area) != "sea"
    return land and mine < ROOM and len({*sides_in(s, area), side}) < 3


def take(change: Change, area: str) -> None:
    """A land falls to whoever alone stands in it (6.0-3)."""
    sides = sides_in(change, area)
    if len(sides) == 1 and change.position.control.get(area) != sides[0]:
        change.emit(ev.Controlled(area, sides[0]))


class Deal(Step, frozen=True, tag="rivals-deal"):
    def run(self, change: Change) -> None:
        """Fill the hands, with what was played when the deck is empty (4.0-2)."""
        change.finish()
        for hand in (f"{side}-hand" for side in change.module.played_sides):
            for _ in range(HAND - len(change.at(hand))):
                for card in () if change.at("deck") else change.at("discard"):
                    change.emit(ev.Moved(card, "deck"))
                if change.at("deck"):
                    change.draw("deck", hand)


class Cards(ListedStep, frozen=True, tag="rivals-cards"):
    side: str

    def choices(self, s: Situation) -> Iterator[Action]:
        owned, waiting = s.position.control.items(), s.at(f"{self.side}-levies")
        mine = [a for a, side in owned if side == self.side and open_to(s, side, a) and waiting]
        theirs = [a for a, side in owned if side in s.enemies(self.side) and not s.at(a)]
        for card in s.at(f"{self.side}-hand"):
            areas = mine if "levy" in s.counter(card).tags else theirs
            yield from (PlayCard(card, area) for area in areas)
        yield EndPhase()

    def decision(self, s: Situation) -> Decision:
        return self.asking(s, self.side, msg("Play one card, or none."), clause(s, "cards"))

    def act(self, change: Change, action: Action) -> None:
        change.finish()
        if isinstance(action, PlayCard):
            side, card = side_ref(self.side), piece_ref(action.card)
            change.emit(ev.Moved(action.card, "discard"))  # now all may know which one it is
            change.say(msg("{side} plays {card}.", side=side, card=card), clause(change, "cards"))
            if "levy" in change.counter(action.card).tags:
                change.emit(ev.Moved(change.at(f"{self.side}-levies")[0], action.target))
            else:
                change.emit(ev.Controlled(action.target, "fate"))


class Campaign(ListedStep, frozen=True, tag="rivals-campaign"):
    side: str

    def choices(self, s: Situation) -> Iterator[Action]:
        for place, pieces in s.occupied(self.side).items():
            near = [a for a in s.board.grid.neighbours(place) if open_to(s, self.side, a)]
            for piece in pieces if sides_in(s, place) == [self.side] else ():
                if s.piece(piece).spent < 2 * STEPS:  # in half points
                    yield from (Go(piece, area) for area in near)
        yield EndPhase()

    def decision(self, s: Situation) -> Decision:
        return self.asking(s, self.side, msg("Move, then fight."), clause(s, "campaign"))

    def act(self, change: Change, action: Action) -> None:
        if isinstance(action, Go):
            change.emit(ev.Moved(action.piece, action.to, (action.to,), cost=2))
            take(change, action.to)
        else:
            change.finish()
            change.emit(ev.Cleared(()))
            change.push(*map(Battle, change.occupied(self.side)))


class Battle(Step, frozen=True, tag="rivals-battle"):
    area: str

    def run(self, change: Change) -> None:
        """A die for each army, until one side is left; its owner says who is hit (6.0)."""
        area, rule = self.area, clause(change, "battle")
        if len(sides := sides_in(change, area)) < 2:
            change.finish()
            take(change, area)
            return
        why, hits = msg("the battle of {area}", area=hex_ref(area)), []
        armies = {one: tuple(p for p in change.at(area) if change.side(p) == one) for one in sides}
        for side, foe in (sides, sides[::-1]):
            faces = change.roll(len(armies[side]), side, why, rule)
            hits += [TakeLoss(foe, armies[foe], rule)] * sum(face >= HIT for face in faces)
        change.push(*hits)


class Rules:
    """The phases of the game, and the deal before them."""

    phases, words = ("card", "campaign"), ("cards", "campaign", "battle")

    @hookimpl
    def turn_start_steps(self) -> list[Step]:
        return [Deal()]

    @hookimpl
    def phase_steps(self, phase: Phase) -> list[Step] | None:
        own = {"card": Cards, "campaign": Campaign}
        return [own[phase.kind](str(phase.side))] if phase.kind in own else None
