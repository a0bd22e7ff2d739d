"""What goes wrong while a module is edited, told in one sentence."""

from __future__ import annotations

__all__ = ["EditError"]


class EditError(Exception):
    """What was asked cannot be done; the text says why and what to do."""
