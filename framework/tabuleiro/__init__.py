"""Tabuleiro: a table for hex-and-counter wargames with a referee in it.

Here lie only what all packages share: languages (`i18n`), harmless texts, proofs of clauses.

Not here: rules, games and Qt; each package below says what it holds. docs/architecture.md has the
picture.
"""

import os
import sys

__version__ = "0.1.0"


def _leave_out_current_folder() -> None:
    """Look for no modules in the current folder after ``python -m tabuleiro.cli``.

    Python does so first, and a file that somebody left there would run in place of a library.
    """
    # By `os`, which is there already: pathlib would be looked for in that very folder.
    here = os.getcwd()  # noqa: PTH109
    home = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))  # noqa: PTH100, PTH120
    if sys.argv[:1] == ["-m"] and not sys.flags.safe_path and here != home:
        sys.path[:1] = [folder for folder in sys.path[:1] if folder not in {"", here}]


_leave_out_current_folder()
