"""What stopped somebody who sat down at the table for the first time; by gestures."""

import pytest
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QApplication, QMainWindow, QPushButton, QToolButton

from battles import at, battle
from tabuleiro.engine.catalogue import Catalogue
from tabuleiro.host.app import fit_screen
from tabuleiro.host.counter import Face
from tabuleiro.host.duties import to_place
from tabuleiro.host.map.art import BucketArt
from tabuleiro.host.map.stacks import SIDE, Mark, StackItem
from tabuleiro.host.panels.answers import Answers
from tabuleiro.host.panels.linked import clause_words
from tabuleiro.host.panels.outcome import OutcomeFoot
from tabuleiro.host.scenes import Attack
from tabuleiro.testing import action
from tabuleiro.testing.table import table

LEFT, BAR = Qt.MouseButton.LeftButton, Qt.ScrollBarPolicy
A, B, C = "uk-11-bgda", "us-337-ri", "uk-61-bgda"
D = "de-131-ri"
OWN = "us-350-ri"


def settle():
    for _ in range(4):
        QApplication.processEvents()


@pytest.fixture
def retreating(open_match, hands):
    """Two beaten attackers who may go back to several hexes; a unit of their own is in one."""
    t = battle(at("1007", A, B), at("0907", D), also=at("1107", OWN), dice=(3, 4))
    while t.decision.kind == "choose":
        t.do(action("lose", A))
    assert t.decision.kind == "path"
    return hands(open_match(t.game)), t


def test_a_lit_hex_is_the_target_whoever_stands_there(retreating):
    player, t = retreating
    assert "1107" in t.decision.hexes
    player.seat.select(())
    player.click_piece(OWN)
    menu = QApplication.activePopupWidget()
    if menu is not None:  # two could go there: one says who
        menu.actions()[0].trigger()
        menu.close()
    assert OWN not in player.seat.selection
    assert {t.place(A), t.place(B)} & {"1107"}


def test_several_go_back_together_by_one_button(retreating):
    player, t = retreating
    wanted = [b for b in player.asking.findChildren(QPushButton, "retreat-all") if b.isVisible()]
    assert wanted
    assert all(b.text().startswith("All retreat to ") for b in wanted)
    player.qtbot.mouseClick(wanted[0], LEFT)
    assert t.place(A) == t.place(B) != "1007"


class TestWhoIsSelected:
    @pytest.fixture
    def moving(self, at_table):
        return at_table("allied-movement", {"us-349-ri": "1413", "de-200-rpzgr": "0306"})

    def test_the_panel_names_the_unit(self, moving):
        sums = moving.decision.choices.sums
        moving.seat.select(["us-349-ri"])
        assert "349th Infantry Regiment" in sums.text()
        assert sums.isVisible()
        moving.seat.select(())
        assert "349th" not in sums.text()

    def test_the_list_begins_with_the_hex(self, moving):
        (row,) = [moving.decision.choices.list.item(n).text()
                  for n in range(moving.decision.choices.list.count())
                  if "349th" in moving.decision.choices.list.item(n).text()]  # fmt: skip
        assert row.startswith("1413")


def test_where_a_unit_can_be_put_comes_into_sight(open_match, catalogue, hands):
    window = open_match(catalogue.new("diadem", seed="1"))
    player, view = hands(window), window.view
    piece = to_place(window.seat.decision())[0]
    window.seat.select([piece])
    places, grid = [p for p in window.play.targets if p in view.board.grid], view.board.grid
    window.seat.select(())
    view.set_zoom(3)
    far = max(grid.hexes, key=lambda hex: min(grid.distance(hex, place) for place in places))
    view.look_at(view.middle(far))
    assert not any(view.seen().contains(view.middle(place)) for place in places)
    choices = window.decision.choices.list
    row = next(r for r in range(choices.count())
               if choices.item(r).data(Qt.ItemDataRole.UserRole) == piece)  # fmt: skip
    spot = choices.visualItemRect(choices.item(row)).center()
    player.qtbot.mouseClick(choices.viewport(), LEFT, pos=spot)
    assert window.seat.selection == (piece,)
    assert any(view.seen().contains(view.middle(place)) for place in places)


