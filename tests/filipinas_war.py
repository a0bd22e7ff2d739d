"""Scenes of the war at sea and of concealment in Libertação das Filipinas, for rule tests."""

import msgspec

from scenes import at  # noqa: F401 - for the tests
from tabuleiro.engine import events as ev
from tabuleiro.engine.told_log import ToldLog
from tabuleiro.testing import action, table  # noqa: F401 - for the tests


def scene(phase, *pieces, turn=2, options=None, dice=(), unknown=(), scenario=None, **more):
    """A phase with these pieces on the board and nobody else, unknown pieces among them.

    ``unknown`` are sides and hexes in turn: what lies there was never seen.
    """
    t = table("filipinas", options=options, scenario=scenario)
    covers = {f"{side}-incognita--{hex}x": hex for side, hex in unknown}
    t.game.test([ev.Made(piece, "gone") for piece in covers], {"type": "set-position"})
    t.dice(*dice)
    here = {piece: place for some in pieces for piece, place in some.items()} | covers
    gone = {piece: "gone" for piece in t.s.position.pieces if piece not in here}
    return t.set(phase, {**here, **gone}, turn=turn, **more)


def levels(t, side):
    """What a side knows of each piece of which it does not know all."""
    known = t.game.eyes(side).knowledge(t.s).levels
    return {piece: level.name for piece, level in known.items() if t.place(piece) != "gone"}


def seen(t, side, place):
    """What a side sees in a place, bottom first; names of what it does not know are cut short."""
    return [p if p[0] != "~" else p[: p.rindex(".", 0, p.rindex("."))]
            for p in t.game.belief(side).s.at(place)]  # fmt: skip


def told(t, side):
    """Everything that a side was told so far, as text."""
    log = ToldLog(t.game, side)
    log.head()
    return msgspec.json.encode(log.rows).decode()


def same_for(side, one, other):
    """Check that two matches look the same to a side: rows, what is asked, what may be done."""
    assert told(one, side) == told(other, side)
    views = [t.view(side) for t in (one, other)]
    assert views[0] == views[1]
    offers = [t.game.belief(side).s.asked() for t in (one, other)]
    assert offers[0] == offers[1]


# ------------------------------------------------------------------------------ at sea


def fleet(letter, place, *ships, hurt=(), handle=1, detected=True):
    """A force at sea with these ships: ``us-a`` is American Task Force A."""
    side, name = letter.split("-")
    force = f"{side}-task-force-{name}"
    pieces = {force: place}
    pieces |= {ship: {"place": f"in:{force}", "losses": int(ship in hurt)} for ship in ships}
    return side, force, pieces, {"handle": handle, "route": [place], "stops": [place],
                                 "detected": detected, "done": True}  # fmt: skip


def at_sea(phase, *fleets, pieces=None, facts=None, **more):
    """A phase with these forces at sea."""
    facts = dict(facts or {})
    for number, (side, force, _ships, seen) in enumerate(fleets, 1):
        told = {key: value for key, value in {**seen, "handle": number}.items() if value}
        facts.setdefault(f"forces-{side}", {})[force] = told
    some = [one[2] for one in fleets]
    return scene(phase, *some, pieces or {}, facts=facts, **more)


def naval(*fleets, side="jp", **more):
    """The naval actions of the side whose turn it is."""
    other = "us" if side == "jp" else "jp"
    return at_sea(f"{side}-turn-{other}-air-naval-interception", *fleets, **more)


def said(t, key):
    """What the log told last with data of that name."""
    for row in reversed(t.game.log.line()):
        for event in reversed(row.events):
            if isinstance(event, ev.Said) and key in event.data:
                return event.data
    return None


def fight(t):
    """What was told of the last engagement: totals, columns before and after, shifts, points."""
    data = said(t, "points")
    sums = data["reckoning"]
    labels = [column.label for column in t.s.module.values["naval-combat"].columns]
    return {
        "totals": (sums["attack"], sums["defence"]),
        "columns": (labels[sums.get("base", 0)], labels[sums.get("column", 0)]),
        "shifts": sorted((one["favours"], one["columns"]) for one in sums.get("shifts", [])),
        "code": data["code"],
        "points": data["points"],
    }


def weather(kind):
    """The same weather everywhere, as a fact."""
    return {"weather": dict.fromkeys(("north", "central", "south"), kind)}
