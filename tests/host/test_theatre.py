"""Battles as theatre: nothing is told before the dice rest, then one scene after the other."""

import re

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QToolButton

import filipinas_air
import filipinas_war
from battles import at
from filipinas_air import fly
from filipinas_war import at_sea, fleet
from papua_scenes import GROUND, JACKSON, RABAUL, SOUTH, airwar, fighting, scene
from tabuleiro.engine import events as ev
from tabuleiro.engine import msg, piece_ref
from tabuleiro.engine.catalogue import Catalogue
from tabuleiro.host.outcomes import Foes, outcome_words
from tabuleiro.host.scenes import Scene, Throw, scenes_of
from tabuleiro.i18n import LANGUAGES, set_language
from tabuleiro.testing import action
from tabuleiro.testing.table import table

MITCHELL = "us-bs-13"
BETTYS = ("jp-4ku-4", "jp-4ku-5")

A, B, GUN = "uk-11-bgda", "us-337-ri", "uk-art-x"
D, E = "de-131-ri", "de-191-ri"
TARGET = "0907"
PIECES = {**at("1007", A), **at("1008", B), **at("1107", GUN), **at(TARGET, D, E)}


@pytest.fixture
def play(open_match, hands):
    """A function that opens a window on a game as players see it: dice tumble, scenes wait."""

    def begin(game, *, waits=True, tumbling=True, **how):
        window = open_match(game, **how)
        window.battle.dice.animated = tumbling
        window.theatre.waits = waits
        window.theatre.settle_ms = 0
        return hands(window)

    return begin


@pytest.fixture
def attack(play):
    """A function that plays up to the moment in which the dice are thrown."""

    def begin(dice=(6, 6), **how):
        t = table("diadem", "allied-combat", PIECES, dice=dice)
        player = play(t.game, players={"axis": "simple"}, **how)
        player.seat.pace_ms = 0
        player.click(TARGET)
        for piece in (A, B, GUN):
            player.click_piece(piece)
        return player

    return begin


def announce(player, qtbot):
    """Click Announce; the computer has nothing to add, and the dice fall."""
    player.answer("confirm")
    qtbot.waitUntil(lambda: player.window.battle.scene is not None, timeout=5000)


def until_dice(player, *, most=40):
    """End what is asked until dice fall that are not told yet."""
    seat, panel = player.seat, player.window.battle
    for _step in range(most):
        if panel.scene is not None and not panel.told:
            return
        if panel.scene is not None and seat.decision() is None:
            player.window.theatre.go_on()
            continue
        ends = [a for a in seat.legal() if a.kind == "end-phase" or a.kind.startswith("done-")]
        assert seat.act((ends or seat.legal())[0])
    raise AssertionError("no dice fall")


def fallen(player):
    """The dice that the log of the window tells."""
    model = player.window.docks["log"].widget().model
    return [entry.faces for entry in model.entries.values() if entry.faces]


def press(player, qtbot, key=Qt.Key.Key_Space):
    QApplication.processEvents()
    qtbot.keyClick(QApplication.focusWidget() or player.view, key)


