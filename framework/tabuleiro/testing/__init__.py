"""The kit with which a plugin author proves a plugin.

Not here: tests. Those of the framework and its games lie in the folder `tests/`, those of a plugin
beside the plugin.

:func:`table` sets up a situation for a test of one rule, :func:`action` and
:func:`step` make what a player does and what asks him from its kind, :func:`check_game` plays a
game at random and checks what every game must keep, :func:`playthrough` writes a match down and
:func:`verify` plays it again.
"""

from tabuleiro.testing.conformance import Report, check_game, check_match
from tabuleiro.testing.kinds import action, step
from tabuleiro.testing.playthrough import playthrough, verify
from tabuleiro.testing.table import Table, table

__all__ = [
    "Report",
    "Table",
    "action",
    "check_game",
    "check_match",
    "playthrough",
    "step",
    "table",
    "verify",
]
