"""Papua - Nova Guiné in the real window: two turns of both sides, and what is special about them.

Everything that happens is done with mouse and keyboard; only what stands on the board at first was
put there beforehand.
"""

from itertools import cycle

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel, QToolButton

from asking import in_range
from papua_scenes import (
    ALLIED_BASE,
    DURAND,
    JACKSON,
    JAPANESE_BASE,
    LAE,
    MORESBY,
    RABAUL,
    SUPPLIED,
    airwar,
    at,
    hurt,
    marked,
    scene,
)
from tabuleiro.host.counter import Badge
from tabuleiro.host.map.flights import ways_of
from tabuleiro.host.panels.details import hex_lines, piece_lines
from tabuleiro.i18n import set_language
from tabuleiro.testing import action

ZEROS, BETTYS = ("jp-4ku-1", "jp-4ku-2"), ("jp-4ku-4", "jp-4ku-5", "jp-4ku-6")
LILYS = ("jp-75s-1", "jp-75s-2")
P39, P40, MITCHELL = "us-fs-36", "us-fs-8", "us-bs-13"
NORTH_RAIDER, SOUTH_RAIDER = "us-bs-90", "us-bs-71"
PARAS, PLANE, MARINES = "jp-para-1", "jp-25ku-1", "jp-kure-3"
AHEAD, BEHIND = "jp-41-2", "jp-41-1"
LEFT, RIGHT = "au-2-14", "au-2-16"
BUNA, POPONDETTA, DOBODURA, WANIGELA = "1313", "1214", "1314", "1717"
KOKODA, RIDGE, TRAIL = "0915", "1115", "1215"


class Player:
    """Hands that take mouse and keyboard in turn, and answer what nobody cares about."""

    def __init__(self, hands):
        self.hands = hands
        self.keyboard = cycle((False, True))
        self.window, self.seat = hands.window, hands.seat

    def do(self, *actions):
        for deed in actions:
            self.hands.do(deed, keyboard=next(self.keyboard))

    def answer_to(self, side):
        """End what this side is asked until the other one is."""
        while self.seat.decision().side != side:
            self.do(action("end-phase"))

    def settle(self, phase):
        """Take the first answer, and no other, until a phase or the end of another is reached."""
        while self.seat.sight.phase.id != phase:
            legal = self.seat.legal()
            ends = [a for a in legal if a.kind == "end-phase" or a.kind.startswith("done")]
            self.do((ends or legal)[0])


@pytest.fixture
def sit(open_match, hands):
    return lambda t, **how: Player(hands(open_match(t.game, **how)))


def panel_words(player, name):
    return player.window.battle.findChild(QLabel, name).text()


def shown_sums(player):
    sides = player.window.battle.sides.values()
    return [
        label.text().partition("x-large'>")[2].partition("<")[0]
        for side in sides
        for label in side.findChildren(QLabel, "sum")[-1:]
    ]


# ------------------------------------------------------------------------------- two turns


@pytest.fixture
def campaign(sit):
    """The start of turn 5: Rabaul and Lae against Port Moresby, foot soldiers on the trail."""
    japanese = [at(RABAUL, *ZEROS, *BETTYS, *LILYS, MARINES, PARAS, PLANE), at(BUNA, BEHIND),
                at(RIDGE, AHEAD)]  # fmt: skip
    allied = [at(JACKSON, P39, P40, MITCHELL), at(DURAND, NORTH_RAIDER, SOUTH_RAIDER),
              at(KOKODA, LEFT, RIGHT), at("1116", "au-9"), at(WANIGELA, "au-39")]  # fmt: skip
    bases = {MORESBY: ALLIED_BASE, **dict.fromkeys((RABAUL, BUNA), JAPANESE_BASE)}
    holders = {**dict.fromkeys((BUNA, POPONDETTA, RIDGE), "japanese"),
               **dict.fromkeys((JACKSON, DURAND, WANIGELA, KOKODA), "allied")}  # fmt: skip
    t = scene("japanese-disease", *japanese, *allied, turn=5, marks=bases, control=holders)
    t.dice(4, 1, 1, 1, 6, 4, 1, 1, 1, 1, 6, 6)
    player = sit(t)
    return t, player


def test_two_turns_of_both_sides(campaign):
    t, player = campaign
    assert t.phase == "japanese-movement"
    japanese_raids(player)
    japanese_fights(t, player)
    allied_raids(t, player)
    allied_fights(t, player)
    sixth_turn(t, player)
    assert (t.s.turn, t.phase) == (7, "japanese-movement")
    assert t.game.log.broken() is None
    actions = {row.action["type"] for row in t.game.log.line() if row.kind == "action"}
    assert actions >= {"bomb-field", "intercept", "jump", "sail", "interdict", "assault", "lose",
                       "restore", "transfer", "place-base", "call-back", "move"}  # fmt: skip


