"""Tables and seats in this process, and what a seat answers.

Not here: what a side may know (`engine.eyes` decides), and what a seat looks like to those who sit
on it (the protocol is `engine.seat`).

Here rules meet those who only look through a seat: everything is asked of what the seat believes.
"""

from tabuleiro.engine.knowledge import EVERYTHING, NOBODY
from tabuleiro.engine.seat import (
    Branch,
    Done,
    Mark,
    News,
    Offer,
    Reply,
    Request,
    Seat,
    SeatError,
    Sight,
    Stale,
    Standing,
    ToldRow,
)
from tabuleiro.seats.local import LocalSeat
from tabuleiro.seats.table import Table

__all__ = [
    "EVERYTHING",
    "NOBODY",
    "Branch",
    "Done",
    "LocalSeat",
    "Mark",
    "News",
    "Offer",
    "Reply",
    "Request",
    "Seat",
    "SeatError",
    "Sight",
    "Stale",
    "Standing",
    "Table",
    "ToldRow",
]
