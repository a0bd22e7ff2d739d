"""``python -m tabuleiro.referee``: the referee on the standard streams."""

import sys

from tabuleiro.i18n import detect_language, set_language
from tabuleiro.referee.server import main

if __name__ == "__main__":
    set_language(detect_language())
    sys.exit(main())
