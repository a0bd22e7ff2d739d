"""Going from map to map, where a board has several: by keys, from the menu, from a list."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QPoint, QRectF
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from tabuleiro.host.commands import Kind
from tabuleiro.i18n import N_, text

if TYPE_CHECKING:
    from tabuleiro.host.map.view import BoardView
    from tabuleiro.host.window import MatchWindow

__all__ = ["SHEETS", "add_sheet_commands", "area_of", "fill_sheets", "go_to_sheet", "sheet_shown"]

SHEETS: Final = {
    kind.id: kind
    for kind in (
        Kind("map-list", N_("Go to map …"), "Ctrl+Shift+G", "view", parts=True),
        Kind("map-next", N_("Next map"), "Ctrl+PgDown", "view"),
        Kind("map-previous", N_("Previous map"), "Ctrl+PgUp", "view"),
    )
}
"""How one goes from map to map, by id."""
_CLOSEST: Final = 1.5
"""A small map is shown no larger than this."""
_MARGIN: Final = 8.0


def add_sheet_commands(window: MatchWindow) -> None:
    """Add these commands to the window of a match whose board has several maps."""
    view = window.view
    if len(view.board.maps) < 2:
        return
    window.commands.offer(SHEETS["map-list"], partial(_list_sheets, view))
    window.commands.offer(SHEETS["map-next"], partial(_step, view, 1))
    window.commands.offer(SHEETS["map-previous"], partial(_step, view, -1))


def area_of(view: BoardView, sheet: str) -> QRectF:
    """Return where a map lies in the scene."""
    left, top, right, bottom = view.board.maps[sheet].frame
    (x, y), (far, low) = view.picture.scene(left, top), view.picture.scene(right, bottom)
    return QRectF(x, y, far - x, low - y)


def go_to_sheet(view: BoardView, sheet: str) -> None:
    """Show a map as large as the window allows."""
    area = area_of(view, sheet).adjusted(-_MARGIN, -_MARGIN, _MARGIN, _MARGIN)
    view.go_to(min(view.fitting_of(area), _CLOSEST), area.center())


def sheet_shown(view: BoardView) -> str:
    """Return the map on which one looks, or the nearest one."""
    middle = view.seen().center()

    def off(sheet: str) -> float:
        area = area_of(view, sheet)
        x = max(area.left() - middle.x(), 0.0, middle.x() - area.right())
        y = max(area.top() - middle.y(), 0.0, middle.y() - area.bottom())
        return x + y

    return min(view.board.maps, key=off)


def fill_sheets(view: BoardView, menu: QMenu) -> None:
    """Offer all maps by their names; a tick says on which one looks."""
    shown = sheet_shown(view)
    for number, (id, sheet) in enumerate(view.board.maps.items(), start=1):
        name = text(sheet.name).replace("&", "&&")
        entry = QAction(f"&{number}  {name}" if number < 10 else name, menu)
        entry.setCheckable(True)
        entry.setChecked(id == shown)
        entry.triggered.connect(lambda _on=False, id=id: go_to_sheet(view, id))
        menu.addAction(entry)


def _list_sheets(view: BoardView) -> None:
    menu = QMenu(view)
    fill_sheets(view, menu)
    menu.aboutToHide.connect(menu.deleteLater)
    menu.popup(view.mapToGlobal(QPoint(24, 24)))


def _step(view: BoardView, by: int) -> None:
    sheets = list(view.board.maps)
    go_to_sheet(view, sheets[(sheets.index(sheet_shown(view)) + by) % len(sheets)])
