"""Scenes at sea of Libertação das Filipinas: fleets in port, forces at sea, voyages."""

from tabuleiro.engine.views import view
from tabuleiro.testing.table import table

A, B = "us-task-force-a", "us-task-force-b"
X, Y = "jp-task-force-a", "jp-task-force-b"

__all__ = [
    "A",
    "B",
    "X",
    "Y",
    "at_sea",
    "fleet",
    "force",
    "form",
    "jp",
    "sail",
    "seen_by",
    "us",
    "voyage",
]


def fleet(side, *ships):
    """Ships and two letters in the pool of a side."""
    return dict.fromkeys((f"{side}-task-force-a", f"{side}-task-force-b", *ships), f"{side}-fleet")


def us(phase, pieces=None, **position):
    return table("filipinas", f"us-{phase}", pieces or {}, **position)


def jp(phase, pieces=None, **position):
    return table("filipinas", f"jp-{phase}", pieces or {}, **position)


def form(t, *ships, cargo=()):
    """Begin a force with ships, and units aboard."""
    t.act("form-force")
    for ship in ships:
        t.act("join-force", ship)
    for unit, ship in dict(cargo).items():
        t.act("take-aboard", unit, ship)
    return t


def voyage(t, goal, kind="sail-force"):
    """The listed leg to a hex."""
    return next(leg for leg in t.legal(kind) if leg.path[-1] == goal)


def sail(t, goal, *, stop=False):
    """Sail to a hex, and stop there."""
    t.do(voyage(t, goal))
    return t.act("make-stop") if stop else t


def at_sea(place, handle=1, **more):
    """What the table sees of a force."""
    return {"handle": handle, "route": [place], **more}


def force(letter, place, *ships, **inside):
    """A force at sea with its ships, and what is inside of these: pieces for a scene."""
    pieces = {letter: place, **dict.fromkeys(ships, f"in:{letter}")}
    for ship, units in inside.items():
        pieces |= dict.fromkeys(units, "in:" + ship.replace("_", "-"))
    return pieces


def seen_by(t, side):
    """The pieces that a side sees, with their places."""
    return {name: state["place"] for name, state in view(t.game, side)["pieces"].items()}
