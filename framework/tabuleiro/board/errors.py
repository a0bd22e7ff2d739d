"""What can be wrong with a board, told in sentences.

An error keeps the English sentence and its values apart, so that a program in
another language can look the sentence up in its catalogue and fill it in.
"""

from collections.abc import Callable

N_: Callable[[str], str] = str
"""Mark a sentence for translation and leave it as it is."""


class BoardError(ValueError):
    """A mistake about a board.

    >>> error = BoardError("There is no {kind} here.", kind="road")
    >>> str(error)
    'There is no road here.'
    >>> error.message, error.values
    ('There is no {kind} here.', {'kind': 'road'})
    """

    def __init__(self, message: str, **values: object) -> None:
        super().__init__(message)
        self.message = message
        self.values = values

    def __str__(self) -> str:
        """Return the sentence in English."""
        return self.message.format(**self.values)


class BadHex(BoardError):
    """A hex that does not exist on the board, or text that is no hex number."""


class NotAdjacent(BoardError):
    """Two hexes that should be neighbours and are not."""
