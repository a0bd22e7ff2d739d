"""What marks a hook and its implementations."""

from __future__ import annotations

import pluggy

__all__ = ["API_VERSION", "PROJECT", "hookimpl", "hookspec"]

PROJECT = "tabuleiro"
API_VERSION = 2
"""The version of the hooks; a :class:`GamePlugin` says for which one it was written."""

hookspec = pluggy.HookspecMarker(PROJECT)
hookimpl = pluggy.HookimplMarker(PROJECT)