class TestBeforeTheDiceRest:
    def test_nothing_is_spoiled(self, attack, qtbot):
        player = attack()
        seat, panel = player.seat, player.window.battle
        announced = seat.head
        announce(player, qtbot)
        assert panel.dice.tumbling
        assert seat.held
        assert seat.head < seat.at.head().n
        assert announced <= seat.head
        assert fallen(player) == []
        assert seat.decision() is None
        assert not panel.banner.isVisible()
        assert not player.window.limelight.ribbon.isVisible()
        assert panel.chart.lit_row is None
        assert panel.chances.words  # as before the dice, with none of them marked
        assert panel.chances._came == ""
        assert panel.dice.accessibleName() == "Dice"
        assert panel.dice._shown != (6, 6)  # not even for the blink of the first picture
        assert player.window.docks["charts"].widget().chart.lit_row is None
        assert not any(seat.sight.piece(piece).losses for piece in PIECES)

    def test_then_all_of_it_is_told(self, attack, qtbot):
        player = attack()
        panel = player.window.battle
        announce(player, qtbot)
        qtbot.waitUntil(lambda: not panel.dice.tumbling, timeout=5000)
        assert not player.seat.held
        assert fallen(player) == [(6, 6)]
        assert panel.banner.isVisible()
        assert "Axis: " in panel.banner.text()
        assert player.window.limelight.ribbon.isVisible()
        assert panel.chart.lit_row is not None
        assert panel.chances._came
        assert panel.dice.accessibleName() == "6 + 6"
        assert player.window.docks["charts"].widget().chart.lit_row is not None

    def test_a_key_lets_them_rest_and_does_nothing_else(self, attack, qtbot):
        player = attack()
        player.window.theatre.settle_ms = 60_000
        announce(player, qtbot)
        press(player, qtbot, Qt.Key.Key_M)  # the ruler's key
        assert not player.window.battle.dice.tumbling
        assert not player.window.play.ruler.active
        assert player.window.battle.scene is not None

    def test_the_computer_waits_for_continue(self, attack, qtbot):
        player = attack()
        seat, panel = player.seat, player.window.battle
        announce(player, qtbot)
        panel.dice.skip()
        head = seat.head
        assert panel.foot.further.isVisible()
        qtbot.wait(150)
        assert seat.head == head
        qtbot.mouseClick(panel.foot.further, Qt.MouseButton.LeftButton)
        assert panel.scene is None
        qtbot.waitUntil(lambda: seat.head > head, timeout=5000)

    @pytest.mark.parametrize("key", [Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Escape])
    def test_keys_go_on_too(self, attack, qtbot, key):
        player = attack()
        announce(player, qtbot)
        press(player, qtbot, key)
        assert player.window.theatre.waiting
        press(player, qtbot, key)
        assert player.window.battle.scene is None

    def test_not_while_one_writes(self, attack, qtbot):
        player = attack()
        announce(player, qtbot)
        player.window.battle.dice.skip()
        log = player.window.docks["log"]
        log.show()
        log.raise_()
        player.window.activateWindow()
        log.widget().search.setFocus()
        QApplication.processEvents()
        qtbot.keyClicks(log.widget().search, "a b")
        assert log.widget().search.text() == "a b"
        assert player.window.theatre.waiting

    def test_without_pauses_it_goes_on_by_itself(self, attack, qtbot):
        player = attack(waits=False)
        player.window.theatre.linger_ms = 30
        announce(player, qtbot)
        head = player.seat.head
        qtbot.waitUntil(lambda: player.seat.head > head + 1, timeout=8000)

    def test_who_is_in_a_hurry_is_asked_no_more(self, attack, qtbot):
        player = attack()
        player.window.theatre.linger_ms = 10
        announce(player, qtbot)
        player.window.battle.dice.skip()
        qtbot.mouseClick(player.window.battle.foot.hurry, Qt.MouseButton.LeftButton)
        assert player.window.battle.scene is None
        assert not player.window.settings.pauses
        assert not player.window.theatre.waits

    def test_a_series_goes_on_by_itself_up_to_what_is_another_thing(self, play, qtbot):
        """Four dives, one after the other; after them comes the turn of somebody else."""
        divers = tuple(f"jp-{n}-sentai" for n in (71, 72, 1, 11))
        ships = fleet("us-a", "1023", "us-den-1", "us-den-2", "us-den-3")
        t = at_sea("us-turn-jp-air-naval-interception", ships, turn=6, dice=(1,) * 12,
                   pieces=dict.fromkeys(divers, "formosa"))  # fmt: skip
        t.do(action("strike-ships", "1023"), *(action("fly-as-kamikaze", one) for one in divers))
        t.do(action("confirm"))
        player = play(t.game, players={"us": "simple"})
        player.seat.pace_ms = 0
        window, foot = player.window, player.window.battle.foot
        shown = []
        window.theatre.rested.connect(lambda: shown.append(window.battle.title))
        player.answer("done-striking")
        for _scene in range(8):
            qtbot.waitUntil(lambda: window.battle.scene is not None, timeout=5000)
            window.battle.dice.skip()
            if foot.series.isVisible():
                break
            if foot.further.isVisible():
                window.theatre.go_on()
            else:
                assert player.seat.act(player.seat.legal()[0])
        before = window.battle.title
        assert shown.count(before) == 2, "the second of a kind offers it"
        qtbot.mouseClick(foot.series, Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda: window.battle.scene is None or foot.further.isVisible(),
                        timeout=20000)  # fmt: skip
        assert shown.count(before) == len(divers), "all dives are seen"
        assert {t.place(one) for one in divers} == {"dead"}
        assert window.theatre.waits, "other battles wait again"

    def test_torpedoes_of_any_boat_in_any_hex_are_of_one_sort(self):
        def dice(sentence, **named):
            return Scene(None, (Throw("us", msg(sentence, **named), (4,), 6),))

        sentence = "attack of {piece}"
        one, other = (dice(sentence, piece=piece_ref(each)) for each in ("us-sub-1", "us-sub-2"))
        assert one.sort == other.sort
        assert one.sort != dice("weather of the turn").sort

    def test_still_settings_play_nothing(self, attack, qtbot):
        player = attack(waits=False, tumbling=False)
        player.answer("confirm")
        qtbot.waitUntil(lambda: bool(fallen(player)), timeout=5000)
        assert player.window.battle.scene is None
        assert not player.seat.held

    def thrown(self, play):
        """An attack is announced, both are done, and the dice tumble."""
        t = table("diadem", "allied-combat", PIECES, dice=(3, 4))
        player = play(t.game, open_hands=True)
        player.click(TARGET)
        for piece in (A, B, GUN):
            player.click_piece(piece)
        for _side in range(2):
            if not player.seat.held:
                player.answer("confirm")
        return player

    def test_who_skips_the_scene_sees_dice_that_lie(self, play):
        """What they mean is told at once: they do not go on tumbling beside it."""
        player = self.thrown(play)
        panel = player.window.battle
        assert panel.dice.tumbling
        player.window.theatre.stop()
        assert panel.told
        assert not panel.dice.tumbling

    def test_what_is_asked_of_me_comes_without_continue(self, play, qtbot):
        player = self.thrown(play)
        assert player.seat.held
        player.window.battle.dice.skip()
        assert player.seat.decision().kind in {"choose", "path"}
        assert not player.window.battle.foot.further.isVisible()
        assert player.window.battle.banner.isVisible()

    def test_dice_without_a_sheet_leave_room_for_what_is_asked(self, play, qtbot):
        """Of an attack by units that are not known only the dice are told."""
        player = self.thrown(play)
        panel = player.window.battle
        panel.scene = panel.scene._replace(said=None)
        panel.dice.skip()
        assert panel.told
        assert not panel.sheet.isVisible()
        assert panel.asked.isVisible(), "what is asked is said"

    def test_undo_ends_the_play(self, attack, qtbot):
        player = attack()
        announce(player, qtbot)
        player.seat.undo(consent=True)
        assert not player.seat.held
        assert not player.seat.rests
        assert player.seat.decision().kind == "allocate"

    def test_a_deed_that_is_told_in_several_rows_waits_as_a_whole(self, play, qtbot):
        """Who is found in the middle of it is shown in a row of its own, before the dice."""
        t = fighting("allied", at(SOUTH, "au-2-14", "au-2-16"), at(GROUND, "jp-kure-3"),
                     dice=(6, 6))  # fmt: skip
        player = play(t.game, players={"japanese": "simple"})
        seat = player.seat
        seat.pace_ms = 0

        def stands():
            pieces = seat.sight.position.pieces.items()
            return {piece: (state.place, state.losses) for piece, state in pieces}

        seat.act(action("assault", GROUND))
        for piece in ("au-2-14", "au-2-16"):
            seat.act(action("join", piece))
        before = stands()
        while player.window.battle.scene is None:
            seat.act(next(a for a in seat.legal() if a.kind in {"confirm", "end-phase"}))
        row = player.window.battle.scene.row
        assert seat.at.before(row.n) < row.parent
        assert player.window.battle.dice.tumbling
        assert stands() == before
        player.window.battle.dice.skip()
        assert stands() != before


