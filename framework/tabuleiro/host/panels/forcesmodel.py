"""The units of a match as a table: what is known of each, to sort and to filter."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QPersistentModelIndex,
    QSortFilterProxyModel,
    Qt,
)

from tabuleiro.engine import DEAD, GONE, OFF, is_exit
from tabuleiro.host.counter.face import figures_seen
from tabuleiro.host.panels.details import formation_names, piece_lines
from tabuleiro.host.words import place_words, reading_order
from tabuleiro.i18n import N_, _, text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tabuleiro.host.play import MapPlay
    from tabuleiro.host.seat import Seat
    from tabuleiro.seats import Sight

__all__ = ["HEADS", "HERE", "ICON", "STATES", "ForcesFilter", "ForcesModel"]

Index = QModelIndex | QPersistentModelIndex
ICON: Final = 34
HEADS: Final = (N_("Unit"), N_("Side"), N_("Values"), N_("Formation"), N_("Where"), N_("State"))
STATES: Final = {
    "": N_("All"),
    "map": N_("On the map"),
    "reduced": N_("Reduced"),
    "coming": N_("Not yet arrived"),
    "lost": N_("Eliminated"),
    "gone": N_("Left the board"),
}
HERE: Final = "hex:"
"""The place that stands for the hex pointed at."""
_VALUES: Final = 2
_ROLES: Final = frozenset({Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleDescriptionRole})


class ForcesModel(QAbstractTableModel):
    """The units that a viewer may know of."""

    def __init__(self, seat: Seat, play: MapPlay) -> None:
        """List the units of a seat's match."""
        super().__init__()
        self._seat = seat
        self._play = play
        self._pieces: list[str] = []
        self._rows: list[tuple[str, ...]] = []
        self._fixed: dict[str, tuple[str, str, str]] = {}
        """Name, side and formations of each piece, which do not change."""
        self._states: tuple[Sight | None, dict[str, tuple[str, ...]]] = (None, {})
        """The states of each piece, as long as the same is seen."""

    def refresh(self) -> None:
        """Take over the position that is shown."""
        s = self._seat.sight
        known = {piece: seen for piece in s.position.pieces if (seen := s.seen(piece))}
        pieces = list(known)
        rows = [self._row(s, piece, seen) for piece, seen in known.items()]
        if pieces != self._pieces:
            self.beginResetModel()
            self._pieces, self._rows = pieces, rows
            self.endResetModel()
            return
        others = [
            n for n, (new, old) in enumerate(zip(rows, self._rows, strict=True)) if new != old
        ]
        self._rows = rows
        for number in others:
            last = self.index(number, len(HEADS) - 1)
            self.dataChanged.emit(self.index(number, 0), last)

    def forget(self) -> None:
        """List nobody."""
        self.beginResetModel()
        self._pieces, self._rows = [], []
        self.endResetModel()

    def _row(self, s: Sight, piece: str, seen: Mapping[str, Any]) -> tuple[str, ...]:
        counter = s.counter(piece)
        states = [state for state in self.states(piece) if state != "map"]
        if piece not in self._fixed:
            side = text(s.module.sides[counter.side].name)
            above = " · ".join(formation_names(s, counter))
            self._fixed[piece] = (text(counter.name), side, above)
        name, side, above = self._fixed[piece]
        return (
            name,
            side,
            figures_seen(counter, seen.get("values")),
            above,
            place_words(s.module, str(seen["place"])),
            ", ".join(_(STATES[state]) for state in states),
        )

    @property
    def pieces(self) -> tuple[str, ...]:
        """The units, row by row."""
        return tuple(self._pieces)

    def place(self, piece: str) -> str:
        """Return where a piece is, or what it is inside of."""
        return self._seat.sight.whereabouts(piece) if self._seat.seen(piece) else OFF

    def states(self, piece: str) -> tuple[str, ...]:
        """Return the states of a piece: keys of the filter."""
        sight = self._seat.sight
        if self._states[0] is not sight:
            self._states = (sight, {})
        found = self._states[1].get(piece)
        if found is None:
            found = self._states[1][piece] = self._find_states(sight, piece)
        return found

    def _find_states(self, s: Sight, piece: str) -> tuple[str, ...]:
        seen = s.seen(piece) if piece in s.position.pieces else None
        place = s.whereabouts(piece) if seen else OFF
        if place == OFF:
            return ("coming",)
        if place == DEAD:
            return ("lost",)
        if place == GONE or is_exit(place):
            return ("gone",)
        return ("map", "reduced") if seen and seen.get("losses") else ("map",)

    def is_at(self, piece: str, place: str) -> bool:
        """Return whether a piece is in a hex, a region or a box, by the keys of the filter."""
        kind, _colon, name = place.partition(":")
        where = self.place(piece)
        if kind == "region":
            return where in self._seat.sight.board.regions[name].hexes
        return where == (self._seat.hex if place == HERE else name)

    def is_of(self, piece: str, formation: str) -> bool:
        """Return whether a piece belongs to a formation, or to one below it."""
        s = self._seat.sight
        return formation in s.module.formations_above(s.counter(piece).formation)

    def side(self, piece: str) -> str:
        """Return the side of a piece."""
        return self._seat.sight.side(piece)

    def words(self, row: int) -> str:
        """Return all that a search goes through."""
        return " ".join(self._rows[row]).casefold()

    def key(self, row: int, column: int) -> tuple[Any, ...]:
        """Return what a column is sorted by: numbers as numbers, and what is empty last."""
        cell = self._rows[row][column]
        if column == _VALUES:
            values = (self._seat.seen(self._pieces[row]) or {}).get("values") or {}
            return tuple(-int(number) for number in map(values.get, ("attack", "defense", "move"))
                         if number is not None) or (1,)  # fmt: skip
        return (not cell, *reading_order(cell))

    # what Qt asks

    def rowCount(self, parent: Index | None = None) -> int:
        """Return the number of units."""
        return 0 if parent is not None and parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index | None = None) -> int:
        """Return the number of columns."""
        return 0 if parent is not None and parent.isValid() else len(HEADS)

    def headerData(
        self,
        section: int,
        orientation: Qt.Orientation,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> Any:
        """Return what stands above a column."""
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return _(HEADS[section])
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return a cell, the counter of a row, or all that is known of it."""
        if role == Qt.ItemDataRole.DisplayRole:
            return self._rows[index.row()][index.column()]
        if role == Qt.ItemDataRole.DecorationRole and index.column() == 0:
            face = self._play.face(self._pieces[index.row()])
            pixmap = self._play.view.art.pixmap(face, ICON, 2)
            pixmap.setDevicePixelRatio(2)
            return pixmap
        if role in _ROLES:
            return "\n".join(piece_lines(self._seat, self._pieces[index.row()]))
        return None


class ForcesFilter(QSortFilterProxyModel):
    """Shows what fits the search, the side, the formation, the state and the place."""

    def __init__(self, model: ForcesModel) -> None:
        """Show all of a model."""
        super().__init__()
        self._model = model
        self.find = self.side = self.formation = self.state = self.place = ""
        self.setSourceModel(model)

    def filterAcceptsRow(self, row: int, parent: Index) -> bool:
        """Return whether a unit fits."""
        model = self._model
        piece = model.pieces[row]
        return (
            (not self.side or model.side(piece) == self.side)
            and (not self.formation or model.is_of(piece, self.formation))
            and (not self.state or self.state in model.states(piece))
            and (not self.place or model.is_at(piece, self.place))
            and self.find in model.words(row)
        )

    def lessThan(self, left: Index, right: Index) -> bool:
        """Return which of two cells comes first."""
        column = left.column()
        one, other = self._model.key(left.row(), column), self._model.key(right.row(), column)
        return one < other

    def shown(self) -> list[str]:
        """Return the pieces that are shown, in their order."""
        pieces = self._model.pieces
        rows = (self.mapToSource(self.index(n, 0)).row() for n in range(self.rowCount()))
        return [pieces[row] for row in rows]
