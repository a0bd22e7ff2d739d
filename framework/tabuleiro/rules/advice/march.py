"""Movement of the simple player: who goes where in a phase, thought out once at its beginning."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from tabuleiro.board import reachable
from tabuleiro.engine import events as ev
from tabuleiro.engine import is_exit
from tabuleiro.rules.advice.fight import Fight, combat_table
from tabuleiro.rules.advice.sense import heals, margin, supposed
from tabuleiro.rules.air.air_points import air_points
from tabuleiro.rules.combat.duty_to_attack import attack_objections
from tabuleiro.rules.combat.shifts import UnityTerms, complete_formations
from tabuleiro.rules.combat.terrain import cover
from tabuleiro.rules.ground.board_edges import exit_edges
from tabuleiro.rules.ground.land_units import enemy_troops, land_units
from tabuleiro.rules.ground.movement import destinations
from tabuleiro.rules.ground.movement_points import class_costs
from tabuleiro.rules.ground.stacking import limit
from tabuleiro.rules.ground.zones import dominates, enemy_zone
from tabuleiro.rules.victory.control import controller

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from tabuleiro.rules.advice.sense import Sense

__all__ = ["March", "threat_cover"]

_WORTH_IT: Final = 0.6
"""An assault is prepared if it promises so many points."""
_WORTH_STAYING: Final = -0.8
"""An engaged piece stays if the assault that it owes promises no less."""
_BOLD: Final = -1.5
"""The same for the side that wants the objectives."""
_AIR_A_TARGET: Final = 8
_STRAY: Final = 0.8
_IN_ZONE: Final = 4.0
_NEAR: Final = 2
_TIRED: Final = 2.0
"""How much a reduced piece that could recover keeps away from the enemy."""
_FRONT: Final = (1, 2, 3)
"""How far from the enemy a line is drawn."""
_BAR: Final = 2.0


class March:
    """Where the pieces of a side shall stand at the end of the phase."""

    def __init__(self, sense: Sense, pieces: Sequence[str], fight: type[Fight] = Fight) -> None:
        """Think out the phase for the pieces that may move; ``fight`` reckons their assaults."""
        s = sense.s
        self.sense = sense
        self._fight = fight
        self.pieces = list(pieces)
        self.reach = {piece: destinations(s, piece) for piece in pieces}
        self.danger = enemy_zone(s, sense.side)
        self.enemies = enemy_troops(s, sense.side)
        self.orders: dict[str, str] = {}
        self._free = set(pieces)
        self._planned = {place: len(own) for place, own in land_units(s, sense.side).items()}
        self._fields: dict[str, dict[str, float]] = {}
        self._covers: dict[str, int] = {}
        self._attacks = sense.attacks()
        self._gaps = sense.gaps()
        self._barred: set[str] = set()
        self._tired = self._find_tired()
        self._gates: dict[str, float] = {} if self._attacks else self._find_gates()
        self._posts = self._find_posts()
        self._leave()
        self._prepare_assaults()
        self._withdraw()
        self._go_on()

    def _find_tired(self) -> set[str]:
        """Return the reduced pieces that leave the line, to recover."""
        s = self.sense.s
        return {p for p in self.pieces if s.piece(p).losses} if heals(s, self.sense.side) else set()

    def _send(self, piece: str, place: str) -> None:
        """Order a piece to a place (or to stay) and keep count of the room."""
        s = self.sense.s
        here = s.place(piece)
        self._free.discard(piece)
        if place in s.board.grid and self._gates:
            self._barred.update((place, *s.board.grid.neighbours(place)))
        if place == here:
            return
        self.orders[piece] = place
        self._planned[here] = self._planned.get(here, 0) - 1
        self._planned[place] = self._planned.get(place, 0) + 1

    def _room(self, place: str) -> bool:
        return self._planned.get(place, 0) < limit(self.sense.s, self.sense.side, place)

    # leaving the board

    def _leave(self) -> None:
        """Send pieces off the board where the score says that it pays."""
        s, side = self.sense.s, self.sense.side
        now = margin(s, side)
        last = s.turn >= s.scenario.last_turn
        groups: dict[str, list[str]] = {}
        for piece in self.pieces:
            if any(is_exit(place) for place in self.reach[piece]):
                groups.setdefault(s.counter(piece).formation or piece, []).append(piece)
        for group in groups.values():
            for way in sorted({p for piece in group for p in self.reach[piece] if is_exit(p)}):
                able = [p for p in group if way in self.reach[p] and p in self._free]
                gone = supposed(s, [ev.Moved(piece, way) for piece in able])
                if able and margin(gone, side) - now >= (1 if last else 2.5 * len(able)):
                    for piece in able:
                        self._send(piece, way)

    # assaults

    def _prepare_assaults(self) -> None:
        """Bring pieces next to the enemies that it pays to attack, the best prospects first."""
        sense = self.sense
        table = combat_table(sense)
        guns = {p for p in self.pieces if sense.s.counter(p).values.get("range")}
        air = self._air()
        fights = []
        for target in self.enemies:
            fight = self._fight(sense, target, table)
            able = self._able(target, guns)
            if able:
                fights.append((self._prospect(fight, able, air, guns)[0], target, fight))
        for promise, target, fight in sorted(fights, key=lambda f: (-f[0], f[1])):
            if promise < _WORTH_IT:
                break
            able = self._able(target, guns)
            worth, chosen, points = self._prospect(fight, able, air, guns)
            if worth >= _WORTH_IT:
                air -= points
                for piece, place in chosen:
                    self._send(piece, place)

    def _air(self) -> int:
        """Return the points of aircraft that can support attacks in this turn."""
        return air_points(self.sense.s, self.sense.side)

    def _air_over(self, target: str, left: int) -> int:
        """Return the points of those that are left that would support an attack on a hex."""
        del target
        return min(left, _AIR_A_TARGET)

    def _ships(self, target: str, pieces: Sequence[str]) -> float:
        """Return what ships add to an attack of some pieces on a hex: nothing in most games."""
        del target, pieces
        return 0.0

    def _able(self, target: str, guns: Iterable[str]) -> list[tuple[str, list[str]]]:
        """Return the free pieces that could attack a hex, each with from where."""
        s = self.sense.s
        ring = [h for h in s.board.grid.neighbours(target) if h not in self.enemies]
        found = []
        for piece in self.pieces:
            if piece not in self._free or piece in guns or piece in self._tired:
                continue
            here = s.place(piece)
            spots = [here] if here in ring else [h for h in ring if h in self.reach[piece]]
            if spots and not attack_objections(s, piece, target):
                found.append((piece, spots))
        return sorted(found, key=self._rank([piece for piece, _ in found], ring))

    def _rank(self, able: Sequence[str], ring: Sequence[str]) -> Callable[[tuple[str, Any]], Any]:
        """Return an order: those who are there, then complete formations, then the strongest."""
        s, strength = self.sense.s, self.sense.strength
        unity = s.terms(UnityTerms).unity_shift
        whole = set(complete_formations(s, able)) if unity else set()

        def key(found: tuple[str, Any]) -> tuple[bool, bool, str, float, str]:
            piece = found[0]
            formation = s.counter(piece).formation
            complete = formation in whole
            name = str(formation) if complete else ""
            away = s.place(piece) not in ring
            return away, not complete, name, -strength(piece, "attack"), piece

        return key

    def _prospect(
        self, fight: Fight, able: Sequence[tuple[str, list[str]]], air: int, guns: Iterable[str]
    ) -> tuple[float, list[tuple[str, str]], int]:
        """Return the best promise of an assault, who comes from where, and the air points."""
        s, strength = self.sense.s, self.sense.strength
        distance = s.board.grid.distance
        points = self._air_over(fight.target, air)
        attack = float(points)
        for gun in guns:
            place = s.place(gun)
            if place in s.board.grid and distance(place, fight.target) <= s.value(gun, "range"):
                attack += strength(gun, "attack") / 2
        best: tuple[float, list[tuple[str, str]], int] = (float("-inf"), [], 0)
        chosen: list[tuple[str, str]] = []
        taken: dict[str, int] = {}
        for piece, spots in able:
            spot = self._spot(fight, piece, spots, taken)
            if spot is None:
                continue
            place = spot
            taken[place] = taken.get(place, 0) + (place != s.place(piece))
            chosen = [*chosen, (piece, place)]
            attack += strength(piece, "attack")
            pieces = [p for p, _ in chosen]
            column = fight.column(attack + self._ships(fight.target, pieces),
                                  {h for _, h in chosen}, pieces)  # fmt: skip
            worth = fight.worth(column, pieces) - sum(self._leaving(p, h) for p, h in chosen)
            if worth > best[0]:
                best = (worth, chosen, points)
        return best

    def _leaving(self, piece: str, place: str) -> float:
        """Return what it costs to send a piece to an assault; a defender leaves no line for it."""
        here = self.sense.s.place(piece)
        if self._attacks or place == here or here not in self.sense.s.board.grid:
            return 0.1
        gone = 0.5 if self._to_enemy(here) in _FRONT else 0.2
        return gone + _STRAY * self.sense.s.board.grid.distance(here, place)

    def _spot(
        self, fight: Fight, piece: str, spots: Sequence[str], taken: dict[str, int]
    ) -> str | None:
        """Return from where a piece best attacks: over an open side, itself in cover."""
        s = self.sense.s
        if s.place(piece) in spots:
            return s.place(piece)
        free = [
            h for h in spots
            if self._planned.get(h, 0) + taken.get(h, 0) < limit(s, self.sense.side, h)
        ]  # fmt: skip
        return max(
            free,
            key=lambda h: (-cover(s, fight.target, [h], fight.enemy), self._cover(h), h),
            default=None,
        )

    # everybody else

    def _withdraw(self) -> None:
        """Take engaged pieces out of assaults that promise nothing, unless they need not attack."""
        s = self.sense.s
        for piece in sorted(self._free):
            here = s.place(piece)
            if here not in self.danger:
                continue
            if dominates(s, piece):
                self._send(piece, here)
                continue
            stacks = [p for p in s.at(here) if p in self._free]
            worth = max(
                (
                    fight.worth(
                        fight.column(self.sense.total(stacks, "attack"), [here], stacks), stacks
                    )
                    for fight in self._fights_at(here)
                ),
                default=0.0,
            )
            ways = [h for h in self.reach[piece] if h in s.board.grid and h not in self.danger]
            bold = _BOLD if self._attacks and piece not in self._tired else _WORTH_STAYING
            if (worth >= bold and not self.sense.trapped(here)) or not ways:
                self._send(piece, here)

    def _fights_at(self, place: str) -> list[Fight]:
        near = self.sense.s.board.grid.neighbours(place)
        return [self._fight(self.sense, h) for h in near if h in self.enemies]

    def _go_on(self) -> None:
        """Send the rest where it does most good, those that have least choice first."""
        s = self.sense.s
        for piece in sorted(self._free, key=lambda p: (len(self.reach[p]), p)):
            here = s.place(piece)
            ways = [h for h in self.reach[piece] if h in s.board.grid and self._room(h)]
            if here in s.board.grid:
                ways.append(here)
            if ways:
                self._send(piece, max(ways, key=lambda h: (self.value(piece, h), h == here, h)))

    def value(self, piece: str, place: str) -> float:
        """Return how good it is for a piece to stand in a hex without attacking from it."""
        s, sense = self.sense.s, self.sense
        crowd = self._planned.get(place, 0) - (s.place(piece) == place)
        worth = -0.15 * crowd
        if place in self.danger:
            worth -= _IN_ZONE
        if place in sense.wanted():
            worth += sense.wanted()[place]
        near = self._to_enemy(place)
        if near <= _NEAR and piece in self._tired:
            worth -= _TIRED
        if s.counter(piece).values.get("range"):
            best = max(_NEAR, s.value(piece, "range") - 1)
            return worth - abs(near - best)
        if near <= _NEAR + 1:
            worth += 0.3 * self._cover(place)
        if self._attacks:
            return worth - self._progress(piece, place)
        return worth + self._guard(place) + _BAR * self._shut(place)

    def _progress(self, piece: str, place: str) -> float:
        """Return how many turns of marching lie between a hex and the nearest goal."""
        s = self.sense.s
        name = str(s.counter(piece).movement_class)
        if name not in self._fields:
            grid = s.board.grid
            goals = [grid.index(h) for h in self.sense.wanted() or self.enemies]
            reach = reachable(class_costs(s.module, name), goals) if goals else {}
            self._fields[name] = {grid.hexes[n]: cost for n, (cost, _) in reach.items()}
        points = max(2 * s.value(piece, "move"), 1)
        return 3 * self._fields[name].get(place, 99) / points

    def _find_posts(self) -> dict[str, float]:
        """Return the hexes worth guarding: own objectives, the more the nearer the enemy is."""
        s, sense = self.sense.s, self.sense
        return {
            place: worth / (2 + self._to_enemy(place)) / (1 + 0.5 * len(s.at(place)))
            for place, worth in sense.stakes.goals.items()
            if worth > 0 and controller(s, place) == sense.side
        }

    def _guard(self, place: str) -> float:
        distance = self.sense.s.board.grid.distance
        found = (
            worth / (1 + distance(place, post) + 0.6 * self._planned.get(post, 0))
            for post, worth in self._posts.items()
        )
        return 2 * sum(found) - 0.1 * self._to_enemy(place)

    def _to_enemy(self, place: str) -> int:
        return self._gaps.get(place, 99)

    # a line

    def _find_gates(self) -> dict[str, float]:
        """Return the hexes through which the enemy comes next, the more urgent the nearer home."""
        s, sense = self.sense.s, self.sense
        grid = s.board.grid
        goals = [grid.index(h) for h, worth in sense.stakes.goals.items() if worth > 0]
        goals += [grid.index(h) for foe in s.enemies(sense.side) for h in exit_edges(s, foe)]
        names = {
            str(s.counter(p).movement_class) for pieces in self.enemies.values() for p in pieces
        }
        fields = [reachable(class_costs(s.module, name), goals) for name in names] if goals else []
        found = {}
        for place, gap in self._gaps.items():
            if gap in _FRONT:
                ways = [field[n][0] for field in fields if (n := grid.index(place)) in field]
                if ways:
                    found[place] = 1 / (1 + min(ways) / 12)
        return found

    def _shut(self, place: str) -> float:
        """Return how much a piece in a hex would bar of what nobody bars yet."""
        near = (place, *self.sense.s.board.grid.neighbours(place))
        return sum(self._gates.get(h, 0.0) for h in near if h not in self._barred)

    def _cover(self, place: str) -> int:
        if place not in self._covers:
            self._covers[place] = threat_cover(self.sense, place)
        return self._covers[place]


def threat_cover(sense: Sense, place: str) -> int:
    """Return the columns that protect a hex on the weakest of the sides that face the enemy."""
    s = sense.s
    near = s.board.grid.neighbours(place)
    gaps = sense.gaps()
    here = gaps.get(place, 0)
    facing = [h for h in near if gaps.get(h, 0) < here] or near
    return min(cover(s, place, [h], sense.side) for h in facing)
