"""``python -m tabuleiro.cli`` is ``tabuleiro``."""

import sys

from tabuleiro.cli import main

sys.exit(main())