def japanese_raids(player):
    """Port Moresby is to be bombed, the marines sail to Wanigela, the paratroops jump."""
    player.do(
        action("bomb-field", JACKSON),
        *(action("fly-as-bomber", one) for one in BETTYS),
        *(action("fly-as-fighter", one) for one in ZEROS),
    )
    assert player.window.battle.active
    assert shown_sums(player)[0] == "15"
    player.do(
        action("confirm"), action("jump", PARAS, PLANE, DOBODURA), action("sail", MARINES, WANIGELA)
    )
    arrows = player.window.play.layers.flights.ways
    assert [(w.origin, w.target, len(w.flights), w.look) for w in arrows] == [
        (RABAUL, DOBODURA, 1, "load"), (RABAUL, JACKSON, 5, "bomber"),
    ]  # fmt: skip
    player.do(action("end-phase"))


def japanese_fights(t, player):
    """The raid is intercepted and gets through; the paratroops land, the marines do not."""
    player.do(action("assault", WANIGELA), action("join", MARINES), action("confirm"))
    player.answer_to("allied")
    player.do(action("intercept", P40, JACKSON), action("intercept", P39, JACKSON))
    assert shown_sums(player) == ["sealed", "15"], "the other side's strengths are not known yet"
    player.do(action("done-reacting"))
    battle = player.window.battle
    assert battle.dice.faces == (4,)
    assert shown_sums(player) == ["32", "15"]
    assert battle.chart.lit_row is not None
    assert "3-2" in battle.banner.text()
    while t.decision.kind == "choose":
        player.do(t.legal()[0])
    assert t.place(PARAS) == DOBODURA
    assert "Airfield: 2 of 3 based there" in hex_lines(player.seat, JACKSON)
    assert t.losses(MITCHELL) == 1
    assert t.place(MARINES) == "dead"
    player.settle("allied-movement")


def allied_raids(t, player):
    """Two hexes on the way from Buna are to be interdicted, and the trail is gone along."""
    player.do(action("move", LEFT, ("1015",)), action("move", RIGHT, ("1015",)))
    for place, squadron in ((POPONDETTA, NORTH_RAIDER), (TRAIL, SOUTH_RAIDER)):
        player.do(action("interdict", place), action("fly-as-bomber", squadron), action("confirm"))
    player.do(action("end-phase"))
    assert t.s.rules.supply_line(s=t.s, piece=AHEAD)


def allied_fights(t, player):
    """The bombs cut the line, and those who are cut off fight the worse for it."""
    player.do(
        action("assault", RIDGE), action("join", LEFT), action("join", RIGHT), action("confirm")
    )
    assert t.phase == "allied-combat"
    while t.decision.kind == "phase" and t.s.turn == 5:
        player.do(*[a for a in t.legal() if a.kind.startswith(("done", "end"))][:1])
    battle = player.window.battle
    pages = [panel_words(player, "shifts")]
    while battle.pages.forth.isEnabled():
        player.hands.qtbot.mouseClick(battle.pages.forth, Qt.MouseButton.LeftButton)
        pages.append(panel_words(player, "shifts"))
    assert "Defenders without supply" in pages[-1]
    assert not t.s.rules.supply_line(s=t.s, piece=AHEAD)
    player.settle("japanese-recovery")


def sixth_turn(t, player):
    """Losses are restored, squadrons change their bases, a plan is given up, a base is placed."""
    assert t.s.turn == 6
    ready = [a for a in t.legal() if a.kind == "restore"]
    player.do(ready[0])
    player.settle("japanese-movement")
    player.do(
        action("transfer", LILYS[0], "2305"),
        action("interdict", KOKODA),
        action("fly-as-bomber", LILYS[1]),
    )
    player.do(action("fly-by-night"), action("confirm"), action("call-back", LILYS[1]))
    assert not ways_of(player.seat)
    player.settle("allied-movement")
    player.do(action("place-base", WANIGELA))
    player.settle("allied-combat")
    player.settle("japanese-movement")


# ------------------------------------------------------------------------------ the air map


@pytest.fixture
def raids(sit):
    """Rabaul may raid; Port Moresby has fighters and a bomber."""
    t = airwar("japanese", at(RABAUL, *ZEROS, *BETTYS), at(LAE, "jp-75s-1"),
               at(JACKSON, P39, P40, MITCHELL), at(BUNA, BEHIND), at(DOBODURA, "au-39"),
               marks={LAE: JAPANESE_BASE})  # fmt: skip
    player = sit(t)
    return t, player


