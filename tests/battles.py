"""Battles of Operação Diadem set up for rule tests, on ground without terrain, rivers or lines."""

from tabuleiro.engine import events as ev
from tabuleiro.testing import table

GROUND = "0907"
"""An open hex whose six neighbours are open too: 0906, 1007, 1008, 0908, 0808, 0807."""
EAST, SOUTH_EAST = "1007", "1008"
"""The neighbours from which attackers come; defenders can go back to 0807 and 0808."""


def at(place, *pieces):
    """Pieces in a hex."""
    return dict.fromkeys(pieces, place)


def hurt(place, *pieces):
    """Pieces with losses in a hex."""
    return {piece: {"place": place, "losses": 1} for piece in pieces}


def battle(attackers, defenders, odds=None, *, guns=(), side="allied", target=GROUND, **more):
    """A table on which ``attackers`` and ``guns`` have announced an attack on ``target``.

    Allied attackers add the air points that the odds ``n-1`` want. If the defender has nothing to
    support with, the dice have fallen. ``also`` puts more pieces on the board.
    """
    pieces = {**attackers, **defenders, **dict(guns), **more.pop("also", {})}
    more.setdefault("tracks", {"air.allied": 20 if side == "allied" else 0})
    t = table("diadem", f"{side}-combat", pieces, **more)
    firing = (*attackers, *dict(guns))
    air = 0
    if odds:
        attack = sum(t.s.value(piece, "attack") for piece in firing)
        defence = sum(t.s.value(piece, "defense") for piece in t.at(target))
        air = int(odds.removesuffix("-1")) * defence - attack
    return t.attack(target, *firing, air=air)


def base(t):
    """The column by odds of the last battle, before all shifts."""
    return t.told()["odds"]["base_label"]


def column(t):
    """The column of the last battle, after all shifts."""
    return t.told()["odds"]["column_label"]


def shifts(t):
    """The shifts in the last battle: whom they favour, and by how much."""
    return sorted((s["favours"], s["columns"]) for s in t.told()["odds"]["shifts"])


def shift_rules(t):
    """The clauses of the shifts in the last battle."""
    return {shift["rule"] for shift in t.told()["odds"]["shifts"]}


def blamed(verdict):
    """The pieces that the reasons against an action, or the warnings about it, are about."""
    return {piece for o in (*verdict.objections, *verdict.waived) for piece in o.pieces}


def said(t):
    """All that the log says, sentence by sentence, in the current language."""
    events = (event for row in t.game.log.line() for event in row.events)
    return [t.say(event.message) for event in events if isinstance(event, ev.Said)]
