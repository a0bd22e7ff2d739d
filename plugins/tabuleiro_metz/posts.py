"""Units that may not move yet, and the two regiments that hold posts of the fortress."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tabuleiro.engine import Objection, Step, hex_ref, msg, piece_ref
from tabuleiro.engine import events as ev
from tabuleiro.rules.ground.movement_points import MOVED
from tabuleiro.rules.ground.zones import dominant, engaging_hexes
from tabuleiro_metz.parameters import Post, PostsTerms, ReservesTerms

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tabuleiro.engine import Change, Situation

__all__ = ["Posts", "at_post", "holds_post", "not_yet", "post_objections"]

LEFT = "left-post"
"""The mark of a regiment that has left its post: it moves freely for the rest of the match."""
MAY_LEAVE = "may-leave-post"
"""The mark of a regiment whose post was dominated when its movement phase began."""


def not_yet(s: Situation, piece: str) -> list[Objection]:
    """Return the objection to moves of a division before its first turn."""
    for rule in s.terms(ReservesTerms).may_not_move:
        if s.counter(piece).formation == rule.formation and s.turn < rule.first_turn:
            message = msg("{piece} may not move before turn {turn}.", piece=piece_ref(piece),
                          turn=rule.first_turn)  # fmt: skip
            return [Objection(message, rule.rule, "movement", (piece,))]
    return []


def holds_post(s: Situation, piece: str) -> Post | None:
    """Return the rule that keeps a piece at its post, or None if it never had one or left it."""
    for rule in s.terms(PostsTerms).pinned:
        at_post = rule.unit == piece and s.place(piece) == rule.hex
        if at_post and not s.marked(piece, LEFT):
            return rule
    return None


def post_objections(s: Situation, piece: str) -> list[Objection]:
    """Return the objection to a move of a regiment from a post that nobody dominates."""
    return [] if s.marked(piece, MAY_LEAVE) else at_post(s, piece)


def at_post(s: Situation, piece: str) -> list[Objection]:
    """Return the objection to an advance of a regiment that holds its post, dominated or not."""
    rule = holds_post(s, piece)
    if rule is None:
        return []
    message = msg("{piece} must hold {hex}.", piece=piece_ref(piece), hex=hex_ref(rule.hex))
    return [Objection(message, rule.rule, "movement", (piece,))]


class Posts(Step, frozen=True):
    """A movement phase of the side with posts begins or ends: see who may leave, and who left."""

    begins: bool

    def hinges(self, s: Situation) -> Mapping[str, Any]:
        """The mark of who may leave tells his side of enemies above him."""
        if not self.begins:
            return {}
        units = (rule.unit for rule in s.terms(PostsTerms).pinned)
        return {p: any(_above(s, p)) for p in units if s.on_map(p) and holds_post(s, p)}

    def run(self, change: Change) -> None:
        """Put the marks."""
        change.finish()
        for rule in change.terms(PostsTerms).pinned:
            piece = rule.unit
            if not change.on_map(piece) or change.marked(piece, LEFT):
                continue
            if change.place(piece) != rule.hex or (not self.begins and change.marked(piece, MOVED)):
                change.emit(ev.Marked(piece, (LEFT,), (MAY_LEAVE,)))
            elif self.begins and any(_above(change, piece)):
                change.emit(ev.Marked(piece, (MAY_LEAVE,)))
            elif change.marked(piece, MAY_LEAVE):
                change.emit(ev.Marked(piece, remove=(MAY_LEAVE,)))


def _above(s: Situation, piece: str) -> Iterator[bool]:
    """Yield for each adjacent enemy hex whether its ground dominates that of a piece."""
    enemy = s.enemy(s.side(piece))
    for there in engaging_hexes(s, piece):
        yield dominant(s, there, s.place(piece), enemy)
