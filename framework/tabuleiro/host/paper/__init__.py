"""A game on paper, as PDF: counters with their backs, the map, charts, set-up and arrivals.

All measures are in millimetres, all drawing is vector, and all writing brings its font along.

Not here: how counters (`tabuleiro.host.counter`) and boards (`tabuleiro.host.map`) are drawn.
"""

from tabuleiro.host.paper.game import PARTS, Wanted, print_game

__all__ = ["PARTS", "Wanted", "print_game"]
