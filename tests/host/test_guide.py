"""The guide through a first match: followed with the mouse, skipped, left, in each language."""

import pytest
from PySide6.QtCore import QPoint, QPointF, QSettings, Qt, QTimer
from PySide6.QtGui import QEnterEvent, QWheelEvent
from PySide6.QtWidgets import QApplication, QWidget

from tabuleiro.engine import Action
from tabuleiro.host import lesson as lessons
from tabuleiro.host.lesson import GuideError, load_guide
from tabuleiro.host.newmatch import NewMatch
from tabuleiro.host.settings import Settings
from tabuleiro.host.shell import Shell
from tabuleiro.host.words import points
from tabuleiro.i18n import LANGUAGES, speaking
from tabuleiro.store import Library


@pytest.fixture
def learning(qtbot, catalogue, tmp_path):
    """The program's window with the guide in it."""
    settings = Settings(QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat))
    with Library(tmp_path / "library.db") as library:
        shell = Shell(catalogue, library, settings)
        qtbot.addWidget(shell)
        shell.resize(1366, 768)
        with qtbot.waitActive(shell):
            shell.show()
            shell.activateWindow()
        shell.start.learn.click()
        shell.match.battle.dice.animated = False
        yield shell
        shell.close()


def place(shell, piece):
    return shell.match.seat.table.game.situation.place(piece)


def now_play(shell, answer):
    """Click the last button of the guide, and answer the dialog that it opens."""
    seen = []

    def see():
        dialog = shell.findChild(NewMatch)
        seen.append((dialog.module.id, dialog.choices.side, dialog.players))
        answer(dialog)

    QTimer.singleShot(0, see)
    assert shell.guide.panel.forward.text() == "Now play"
    shell.guide.panel.forward.click()
    (found,) = seen
    return found


