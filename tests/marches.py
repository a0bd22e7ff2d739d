"""Movement in Operação Diadem set up for rule tests."""

from tabuleiro.engine import events as ev
from tabuleiro.testing import action, table


def side_of(piece):
    """The side of a piece, from its id."""
    return "axis" if piece.startswith("de-") else "allied"


def standing(piece, place, others=(), *, turn=7):
    """A movement phase of a piece's side, with that piece in a hex. Nobody has to enter it."""
    gone = dict.fromkeys(must_enter(), "dead")
    pieces = {**gone, **dict(others), piece: place}
    return table("diadem", f"{side_of(piece)}-movement", pieces, turn=turn)


def must_enter():
    """The German reinforcements of the whole match."""
    entries = table("diadem").s.scenario.reinforcements
    return [piece for entry in entries if entry.when == "must" for piece in entry.units]


def spent(t, piece):
    """The points that a piece has spent in this phase."""
    return t.s.piece(piece).spent / 2


def with_points(piece, points, places):
    """A movement phase where a piece has only so many points left, wherever the others went."""
    t = standing(piece, places[piece], places)
    gone = 2 * (t.s.value(piece, "move") - points)
    t.game.test([ev.Moved(piece, t.place(piece), cost=int(gone))], {"type": "spend"})
    return t


def set_up():
    """The match after the set-up, with the free pieces in the first hexes that are offered."""
    t = table("diadem")
    while t.phase == "setup":
        t.do((t.legal("place") or [action("end-phase")])[0])
    return t
