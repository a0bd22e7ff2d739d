"""Small choices of the simple player: who takes losses, where to retreat, who advances."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.engine import Action
from tabuleiro.engine import events as ev
from tabuleiro.rules.advice.march import threat_cover
from tabuleiro.rules.advice.sense import margin, supposed
from tabuleiro.rules.arrivals.setup import Place
from tabuleiro.rules.combat.advance import Advance, DoneAdvancing
from tabuleiro.rules.combat.losses import DoneLosing, Exchange, Lose
from tabuleiro.rules.combat.retreat import Displace, Retreat

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from tabuleiro.rules.advice.sense import Sense

__all__ = ["choose_after_battle", "choose_loss", "choose_placement"]


def choose_after_battle(
    sense: Sense, asked: Collection[str], actions: Sequence[Action]
) -> Action | None:
    """Return who takes a loss, who retreats whereto or who advances, whichever is asked."""
    if "lose" in asked:
        return choose_loss(sense, actions)
    if "retreat" in asked or "displace" in asked:
        return _choose_retreat(sense, actions)
    return _choose_advance(sense, actions) if "advance" in asked else None


def choose_loss(sense: Sense, actions: Sequence[Action]) -> Action:
    """Return whose loss hurts least; in an exchange stop as soon as that is allowed."""
    step = sense.s.position.top
    done = next((action for action in actions if isinstance(action, DoneLosing)), None)
    if done is not None:
        return done
    losses = [action for action in actions if isinstance(action, Lose)]
    owed = step.owed if isinstance(step, Exchange) else None
    if owed:  # the smallest that pays the debt, else the largest
        attack = {a: sense.strength(a.piece, "attack") for a in losses}
        enough = [a for a in losses if attack[a] >= owed]
        if not enough:
            return max(losses, key=lambda a: (attack[a], a.piece))
        return min(enough, key=lambda a: (attack[a], a.piece))
    dies = isinstance(step, Exchange) or bool(getattr(step, "kill", False))

    def cost(action: Lose) -> tuple[float, str]:
        piece = action.piece
        worth = sense.strength(piece, "attack") + sense.strength(piece, "defense")
        whole = sense.stakes.die + worth / 10
        return whole if dies or sense.last_step(piece) else whole * sense.stakes.hurt, piece

    return min(losses, key=cost)


def _stand(sense: Sense, piece: str, place: str) -> float:
    """Return how good a place is for a piece that was thrown back or goes forward."""
    s = sense.s
    if place not in s.board.grid:  # it leaves by an edge, or waits beside the map
        gone = supposed(s, [ev.Moved(piece, place)])
        return margin(gone, sense.side) - margin(s, sense.side) - sense.stakes.die / 2
    distance = s.board.grid.distance
    posts = [h for h, worth in sense.stakes.goals.items() if worth > 0]
    away = min((distance(place, post) for post in posts), default=0)
    worth = 0.4 * threat_cover(sense, place) - 0.3 * away - 0.2 * len(s.at(place))
    return worth + sense.wanted().get(place, 0.0)


def _choose_retreat(sense: Sense, actions: Sequence[Action]) -> Action:
    """Return the retreat that leads to the best place without a loss."""

    def value(action: Action) -> tuple[float, str]:
        if isinstance(action, Displace):
            return _stand(sense, action.piece, action.to), action.piece
        assert isinstance(action, Retreat)  # noqa: S101 - a step of retreats lists nothing else
        worth = _stand(sense, action.piece, action.path[-1])
        return worth - sense.stakes.die * sense.stakes.hurt * (len(action.path) > 1), action.piece

    return max(actions, key=value)


def _choose_advance(sense: Sense, actions: Sequence[Action]) -> Action:
    """Return the advance that pays, or stay."""
    s = sense.s
    stay = next(action for action in actions if isinstance(action, DoneAdvancing))
    best: Action = stay
    most = 0.0
    for action in actions:
        if not isinstance(action, Advance):
            continue
        end = action.path[-1]
        here = s.place(action.piece)
        worth = _stand(sense, action.piece, end) - _stand(sense, action.piece, here)
        worth += 0.1 * sense.strength(action.piece, "defense") - 0.5 * sense.last_step(action.piece)
        worth += 0.6 if sense.attacks() else -0.6
        if here in sense.stakes.goals and len(s.at(here)) == 1:
            worth -= sense.stakes.goals[here] / 2
        if worth > most:
            best, most = action, worth
    return best


def choose_placement(sense: Sense, actions: Sequence[Action]) -> Action | None:
    """Return where a free piece is best placed: guns within range of many, others in cover."""
    s = sense.s
    distance = s.board.grid.distance
    enemies = s.opposed(sense.side)

    def value(action: Place) -> tuple[float, str]:
        gaps = [distance(action.hex, enemy) for enemy in enemies]
        reach = s.counter(action.piece).values.get("range")
        nearest = min(gaps, default=0)
        if reach:
            worth = sum(gap <= reach for gap in gaps) - 3.0 * (nearest < 2)
        else:
            worth = 0.5 * threat_cover(sense, action.hex) - nearest
        return worth - 0.3 * len(s.at(action.hex)), action.hex

    places = [action for action in actions if isinstance(action, Place)]
    return max(places, key=value) if places else None
