"""Column shifts that ladder games share: terrain, siege, and complete divisions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.engine import msg
from tabuleiro.mechanics.battle import Battle, Shift
from tabuleiro.mechanics.clauses import clause
from tabuleiro.mechanics.retreat import surrounded
from tabuleiro.mechanics.terrain import best_cover

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tabuleiro.engine import Situation

__all__ = ["complete_formations", "siege", "terrain", "unity"]


def terrain(s: Situation, battle: Battle) -> Iterator[Shift]:
    """Yield the best terrain of the defender against the adjacent attackers."""
    origins = sorted({s.place(piece) for piece in battle.attackers if s.on_map(piece)})
    best = best_cover(s, battle.target, origins, battle.defender)
    if best is not None:
        yield best


def siege(s: Situation, battle: Battle) -> Iterator[Shift]:
    """Yield the shift against surrounded defenders."""
    columns = int(s.parameter("encirclement_shift", 0))
    if columns and s.at(battle.target) and surrounded(s, battle.target):
        yield Shift("attacker", columns, msg("surrounded"), clause(s, "siege"))


def unity(s: Situation, battle: Battle) -> Iterator[Shift]:
    """Yield a shift for each complete division that attacks, or defends in the target."""
    columns = int(s.parameter("unity_shift", 0))
    for favours, pieces in (("attacker", battle.attackers), ("defender", battle.defenders)):
        for formation in complete_formations(s, pieces):
            label = msg("complete: {formation}", formation={"formation": formation})
            yield Shift(favours, columns, label, clause(s, f"unity-{favours}"))


def complete_formations(s: Situation, pieces: Iterable[str]) -> list[str]:
    """Return the formations that have the tag ``unity`` and all whose counters are among these."""
    there = set(pieces)
    members: dict[str, set[str]] = {}
    for counter in s.module.counters.values():
        if counter.formation:
            members.setdefault(counter.formation, set()).add(counter.id)
    return [
        name
        for name, elements in members.items()
        if elements <= there and "unity" in s.module.formations[name].tags
    ]
