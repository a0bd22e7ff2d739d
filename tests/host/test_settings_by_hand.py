"""What is kept of a match on this machine may have been edited by hand: nonsense counts as none."""

import msgspec
import pytest

from tabuleiro.host.notebook import KEY
from tabuleiro.host.remembered import restore_sight
from tabuleiro.testing.table import table

HEX, UNIT = "1413", "us-349-ri"
PAGES = {
    "a row that is no number": {"rows": {"²": "here"}},
    "a row beyond all numbers": {"rows": {"9" * 5000: "here"}},
    "a plan that leads nowhere": {"ghosts": {UNIT: []}},
    "an arrow without a point": {"arrows": [[]]},
    "an arrow of one point": {"arrows": [[HEX]]},
    "places that are none": {"arrows": [["x", "y"]], "ghosts": {UNIT: ["z"]}, "hexes": {"q": "!"}},
    "nobody's plan": {"ghosts": {"nobody": [HEX]}},
}


@pytest.fixture
def window(open_match):
    game = table("diadem", "allied-movement", {UNIT: HEX, "de-131-ri": "0907"}).game
    return open_match(game, players={"axis": "simple"})


def kept(window, page):
    """Open the notebook of the Allies as it stands in the settings."""
    key = f"{KEY}/{window.seat.table.game.header.match}/allied"
    window.settings.set(key, msgspec.json.encode(page).decode())
    window.play.notes.remember(window.settings)
    return window.play.notes


@pytest.mark.parametrize("page", PAGES.values(), ids=PAGES)
def test_a_notebook_that_makes_no_sense_is_read_without_it(window, page):
    book, plans = kept(window, page), window.play.plans
    window.seat.changed.emit()
    assert (book.rows(), plans.standing()) == ({}, {})
    assert all(isinstance(words, str) for words in plans.words())
    book.write_hex(HEX, "hold")
    book.clear_plans(HEX)
    assert book.page.hexes[HEX] == "hold"
    assert HEX not in {way[-1] for way in (*book.page.arrows, *book.page.ghosts.values())}


@pytest.mark.parametrize("sight", ["nan nan nan", "inf 0 0", "1 inf nan", "1e999 2 3", "-1 0 0"])
def test_a_sight_that_is_none_is_not_gone_to(window, sight):
    view, before = window.view, window.view.place()
    window.settings.set(f"sight/{window.seat.table.game.header.match}", sight)
    restore_sight(window)
    assert view.place() == before
