"""A picture of a board, as SVG.

Not here: where things lie (`cartography` works that out), and counters (`host.counter`).
"""

from tabuleiro.cartography.picture.compose import Layers, picture
from tabuleiro.cartography.picture.draw import draw_layers, draw_module
from tabuleiro.cartography.picture.svg import Drawn

__all__ = ["Drawn", "Layers", "draw_layers", "draw_module", "picture"]
