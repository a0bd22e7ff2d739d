"""``python -m tabuleiro.referee``: the referee on the standard streams."""

import sys

from tabuleiro.referee.server import main

if __name__ == "__main__":
    sys.exit(main())
