"""The example without a plugin: a free table is played, and keeps its secrets."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QLabel

from tabuleiro.bots import RandomPlayer, play_match
from tabuleiro.engine import freehand as hand
from tabuleiro.engine import tabletop as top
from tabuleiro.engine.knowledge import NOBODY
from tabuleiro.host.panels.tracks import TracksPanel
from tabuleiro.module import Cache, ModuleError, load_module
from tabuleiro.seats import Table
from tabuleiro.testing import check_game
from tabuleiro.testing.secrecy import check_secrecy
from tabuleiro.testing.table import catalogue

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "examples" / "free-table"
NAME = "free-table-example"


@pytest.fixture(autouse=True)
def _named(monkeypatch):
    monkeypatch.setenv("TABULEIRO_MODULES", str(FOLDER.parent))


@pytest.fixture
def game():
    return catalogue().new(NAME, seed="clara")


def drawn(game, side):
    game.act(hand.FreeDraw("deck", f"{side}-hand"), side=side)
    return game.situation.at(f"{side}-hand")[-1]


def test_its_data_are_in_order():
    module = load_module(FOLDER, cache=Cache(None), rules=catalogue().parameters)
    assert module.warnings == ()
    assert module.free_table
    assert module.counters["march-1"].side == "nobody"


def test_anybody_does_anything_at_any_time(game):
    assert game.situation.asked().side == "blue"
    game.act(hand.FreeMove("red-cav", "0101"), side="red")
    game.act(hand.FreeState("blue-inf-1", "facing", "south"), side="red")
    game.act(hand.FreeTrack("morale-red", 3), side="blue")
    s = game.situation
    assert s.place("red-cav") == "0101"
    assert s.state("blue-inf-1", "facing") == "south"
    assert s.position.tracks["morale-red"] == 3


def test_several_things_are_one_row(game):
    deeds = [hand.FreeMove(piece, "0502") for piece in ("blue-inf-1", "blue-inf-2")]
    game.act(top.FreeSeveral.of(*deeds), side="blue")
    assert game.situation.at("0502") == ("blue-inf-1", "blue-inf-2")
    game.undo()
    assert game.situation.at("0304") == ("blue-inf-1", "blue-inf-2")


def test_a_deck_is_shuffled_and_drawn_from_the_top(game):
    before = game.situation.at("deck")
    assert sorted(before) != [*before]
    assert drawn(game, "blue") == before[-1]
    other = catalogue().new(NAME, seed="another")
    assert other.situation.at("deck") != before


def test_a_hand_is_seen_by_its_side_alone(game):
    card = drawn(game, "blue")
    assert game.belief("blue").s.at("blue-hand") == (card,)
    for viewer in ("red", NOBODY):
        assert game.belief(viewer).s.at("blue-hand") == ("~blue.any.blue-hand.1",)


def test_nobody_takes_a_card_out_of_the_hand_of_another(game):
    card = drawn(game, "blue")
    taken = hand.FreeMove("~blue.any.blue-hand.1", "red-hand")
    assert not game.check(taken, side="red")
    assert game.check(hand.FreeMove(card, "discard"), side="blue")


def test_what_lies_face_down_is_turned_up_by_its_side(game):
    assert game.belief("blue").s.at("0805") == ("~red.any.0805.1",)
    assert game.belief("red").s.at("0805") == ("red-inf-3",)
    assert not game.check(top.FreeCover("~red.any.0805.1", up=True), side="blue")
    assert not game.check(top.FreeLook("blue", "~red.any.0805.1"), side="blue")
    game.act(top.FreeCover("red-inf-3", up=True), side="red")
    assert game.belief("blue").s.at("0805") == ("red-inf-3",)


def test_a_card_that_is_nobodys_is_turned_up_by_anybody(game):
    card = drawn(game, "blue")
    assert not game.check(top.FreeCover(card), side="blue")
    game.act(top.FreeCover(card, to="0404"), side="blue")
    assert game.belief("blue").s.at("0404") == ("~nobody.any.0404.1",)
    game.act(top.FreeLook("red", "~nobody.any.0404.1"), side="red")
    assert game.belief("red").s.at("0404") == (card,)
    assert game.belief("blue").s.at("0404") == ("~nobody.any.0404.1",)
    game.act(top.FreeCover("~nobody.any.0404.1", up=True), side="blue")
    assert game.belief("blue").s.at("0404") == (card,)


def test_who_has_looked_into_a_deck_forgets_it_when_it_is_shuffled(game):
    game.act(top.FreeLook("red", "deck", 2), side="red")
    seen = set(game.situation.at("deck")[-2:])
    assert seen <= set(game.belief("red").s.at("deck"))
    assert not seen & set(game.belief("blue").s.at("deck"))
    game.act(top.FreeShuffle("deck"), side="blue")
    assert not seen & set(game.belief("red").s.at("deck"))


def test_cards_are_dealt_and_put_back(game):
    game.act(top.FreeDeal("deck", ("blue-hand", "red-hand"), 3), side="blue")
    s = game.situation
    assert [len(s.at(place)) for place in ("blue-hand", "red-hand", "deck")] == [3, 3, 6]
    card = s.at("blue-hand")[0]
    game.act(top.FreeUnder(card, "deck"), side="blue")
    assert game.situation.at("deck")[0] == card


def test_dice_of_any_kind_fall(game):
    row = game.act(top.FreeRoll("blue", "combat"), side="blue")
    (rolled,) = (event for event in row.events if hasattr(event, "faces"))
    assert len(rolled.faces) == 2
    row = game.act(top.FreeRoll("red", "", 3, 20, 5), side="red")
    said = row.events[-1].message
    assert said.values["sum"] == sum(row.events[0].faces) + 5
    assert not game.check(top.FreeRoll("red", "none"), side="red")
    assert not game.check(top.FreeRoll("red", "", 0, 6), side="red")


def test_a_named_die_may_have_words_on_its_faces(game):
    row = game.act(top.FreeRoll("blue", "weather"), side="blue")
    assert set(row.events[-1].message.values["faces"]) < {"sol", "chuva", "neblina"}


def test_notes_lie_on_the_map_for_all(game):
    game.act(top.FreeNote("0505", "ambush?"), side="red")
    assert game.belief("blue").s.position.facts["note 0505"] == " ambush?"
    game.act(top.FreeNote("0505"), side="blue")
    assert "note 0505" not in game.position.facts
    assert not game.check(top.FreeNote("0505", "x" * 501), side="red")
    assert not game.check(top.FreeNote("0505", "~red.any.0805.1"), side="blue")


def test_the_turn_goes_on_and_anywhere(game):
    game.act(top.FreeTurn(3, 1), side="blue")
    assert (game.position.turn, game.situation.asked().side) == (3, "red")
    kinds = [action.kind for action in game.legal()]
    assert "close-table" in kinds
    assert "end-phase" not in kinds
    game.act(top.FreePass("blue"), side="red")
    assert game.situation.asked().side == "blue"
    assert not game.check(top.FreeTurn(4), side="blue")


def test_any_counter_can_be_had_once_more(game):
    game.act(hand.FreeMake("blue-cav", "0101"), side="blue")
    (made,) = game.situation.at("0101")
    assert game.situation.counter(made).values["move"] == 8


def test_it_is_taken_back_to_the_beginning(game):
    start = game.position.digest()
    seat = Table(game).seat(*game.module.sides)
    game.act(hand.FreeMove("red-cav", "0101"), side="red")
    drawn(game, "blue")
    game.act(top.FreeRoll("blue", "combat"), side="blue")
    while seat.head().n:
        seat.undo()
    assert game.position.digest() == start


def test_computers_come_to_its_end():
    game = catalogue().new(NAME, seed="1")
    play_match(game, {side: RandomPlayer(side) for side in game.module.sides}, limit=3_000)
    assert game.over


@pytest.mark.slow
def test_the_conformance_kit_finds_nothing():
    assert check_game(NAME, seeds=range(2), probes=12).findings == []


def test_a_side_is_told_nothing_of_what_it_may_not_know():
    report = check_secrecy(NAME, "none", seed=3, probes=3, length=60)
    assert report.differences == []
    assert report.pairs > 100


@pytest.mark.parametrize(
    ("file", "old", "new", "says"),
    [
        ("module.yaml", "dice: 2", "dice: 0", "module.yaml:31:"),
        ("board.yaml", "side: red}", "side: green}", "board.yaml:35:"),
        ("counters.yaml", "nation: blue, type: flag", "nation: blu, type: flag", "unknown nation"),
        ("scenarios/morning.yaml", "marks: [face-down]", "marks: [facedown]", 'unknown mark "face'),
        ("scenarios/morning.yaml", "morale-red: 7", "moral-red: 7", "unknown track"),
    ],
)
def test_faults_are_told_by_file_and_line(tmp_path, file, old, new, says):
    import shutil

    shutil.copytree(FOLDER, tmp_path / "copy")
    path = tmp_path / "copy" / file
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")
    with pytest.raises(ModuleError, match=says):
        load_module(tmp_path / "copy", cache=Cache(None), rules=catalogue().parameters)


def test_three_small_files_are_a_whole_module(tmp_path):
    for name, text in (
        ("module.yaml", "format: 1\nid: skirmish\ntitle: Skirmish\n"),
        ("board.yaml", "format: 1\ngrid: {columns: 20, rows: 15}\n"),
        ("counters.yaml", "format: 1\ncounters: [{id: tank}, {id: gun, reduced: {}}]\n"),
    ):
        (tmp_path / name).write_text(text, "utf-8")
    module = load_module(tmp_path, cache=Cache(None), rules=catalogue().parameters)
    game = catalogue().new(module, seed="1")
    game.act(hand.FreeMove("tank", "0101"))
    assert game.situation.at("0101") == ("tank",)
    assert game.situation.place("gun") == "off"


def test_it_is_played_in_the_terminal(tmp_path, monkeypatch, capsys):
    import io
    import sys

    from tabuleiro.cli import main

    monkeypatch.setenv("TABULEIRO_LIBRARY", str(tmp_path / "library.db"))
    assert main(["--lang", "en", "new", NAME]) == 0
    typed = [
        "move blue-cav 0101",
        "roll combat",
        "draw deck",
        "make blue-flag 0404",
        "end",
        "quit",
    ]
    monkeypatch.setattr(sys, "stdin", io.StringIO("\n".join(typed) + "\n"))
    assert main(["--lang", "en", "terminal", "1"]) == 0
    told = capsys.readouterr().out
    for words in ("Blue Cavalry goes to 0101", "Blue rolls Combat", "comes to Blue hand",
                  "Blue flag is made in 0404", "Turn 1: Red to play"):  # fmt: skip
        assert words in told


def test_tracks_are_told_beside_the_score(game, window):
    dock = window(game).docks["tracks"]
    dock.show()
    dock.raise_()
    shown = dock.widget()
    panel = shown if isinstance(shown, TracksPanel) else shown.findChild(TracksPanel)
    assert "Red morale: <b>" in panel.findChild(QLabel, "tracks").text()
    panel.seat.act(hand.FreeTrack("morale-red", 3))
    assert "Red morale: <b>3</b>" in panel.findChild(QLabel, "tracks").text()
