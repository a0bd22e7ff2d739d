"""Railways: a unit that starts on one goes far along it, and neither leaves it nor attacks.

``rules: railway`` names the kind of network and how many hexes a unit goes in a turn.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.board import StepCosts, path_to, reachable
from tabuleiro.engine import Objection, Verdict, hex_ref, msg, piece_ref
from tabuleiro.engine import events as ev
from tabuleiro.mechanics.clauses import clause, object_to
from tabuleiro.mechanics.edges import arrivals
from tabuleiro.mechanics.objectives import take_path
from tabuleiro.mechanics.profiles import BY_RAIL, MOVED
from tabuleiro.mechanics.special import SpecialMove
from tabuleiro.mechanics.stacking import full, stacking_objection
from tabuleiro.mechanics.zones import zone

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tabuleiro.engine import Change, Situation

__all__ = ["RailMove", "rail_ends", "rail_moves"]


class RailMove(SpecialMove, frozen=True):
    """Move a piece along a railway, from the hex after its own to the last one."""

    piece: str
    path: tuple[str, ...]

    @property
    def hex(self) -> str:
        """The hex where the train stops."""
        return self.path[-1] if self.path else ""

    def verdict(self, s: Situation, side: str) -> Verdict:
        """Return whether the piece may go by rail along the path, with every reason why not."""
        if "railway" not in s.module.rules:
            return Verdict.no(msg("This game has no railways."))
        return Verdict.of(_objections(s, self.piece, self.path))

    def carry_out(self, change: Change) -> None:
        """Move the piece; its march is over."""
        change.emit(ev.Moved(self.piece, self.path[-1], self.path))
        change.emit(ev.Marked(self.piece, (MOVED, BY_RAIL)))
        change.say(
            msg("{piece} goes by rail to {hex}.", piece=piece_ref(self.piece),
                hex=hex_ref(self.path[-1])),
            clause(change, "railway"),
        )  # fmt: skip
        take_path(change, self.piece, self.path)


def rail_moves(s: Situation, side: str, piece: str | None = None) -> Iterator[RailMove]:
    """Yield the shortest move by rail of a piece, or of all, to each hex that it can reach."""
    if "railway" not in s.module.rules:
        return
    pieces = [one for stack in s.occupied(side).values() for one in stack]
    for one in (*pieces, *arrivals(s, side)):
        if piece in {None, one}:
            for path in rail_ends(s, one).values():
                yield RailMove(one, path)


def rail_ends(s: Situation, piece: str) -> Mapping[str, tuple[str, ...]]:
    """Return where a piece may go by rail now, with the shortest path to each hex."""
    return s.memo(("rail", piece), lambda: _rail_ends(s, piece))


def _rail_ends(s: Situation, piece: str) -> dict[str, tuple[str, ...]]:
    if _not_ready(s, piece):
        return {}
    grid = s.board.grid
    here, side = s.place(piece), s.side(piece)
    closed = s.memo(("rail-closed", side), lambda: {grid.index(h) for h in _closed(s, side)})
    limit = int(s.parameter("railway")["hexes"])
    starts = [grid.index(here)] if here in grid else []
    if not starts:
        limit -= 1
        starts = [grid.index(h) for h in _entries(s, piece) if grid.index(h) not in closed]
    reach = reachable(_tracks(s), starts, limit, blocked=closed - set(starts))
    found = {}
    for number in sorted(reach):
        place = grid.hexes[number]
        if place != here and not full(s, side, place):
            way = path_to(reach, number)[1 if here in grid else 0 :]
            found[place] = tuple(grid.hexes[n] for n in way)
    return found


def _tracks(s: Situation) -> StepCosts:
    """Return the railways of a board: each step along them is one hex."""
    kind = s.parameter("railway")["network"]
    key = ("tracks", kind)
    if key not in s.module.memo:
        links = dict.fromkeys(s.board.links_of(kind), 1)
        s.module.memo[key] = StepCosts.build(s.board.grid, {}, links=links)
    found: StepCosts = s.module.memo[key]
    return found


def _closed(s: Situation, side: str) -> frozenset[str]:
    """Return the hexes that no train of a side may enter: enemy hexes and zones."""
    enemy = s.enemy(side)
    key = ("rail-closed-hexes", side)
    return s.memo(key, lambda: frozenset((*zone(s, enemy), *s.occupied(enemy))))


def _entries(s: Situation, piece: str) -> set[str]:
    """Return the railway hexes of the edges by which a piece may enter now."""
    return s.memo(("rail-entries", piece), lambda: _find_entries(s, piece))


def _find_entries(s: Situation, piece: str) -> set[str]:
    arrival = arrivals(s, s.side(piece)).get(piece)
    edges = getattr(arrival, "edges", ())
    rails = s.board.network_hexes(s.parameter("railway")["network"])
    return {place for edge in edges for place in s.board.edges[edge].hexes} & rails


def _not_ready(s: Situation, piece: str) -> list[Objection]:
    """Return reasons why a piece may not use a railway at all now."""
    return s.memo(("rail-ready", piece), lambda: _find_reasons(s, piece))


def _find_reasons(s: Situation, piece: str) -> list[Objection]:
    found = list(s.rules.move_objections(s=s, piece=piece))
    kind = s.parameter("railway")["network"]
    here, state = s.place(piece), s.piece(piece)
    if here not in s.board.grid:
        if not _entries(s, piece):
            message = msg("{piece} cannot enter by rail.", piece=piece_ref(piece))
            found.append(object_to(s, message, "railway-entry", "movement", pieces=(piece,)))
        return found
    ready = here in s.board.network_hexes(kind) and not state.spent and MOVED not in state.marks
    if not ready or here in zone(s, s.enemy(s.side(piece))):
        message = msg(
            "{piece} did not start the turn on a railway and free of enemies.",
            piece=piece_ref(piece),
        )
        found.append(object_to(s, message, "railway", "movement", pieces=(piece,)))
    return found


def _objections(s: Situation, piece: str, path: tuple[str, ...]) -> list[Objection]:
    found = list(_not_ready(s, piece))
    here, side, grid = s.place(piece), s.side(piece), s.board.grid
    closed, links = _closed(s, side), s.board.links_of(s.parameter("railway")["network"])
    entering = here not in grid
    for there in path:
        first = entering and there == path[0]
        if not (there in _entries(s, piece) if first else (here, there) in links):
            message = msg("No railway leads {piece} to {hex}.", piece=piece_ref(piece),
                          hex=hex_ref(there))  # fmt: skip
            found.append(object_to(s, message, "railway-leave", "form", pieces=(piece,)))
            return found
        if there in closed:
            message = msg("The railway is not free in {hex}.", hex=hex_ref(there))
            found.append(object_to(s, message, "railway-zone", "movement", hexes=(there,)))
        here = there
    limit = int(s.parameter("railway")["hexes"])
    if not path or here == s.place(piece):
        found.append(object_to(s, msg("A move needs a path to another hex."), "adjacent", "form"))
    elif len(path) > limit:
        message = msg("By rail a unit goes {n} hexes a turn.", n=limit)
        found.append(object_to(s, message, "railway-limit", "movement", pieces=(piece,)))
    elif crowd := stacking_objection(s, piece, here):
        found.append(crowd)
    return found
