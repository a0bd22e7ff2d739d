"""What the tests of the referee have at hand."""

import pytest

from referee.talk import FIELD, Talk


@pytest.fixture
def talk():
    """A conversation in which nothing was said yet."""
    return Talk()


@pytest.fixture
def match(talk):
    """A conversation with a match at its very beginning."""
    talk.new()
    return talk


@pytest.fixture
def field(talk):
    """A conversation with a small battlefield in the Allied combat phase."""
    talk.new(position=FIELD)
    return talk
