"""The pen for areas: polygons that share their borders with their neighbours."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QButtonGroup, QGridLayout, QPushButton

from tabuleiro.board import shapes
from tabuleiro.editor.boards.areas import (
    BadOutline,
    Outline,
    Pixel,
    corner_added,
    corner_gone,
    corner_moved,
    deleted,
    drawn,
    free_area,
    joined,
    nearest,
    outlines_of,
    split,
)
from tabuleiro.editor.boards.changes import at
from tabuleiro.editor.boards.items import altered_at, slug
from tabuleiro.editor.boards.references import renamed
from tabuleiro.host.boardeditor.canvas import Sketch
from tabuleiro.host.boardeditor.itemform import ItemForm
from tabuleiro.host.boardeditor.tool import Tool
from tabuleiro.i18n import N_, _

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tabuleiro.editor.boards.changes import Change, Path, Values

__all__ = ["AreaTool"]

_REACH: Final = 9
"""So many pixels of the screen a pointer may be off."""


class AreaTool(Tool):
    """Draw, mend, cut and join areas."""

    id = "areas"
    label = N_("Areas")
    keys = "A"
    hint = N_(
        "Click a corner after the other; the first one again, Enter or a double click closes."
        " Corners snap to those of neighbours."
    )
    MODES: ClassVar = {
        "edit": (
            N_("Corners"),
            N_(
                "Drag a corner; double-click a border for a new one; Del takes away what is under"
                " the pointer."
            ),
        ),
        "draw": (N_("Draw"), hint),
        "split": (
            N_("Cut in two"),
            N_(
                "Click from border to border across the area that is chosen; Enter or a double"
                " click cuts."
            ),
        ),
        "join": (N_("Join"), N_("Click an area, then the neighbour that it takes in.")),
    }

    def build(self) -> None:
        """Offer what can be done, and the names of the area that is chosen."""
        self.mode = "edit"
        self.chosen: int | None = None
        self._corners: list[Pixel] = []
        self._held: Pixel | None = None
        self._at: Pixel = (0, 0)
        rows = QGridLayout()
        self._modes = QButtonGroup(self.panel)
        for number, (mode, (label, _hint)) in enumerate(self.MODES.items()):
            button = QPushButton(_(label))
            button.setCheckable(True)
            button.setProperty("choice", True)
            button.setObjectName(f"areas-{mode}")
            button.setChecked(mode == self.mode)
            self._modes.addButton(button, number)
            rows.addWidget(button, number // 2, number % 2)
        self._modes.idClicked.connect(lambda n: self.take_mode(list(self.MODES)[n]))
        self.column.addLayout(rows)
        self.gone = QPushButton(_("Delete area"))
        self.gone.clicked.connect(self.delete)
        self.column.addWidget(self.gone)
        self.form = ItemForm("areas")
        self.form.edited.connect(self._edited)
        self.column.addWidget(self.form)
        self.column.addStretch(1)

    # which map, and its pixels

    @property
    def loc(self) -> Path:
        """Where the first map of areas stands in the file."""
        for n, one in enumerate(at(self.board.values, ("maps",), [])):
            if one.get("grid", {}).get("kind") == "areas":
                return ("maps", n)
        return ()

    def fits(self) -> bool:
        """Return whether there is a map of areas."""
        return bool(at(self.board.values, (*self.loc, "grid", "areas")))

    @property
    def _unit(self) -> float:
        return float(at(self.board.values, (*self.loc, "grid", "unit"), 100))

    @property
    def _origin(self) -> tuple[float, float]:
        if not self.loc:
            return 0.0, 0.0
        return self.board.maps[int(self.loc[1])].origin

    def _pixel(self, x: float, y: float) -> Pixel:
        left, top = self._origin
        return round((x - left) * self._unit), round((y - top) * self._unit)

    def _point(self, pixel: Pixel) -> tuple[float, float]:
        left, top = self._origin
        return pixel[0] / self._unit + left, pixel[1] / self._unit + top

    def _snapped(self, x: float, y: float) -> tuple[Pixel, bool]:
        """Return the pixel that is meant, and whether it is a corner that there is."""
        px, py = self._pixel(x, y)
        reach = self.desk.canvas.reach(_REACH) * self._unit
        outlines = {**outlines_of(self.board, self.loc)}
        if len(self._corners) > 1:
            outlines[-1] = tuple(self._corners)
        near = nearest(outlines, px, py, reach)
        return (near.point, near.corner) if near is not None else ((px, py), False)

    # what is chosen

    def take_mode(self, mode: str) -> None:
        """Do something else with areas."""
        self.cancel()
        self.mode = mode
        self._modes.button(list(self.MODES).index(mode)).setChecked(True)
        self.desk.say(_(self.MODES[mode][1]))

    def refresh(self) -> None:
        """Show the area that is chosen."""
        areas = at(self.board.values, (*self.loc, "grid", "areas"), [])
        if self.chosen is not None and self.chosen >= len(areas):
            self.chosen = None
        self.form.show_item(areas[self.chosen] if self.chosen is not None else {})
        self.gone.setEnabled(self.chosen is not None)
        self._sketch()

    def choose(self, number: int | None) -> None:
        """Choose an area by its number in the file."""
        self.chosen = number
        self.refresh()

    def _area_at(self, x: float, y: float) -> int | None:
        place = self.place_at(x, y)
        if place is None:
            return None
        name = self.board.map_of(place)[2]
        areas = at(self.board.values, (*self.loc, "grid", "areas"), [])
        return next((n for n, area in enumerate(areas) if area.get("id") == name), None)

    # the hand

    def begin(self, x: float, y: float) -> None:
        """Set a corner, take one, or choose an area."""
        pixel, corner = self._snapped(x, y)
        if self.mode in {"draw", "split"}:
            if len(self._corners) > 2 and pixel == self._corners[0] and self.mode == "draw":
                self.close()
            elif not self._corners or pixel != self._corners[-1]:
                self._corners.append(pixel)
                self._sketch()
        elif self.mode == "join":
            self._join(self._area_at(x, y))
        elif corner:
            self._held = self._at = pixel
        else:
            self.choose(self._area_at(x, y))

    def drag(self, x: float, y: float) -> None:
        """Move a corner: its outlines follow, the map is drawn when it is let go."""
        if self._held is not None:
            self._at = self._snapped(x, y)[0]
            self._sketch()

    def release(self, x: float, y: float) -> None:
        """Put a corner down."""
        held, self._held = self._held, None
        if held is not None and self._at != held:
            self._try(_("Corner"), lambda: corner_moved(self.board, held, self._at, self.loc))

    def hover(self, x: float, y: float) -> None:
        """Show where the next corner would be."""
        self._at = self._snapped(x, y)[0]
        self._sketch()

    def double(self, x: float, y: float) -> None:
        """Close an outline, cut, or make a corner."""
        if self.mode in {"draw", "split"}:
            self.begin(x, y)
            self.close()
            return
        pixel, corner = self._snapped(x, y)
        if self.mode == "edit" and not corner:
            self._try(_("Corner"), lambda: corner_added(self.board, pixel, self.loc))

    def close(self) -> None:
        """End what is being drawn."""
        corners, self._corners = self._corners, []
        if self.mode == "draw" and len(corners) > 2:
            areas = at(self.board.values, (*self.loc, "grid", "areas"))
            if self._try(_("Area"), lambda: drawn(self.board, corners, "", self.loc)):
                self.choose(len(areas))
                self.form.ask_name()
        elif self.mode == "split" and len(corners) > 1:
            number = self.chosen if self.chosen is not None else self._crossed(corners)
            if number is None:
                self.desk.say(_("Choose the area that is to be cut first."))
            else:
                self._try(_("Cut"), lambda: split(self.board, number, corners, self.loc))
        self._sketch()

    def _crossed(self, corners: Sequence[Pixel]) -> int | None:
        """Return the area that a line goes through the middle of."""
        (x1, y1), (x2, y2) = corners[0], corners[-1]
        return self._area_at(*self._point(((x1 + x2) // 2, (y1 + y2) // 2)))

    def _join(self, number: int | None) -> None:
        if number is None or self.chosen is None or number == self.chosen:
            self.choose(number)
            return
        first = self.chosen
        if self._try(_("Join"), lambda: joined(self.board, first, number, self.loc)):
            self.choose(first - (number < first))

    def key(self, key: Qt.Key) -> bool:
        """Enter closes, Backspace takes the last corner back, Delete what is under the pointer."""
        if key in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and self._corners:
            self.close()
            return True
        if key == Qt.Key.Key_Backspace and self._corners:
            self._corners.pop()
            self._sketch()
            return True
        if key == Qt.Key.Key_Delete and self.mode == "edit":
            corners = {each for line in outlines_of(self.board, self.loc).values() for each in line}
            if self._at in corners:
                self._try(_("Corner"), lambda: corner_gone(self.board, self._at, self.loc))
            else:
                self.delete()
            return True
        return False

    def cancel(self) -> bool:
        """Give up what is being drawn."""
        begun = bool(self._corners) or self._held is not None
        self._corners, self._held = [], None
        self._sketch()
        return begun

    def delete(self) -> None:
        """Take the area that is chosen away, with all that is said of it."""
        number = self.chosen
        if number is not None:
            self.chosen = None
            self._try(_("Delete"), lambda: deleted(self.board, number, self.loc))
            self.refresh()

    def _edited(self, values: Values) -> None:
        if self.chosen is None:
            return
        path = (*self.loc, "grid", "areas", self.chosen)
        before = str(at(self.board.values, (*path, "id")))
        named = values.get("name")
        if before.rstrip("-0123456789") == "area" and values["id"] == before and named:
            # What was just drawn is called after its name.
            wanted = slug(named if isinstance(named, str) else named["en"])
            values = {**values, "id": free_area(self.board, wanted or before, self.loc)}
        changes = altered_at(self.board, path, values)
        after = self.board.after(changes)
        if values["id"] != before:
            changes += renamed(after.values, {before: values["id"]}, self.loc)
        self._try(_("Edit"), lambda: changes)

    def _try(self, label: str, make: object) -> bool:
        """Do what comes of it; an outline that cannot be is told."""
        try:
            changes: list[Change] = make()  # type: ignore[operator]
        except BadOutline as fault:
            self.desk.say(str(fault))
            return False
        return self.do(label, changes)

    # what is seen

    def _sketch(self) -> None:
        sketch = Sketch()
        outlines = outlines_of(self.board, self.loc)
        if self.mode in {"draw", "split"}:
            points = [self._point(each) for each in (*self._corners, self._at)]
            sketch.lines = [points] if self._corners else []
            sketch.handles = [self._point(each) for each in self._corners]
            sketch.strong = [self._point(self._at)]
        elif self._held is not None:
            moved = [_moved(line, self._held, self._at) for line in outlines.values()
                     if self._held in line]  # fmt: skip
            sketch.lines = [[self._point(each) for each in (*line, line[0])] for line in moved]
            sketch.strong = [self._point(self._at)]
        if self.chosen is not None and self.chosen in outlines:
            outline = outlines[self.chosen]
            sketch.fills = [tuple(self._point(each) for each in outline)]
        if self.mode == "edit" and self._held is None:
            corners = {each for line in outlines.values() for each in line}
            sketch.handles = [self._point(each) for each in sorted(corners)]
            sketch.strong = [self._point(self._at)] if self._at in corners else []
        self.desk.canvas.sketch.show_sketch(sketch)


def _moved(outline: Outline, corner: Pixel, to: Pixel) -> Outline:
    moved = tuple(to if each == corner else each for each in outline)
    return moved if shapes.is_sound(moved) else outline
