"""What is said of files that are no modules of VASSAL, or too large to be read."""

from __future__ import annotations

__all__ = ["VassalError"]


class VassalError(ValueError):
    """A file that cannot be imported; the text is one sentence."""
