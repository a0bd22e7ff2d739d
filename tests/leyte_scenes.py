"""Scenes of Batalha de Leyte for rule tests: who is not named is out of the match."""

from scenes import at, column, hurt, marked, places, shifts, sums  # noqa: F401 - for the tests
from tabuleiro.engine import events as ev
from tabuleiro.testing import action, table

GROUND = "2211"
"""A clear hex whose six neighbours are clear too: 2210, 2310, 2311, 2212, 2111, 2110."""
EAST, SOUTH_EAST = "2310", "2311"
"""The neighbours from which attackers come; defenders can go back to 2111 and 2110."""
DRY = 9
"""A turn without rain, naval guns and the freedom of the last landings."""


def scene(phase, *pieces, turn=DRY, waiting=(), options=None, dice=(), **more):
    """A phase with these pieces on the board and ``waiting`` ones about to arrive."""
    t = table("leyte", options=options)
    t.set(phase, places(t, *pieces, waiting=waiting), turn=turn, **more)
    return t.dice(*dice)


def moving(side, *pieces, **more):
    """The movement phase of a side."""
    return scene(f"{side}-movement", *pieces, **more)


def battle(attackers, defenders, odds=None, *, guns=(), side="american", target=GROUND, **more):
    """A table on which ``attackers`` and ``guns`` have announced an attack on ``target``.

    The attackers add the air points that the odds ``n-1`` want. If the defender has nothing to
    support with, the dice have fallen. ``also`` puts more pieces on the board.
    """
    pieces = {**attackers, **defenders, **dict(guns), **more.pop("also", {})}
    more.setdefault("tracks", {f"air.{side}": 60})
    t = scene(f"{side}-combat", pieces, **more)
    firing = (*attackers, *dict(guns))
    air = 0
    if odds:
        attack = sum(t.s.value(piece, "attack") for piece in firing)
        defence = sum(t.s.value(piece, "defense") for piece in t.at(target))
        air = int(odds.removesuffix("-1")) * defence - attack
        assert air >= 0, "too strong for these odds"
    return t.attack(target, *firing, air=air)


def rules_of_shifts(t):
    """The clauses of the shifts in the last battle."""
    return [shift["rule"].removeprefix("leyte-") for shift in t.told()["odds"]["shifts"]]


def spent(t, piece):
    """The points that a piece has spent in this phase."""
    return t.s.piece(piece).spent / 2


def price(t, piece, *path):
    """The points that a path costs a piece."""
    before = spent(t, piece)
    return spent(t.go(piece, *path), piece) - before


def blamed(verdict):
    """The pieces that the reasons against an action, or the warnings about it, are about."""
    return {piece for o in (*verdict.objections, *verdict.waived) for piece in o.pieces}


def rules_against(t, deed):
    """The clauses against an action, without the name of the game."""
    return {o.rule.removeprefix("leyte-") for o in t.check(deed).objections}


def asked(t):
    """Who is asked about which pieces."""
    return t.decision.side, set(t.decision.pieces)


def over(t):
    """Whether the battle is over, so that the phase goes on."""
    return "end-phase" in t.decision.actions


def land(t, piece, place):
    """Sail with a piece to a coast hex."""
    return t.do(action("land", piece, place))


def said(t):
    """All that the log says, sentence by sentence, in the current language."""
    events = (event for row in t.game.log.line() for event in row.events)
    return [t.say(event.message) for event in events if isinstance(event, ev.Said)]
