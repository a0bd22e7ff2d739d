"""Pools of points, such as air points: filled at the start of a turn, spent in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.engine import events as ev
from tabuleiro.engine import msg, side_ref
from tabuleiro.engine.messages import key_ref
from tabuleiro.engine.steps import Step
from tabuleiro.hooks import hookimpl

if TYPE_CHECKING:
    from typing import Any

    from tabuleiro.engine import Change, Situation
    from tabuleiro.module import Pool

__all__ = [
    "FillPools",
    "PointsOfTheTurn",
    "PoolsFilledFirst",
    "chits",
    "pool_of",
    "track",
]


class FillPools(Step, frozen=True):
    """Give every pool what its side has in this turn; what was left is lost unless it is saved.

    Clause: pool-points.
    """

    def run(self, change: Change) -> None:
        """Fill them."""
        change.finish()
        for pool in change.scenario.pools:
            points = change.rules.pool_income(s=change, pool=pool)
            if points is None:
                continue
            if pool.roll:
                points += _rolled(change, pool)
            name = track(pool.id, pool.side)
            if pool.saved:
                if not points:
                    continue
                points += change.position.tracks.get(name, 0)
            change.emit(ev.TrackSet(name, points))
            change.say(
                msg(
                    "{side}, {pool}: {points}.",
                    side=side_ref(pool.side),
                    points=points,
                    pool=key_ref(f"pool.{pool.id}"),
                ),
                pool.rule or "",
                track=name,
            )


def _rolled(change: Change, pool: Pool) -> int:
    """Throw the dice of a pool's table and return the points that come on top."""
    table = change.module.values[str(pool.roll)]
    faces = change.roll(table.dice, pool.side, msg("{pool}", pool=key_ref(f"pool.{pool.id}")),
                        pool.rule or "", die=table.die)  # fmt: skip
    return int(table.cell(0, sum(faces)))


def track(pool: str, side: str) -> str:
    """Return the name of the track of a side's pool."""
    return f"{pool}.{side}"


def chits(points: int) -> dict[str, int | None]:
    """Return where the chits ``x10`` and ``x1`` lie on a track of boxes 1 to 10; None: off it.

    >>> chits(20), chits(13)
    ({'x10': 2, 'x1': None}, {'x10': 1, 'x1': 3})
    """
    tens, ones = divmod(points, 10)
    return {"x10": tens or None, "x1": ones or None}


class PointsOfTheTurn:
    """A part: what the scenario gives to each pool in a turn."""

    @hookimpl
    def pool_income(self, s: Situation, pool: Any) -> int | None:
        return int(pool.points(s.turn))


class PoolsFilledFirst:
    """A part: pools are filled as a turn begins."""

    @hookimpl
    def turn_start_steps(self) -> list[Step]:
        return [FillPools()]


def pool_of(s: Situation, piece: str) -> Pool | None:
    """Return the pool whose points are for a piece, by nation and type."""
    counter = s.counter(piece)
    pools = (p for p in s.scenario.pools if p.side == counter.side)
    fitting = (p for p in pools if p.nation in {None, counter.nation})
    return next((p for p in fitting if not p.types or counter.type in p.types), None)
