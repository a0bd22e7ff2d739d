"""Playing on the map: what clicks and drags do, what is lit, where the counters stand."""

from __future__ import annotations

from collections import defaultdict
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, QPoint, QPointF, Qt, QTimer, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from tabuleiro.engine.freehand import FreeMove, FreeOrder
from tabuleiro.engine.inside import can_be_inside
from tabuleiro.engine.messages import place_name
from tabuleiro.host.duties import in_order, one_by_one
from tabuleiro.host.gestures import aim, aimed, aimless, path_of, piece_of
from tabuleiro.host.map.board_item import Level
from tabuleiro.host.map.layers import MapLayers
from tabuleiro.host.map.match_on_map import Showing
from tabuleiro.host.map.menu import attack_entries, fill_menu
from tabuleiro.host.map.picture import SCALE
from tabuleiro.host.map.ruler import Ruler
from tabuleiro.host.notebook import Notebook
from tabuleiro.host.plans import Plans
from tabuleiro.host.spoken import SpokenMatch
from tabuleiro.host.theme import Overlay
from tabuleiro.host.together import go_together, stayed_words
from tabuleiro.host.words import action_label
from tabuleiro.i18n import _
from tabuleiro.module.places import inside_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from PySide6.QtGui import QMouseEvent

    from tabuleiro.engine import Action, Decision
    from tabuleiro.host.counter import Face
    from tabuleiro.host.hooks import WayEntry
    from tabuleiro.host.map.view import BoardView
    from tabuleiro.host.seat import Seat
    from tabuleiro.seats import ToldRow

__all__ = ["MANY", "MapPlay"]

_FAN_AFTER_MS: Final = 450
MANY: Final = 40
"""More plans of one kind than this are no list any more: one chooses on the map, and is asked."""
FEW: Final = 12
"""More than this and hexes that are not lit: a click there may mean something else."""
_ON_PATH: Final = 0.3 * SCALE
"""So near to a path the pointer means it, if it is twice as far from all others."""


