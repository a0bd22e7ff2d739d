"""Making room for a retreat: the shortest chain of pieces that move on is found, in a crowd too."""

import random

import pytest

from tabuleiro.rules.arrivals.off_map import retreat_exits
from tabuleiro.rules.combat import retreat_ways
from tabuleiro.rules.combat.retreat_ways import ends
from tabuleiro.rules.ground.stacking import full
from tabuleiro.testing import table

STACK = 4
HERE = "2211"


def scene(pieces):
    return table("leyte", "american-combat", pieces, turn=9)


@pytest.fixture(scope="module")
def start():
    return scene({})


def infantry(t, side):
    counters = t.s.module.counters.values()
    return [c.id for c in counters if c.side == side and c.type == "infantry"]


def within(t, distance):
    grid = t.s.board.grid
    return [place for place in grid if grid.distance(place, HERE) <= distance]


def steps(monkeypatch, limit):
    """Count the steps that are looked at."""
    looked, look = [], retreat_ways._end_or_crowd

    def counted(*args):
        looked.append(args)
        assert len(looked) < limit, "chains are tried out one by one"
        return look(*args)

    monkeypatch.setattr(retreat_ways, "_end_or_crowd", counted)
    return looked


def by_all_chains(s, piece, place, seen):
    """The rule as it reads: somebody in the full hex can move on, however many that displaces."""
    for mover in (*s.at(place), piece):
        for there in s.board.grid.neighbours(place):
            if there in seen or there == place:
                continue
            if retreat_ways._end_or_crowd(s, mover, place, there) is not None:
                continue
            if not full(s, s.side(mover), there):
                return True
            if by_all_chains(s, mover, there, seen | {place}):
                return True
    return any(retreat_exits(s, s.side(piece), place))


@pytest.mark.parametrize("seed", range(40))
def test_it_finds_what_trying_out_all_chains_finds(start, monkeypatch, seed):
    chance = random.Random(seed)
    units, foes = infantry(start, "japanese"), infantry(start, "american")
    crowd = [HERE, *chance.sample(within(start, 1), 3), *chance.sample(within(start, 3), 2)]
    crowd = list(dict.fromkeys(crowd))
    pieces = {units.pop(): place for place in crowd for _ in range(STACK)}
    outside = [place for place in within(start, 3) if place not in crowd]
    pieces |= {foes.pop(): place for place in chance.sample(outside, chance.randrange(4, 16))}
    t = scene(pieces)
    found = {piece: set(ends(t.s, piece, HERE, frozenset({HERE}))) for piece in t.s.at(HERE)}
    monkeypatch.setattr(retreat_ways, "_can_make_room", by_all_chains)
    for piece, there in found.items():
        assert there == set(ends(t.s, piece, HERE, frozenset({HERE})))


def test_a_crowd_that_cannot_move_on_is_seen_at_once(start, monkeypatch):
    units, foes = infantry(start, "japanese"), infantry(start, "american")
    crowd = within(start, 1)
    pieces = {units.pop(): place for place in crowd for _ in range(STACK)}
    grid = start.s.board.grid
    ring = [place for place in grid if grid.distance(place, HERE) == 3]
    pieces |= dict(zip(foes, ring, strict=False))
    t = scene(pieces)
    looked = steps(monkeypatch, 20_000)
    assert not any(ends(t.s, t.s.at(HERE)[0], HERE, frozenset({HERE})))
    assert looked
