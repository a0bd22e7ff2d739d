"""Asking somebody at a terminal, who may not be there."""

from __future__ import annotations

import sys

from tabuleiro.i18n import _

__all__ = ["agrees", "somebody"]


def somebody() -> bool:
    """Return whether somebody can be asked."""
    return bool(sys.stdin is not None and sys.stdin.isatty())


def agrees(question: str) -> bool:
    """Ask a question at the terminal; without anybody there the answer is no."""
    if not somebody():
        return False
    sys.stdout.write(f"{question} [{_('y/N')}] ")
    sys.stdout.flush()
    return sys.stdin.readline().strip().casefold() in {"y", "yes", "s", "sim"}
