"""Batalha de Metz set up for rule tests: marches on ground of any kind, battles on open ground."""

from functools import cache

from asking import dominates, surrounded
from tabuleiro.engine import events as ev
from tabuleiro.testing import action, table
from tabuleiro.testing.table import catalogue

GROUND = "1112"
"""An open hex whose six neighbours are open too, without rivers, roads and railways."""
EAST, SOUTH_EAST, NORTH, SOUTH, WEST, SOUTH_WEST = "1212", "1213", "1111", "1113", "1012", "1013"
FOOT, TANKS, DESTROYERS, CAVALRY = "us-101-ri", "us-6-db-cca", "us-4-gtd", "us-2-gcav"
GUN, GUN2, BIG_GUN = "us-art-xii", "us-art-xx", "us-art-3-ex"
GRENADIERS, PANZER, GERMAN_GUN = "de-110-rpzgr", "de-15-rpz", "de-art-489"
GERMAN, WEAK = "de-59-ri", "de-951-ri"
"""A regiment of 3-4 and one of 2-3."""


@cache
def board():
    return catalogue().module("metz").board


def side_of(piece):
    return "german" if piece.startswith("de-") else "us"


def at(place, *pieces):
    return dict.fromkeys(pieces, place)


def hurt(place, *pieces):
    return {piece: {"place": place, "losses": 1} for piece in pieces}


@cache
def step(to, *, start="clear", river=False, road=False, rail=False, line=False):
    """The first step of that kind on the board: from a terrain to another, over or along what."""
    b = board()
    for a in b.grid:
        for c in b.grid.neighbours(a):
            features = b.features.get(b.grid.side(a, c), frozenset())
            here = start in {None, b.terrain_at(a)} and b.terrain_at(c) == to
            ways = b.road_between(a, c), b.road_between(a, c, "railway")
            if here and features == _kinds(river, line) and ways == (road, rail):
                return a, c
    raise AssertionError("no such step")


def _kinds(river, line):
    kinds = {"river": river, "fortification": line}
    return frozenset(kind for kind, wanted in kinds.items() if wanted)


def march(pieces, side=None, *, turn=5, **more):
    """A movement phase with those pieces on the board."""
    side = side or side_of(next(iter(pieces)))
    return table("metz", f"{side}-movement", pieces, turn=turn, **more)


def spent(t, piece):
    return t.s.piece(piece).spent / 2


def price(piece, a, b):
    """What a piece alone on the board pays for one step; the clause if it may not take it."""
    t = march({piece: a})
    if not t.allows(t.move(piece, b)):
        return t.refuses(t.move(piece, b))
    return spent(t.go(piece, b), piece)


def with_points(piece, points, pieces, **more):
    """A movement phase where a piece has only so many points left."""
    t = march(pieces, side_of(piece), **more)
    gone = 2 * (t.s.value(piece, "move") - points)
    t.game.test([ev.Moved(piece, t.place(piece), cost=int(gone))], {"type": "spend"})
    return t


def battle(attackers, defenders, odds=None, *, guns=(), side="us", target=GROUND, **more):
    """A table on which ``attackers`` and ``guns`` have announced an attack on ``target``.

    American attackers add the air points that the odds ``n-1`` want.
    """
    pieces = {**attackers, **defenders, **dict(guns), **more.pop("also", {})}
    more.setdefault("tracks", {"air.us": 40 if side == "us" else 0})
    more.setdefault("turn", 5)
    t = table("metz", f"{side}-combat", pieces, **more)
    firing = (*attackers, *dict(guns))
    air = 0
    if odds:
        attack = sum(t.s.value(piece, "attack") for piece in firing)
        defence = sum(t.s.value(piece, "defense") for piece in t.at(target))
        air = int(odds.removesuffix("-1")) * defence - attack
        assert air >= 0
    t.attack(target, *firing, air=air)
    return t


def base(t):
    return t.told()["odds"]["base_label"]


def column(t):
    return t.told()["odds"]["column_label"]


def code(t):
    return t.told()["code"]


def shifts(t):
    return sorted((s["favours"], s["columns"]) for s in t.told()["odds"]["shifts"])


def bound(t):
    """The pieces that owe an attack now, as the decision of the combat phase lists them."""
    return set(t.decision.pieces)


def excused(pieces, piece):
    """Whether dominant terrain excuses a piece that stands where it stood."""
    t = table("metz", f"{side_of(piece)}-combat", pieces, turn=5)
    assert dominates(t.s, piece) == (piece not in bound(t))
    return piece not in bound(t)


def is_surrounded(pieces, place):
    t = table("metz", "us-combat", pieces, turn=5)
    return surrounded(t.s, place)


def points_of(t, rule):
    """The points of the score line of a clause."""
    return [line.points for line in t.s.rules.score(s=t.s) if line.rule == rule]


def onward(t):
    """Do the next best thing: end, confirm, be done; else what takes nothing back."""
    actions = [deed for deed in t.legal() if not deed.retracts]
    for kind in ("end-phase", "confirm", "done-advancing", "done-losing", "done-building"):
        for deed in actions:
            if deed.kind == kind:
                return t.do(deed)
    return t.do(actions[0])


def until(t, phase, turn):
    """Go on until a phase of a turn begins; whatever is asked on the way is answered somehow."""
    for _ in range(500):
        if (t.phase, t.s.turn) == (phase, turn):
            return t
        onward(t)
    raise AssertionError(f"{phase} of turn {turn} does not come")


def settle(t):
    """Carry a battle to its end."""
    for _ in range(50):
        if "end-phase" in t.decision.actions:
            return t
        onward(t)
    raise AssertionError("the battle does not end")


def can_end(t):
    return t.allows(action("end-phase"))