@pytest.fixture
def follow(learning, hands, qtbot):
    """The hands of a player who does what each step says; returns when the step is done."""
    window = learning.match
    player = hands(window)
    qtbot.wait(1)

    def look():
        assert not learning.guide.done
        window.view.hovered.emit("0907")
        assert "Only this is left: move the map" in learning.guide.panel.told.text()
        window.view.set_zoom(window.view.zoom * 1.2)
        spot = player.spot("0907")
        qtbot.mouseMove(window.view.viewport(), spot)

    def piece(hex, name):
        window.play.click(hex, name)

    def undo():
        qtbot.keyClick(learning, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
        assert place(learning, "uk-26-bgda-blda") == "1010"
        assert not learning.guide.done
        qtbot.keyClick(learning, Qt.Key.Key_Y, Qt.KeyboardModifier.ControlModifier)

    def road():
        player.click("1010")
        player.click("1008")

    def declare():
        player.click("0907")
        player.click("1007")
        player.click("1008")
        player.click("0908")
        piece("1107", "uk-art-8-ex")

    def retreat():
        for name in ("de-267-ri", "de-274-ri"):
            if place(learning, name) == "0907":
                window.seat.select([name])
                player.click("0807")

    def advance():
        if window.seat.selection != ("uk-11-bgda",):
            piece("1007", "uk-11-bgda")
        player.click("0907")
        player.answer("done-advancing")

    deeds = {
        "look": look,
        "select": lambda: piece("1107", "uk-11-bgda"),
        "refused": lambda: player.click("1303"),
        "move": lambda: player.click("1007"),
        "zone": lambda: player.click("0906"),
        "road": road,
        "undo": undo,
        "end": lambda: player.answer("end-phase"),
        "declare": declare,
        "battle": lambda: player.answer("confirm"),
        "loss": lambda: piece("0907", "de-267-ri"),
        "retreat": retreat,
        "advance": advance,
        "rules": lambda: qtbot.keyClick(learning, Qt.Key.Key_F1),
    }

    def go():
        step = learning.guide.step
        assert not learning.guide.done, f"{step.id} was done before it began"
        deeds[step.id]()
        menu = QApplication.activePopupWidget()
        assert menu is None, [action.text() for action in menu.actions()]
        assert learning.guide.done, f"{step.id} is not done"

    return go


def test_followed_with_mouse_and_keyboard_to_its_end(learning, follow, qtbot):
    lesson = learning.guide.lesson
    assert 10 <= len(lesson.steps) <= 15
    for step in lesson.steps[:-1]:
        assert learning.guide.step is step
        follow()
        assert learning.guide.panel.forward.property("primary")
        learning.guide.panel.forward.click()
    proposed = now_play(learning, NewMatch.reject)
    assert proposed == ("diadem", "allied", {"allied": "human", "axis": "simple"})
    assert learning.guide is None
    assert place(learning, "uk-11-bgda") == "0907"
    assert place(learning, "de-267-ri") == place(learning, "de-274-ri") == "0807"
    assert learning.match.seat.table.game.situation.piece("de-267-ri").losses == 1
    # The table stays, and the match goes on.
    assert learning.match.seat.legal()


def test_skipped_from_beginning_to_end_it_plays_the_same(learning):
    trouble = []
    learning.match.seat.refused.connect(trouble.append)
    learning.match.seat.failed.connect(trouble.append)
    while not learning.guide.last:
        learning.guide.panel.forward.click()
    assert trouble == [], "nothing is refused to who skips"
    assert place(learning, "uk-11-bgda") == "0907"
    assert place(learning, "uk-26-bgda-blda") == "1008"
    assert place(learning, "de-267-ri") == "0807"


def test_its_log_does_not_tell_what_the_dice_will_show(learning):
    log = learning.match.docks["log"].widget().model.text()
    assert "dice" not in log
    assert "6, 6" not in log
    assert learning.match.seat.table.game.position.dice.queue[:2] == (6, 6)


def test_who_skips_a_battle_waits_for_no_dice(learning):
    learning.match.battle.dice.animated = learning.match.theatre.waits = True
    guide = learning.guide
    while guide is learning.guide and not guide.last:
        guide.panel.forward.click()
        assert not learning.match.seat.held
        assert learning.match.battle.scene is None


def test_a_step_waits(learning, qtbot):
    guide = learning.guide
    guide.forward()
    assert guide.step.id == "select"
    learning.match.seat.select(["uk-25-bgda-tq"])
    assert not guide.done
    assert guide.panel.forward.text() == "Skip"
    learning.match.seat.select(["uk-11-bgda"])
    assert guide.done
    assert guide.panel.forward.text() == "Next"


def test_pointing_alone_is_no_looking_around(learning):
    learning.match.seat.point("0907")
    assert not learning.guide.done
    learning.match.view.pan(10, 10)
    assert learning.guide.done


def test_who_went_astray_tries_again(learning):
    guide, seat = learning.guide, learning.match.seat
    for _step in range(3):
        guide.forward()
    assert guide.step.id == "move"
    assert seat.act(Action.from_data({"type": "move", "piece": "uk-11-bgda", "path": ["1106"]}))
    assert not guide.done
    guide.panel.again.click()
    assert place(learning, "uk-11-bgda") == "1107"
    assert guide.step.id == "move"


def test_the_panel_that_a_step_speaks_of_is_in_front(learning):
    QApplication.processEvents()
    assert learning.guide.step.panel == "hex"
    assert not learning.match.docks["hex"].visibleRegion().isEmpty()


def test_what_was_refused_does_not_lie_over_the_next_step(learning):
    guide, window = learning.guide, learning.match
    while guide.step.id != "refused":
        guide.forward()
    window.view.pointer = window.view.seen().center()
    window.play.click("1303")
    assert window.bubble.isVisible()
    guide.forward()
    assert not window.bubble.isVisible()


def test_now_play_begins_a_match(learning):
    while not learning.guide.last:
        learning.guide.panel.forward.click()
    now_play(learning, NewMatch.accept)
    assert learning.guide is None
    (entry,) = learning.library.list()
    assert entry.module == "diadem"
    assert learning.library.seats(entry.id).players == {"allied": "human", "axis": "simple"}
    assert learning.match.seat.table.game.header.scenario == "campaign"


def test_trying_again_restores_what_was_selected(learning):
    guide, seat = learning.guide, learning.match.seat
    guide.forward()
    assert guide.step.id == "select"
    seat.select(["uk-11-bgda"])
    assert guide.done
    guide.panel.again.click()
    assert not guide.done
    assert seat.selection == ()


def test_trying_again_takes_back_dice(learning, follow):
    guide, seat = learning.guide, learning.match.seat
    while guide.step.id != "battle":
        guide.forward()
    follow()
    assert seat.decision().kind != "attack"
    guide.panel.again.click()
    assert not guide.done
    assert seat.at.ask("draft").now() is not None
    follow()  # and the dice fall the same way again
    assert "DRB AVI" in guide.panel.told.text()
    guide.forward()
    assert guide.step.id == "loss"
    guide.forward()
    assert place(learning, "uk-11-bgda") == "1007"


def test_trying_again_closes_the_panel_that_was_opened(learning, qtbot):
    guide = learning.guide
    while guide.step.id != "rules":
        guide.forward()
    qtbot.keyClick(learning, Qt.Key.Key_F1)
    assert guide.done
    guide.panel.again.click()
    assert not guide.done
    assert not learning.match.docks["rules"].isVisible()


def test_a_unit_that_was_not_selected_is_selected_for_who_skips(learning):
    guide, seat = learning.guide, learning.match.seat
    guide.forward()
    guide.forward()
    assert guide.step.id == "refused", "which is about the unit that is selected"
    assert seat.selection == ("uk-11-bgda",)


def test_trying_again_in_another_language_goes_back_to_the_beginning_of_the_step(learning):
    guide, seat = learning.guide, learning.match.seat
    while guide.step.id != "move":
        guide.forward()
    assert seat.act(Action.from_data({"type": "move", "piece": "uk-11-bgda", "path": ["1106"]}))
    with speaking("pt"):
        learning.retell()
        assert place(learning, "uk-11-bgda") == "1106"
        learning.guide.panel.again.click()
        assert place(learning, "uk-11-bgda") == "1107"


def test_the_number_in_a_lit_hex_is_what_the_guide_says(learning):
    """It says what will be left: 6 points of movement less what the way costs."""
    guide, window = learning.guide, learning.match
    while guide.step.id != "refused":
        guide.forward()
    told = load_guide().steps[1].done["en"]
    assert "left" in told
    (way,) = [way for way in window.play.targets["1007"] if way.kind == "move"]
    had, spent = window.seat.ask("points", piece="uk-11-bgda")
    left = had - spent - window.seat.offer(way).price
    assert left != window.seat.offer(way).price, "it would not be seen which it is"
    middle = window.view.middle("1007")
    (shown,) = [words for _corners, spot, words in window.view._overlays["legal"]._hexes
                if spot == middle]  # fmt: skip
    assert shown == points(left)


def test_the_buttons_stay_in_their_place_when_a_battle_opens(learning, follow, qtbot):
    guide = learning.guide

    def spot():
        QApplication.processEvents()
        return guide.panel.forward.mapToGlobal(guide.panel.forward.rect().center())

    while guide.step.id != "declare":
        guide.forward()
    before = spot()
    follow()
    assert learning.match.docks["battle"].isVisible()
    assert spot() == before


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [(1366, 768), (1920, 1080)], ids=lambda size: str(size[0]))
def test_the_map_takes_three_fifths_of_the_window_and_the_card_covers_no_task(
    learning, size, language
):
    """In each step, before it is done and after."""
    learning.resize(*size)
    with speaking(language):
        learning.retell()
        QApplication.processEvents()
        guide, view = learning.guide, learning.match.view
        while not guide.last:
            for _state in ("asked", "done"):
                QApplication.processEvents()
                card, port = guide.panel.geometry(), view.viewport().rect()
                assert port.contains(card)
                whole, least = port.width() * port.height(), 0.6 * size[0] * size[1]
                assert whole >= least
                if learning.match.docks["battle"].isHidden():  # which takes what may be taken
                    assert whole - card.width() * card.height() >= least, guide.step.id
                spots = {hex: view.mapFromScene(view.middle(hex)) for hex in guide.step.show}
                assert not [hex for hex, spot in spots.items() if card.contains(spot)]
                guide.panel.show_done()
            guide.forward()


