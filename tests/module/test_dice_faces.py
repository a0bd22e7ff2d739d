"""Dice with other numbers of faces than six: from the table of a module to what one is asked."""

import os
from random import Random

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from referee.talk import Talk
from tabuleiro.cli.newplugin import new_plugin
from tabuleiro.engine import DiceError, DiceWanted
from tabuleiro.engine import events as ev
from tabuleiro.engine.catalogue import Catalogue
from tabuleiro.host.owndice import OwnDice
from tabuleiro.referee import Referee
from tabuleiro.seats import Table as Board
from tabuleiro.testing import action
from tabuleiro.testing.table import Table

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

ROWS = {
    'label: "2-4", sums: [2, 3, 4]': 'label: "2-6", sums: [2, 3, 4, 5, 6]',
    'label: "5-6", sums: [5, 6]': 'label: "7-9", sums: [7, 8, 9]',
    'label: "7", sums: [7]': 'label: "10-12", sums: [10, 11, 12]',
    'label: "8-9", sums: [8, 9]': 'label: "13-15", sums: [13, 14, 15]',
    'label: "10-12", sums: [10, 11, 12]}\n    cells': (
        'label: "16-20", sums: [16, 17, 18, 19, 20]}\n    cells'
    ),
}
PLACES = {"blue-1": "0301", "blue-2": "0401", "red-1": "0402"}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A game whose combat table is read with two dice of ten faces."""
    made = new_plugin("tens", "Tens", tmp_path)
    path = next(made.rglob("tables.yaml"))
    words = path.read_text(encoding="utf-8")
    for old, new in ROWS.items():
        assert old in words, old
        words = words.replace(old, new, 1)
    assert "  - id: combat\n" in words
    path.write_text(words.replace("  - id: combat\n", "  - id: combat\n    die: 10\n"),
                    encoding="utf-8")  # fmt: skip
    monkeypatch.setenv("TABULEIRO_PLUGINS", str(made))
    return made


def begin(**options):
    game = Catalogue.installed().new("tens", seed="3", options=options)
    table = Table(game).set("blue-combat", PLACES)
    return table.act("assault", "0402").act("join", "blue-1").act("join", "blue-2")


@pytest.mark.slow
def test_faces_of_all_ten_kinds_fall(folder):
    faces = set()
    for seed in range(40):
        game = begin().game.fork(seed=str(seed))
        row = game.act(action("confirm"))
        while not any(isinstance(event, ev.Rolled) for event in row.events):
            row = game.act(game.legal()[0])
        (rolled,) = [event for event in row.events if isinstance(event, ev.Rolled)]
        assert rolled.die == 10
        faces.update(rolled.faces)
    assert faces == set(range(1, 11))


def test_chances_are_those_of_such_dice(folder):
    seat = Board(begin().game).seat("blue")
    told = seat.preview().now()
    assert told["throws"] == 100
    assert sum(each["ways"] for each in told["chances"]) == 100


class TestOwnDice:
    def test_a_face_that_the_die_has_not_is_sent_back(self, folder):
        table = begin(dice="own")
        wanted, deed = None, action("confirm")
        while wanted is None:
            try:
                table.game.act(deed)
            except DiceWanted as found:
                wanted = found
            else:
                deed = table.game.legal()[0]
        assert (wanted.number, wanted.die) == (2, 10)
        before = table.game.position
        with pytest.raises(DiceError, match="from 1 to 10"):
            table.game.act(deed, dice=(4, 11))
        assert table.game.position is before
        assert table.game.act(deed, dice=(4, 10)).reveals

    def test_the_window_asks_for_it(self, folder, qtbot):
        game = begin().game
        wanted = DiceWanted(2, "blue", action_words(), "", 10)
        dialog = OwnDice(game.module, wanted)
        qtbot.addWidget(dialog)
        dialog.show()
        assert dialog.findChild(object, "face-10") is not None
        assert dialog.findChild(object, "face-11") is None
        QTest.keyClicks(dialog, "10")
        assert dialog.faces == (10,), "one and nought are one face here"
        QTest.keyClick(dialog, Qt.Key.Key_Backspace)
        QTest.keyClicks(dialog, "95")
        assert dialog.faces == (9, 5)
        dialog.take_back()
        dialog.take_back()
        dialog.throw()
        assert len(dialog.faces) == 2
        assert all(1 <= face <= 10 for face in dialog.faces)
        dialog.grab()


def action_words():
    from tabuleiro.engine import msg

    return msg("Disease")


def test_the_referee_takes_faces_up_to_ten(folder):
    talk = Talk()
    talk.referee = Referee(Catalogue.installed())
    talk.call("new", module="tens", seed="1")
    assert talk.call("set_dice", faces=[10, 9])["queued"] == 2
    sentence = talk.fault("parameters", "set_dice", faces=[11])
    assert sentence == '"faces.0" of "set_dice" must be a whole number from 1 to 10, not 11.'


@pytest.mark.parametrize(("old", "new", "sentence"), [
    ("[16, 17, 18, 19, 20]", "[16, 17, 18, 19, 20, 21]", "2 dice cannot give 21"),
    ("[16, 17, 18, 19, 20]", "[16, 17, 18, 19]", "no row is there for these sums of the dice: 20"),
    ("die: 10", "die: 1", "die"),
])  # fmt: skip
def test_faults(folder, old, new, sentence):
    from tabuleiro.module import Cache, ModuleError, load_module

    path = next(folder.rglob("tables.yaml"))
    path.write_text(path.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    with pytest.raises(ModuleError) as caught:
        load_module(path.parent, cache=Cache(None))
    assert any(sentence in str(problem) for problem in caught.value.problems)


def test_a_random_match_with_such_dice_runs_to_its_end(folder):
    from tabuleiro.testing.chooser import choose

    game, rng = Catalogue.installed().new("tens", seed="5"), Random(5)
    while not game.over:
        game.act(choose(game, rng))
    assert game.log.broken() is None
