"""Non-interference: whether a side learns by any way what the rules do not tell it.

Not here: what is hidden in a game. That the rules say, by the hook `knowledge`.

From a position of a match others are made that a side cannot tell apart from it; the same happens
in both, and all that the side is given must be the same, byte for byte, until a row declares that
something was revealed to it.

>>> report = check_secrecy("diadem", "covered", seed=1, probes=1)
>>> report.differences
[]
"""

from tabuleiro.testing.secrecy.given import given
from tabuleiro.testing.secrecy.house import HOUSE_RULES, new_match
from tabuleiro.testing.secrecy.matches import check_secrecy, try_twins
from tabuleiro.testing.secrecy.pairs import Pair
from tabuleiro.testing.secrecy.report import SecrecyReport
from tabuleiro.testing.secrecy.twins import MUTATORS, Twin, at

__all__ = [
    "HOUSE_RULES",
    "MUTATORS",
    "Pair",
    "SecrecyReport",
    "Twin",
    "at",
    "check_secrecy",
    "given",
    "new_match",
    "try_twins",
]
