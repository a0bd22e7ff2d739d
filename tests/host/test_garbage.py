"""Python looks through a whole match for garbage only while nobody does anything."""

import gc
import weakref

import pytest

from tabuleiro.host.garbage import Garbage


class Circle:
    """What only the collector finds once nobody holds it."""

    def __init__(self):
        self.me = self


@pytest.fixture(autouse=True)
def in_earnest(monkeypatch):
    monkeypatch.setattr("tabuleiro.host.garbage.gc", gc)
    yield
    gc.freeze()  # all other tests are again what nobody looks through


@pytest.fixture
def garbage(open_match, catalogue):
    garbage = Garbage(open_match(catalogue.new("diadem", seed="1")))
    yield garbage
    garbage.end()


def test_what_was_looked_through_once_is_not_looked_through_again(garbage):
    kept = [[number] for number in range(50_000)]
    gc.collect()
    assert len(kept) == 50_000
    assert len(gc.get_objects()) < 1_000
    fresh = Circle()
    found = weakref.ref(fresh)
    del fresh
    gc.collect()
    assert found() is None, "what is new is looked through as ever"


def test_all_is_looked_through_when_nothing_was_done_for_a_while(garbage, monkeypatch):
    circle = Circle()
    found = weakref.ref(circle)
    gc.collect()
    del circle
    gc.collect()
    assert found() is not None
    seat, view = garbage.parent().seat, garbage.parent().view
    for done in (seat.changed, seat.selected, view.touched, view.wandered):
        garbage._calm.stop()
        done.emit()
        assert garbage._calm.isActive()
    garbage._calm.timeout.emit()
    assert found() is None
    assert gc.get_freeze_count() > 10_000, "and what there is then is not again"


def test_with_the_match_it_ends(open_program, catalogue):
    before = list(gc.callbacks)
    window = open_program(catalogue.new("diadem", seed="1"), (1366, 768))
    assert len(gc.callbacks) == len(before) + 1
    window.window().show_start()
    assert gc.callbacks == before
    assert gc.get_freeze_count() == 0
