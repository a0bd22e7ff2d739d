"""Kept games: the library of games in progress, ``.partida`` files to send, and replaying.

Not here: what a row means; the engine writes and reads rows, the store keeps them.

>>> from tabuleiro.store import Library
>>> with Library(":memory:") as library:  # in earnest: Library()
...     library.list()
()
"""

from tabuleiro.store.errors import DamagedGame, PartidaError, StoreError
from tabuleiro.store.library import Entry, Library, Seats, default_path
from tabuleiro.store.partida import (
    Manifest,
    Partida,
    open_partida,
    read_manifest,
    read_partida,
    write_partida,
)
from tabuleiro.store.partida_of_a_side import Proof, ToldPartida, prove, read_told
from tabuleiro.store.replay import ReplayReport, replay
from tabuleiro.store.sink import StoredGame
from tabuleiro.store.stored_log import Kept, differences

__all__ = [
    "DamagedGame",
    "Entry",
    "Kept",
    "Library",
    "Manifest",
    "Partida",
    "PartidaError",
    "Proof",
    "ReplayReport",
    "Seats",
    "StoreError",
    "StoredGame",
    "ToldPartida",
    "default_path",
    "differences",
    "open_partida",
    "prove",
    "read_manifest",
    "read_partida",
    "read_told",
    "replay",
    "write_partida",
]
