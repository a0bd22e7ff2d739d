"""Duty to attack: engaged pieces must fight, unless their terrain dominates."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.engine import Verdict, hex_ref, msg, piece_ref
from tabuleiro.hooks import hookimpl
from tabuleiro.rules.clauses import clause, object_to
from tabuleiro.rules.ground.land_units import holds_ground, units
from tabuleiro.rules.ground.movement_points import MOVED
from tabuleiro.rules.ground.zones import (
    dominates,
    enemy_zone,
    engaged,
    engaging_hexes,
    zone_sources,
)
from tabuleiro.rules.sea.afloat import afloat, beachhead

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from tabuleiro.engine import Change, Situation
    from tabuleiro.engine.verdicts import Objection

__all__ = [
    "ACTED",
    "ATTACKED",
    "DominanceFrees",
    "attack_objections",
    "bound_pieces",
    "duty_verdict",
    "is_bound",
    "leaves_out",
    "left_out",
    "open_targets",
    "owed_attacks",
    "owed_targets",
    "release",
]

ACTED = "acted"
"""The mark of pieces that fought or fired in this combat phase."""
ATTACKED = "attacked"
"""The mark of hexes that were attacked in this combat phase."""


def attack_objections(s: Situation, piece: str, target: str) -> list[Objection]:
    """Return reasons why a piece may not attack an adjacent hex at all."""
    rules = s.rules
    return [
        *rules.attack_objections(s=s, piece=piece, target=target),
        *rules.attack_bans(s=s, piece=piece),
    ]


def possible_targets(s: Situation, piece: str) -> tuple[str, ...]:
    """Return the adjacent enemy hexes that a piece is able to attack, attacked already or not."""
    return s.cache_here(
        ("possible-targets", piece),
        lambda: tuple(h for h in engaging_hexes(s, piece) if not attack_objections(s, piece, h)),
    )


def open_targets(s: Situation, piece: str) -> tuple[str, ...]:
    """Return the adjacent enemy hexes that a piece could still attack in this phase."""
    return tuple(h for h in possible_targets(s, piece) if not s.place_marked(h, ATTACKED))


def owed_targets(s: Situation, piece: str) -> tuple[str, ...]:
    """Return those open targets to which a piece may owe its attack: who engage it.

    Nobody owes an attack to units that exert no zone, unless he is about to land among them.
    """
    targets = open_targets(s, piece)
    if not targets or beachhead(s, piece):
        return targets
    engaging = zone_sources(s, s.side(piece))
    return tuple(h for h in targets if h in engaging)


def is_bound(s: Situation, piece: str) -> bool:
    """Return whether a piece owes an attack and can still make it."""
    return s.cache_here(("is-bound", piece), lambda: _is_bound(s, piece))


def _is_bound(s: Situation, piece: str) -> bool:
    if not (engaged(s, piece) or beachhead(s, piece)) or s.marked(piece, ACTED):
        return False
    if not holds_ground(s, piece) or not units(s, (piece,)):
        return False  # ships, aircraft, and what only lies on others owe nothing
    if any(s.rules.duty_exemptions(s=s, piece=piece)):
        return False
    return bool(owed_targets(s, piece))


def bound_pieces(s: Situation, side: str) -> tuple[str, ...]:
    """Return the pieces of a side that owe an attack and can still make it."""
    return s.cache_here(("bound", side), lambda: _bound_pieces(s, side))


def _bound_pieces(s: Situation, side: str) -> tuple[str, ...]:
    danger = enemy_zone(s, side)
    stacks = s.occupied(side).items()
    pieces = [piece for place, mine in stacks if place in danger for piece in mine]
    return tuple(p for p in (*pieces, *afloat(s, side)) if is_bound(s, p))


def duty_verdict(s: Situation, faults: Iterable[Objection], duties: Iterable[Objection]) -> Verdict:
    """Return the verdict on faults and on duties left undone, of which a match may only warn."""
    if s.options.get("duty", "refuse") == "refuse":
        return Verdict((*faults, *duties))
    return Verdict(tuple(faults), waived=tuple(duties))


def release(change: Change, duties: Iterable[Objection], to: Sequence[str] = ()) -> None:
    """Tell that pieces are free of a duty that was left undone.

    ``to`` names the sides that are told, if not all: who is free does not attack.
    """
    for objection in duties:
        for piece in objection.pieces:
            message = msg("{piece} is released from its duty to attack.", piece=piece_ref(piece))
            change.say(message, clause(change, "released"), to=to)


def owed_attacks(s: Situation, side: str) -> list[Objection]:
    """Return an objection for each piece that owes an attack: the phase should not end."""
    return [_owes(s, piece) for piece in bound_pieces(s, side)]


def _owes(s: Situation, piece: str) -> Objection:
    targets = owed_targets(s, piece)
    message = msg(
        "{piece} must attack: {hexes}.",
        piece=piece_ref(piece),
        hexes=[hex_ref(h) for h in targets],
    )
    return object_to(s, message, "duty", "combat", pieces=(piece,), hexes=targets)


def left_out(
    s: Situation, side: str, target: str, joined: tuple[str, ...], rule: str
) -> list[Objection]:
    """Return an objection for each bound piece whose only target an attack would use up."""
    found = []
    for piece in _robbed(s, side, target, joined):
        message = msg(
            "{piece} would be left without its only target, {hex}.",
            piece=piece_ref(piece),
            hex=hex_ref(target),
        )
        found.append(object_to(s, message, rule, "combat", pieces=(piece,), hexes=(target,)))
    return found


def leaves_out(s: Situation, side: str, target: str) -> bool:
    """Return whether an attack by nobody who is bound would be refused for what it uses up."""
    return s.options.get("duty", "refuse") == "refuse" and any(_robbed(s, side, target, ()))


def _robbed(s: Situation, side: str, target: str, joined: tuple[str, ...]) -> Iterator[str]:
    """Yield the bound pieces that do not join and whose only target an attack would use up."""
    for piece in bound_pieces(s, side):
        if piece not in joined and owed_targets(s, piece) == (target,):
            yield piece


class DominanceFrees:
    """A part: who stands in dominant terrain, and did not move there, owes no attack."""

    @hookimpl
    def duty_exemptions(self, s: Situation, piece: str) -> list[Objection]:
        if s.marked(piece, MOVED) or not s.on_map(piece) or not dominates(s, piece):
            return []
        message = msg("{piece} stands in dominant terrain.", piece=piece_ref(piece))
        return [object_to(s, message, "dominance", "combat", pieces=(piece,))]
