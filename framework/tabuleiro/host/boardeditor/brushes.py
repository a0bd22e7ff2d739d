"""The brush for terrain, the pen for hexsides, the pen for roads."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QLabel, QPushButton

from tabuleiro.editor.boards.sides import side_at, sided
from tabuleiro.editor.boards.terrain import painted, patch
from tabuleiro.editor.boards.ways import leaving, wayed
from tabuleiro.host.boardeditor.canvas import Sketch
from tabuleiro.host.boardeditor.kindlist import KindList
from tabuleiro.host.boardeditor.tool import Tool
from tabuleiro.i18n import N_, _

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["SideTool", "TerrainTool", "WayTool"]

_DIGITS: Final = {getattr(Qt.Key, f"Key_{n}"): n for n in range(1, 10)}
_ON_SIDE: Final = 0.2
"""So near to a side the pointer must be while it is dragged along sides."""
_IN_HEX: Final = 0.4
"""So near to the centre of a hex it must be to be meant by a road."""


class _Stroke(Tool):
    """A tool that gathers what it passes until the button is let go."""

    group: ClassVar[str]

    def build(self) -> None:
        """Offer the kinds that there are."""
        self.kinds = KindList(self.group)
        self.column.addWidget(self.kinds, 1)
        self._passed: list[str] = []
        self._drawing = self._fresh = False

    def refresh(self) -> None:
        """Show the kinds of the module."""
        self.kinds.show_kinds(getattr(self.desk.session.kinds, self.group))

    def flush(self) -> None:
        """Show what was passed since the last time."""
        if self._fresh and self._drawing:
            self._fresh = False
            self.preview()

    def preview(self) -> None:
        """Show what the stroke comes to so far."""

    def key(self, key: Qt.Key) -> bool:
        """Digits choose a kind."""
        return key in _DIGITS and self.kinds.choose_number(_DIGITS[key])

    def tell_of_drawing(self, key: str, hexes: set[str]) -> None:
        """Say of a line that was changed if its picture is drawn by another tool."""
        drawing = self.desk.session.drawing
        if drawing is None:
            return
        drawn = {line.id for line in (drawing.rivers if key == "hexsides" else drawing.roads)}
        for item in self.board.items(key):
            named = [*(item.get("chain") or ()), *(item.get("sides") or ())]
            here = {hex for each in named for hex in str(each).split("/")}
            if item.get("id") in drawn and here & hexes:
                sentence = _(
                    "The rules know it now. Its picture comes from {file}, which"
                    " `tabuleiro board build` draws anew."
                )
                self.desk.say(sentence.format(file=self.board.values.get("drawing")))

    def let_go(self) -> bool:
        """Forget a stroke."""
        begun, self._drawing, self._passed = self._drawing, False, []
        return begun


class TerrainTool(_Stroke):
    """The brush for terrain."""

    id = "terrain"
    label = N_("Terrain")
    keys = "T"
    hint = N_(
        "Click or drag to paint. [ and ]: smaller, larger; F: fill what hangs together;"
        " Alt+click: take up what is there."
    )
    group = "terrain"
    SIZES: Final = (0, 1, 2)

    def build(self) -> None:
        """Offer kinds and sizes of the brush."""
        super().build()
        self.radius = 0
        self.filling = False
        row = QHBoxLayout()
        self._sizes = QButtonGroup(self.panel)
        words = {0: "1", 1: "7", 2: "19", -1: _("Fill")}
        for radius, label in words.items():
            button = QPushButton(label)
            button.setCheckable(True)
            button.setProperty("choice", True)
            button.setObjectName(f"brush-{label if radius >= 0 else 'fill'}")
            button.setChecked(radius == 0)
            self._sizes.addButton(button, radius + 1)
            row.addWidget(button)
        self._sizes.idClicked.connect(lambda id: self.resize(id - 1))
        self.column.insertWidget(0, QLabel(_("Places at a time")))
        self.column.insertLayout(1, row)

    def resize(self, radius: int) -> None:
        """Take a brush of another size; -1 fills."""
        self.filling = radius < 0
        self.radius = max(radius, 0)
        self._sizes.button(radius + 1).setChecked(True)

    def key(self, key: Qt.Key) -> bool:
        """Brackets change the size, F fills."""
        if key in {Qt.Key.Key_BracketLeft, Qt.Key.Key_BracketRight}:
            step = 1 if key == Qt.Key.Key_BracketRight else -1
            self.resize(min(max(self.radius + step, 0), self.SIZES[-1]))
            return True
        if key == Qt.Key.Key_F:
            self.resize(self.radius if self.filling else -1)
            return True
        return super().key(key)

    def fits(self) -> bool:
        """Return whether places have terrain: on a map without a grid none has."""
        return bool(self.board.terrain)

    def _about(self, place: str) -> Iterable[str]:
        if self.filling:
            return patch(self.board, place)
        return self.board.grid.within(place, self.radius) if self.radius else (place,)

    def begin(self, x: float, y: float) -> None:
        """Begin to paint."""
        self._drawing, self._passed = True, []
        self.drag(x, y)
        self.flush()

    def preview(self) -> None:
        """Show what is painted."""
        self.show(painted(self.board, self._passed, self.kinds.kind))

    def drag(self, x: float, y: float) -> None:
        """Paint what the brush passes."""
        place = self.place_at(x, y)
        if not self._drawing or place is None or place not in self.board.terrain:
            return
        if self.filling and self._passed:
            return
        known = set(self._passed)
        new = [hex for hex in self._about(place) if hex not in known]
        if new and self.kinds.kind:
            self._passed += new
            self._fresh = True

    def release(self, x: float, y: float) -> None:
        """What was painted is one step."""
        if self._drawing:
            self._drawing = False
            changes = painted(self.board, self._passed, self.kinds.kind)
            self.do(_("Terrain"), changes)

    def hover(self, x: float, y: float) -> None:
        """Show how large the brush is."""
        place = self.place_at(x, y)
        hexes = self._about(place) if place is not None and not self.filling else ()
        fills = [self.board.geometry.corners(hex) for hex in hexes]
        self.desk.canvas.sketch.show_sketch(Sketch(fills=fills if len(fills) > 1 else []))


class SideTool(_Stroke):
    """The pen for what lies on hexsides."""

    id = "sides"
    label = N_("Hexsides")
    keys = "S"
    hint = N_(
        "Click a side, or drag along sides: from source to mouth. Beginning on what is there takes"
        " it away."
    )
    group = "hexsides"

    def fits(self) -> bool:
        """Return whether there are sides."""
        return bool(self.board.grid.hexes)

    def _near(self, x: float, y: float) -> str | None:
        side = side_at(self.board, x, y)
        if side is None:
            return None
        (ax, ay), (bx, by) = self.board.geometry.side_line(*side.split("/"))
        dx, dy = bx - ax, by - ay
        along = ((x - ax) * dx + (y - ay) * dy) / ((dx * dx + dy * dy) or 1.0)
        off = abs((x - ax) * dy - (y - ay) * dx) / ((dx * dx + dy * dy) ** 0.5 or 1.0)
        return side if off < _ON_SIDE and 0.12 < along < 0.88 else None

    def begin(self, x: float, y: float) -> None:
        """Begin at the side that is nearest."""
        side = side_at(self.board, x, y)
        if side is not None and self.kinds.kind:
            self._drawing, self._passed = True, [side]
            self.preview()

    def drag(self, x: float, y: float) -> None:
        """Go on along the sides that the pointer follows."""
        side = self._near(x, y) if self._drawing else None
        if side is not None and side not in self._passed:
            self._passed.append(side)
            self._fresh = True

    def preview(self) -> None:
        """Show what lies on sides."""
        self.show(sided(self.board, self._passed, self.kinds.kind))
        lines = [list(self.board.geometry.side_line(*side.split("/"))) for side in self._passed]
        self.desk.canvas.sketch.show_sketch(Sketch(lines=lines))

    def release(self, x: float, y: float) -> None:
        """What was drawn is one step."""
        if self._drawing:
            self._drawing = False
            self.desk.canvas.sketch.show_sketch(Sketch())
            if self.do(_("Hexsides"), sided(self.board, self._passed, self.kinds.kind)):
                self.tell_of_drawing("hexsides", {hex for side in self._passed
                                                  for hex in side.split("/")})  # fmt: skip

    def hover(self, x: float, y: float) -> None:
        """Show which side is meant."""
        side = side_at(self.board, x, y)
        lines = [list(self.board.geometry.side_line(*side.split("/")))] if side else []
        self.desk.canvas.sketch.show_sketch(Sketch(lines=lines))


class WayTool(_Stroke):
    """The pen for roads, railways and trails."""

    id = "ways"
    label = N_("Roads")
    keys = "R"
    hint = N_(
        "Drag from centre to centre, beyond the edge to leave the board. Beginning on a road takes"
        " its steps away."
    )
    group = "networks"

    def fits(self) -> bool:
        """Return whether there are places to go through."""
        return bool(self.board.grid.hexes)

    def begin(self, x: float, y: float) -> None:
        """Begin in a place."""
        place = self.place_at(x, y)
        if place is not None and self.kinds.kind:
            self._drawing, self._passed = True, [place]
            self._edge = ""

    def drag(self, x: float, y: float) -> None:
        """Go on to the places that the pointer comes through; one step back takes one away."""
        if not self._drawing:
            return
        place, last = self.place_at(x, y), self._passed[-1]
        self._edge = self._left_by(last, x, y) if place is None else ""
        if place is None or place == last or not self._well_inside(place, x, y):
            return
        if len(self._passed) > 1 and place == self._passed[-2]:
            self._passed.pop()
        else:
            self._passed += self.board.grid.line(last, place)[1:]
        self._fresh = True

    def _well_inside(self, place: str, x: float, y: float) -> bool:
        if self.board.grid.kind_at(place) == "areas":
            return True
        cx, cy = self.board.geometry.centre(place)
        return (x - cx) ** 2 + (y - cy) ** 2 < _IN_HEX**2

    def _left_by(self, place: str, x: float, y: float) -> str:
        """Return the edge of the board over which the pointer went."""
        edges = self.board.grid.edges_of(place)
        cx, cy = self.board.geometry.centre(place)
        ways = {"north": cy - y, "south": y - cy, "east": x - cx, "west": cx - x}
        return max(edges, key=lambda edge: ways[edge], default="")

    def preview(self) -> None:
        """Show where the way goes."""
        self.show(wayed(self.board, self._passed, self.kinds.kind))
        points = [self.board.geometry.centre(hex) for hex in self._passed]
        self.desk.canvas.sketch.show_sketch(Sketch(lines=[points]))

    def release(self, x: float, y: float) -> None:
        """What was drawn is one step; beyond the edge it leaves the board."""
        if not self._drawing:
            return
        self._drawing = False
        self.desk.canvas.sketch.show_sketch(Sketch())
        changes = wayed(self.board, self._passed, self.kinds.kind)
        if self._edge:
            after = self.board.after(changes)
            changes = [*changes, *leaving(after, self._passed[-1], self._edge, self.kinds.kind)]
        if self.do(_("Roads"), changes):
            self.tell_of_drawing("networks", set(self._passed))
