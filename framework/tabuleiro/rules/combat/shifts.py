"""Column shifts, each with its clause: the ground, sieges, complete formations, hunger, crowds.

Two parts say which of them count. In ladder games whoever attacks surrounded defenders gains, and
some sides strike that out; in attrition games one side gains by sieges, attacking or attacked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.engine import msg
from tabuleiro.hooks import hookimpl
from tabuleiro.module.terms import Columns, Side, Terms, UnitType
from tabuleiro.rules.clauses import clause
from tabuleiro.rules.combat.battle import Battle, Shift
from tabuleiro.rules.combat.retreat import surrounded
from tabuleiro.rules.combat.terrain import covers
from tabuleiro.rules.ground.land_units import land_at

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from tabuleiro.engine import Situation

__all__ = [
    "DivisionBonusTerms",
    "EncirclementTerms",
    "GroundSiegeUnity",
    "SiegeTerms",
    "UnityTerms",
    "UnsuppliedTerms",
    "complete_formations",
    "shifted",
    "siege",
    "siege_of_one_side",
    "terrain",
    "unity",
]


class UnityTerms(Terms):
    """Complete formations."""

    unity_shift: Columns = 0
    """Columns for each complete formation with the tag `unity`."""
    unity_without: tuple[UnitType, ...] = ()
    """Types whose formations the option `formation-bonus` leaves out of that."""


class SiegeTerms(Terms):
    """Surrounded defenders, in the ladder family."""

    encirclement_shift: Columns = 0
    """Columns for who attacks surrounded defenders."""
    encirclement_cancelled: tuple[Side, ...] = ()
    """Sides whose surrounded defenders strike those columns out."""


class DivisionBonusTerms(Terms):
    """Complete divisions."""

    division_shift: Columns = 0
    """Columns more in attack if all `unity` formations of one with the tag `division-bonus`
    are complete."""


class EncirclementTerms(Terms):
    """The columns that one side gains by sieges."""

    key = "encirclement_shift"

    side: Side
    """The side that gains by a siege, attacking or attacked."""
    columns: Columns
    """The columns."""


class UnsuppliedTerms(Terms):
    """Land units without supply in a combat."""

    unsupplied_shift: Columns = 0
    """Columns against a side with an unsupplied land unit in the combat."""


def terrain(s: Situation, battle: Battle) -> Iterator[Shift]:
    """Yield the terrain of the defender against the adjacent attackers."""
    all_ashore = all(s.on_map(piece) for piece in battle.attackers)
    origins = sorted({s.place(piece) for piece in battle.attackers}) if all_ashore else []
    yield from covers(s, battle.target, origins, battle.defender)


def siege(s: Situation, battle: Battle) -> Iterator[Shift]:
    """Yield the shift against surrounded defenders; some sides fight the better for it."""
    columns = s.terms(SiegeTerms).encirclement_shift
    if not columns or not land_at(s, battle.target) or not surrounded(s, battle.target):
        return
    if battle.defender in s.terms(SiegeTerms).encirclement_cancelled:
        label = msg("surrounded, and undaunted")
        yield Shift("attacker", 0, label, clause(s, "siege-cancelled"))
    else:
        yield Shift("attacker", columns, msg("surrounded"), clause(s, "siege"))


def siege_of_one_side(s: Situation, battle: Battle) -> Iterator[Shift]:
    """Yield the shift for the one side that gains by a siege, whether it attacks or is attacked."""
    terms = s.terms_if_any(EncirclementTerms)
    if terms is None or not surrounded(s, battle.target, battle.defender):
        return
    side, columns = terms.side, terms.columns
    if battle.defender == side:
        yield Shift("defender", columns, msg("surrounded, and undaunted"), clause(s, "siege"))
    else:
        yield Shift("attacker", columns, msg("surrounded"), clause(s, "siege-attack"))


def unity(s: Situation, battle: Battle) -> Iterator[Shift]:
    """Yield a shift for each complete formation that attacks, or defends in the target.

    An attack gets one more for each formation with ``division-bonus`` all whose parts are complete.
    """
    columns = s.terms(UnityTerms).unity_shift
    for favours, pieces in (("attacker", battle.attackers), ("defender", battle.defenders)):
        for formation in complete_formations(s, pieces):
            yield _complete(favours, columns, formation, clause(s, f"unity-{favours}"))
    columns = s.terms(DivisionBonusTerms).division_shift
    for formation in _complete_divisions(s, battle.attackers) if columns else ():
        yield _complete("attacker", columns, formation, clause(s, "division"))


def _complete(favours: str, columns: int, formation: str, rule: str) -> Shift:
    label = msg("complete: {formation}", formation={"formation": formation})
    return Shift(favours, columns, label, rule)


def complete_formations(s: Situation, pieces: Iterable[str]) -> list[str]:
    """Return the formations that have the tag ``unity`` and all whose counters are among these."""
    there = set(pieces)
    return [name for name, members in _memberships(s) if members <= there]


def _memberships(s: Situation) -> Sequence[tuple[str, frozenset[str]]]:
    """Return the counters of each formation that counts when complete: they never change."""
    key = ("united", s.options.get("incomplete-divisions"), s.options.get("formation-bonus"))
    if key not in s.module.memo:
        s.module.memo[key] = [(name, frozenset(s.module.members(name))) for name in _united(s)]
    found: Sequence[tuple[str, frozenset[str]]] = s.module.memo[key]
    return found


def _united(s: Situation) -> list[str]:
    """Return the formations that count when complete.

    ``rules: unity_without`` names types whose formations the option ``formation-bonus`` leaves out.
    """
    formations = s.module.formations
    names = [name for name in formations if "unity" in formations[name].tags]
    if s.options.get("formation-bonus", "all") != "all":
        names = [name for name in names if not _all_barred(s, name)]
    if s.options.get("incomplete-divisions") != "regiments-too":
        return names
    above = {name: formations.get(str(formations[name].parent)) for name in names}
    return [
        name
        for name, parent in above.items()
        if parent is None or parent.size != "division" or "division-bonus" in parent.tags
    ]


def _all_barred(s: Situation, formation: str) -> bool:
    barred = s.terms(UnityTerms).unity_without
    return all(s.counter(piece).type in barred for piece in s.module.members(formation))


def _complete_divisions(s: Situation, pieces: Iterable[str]) -> list[str]:
    formations = s.module.formations
    complete = complete_formations(s, pieces)
    return [
        name
        for name, formation in formations.items()
        if "division-bonus" in formation.tags
        and all(part in complete for part in _united(s) if formations[part].parent == name)
    ]


class GroundSiegeUnity:
    """A part: columns for terrain, for sieges and for complete formations."""

    @hookimpl
    def combat_shifts(self, s: Situation, battle: Battle) -> list[Shift]:
        return [*terrain(s, battle), *siege(s, battle), *unity(s, battle)]


def shifted(base: int, shifts: Sequence[Shift], columns: int, *, net: bool = False) -> int:
    """Return the column after all shifts: those of the attacker first, then the defender's.

    The column never leaves the table in between, unless the shifts are ``net``.
    Clause: shift-order.

    >>> right = Shift("attacker", 1, msg("siege"))
    >>> left = Shift("defender", 3, msg("mountain"))
    >>> shifted(11, [left, right], 12), shifted(11, [left, right], 12, net=True)
    (8, 9)
    """
    right = sum(shift.columns for shift in shifts if shift.favours == "attacker")
    left = sum(shift.columns for shift in shifts if shift.favours == "defender")
    last = columns - 1
    if net:
        return max(0, min(last, base + right - left))
    return max(0, min(last, base + right) - left)
