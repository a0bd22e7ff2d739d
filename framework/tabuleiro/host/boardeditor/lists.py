"""Tools for what stands in lists: places, regions, boxes, and the names of rivers and roads."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QListWidget, QListWidgetItem, QPushButton, QTabBar

from tabuleiro.editor.boards.changes import Put, Remove
from tabuleiro.editor.boards.items import added, altered, free_id, ranged, slug
from tabuleiro.editor.boards.sides import side_at, sides_of
from tabuleiro.editor.boards.telling import words_of
from tabuleiro.host.boardeditor.canvas import Sketch
from tabuleiro.host.boardeditor.itemform import ItemForm
from tabuleiro.host.boardeditor.tool import Tool
from tabuleiro.i18n import N_, _

if TYPE_CHECKING:
    from tabuleiro.editor.boards.changes import Values

__all__ = ["BoxTool", "NameTool", "PlaceTool", "RegionTool"]


_WORDS: Final = {"places": "place", "regions": "region", "edges": "edge", "boxes": "box"}
"""The ids of things of which no name is known yet."""


class _Lists(Tool):
    """A tool with a list of things, and a form for the one that is chosen."""

    groups: ClassVar[dict[str, str]]
    """The lists of the file, each with what it is called."""
    makes: ClassVar[bool] = True
    """Whether new things are made here."""

    def build(self) -> None:
        """Offer the lists, the things and the form."""
        self.group = next(iter(self.groups))
        self._tabs = QTabBar()
        for group, label in self.groups.items():
            self._tabs.setTabData(self._tabs.addTab(_(label)), group)
        self._tabs.currentChanged.connect(lambda n: self.take_group(self._tabs.tabData(n)))
        self._tabs.setVisible(len(self.groups) > 1)
        self.column.addWidget(self._tabs)
        self.list = QListWidget()
        self.list.setObjectName(f"{self.id}-list")
        self.list.currentRowChanged.connect(self._chosen)
        self.column.addWidget(self.list, 1)
        row = QHBoxLayout()
        self.new = QPushButton(_("New"))
        self.new.clicked.connect(lambda: self.make({}))
        self.new.setVisible(self.makes)
        self.gone = QPushButton(_("Delete"))
        self.gone.clicked.connect(self.delete)
        row.addWidget(self.new)
        row.addWidget(self.gone)
        self.column.addLayout(row)
        self.forms = {group: ItemForm(group) for group in self.groups}
        for group, form in self.forms.items():
            form.edited.connect(self._edited)
            form.setVisible(group == self.group)
            self.column.addWidget(form)
        self.number = -1

    def take_group(self, group: str) -> None:
        """Show the things of another list."""
        self.group = group
        for name, form in self.forms.items():
            form.setVisible(name == group)
        self.number = -1
        self.refresh()

    @property
    def item(self) -> Values:
        """The thing that is chosen, empty if there is none."""
        items = self.board.items(self.group)
        return items[self.number] if 0 <= self.number < len(items) else {}

    def taken_up(self) -> None:
        """Offer what the module has."""
        for form in self.forms.values():
            form.offer(self.desk.session.kinds)
        self.refresh()

    def refresh(self) -> None:
        """Show the things as they are now."""
        items = self.board.items(self.group)
        self.number = min(self.number, len(items) - 1)
        self.list.blockSignals(True)
        self.list.clear()
        for item in items:
            self.list.addItem(QListWidgetItem(words_of(item)))
        self.list.setCurrentRow(self.number)
        self.list.blockSignals(False)
        self.forms[self.group].show_item(self.item)
        self.gone.setEnabled(bool(self.item))
        self._point_out()

    def _chosen(self, row: int) -> None:
        self.number = row
        self.forms[self.group].show_item(self.item)
        self.gone.setEnabled(bool(self.item))
        self._point_out()
        where = self.hexes()
        if where:
            self.desk.canvas.show_hex(where[0])

    def choose(self, number: int) -> None:
        """Choose a thing by its number in the file."""
        self.list.setCurrentRow(number)
        self.number = number

    def hexes(self) -> list[str]:
        """Return where the thing that is chosen lies."""
        item = self.item
        named = [item.get("hex"), *(item.get("chain") or ())]
        listed = item.get("hexes")
        named += listed if isinstance(listed, list) else []
        named += [hex for side in item.get("sides") or () for hex in str(side).split("/")]
        return [str(hex) for hex in named if hex is not None and str(hex) in self.board.grid]

    def _point_out(self) -> None:
        """Show on the map which thing is chosen."""
        sketch = Sketch()
        geometry, item = self.board.geometry, self.item
        if item.get("sides"):
            for side in item["sides"]:
                a, _slash, b = str(side).partition("/")
                if a in self.board.grid and b in self.board.grid.neighbours(a):
                    sketch.lines.append(list(geometry.side_line(a, b)))
        elif item.get("chain"):
            sketch.lines.append([geometry.centre(hex) for hex in self.hexes()])
        else:
            sketch.fills = [geometry.corners(hex) for hex in self.hexes()]
        self.desk.canvas.sketch.show_sketch(sketch)

    def make(self, more: Values) -> None:
        """Make a new thing, whose name is then typed."""
        item: Values = {"id": free_id(self.board, _WORDS[self.group]), **self._usual(), **more}
        if self.do(_("New"), added(self.board, self.group, item)):
            self.number = len(self.board.items(self.group)) - 1
            self.refresh()
            self.forms[self.group].ask_name()

    def _usual(self) -> Values:
        return {"name": {"pt": "Novo", "en": "New"}}

    def delete(self) -> None:
        """Take the thing that is chosen away."""
        if self.item:
            whole = len(self.board.items(self.group)) == 1
            path = (self.group,) if whole else (self.group, self.number)
            self.do(_("Delete"), [Remove(path)])
            self.refresh()

    def _edited(self, values: Values) -> None:
        """Take what was typed; the id of a new thing follows its name."""
        before = self.item
        values = {**values, "name": self._both(values.get("name"))}
        named = values["name"]
        fresh = str(before.get("id", "")).rstrip("-0123456789") in _WORDS.values()
        if fresh and values["id"] == before.get("id") and isinstance(named, dict):
            wanted = slug(named["en"])
            if named != before.get("name") and wanted:
                values = {**values, "id": free_id(self.board, wanted)}
        changes = altered(self.board, self.group, self.number, values)
        if changes:
            self.do(_("Edit"), changes)
            self.refresh()

    def _both(self, named: Any) -> Any:
        """Return a name of which one language was typed in both, until the other is typed, too."""
        usual = self._usual().get("name")
        if not isinstance(named, dict) or not isinstance(usual, dict):
            return named
        typed = [words for spoken, words in named.items() if words != usual[spoken]]
        return dict.fromkeys(named, typed[0]) if len(typed) == 1 else named

    def key(self, key: Qt.Key) -> bool:
        """Delete takes the thing that is chosen away."""
        if key == Qt.Key.Key_Delete and self.item:
            self.delete()
            return True
        return False


class PlaceTool(_Lists):
    """Places with names: towns, peaks, waters."""

    id = "places"
    label = N_("Places")
    keys = "P"
    hint = N_("Click a hex to name a place in it; drag a place to another hex; Del takes it away.")
    groups: ClassVar = {"places": N_("Places")}

    def build(self) -> None:
        """Begin with nothing in the hand."""
        super().build()
        self._held: int | None = None

    def _usual(self) -> Values:
        return {"kind": "town", "importance": 3, "name": {"pt": "Novo lugar", "en": "New place"}}

    def make(self, more: Values) -> None:
        """Make a place, in the middle of what is seen if no hex was clicked."""
        if "hex" not in more:
            place = self.desk.canvas.cursor_hex
            if place is None or place not in self.board.grid:
                place = self.board.grid.first
            more = {"hex": place, **more}
        item = {"id": "", "hex": more["hex"], **self._usual()}
        super().make({key: value for key, value in item.items() if key != "id"})

    def _in(self, place: str) -> int | None:
        items = self.board.items("places")
        found = [n for n, item in enumerate(items) if str(item.get("hex")) == place]
        return next((n for n in found if n == self.number), found[0] if found else None)

    def begin(self, x: float, y: float) -> None:
        """Take a place into the hand, or make one."""
        place = self.place_at(x, y)
        if place is None:
            return
        self._held = self._in(place)
        if self._held is None:
            self.make({"hex": place})
        else:
            self.choose(self._held)

    def drag(self, x: float, y: float) -> None:
        """Show the place where it would be."""
        place = self.place_at(x, y)
        if self._held is not None and place is not None:
            self.show(self._moved(place))

    def _moved(self, place: str) -> list[Put]:
        assert self._held is not None  # noqa: S101 - the callers asked
        now = self.board.items("places")[self._held].get("hex")
        return [] if str(now) == place else [Put(("places", self._held, "hex"), place)]

    def release(self, x: float, y: float) -> None:
        """Put a place down."""
        place = self.place_at(x, y)
        if self._held is not None and place is not None:
            self.do(_("Places"), self._moved(place))
            self.refresh()
        self._held = None

    def let_go(self) -> bool:
        """Leave a place where it was."""
        held, self._held = self._held is not None, None
        return held


class RegionTool(_Lists):
    """Regions and stretches of the edge: lists of hexes."""

    id = "regions"
    label = N_("Regions")
    keys = "G"
    hint = N_("Choose a region, or make one, and paint its hexes; beginning inside takes them out.")
    groups: ClassVar = {"regions": N_("Regions"), "edges": N_("Stretches of the edge")}

    def build(self) -> None:
        """Begin with a clean brush."""
        super().build()
        self._passed: list[str] = []

    def fits(self) -> bool:
        """Return whether places can be counted off."""
        return bool(self.board.grid.hexes)

    def make(self, more: Values) -> None:
        """Make a region of the hex under the pointer."""
        place, grid = self.desk.canvas.cursor_hex, self.board.grid
        hexes = [place if place is not None and place in grid else grid.first]
        edge = {"edge": "north"} if self.group == "edges" else {}
        super().make({**edge, "hexes": hexes, **more})

    def begin(self, x: float, y: float) -> None:
        """Begin to paint the region that is chosen, or a new one."""
        place = self.place_at(x, y)
        if place is None:
            return
        if not self.item:
            edges = sorted(self.board.grid.edges_of(place))
            more: Values = {"edge": edges[0] if edges else "north"} if self.group == "edges" else {}
            self.make({**more, "hexes": [place]})
            self._passed = []
            return
        self._passed = [place]
        self.show(ranged(self.board, self.group, self.number, self._passed))

    def drag(self, x: float, y: float) -> None:
        """Paint."""
        place = self.place_at(x, y)
        if self._passed and place is not None and place not in self._passed:
            self._passed.append(place)
            changes = ranged(self.board, self.group, self.number, self._passed)
            self.show(changes)
            after = self.board.after(changes).items(self.group)
            hexes = after[self.number].get("hexes") if self.number < len(after) else []
            corners = self.board.geometry.corners
            fills = [corners(str(hex)) for hex in hexes or () if str(hex) in self.board.grid]
            self.desk.canvas.sketch.show_sketch(Sketch(fills=fills))

    def release(self, x: float, y: float) -> None:
        """What was painted is one step."""
        if self._passed:
            changes = ranged(self.board, self.group, self.number, self._passed)
            self._passed = []
            self.do(_("Regions"), changes)
            self.refresh()

    def let_go(self) -> bool:
        """Forget a stroke."""
        begun, self._passed = bool(self._passed), []
        return begun


class BoxTool(_Lists):
    """Boxes beside the board."""

    id = "boxes"
    label = N_("Boxes")
    keys = "B"
    hint = N_("Boxes stand beside the board: reserves, cups, hands, decks.")
    groups: ClassVar = {"boxes": N_("Boxes")}

    def _usual(self) -> Values:
        return {"name": {"pt": "Nova caixa", "en": "New box"}, "kind": "reserve", "side": None}


class NameTool(_Lists):
    """The names of rivers, lines and roads, which other pens have drawn."""

    id = "names"
    label = N_("Names of lines")
    keys = "N"
    hint = N_("Click a river or a road to give it a name.")
    groups: ClassVar = {"hexsides": N_("Hexsides"), "networks": N_("Roads")}
    makes = False

    def begin(self, x: float, y: float) -> None:
        """Choose what runs through a point."""
        side, place = side_at(self.board, x, y), self.place_at(x, y)
        found = {
            "hexsides": [
                n
                for n, item in enumerate(self.board.items("hexsides"))
                if side is not None and side in sides_of(item)
            ],
            "networks": [
                n
                for n, item in enumerate(self.board.items("networks"))
                if place is not None and place in map(str, item.get("chain") or ())
            ],
        }
        for group in sorted(found, key=lambda each: each != self.group):
            if found[group]:
                self._tabs.setCurrentIndex(list(self.groups).index(group))
                self.choose(found[group][0])
                return
