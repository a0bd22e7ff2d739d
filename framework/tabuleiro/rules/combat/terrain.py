"""What terrain does in combat: columns for the defender."""

from __future__ import annotations

from operator import itemgetter
from typing import TYPE_CHECKING, Any

from tabuleiro.engine import hex_ref, msg, piece_ref, side_ref
from tabuleiro.engine.messages import key_ref
from tabuleiro.hooks import hookimpl
from tabuleiro.module.terms import Columns, HexsideKind, Region, Rule, Side, Terms
from tabuleiro.rules.clauses import object_to
from tabuleiro.rules.combat.battle import Shift

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from tabuleiro import board
    from tabuleiro.engine import Message, Situation
    from tabuleiro.engine.verdicts import Objection
    from tabuleiro.module import HexsideKind as Kind
    from tabuleiro.module import Module

__all__ = [
    "FortressTerms",
    "TerrainInCombat",
    "bombardment_covers",
    "closed_side",
    "cover",
    "covers",
    "features_between",
    "line_notes",
    "shelters",
]

_NONE: frozenset[str] = frozenset()
_TOWARDS = {"north": (0, -1), "south": (0, 1), "east": (1, 0), "west": (-1, 0)}


class FortressTerms(Terms):
    """Hexes that are fortified against bombardment as a whole."""

    key = "fortress"

    region: Region
    """Its hexes."""
    side: Side
    """The side that profits while it stands there."""
    hexside: HexsideKind
    """The kind of hexside that players see named."""
    bombardment_columns: Columns
    """Columns for the defender."""
    rule: Rule
    """The clause of the rulebook."""


def features_between(s: Situation, a: str, b: str) -> frozenset[str]:
    """Return the kinds of features on the hexside between two adjacent hexes."""
    return s.board.features.get((a, b) if a < b else (b, a), _NONE)


def closed_side(s: Situation, piece: str, here: str, there: str) -> Kind | None:
    """Return what lies on a hexside and closes it to a piece, if the terrain beyond is open.

    Of a piece that is not known nobody knows how it moves.
    """
    movement_class = s.counter(piece).movement_class
    cost = s.module.terrain[s.board.terrain_at(there)].cost
    if movement_class is None or cost[movement_class] is None:
        return None
    sides = (s.module.hexsides[kind] for kind in sorted(features_between(s, here, there)))
    return next((side for side in sides if side.cost[movement_class] is None), None)


def shelters(s: Situation, origin: str, target: str) -> frozenset[str]:
    """Return the kinds of features that protect a hex against an adjacent one.

    Kinds with the tag ``one-sided`` protect only the hexes behind the line, by where it faces.
    """
    outer = _outer_sides(s.module).get((origin, target), _NONE)
    return features_between(s, origin, target) - outer


def _outer_sides(module: Module) -> Mapping[tuple[str, str], frozenset[str]]:
    """Return the one-sided kinds that do not protect the second hex against the first one."""
    if "one-sided" not in module.memo:
        found: dict[tuple[str, str], frozenset[str]] = {}
        for line in module.board.feature_names.values():
            if line.faces and "one-sided" in module.hexsides[line.kind].tags:
                for inner, outer in _faced(module, line.faces, line.sides):
                    found[inner, outer] = found.get((inner, outer), _NONE) | {line.kind}
        module.memo["one-sided"] = found
    sides: Mapping[tuple[str, str], frozenset[str]] = module.memo["one-sided"]
    return sides


def line_notes(s: Situation, place: str) -> Iterator[Message]:
    """Yield what one-sided hexsides of a hex do for a defender there, and what they do not."""
    behind: dict[str, list[str]] = {}
    before: dict[str, list[str]] = {}
    for near in s.board.grid.neighbours(place):
        sheltering = shelters(s, near, place)
        for kind in sorted(features_between(s, near, place)):
            if "one-sided" in s.module.hexsides[kind].tags:
                (behind if kind in sheltering else before).setdefault(kind, []).append(near)
    for kind, hexes in behind.items():
        yield msg("{what} ({sides}): it helps a defender here against {hexes}.",
                  **_line(s, kind, hexes))  # fmt: skip
    for kind, hexes in before.items():
        yield msg("{what} ({sides}): it helps nobody here against {hexes}.",
                  **_line(s, kind, hexes))  # fmt: skip


