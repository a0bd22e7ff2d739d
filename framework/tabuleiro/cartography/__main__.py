"""``python -m tabuleiro.cartography build DIR`` does what ``tabuleiro board build DIR`` does."""

import argparse
import sys

from tabuleiro.cartography.command import prepare, run

parser = argparse.ArgumentParser(prog="python -m tabuleiro.cartography")
prepare(parser)
sys.exit(run(parser.parse_args()))
