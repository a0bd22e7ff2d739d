"""What a map shows of a match: stacks, pieces beside the board, lit hexes, the path of a move."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QLineF, QPointF

from tabuleiro.engine import OFF, exit_place, is_exit
from tabuleiro.engine import events as ev
from tabuleiro.host.counter import face_of, has_sizes
from tabuleiro.host.duties import must_fight
from tabuleiro.host.gestures import aim, path_of, piece_of
from tabuleiro.host.map.front import front_of
from tabuleiro.host.map.margins import shore_place
from tabuleiro.host.map.offshore import AFLOAT, COLUMNS, landing_parties, waters
from tabuleiro.host.map.other_ways import Ways, ways_in
from tabuleiro.host.map.overlays import WIDE
from tabuleiro.host.map.picture import SCALE
from tabuleiro.host.map.stacks import Mark, growth
from tabuleiro.host.map.states import signs
from tabuleiro.host.map.travel import Travel
from tabuleiro.host.words import counter_of, in_order, points
from tabuleiro.i18n import _, language
from tabuleiro.module.places import holder_in

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence

    from tabuleiro.engine import Action, Decision
    from tabuleiro.host.counter import AnyBadge, Face
    from tabuleiro.host.map.stacks import StackItem
    from tabuleiro.host.map.view import BoardView
    from tabuleiro.host.seat import Seat
    from tabuleiro.seats import Sight, ToldRow

__all__ = ["Showing", "edge_strips"]

_MANY: Final = 40
_SHORE_HEXES: Final = 12
_MOST_BESIDE: Final = 200
"""So many pieces that lie beside a free table are shown; the tray says how many more there are."""
_WAITING: Final = "enter."
_BESIDE: Final = 6 * SCALE
"""So far from where it enters a piece may wait for its way to begin there."""
"""Begins the name of a stack of pieces that wait beside the board."""


def edge_strips(seat: Seat) -> list[str]:
    """Return the stretches of edge by which somebody may leave or enter in a match."""
    s = seat.sight
    ways = (seat.ask("exits", of=side).values() for side in s.module.sides)
    named = {name for places in ways for names in places for name in names}
    named.update(edge for entry in s.scenario.reinforcements for edge in entry.edges or ())
    return [name for name in s.board.edges if name in named]


def shores(seat: Seat) -> tuple[tuple[str, ...], ...]:
    """Return the few hexes where pieces arrive, as regions."""
    s = seat.sight
    found = (shore_of(s, entry) for entry in s.scenario.reinforcements)
    return tuple(dict.fromkeys(regions for regions in found if regions))


def shore_of(s: Sight, arrival: object) -> tuple[str, ...]:
    """Return the regions where somebody arrives, if they are so small that this says where."""
    regions = tuple((getattr(arrival, "where", None) or {}).get("regions", ()))
    hexes = {hex for name in regions for hex in s.board.regions[name].hexes}
    return regions if len(hexes) <= _SHORE_HEXES else ()


def _common(targets: Mapping[str, Sequence[Action]]) -> frozenset[str]:
    """Return the kinds of plans that are possible nearly everywhere within range.

    Where nothing else can be done they are not lit, or half the board would be, and what matters
    could not be seen.
    """
    kinds = Counter(
        kind
        for actions in targets.values()
        for kind in {action.kind for action in actions if piece_of(action) is None}
    )
    return frozenset(kind for kind, places in kinds.items() if places > _MANY)


class Showing:
    """Puts on a map what a seat may see."""

    def __init__(
        self,
        seat: Seat,
        view: BoardView,
        signs: Callable[[str], tuple[AnyBadge, ...]] | None = None,
    ) -> None:
        """Show the match of a seat; ``signs`` says which more signs a counter has."""
        self.seat = seat
        self.view = view
        self._signs = signs
        self.at_hand: Callable[[Collection[str]], bool] = lambda _pieces: False
        """Returns whether pieces that are asked for can be chosen without looking at the map."""
        self.bare = False
        """Whether nothing of what is asked now is shown: for a picture."""
        self.in_battle: Callable[[], bool] = lambda: False
        """Returns whether a battle is looked at: then a new phase does not lead elsewhere."""
        self.ways = Ways()
        """How the places are reached that are lit."""
        self.travel = Travel(view, view)
        self.travel.ended.connect(self.stacks)
        self._used: list[str] = []
        self._stood: dict[str, QPointF] = {}
        self._before: dict[str, QPointF] = {}
        self._moved: list[ev.Moved] = []
        self._asked: tuple[object, ...] | None = None
        self._phase: tuple[object, ...] | None = None
        self._room: dict[str, int] = {}
        """For how many each place beside the board has had room since the phase began."""
        self._room_of: tuple[object, ...] | None = None
        self._faces_of: tuple[object, ...] = (None, None, None)
        self._faces: dict[str, tuple[tuple[AnyBadge, ...], Face]] = {}
        """The faces of what is seen now, each with the more signs that it had."""
        view.resized.connect(self._bring_asked)
        view.beside.lay_out(edge_strips(seat), shores(seat))
        self._strips = [id for id in view.beside.spots if is_exit(id)]
        ways = (seat.ask("exits", of=side).values() for side in seat.sight.module.sides)
        self._exits = {exit_place(name) for places in ways for at in places for name in at}
        self._left_by: set[str] = set()
        """The edges by which somebody could leave since the phase began."""
        view.lay_beside()
        view.zoomed.connect(self._lay_beside)

    # counters

    def stacks(self) -> None:
        """Show the stacks as they are now."""
        view, grid = self.view, self.view.board.grid
        position = self.seat.sight.position
        places = [p for p in position.stacks if p in grid or (p in view.beside.spots and p != OFF)]
        shown: dict[str, tuple[str, ...]] = {}
        for place in places:
            pieces = self.seat.stack(place)
            if pieces:
                shown[place] = pieces
        used = [place for place in shown if place not in grid]
        if self.seat.free_hand:
            used += [*view.board.boxes, *self._strips]
            used += () if self.seat.module.free_table else [OFF]  # there it has its own list
        for spot, waiting in self.waiting().items():
            shown[_WAITING + spot] = waiting
            used.append(spot)
        shown.update({AFLOAT + hex: party for hex, party in landing_parties(self.seat).items()})
        self._used = used
        numbers = {
            place.removeprefix(_WAITING): len(pieces)
            for place, pieces in shown.items()
            if place.startswith(_WAITING)
        }
        self._keep_room(numbers)
        shown_beside = [*self._left_by, *used, *self._room]
        if view.beside.take(self._room, shown_beside, self._largest(shown), self._not_drawn()):
            view.lay_beside()
        self._put(shown)
        self._lay_beside()
        goals = {goal.hex for goal in self.seat.sight.scenario.objectives}
        view.clear_names(sorted(hex for hex in goals if hex in grid))
        self._fit_phase(numbers)

    def _not_drawn(self) -> int:
        """Return how many pieces beside a free table find no room in its tray."""
        s = self.seat.sight
        return max(0, len(s.at(OFF)) - _MOST_BESIDE) if s.module.free_table else 0

    def _largest(self, shown: Mapping[str, tuple[str, ...]]) -> tuple[float, float]:
        """Return how much room the pieces in boxes need at most, in counters."""
        boxes = self.view.board.boxes
        if not has_sizes(self.seat.module):
            return 1.0, 1.0
        found = [self.face(p).box for place, some in shown.items() if place in boxes for p in some]
        wide, high = zip((1.0, 1.0), *found, strict=True)
        return max(wide), max(high)

    def _keep_room(self, waiting: Mapping[str, int]) -> None:
        """Keep the room of those who waited when the phase began: no tray moves as one empties.

        An edge that nobody can leave by has none: the board is as large as it can be.
        """
        s = self.seat.sight
        now = (s.turn, s.phase.id if s.phase else "", self.seat.looking_back, self.seat.viewer)
        if now != self._room_of:
            self._room_of, self._room, self._left_by = now, {}, set()
        most = {id: max(number, self._room.get(id, 0)) for id, number in waiting.items()}
        self._room = {**self._room, **most}
        if self._exits:
            self._left_by |= self._exits & {aim(action) for action in self.seat.legal()}

    def _fit_phase(self, waiting: Collection[str]) -> None:
        """In a new phase have in sight who waits, while nobody looks elsewhere; else never jump."""
        s, view = self.seat.sight, self.view
        decision = self.seat.decision()
        asked = decision.side if decision is not None and decision.kind == "phase" else ""
        now = (s.turn, s.phase.id if s.phase else "", self.seat.looking_back, asked)
        if self.in_battle():
            return
        before, self._phase = self._phase, now
        if before in {None, now} or not view.following:
            return
        wanted = [view.beside.spots[id].area for id in waiting]
        if view.frame is None:
            wanted.append(view.whole)
        begins = not before[1]  # all are placed: the room of who was to be placed is free
        if begins or not all(view.seen().contains(area) for area in wanted) or view.too_small():
            view.frame = front_of(self) if view.frame is not None else None
            view.fit_again()

    def _lay_beside(self) -> None:
        """Put the stacks beside the board where their places are at this zoom, as large as them."""
        spots = self.view.beside.spots
        for place, item in self.view.stacks.items():
            spot = spots.get(place.removeprefix(_WAITING))
            if spot is None:
                item.settle(item.home, growth(self.view.zoom) if item.grows else 1.0)
            elif place.startswith(_WAITING):
                item.spread(spot.columns(len(item.pieces)))
                item.settle(spot.waiting, spot.by)
            else:
                item.settle(spot.gone, spot.by)

    def _put(self, shown: Mapping[str, tuple[str, ...]]) -> None:
        view, seat = self.view, self.seat
        marks, away = self._marks(), self.travel.away
        view.keep_stacks(shown)
        at_sea: list[str] = []
        for place, pieces in shown.items():
            if place.startswith(_WAITING):
                item = self._tray(place, pieces)
            elif place.startswith(AFLOAT):
                hex = place.removeprefix(AFLOAT)
                at_sea.append(waters(seat.sight, hex, pieces[0], at_sea))
                item = view.stack(place, view.middle(at_sea[-1]))
                item.spread(COLUMNS)
            else:
                item = view.stack(place)
            faces = [self.face(piece) for piece in pieces]
            inside = {piece: within for piece in pieces if (within := self._inside(piece))}
            lies = {p: how for p in pieces if (how := counter_of(seat.module, p).lies)}
            item.show_pieces(pieces, faces, marks=marks, away=away, inside=inside, lies=lies)
        if not away:
            self._stood = {
                piece: item.middle_of(piece)
                for item in view.stacks.values()
                for piece in item.pieces
            }
        view.viewport().update()

    def _inside(self, around: str) -> list[tuple[str, Face]]:
        """Return what is seen inside of a piece, and inside of that."""
        found = []
        for piece in self.seat.sight.inside(around):
            found += [(piece, self.face(piece)), *self._inside(piece)]
        return found

    def _marks(self) -> dict[str, frozenset[Mark]]:
        """Return what the frames round the counters say."""
        seat, found = self.seat, defaultdict[str, set[Mark]](set)
        decision = None if self.bare else seat.decision()
        draft = seat.ask("draft") if decision is not None else None
        for piece in decision.pieces if decision and decision.kind != "phase" else ():
            found[piece].add(Mark.CANDIDATE)
        for piece in draft.pieces if draft is not None else ():
            found[piece].add(Mark.JOINED)
        for piece in must_fight(decision):
            found[piece].add(Mark.MUST)
        for piece in seat.selection:
            found[piece].add(Mark.SELECTED)
        return {piece: frozenset(marks) for piece, marks in found.items()}

    def _tray(self, place: str, pieces: Sequence[str]) -> StackItem:
        """Return the stack of pieces that wait in a place, side by side."""
        spot = self.view.beside.spots[place.removeprefix(_WAITING)]
        item = self.view.stack(place, spot.waiting)
        item.spread(spot.columns(len(pieces)))
        return item

    def waiting(self) -> dict[str, tuple[str, ...]]:
        """Return the pieces that may come onto the board now, by the place where they wait."""
        s, decision = self.seat.sight, self.seat.decision()
        if s.module.free_table:
            beside = in_order(s.module, s.at(OFF))[:_MOST_BESIDE]
            return {OFF: beside} if beside else {}
        coming: dict[str, str] = {}
        for side in s.module.sides:
            for piece, arrival in self.seat.ask("arrivals", of=side).items():
                edges = getattr(arrival, "edges", ()) or ()
                shore = shore_of(s, arrival)
                other = shore_place(shore) if shore else OFF
                coming[piece] = next((f"exit.{e}" for e in edges if e in s.board.edges), other)
        for piece in decision.pieces if decision else ():
            if piece in s.position.pieces and s.place(piece) == OFF:
                coming.setdefault(piece, OFF)
        found: dict[str, tuple[str, ...]] = {}
        afloat = self.seat.ask("afloat")
        for piece, spot in coming.items():
            if piece not in afloat and s.place(piece) == OFF and self.seat.seen(piece):
                spot = spot if spot in self.view.beside.spots else OFF  # noqa: PLW2901
                found[spot] = (*found.get(spot, ()), piece)
        return found

    def face(self, piece: str) -> Face:
        """Return how a piece looks now; made once while the same is seen and asked."""
        seat = self.seat
        s = seat.sight
        now = (s, seat.decision(), language())
        if any(new is not old for new, old in zip(now, self._faces_of, strict=True)):
            self._faces_of, self._faces = now, {}
        more = self._signs(piece) if self._signs is not None else ()
        made = self._faces.get(piece)
        if made is None or made[0] != more:
            seen = s.seen(piece) if piece in s.position.pieces else None
            badges = (*signs(seat, piece), *more)
            made = (more, face_of(s.module, counter_of(s.module, piece), seen, badges))
            self._faces[piece] = made
        return made[1]

    # moves that are seen

    def note(self, row: ToldRow) -> None:
        """A row was added: what moved in it will travel when the position is shown."""
        if not self._moved:  # several rows may come before they are shown
            self._before = dict(self._stood)
            self.travel.finish()
        self._moved += [event for event in row.events if isinstance(event, ev.Moved)]

    def depart(self) -> None:
        """Let travel what moved since the last position was shown."""
        moved, self._moved = self._moved, []
        journeys: dict[str, tuple[Face, list[QPointF]]] = {}
        for event in moved:
            start = self._before.get(event.was or event.piece)
            path = [self.ground(place) for place in event.path or (event.to,)]
            path = [place for place in path if self.view.knows(place)]
            if start is None or not path or not self.seat.seen(event.piece):
                continue
            before = journeys.get(event.piece)
            points = list(before[1]) if before else [start]
            points += [self.view.middle(place) for place in path]
            journeys[event.piece] = (self.face(event.piece), points)
        self._stood |= {piece: points[-1] for piece, (_face, points) in journeys.items()}
        if journeys:
            self.travel.start(journeys, self.seat.pace_ms)

    def ground(self, place: str) -> str:
        """Return a place, or where the piece is that it is the inside of."""
        s, holder = self.seat.sight, holder_in(place)
        known = holder is not None and holder in s.position.pieces
        return s.whereabouts(str(holder)) if known else place

    # lit hexes and paths

    def light(self, targets: Mapping[str, Sequence[Action]]) -> None:
        """Light what can be done with the selected pieces, and what is asked for."""
        seat, view, s = self.seat, self.view, self.seat.sight
        common = _common(targets)
        mine = s.side(seat.selection[0]) if seat.selection else None
        legal: dict[str, str] = {}
        aims: dict[str, str] = {}
        for place, actions in targets.items():
            moves = [action for action in actions if path_of(action)]
            plans = not any(piece_of(action) for action in actions)
            theirs = s.holder(place) in (s.module.sides if mine is None else s.enemies(mine))
            if plans and not theirs and all(action.kind in common for action in actions):
                continue
            if not plans and (moves or not theirs):
                legal[place] = self._lit_words(moves)
            else:
                aims[place] = ""
        self.ways = ways_in({place: targets[place] for place in legal})
        decision = None if self.bare else seat.decision()
        if decision is not None and not seat.selection and decision.kind == "phase":
            enemies = s.enemies(decision.side)
            foes = [hex for hex in decision.hexes if s.holder(hex) in enemies]
            aims.update(dict.fromkeys(foes, ""))
            legal.update(dict.fromkeys(set(decision.hexes).difference(foes), ""))
        if decision is not None and not seat.selection and decision.kind == "path":
            legal.update(dict.fromkeys(decision.hexes, ""))
        if decision is not None and decision.kind in {"allocate", "choose"}:
            aims.update(dict.fromkeys(decision.hexes, ""))
        self._look_where_asked(decision)
        otherwise = {place: legal[place] for place in legal if place in self.ways.others}
        usual = {place: words for place, words in legal.items() if place not in otherwise}
        for name, lit in (("legal", usual), ("otherwise", otherwise)):
            view.light(name, lit, joined=len(lit) > WIDE and not any(lit.values()))
        view.light("targets", aims)
        view.beside.show_places(self._used, legal, aims)

    def _lit_words(self, moves: Sequence[Action]) -> str:
        """Return what a unit has left there, of several the least; or how many of them can go."""
        chosen = len(self.seat.selection)
        first = {piece_of(action): action for action in reversed(moves)}
        if len(first) < chosen:
            return _("{n} of {all}").format(n=len(first), all=chosen) if first else ""
        left = [self._left(action) for action in first.values()]
        known = [halves for halves in left if halves is not None]
        return points(min(known)) if known else ""

    def _look_where_asked(self, decision: Decision | None) -> None:
        """Look where something else than before is asked; what a phase asks may be anywhere."""
        now = None
        if decision is not None and decision.kind != "phase":
            now = (decision.side, decision.kind, decision.pieces, decision.hexes)
        if now != self._asked:
            self._asked = now
            self._bring_asked()

    def _bring_asked(self) -> None:
        """Bring into sight where something is asked, if nothing of it can be seen."""
        decision = self.seat.decision() if self._asked is not None else None
        if decision is None or (not decision.hexes and self.at_hand(decision.pieces)):
            return
        pieces = self.seat.sight.position.pieces
        places = decision.hexes or tuple(self.seat.sight.place(p) for p in decision.pieces
                                         if p in pieces)  # fmt: skip
        spots = [self.view.middle(place) for place in places if self.view.knows(place)]
        seen = self.view.seen()
        if spots and not any(seen.contains(spot) for spot in spots):
            self.view.bring(spots[0])

    def _left(self, action: Action) -> int | None:
        """Return the half points that a piece has left after a move."""
        price = self.seat.offer(action).price
        if price is None:
            return None
        had, spent = self.seat.ask("points", piece=piece_of(action))
        left: int = had - spent - price
        return max(0, left)

    def prices(self, action: Action) -> list[str]:
        """Return the points spent after each hex of a move."""
        return [points(spent) for spent in self.seat.offer(action).steps]

    def route(self, action: Action) -> list[QPointF]:
        """Return the points of the scene through which an action leads its piece."""
        view, piece = self.view, piece_of(action)
        spots = [view.middle(place) for place in path_of(action) if view.knows(place)]
        item = view.stack_of(piece) if piece else None
        if item is not None:
            beside = item.place not in view.board.grid
            begin = item.middle_of(str(piece)) if beside else item.pos()
            away = QLineF(begin, spots[0]).length() if beside and spots else 0
            if away <= _BESIDE:  # from farther off the line would cross the board to no purpose
                spots.insert(0, begin)
        return spots

    def show_path(self, actions: Sequence[Action], prices: Sequence[str] = ()) -> None:
        """Draw the way of the first action, and of the others more faintly.

        At its hexes stand these prices, or else those that the rules tell.
        """
        ways = [action for action in actions if path_of(action)]
        if not ways:
            self.view.show_way([])
            return
        others = [self.route(action) for action in ways[1:]]
        told = prices or self.prices(ways[0])
        self.view.show_way(self.route(ways[0]), told, others)