def _line(s: Situation, kind: str, hexes: Sequence[str]) -> dict[str, Any]:
    """Return how a note calls a kind of hexside, whom it serves, and hexes beyond it."""
    sides = s.module.hexsides[kind].sides or s.module.sides
    return {
        "what": key_ref(f"terrain.{kind}"),
        "sides": [side_ref(side) for side in sides],
        "hexes": [hex_ref(place) for place in hexes],
    }


def _faced(module: Module, faces: str, sides: frozenset[board.Side]) -> Iterator[tuple[str, str]]:
    """Yield each side of a line as the hex behind it and the one before it."""
    parts = [_TOWARDS[word] for word in faces.split("-")]
    dx, dy = sum(part[0] for part in parts), sum(part[1] for part in parts)
    for a, b in sides:
        (ax, ay), (bx, by) = module.board.geometry.centre(a), module.board.geometry.centre(b)
        yield (a, b) if (bx - ax) * dx + (by - ay) * dy > 0 else (b, a)


def cover(s: Situation, target: str, origins: Sequence[str], defender: str) -> int:
    """Return the columns of the terrain that protects ``target`` against ``origins``."""
    return sum(shift.columns for shift in covers(s, target, origins, defender))


def covers(s: Situation, target: str, origins: Sequence[str], defender: str) -> list[Shift]:
    """Return the terrain shifts of a defender: the best one, and those that add to it.

    A hexside counts only if every adjacent attacker comes over such a hexside and the defender is
    of a side that profits from it. Clause: terrain-columns.
    """
    best, added = _ground(s, target), []
    if origins:
        common = frozenset.intersection(*(shelters(s, o, target) for o in origins))
        for kind in sorted(common):
            side = s.module.hexsides[kind]
            if side.sides and defender not in side.sides:
                continue
            row = (side.columns, side.id, side.rule)
            if side.adds:
                added.append(row)
            elif side.columns > best[0]:
                best = row
    return [_shift(*row) for row in (best, *added) if row[0]]


def _ground(s: Situation, target: str, *, fire: bool = False) -> tuple[int, str, str | None]:
    """Return the columns of what gives most of them in a hex: its terrain, or what was built there.

    With ``fire`` only what shelters from bombardment counts.
    """
    terrain, sites = s.module.terrain[s.board.terrain_at(target)], s.module.sites
    rows = [(terrain.columns, terrain.id, terrain.rule)] if terrain.bombardment or not fire else []
    for mark in s.position.marks.get(target, ()):
        site = sites.get(mark)
        if site is not None and (site.bombardment or not fire):
            rows.append((site.columns, site.id, site.rule))
    return max(rows, key=itemgetter(0), default=(0, "", None))


def bombardment_covers(s: Situation, target: str) -> list[Shift]:
    """Return the terrain shifts against bombardment and air attack.

    ``rules: fortress`` names a region whose hexes are fortified as a whole, for one side.
    Clause: bombardment-columns.
    """
    best = _ground(s, target, fire=True)
    found = [_shift(*best)] if best[0] else []
    fortress = s.terms_if_any(FortressTerms)
    if fortress is None or s.holder(target) != fortress.side:
        return found
    if target in s.board.regions[fortress.region].hexes:
        found.append(_shift(fortress.bombardment_columns, fortress.hexside, fortress.rule))
    return found


def _shift(columns: int, what: str, rule: str | None) -> Shift:
    return Shift("defender", columns, msg("{what}", what=key_ref(f"terrain.{what}")), rule or "")


class TerrainInCombat:
    """A part: terrain that some classes may not attack; lines that help on one side only."""

    @hookimpl
    def attack_objections(self, s: Situation, piece: str, target: str) -> list[Objection]:
        terrain = s.module.terrain[s.board.terrain_at(target)]
        if s.counter(piece).movement_class not in terrain.no_attack:
            return []
        message = msg("{piece} may not attack that terrain.", piece=piece_ref(piece))
        return [object_to(s, message, "no-attack", "combat", pieces=(piece,), hexes=(target,))]

    @hookimpl
    def hex_notes(self, s: Situation, hex: str) -> list[Message]:
        return list(line_notes(s, hex))
