"""The table that a module is laid out on: maps, charts, and boxes for decks, hands and windows."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any, Final

from tabuleiro.i18n import _
from tabuleiro.vassal.errors import VassalError
from tabuleiro.vassal.game import Board, Game, MapWindow, Point, Stack
from tabuleiro.vassal.layout import Sheet, Sheets, lay_out
from tabuleiro.vassal.names import Names, both, said
from tabuleiro.vassal.saves import heaps_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from tabuleiro.vassal.ledger import Ledger
    from tabuleiro.vassal.pictures import Pictures
    from tabuleiro.vassal.saves import Heap, Save

__all__ = ["Table"]

MAX_MAPS: Final = 60
_EMPTY: Final = (1_000, 800)
"""The size of a board that has none."""


class Table:
    """Where everything of a module lies."""

    def __init__(
        self,
        game: Game,
        sides: Mapping[str, str],
        pictures: Pictures,
        ledger: Ledger,
        ids: Names,
        *,
        unit: float,
    ) -> None:
        """``sides`` are ids by names; ``unit`` is how wide a hex would be, in pixels."""
        self._game, self._sides, self._pictures = game, sides, pictures
        self._ledger, self._ids, self._unit = ledger, ids, unit
        self._sheets: dict[str, Sheets] = {}
        self._boxes: dict[str, dict[str, Any]] = {}
        self._backs: dict[str, set[str]] = defaultdict(set)
        """The backs of the cards that lie in each box."""

    def lay_out(self, saves: Mapping[str, Save]) -> None:
        """Lay out the maps and what lies beside them; saves say which boards they use."""
        for window in self._game.maps:
            if window.kind != "map":
                self.box(window.name, "hand" if window.sides else "pile", window.sides)
                if any(board.image for board in window.boards):
                    told = _('"{name}" is a box here, without the picture of its board.')
                    self._ledger.note(told.format(name=said(window.name)))
                continue
            chosen = list(window.chosen)
            for save in saves.values():
                chosen += (one for one in save.boards.get(window.name, ()) if one not in chosen)
            for board in window.boards:
                self._measure(board)
            names, ledger = self._ids, self._ledger
            sheets = lay_out(window, _one_in_each_cell(chosen), names, self._picture, ledger)
            if sheets is not None:
                self._sheets[window.name] = sheets
        points = self._points(saves)
        every = [sheet for sheets in self._sheets.values() for sheet in sheets.sheets]
        if len(every) > MAX_MAPS:
            told = _("More than {n} boards lie on the maps of this module.")
            raise VassalError(told.format(n=MAX_MAPS))
        alone = len(every) == 1 and not self._game.charts
        for sheet in every:
            sheet.settle(points.get(sheet.id, ()), self._unit, alone=alone)
            if sheet.note:
                self._ledger.note(sheet.note.format(board=said(sheet.board.name)))
            self._leave_zone_grids(sheet)

    def _measure(self, board: Board) -> None:
        if self._pictures.board(board.image) or self._pictures.size_in_module(board.image)[0]:
            board.width, board.height = self._pictures.size_in_module(board.image)
        elif board.image:
            told = _('The picture "{file}" of the board "{board}" could not be taken over.')
            self._ledger.note(told.format(file=said(board.image), board=said(board.name)))
        board.width, board.height = board.width or _EMPTY[0], board.height or _EMPTY[1]

    def _picture(self, board: Board) -> str:
        found = self._pictures.board(board.image)
        if board.image and not found and self._pictures.size_in_module(board.image)[0]:
            told = _('The board "{board}" has no picture here: a map is a PNG or a JPEG.')
            self._ledger.note(told.format(board=said(board.name)))
        return found

    def _leave_zone_grids(self, sheet: Sheet) -> None:
        if sheet.grid is None or not sheet.board.zones:
            return
        told = _('"{board}" has one grid here: its {n} zones have no names or grids of their own.')
        name, count = said(sheet.board.name), len(sheet.board.zones)
        self._ledger.note(told.format(board=name, n=count))

    def _points(self, saves: Mapping[str, Save]) -> dict[str, list[Point]]:
        """Return where pieces lie at the start, by the sheets that they lie on."""
        found: dict[str, list[Point]] = defaultdict(list)
        for window in self._game.maps:
            sheets = self._sheets.get(window.name)
            for stack in window.stacks if sheets is not None else ():
                if not stack.deck and not stack.cell and sheets is not None:
                    sheet = sheets.at(stack.at, stack.board)
                    found[sheet.id].append(on_map(stack, sheet))
        for save in saves.values():
            for heap in heaps_of(save):
                sheets = None if heap.deck else self._sheets.get(heap.map)
                if sheets is not None:
                    point = (float(heap.x), float(heap.y))
                    found[sheets.at(point).id].append(point)
        return found

    def _charts(self) -> Iterator[dict[str, Any]]:
        """Yield a map for each chart: it lies beside the others and can be looked at."""
        room = MAX_MAPS - sum(len(sheets.sheets) for sheets in self._sheets.values())
        for chart in self._game.charts:
            picture = self._pictures.board(chart.image)
            if not picture or room <= 0:
                told = _('The chart "{name}" was left: a chart is a PNG or a JPEG.')
                self._ledger.note(told.format(name=said(chart.name)))
                continue
            room -= 1
            id = self._ids.new(chart.name, "chart")
            about = {"id": id, "title": both(said(chart.name, "Chart"))}
            grid = {"kind": "plain", "unit": self._unit}
            yield {**about, "grid": grid, "picture": {"file": picture}}

    @property
    def pixels(self) -> float:
        """How many pixels of the first map are as wide as a hex."""
        every = (sheet for sheets in self._sheets.values() for sheet in sheets.sheets)
        return next((sheet.pixels for sheet in every), self._unit)

    def data(self, id: str) -> dict[str, Any]:
        """Return ``board.yaml``."""
        every = [sheet for sheets in self._sheets.values() for sheet in sheets.sheets]
        if not every:
            width, height = _EMPTY
            data: dict[str, Any] = {"grid": {"kind": "plain", "width": width, "height": height}}
        elif len(every) == 1 and not self._game.charts:
            data = every[0].data()
        else:
            maps = [{"id": s.id, "title": both(s.title), **s.data()} for s in every]
            data = {"maps": [*maps, *self._charts()]}
        if self._boxes:
            self._backs_known()
            data["boxes"] = list(self._boxes.values())
        return {"format": 1, "id": id, **data}

    def box(self, name: str, kind: str, sides: Iterable[str] = ()) -> str:
        """Return the box of a deck, a hand or a window; one of each name."""
        if name not in self._boxes:
            owners = [self._sides[side] for side in sides if side in self._sides]
            title = said(name, kind)
            box: dict[str, Any] = {"id": self._ids.new(title, kind), "name": both(title)}
            if kind == "hand" and len(owners) != 1:
                kind = "pile"
                told = _('"{name}" belongs to several sides or to none: here everybody sees it.')
                self._ledger.note(told.format(name=title))
            box["kind"] = kind
            if kind == "hand":
                box["side"] = owners[0]
            self._boxes[name] = box
        return str(self._boxes[name]["id"])

    def cover(self, box: str, back: str) -> None:
        """Keep the back of a card that lies in a box; nothing if it has none."""
        self._backs[box].add(back)

    def _backs_known(self) -> None:
        """Tell the backs of decks, and of hands if all decks have the same."""
        decks = {
            id: found for id, found in self._backs.items() if len(found) == 1 and found != {""}
        }
        every = set().union(*decks.values())
        for box in self._boxes.values():
            found = every if box["kind"] == "hand" and len(every) == 1 else decks.get(box["id"])
            if found:
                box["back"] = next(iter(found))

    # ------------------------------------------------------------------------------ what lies

    def of_stack(self, window: MapWindow, stack: Stack) -> tuple[str, bool]:
        """Return the place of a stack at the start, and whether it is a box."""
        if stack.deck:
            kind = "deck" if stack.shuffled else "ordered-deck" if stack.face_down else "pile"
            return self.box(stack.name, kind), True
        if window.kind != "map":
            return self.box(window.name, "hand", window.sides), True
        sheets = self._sheets.get(window.name)
        if sheets is None:
            return "", False
        sheet = sheets.at(stack.at, stack.board)
        return sheet.named(stack.cell) or sheet.place(on_map(stack, sheet)), False

    def of_heap(self, heap: Heap) -> tuple[str, bool]:
        """Return the place of a stack in a save, if it has one, and whether it is a box."""
        if heap.deck:
            return self.box(heap.deck, "ordered-deck" if heap.face_down else "pile"), True
        if heap.map in self._boxes:
            return str(self._boxes[heap.map]["id"]), True
        sheets = self._sheets.get(heap.map)
        return ("", False) if sheets is None else (sheets.place((heap.x, heap.y)), False)


def _one_in_each_cell(chosen: Iterable[tuple[str, int, int]]) -> list[tuple[str, int, int]]:
    """Return boards side by side: where two want the same cell, the later one goes to the right."""
    found: list[tuple[str, int, int]] = []
    names: set[str] = set()
    taken: set[tuple[int, int]] = set()
    for name, column, row in chosen:
        if name in names:
            continue
        at = column
        while (at, row) in taken:
            at += 1
        names.add(name)
        taken.add((at, row))
        found.append((name, at, row))
    return found


def on_map(stack: Stack, sheet: Sheet) -> Point:
    """Return the pixel of the map at which a stack lies; with a board it is counted from there."""
    if not stack.board:
        return stack.at
    return stack.at[0] + sheet.corner[0], stack.at[1] + sheet.corner[1]
