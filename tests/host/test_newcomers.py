"""What three newcomers stumbled on in their first half hour of Diadem, Leyte and Papua."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel, QPushButton

from papua_scenes import JACKSON, MILNE, MORESBY, RABAUL, SUPPLIED, airwar, at, hurt, scene
from tabuleiro.host.counter import Badge
from tabuleiro.host.panels.chances import ChanceBars
from tabuleiro.host.panels.details import hex_lines, piece_lines
from tabuleiro.testing import action, table

ALL = ("us-349-ri", "us-350-ri", "us-351-ri", "us-art-ii")
BETTYS = ("jp-4ku-4", "jp-4ku-5")
HOME, AWAY = ("us-fs-36", "us-fs-8"), ("us-fs-41", "us-fs-9")


# ------------------------------------------------------------------ the keyboard and the rulebook


def test_who_opens_the_rulebook_can_search_at_once(at_table, qtbot):
    """The letters of a word were commands of the map: P planned, R drew rings."""
    window = at_table("allied-movement", {"us-349-ri": "1413"})
    window.activateWindow()
    QApplication.processEvents()
    window.view.setFocus()
    qtbot.keyClick(window.view, Qt.Key.Key_F1)
    search = window.docks["rules"].widget().search
    assert window.focusWidget() is search
    qtbot.keyClicks(window.focusWidget(), "praz")
    assert search.text() == "praz"
    assert not window.play.plans.active
    qtbot.keyClick(window.focusWidget(), Qt.Key.Key_Escape)
    assert window.focusWidget() is window.view
    search.setFocus()
    qtbot.keyClick(search, Qt.Key.Key_F1)
    assert not window.docks["rules"].isVisible()
    assert window.focusWidget() is window.view


# ----------------------------------------------------------------------------- the battle panel


@pytest.fixture
def attacking(open_match, hands):
    """Three neighbours and a gun that may attack, and aircraft."""
    pieces = {**at("1014", *ALL[:3]), **at("1114", *ALL[3:]), **at("1013", "de-276-ri")}
    t = table("diadem", "allied-combat", pieces, tracks={"air.allied": 20})
    return hands(open_match(t.game))


def test_who_takes_part_is_told_from_who_may_still_join(attacking):
    def heads():
        side = attacking.window.battle.sides["attack"]
        return [label.text() for label in side.findChildren(QLabel) if label.isVisible()]

    attacking.seat.act(action("assault", "1013"))
    assert "Take part:" not in heads()
    attacking.seat.act(action("join", "us-349-ri"))
    assert "May still join:" in heads()
    assert "Take part:" in heads()
    for piece in ALL[1:]:
        attacking.seat.act(action("join", piece))
    assert "Take part:" not in heads()


@pytest.mark.parametrize("width", [290, 360, 420, 460])
def test_no_button_is_cut_off_beside_the_air_points(attacking, width):
    """All take part from the beginning, so that no long button breaks the line."""
    window, seat = attacking.window, attacking.seat
    seat.act_all([action("assault", "1013"), *(action("join", piece) for piece in ALL)])
    window.resizeDocks([window.docks["battle"]], [width], Qt.Orientation.Horizontal)
    attacking.seat.act(action("set-air", 5))
    QApplication.processEvents()
    shown = [b for b in window.battle.answers.findChildren(QPushButton) if b.isVisible()]
    names = {button.objectName() for button in shown}
    assert {"set-air", "take-air-back"} <= names
    for button in shown:
        assert button.width() >= button.minimumSizeHint().width(), button.text()
    box = next(b for b in shown if b.objectName() == "set-air")
    assert box.text() == "Commit air points: 6"


def test_words_that_just_fit_into_their_line_stay_in_it(qtbot):
    """They were broken into two lines and cut off: the room was a pixel less than it was said."""
    bars = ChanceBars()
    qtbot.addWidget(bars)
    words = "Japan: a retreat without loss, the Americans: unhurt"
    bars.show_chances([{"code": "DRI AVI", "ways": 36}], {}, words=lambda _code: words)
    needs = bars.fontMetrics().horizontalAdvance(words) + bars._widths()[0] + 6
    roomy = _inked(bars, round(needs) + 40)
    for width in range(int(needs) - 1, int(needs) + 5):
        if bars._lines(width) == [1]:
            assert _inked(bars, width) == roomy, width


def _inked(bars, width):
    """The height of what is written in the middle of a row without codes."""
    bars.resize(width, bars.heightForWidth(width))
    image = bars.grab().toImage()
    ground = image.pixelColor(image.width() // 2, 3).lightness()
    columns = range(20, 150)
    dark = [
        y
        for y in range(2, image.height() - 2)
        if any(abs(image.pixelColor(x, y).lightness() - ground) > 120 for x in columns)
    ]
    return dark[-1] - dark[0]


# ------------------------------------------------------------------------------------- Papua


@pytest.fixture
def two_raids(open_match, hands):
    """Bombers over Port Moresby and over Milne Bay; fighters stand on both fields."""
    t = airwar("japanese", at(RABAUL, *BETTYS), at(JACKSON, *HOME), at(MILNE, *AWAY),
               marks={MILNE: ("supply-base-allied",)})  # fmt: skip
    player = hands(open_match(t.game))
    for field, bomber in zip((JACKSON, MILNE), BETTYS, strict=True):
        for deed in (action("bomb-field", field), action("fly-as-bomber", bomber),
                     action("confirm")):  # fmt: skip
            assert player.seat.act(deed), deed
    player.seat.act(action("end-phase"))
    while player.seat.decision().side != "allied":
        player.seat.act(action("end-phase"))
    return player


def test_all_rise_over_one_place_and_the_map_goes_where_the_panel_turns(two_raids):
    """One button sent all up everywhere, under the name of one of the places."""
    player, battle = two_raids, two_raids.window.battle
    names = {f"all-intercept-{field}" for field in (JACKSON, MILNE)}
    buttons = [b for b in battle.answers.findChildren(QPushButton) if b.isVisible()]
    found = {b.objectName(): b.accessibleName() for b in buttons}
    assert names <= set(found)
    assert found[f"all-intercept-{MILNE}"] == "Intercept, 2424 Milne airfield: all (4)"
    seen = set()
    for turn in (battle.pages.back, battle.pages.forth, battle.pages.back):
        turn.click()
        QApplication.processEvents()
        target = player.window.limelight.attack.target
        assert target in battle.title
        assert player.view.seen().contains(player.view.middle(target))
        seen.add(target)
    assert seen == {JACKSON, MILNE}
    player.answer(f"all-intercept-{MILNE}")
    flown = {f.piece for f in player.seat.ask("flights") if f.side == "allied"}
    assert flown == {*HOME, *AWAY}
    assert {f.target for f in player.seat.ask("flights") if f.side == "allied"} == {MILNE}


def test_a_button_for_one_place_names_it_too(two_raids):
    """When all but those over Milne Bay were up, nothing said where these would go."""
    seat = two_raids.seat
    for fighter in HOME:
        seat.act(action("intercept", fighter, JACKSON))
    button = two_raids.button(f"all-intercept-{MILNE}")
    assert button.accessibleName() == "Intercept, 2424 Milne airfield: all (2)"


def test_a_lit_hex_is_clicked_though_ones_own_stand_there(open_match, catalogue, hands):
    """They have nothing to do while bases are placed; a click used to select them."""
    window = open_match(catalogue.new("papua", seed="1"))
    player = hands(window)
    while "supply bases" not in player.seat.decision().prompt.text or (
        player.seat.decision().side == "japanese"
    ):
        player.answer("place-for-me" if player.seat.decision().obligations else "end-phase")
    assert window.view.stacks[MORESBY].pieces
    player.click(MORESBY)
    assert player.seat.selection == ()
    assert "supply-base-allied" in player.seat.sight.position.marks[MORESBY]


def test_units_that_are_restored_have_not_to_be_moved(open_match, hands):
    t = scene("allied-recovery", hurt(JACKSON, *HOME), marks=SUPPLIED, tracks={"us-air.allied": 6})
    player = hands(open_match(t.game))
    told = player.window.decision.choices.sums.text()
    assert "2 can act" in told
    assert "moved" not in told


def test_nobody_lacks_supply_before_bases_can_be_placed(open_match, catalogue, hands):
    """Each unit of a set-up had the sign of hunger, and its port a red ring."""
    window = open_match(catalogue.new("papua", seed="1"), players={"japanese": "simple"})
    player = hands(window)
    player.answer("place-for-me")
    assert player.seat.selection == (), "no button is about the one that was placed last"
    here = player.seat.stack(MORESBY)
    assert here
    for piece in here:
        assert Badge.UNSUPPLIED not in window.play.face(piece).badges
        assert not [line for line in piece_lines(player.seat, piece) if "supply" in line]


def test_the_numbers_along_a_far_coast_are_told(open_match):
    window = open_match(airwar("japanese", at(RABAUL, *BETTYS)).game)
    lines = hex_lines(window.seat, "2204")
    assert "New Britain: 24 hexes from here" in lines
    assert not [line for line in lines if "Elevation" in line], "the sea lies at 0 m"


def test_a_group_is_told_what_the_slowest_has_left(open_match, hands):
    t = table("diadem", "allied-movement", {"us-349-ri": "1014", "us-350-ri": "1014"})
    window = open_match(t.game)
    play, seat = window.play, window.seat
    told = []
    for chosen in (["us-349-ri"], ["us-349-ri", "us-350-ri"]):
        seat.select(chosen)
        told.append({hex: play.showing._lit_words(found) for hex, found in play.targets.items()})
    assert told[0] == told[1]
    assert set(told[0].values()) > {"0", "3"}
