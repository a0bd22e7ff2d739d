"""Flights as a table shows them: who is in the air now, from where, to where, on what errand."""

from __future__ import annotations

import msgspec

__all__ = ["Flight"]


class Flight(msgspec.Struct, frozen=True):
    """An air piece over a hex, one entry in the answers to the hook ``flights``.

    ``origin`` is the hex of its base, where the piece itself still is; ``kind`` the errand, with
    the words ``mission.<kind>`` in the texts of the module; ``role`` is ``fighter`` or ``bomber``;
    ``cargo`` the land piece that it carries, drops or supplies.

    >>> Flight("us-bs-13", "0928", "2603", "field", "bomber", "allied").night
    False
    """

    piece: str
    origin: str
    target: str
    kind: str
    role: str
    side: str
    night: bool = False
    cargo: str = ""
