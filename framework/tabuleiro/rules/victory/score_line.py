"""A line of the score."""

from __future__ import annotations

import msgspec

from tabuleiro.engine.messages import Message

__all__ = ["ScoreLine"]


class ScoreLine(msgspec.Struct, frozen=True):
    """Points of one side, for what, under which clause."""

    side: str
    points: int
    label: Message
    rule: str = ""
