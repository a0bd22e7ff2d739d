"""A free table in the window: gestures, keys, menus, cards, notes, secrets."""

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtWidgets import QMenu

from tabuleiro.engine.catalogue import Catalogue
from tabuleiro.engine.freehand import FreeMove
from tabuleiro.engine.tabletop import FreeCover, FreeNote, FreePass, FreeRoll
from tabuleiro.host.freeplay import FreePlay
from tabuleiro.host.map.markers import laid_notes
from tabuleiro.host.newmatch import BOTH, NewMatch
from tabuleiro.host.panels.pieces import PiecesPanel
from tabuleiro.host.seat import Seat
from tabuleiro.host.window import MatchWindow
from tabuleiro.module.unknown import is_unknown
from tabuleiro.seats import Table
from tabuleiro.seats.telling import story_of

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "examples" / "free-table"


@pytest.fixture
def catalogue():
    found = Catalogue.installed()
    found.take(FOLDER)
    return found


@pytest.fixture
def seat(catalogue):
    return Seat(Table(catalogue.new("free-table-example", seed="clara")))


@pytest.fixture
def window(seat, window_on):
    return window_on(seat)


def spot(window, place, piece=None):
    view = window.view
    item = view.stacks.get(place)
    at = item.middle_of(piece) if piece is not None and item is not None else view.middle(place)
    return view.mapFromScene(at)


def drag(qtbot, window, start, end):
    port = window.view.viewport()
    qtbot.mousePress(port, Qt.MouseButton.LeftButton, pos=start)
    for by in (QPoint(9, 9), QPoint(20, 12)):
        qtbot.mouseMove(port, start + by)
    qtbot.mouseMove(port, end)
    window.view.pointer = window.view.mapToScene(end)
    qtbot.mouseRelease(port, Qt.MouseButton.LeftButton, pos=end)


def entries(menu):
    for action in menu.actions():
        if action.menu() is not None:
            yield from entries(action.menu())
        elif action.text():
            yield action


def choose(play, place, piece, words):
    menu = QMenu(play.view)
    from tabuleiro.host.freemenu import fill_free_menu

    fill_free_menu(play, menu, place, piece)
    next(a for a in entries(menu) if a.text().partition("\t")[0] == words).trigger()
    menu.deleteLater()


def test_a_new_match_is_for_all_who_sit_here(qtbot, catalogue):
    dialog = NewMatch(catalogue.module("free-table-example"))
    qtbot.addWidget(dialog)
    assert dialog.choices.side == BOTH
    assert not dialog.open_hands
    assert set(dialog.choices.players.values()) >= {"human"}


def test_it_is_played_by_the_free_hand_alone(window):
    assert isinstance(window.play, FreePlay)
    assert window.seat.free_hand
    assert not window.commands["free-hand"].isVisible()
    assert window.own_hand.notice.isHidden()


def test_a_stack_is_dragged_in_one_row(qtbot, window, seat):
    rows = seat.head
    drag(qtbot, window, spot(window, "0304", "blue-inf-2"), spot(window, "0502"))
    assert seat.stack("0502") == ("blue-inf-1", "blue-inf-2")
    assert seat.head == rows + 1
    assert seat.undo()
    assert seat.stack("0304") == ("blue-inf-1", "blue-inf-2")


def test_a_piece_is_dragged_out_of_a_fan(qtbot, window, seat):
    window.view.fan_out("0304")
    drag(qtbot, window, spot(window, "0304", "blue-inf-1"), spot(window, "0506"))
    assert seat.stack("0506") == ("blue-inf-1",)
    assert seat.stack("0304") == ("blue-inf-2",)


def test_pieces_of_the_other_side_are_moved_too(qtbot, window, seat):
    drag(qtbot, window, spot(window, "1006", "red-cav"), spot(window, "1002"))
    assert seat.stack("1002") == ("red-cav",)


def test_several_are_caught_and_dragged_together(qtbot, window, seat):
    seat.select(["blue-cav", "blue-guns"])
    drag(qtbot, window, spot(window, "0205", "blue-cav"), spot(window, "0402"))
    assert set(seat.stack("0402")) == {"blue-cav", "blue-guns"}


@pytest.mark.parametrize(
    ("id", "holds"),
    [
        ("free-flip", lambda s: s.piece("blue-cav").losses == 1),
        ("free-turn", lambda s: s.state("blue-cav", "facing") == "north-east"),
        ("free-turn-back", lambda s: s.state("blue-cav", "facing") == "north-west"),
        ("free-cover", lambda s: "face-down" in s.piece("blue-cav").marks),
        ("free-clone", lambda s: len(s.at("0205")) == 2),
        ("free-delete", lambda s: s.place("blue-cav") == "gone"),
    ],
)
def test_keys_do_it_to_what_is_selected(window, seat, id, holds):
    seat.select(["blue-cav"])
    window.commands[id].trigger()
    assert holds(seat.sight)
    assert seat.undo()
    assert not holds(seat.sight)