class MapPlay(QObject):
    """Ties a seat to a map. Everything it knows of a game are its legal actions."""

    pointed = Signal(object)
    """Another hex is under the pointer, or none."""
    rule_asked = Signal(str)
    """Somebody wants to read a clause."""
    info_asked = Signal(str, str)
    """Somebody wants to know what is in a hex, or about a piece in it (else empty)."""
    told = Signal(str, str)
    """Something is to be said at the pointer: a sentence, and its clause or nothing."""
    note_asked = Signal(str)
    """Somebody wants to write a note on a hex."""
    way_told = Signal(str)
    """What speaks for the ways that are shown; nothing where there is but one."""
    explained = Signal(object)
    """Why the selected piece cannot go where one points (a verdict), or None."""

    def __init__(self, seat: Seat, view: BoardView, parent: QObject | None = None) -> None:
        """Show the match of a seat on a map, and let it be played there."""
        super().__init__(parent)
        self.seat = seat
        self.view = view
        self.targets: dict[str, list[Action]] = {}
        """What can be done with the selected pieces, by the hex that it is aimed at."""
        self._shown: tuple[object, ...] = ()
        """What was seen, asked and selected when all was shown last."""
        self._changing = False
        """Whether all is about to be shown."""
        self._from_fan = False
        """Whether a unit is being taken out of a fan that is still needed."""
        self._waited: frozenset[str] = frozenset()
        """Who was asked for and not on the map when something was done last."""
        self._placed = ("", "")
        """The unit that was placed or sent off last, and what kind of action did it."""
        self._proposed: tuple[str, ...] = ()
        """The next one, which was selected by itself."""
        self._aimed_at: str | None = None
        """The hex that the last click was aimed at."""
        self.last_hex: str | None = None
        """The hex that was pointed at last."""
        self.other_ways: Callable[[Action], Sequence[WayEntry]] = lambda _action: ()
        """Returns ways that a game's plugin knows to where an action leads, the first to be taken.
        """
        self._fan_clock = QTimer(self)
        self._fan_clock.setSingleShot(True)
        self._fan_clock.setInterval(_FAN_AFTER_MS)
        self._fan_clock.timeout.connect(self._fan)
        view.overlay("legal", Overlay.LEGAL, Overlay.LEGAL_EDGE, z=Level.LEGAL)
        otherwise = view.overlay(
            "otherwise", Overlay.OTHERWISE, Overlay.OTHERWISE_EDGE, z=Level.LEGAL, hatched=True
        )
        otherwise.line = Qt.PenStyle.DashLine
        view.overlay("targets", Overlay.TARGET, Overlay.TARGET_EDGE, z=Level.TARGETS)
        view.overlay("marked", Overlay.SELECTED, Overlay.SELECTED, z=Level.MARKED)
        self.layers = MapLayers(seat, view, self)
        self.ruler = Ruler(view, seat.module.km, self)
        self.showing = Showing(seat, view, self.layers.badges)
        self.travel = self.showing.travel
        self.notes = Notebook(seat, self)
        self.plans = Plans(seat, view, self.notes, self.face)
        self._listen()
        self.refresh()
        self.spoken = SpokenMatch(self)

    def _listen(self) -> None:
        """Hear what is done on the map, and what the seat tells."""
        view, seat = self.view, self.seat
        view.clicked.connect(self._clicked)
        view.double_clicked.connect(self._double_clicked)
        view.hovered.connect(self._hovered)
        view.wandered.connect(self._wandered)
        view.dragged.connect(self._dragged)
        view.dropped.connect(self._dropped)
        view.lassoed.connect(self._lassoed)
        view.menu_asked.connect(self._menu)
        view.cycling = self.cycle
        seat.acted.connect(self._note)
        seat.handed.connect(self._put_ruler_away)
        seat.changed.connect(self._changed)
        seat.selected.connect(self._selected)
        self.layers.switched.connect(self.showing.stacks)

    def _put_ruler_away(self) -> None:
        self.ruler.switch(on=False)

    # showing

    def _changed(self) -> None:
        if not self.seat.held:
            self.showing.depart()
        self._changing = True
        try:
            self._select_by_itself()
        finally:
            self._changing = False
        self.refresh()

    def _select_by_itself(self) -> None:
        """Select who alone can be meant."""
        decision, seat = self.seat.decision(), self.seat
        if decision is not None and decision.kind == "path" and len(decision.pieces) == 1:
            seat.select(decision.pieces)  # there is only one that can be meant
        elif self._placed[0] and set(seat.selection) <= {self._placed[0]}:
            self._select_next_placed()
        if seat.selection and seat.selection == self._proposed:
            seat.select(p for p in self._proposed if not seat.sight.on_map(p))
        self._placed = ("", "")

    def _selected(self) -> None:
        """Show what the selected pieces can do, if it is not shown already or about to be."""
        if not self._changing and self._seen_now() != self._shown:
            self.refresh()

    def _seen_now(self) -> tuple[object, ...]:
        return (self.seat.sight, self.seat.decision(), self.seat.selection)

    def _note(self, row: ToldRow) -> None:
        """Keep in mind who was placed or sent off here by a gesture."""
        self.showing.note(row)
        done = row.action or {}
        piece = str(done.get("piece", ""))
        placed = piece in self._waited and "path" not in done and row.side in self.seat.humans
        self._placed = (piece, str(done.get("type", ""))) if placed else ("", "")

    def _select_next_placed(self) -> None:
        """Select the next unit that waits to be placed or sent off: that takes one click."""
        s, piece_by_piece = self.seat.sight, one_by_one(self.seat.decision(), self._placed[1])
        waits = [p for p in piece_by_piece if not s.on_map(p) and self.seat.legal(piece=p)]
        if waits:
            self._proposed = tuple(waits[:1])
            self.seat.select(self._proposed)

    def refresh(self) -> None:
        """Show stacks and lit hexes as they are now."""
        self._shown = self._seen_now()
        decision, s = self.seat.decision(), self.seat.sight
        asked = decision.pieces if decision is not None else ()
        self._waited = frozenset(piece for piece in asked if not s.on_map(piece))
        self.targets = self._found()
        self.showing.stacks()
        self.showing.light(self.targets)
        self._bring_targets()
        self._show_path(self.view.cursor_hex)
        if not self.targets and self.view.cursor_hex != self._aimed_at:
            self._wait_to_fan(self.view.cursor_hex)  # else one wants to see what came of a click
        elif not self._from_fan:
            self._fan_clock.stop()
            self.view.fan_out(None)  # it would lie over hexes that one may be aiming at

    def _bring_targets(self) -> None:
        """Bring into sight where one may put a unit that is not on the board, if it is nowhere."""
        s, view = self.seat.sight, self.view
        if any(s.on_map(piece) for piece in self.seat.selection):
            return
        spots = [view.middle(place) for place in self.targets if place in view.board.grid]
        seen = view.seen()
        if spots and not any(seen.contains(spot) for spot in spots):
            view.bring(_most_central(spots))

    def face(self, piece: str) -> Face:
        """Return how a piece looks now."""
        return self.showing.face(piece)

    def _found(self) -> dict[str, list[Action]]:
        """Return what the selected pieces can do, by place; each plan once."""
        found: dict[str, dict[Action, None]] = {}
        for piece in self.seat.selection:
            for place, actions in aimed(self.seat.legal(piece=piece)).items():
                there = found.setdefault(self.showing.ground(place), {})
                there.update(dict.fromkeys(actions))
        return {place: list(actions) for place, actions in found.items()}

    def _show_path(self, place: str | None) -> None:
        actions = self.targets.get(place or "", [])
        if len(self.seat.selection) > 1:
            each = {piece_of(a): a for a in reversed(actions) if path_of(a)}
            self.showing.show_path([each[p] for p in self.seat.selection if p in each])
            self.way_told.emit("")
            return
        ways = self._ways(actions)
        if ways:
            self.showing.show_path([way.action for way in ways], ways[0].prices)
        else:
            self.showing.show_path(self._nearest_first(actions))
        self.way_told.emit(" · ".join(way.words for way in ways))

    def _ways(self, actions: Sequence[Action]) -> Sequence[WayEntry]:
        """Return the ways that a plugin knows where there is but one in the rules' list."""
        return self.other_ways(actions[0]) if len(actions) == 1 and path_of(actions[0]) else ()

    def _nearest_first(self, actions: Sequence[Action]) -> list[Action]:
        """Return actions with paths, that whose path is nearest to the pointer first."""
        ways = [action for action in actions if path_of(action)]
        return sorted(ways, key=self._off_path) if len(ways) > 1 else ways

    def _off_path(self, action: Action) -> float:
        route = self.showing.route(action)
        pairs = pairwise(route)
        return min((_distance(self.view.pointer, *pair) for pair in pairs), default=0.0)

    # the pointer

    def _hovered(self, place: str | None) -> None:
        self._show_path(place)
        hex = place if place in self.view.board.grid else None
        self.seat.point(hex)
        self.pointed.emit(hex)
        self.last_hex = hex or self.last_hex
        self.ruler.hover(place)
        self.plans.hover(place)
        self._explain(place)
        self.view.fan_out(None)
        self._wait_to_fan(place)

    def _wandered(self) -> None:
        """The pointer moved within a hex: another of several paths may be meant."""
        if len(self.targets.get(self.view.cursor_hex or "", ())) > 1:
            self._show_path(self.view.cursor_hex)

    def _wait_to_fan(self, place: str | None) -> None:
        """Fan a stack out after a moment; never over hexes that one may be aiming at."""
        self._fan_clock.stop()
        item = self.view.stacks.get(place or "")
        covers = self.targets and not self.seat.free_hand
        if item is not None and item.opens and not item.fanned and not covers:
            self._fan_clock.start()

    def _fan(self) -> None:
        self.view.fan_out(self.view.cursor_hex)

    def _explain(self, place: str | None) -> None:
        selection = self.seat.selection
        aimless_there = place is None or place in self.targets or self.ruler.active
        if not selection or aimless_there or self.seat.sight.whereabouts(selection[0]) == place:
            self.explained.emit(None)
        else:
            self.explained.emit(self.seat.why(selection[0], str(place)))

    def _clicked(self, place: str | None, piece: str | None, event: QMouseEvent | None) -> None:
        self._aimed_at = None
        if self.ruler.active:
            self.ruler.click(place)
            return
        add = event is not None and bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        if self.plans.active:
            self.plans.click(place, piece, more=add)
            return
        self.click(place, piece, add=add)

    def click(self, hex: str | None, piece: str | None = None, *, add: bool = False) -> None:
        """Do what a click on a hex, or on a piece in it, means now.

        A hex that is lit for the selected pieces is their target, whoever stands there: clicks that
        look alike do alike. With ``add`` one's own piece itself is meant.
        """
        if piece is not None and not add:
            piece = self._named(hex, piece)
        meant = add and piece is not None and self._own(piece)
        if hex is not None and hex in self.targets and not meant:
            self._aimed_at = hex
            self.aim_at(hex)
        elif hex is not None and not meant and self._lit_for_all(hex, piece):
            self._aimed_at = hex
            self._offer(hex)
        elif piece is not None and self._is_choice(piece) and self._choose(piece):
            return
        elif piece is not None and self._own(piece):
            self._select(piece, add=add)
        elif hex is not None and self.seat.selection and piece is None:
            self._why(hex)
        elif (hex is not None and piece is not None) or (
            hex is not None and not self.seat.selection
        ):
            self._offer(hex)

    def _lit_for_all(self, hex: str, piece: str | None) -> bool:
        """Return whether a hex is lit for whoever is asked, though nobody is selected yet."""
        decision = self.seat.decision()
        if decision is None or self.seat.selection or hex not in decision.hexes:
            return False
        if decision.kind == "phase":
            return piece is not None and self._own(piece) and self._only_ground(hex)
        return decision.kind == "path" and piece not in decision.pieces

    def _only_ground(self, hex: str) -> bool:
        """Return whether something can be done in a hex, and nothing with who stands there."""
        seat, item = self.seat, self.view.stacks.get(hex)
        here = item.pieces if item is not None else ()
        ground = any(piece_of(action) is None for action in seat.legal(hex=hex))
        return ground and not any(seat.legal(piece=piece) for piece in here)

    def _named(self, hex: str | None, piece: str) -> str:
        """Return who is meant by a click on the top of a stack: the one unit that is asked for."""
        decision, item = self.seat.decision(), self.view.stacks.get(hex or "")
        if decision is None or item is None or item.fanned or piece in decision.pieces:
            return piece
        named = [one for one in item.pieces if one in decision.pieces and self._own(one)]
        return named[0] if len(named) == 1 and self._own(piece) else piece

    def _own(self, piece: str) -> bool:
        decision = self.seat.decision()
        return decision is not None and self.seat.sight.side(piece) == decision.side

    def _is_choice(self, piece: str) -> bool:
        decision = self.seat.decision()
        return decision is not None and decision.kind in {"choose", "allocate"}

    def _choose(self, piece: str) -> bool:
        """Take the one action that a click on a piece can mean (join, withdraw, lose ...)."""
        about = self.seat.legal(piece=piece)
        plain = [a for a in about if piece_of(a) == piece and not path_of(a)]
        plain = plain or [a for a in aimless(about) if hasattr(a, "formation")]
        if len(plain) != 1:
            return False
        return self.seat.act(plain[0])

    def _select(self, piece: str, *, add: bool) -> None:
        if add and piece in self.seat.selection:
            self.seat.select([p for p in self.seat.selection if p != piece])
        elif self.seat.selection == (piece,):
            self.seat.select(())
        else:
            self._from_fan = add
            self.seat.select([piece], add=add)
            self._from_fan = False

    def cycle(self, forward: bool = True) -> bool:  # noqa: FBT001, FBT002 - as Qt asks it
        """Select the next piece that can still act, who must first; return if there is one."""
        pieces = in_order(self.seat)
        if not forward:
            pieces.reverse()
        chosen = self.seat.selection[-1] if self.seat.selection else None
        after = pieces.index(chosen) + 1 if chosen in pieces else 0
        for piece in (*pieces[after:], *pieces[:after]):
            if piece != chosen and self.seat.legal(piece=piece):
                self.seat.select([piece])
                item = self.view.stack_of(piece)
                if item is not None and self.view.knows(item.place):
                    self.view.show_hex(item.place)
                    self.view.point(item.place, by_keys=True)
                elif item is not None and not self.view.seen().contains(item.pos()):
                    self.view.look_at(item.pos())
                return True
        return False

    def aim_at(self, hex: str) -> None:
        """Do with the selected pieces what is aimed at a hex; ask if it could be several things."""
        actions = self.targets.get(hex, [])
        by_piece: dict[str | None, list[Action]] = defaultdict(list)
        for action in actions:
            by_piece[piece_of(action)].append(action)
        if len(self.seat.selection) > 1 and by_piece and None not in by_piece:
            self._go_together(hex)
        elif len(actions) == 1:
            ways = self._ways(actions)
            self._do(ways[0].action if ways else actions[0])
        else:
            meant = self._meant(actions)
            if meant is not None:
                self._do(meant)
            else:
                self._ask(actions)

    def _meant(self, actions: Sequence[Action]) -> Action | None:
        """Return the one of several ways to a hex that lies under the pointer."""
        ways = self._nearest_first(actions)
        if len(ways) != len(actions) or len(ways) < 2:
            return None
        near, next_one = self._off_path(ways[0]), self._off_path(ways[1])
        return ways[0] if near < _ON_PATH and next_one > 2 * near + 4 else None

    def _do(self, action: Action) -> None:
        """Take an action. An attack that is begun with pieces selected is joined by them."""
        if piece_of(action) is not None:
            self.seat.act(action)
        else:
            self.seat.act_all(self._with_chosen(action, self.seat.selection))

    def _with_chosen(self, action: Action, chosen: Iterable[str]) -> Iterator[Action]:
        """Yield an action, and how those who were chosen take part, if there is but one way."""
        yield action
        decision = self.seat.decision()
        for piece in chosen if decision is not None and decision.kind == "allocate" else ():
            plain = [a for a in self.seat.legal(piece=piece) if piece_of(a) == piece]
            if len(plain) == 1 and not plain[0].retracts:
                yield plain[0]

    def _go_together(self, hex: str) -> None:
        """Let several pieces go to one hex, and say who stayed and why."""
        stayed = go_together(self.seat, self.seat.selection, hex)
        if stayed:
            self.told.emit(*stayed_words(self.seat, stayed, hex))

    def _ask(self, actions: list[Action], at: QPoint | None = None) -> None:
        """Let the player choose one of several actions from a menu."""
        menu = QMenu(self.view)
        attack_entries(self, menu, actions)
        for action in actions:
            self.add_entry(menu, action, actions)
        self._pop_up(menu, at)

    def _pop_up(self, menu: QMenu, at: QPoint | None) -> None:
        """Show a menu, if there is anything in it."""
        if menu.isEmpty():
            menu.deleteLater()
            return
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(at if at is not None else self.view.cursor().pos())

    def add_entry(self, menu: QMenu, action: Action, actions: Sequence[Action]) -> None:
        """Add an action to a menu; its way is shown while one points at it."""
        entry = QAction(self._label(action, actions), menu)
        if path_of(action):
            way = [action, *(a for a in actions if a is not action)]
            entry.hovered.connect(lambda: self.showing.show_path(way))
        entry.triggered.connect(lambda _on=False: self._do(action))
        menu.addAction(entry)

    def _label(self, action: Action, others: Sequence[Action]) -> str:
        """Return the name of an action; of several ways to one hex by which hexes each leads."""
        module = self.seat.module
        label = action_label(module, action, full=True)
        same = [a for a in others if _does_like(a, action)]
        through = path_of(action)[:-1]
        if len(same) > 1 and through:
            names = ", ".join(place_name(place, module) for place in through)
            label = _("{action} · by {hexes}").format(action=label, hexes=names)
        return label

    def _offer(self, hex: str) -> None:
        """Offer what is aimed at a hex while nothing is selected; say why if it is nothing."""
        decision = self.seat.decision()
        lit = decision is not None and (decision.kind == "path" or hex in decision.hexes)
        about = self.seat.legal(hex=hex)
        actions = [a for a in about if piece_of(a) is None or (lit and aim(a) == hex)]
        if len(actions) == 1 and not self._everywhere(actions[0], hex):
            self._do(actions[0])
        elif len(actions) > MANY and all(map(piece_of, actions)):
            self.told.emit(_("Many units can do this: choose one first."), "")
        elif actions:
            self._ask(actions)
        elif decision is not None:
            self._why_nobody(decision, hex)

    def _why_nobody(self, decision: Decision, hex: str) -> None:
        """Say why nobody can do to enemies in a hex what is asked."""
        s = self.seat.sight
        enemies = hex in s.board.grid and s.holder(hex) in s.enemies(decision.side)
        verdict = self.seat.why("", hex) if enemies else None
        if verdict is not None:
            self.seat.refused.emit(verdict)

    def _everywhere(self, action: Action, hex: str) -> bool:
        """Return whether so many hexes offer the same that a click alone may mean nothing.

        Where they are not even lit a dozen are too many: one clicks there for other reasons.
        """
        decision = self.seat.decision()
        most = MANY if decision is not None and hex in decision.hexes else FEW
        alike = (a for a in self.seat.legal() if a.kind == action.kind and piece_of(a) is None)
        return sum(1 for _each in alike) > most

    def _menu(self, hex: str | None, piece: str | None, at: QPoint) -> None:
        """Offer everything that can be done with a piece or in a hex."""
        menu = QMenu(self.view)
        fill_menu(self, menu, hex, piece)
        self._pop_up(menu, at)

    def offers_all(self, place: str, piece: str | None, at: QPoint) -> bool:
        """Offer what a click on a card means where no rules say it; return whether that is here."""
        del place, piece, at
        return False

    # refusals

    def _why(self, hex: str) -> None:
        """Say why the selected piece cannot go to a hex, or send it there if that is let pass."""
        action = self.seat.let_pass(self.seat.selection[0], hex)
        if action is not None:
            self._do(action)
            return
        verdict = self.seat.why(self.seat.selection[0], hex)
        if verdict is not None:
            self.seat.refused.emit(verdict)
        else:
            self.seat.select(())

    # dragging

    def _dragged(self, piece: str, hex: str | None) -> None:
        if self.plans.active:
            return
        if piece not in self.seat.selection and self._own(piece):
            self._from_fan = True
            self.seat.select([piece])
            self._from_fan = False
        under = self.view.hex_under(self.view.pointer)
        if (
            under in self.targets and not self.seat.free_hand
        ):  # the ground is meant, though a fan covers it
            self.view.fan_out(None)
        self._show_path(hex)

    def _dropped(self, piece: str, hex: str | None) -> None:
        item = self.view.stacks.get(hex or "")
        if hex is None:
            return
        holder = self._holder_under(piece)
        if holder is not None:
            self.seat.act(FreeMove(piece, inside_of(holder)))
        elif item is not None and item.fanned and piece in item.pieces:
            self._reorder(hex, piece, item.rank_at(item.mapFromScene(self.view.pointer)))
        elif self.plans.active:
            self.plans.drop(piece, hex)
        elif self.seat.free_hand:
            self.seat.act(FreeMove(piece, hex))
        elif hex in self.targets:
            self.aim_at(hex)
        elif hex != self.seat.sight.place(piece) and self._own(piece):
            self._why(hex)

    def _holder_under(self, piece: str) -> str | None:
        """Return the piece under the pointer into which a free hand can put another."""
        under = self.view.piece_at(self.view.mapFromScene(self.view.pointer))
        s = self.seat.sight
        if not self.seat.free_hand or under is None or under not in s.position.pieces:
            return None
        inside_already = s.within(piece) == under
        return under if not inside_already and can_be_inside(s, piece, under) else None

    def _reorder(self, place: str, piece: str, rank: int) -> None:
        """Put a piece elsewhere in the order of its stack."""
        item = self.view.stacks[place]
        below = [each for each in self.seat.stack(place) if item.is_below(each)]
        order = [each for each in self.seat.stack(place) if each not in (piece, *below)]
        order = [*below, *order[:rank], piece, *order[rank:]]
        now = self.seat.sight.at(place)
        if tuple(order) != now and len(order) == len(now):
            self.seat.act(FreeOrder(place, tuple(order)))

    def _lassoed(self, pieces: tuple[str, ...]) -> None:
        if self.plans.active:
            return
        self.seat.select([piece for piece in pieces if self._own(piece)])

    def _double_clicked(self, hex: str | None, piece: str | None) -> None:
        """Select the whole stack, unless the first of the two clicks has sent somebody there."""
        if self.plans.active:
            return
        if self._aimed_at != hex and hex is not None and piece is not None and self._own(piece):
            stacks = (item.pieces for item in self.view.stacks.values() if piece in item.pieces)
            self.seat.select([one for one in next(stacks, (piece,)) if self._own(one)])


def _does_like(one: Action, other: Action) -> bool:
    """Return whether two actions differ at most in the way that they take."""
    return (one.kind, aim(one), piece_of(one)) == (other.kind, aim(other), piece_of(other))


def _most_central(spots: Sequence[QPointF]) -> QPointF:
    """Return the spot that lies nearest to the middle of all of them."""
    middle = sum(spots, QPointF()) / len(spots)
    return min(spots, key=lambda spot: (spot - middle).manhattanLength())


def _distance(point: QPointF, start: QPointF, end: QPointF) -> float:
    """Return how far a point is from a stretch."""
    along, off = end - start, point - start
    length = QPointF.dotProduct(along, along)
    part = min(1.0, max(0.0, QPointF.dotProduct(along, off) / length)) if length else 0.0
    away = off - along * part
    return float(QPointF.dotProduct(away, away) ** 0.5)