class TestTheSheet:
    def test_counters_are_large(self, attack):
        player = attack()
        sides = player.window.battle.sides.values()
        icons = [b.iconSize().width() for s in sides for b in s.findChildren(QToolButton)
                 if b.text()]  # fmt: skip
        assert len(icons) >= 5
        assert min(icons) >= 48

    def test_outcomes_are_told_in_words_with_the_code_small(self, attack, qtbot):
        player = attack()
        announce(player, qtbot)
        chances = player.window.battle.chances
        codes = [code for code, _percent in chances.shares()]
        assert len(codes) == len(chances.words) > 2
        assert all(words not in codes and " " in words for words in chances.words)
        assert f"({codes[0]})" in chances.accessibleDescription()

    @pytest.mark.parametrize("spoken", LANGUAGES)
    @pytest.mark.parametrize("game", ["diadem", "leyte", "metz", "papua"])
    def test_all_cells_of_all_tables_of_battles_have_words(self, game, spoken):
        module = Catalogue.installed().module(game)
        tables = [*module.odds.values(), *(module.values[name] for name in
                  ("bombardment", "air-combat") if name in module.values)]  # fmt: skip
        cells = {cell for each in tables for row in each.cells for cell in row}
        set_language(spoken)
        try:
            foes = Foes(*module.played_sides[:2])
            told = {cell: outcome_words(module, cell, foes) for cell in cells}
        finally:
            set_language("en")
        assert len(cells) > 5
        for cell, words in told.items():
            parts = cell.replace("*", "").split()
            assert not set(parts) & set(words.split()), words
            assert words[0].isupper()
            assert not re.search("attacker|defender|atacante|defensor|{", words), words

    def test_arrows_come_from_who_attacks_and_the_map_looks_there(self, attack, qtbot):
        player = attack()
        limelight, view = player.window.limelight, player.view
        assert limelight.arrows.attack.near == ("1007", "1008")
        assert limelight.arrows.attack.far == ("1107",)
        assert limelight.arrows.count == 3
        for hex in (TARGET, "1007", "1008"):
            assert view.seen().contains(view.middle(hex))
        player.answer("cancel")
        assert limelight.arrows.count == 0

    def test_the_map_comes_back_where_one_looked(self, play, qtbot):
        t = table("diadem", "allied-combat", PIECES, dice=(3, 4))
        player = play(t.game, open_hands=True)
        view = player.view
        view.set_zoom(0.5)
        view.look_at(view.middle("0303"))
        place = view.place()
        player.seat.act(action("assault", TARGET))
        assert view.seen().contains(view.middle(TARGET))
        assert view.place() != place
        player.seat.act(action("cancel"))
        for _turn in range(3):
            QApplication.processEvents()
        assert view.place()[0] == pytest.approx(place[0])
        assert (view.place()[1] - place[1]).manhattanLength() < 4


