"""The counter widget: counters drawn in vector, at any size, in any language.

Not here: where counters lie and what they may do; a counter is drawn from plain data, a `Face`.

>>> from tabuleiro.host.counter import Face
>>> Face(
...     ground="#e8c84a",
...     ink="#111111",
...     symbol="infantry",
...     size="regiment",
...     left="349",
...     right="88",
...     figures="4-4-6",
... ).figures
'4-4-6'
"""

from tabuleiro.host.counter.art import CounterArt
from tabuleiro.host.counter.face import AnyBadge, Badge, BadgeEntry, Face, face_of, has_sizes
from tabuleiro.host.counter.paint import paint_counter, paint_lying

__all__ = [
    "AnyBadge",
    "Badge",
    "BadgeEntry",
    "CounterArt",
    "Face",
    "face_of",
    "has_sizes",
    "paint_counter",
    "paint_lying",
]
