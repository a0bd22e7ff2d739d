"""The hooks of the game: hands of cards, played as one moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.engine import Step, Verdict, msg, piece_ref, side_ref
from tabuleiro.engine import events as ev
from tabuleiro.hooks import hookimpl
from tabuleiro.rules.clauses import clause
from tabuleiro.rules.combat.battle import Battle, Shift
from tabuleiro.rules.ground.movement_points import MovementChange
from tabuleiro.rules.ground.special_moves import SpecialMove
from tabuleiro_deck.parameters import CardTerms

if TYPE_CHECKING:
    from tabuleiro.engine import Change, Situation

__all__ = ["Deal", "PlayCard", "Rules"]

DECK, SIDES = "deck", ("blue", "red")


class Deal(Step, frozen=True, tag="deck-deal"):
    """Cards that were played go back into the deck, and each side fills its hand."""

    def run(self, change: Change) -> None:
        """Deal."""
        change.finish()
        for side in SIDES:
            for card in change.at(f"{side}-table"):
                change.emit(ev.Moved(card, DECK))
        for side in SIDES:
            hand = f"{side}-hand"
            while len(change.at(hand)) < change.terms(CardTerms).hand and change.at(DECK):
                change.draw(DECK, hand)


class PlayCard(SpecialMove, frozen=True, tag="play-card"):
    """Lay a card of one's hand open; it works until the next cards are dealt."""

    card: str

    def verdict(self, s: Situation, side: str) -> Verdict:
        """One plays what one has in hand."""
        if self.card in s.at(f"{side}-hand"):
            return Verdict.yes()
        message = msg("This card is not in the hand of {side}.", side=side_ref(side))
        return Verdict.no(message, rule=clause(s, "play-card"))

    def carry_out(self, change: Change) -> None:
        """Lay it open."""
        side = change.place(self.card).removesuffix("-hand")
        change.emit(ev.Moved(self.card, f"{side}-table"))
        message = msg("{side} plays {card}.", side=side_ref(side), card=piece_ref(self.card))
        change.say(message, clause(change, "play-card"))


def played(s: Situation, side: str, tag: str) -> int:
    """Return what the cards of a kind that a side has played in this turn are worth."""
    cards = (card for card in s.at(f"{side}-table") if tag in s.counter(card).tags)
    return sum(s.value(card, "worth") for card in cards)


class Rules:
    """What cards do. Who sees which needs no word here: the boxes say it."""

    parameters = (CardTerms,)
    words = ("cards", "play-card")

    @hookimpl
    def turn_start_steps(self, s: Situation) -> list[Step]:
        """Cards are dealt as a turn begins (6.0)."""
        del s
        return [Deal()]

    @hookimpl
    def special_moves(self, s: Situation, side: str, piece: str | None) -> list[PlayCard]:
        """A side plays cards while it moves (6.0)."""
        return [PlayCard(card) for card in s.at(f"{side}-hand") if piece in {None, card}]

    @hookimpl
    def movement_changes(self, s: Situation, piece: str) -> list[MovementChange]:
        """Forced marches (6.1)."""
        return [MovementChange(more_points=2 * played(s, s.side(piece), "march"))]

    @hookimpl
    def combat_shifts(self, s: Situation, battle: Battle) -> list[Shift]:
        """Barrages and storms (6.1)."""
        columns, rule = played(s, battle.attacker, "attack"), clause(s, "cards")
        return [Shift("attacker", columns, msg("cards"), rule)] if columns else []
