"""All that a window holds: texts, hints, accessible texts, models with all their roles, counters.

Two windows that a side cannot tell apart hold the same.
"""

from PySide6.QtCore import QAbstractItemModel, QAbstractListModel, QModelIndex, QObject, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QApplication
from shiboken6 import isValid

from tabuleiro.host.map.export import Extent, export_map, extent_area
from tabuleiro.host.map.stacks import StackItem
from tabuleiro.host.panels.details import piece_lines
from tabuleiro.host.panels.phases import PhaseRibbon

ROLES = [*range(int(Qt.ItemDataRole.AccessibleDescriptionRole) + 1),
         *(int(Qt.ItemDataRole.UserRole) + n for n in range(8))]  # fmt: skip
PLAIN = str | int | float | bool | list | tuple


def texts_of(thing):
    """All texts that an object holds, by the names of its properties."""
    about = thing.metaObject()
    for number in range(about.propertyCount()):
        name = about.property(number).name()
        value = thing.property(name)
        if isinstance(value, str) and name != "objectName":
            yield name, value


def cells_of(model, parent=None):
    """All that a model holds, in every role."""
    parent = parent or QModelIndex()
    for row in range(model.rowCount(parent)):
        for column in range(_columns(model, parent)):
            index = model.index(row, column, parent)
            for role in ROLES:
                value = index.data(role)
                if isinstance(value, PLAIN):
                    yield row, column, role, str(value)
            if column == 0:
                yield from cells_of(model, index)


def _columns(model, parent):
    """How many columns a model has; lists keep that to themselves."""
    return 1 if isinstance(model, QAbstractListModel) else model.columnCount(parent)


def held_by(window):
    """All that a window holds and could be read, heard or hovered."""
    QApplication.processEvents()
    found = []
    for thing in (window, *window.findChildren(QObject)):
        if not isValid(thing):  # texts are laid out anew when they are asked
            continue
        kind = type(thing).__name__
        found += [(kind, *held) for held in texts_of(thing)]
        if isinstance(thing, QAbstractItemModel):
            found += [(kind, *cell) for cell in cells_of(thing)]
    view, seat = window.view, window.seat
    log = window.docks["log"].widget()
    for row in range(log.shown.rowCount()):
        drawn = log.view._lines.document(log.shown.index(row, 0), 300)
        found.append(("drawn", drawn.toPlainText()))
    for place, item in sorted(view.stacks.items()):
        assert isinstance(item, StackItem)
        found.append((place, *(repr(spot[:2]) for spot in item.spots())))
        found += [(place, *piece_lines(seat, piece)) for piece in item.pieces]
    spoken = QAccessible.queryAccessibleInterface(view)
    for child in map(spoken.child, range(spoken.childCount())):
        words = (child.text(kind) for kind in (QAccessible.Text.Name, QAccessible.Text.Description))
        found.append(("spoken", *words))
    return found


def pictures_of(window, folder):
    """The map and the log, as they are exported."""
    path = folder / "map.svg"
    export_map(window.view, path, extent_area(window.view, Extent.WHOLE))
    log = window.docks["log"].widget()
    return path.read_text("utf-8"), log.model.text()


def look_about(window, hexes=("0909", "0507", "1213"), words=("191", "211", "RI", "reduced", "?")):
    """Open every panel, point at the enemies and look for them."""
    for dock in window.docks.values():
        dock.show()
        dock.raise_()
        QApplication.processEvents()
    for ribbon in window.findChildren(PhaseRibbon):
        ribbon.tell()  # which it does a moment later by itself
    found = held_by(window)
    for hex in hexes:
        window.seat.point(hex)
        window.play._hovered(hex)
        found += held_by(window)
    forces = window.docks["forces"].widget()
    window.docks["forces"].raise_()
    for word in words:
        forces.search.setText(word)
        found.append((word, forces.counts.text()))
        found += cells_of(forces.shown)
    forces.search.clear()
    return found


def first_difference(one, other):
    """What is not alike, for whoever reads why a test failed."""
    return next(((a, b) for a, b in zip(one, other, strict=False) if a != b), None)
