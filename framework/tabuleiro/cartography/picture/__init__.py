"""A picture of a board, as SVG."""

from tabuleiro.cartography.picture.compose import picture
from tabuleiro.cartography.picture.draw import draw_module

__all__ = ["draw_module", "picture"]
