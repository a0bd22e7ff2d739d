"""Rules that failed, told at the terminal: which file is kept, and how to see the traceback."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from tabuleiro.engine.faults import TRACEBACK
from tabuleiro.i18n import _

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["tell_kept"]


def tell_kept(files: Iterable[str]) -> None:
    """Say where matches in which a rule failed were kept, and how to learn more."""
    files = list(dict.fromkeys(files))
    for file in files:
        print(_("The match as it was is kept in {path}.").format(path=file))
    if files and not os.environ.get(TRACEBACK):
        print(_("With --traceback it is also shown how the program came there."))