@pytest.mark.parametrize("size", [(1366, 768), (1920, 1080)])
def test_the_map_keeps_three_fifths_of_the_window(open_program, size):
    t = table("diadem", "allied-combat", PIECES, dice=(3, 4))
    window = open_program(t.game, size, open_hands=True)
    before = [window.docks[name].size() for name in ("decision", "log")]
    for _turn in range(5):
        QApplication.processEvents()
    window.seat.act(action("assault", TARGET))
    for piece in (A, B, GUN):
        window.seat.act(action("join", piece))
    for _turn in range(5):
        QApplication.processEvents()
    assert not window.docks["battle"].visibleRegion().isEmpty()
    map_share = window.view.width() * window.view.height() / (size[0] * size[1])
    assert map_share >= 0.6
    assert window.battle.width() >= 400
    window.seat.act(action("cancel"))
    for _turn in range(5):
        QApplication.processEvents()
    assert not window.docks["decision"].visibleRegion().isEmpty()
    assert not window.docks["log"].isHidden()
    after = [window.docks[name].size() for name in ("decision", "log")]
    for one, other in zip(before, after, strict=True):
        assert abs(one.width() - other.width()) <= 4
        assert abs(one.height() - other.height()) <= 30


class TestOtherDice:
    def test_disease_is_a_scene_of_its_own(self, play, qtbot):
        t = scene("allied-disease", at("0919", "au-39"), dice=(1,))
        row = next(row for row in t.game.log.line() if any(
            isinstance(event, ev.Rolled) for event in row.events))  # fmt: skip
        player = play(t.game, open_hands=True)
        (found,) = scenes_of(player.seat.at.row(row.id))
        assert found.said is None
        player.window.theatre.perform([found], lambda: None)
        panel = player.window.battle
        assert panel.dice.tumbling
        assert panel.title == "Disease"
        assert not panel.end.cancel.isVisible(), "here nothing can be given up"
        assert not panel.banner.isVisible()
        assert not panel.chart.isVisible()
        panel.dice.skip()
        assert panel.banner.isVisible()
        assert "39th" in panel.banner.text()
        ribbon = player.window.limelight.ribbon
        assert ribbon.isVisible()
        assert "Disease" in ribbon.text()
        player.window.theatre.go_on()
        assert not ribbon.isVisible()

    def test_a_row_of_dice_has_a_headline_like_a_sentence(self, play):
        t = filipinas_war.scene("jp-movement", {"jp-79-bgda": "1907"}, turn=4, dice=(1, 1))
        player = play(t.game, open_hands=True)
        until_dice(player)
        assert player.window.battle.title == "Weather of the turn"

    def test_one_battle_at_a_time(self, play, qtbot):
        """Two reports in one row are two scenes, with Continue between them."""
        attackers = {**at(SOUTH, "au-2-14", "au-2-16")}
        t = fighting("allied", attackers, at(GROUND, "jp-kure-3"), dice=(1, 1))
        player = play(t.game, open_hands=True)
        player.window.theatre.waits = player.window.battle.dice.animated = False
        player.do(action("assault", GROUND))
        player.do(action("join", "au-2-14"))
        while not any(map(scenes_of, player.seat.rows())):
            player.do(action("confirm"))
        row = next(row for row in player.seat.rows() if scenes_of(row))
        (fought,) = scenes_of(row)
        player.window.theatre.waits = player.window.battle.dice.animated = True
        over = []
        player.window.theatre.perform([fought, fought], lambda: over.append(True))
        theatre = player.window.theatre
        for _battle in range(2):
            assert player.window.battle.dice.tumbling
            assert over == []
            theatre.go_on()
            assert theatre.waiting
            theatre.go_on()
        assert over == [True]
        assert player.window.battle.scene is None