def test_the_whole_board_grows_when_nobody_waits_beside_it_any_more(at_table, monkeypatch):
    window = at_table("allied-movement", {"us-349-ri": "1413", "de-200-rpzgr": "0306"})
    view = window.view
    view.beside.take({"off": 60}, ["off"])
    view.lay_beside()
    view.fit()
    small = view.zoom
    window.play.refresh()  # nobody is there now
    assert view.too_small()
    monkeypatch.setattr(view, "seen", lambda: QRectF(-9999, -9999, 19999, 19999))  # all of it
    window.seat.act(action("end-phase"))
    assert view.zoom > small
    assert not view.too_small()


def test_frames_of_a_stack_leave_the_topmost_counter_free(qapp):
    art = BucketArt()
    pieces = ("a", "b", "c", "d")
    faces = [Face("#e8c84a", "#111111", "infantry", "regiment", left=each) for each in pieces]

    def drawn(framed):
        item = StackItem("0101", art)
        marks = {piece: frozenset({Mark.CANDIDATE}) for piece in framed}
        item.show_pieces(pieces, faces, marks=marks)
        picture = QImage(240, 240, QImage.Format.Format_ARGB32_Premultiplied)
        picture.fill(QColor("#ffffff"))
        painter = QPainter(picture)
        painter.translate(120, 120)
        painter.scale(2, 2)
        item._draw_in_vector(painter)
        painter.end()
        top = item.spots()[-1][2]
        corner = (QPointF(120, 120) + top.topLeft() * 2).toPoint()
        inner = picture.copy(corner.x(), corner.y(), round(2 * SIDE), round(2 * SIDE))
        return inner.copy(11, 11, inner.width() - 22, inner.height() - 22)

    def apart(one, other):  # letters may come a shade apart, see FreeType
        pairs = zip(bytes(one.constBits()), bytes(other.constBits()), strict=True)
        return max(abs(a - b) for a, b in pairs)

    assert apart(drawn(pieces), drawn(())) < 20


def test_many_dice_leave_the_words_their_room(qtbot):
    foot = OutcomeFoot()
    qtbot.addWidget(foot)
    foot.resize(430, 300)
    foot.show_throw((3, 6, 4, 3, 4, 2), 6)
    foot.tell("Disease: nobody falls ill. " * 6, "", [])
    foot.show()
    settle()
    assert foot.banner.width() > 400
    assert foot.banner.y() >= foot.dice.geometry().bottom()
    foot.show_throw((3, 6), 6)
    foot.tell("Defender retreats", "DR", [])
    settle()
    assert foot.banner.x() >= foot.dice.geometry().right()


