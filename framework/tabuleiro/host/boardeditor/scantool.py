"""A scanned map under the grid: two hexes are clicked on the scan, and their numbers given."""

from __future__ import annotations

import shutil
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Final

from PySide6.QtWidgets import QFileDialog, QFormLayout, QLabel, QLineEdit, QPushButton

from tabuleiro.board.several import BETWEEN
from tabuleiro.editor.boards.changes import Put, Remove, at
from tabuleiro.editor.boards.scans import Pin, first_pins, pinned
from tabuleiro.host.boardeditor.canvas import Sketch
from tabuleiro.host.boardeditor.tool import Tool
from tabuleiro.host.filedialogs import begin_in
from tabuleiro.i18n import N_, _
from tabuleiro.module.images import IMAGES, ImageError, look_at
from tabuleiro.module.map_data import make_one

if TYPE_CHECKING:
    from tabuleiro.editor.boards.changes import Change, Path

__all__ = ["ScanTool"]

_PINS: Final = 3


class ScanTool(Tool):
    """Lay a scan under the grid."""

    id = "scan"
    label = N_("Scan")
    keys = "Ctrl+Shift+G"
    hint = N_(
        "Choose a picture; then click on it the centre of two hexes far apart, and type their"
        " numbers. A third one also stretches it."
    )

    def build(self) -> None:
        """Offer a picture and its pins."""
        self.pins: list[tuple[float, float] | None] = [None] * _PINS
        self._file = QLabel()
        self._file.setWordWrap(True)
        choose = QPushButton(_("Choose a picture …"))
        choose.setObjectName("scan-choose")
        choose.clicked.connect(self.choose)
        self.column.addWidget(self._file)
        self.column.addWidget(choose)
        rows = QFormLayout()
        self.hexes: list[QLineEdit] = []
        self._spots: list[QLabel] = []
        for n in range(_PINS):
            line, spot = QLineEdit(), QLabel()
            line.setObjectName(f"scan-hex-{n + 1}")
            line.textEdited.connect(lambda _text: self._sketch())
            self.hexes.append(line)
            self._spots.append(spot)
            rows.addRow(_("Hex {n}").format(n=n + 1), line)
            rows.addRow("", spot)
        self.column.addLayout(rows)
        self.place = QPushButton(_("Lay the grid there"))
        self.place.setObjectName("scan-place")
        self.place.clicked.connect(self.take)
        self.again = QPushButton(_("Begin again"))
        self.again.clicked.connect(self.cancel)
        self.gone = QPushButton(_("Without a scan"))
        self.gone.clicked.connect(self.remove)
        for button in (self.place, self.again, self.gone):
            self.column.addWidget(button)
        self.column.addStretch(1)

    @property
    def loc(self) -> Path:
        """Where the map stands in the file that a scan belongs to: the first that has one."""
        maps = at(self.board.values, ("maps",), [])
        if not maps:
            return ()
        found = next((n for n, one in enumerate(maps) if one.get("picture")), 0)
        return ("maps", found)

    def refresh(self) -> None:
        """Show which picture there is."""
        file = at(self.board.values, (*self.loc, "picture", "file"), "")
        self._file.setText(str(file) or _("There is no picture yet."))
        self.gone.setEnabled(bool(file))
        self._sketch()

    def _needs_pins(self) -> bool:
        kind = at(self.board.values, (*self.loc, "grid", "kind"), "hexes")
        return kind in {"hexes", "squares"}

    def choose(self) -> None:
        """Ask for a picture."""
        name, _filter = QFileDialog.getOpenFileName(
            self.panel,
            _("Choose a picture"),
            begin_in(self.panel),
            _("Pictures (*.png *.jpg *.jpeg *.gif)"),
        )
        if name:
            self.take_file(FilePath(name))

    def take_file(self, path: FilePath) -> None:
        """Put a picture into the module's folder, and under the grid."""
        root = self.desk.session.draft.root
        try:
            with path.open("rb") as stream:
                image = look_at(stream, path.name)
            target = root / IMAGES / path.name
            if target.resolve() != path.resolve():
                target.parent.mkdir(exist_ok=True)
                shutil.copyfile(path, target)
        except (OSError, ImageError) as fault:
            self.desk.say(f"{path.name}: {fault}")
            return
        if image.kind == "svg":
            self.desk.say(_("a scanned map is a PNG, a JPEG or a GIF"))
            return
        self.desk.session.take_images()
        path_to = (*self.loc, "picture")
        changes: list[Change] = [Put(path_to, {"file": path.name})]
        if self._needs_pins():
            grid = make_one(self.board.maps[int(self.loc[1]) if self.loc else 0].grid)
            pins = first_pins(grid, image.width, image.height)
            there = at(self.board.values, (*path_to, "points"), [])
            points = there or [{"hex": p.hex, "pixel": [round(p.x), round(p.y)]} for p in pins]
            changes = [Put(path_to, {"file": path.name, "points": points})]
        self.do(_("Scan"), changes)
        self.refresh()

    def remove(self) -> None:
        """Take the scan away; the picture stays in its folder."""
        if at(self.board.values, (*self.loc, "picture")):
            self.do(_("Scan"), [Remove((*self.loc, "picture"))])
            self.cancel()
            self.refresh()

    # the pins

    def begin(self, x: float, y: float) -> None:
        """Stick a pin: the next one that is free, or one of which no number was typed yet."""
        if not at(self.board.values, (*self.loc, "picture")) or not self._needs_pins():
            return
        free = [n for n in range(_PINS) if self.pins[n] is None]
        number = free[0] if free else _PINS - 1
        unnamed = [n for n in range(number) if not self.hexes[n].text().strip()]
        number = unnamed[0] if unnamed else number
        self.pins[number] = self._pixel(x, y)
        self.hexes[number].setFocus()
        self._sketch()

    def _pixel(self, x: float, y: float) -> tuple[float, float]:
        """Return the pixel of the scan under a point of the board."""
        one = self.board.maps[int(self.loc[1]) if self.loc else 0]
        assert one.picture is not None  # noqa: S101 - the caller asked
        a, b, c, d, e, f = one.picture.to_board
        u, v = x - one.origin[0] - c, y - one.origin[1] - f
        size = a * e - b * d
        return (u * e - v * b) / size, (v * a - u * d) / size

    def _point(self, pixel: tuple[float, float]) -> tuple[float, float]:
        one = self.board.maps[int(self.loc[1]) if self.loc else 0]
        if one.picture is None:
            return 0.0, 0.0
        a, b, c, d, e, f = one.picture.to_board
        u, v = pixel
        return a * u + b * v + c + one.origin[0], d * u + e * v + f + one.origin[1]

    def take(self) -> None:
        """Lay the grid where the pins say."""
        prefix = f"{at(self.board.values, (*self.loc, 'id'))}{BETWEEN}" if self.loc else ""
        pins = []
        for spot, line in zip(self.pins, self.hexes, strict=True):
            hex = line.text().strip()
            if spot is None or not hex:
                continue
            if f"{prefix}{hex}" not in self.board.grid:
                error = self.board.grid.unknown(f"{prefix}{hex}")
                self.desk.say(_(error.message).format(**error.values))
                line.setFocus()
                return
            pins.append(Pin(hex, *spot))
        file = str(at(self.board.values, (*self.loc, "picture", "file"), ""))
        try:
            changes = pinned(self.board, file, pins, self.loc)
        except ValueError as fault:
            self.desk.say(str(fault))
            return
        if self.do(_("Scan"), changes):
            self.cancel()

    def cancel(self) -> bool:
        """Pull all pins out."""
        begun = any(pin is not None for pin in self.pins)
        self.pins = [None] * _PINS
        for line in self.hexes:
            line.clear()
        self._sketch()
        return begun

    def _sketch(self) -> None:
        sketch = Sketch()
        for n, pin in enumerate(self.pins):
            self._spots[n].setText(f"{pin[0]:.0f}, {pin[1]:.0f}" if pin else "")
            if pin is not None:
                point = self._point(pin)
                sketch.strong.append(point)
                sketch.words.append((point, self.hexes[n].text().strip() or str(n + 1)))
        self.place.setEnabled(sum(pin is not None for pin in self.pins) > 1)
        self.desk.canvas.sketch.show_sketch(sketch)
