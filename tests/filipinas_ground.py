"""Scenes of Libertação das Filipinas on land for rule tests: who is not named is out."""

from functools import cache

from scenes import at, column, hurt, marked, places, shifts, sums  # noqa: F401 - for the tests
from tabuleiro.engine import events as ev
from tabuleiro.testing import action, table

PLAIN = "2016"
"""A hex of the plain of Luzon; all hexes around are open, but for a village."""
AROUND = {"2015", "2115", "2116", "2017", "1916", "1915"}
A, B, C = "us-19-ri", "us-158-ri", "us-126-ri"
"""American infantry 3-4-8, each of another division or of none."""
GUN, GUN_2, ARMY_GUN = "us-art-x", "us-art-i", "us-art-6-ex"
"""American artillery 3-1-6 and 4-1-6, of range 2."""
TANK, TANK_2 = "us-20-gpo-bldo", "us-13-gpo-bldo"
"""American armour 5-4-12."""
J, K, L = "jp-9-ri", "jp-41-ri", "jp-26-ri"
"""Japanese infantry 2-3-6, 2-3-6 and 1-3-6."""
JP_TANK, JP_GUN = "jp-6-rt", "jp-9-bgda-art"
RANGERS, BAND = "us-6-rangers", "ph-guerrilha-luzon-1"
GOOD, BAD, MONSOON = (
    {"weather": dict.fromkeys(("north", "central", "south"), kind)}
    for kind in ("good", "bad", "monsoon")
)


@cache
def board():
    """The board."""
    return table("filipinas").s.board


def scene(phase, *pieces, options=None, dice=(), turn=1, **more):
    """A phase with these pieces, and nobody else; in turn 1 all are supplied."""
    t = table("filipinas", options=options)
    t.dice(*dice)
    return t.set(phase, places(t, *pieces), turn=turn, **more)


def marching(side, *pieces, **more):
    """The open phase of a side."""
    return scene(f"{side}-movement", *pieces, **more)


def announcing(side, *pieces, **more):
    """The end of that phase: the side announces its attacks, if any can be made."""
    return marching(side, *pieces, **more).end()


def price(t, piece, *path):
    """The movement points that a march spends."""
    before = t.s.piece(piece).spent
    t.go(piece, *path)
    return (t.s.piece(piece).spent - before) / 2


def battle(target, *pieces, attackers, side="us", dice=(1, 1), guns=(), options=None, **more):
    """An attack announced at the end of a march, and fought with these dice."""
    t = announcing(side, *pieces, options=options, dice=dice, **more)
    t.attack(target, *attackers, *guns)
    return carried_out(t, side)


def carried_out(t, side="us"):
    """End the announcements of a side, if it could make more."""
    while t.phase == f"{side}-movement":
        t.end()
    return t


def bombardment(target, *pieces, guns, side="us", dice=(1,), **more):
    """Guns that shell a hex."""
    t = announcing(side, *pieces, dice=dice, **more)
    t.attack(target, *guns, kind="bombardment")
    return carried_out(t, side)


def lost(t, *pieces):
    """The losses of pieces; None for who is eliminated."""
    return [None if t.place(p) == "dead" else t.losses(p) for p in pieces]


def bound(t):
    """Those who must still attack."""
    verdict = t.check(action("end-phase"))
    return {piece for o in verdict.objections for piece in o.pieces if o.rule.endswith("4.1.2-4")}


def said(t):
    """All that was told."""
    events = (event for row in t.game.log.line() for event in row.events)
    return [t.say(event.message) for event in events if isinstance(event, ev.Said)]
