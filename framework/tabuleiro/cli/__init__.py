"""The command line: ``tabuleiro COMMAND``.

Not here: anything that a window or a program needs as well. A command asks seats, the store, the
module loader or the kit `testing`, and prints.

Whatever goes wrong is told in one sentence on standard error; the exit code is then 1, or 2 for
words that make no command.
"""

from tabuleiro.cli.program import COMMANDS, main

__all__ = ["COMMANDS", "main"]
