"""What is remembered of a match: where the panels stood, and where one looked."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QPointF

from tabuleiro.host.handover import is_secret

if TYPE_CHECKING:
    from tabuleiro.host.window import MatchWindow

__all__ = ["OwnSights", "keep_place", "restore_panels", "restore_sight"]

_MATCHES: Final = "matches"
_MOST: Final = 40
"""So many matches are remembered, those that were open last."""


def keep_place(window: MatchWindow) -> None:
    """Keep where the panels stand, for the match and for the next of this game, and the sight."""
    settings, game, match = window.settings, window.seat.module.id, _name(window)
    settings.keep_layout(game, window)
    if not match:
        return
    settings.keep_layout(match, window)
    view = window.view
    zoom, middle = view.place()
    place = f"{zoom:.4f} {middle.x():.1f} {middle.y():.1f} {window.seat.viewer}"
    seen = "" if view.following else place.strip()
    settings.set(f"sight/{match}", seen)
    known = [each for each in settings.kept(_MATCHES).split("|") if each and each != match]
    for old in known[: -_MOST + 1]:
        settings.forget(f"sight/{old}")
        settings.forget_layout(old)
    settings.set(_MATCHES, "|".join([*known[-_MOST + 1 :], match]))


def restore_panels(window: MatchWindow) -> bool:
    """Put the panels where they stood; return whether that was known."""
    settings, match = window.settings, _name(window)
    known = bool(match) and settings.restore_layout(match, window)
    return known or settings.restore_layout(window.seat.module.id, window)


def restore_sight(window: MatchWindow) -> None:
    """Look where one looked when the match was open last, if one had chosen that.

    Of those who share a screen and hide something only the one who looked does: whoever opens it
    next may be another.
    """
    match = _name(window)
    *kept, viewer = (*window.settings.kept(f"sight/{match}").split(maxsplit=3), "")[:4]
    try:
        zoom, x, y = numbers = [float(each) for each in kept]
    except ValueError:
        return
    if not match or zoom <= 0 or not all(map(isfinite, numbers)):
        return
    place = zoom, QPointF(x, y)
    if is_secret(window.seat):
        window.sights.know(viewer, place)
        if viewer != window.seat.viewer:
            return
    window.view.go_to(*place)


class OwnSights:
    """Where each of those who share a screen looks: none sees where another one was at work."""

    def __init__(self, window: MatchWindow) -> None:
        """Nobody has looked anywhere yet."""
        self._window = window
        self._kept: dict[str, tuple[float, QPointF] | None] = {}

    def know(self, viewer: str, place: tuple[float, QPointF]) -> None:
        """Take over where somebody looked when the match was open last."""
        self._kept[viewer] = place

    def leave(self) -> None:
        """Keep where whoever looks now has looked, and show what is shown to everybody."""
        view = self._window.view
        self._kept[self._window.seat.viewer] = None if view.following else view.place()
        self._window.limelight.forget_place()
        view.fit_again()

    def take(self) -> None:
        """Look where whoever looks now looked before, but at a battle that goes on."""
        place = self._kept.get(self._window.seat.viewer)
        if self._window.limelight.attack is not None:
            self._window.limelight.look_again()
        elif place is not None:
            self._window.view.go_to(*place)


def _name(window: MatchWindow) -> str:
    """Return what tells this match from others; old ones have nothing."""
    return window.seat.table.game.header.match
