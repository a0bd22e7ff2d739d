"""A picture of a board, as SVG."""

from tabuleiro.cartography.picture.compose import Layers, picture
from tabuleiro.cartography.picture.draw import draw_layers, draw_module

__all__ = ["Layers", "draw_layers", "draw_module", "picture"]
