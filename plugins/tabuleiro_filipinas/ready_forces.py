"""Ready-made forces: which of the ships in port sail together for what they are to do.

Nothing here is a rule. A force is proposed from what its side knows of its own ships: those that do
the work, and an escort for them (7.5.2-2: a destroyer for each other ship).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from tabuleiro.i18n import N_
from tabuleiro_filipinas.loading import may_join
from tabuleiro_filipinas.parameters.course import ForceTerms

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tabuleiro.engine import Situation

__all__ = ["PURPOSES", "Purpose", "propose", "ships_by_sort"]


class Purpose(NamedTuple):
    """What a force is for: how many ships of which kind do it, before their escort."""

    id: str
    title: str
    hint: str
    ships: tuple[tuple[str, int], ...]
    """The kinds of ships, and how many of each at most."""


PURPOSES: Final = (
    Purpose("carriers", N_("Carriers"), N_("A fleet carrier, heavy ships and an escort"),
            (("fleet-carrier", 1), ("battleships", 1), ("cruisers", 1))),
    Purpose("landing", N_("Landing"), N_("Convoys for troops, escort carriers and an escort"),
            (("convoys", 3), ("escort-carrier", 2))),
    Purpose("supply", N_("Supply"), N_("A convoy and an escort"), (("convoys", 1),)),
    Purpose("gunfire", N_("Gunfire"), N_("Battleships, cruisers and an escort"),
            (("battleships", 2), ("cruisers", 1))),
)  # fmt: skip


def ready(s: Situation, side: str) -> list[str]:
    """Return the ships in port that may sail."""
    return [ship for ship in s.at(s.terms(ForceTerms).pools[side]) if may_join(s, side, ship)]


def ships_by_sort(s: Situation, ships: Sequence[str]) -> dict[tuple[str, str], list[str]]:
    """Return ships that are alike together: of one kind, as strong, with as many groups."""
    found: dict[tuple[str, str], list[str]] = {}
    for ship in ships:
        counter = s.counter(ship)
        groups = s.inside(ship) if counter.values.get("aircraft") else ()
        aboard = sorted(s.counter(group).type for group in groups)
        values = sorted(counter.values.items())
        sort = (counter.type, repr((values, aboard, s.piece(ship).losses)))
        found.setdefault(sort, []).append(ship)
    return found


def propose(s: Situation, side: str, purpose: Purpose) -> list[str]:
    """Return the ships in port for a purpose, the strongest of each kind; nothing if it has none.

    The escort is one destroyer for each of them, as many as there are.
    """
    port = sorted(ready(s, side), key=lambda ship: (-_worth(s, ship), ship))
    chosen: list[str] = []
    for kind, most in purpose.ships:
        chosen += [ship for ship in port if _is(s, ship, kind)][:most]
    if not any(_is(s, ship, purpose.ships[0][0]) for ship in chosen):
        return []
    escort = [ship for ship in port if "escort" in s.counter(ship).tags and ship not in chosen]
    return [*chosen, *escort[: len(chosen)]]


def _is(s: Situation, ship: str, kind: str) -> bool:
    counter = s.counter(ship)
    return kind == counter.type or kind in counter.tags


def _worth(s: Situation, ship: str) -> int:
    """Return how much a ship is worth beside others of its kind: its guns, groups and room."""
    values = s.counter(ship).values
    aboard = len(s.inside(ship))
    return 10 * aboard + sum(values.get(name, 0) for name in ("combat", "aircraft", "transport"))
