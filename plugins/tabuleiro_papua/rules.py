"""The hooks of Papua - Nova Guiné."""

from __future__ import annotations

__all__ = ["Papua"]


class Papua:
    """Nothing but a name: all the rules of Papua are those of its family, with its own numbers.

    Whatever the rulebook counts, names or forbids stands in ``rules`` of the module.
    """
