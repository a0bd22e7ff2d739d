"""Versions that a pack needs, such as ``>=1.2.0,<2.0.0``."""

from __future__ import annotations

import re
from typing import Final

from tabuleiro.module.packs import version_key

__all__ = ["RANGE_PATTERN", "fits"]

_ONE: Final = r"(>=|<=|==|>|<) ?[0-9]+\.[0-9]+\.[0-9]+([-+.][0-9A-Za-z.-]+)?"
RANGE_PATTERN: Final = rf"^{_ONE}(, ?{_ONE})*$"


def fits(version: str, wanted: str) -> bool:
    """Return whether a version is one of those that are wanted.

    >>> fits("1.10.0", ">=1.2.0,<2.0.0"), fits("2.0.0-beta", ">=2.0.0")
    (True, False)
    """
    return all(_fits_one(version, one.strip()) for one in wanted.split(","))


def _fits_one(version: str, wanted: str) -> bool:
    found = re.match(r"(>=|<=|==|>|<) ?(.*)", wanted)
    if found is None:
        return False
    mine, other = version_key(version), version_key(found[2])
    return {
        ">=": mine >= other, "<=": mine <= other, "==": mine == other,
        ">": mine > other, "<": mine < other,
    }[found[1]]  # fmt: skip
