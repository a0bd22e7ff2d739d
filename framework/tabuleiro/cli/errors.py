"""Failures of a command: one sentence and an exit code."""

from __future__ import annotations

__all__ = ["Failure", "UsageError"]


class Failure(Exception):
    """A command cannot do what was asked; the text says why, in one sentence."""

    code = 1


class UsageError(Failure):
    """The words of the command line make no command."""

    code = 2
