"""The weather of a hex, as the sea asks for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tabuleiro.engine import Situation


def weather_at(s: Situation, place: str) -> str:
    """Return the weather in a hex."""
    told = s.position.facts.get("weather", {})
    for name in ("north", "central", "south"):
        if place in s.board.regions["weather-" + name].hexes:
            return str(told.get(name, "good"))
    return "good"