class TestInTheAirAndAtSea:
    """What a table tells is told as what comes of it."""

    def raided(self, play, dice):
        t = airwar("japanese", at(RABAUL, *BETTYS), at(JACKSON, "us-fs-36", "us-fs-8", MITCHELL),
                   dice=dice)  # fmt: skip
        player = play(t.game, open_hands=True)
        seat = player.seat
        seat.act(action("bomb-field", JACKSON))
        for piece in BETTYS:
            seat.act(action("fly-as-bomber", piece))
        player.view.set_zoom(1)
        player.view.look_at(player.view.middle(RABAUL))
        seat.act(action("confirm"))
        while not (rises := [a for a in seat.legal() if a.kind == "intercept"]):
            assert seat.act(action("end-phase"))
        assert seat.act(rises[0])
        return player

    def test_chances_count_no_losses_that_nobody_can_cause(self, play):
        player = self.raided(play, (4,))
        chances = player.window.battle.chances
        told = dict(zip((code for code, _n in chances.shares()), chances.words, strict=True))
        assert told["1-1"] == "Losses: Allies 0 (by the table 1), Japan 1", "nobody escorts them"

    def test_the_map_looks_at_who_is_attacked_from_the_air(self, play):
        player = self.raided(play, (4,))
        view = player.view
        assert view.seen().contains(view.middle(JACKSON))

    def test_it_comes_back_from_a_question_to_the_next_dice(self, play):
        player = self.raided(play, (4, 3, 5))
        panel, view = player.window.battle, player.view
        until_dice(player)
        panel.dice.skip()
        view.set_zoom(1)
        view.look_at(view.middle(RABAUL))
        assert not view.seen().contains(view.middle(JACKSON))
        until_dice(player)
        assert view.seen().contains(view.middle(JACKSON))

    def test_a_loss_says_what_it_leaves_before_it_is_taken(self, play):
        player = self.raided(play, (6,))
        until_dice(player)
        player.window.battle.dice.skip()
        side = player.window.battle.sides["attack"]
        shown = {b.objectName(): b.text() for b in side.findChildren(QToolButton)}
        assert {shown[piece] for piece in BETTYS} == {"→ 3-2-∞"}

    def test_fire_at_sea_is_told_in_points(self, play):
        w = filipinas_war
        t = w.naval(w.fleet("jp-a", "0739", "jp-den-1", "jp-den-2"),
                    w.fleet("us-a", "0740", "us-den-1", "us-den-2"), dice=(6, 5))  # fmt: skip
        player = play(t.game, open_hands=True)
        player.click_piece("jp-task-force-a")
        player.window.battle.dice.skip()
        assert "Points of fire: Japanese 2, Americans 2" in player.window.battle.banner.text()