def test_every_key_stands_in_the_menu(window):
    menu = QMenu(window)
    window.play.seat.select(())
    from tabuleiro.host.freemenu import fill_free_menu

    fill_free_menu(window.play, menu, "0205", "blue-cav")
    told = {a.text() for a in entries(menu) if "\t" in a.text()}
    assert {words.partition("\t")[2] for words in told} >= {"F", "T", "Shift+T", "D", "B", "Del"}
    menu.deleteLater()


def test_a_deck_is_drawn_from_dealt_and_shuffled(window, seat):
    play = window.play
    choose(play, "deck", None, "Draw to Blue hand")
    assert len(seat.stack("blue-hand")) == 1
    window.play._double_clicked("deck", None)
    assert len(seat.stack("blue-hand")) == 2
    choose(play, "deck", None, "Shuffle")
    choose(play, "deck", None, "Look at the top card")
    known = [card for card in seat.stack("deck") if not is_unknown(card)]
    assert len(known) == 1
    choose(play, "deck", None, "Look at all cards")
    assert not any(is_unknown(card) for card in seat.stack("deck"))


def test_a_card_is_played_face_down_from_the_hand(window, seat):
    window.play._double_clicked("deck", None)
    (card,) = seat.stack("blue-hand")
    choose(window.play, "blue-hand", card, "Discards, face down")
    assert seat.stack("discard") == ("~nobody.any.discard.1",)


def test_what_another_holds_is_not_seen_after_the_screen_was_handed_over(window, seat):
    window.play._double_clicked("deck", None)
    (card,) = seat.stack("blue-hand")
    assert not is_unknown(card)
    seat.act(FreePass("red"))
    seat.hand_over()
    assert seat.viewer == "red"
    assert all(is_unknown(one) for one in seat.stack("blue-hand"))
    assert card not in window.docks["hands"].widget().fans["blue-hand"].cards
    assert seat.stack("0805") == ("red-inf-3",)


def test_everything_can_be_taken_back_to_the_beginning(window, seat):
    window.play._double_clicked("deck", None)
    seat.act(FreeRoll("blue", "combat"))
    window.play.flip(["blue-cav"])
    while seat.can_undo():
        assert seat.undo()
    assert seat.head == 0
    assert len(seat.stack("deck")) == 12


def test_notes_are_read_on_the_map(window, seat):
    seat.act(FreeNote("0505", "Reserve waits here until noon, then marches"))
    (laid,) = laid_notes(seat.sight, window.view)
    assert laid.words.startswith("✎ Reserve waits")
    assert laid in window.play.layers.markers.laid


def test_dice_are_told_at_once(window, seat):
    told = []
    window.play.told.connect(lambda words, _rule: told.append(words))
    seat.act(FreeRoll("blue", "combat"))
    assert not seat.held
    assert len(told) == 1
    assert "=" in told[0]


def test_dice_are_asked_for_in_words(window, seat, monkeypatch):
    from tabuleiro.host import freeplay

    said = []
    seat.failed.connect(said.append)
    for told, right in (("3d6+1", True), ("d20", True), ("two dice", False), (None, None)):
        monkeypatch.setattr(freeplay, "ask_text", lambda *_about, told=told: told)
        before = seat.head
        window.play.ask_dice()
        assert (seat.head > before) is bool(right)
    assert len(said) == 1


def test_pieces_are_put_from_the_list(window, seat):
    panel = window.docks["pieces"].widget()
    assert isinstance(panel, PiecesPanel)
    assert panel.list.count() == 2
    window.play.last_hex = "0404"
    panel.list.itemActivated.emit(panel.list.item(0))
    (made,) = seat.stack("0404")
    assert made.startswith("blue-flag--")
    panel.search.setText("vermelha")
    panel.search.setText("red")
    assert panel.list.count() == 1


def test_words_that_are_no_deed_do_nothing(window, seat):
    before = seat.head
    assert not window.play.do([])
    assert seat.head == before


def test_a_module_that_is_opened_is_remembered(qtbot, catalogue, settings):
    from tabuleiro.host.modulefolders import _KEY, take_remembered

    settings.set(_KEY, f'["{FOLDER.as_posix()}", "/nowhere", 3]')
    other = Catalogue.installed()
    take_remembered(other, settings)
    assert "free-table-example" in other.module_ids()
    settings.set(_KEY, "no list")
    take_remembered(Catalogue.installed(), settings)


def test_a_turned_piece_of_which_only_its_back_is_seen_stays(window, seat):
    (hidden,) = seat.stack("0805")
    assert is_unknown(hidden)
    before = seat.head
    assert not window.play.turn([hidden], 1)
    assert not window.play.clone([hidden])
    assert seat.head == before
    assert not window.play.cover([hidden])  # its side alone turns it up


def test_the_pointer_alone_is_enough_for_a_key(window, seat):
    window.view.pointer = QPointF(window.view.middle("0205"))
    assert window.play.targets_of("blue-cav") == ("blue-cav",)


