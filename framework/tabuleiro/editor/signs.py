"""Markers that lie somewhere at the start, and where tracks stand, on the values of a scenario."""

from __future__ import annotations

from collections.abc import Collection

from tabuleiro.editor.errors import EditError
from tabuleiro.editor.scenarios import Values, drop, entries, put_in
from tabuleiro.i18n import _

__all__ = ["drop_marker", "put_marker", "set_track"]

_KEY = "markers"
_TRACKS = "tracks"


def put_marker(
    values: Values, marker: str, place: str, *, boxes: Collection[str], hexes: Collection[str]
) -> None:
    """Let a marker lie in a hex or box at the start; raises `EditError` if there is no such place.

    >>> values = {}
    >>> put_marker(values, "mine", "0304", boxes=(), hexes=["0304"])
    >>> values
    {'markers': [{'marker': 'mine', 'hex': '0304'}]}
    """
    if place not in boxes and place not in hexes:
        raise EditError(_('There is no hex or box "{place}" on the map.').format(place=place))
    put_in(values, _KEY, {"marker": marker, "box" if place in boxes else "hex": place})


def drop_marker(values: Values, number: int) -> None:
    """Take a marker away."""
    drop(values, _KEY, entries(values, _KEY)[number])


def set_track(values: Values, track: str, space: int) -> None:
    """Let a track stand somewhere at the start; at 0 it stands of itself.

    >>> values = {"tracks": {"gold": 3}}
    >>> set_track(values, "gold", 0)
    >>> values
    {'tracks': {}}
    """
    tracks = values.setdefault(_TRACKS, {})
    if not isinstance(tracks, dict):
        raise EditError(_("`tracks` must be spaces by track before one can be set here."))
    if space:
        tracks[track] = space
    else:
        tracks.pop(track, None)
