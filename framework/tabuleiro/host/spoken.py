"""What a screen reader is told of a match on the map: places in words, as the seat sees them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from tabuleiro.engine.messages import listing, place_name
from tabuleiro.host.gestures import path_of, piece_of
from tabuleiro.host.map.access import announce, install, tell_cursor
from tabuleiro.host.panels.details import hex_lines
from tabuleiro.host.words import action_label, piece_line, piece_name, points
from tabuleiro.i18n import _, ngettext, text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tabuleiro.host.play import MapPlay

__all__ = ["SpokenMatch"]


class SpokenMatch(QObject):
    """Says what is on the map of a match; cursor and selection are told as they change."""

    def __init__(self, play: MapPlay) -> None:
        """Tell of a map from now on."""
        super().__init__(play)
        self._play = play
        self._seat = play.seat
        self._view = play.view
        install()
        play.view.spoken = self
        play.view.hovered.connect(lambda _place: tell_cursor(play.view))
        play.seat.selected.connect(self._selected)

    def places(self) -> list[str]:
        """Return where something can be aimed at, then where units stand."""
        view = self._view
        aimed = sorted(filter(view.knows, self._play.targets))
        stood = sorted(p for p in self._seat.sight.position.stacks if view.knows(p))
        return list(dict.fromkeys([*aimed, *(p for p in stood if self._seat.stack(p))]))

    def name(self, place: str) -> str:
        """Return where a place is, who stands there and what can be done."""
        parts = [place_name(place, self._seat.module), *self._units(place), *self._deeds(place)]
        note = self._play.notes.page.hexes.get(place)
        if note:
            parts.append(_("Note: {about}").format(about=note))
        return ". ".join(filter(None, parts))

    def _units(self, place: str) -> Iterator[str]:
        """Yield the units of each side there, the top one first."""
        seat = self._seat
        by_side: dict[str, list[str]] = {}
        for piece in reversed(seat.stack(place)):
            line = piece_line(seat.module, piece, seat.seen(piece))
            by_side.setdefault(seat.sight.side(piece), []).append(line)
        for side, units in by_side.items():
            told = ", ".join(units)
            known = seat.module.sides.get(side)
            yield f"{text(known.name)}: {told}" if known is not None else told

    def _deeds(self, place: str) -> Iterator[str]:
        """Yield what the selected units can do there, each with its price."""
        told: dict[str, str] = {}
        for action in self._play.targets.get(place, ()):
            label = action_label(self._seat.module, action)
            price = self._seat.offer(action).price if path_of(action) and piece_of(action) else None
            if price is not None:
                words = ngettext("{action}: {points} point", "{action}: {points} points",
                                 1 if points(price) == "1" else 2)  # fmt: skip
                cost = words.format(action=label, points=points(price))
            else:
                cost = label
            told.setdefault(label, cost)
        yield from told.values()

    def about(self, place: str) -> str:
        """Return what is known of the ground."""
        on_board = place in self._view.board.grid
        return ". ".join(hex_lines(self._seat, place)[1:]) if on_board else ""

    def chosen(self, place: str) -> bool:
        """Return whether a selected unit stands there."""
        return any(piece in self._seat.selection for piece in self._seat.stack(place))

    def _selected(self) -> None:
        """Tell who was selected, and to how many places something can be done."""
        module, chosen = self._seat.module, self._seat.selection
        if not chosen:
            return
        names = listing([piece_name(module, piece) for piece in chosen])
        n = len(self._play.targets)
        found = ngettext("{n} place can be chosen", "{n} places can be chosen", n).format(n=n)
        announce(self._view, f"{names}. {found}")
