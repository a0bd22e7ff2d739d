"""Who plays which side is kept with a game, and changes nothing in it."""

import shutil
from pathlib import Path

import pytest

from store import tiny
from tabuleiro.store import Library, Seats, StoreError

COMPAT = Path(__file__).parents[1] / "compat"
SEATS = Seats({"red": "simple", "blue": "human"}, open_hands=True)


@pytest.fixture
def library(tmp_path):
    with Library(tmp_path / "library.db") as library:
        yield library


def test_seats_are_kept_and_change(library, tmp_path):
    game = tiny.new_game()
    number = library.create(game, "Friday", SEATS).id
    with Library(library.path) as again:
        assert again.seats(number) == SEATS
        again.seat(number, Seats({"red": "human"}))
    assert library.seats(number) == Seats({"red": "human"})


def test_a_game_that_says_nothing_has_people_in_all_seats(library):
    number = library.create(tiny.new_game(), "Friday").id
    assert library.seats(number) == Seats({}, open_hands=False)


def test_they_are_no_part_of_the_game(library):
    game = tiny.new_game()
    number = library.create(game, "Friday", SEATS).id
    before = library.open(number)
    library.seat(number, Seats())
    assert library.open(number) == before
    assert library.check() == ()


@pytest.mark.parametrize("text", ["", "{", '{"players": 7}', "[]", b"\xff"])
def test_what_cannot_be_read_counts_as_not_said(library, text):
    number = library.create(tiny.new_game(), "Friday", SEATS).id
    with library._database.change() as db:
        db.execute("UPDATE games SET seats = ? WHERE id = ?", (text, number))
    assert library.seats(number) == Seats()
    assert library.open(number)


def test_a_library_of_the_first_schema_has_none(tmp_path):
    shutil.copy(COMPAT / "library-1.db", tmp_path)
    with Library(tmp_path / "library-1.db") as library:
        (entry,) = library.list()
        assert library.seats(entry.id) == Seats()
        library.seat(entry.id, SEATS)
        assert library.seats(entry.id) == SEATS


def test_games_that_are_not_there(library):
    for deed in (lambda: library.seats(5), lambda: library.seat(5, SEATS)):
        with pytest.raises(StoreError, match="no game 5"):
            deed()