def test_a_selected_squadron_lights_its_targets(raids):
    """What it can bomb is lit, the open country that it could interdict is not."""
    t, player = raids
    player.hands.take("jp-75s-1")
    play = player.window.play
    assert JACKSON in play.targets
    empty = [hex for hex, found in play.targets.items() if {a.kind for a in found} == {"interdict"}]
    assert empty
    lit = player.window.view.overlay("targets", None).count
    assert 0 < lit < len(play.targets) - len(empty) + 5
    far = "2823"
    assert far not in play.targets, "out of its range"
    player.hands.click_ground(JACKSON)
    menu = QApplication.activePopupWidget()
    assert {"Bomb the airfield · 0618 Jackson", "Interdict · 0618 Jackson"} <= {
        entry.text() for entry in menu.actions()
    }
    player.hands.choose(action("bomb-field", JACKSON))
    assert [order["piece"] for order in t.decision.data["orders"]] == ["jp-75s-1"]


def test_the_ring_of_a_squadron_counts_the_numbers_at_sea(raids):
    """From an area beside the map the way is longer than the hexes that one sees."""
    t, player = raids
    view = player.window.view
    t.set("japanese-movement", {"jp-75s-1": RABAUL})
    player.seat.changed.emit()
    player.hands.take("jp-75s-1")
    outline = view.overlay("range", None)._outline
    assert t.s.board.grid.distance(RABAUL, MORESBY) < t.s.value("jp-75s-1", "range")
    for hex in t.s.board.grid:
        assert outline.contains(view.middle(hex)) == in_range(t.s, "jp-75s-1", hex)
    assert not outline.contains(view.middle("0928"))


def test_a_raid_is_made_up_in_the_battle_panel(raids):
    """Who could fly stands there under the role; a click sends, another takes back."""
    _t, player = raids
    player.do(action("bomb-field", JACKSON))
    side = player.window.battle.sides["attack"]
    words = [label.text() for label in side.findChildren(QLabel)]
    assert {"Can still come · Flies as a bomber:", "Can still come · Flies as a fighter:"} <= set(
        words
    )

    def press(piece):
        QApplication.processEvents()
        button = next(b for b in side.findChildren(QToolButton, piece) if b.isVisible())
        player.hands.qtbot.mouseClick(button, Qt.MouseButton.LeftButton)

    press(BETTYS[0])
    press(BETTYS[1])
    press(ZEROS[0])
    assert shown_sums(player)[0] == "10"
    assert "Escort: 1st Daitai, 4th Kokutai, 10 against aircraft" in panel_words(player, "shifts")
    assert player.window.battle.chances.isVisible()
    press(BETTYS[1])
    assert shown_sums(player)[0] == "5"
    folded = player.window.docks["log"].widget().model.entries
    assert sum(entry.small for entry in folded.values()) == 4


def bomb_jackson(player):
    """Fly against the field, and ask its defender."""
    player.do(
        action("bomb-field", JACKSON),
        action("fly-as-bomber", BETTYS[0]),
        action("confirm"),
        action("end-phase"),
    )
    player.answer_to("allied")


@pytest.mark.parametrize("keyboard", [False, True], ids=["mouse", "keyboard"])
def test_fighters_rise_over_their_own_field(raids, keyboard):
    _t, player = raids
    bomb_jackson(player)
    player.hands.do(action("intercept", P40, JACKSON), keyboard=keyboard)
    if not keyboard:  # a second click on the counter does it, too
        player.hands.do(action("stand-down", P40))
        player.hands.take(P40)
        player.hands.click_piece(P40)
    ring = next(way for way in ways_of(player.seat) if way.side == "allied")
    assert (ring.origin, ring.target, ring.look) == (JACKSON, JACKSON, "fighter")


def test_the_air_map_in_words_and_signs(raids):
    _t, player = raids
    player.do(
        action("bomb-field", JACKSON),
        action("fly-as-bomber", BETTYS[0]),
        action("fly-as-bomber", BETTYS[1]),
        action("confirm"),
    )
    player.do(
        action("interdict", "0717"),
        action("fly-as-bomber", "jp-75s-1"),
        action("fly-by-night"),
        action("confirm"),
    )
    player.window.docks["flights"].show()
    player.window.docks["flights"].raise_()
    panel = player.window.docks["flights"].widget()
    told = [panel.list.item(row).text() for row in range(panel.list.count())]
    assert told == [
        (
            "Japan: 2603 Rabaul ▸ 0618 Jackson · Bombing of an airfield: "
            "4th Daitai, 4th Kokutai; 5th Daitai, 4th Kokutai"
        ),
        "Japan: 0403 Lae ▸ 0717 · Interdiction: 1st Chutai, 75th Sentai · by night",
    ]
    assert any(told[0] in line for line in hex_lines(player.seat, JACKSON))
    assert Badge.FLOWN in player.window.play.face(BETTYS[0]).badges
    assert Badge.FLOWN not in player.window.play.face(BETTYS[2]).badges
    assert "Has flown" in piece_lines(player.seat, BETTYS[0])
    panel.list.itemClicked.emit(panel.list.item(0))
    assert set(player.seat.selection) == set(BETTYS[:2])
    set_language("pt")
    try:
        panel.refresh()
        assert panel.list.item(1).text().endswith("· de noite")
    finally:
        set_language("en")


