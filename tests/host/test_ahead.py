"""Items that a thread works out ahead of whoever takes them."""

import threading

import pytest

from tabuleiro.host.map.ahead import ahead


def alive():
    return [one for one in threading.enumerate() if one.name == "ahead"]


def test_all_come_in_their_order():
    assert list(ahead(iter(range(50)), 3)) == [*range(50)]
    assert not alive()


def test_no_more_than_there_is_room_for_are_worked_out():
    made = []

    def items():
        for number in range(100):
            made.append(number)
            yield number

    taken = ahead(items(), 3)
    assert next(taken) == 0
    for _try in range(200):
        if len(made) >= 5:
            break
        threading.Event().wait(0.01)
    threading.Event().wait(0.05)
    assert len(made) <= 6, "taken, three in the queue, one in hand, one just made"
    taken.close()
    assert not alive()


def test_what_fails_there_fails_here():
    def items():
        yield 1
        raise ValueError("no more")

    taken = ahead(items(), 2)
    assert next(taken) == 1
    with pytest.raises(ValueError, match="no more"):
        next(taken)
    assert not alive()
