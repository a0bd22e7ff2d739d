"""Computer players: at random, by simple rules of thumb, and matches between them.

Not here: what is worth doing in a game; that the rules say (`rules.advice`), and a player only
sits on a seat and asks.

>>> from tabuleiro.engine.catalogue import Catalogue
>>> from tabuleiro.seats import Table
>>> seat = Table(Catalogue.installed().new("diadem", seed="cassino")).seat("axis")
>>> player = make_player("random", seed="cassino")
>>> seat.check(player.choose(seat)).now().objections
()
"""

from tabuleiro.bots.match import Result, Stuck, play_match
from tabuleiro.bots.player import PLAYERS, Player, make_player
from tabuleiro.bots.random_player import RandomPlayer
from tabuleiro.bots.simple import SimplePlayer

__all__ = [
    "PLAYERS",
    "Player",
    "RandomPlayer",
    "Result",
    "SimplePlayer",
    "Stuck",
    "make_player",
    "play_match",
]
