"""The command line: ``tabuleiro COMMAND``.

Whatever goes wrong is told in one sentence on standard error; the exit code is then 1, or 2 for
words that make no command.
"""

from tabuleiro.cli.program import COMMANDS, main

__all__ = ["COMMANDS", "main"]
