"""What a computer player is, and which there are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol

from tabuleiro.i18n import _

if TYPE_CHECKING:
    from tabuleiro.engine import Action
    from tabuleiro.engine.seat import Thinker

__all__ = ["PLAYERS", "Player", "make_player"]

PLAYERS: Final = ("random", "simple")
"""The names of the computer players, the weakest first."""


class Player(Protocol):
    """Somebody who decides for the side of a seat, by what is seen from there."""

    def choose(self, seat: Thinker) -> Action:
        """Return a legal action for the side of the seat, which is asked now."""


def make_player(name: str, seed: str | int = "") -> Player:
    """Return a computer player by name; the same seed always plays alike.

    >>> make_player("clever")
    Traceback (most recent call last):
    ValueError: There is no computer player "clever", only random, simple.
    """
    if name == "random":
        from tabuleiro.bots.random_player import RandomPlayer

        return RandomPlayer(seed)
    if name == "simple":
        from tabuleiro.bots.simple import SimplePlayer

        return SimplePlayer(seed)
    raise ValueError(
        _('There is no computer player "{name}", only {names}.').format(
            name=name, names=", ".join(PLAYERS)
        )
    )