def beside_table(qtbot, settings, folder, number):
    """Return a window on a table with so many counters, none of them on the map."""
    folder.mkdir()
    (folder / "module.yaml").write_text("format: 1\nid: many\ntitle: Many\n")
    (folder / "board.yaml").write_text("format: 1\ngrid: {columns: 8, rows: 6}\n")
    counters = "".join(f"  - {{id: c{n}, name: Foot {n}}}\n" for n in range(1, number + 1))
    (folder / "counters.yaml").write_text(f"format: 1\ncounters:\n{counters}")
    catalogue = Catalogue.installed()
    catalogue.take(folder)
    window = MatchWindow(Seat(Table(catalogue.new("many", seed="a"))), settings)
    qtbot.addWidget(window)
    window.resize(1280, 800)
    window.show()
    return window


def test_all_that_lies_beside_the_table_is_in_the_tray_as_one_reads(qtbot, settings, tmp_path):
    window = beside_table(qtbot, settings, tmp_path / "many", 80)
    tray = window.view.stacks["enter.off"]
    wanted = tuple(f"c{n}" for n in range(1, 81))
    assert tray.pieces == wanted
    spots = [tray.mapRectToScene(area) for _piece, _face, area in tray.spots()]
    assert len(spots) == 80
    area = window.view.beside.spots["off"].area.adjusted(-4, -4, 4, 4)
    assert all(area.contains(spot) for spot in spots)
    panel = window.docks["pieces"].widget()
    listed = [panel.list.item(n).text() for n in range(panel.list.count())]
    assert listed == [f"Foot {n}" for n in range(1, 81)]
    assert "+" not in window.view.beside.spots["off"].title


def test_a_tray_says_how_many_it_has_no_room_for(qtbot, settings, tmp_path):
    window = beside_table(qtbot, settings, tmp_path / "many", 220)
    assert len(window.view.stacks["enter.off"].pieces) == 200
    assert "(+20: see Pieces)" in window.view.beside.spots["off"].title
    assert window.docks["pieces"].widget().list.count() == 220


def test_turning_a_piece_over_is_told_once(seat):
    beside = next(p for p in seat.sight.position.pieces if p.startswith("blue-"))
    for up, word in ((False, "down"), (True, "up")):
        piece = next(p for p in (beside, *seat.sight.position.pieces) if not is_unknown(p))
        assert seat.act(FreeCover(piece, up=up))
        said = [message.text for message in story_of(seat.rows()[-1], seat.sight)]
        assert said == [f"{{piece}} is turned face {word}."]


class TestKeysOverAStack:
    """A stack fans out under a resting pointer: a key is about the same piece as before."""

    @pytest.fixture
    def pointed(self, window, seat, monkeypatch):
        """The window with the pointer on the stack of 0304; the name of what it points at."""
        seat.select(())
        monkeypatch.setattr(window.view, "underMouse", lambda: True)
        window.view.pointer = window.view.mapToScene(spot(window, "0304", "blue-inf-2"))
        (piece,) = window.play.meant()
        return window, piece

    def slides(self, window, monkeypatch):
        """Let the other one of the two come under the pointer."""
        window.view.fan_out("0304")
        monkeypatch.setattr(window.view, "piece_at", lambda _at, **_how: "blue-inf-1")

    def test_it_stays_the_same(self, pointed, monkeypatch):
        window, piece = pointed
        window.commands["free-turn"].trigger()
        self.slides(window, monkeypatch)
        window.commands["free-flip"].trigger()
        s = window.seat.sight
        assert piece == "blue-inf-2"
        assert s.state(piece, "facing") == "north-east"
        assert s.piece(piece).losses == 1
        assert s.piece("blue-inf-1").losses == 0

    def test_another_one_is_meant_once_the_pointer_moves(self, pointed, monkeypatch):
        window, _piece = pointed
        window.commands["free-turn"].trigger()
        self.slides(window, monkeypatch)
        window.view.pointer += QPointF(1, 0)
        assert window.play.meant() == ("blue-inf-1",)

    def test_or_the_stack_changes(self, pointed, monkeypatch):
        window, piece = pointed
        window.play.sink([piece])
        self.slides(window, monkeypatch)
        assert window.play.meant() == ("blue-inf-1",)


def test_the_list_of_pieces_says_how_many_it_leaves_out(window, seat, monkeypatch):
    monkeypatch.setattr("tabuleiro.host.panels.pieces._MOST", 2)
    window.play.do([FreeMove(piece, "off") for piece in ("blue-inf-1", "blue-inf-2", "blue-cav")])
    window.docks["pieces"].raise_()
    panel = window.docks["pieces"].widget()
    panel = panel if isinstance(panel, PiecesPanel) else panel.findChild(PiecesPanel)
    assert panel.list.count() == 2
    count = len(list(panel._entries()))
    assert panel.more.text() == f"2 of {count} are listed: the search finds the others."
    assert panel.more.isVisibleTo(panel)
    panel.search.setText("1st Blue Cavalry no such")
    assert not panel.more.isVisibleTo(panel)
