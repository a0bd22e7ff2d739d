"""Railways: a unit that starts on one goes far along it, and neither leaves it nor attacks (9.0).

``rules: railway`` names the kind of network and how many hexes a unit goes in a turn. It must have
started on one, free of enemies: when the whole turn began, or with the option ``rail-start:
own-movement`` when the movement of its side did.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, ClassVar

from tabuleiro.board import StepCosts, reachable
from tabuleiro.engine import Objection, Step, Verdict, hex_ref, msg, piece_ref
from tabuleiro.engine import events as ev
from tabuleiro.engine.verdicts import FORM
from tabuleiro.hooks import hookimpl
from tabuleiro.rules.clauses import clause, object_to
from tabuleiro.rules.ground.board_edges import arrivals
from tabuleiro.rules.ground.movement_points import MOVED
from tabuleiro.rules.ground.special_moves import SpecialMove
from tabuleiro.rules.ground.stacking import full_hexes, stacking_objection
from tabuleiro.rules.ground.zones import enemy_zone
from tabuleiro.rules.victory.objectives import take_path
from tabuleiro_metz.parameters import RailwayTerms

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tabuleiro.engine import Change, Situation

__all__ = ["AT_RAILS", "BY_RAIL", "NoteRails", "Rail", "RailMove", "rail_ends", "rail_moves"]

BY_RAIL = "by-rail"
"""The mark of pieces that went by rail in their last movement phase."""
AT_RAILS = "at-rails"
"""The mark of pieces that stood on a railway, free of enemies, when the turn began."""
_NOTED = "rails-noted"
"""The fact that says in which turn those marks were put."""
_NOWHERE: Mapping[str, tuple[str, ...]] = {}


class NoteRails(Step, frozen=True):
    """A turn begins: those who stand on a railway, free of enemies, get a mark."""

    def run(self, change: Change) -> None:
        """Put the marks, and take away those of the last turn."""
        change.finish()
        for piece, state in change.position.pieces.items():
            fit = _free_on_rails(change, piece)
            if fit != (AT_RAILS in state.marks):
                marks = (AT_RAILS,)
                change.emit(ev.Marked(piece, marks) if fit else ev.Marked(piece, remove=marks))
        change.emit(ev.FactSet(_NOTED, change.turn))


class RailMove(SpecialMove, frozen=True):
    """Move a piece along a railway, from the hex after its own to the last one."""

    listed_if_allowed: ClassVar[bool] = True
    piece: str
    path: tuple[str, ...]

    @property
    def hex(self) -> str:
        """The hex where the train stops."""
        return self.path[-1] if self.path else ""

    def verdict(self, s: Situation, side: str) -> Verdict:
        """Return whether the piece may go by rail along the path, with every reason why not."""
        if s.terms_if_any(RailwayTerms) is None:
            return Verdict.no(msg("This game has no railways."))
        if rail_ends(s, self.piece).get(self.hex) == self.path:
            return Verdict.yes()
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
        take_path(change, self.piece, self.path, "rail")


def rail_moves(s: Situation, side: str, piece: str | None = None) -> Iterator[RailMove]:
    """Return the shortest move by rail of a piece, or of all, to each hex that it can reach."""
    if s.terms_if_any(RailwayTerms) is None:
        return iter(())
    if piece is None:
        rails = _railway_hexes(s)
        on_map = (one for h, stack in s.occupied(side).items() if h in rails for one in stack)
        pieces = (*on_map, *arrivals(s, side))
    else:
        pieces = (piece,) if _may_be_named(s, side, piece) else ()
    return chain.from_iterable(_moves(s, one) for one in pieces)


def _may_be_named(s: Situation, side: str, piece: str) -> bool:
    """Return whether a piece is one of a side's on the board, or may arrive."""
    state = s.position.pieces.get(piece)
    if state is None:
        return False
    return piece in s.occupied(side).get(state.place, ()) or piece in arrivals(s, side)