class TestWhatBombsDo:
    """Results in words that say what they mean for this target."""

    @pytest.mark.parametrize(
        ("means", "code", "words"),
        [("port", "2", "Port damaged"), ("port", "1*", "The port holds · one bomber hit"),
         ("field", "2", "Airfield damaged and one loss on it"), ("", "2", "Two losses")],
    )  # fmt: skip
    def test_a_port_is_damaged_and_a_unit_has_losses(self, catalogue, means, code, words):
        module = catalogue.module("filipinas")
        assert outcome_words(module, code, Foes("us", "jp"), means) == words

    def test_points_of_fire_are_those_that_come_of_it(self, catalogue):
        module = catalogue.module("filipinas")
        foes = Foes("jp", "us", (3, 1))
        assert outcome_words(module, "2*", foes, "ships") == "Points of fire: 6"

    def test_losses_that_nobody_can_take_are_not_told_as_if_they_came(self, play):
        """Only the guns of ships fire: no American can be shot down."""
        player = play(strike().game, open_hands=True)
        until_dice(player)
        panel = player.window.battle
        panel.dice.skip()
        assert "Americans 0 (by the table 2)" in panel.banner.text()

    def test_a_strike_that_is_planned_shows_its_column_and_chances(self, play):
        force = filipinas_war.fleet("us-a", "1023", "us-dcr-2", "us-ddd-23")
        bombers = ("jp-7-sentai", "jp-14-sentai", "jp-60-sentai", "jp-62-sentai")
        t = filipinas_war.at_sea("us-turn-jp-air-naval-interception", force, turn=1,
                                 pieces=dict.fromkeys(bombers, "formosa"))  # fmt: skip
        player = play(t.game, open_hands=True)
        player.seat.act(action("strike-ships", "1023"))
        for bomber in bombers:
            player.seat.act(action("fly-as-bomber", bomber))
        panel = player.window.battle
        assert "7-12" in panel.shifts.text()
        assert "The air combat tells" in panel.shifts.text()
        assert panel.chances.words == ("Result 0", "Result 1")

    def test_ships_that_are_hit_are_counters_beside_those_that_bomb_them(self, play, qtbot):
        t = strike(3)
        player = play(t.game, open_hands=True)
        panel = player.window.battle
        until_dice(player)
        panel.dice.skip()
        player.window.theatre.go_on()
        panel.dice.skip()
        asked = player.seat.decision()
        assert asked.actions == ("hit-ship",)
        counters = [panel.findChild(QToolButton, ship) for ship in asked.pieces]
        assert all(counter is not None and counter.isVisible() for counter in counters)
        assert not panel.listed.isVisible()
        qtbot.mouseClick(counters[0], Qt.MouseButton.LeftButton)
        assert player.seat.sight.piece(asked.pieces[0]).losses == 1

    def test_the_map_stays_when_the_dice_end_the_phase(self, play, qtbot):
        t = bombed_port()
        player = play(t.game, open_hands=True)
        view = player.view
        until_dice(player)
        assert view.seen().width() < view.whole.width() / 2
        player.window.battle.dice.skip()
        QApplication.processEvents()
        assert view.seen().contains(view.middle("4137"))
        assert view.seen().width() < view.whole.width() / 2


def strike(die=1):
    """Japan has sent bombers and fighters against American ships."""
    bombers = ("jp-7-sentai", "jp-14-sentai", "jp-60-sentai", "jp-62-sentai")
    fighters = ("jp-71-sentai", "jp-72-sentai", "jp-73-sentai", "jp-200-sentai", "jp-51-sentai")
    force = filipinas_war.fleet("us-a", "1023", "us-dcr-2", "us-ddd-23", "us-ddd-25")
    t = filipinas_war.at_sea(
        "us-turn-jp-air-naval-interception", force, turn=1, dice=(die, 6),
        pieces=dict.fromkeys((*bombers, *fighters), "formosa"),
    )  # fmt: skip
    return fly(t, "strike-ships", "1023", *bombers, escorts=fighters)


def bombed_port():
    """American bombers have been sent to the port of Ormoc."""
    t = filipinas_air.scene("us-movement", at("4438", "us-5-gpo", "us-22-gpo"), dice=(6,))
    return fly(t, "strike-port", "4137", "us-5-gpo", "us-22-gpo")