def test_the_arrows_are_seen_and_can_be_switched_off(raids):
    _t, player = raids
    view, layers = player.window.view, player.window.play.layers
    player.do(action("bomb-field", JACKSON), action("fly-as-bomber", BETTYS[0]), action("confirm"))
    player.window.docks["battle"].hide()
    player.hands.let_go()
    view.fit()

    def look():
        view.ensure()
        QApplication.processEvents()
        return view.viewport().grab().toImage()

    shown = look()
    layers.switch("flights", on=False)
    hidden = look()
    assert shown != hidden
    layers.switch("flights", on=True)
    assert look() != hidden


def test_games_without_aircraft_have_no_air_map(at_table):
    window = at_table("allied-movement", {"us-349-ri": "0907"})
    assert "flights" not in window.docks
    assert "flights" not in window.play.layers.titles()


def test_who_cannot_take_off_wears_a_sign(sit):
    t = airwar("allied", at(JACKSON, P39), marked(DURAND, NORTH_RAIDER, marks=["transferred"]),
               marks={JACKSON: ["airfield-damaged"]})  # fmt: skip
    player = sit(t)
    assert player.window.play.face(P39).badges == (Badge.STUCK,)
    assert player.window.play.face(NORTH_RAIDER).badges == (Badge.MOVED,)
    assert "Cannot take off" in piece_lines(player.seat, P39)
    assert "Damaged: nobody flies missions from there" in hex_lines(player.seat, JACKSON)


# --------------------------------------------------------------------- points, supply, disease


def test_the_points_that_are_left_are_told(sit):
    t = scene("allied-recovery", hurt(JACKSON, P39, P40), turn=5, marks=SUPPLIED,
              tracks={"us-air.allied": 2})  # fmt: skip
    player = sit(t)
    prompt = player.window.decision._prompt
    assert "American aviation 2" in prompt.text()
    player.do(action("restore", P39))
    left = player.seat.sight.position.tracks["us-air.allied"]
    assert f"American aviation {left}" in prompt.text()
    assert left < 2


def test_the_line_of_a_unit_or_why_it_has_none(sit):
    t = airwar("allied", at(KOKODA, LEFT), at("1016", "au-39"))
    player = sit(t)
    supply = player.window.play.layers._supply.item
    player.hands.click_piece(LEFT)
    (line,) = supply.lines
    assert line[-1] == player.window.view.middle(MORESBY)
    assert "In supply from 0518 Port Moresby" in piece_lines(player.seat, LEFT)
    player.hands.let_go()
    player.hands.click_piece("au-39")
    assert (supply.lines, len(supply.lacking)) == ([], 1)
    assert piece_lines(player.seat, "au-39")[-1].startswith("No supply: ")
    assert Badge.UNSUPPLIED in player.window.play.face("au-39").badges


def test_disease_is_one_report_with_its_dice(sit):
    """Many dice are told in the sentence, and leave it the width of the log."""
    sick = ("au-2-14", "au-2-16", "au-9", "au-25", "au-61", "au-2-9", "au-2-10")
    spots = ("1014", "1014", "1015", "1015", "1016", "0914", "0914")
    t = scene("allied-disease", dict(zip(sick, spots, strict=True)), at(BUNA, BEHIND), turn=5,
              marks=SUPPLIED, dice=(6, 1, 2, 3, 4, 5, 1))  # fmt: skip
    player = sit(t)
    log = player.window.docks["log"].widget()
    entry = next(e for e in log.model.entries.values() if "Disease" in e.plain)
    assert len(entry.faces) == 7
    assert "losses to 2/14th Battalion (1" in entry.plain
    lines = log.view.itemDelegate()
    assert lines._left(entry) < 60


def test_the_battle_leads_to_the_list_of_who_may_intercept(raids):
    """And the list stays in front as long as the same is asked."""
    _t, player = raids
    bomb_jackson(player)
    window = player.window
    assert window.battle.listed.isVisible()
    window.battle.listed.click()
    QApplication.processEvents()
    asked = window.docks["decision"]
    assert not asked.visibleRegion().isEmpty()
    assert window.seat.act(action("intercept", P40, JACKSON))
    QApplication.processEvents()
    assert not asked.visibleRegion().isEmpty()
