"""What the tests of the data of Libertação das Filipinas have in common: reading its lists."""

import re

from tabuleiro.board import flood

__all__ = ["annex", "beginnings", "branch", "leavings", "listed", "printed", "supplied"]

VALUES = {
    "land": ("attack", "defense", "move"),
    "air": ("land", "air", "range"),
    "naval": ("combat", "aircraft", "transport"),
    "force": ("move",),
}


def annex(module):
    """The counters of the lists: without the letters of forces and the dummies, in no total."""
    return {u: c for u, c in module.counters.items() if not {"force", "dummy"} & {*c.tags}}


def branch(counter):
    """Land, air, naval or a letter for a force: each type of unit bears one of these tags."""
    tags = set(counter.tags)
    (found,) = {"force"} & tags or VALUES.keys() & tags
    return found


def printed(counter):
    """The three values as they stand on the counter, of the full and of the reduced side."""
    names = VALUES[branch(counter)]
    return tuple("-".join(str(counter.value(n, losses=lost)) for n in names) for lost in (0, 1))


def listed(text):
    """The entries of a list: each begins with the id of a counter or formation."""
    words = text.split()
    starts = [i for i, word in enumerate(words) if re.match(r"(us|jp|ph|mx|au)-", word)]
    return [words[a:b] for a, b in zip(starts, [*starts[1:], len(words)], strict=True)]


def beginnings(campaign):
    """Where or when each counter begins: a hex, a box, an island or a turn."""
    found = {unit: entry.hex for entry in campaign.setup for unit in entry.units}
    found |= {unit: entry.where["region"] for entry in campaign.free for unit in entry.units}
    return found | {u: str(entry.turn) for entry in campaign.reinforcements for u in entry.units}


def leavings(campaign):
    """The turn in which each counter leaves."""
    return {unit: entry.turn for entry in campaign.withdrawals for unit in entry.units}


def supplied(board, hex, ports, shut=frozenset()):
    """Whether a line leads to a city or port: over sea arms as feet do, by road in the woods."""
    dark = {"mountain-forest", "village-mountain-forest"}

    def step(a, b):
        plain = board.terrain_at(b) not in {"sea", "lake"} | dark
        return not board.side_has(a, b, "strait") and bool(plain or board.road_between(a, b))

    goals = ports | set(board.hexes_of("city"))
    return bool(flood(board.grid, [hex], lambda there: there not in shut, step) & goals)