def test_a_click_on_the_card_is_none_on_the_map_below(learning, qtbot):
    guide, view = learning.guide, learning.match.view
    guide.forward()
    heard = []
    for signal in (view.clicked, view.menu_asked, view.touched, view.zoomed, view.moved):
        signal.connect(lambda *_words: heard.append(1))
    text = guide.panel.told
    spot = text.mapTo(guide.panel.window(), text.rect().center())
    under = guide.panel.window().childAt(spot)
    assert under is text
    qtbot.mouseClick(under, Qt.MouseButton.LeftButton)
    qtbot.mouseClick(under, Qt.MouseButton.RightButton)
    at = QPointF(text.rect().center())
    wheel = QWheelEvent(
        at, text.mapToGlobal(at), QPoint(), QPoint(0, 120), Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(under, wheel)
    assert heard == []


def test_a_stack_does_not_stay_open_below_the_card(learning):
    guide, view = learning.guide, learning.match.view
    view.point("0907")
    middle = QPointF(guide.panel.rect().center())
    QApplication.sendEvent(
        guide.panel, QEnterEvent(middle, middle, guide.panel.mapToGlobal(middle))
    )
    assert view.cursor_hex is None


def test_the_map_gives_way_to_the_card(learning):
    """A hex that a step is about comes out from under the card, moved no farther than need be."""
    guide, view = learning.guide, learning.match.view
    QApplication.processEvents()
    card = guide.panel.geometry()
    by = view.mapFromScene(view.middle("0907")) - card.center()
    view.pan(by.x(), by.y())
    assert card.contains(view.mapFromScene(view.middle("0907")))
    view.show_hex("0907")
    spot = view.mapFromScene(view.middle("0907"))
    assert view.viewport().rect().contains(spot)
    assert not card.contains(spot)
    assert abs(spot.x() - card.center().x()) < 2, "it moved up: that is nearer than sideways"


def test_large_writing_leaves_the_card_within_the_map(learning):
    guide, view = learning.guide, learning.match.view
    font = learning.font()
    font.setPointSizeF(24)
    for widget in guide.panel.findChildren(QWidget):
        widget.setFont(font)
    guide.panel.setFont(font)
    guide.panel.lay()
    QApplication.processEvents()
    port = view.viewport().rect()
    assert port.contains(guide.panel.geometry())
    for button in (guide.panel.forward, guide.panel.again):
        assert guide.panel.rect().contains(button.geometry())


def test_skipping_after_going_astray_sets_it_right(learning):
    guide, seat = learning.guide, learning.match.seat
    for _step in range(3):
        guide.forward()
    seat.act(Action.from_data({"type": "move", "piece": "uk-11-bgda", "path": ["1106"]}))
    guide.forward()
    assert guide.step.id == "zone"
    assert place(learning, "uk-11-bgda") == "1007"


def test_nobody_undoes_the_table_away(learning):
    assert not learning.match.seat.table.game.can_undo()


def test_leaving_takes_everything_away(learning, qtbot):
    guide, window = learning.guide, learning.match
    with qtbot.waitSignal(guide.panel.destroyed):
        guide.panel.leave.click()
    assert learning.guide is None
    assert window.view.covered.isEmpty()
    assert window.view._overlays["guide"].count == 0
    window.seat.select(["uk-11-bgda"])
    assert not guide.done
    learning.show_start()
    assert learning.start.isVisible()


def test_going_to_the_start_page_leaves_it(learning):
    learning.show_start()
    assert learning.guide is None


def test_nothing_of_it_is_kept(learning, follow):
    while learning.guide.step.id != "declare":
        learning.guide.forward()
    follow()
    assert learning.match.docks["battle"].isVisible()
    learning.show_start()
    assert learning.library.list() == ()
    assert not learning.settings.restore_layout("diadem", learning)


def test_another_language_goes_on_with_the_same_step(learning):
    for _step in range(4):
        learning.guide.forward()
    with speaking("pt"):
        learning.retell()
        assert learning.guide.step.id == "zone"
        assert learning.guide.panel.leave.toolTip() == "Sair do guia"
        assert place(learning, "uk-11-bgda") == "1007"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_is_there(language):
    lesson = load_guide()
    texts = [lesson.title, *(words for s in lesson.steps for words in (s.title, s.text, s.done))]
    assert all(words[language].strip() for words in texts if words)


GUIDES = sorted(path.stem for path in lessons._FOLDER.glob("*.yaml"))


@pytest.mark.parametrize("name", GUIDES)
def test_all_that_a_guide_names_exists(catalogue, name):
    lesson = load_guide(name)
    assert lesson.strangers(catalogue.module(lesson.module)) == []


def test_strangers_are_named_with_their_step(catalogue, tmp_path):
    source = (lessons._FOLDER / "first-match.yaml").read_text("utf-8")
    changes = {'show: ["1107"]': 'show: ["9907"]', "selected: [uk-11-bgda]": "selected: [x]"}
    for old, new in changes.items():
        assert old in source
        source = source.replace(old, new, 1)
    (tmp_path / "odd.yaml").write_text(source, "utf-8")
    lesson = load_guide("odd", tmp_path)
    assert lesson.strangers(catalogue.module("diadem")) == ["select: 9907", "select: x"]


WRONG = [
    ("until: {looked", "untill: {looked", 'odd.yaml:29:5: steps[0].untill: unknown key "untill"'),
    ("{looked: true", "{lookd: true", 'odd.yaml:29:13: steps[0].until.lookd: unknown key "lookd"'),
    ("module: diadem", "modul: diadem", 'odd.yaml:2:1: modul: unknown key "modul"'),
    ("dice: [6, 6]", "dice: six", "odd.yaml:16:1: dice: a list is wanted here, not a text"),
    ("dice: [6, 6]", "dice: [6, x]",
     "odd.yaml:16:11: dice[1]: a whole number is wanted here, not a text"),
    ("- id: look", "- id: 3",
     "odd.yaml:19:5: steps[0].id: a text is wanted here, not a whole number"),
    ("  - id: look\n    title", "  - title", 'odd.yaml:19:5: steps[0]: the key "id" is missing'),
    ("dice: [6, 6]", "dice: [6, 6", "odd.yaml:18:6: this is not YAML"),
    ("dice: [6, 6]", "module: leyte", 'odd.yaml:16:1: the key "module" stands here twice'),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "told"), WRONG)
