"""What can go wrong with packs, each told in one sentence."""

from __future__ import annotations

__all__ = ["PackError"]


class PackError(Exception):
    """A pack that cannot be made, read, signed or installed; the text is one sentence."""