class TestAttack:
    @pytest.fixture
    def joining(self, open_match, hands):
        pieces = {**at("1007", A, B), **at("1008", C), **at("0907", D), "uk-art-x": "1107"}
        t = table("diadem", "allied-combat", pieces)
        t.do(action("assault", "0907"))
        player = hands(open_match(t.game))
        settle()
        return player

    def joined(self, player):
        return set(player.seat.ask("draft").pieces)

    def counters(self, player):
        """The counters of the attacker as they lie in the panel, from the top."""
        side = player.window.battle.sides["attack"]
        found = [b for b in side.findChildren(QToolButton) if b.isVisible()]
        return sorted(found, key=lambda b: (b.mapTo(side, b.rect().center()).y(),
                                            b.mapTo(side, b.rect().center()).x()))  # fmt: skip

    def test_clicks_at_one_spot_commit_one_after_the_other(self, joining):
        panel = joining.window.battle
        first = self.counters(joining)[0]
        spot = first.mapTo(panel, first.rect().center())
        for number in (1, 2, 3):
            under = panel.childAt(spot)
            assert isinstance(under, QToolButton)
            joining.qtbot.mouseClick(under, LEFT)
            settle()
            assert len(self.joined(joining)) == number

    def test_who_was_just_committed_is_not_taken_back_by_a_second_click(self, joining):
        for _number in range(4):
            joining.qtbot.mouseClick(self.counters(joining)[0], LEFT)
            settle()
        side = joining.window.battle.sides["attack"]
        side.rest_ms = 60_000
        assert len(self.joined(joining)) == 4
        joining.qtbot.mouseClick(self.counters(joining)[0], LEFT)
        assert len(self.joined(joining)) == 4
        side.rest_ms = 0
        joining.qtbot.mouseClick(self.counters(joining)[0], LEFT)
        assert len(self.joined(joining)) == 3

    def test_the_button_for_all_stays_where_it_is(self, joining):
        before = joining.button("all-artillery")
        place = before.mapTo(joining.window, before.rect().center())
        joining.qtbot.mouseClick(joining.button("all-adjacent"), LEFT)
        settle()
        now = joining.button("all-artillery")
        assert now.mapTo(joining.window, now.rect().center()) == place
        assert not joining.button("all-adjacent").isEnabled()
        assert not joining.button("propose").isEnabled(), "it stays while the attack is declared"

    def test_a_button_takes_no_less_room_when_fewer_are_left(self, joining, monkeypatch):
        answers = joining.window.battle.answers
        widths = []
        for left in (1000, 1):
            monkeypatch.setattr(f"{Answers.__module__}.joiners", lambda *_, n=left: [None] * n)
            answers.refresh()
            widths.append(joining.button("all-adjacent").minimumWidth())
        assert widths[0] == widths[1] > joining.button("all-adjacent").sizeHint().width()

    def test_a_bar_beside_the_answers_moves_none_of_them(self, joining):
        panel, asked = joining.window.battle, joining.button("all-artillery")
        places = set()
        for policy in (BAR.ScrollBarAlwaysOff, BAR.ScrollBarAlwaysOn):
            panel._scroll.setVerticalScrollBarPolicy(policy)
            settle()
            places.add((asked.mapTo(panel, asked.rect().topLeft()).x(), asked.width()))
        assert len(places) == 1

    def test_who_is_attacked_is_told_so(self, open_match, hands):
        t = table("diadem", "allied-combat", {**at("1007", A), **at("0907", D),
                                              "de-art-li": "0808"})  # fmt: skip
        t.attack("0907", A)
        assert (t.decision.side, t.decision.kind) == ("axis", "allocate")
        window = open_match(t.game)
        settle()
        assert window.battle.asked.isVisible()


def test_one_button_advances_into_the_hex_that_was_fought_for(open_match, hands):
    t = battle(at("1007", A, "uk-26-bgda-blda"), at("0907", D), odds="4-1", dice=(6, 6))
    while t.decision.kind == "choose":
        t.do(next(a for a in t.legal() if a.kind == "lose"))
    while t.decision.side == "axis":
        t.do(next(a for a in t.legal() if a.kind == "retreat"))
    assert t.decision.kind == "path"
    player = hands(open_match(t.game))
    found = [b for b in player.asking.findChildren(QPushButton, "advance-all") if b.isVisible()]
    first, second = "British 11th Infantry Brigade", "British 26th Armoured Brigade"
    assert [b.accessibleName() for b in found] == [f"Advance: {first} and {second} to 0907"]
    alone = player.button(f"advance-{A}")
    assert alone.accessibleName() == f"Advance: only {first}", "for not all must"
    player.qtbot.mouseClick(alone, Qt.MouseButton.LeftButton)
    assert (t.place(A), t.place("uk-26-bgda-blda")) == ("0907", "1007")