def test_what_is_wrong_is_told_in_one_sentence_with_its_line(tmp_path, old, new, told):
    source = (lessons._FOLDER / "first-match.yaml").read_text("utf-8")
    assert old in source
    (tmp_path / "odd.yaml").write_text(source.replace(old, new, 1), "utf-8")
    with pytest.raises(GuideError) as fault:
        load_guide("odd", tmp_path)
    assert str(fault.value).startswith(told)
    assert "\n" not in str(fault.value)


def test_faults_are_told_in_the_language_of_the_player(tmp_path):
    source = (lessons._FOLDER / "first-match.yaml").read_text("utf-8")
    (tmp_path / "odd.yaml").write_text(source.replace("dice: [6, 6]", "dice: six"), "utf-8")
    with speaking("pt"), pytest.raises(GuideError, match=r"dice: .* uma lista"):
        load_guide("odd", tmp_path)


def test_faults_are_sentences(tmp_path, monkeypatch):
    with pytest.raises(GuideError, match='There is no guide "none"'):
        load_guide("none")
    monkeypatch.setattr(lessons, "_FOLDER", tmp_path)
    (tmp_path / "bad.yaml").write_text("module: x\nstep: []\n")
    with pytest.raises(GuideError, match=r"bad\.yaml"):
        load_guide("bad")
    (tmp_path / "twice.yaml").write_text("module: x\nmodule: y\n")
    with pytest.raises(GuideError, match="twice"):
        load_guide("twice")