def _moves(s: Situation, piece: str) -> tuple[RailMove, ...]:
    ends = rail_ends(s, piece)
    return s.cache_by_basis(
        ("rail-moves", piece), ends, lambda: tuple(RailMove(piece, way) for way in ends.values())
    )


def rail_ends(s: Situation, piece: str) -> Mapping[str, tuple[str, ...]]:
    """Return where a piece may go by rail now, with the shortest path to each hex."""
    return s.cache_here(("rail", piece), lambda: _rail_ends(s, piece))


def _rail_ends(s: Situation, piece: str) -> Mapping[str, tuple[str, ...]]:
    if not _on_tracks(s, piece) or any(s.rules.move_objections(s=s, piece=piece)):
        return _NOWHERE
    here, side = s.place(piece), s.side(piece)
    starts = frozenset((here,)) if here in s.board.grid else _entries(s, piece)
    closed, crowded = _closed(s, side), full_hexes(s, side)
    return s.cache_by_basis(
        ("rail-ends", piece),
        (here, starts, closed, crowded),
        lambda: s.cache_here(
            ("rail-search", here, starts), lambda: _search(s, here, starts, closed, crowded)
        ),
    )


def _search(
    s: Situation,
    here: str,
    starts: frozenset[str],
    closed: frozenset[str],
    crowded: frozenset[str],
) -> dict[str, tuple[str, ...]]:
    """Return the shortest path from the nearest start to each hex where a train may stop."""
    index, hexes = s.board.grid.index, s.board.grid.hexes
    entering = here not in starts
    limit = s.terms(RailwayTerms).hexes - entering
    first = sorted(index(h) for h in (starts - closed if entering else starts))
    barred = s.cache_by_basis("rail-barred", closed, lambda: frozenset(map(index, closed)))
    blocked = barred.difference(first)
    reach = reachable(_tracks(s), first, limit, blocked=blocked)
    ways: dict[int, tuple[str, ...]] = {}
    for number, (_, before) in reach.items():
        step = (hexes[number],) if entering or number not in first else ()
        ways[number] = ways.get(before, ()) + step
    return {
        hexes[number]: ways[number]
        for number in sorted(reach)
        if hexes[number] != here and hexes[number] not in crowded
    }


def _tracks(s: Situation) -> StepCosts:
    """Return the railways of a board: each step along them is one hex."""
    kind = s.terms(RailwayTerms).network
    key = ("tracks", kind)
    if key not in s.module.memo:
        links = dict.fromkeys(sorted(s.board.links_of(kind)), 1)
        s.module.memo[key] = StepCosts.build(s.board.grid, {}, links=links)
    found: StepCosts = s.module.memo[key]
    return found


def _closed(s: Situation, side: str) -> frozenset[str]:
    """Return the hexes that no train of a side may enter: enemy hexes and zones."""
    basis = enemy_zone(s, side), s.opposed(side)
    return s.cache_by_basis(("rail-closed", side), basis, lambda: frozenset((*basis[0], *basis[1])))


def _entries(s: Situation, piece: str) -> frozenset[str]:
    """Return the railway hexes of the edges by which a piece may enter now."""
    arrival = arrivals(s, s.side(piece)).get(piece)
    edges: tuple[str, ...] = getattr(arrival, "edges", ())

    def find() -> frozenset[str]:
        places = (place for edge in edges for place in s.board.edges[edge].hexes)
        return frozenset(places) & _railway_hexes(s)

    return s.cache_by_basis(("rail-entries", piece), edges, find)


def _on_tracks(s: Situation, piece: str) -> bool:
    """Return whether a piece started the turn on a railway, free of enemies, or enters by one."""
    state = s.piece(piece)
    if state.place not in s.board.grid:
        return bool(_entries(s, piece))
    if state.spent or MOVED in state.marks:
        return False
    if s.position.facts.get(_NOTED) != s.turn:
        return _free_on_rails(s, piece)
    return AT_RAILS in state.marks and state.place in _railway_hexes(s)


