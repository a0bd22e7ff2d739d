"""Items of ``board.yaml`` on their way from the source to the file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from tabuleiro.cartography.source import HexsidesModel, RiverModel, RoadModel, SpotModel

__all__ = ["Entry", "entry"]

_ORDER: Final = ("id", "hex", "kind", "importance", "name", "reconstructed")
"""What is short comes first; lists of hexes and sides come last."""


@dataclass(frozen=True)
class Entry:
    """An item of a list, and a remark to stand beside it."""

    plain: dict[str, Any]
    note: str = ""


def entry(model: RiverModel | HexsidesModel | RoadModel | SpotModel, **values: Any) -> Entry:
    """Return an item with its id, name, values and reason; what is None is left out.

    >>> from tabuleiro.module.models.base import Words
    >>> spot = SpotModel(id="inn", name=Words(pt="a", en="b"), kind="town", hex="0101", method="m")
    >>> entry(spot, hex="0101").plain["reconstructed"]
    'm'
    """
    name = model.name.model_dump() if model.name is not None else None
    given = {"id": model.id, **values, "name": name, "reconstructed": model.method}
    last = [key for key in given if key not in _ORDER]
    plain = {key: given[key] for key in (*_ORDER, *last) if given.get(key) is not None}
    return Entry(plain, model.clause or "")