def test_the_first_window_fills_a_small_screen(qtbot):
    window = QMainWindow()
    qtbot.addWidget(window)
    room = window.screen().availableSize()
    window.resize(room.width() // 2, room.height() // 2)
    fit_screen(window)
    assert not window.windowState() & Qt.WindowState.WindowMaximized
    window.resize(room)
    fit_screen(window)
    assert window.windowState() & Qt.WindowState.WindowMaximized


def test_the_log_comes_back_when_the_player_goes_on(open_match, hands, qtbot):
    t = table("diadem", "allied-combat", {"us-349-ri": "1413", "us-350-ri": "1414",
                                          "de-200-rpzgr": "0603"})  # fmt: skip
    window = open_match(t.game, players={"axis": "simple"})
    window.seat.pace_ms = 0
    window.seat.act(action("end-phase"))

    def mine():
        window.theatre.go_on()
        s, decision = window.seat.sight, window.seat.decision()
        return decision is not None and s.phase.id == "allied-movement"

    qtbot.waitUntil(mine, timeout=20_000)
    settle()
    assert not window.docks["since"].visibleRegion().isEmpty()
    player = hands(window)
    player.click_piece("us-349-ri")
    settle()
    assert not window.docks["since"].visibleRegion().isEmpty(), "to look is not to act"
    player.click("1412")
    settle()
    assert window.seat.sight.place("us-349-ri") == "1412"
    assert window.docks["since"].visibleRegion().isEmpty()
    assert not window.docks["log"].visibleRegion().isEmpty()


def test_the_map_waits_for_the_next_battle_of_a_computer_player(open_match, monkeypatch):
    t = table("diadem", "axis-combat", {**at("1007", A), **at("0907", D)})
    window = open_match(t.game, players={"axis": "simple"})
    window.seat.rests = True  # it does not act by itself here
    view, light = window.view, window.limelight
    view.fit()
    whole = view.place()

    def fight(target):
        monkeypatch.setattr(light, "_find", lambda: target and Attack("axis", target, ()))
        light.look()

    fight("0907")
    there = view.place()
    assert there != whole
    fight(None)
    assert view.place() == there, "another battle may follow at once"
    fight("1210")
    fight(None)
    light._returns.timeout.emit()
    assert view.place() == whole


def test_the_map_waits_for_the_next_of_ones_own_battles(open_match, monkeypatch):
    t = table("diadem", "allied-combat", {**at("1007", A), **at("0907", D)})
    window = open_match(t.game)
    view, light, panel = window.view, window.limelight, type(window.battle)
    view.fit()
    whole = view.place()

    def fight(target, *, more=True):
        monkeypatch.setattr(light, "_find", lambda: target and Attack("allied", target, ()))
        monkeypatch.setattr(panel, "active", property(lambda _panel: more))
        light.look()

    fight("0907")
    there = view.place()
    assert there != whole
    fight(None)
    assert view.place() == there, "it asks which battle is next"
    fight("1210")
    assert view.place() != there
    fight(None)
    fight(None, more=False)
    assert view.place() == whole


def test_after_a_battle_who_waits_now_is_in_sight(open_match, monkeypatch):
    """Not those who waited before it."""
    t = table("diadem", "allied-combat", {**at("1007", A), **at("0907", D)})
    window = open_match(t.game)
    view, light = window.view, window.limelight
    view.frame = lambda _zoom: QRectF(0, 0, 10, 10)
    monkeypatch.setattr(light, "_find", lambda: Attack("allied", "0907", ()))
    light.look()
    monkeypatch.setattr(light, "_find", lambda: None)
    light.look()
    assert view.frame(1.0).contains(view.middle("1007"))


def test_trails_step_back_while_a_battle_is_looked_at(open_match, monkeypatch):
    t = table("diadem", "allied-combat", {**at("1007", A), **at("0907", D)})
    window = open_match(t.game)
    assert window.following.layer.share == 1.0
    monkeypatch.setattr(window.limelight, "_find", lambda: Attack("allied", "0907", ()))
    window.seat.changed.emit()
    assert window.following.layer.share < 0.5
    monkeypatch.setattr(window.limelight, "_find", lambda: None)
    window.seat.changed.emit()
    assert window.following.layer.share == 1.0


def test_a_clause_of_a_table_is_called_by_its_name():
    papua = Catalogue.installed().module("papua")
    assert clause_words("papua-tab.terrain-14", papua) == "Terrain Effects, 14"
    assert clause_words("papua-4.1.1-1", papua) == "4.1.1-1"


def test_a_hex_in_a_corner_is_shown_without_half_a_window_of_desk(open_match):
    view = open_match(table("diadem", "allied-movement", at("1007", A)).game).view
    view.set_zoom(1.5)
    corner = view.board.grid.hexes[0]
    view.look_at(view.middle("1007"))
    view.show_hex(corner)
    seen = view.seen()
    assert seen.contains(view.middle(corner))
    assert view.whole.adjusted(-2, -2, 2, 2).contains(seen)