def _free_on_rails(s: Situation, piece: str) -> bool:
    """Return whether a piece stands on a railway now, free of enemies."""
    here = s.place(piece)
    return here in _railway_hexes(s) and here not in enemy_zone(s, s.side(piece))


def _railway_hexes(s: Situation) -> frozenset[str]:
    return s.board.network_hexes(s.terms(RailwayTerms).network)


def _not_ready(s: Situation, piece: str) -> list[Objection]:
    """Return reasons why a piece may not use a railway at all now."""
    return s.cache_here(("rail-ready", piece), lambda: _find_reasons(s, piece))


def _find_reasons(s: Situation, piece: str) -> list[Objection]:
    found = list(s.rules.move_objections(s=s, piece=piece))
    if _on_tracks(s, piece):
        return found
    if s.place(piece) not in s.board.grid:
        message = msg("{piece} cannot enter by rail.", piece=piece_ref(piece))
        found.append(object_to(s, message, "railway-entry", "movement", pieces=(piece,)))
        return found
    message = msg(
        "{piece} did not start the turn on a railway and free of enemies.",
        piece=piece_ref(piece),
    )
    found.append(object_to(s, message, "railway", "movement", pieces=(piece,)))
    return found


def _objections(s: Situation, piece: str, path: tuple[str, ...]) -> list[Objection]:
    found = list(_not_ready(s, piece))
    here, side, grid = s.place(piece), s.side(piece), s.board.grid
    closed, links = _closed(s, side), s.board.links_of(s.terms(RailwayTerms).network)
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
            held = s.holder(there) in s.enemies(side)
            topic = FORM if held else "movement"
            found.append(object_to(s, message, "railway-zone", topic, hexes=(there,)))
        here = there
    limit = s.terms(RailwayTerms).hexes
    if not path or here == s.place(piece):
        found.append(object_to(s, msg("A move needs a path to another hex."), "adjacent", "form"))
    elif len(path) > limit:
        message = msg("By rail a unit goes {n} hexes a turn.", n=limit)
        found.append(object_to(s, message, "railway-limit", "movement", pieces=(piece,)))
    if path and (crowd := stacking_objection(s, piece, here)):
        found.append(crowd)
    return found


class Rail:
    """A part: who starts on a railway may go by train, and does nothing else in that turn."""

    parameters = (RailwayTerms,)
    words = (
        "railway",
        "railway-attack",
        "railway-entry",
        "railway-leave",
        "railway-limit",
        "railway-zone",
    )

    @hookimpl
    def turn_start_steps(self, s: Situation) -> list[Step]:
        """Note who may go by rail in the turn, if that is asked as it begins."""
        whole = s.options.get("rail-start", "turn") == "turn"
        return [NoteRails()] if whole and s.terms_if_any(RailwayTerms) is not None else []

    @hookimpl
    def special_moves(self, s: Situation, side: str, piece: str | None) -> list[SpecialMove]:
        return list(rail_moves(s, side, piece))

    @hookimpl
    def movement_marks(self) -> list[str]:
        return [BY_RAIL]

    @hookimpl
    def move_objections(self, s: Situation, piece: str) -> list[Objection]:
        return _went(s, piece, "railway-leave", "movement")

    @hookimpl
    def attack_bans(self, s: Situation, piece: str) -> list[Objection]:
        return _went(s, piece, "railway-attack", "combat")


def _went(s: Situation, piece: str, rule: str, topic: str) -> list[Objection]:
    """Return the objection to what a piece may not do that went by rail in this turn."""
    if not s.marked(piece, BY_RAIL):
        return []
    message = msg("{piece} went by rail in this turn.", piece=piece_ref(piece))
    return [object_to(s, message, rule, topic, pieces=(piece,))]
