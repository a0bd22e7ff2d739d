"""A deck of cards, hands that the enemy does not see, and what cards do."""

import pytest
from PySide6.QtCore import Qt

from tabuleiro.cli.terminal_actions import make
from tabuleiro.cli.terminal_show import legal_lines
from tabuleiro.engine import events as ev
from tabuleiro.engine.knowledge import Level
from tabuleiro.host.panels.hands import HandsPanel
from tabuleiro.module.unknown import is_unknown
from tabuleiro.seats import Table as Seats
from tabuleiro.testing import action, table
from tabuleiro.testing.secrecy import check_secrecy

GAME = "deck"


def holding(*cards):
    """Blue's first movement, with just these cards in Blue's hand, and three others in Red's."""
    t = table(GAME)
    all_cards = [p for p in t.s.position.pieces if t.s.counter(p).type == "card"]
    others = [card for card in all_cards if card not in cards]
    where = dict.fromkeys(cards, "blue-hand") | dict.fromkeys(others[:3], "red-hand")
    moves = [ev.Moved(card, where.get(card, "deck")) for card in all_cards]
    t.game.test(moves, {"type": "set-position"})
    return t


def test_each_side_is_dealt_three():
    t = table(GAME)
    assert [len(t.s.at(box)) for box in ("blue-hand", "red-hand", "deck")] == [3, 3, 4]


def test_cards_that_were_played_go_back_and_hands_are_filled():
    t = holding("march-1", "guns-1", "storm-1")
    t.act("play-card", "march-1").act("play-card", "guns-1")
    assert t.at("blue-table") == {"march-1", "guns-1"}
    while t.s.turn == 1:
        t.act("end-phase")
    assert len(t.s.at("blue-hand")) == 3
    assert "storm-1" in t.s.at("blue-hand")
    assert t.s.at("blue-table") == ()


def test_one_plays_ones_own_cards_in_ones_own_movement():
    t = holding("march-1")
    theirs = t.s.at("red-hand")[0]
    assert t.refuses(action("play-card", theirs)) == "deck-6.0-2"
    assert t.refuses(action("play-card", t.s.at("deck")[0])) == "deck-6.0-2"
    assert [one.card for one in t.legal("play-card")] == ["march-1"]
    t.act("end-phase")
    assert t.top == "combat-phase"
    assert not t.allows(action("play-card", "march-1"))


def test_a_forced_march():
    t = holding("march-1", "march-2")
    before = t.reach("blue-1")
    t.act("play-card", "march-1")
    assert before < t.reach("blue-1")
    assert max(t.s.board.grid.distance("0206", place) for place in t.reach("blue-1")) == 6


@pytest.mark.parametrize(("card", "columns"), [("guns-1", 1), ("storm-1", 2), ("march-1", 0)])
def test_barrages_and_storms(card, columns):
    t = holding(card)
    units = [piece for piece in t.s.position.pieces if t.s.on_map(piece)]
    there = {"blue-1": "0303", "red-1": "0302"}
    t.game.test([ev.Moved(p, there.get(p, "off")) for p in units], {"type": "set-position"})
    t.act("play-card", card).act("end-phase").dice(3, 4).attack("0302", "blue-1")
    odds = t.told()["odds"]
    assert odds["base_label"] == "1-1"
    assert odds["column_label"] == ["1-1", "2-1", "3-1"][columns]


def test_cards_are_played_in_the_terminal():
    t = holding("march-1", "guns-2")
    seat = Seats(t.game).seat("blue")
    assert make(seat, "play-card", ["guns-2"]) == action("play-card", "guns-2")
    assert any("guns-2 (Barrage)" in line for line in legal_lines(seat, None))


class TestSecrets:
    def test_a_hand_is_seen_by_its_side_alone(self):
        t = table(GAME)
        table_ = Seats(t.game)
        mine, theirs = (table_.seat(side).sight().at("blue-hand") for side in ("blue", "red"))
        assert not any(is_unknown(card) for card in mine)
        assert len(theirs) == 3
        assert all(is_unknown(card) for card in theirs)
        belief = t.game.belief("red")
        assert {belief.knowledge.levels[card] for card in mine} == {Level.PRESENCE}

    def test_a_card_that_is_played_is_seen_by_all(self):
        t = holding("guns-1")
        t.act("play-card", "guns-1")
        assert Seats(t.game).seat("red").sight().at("blue-table") == ("guns-1",)

    @pytest.mark.slow
    @pytest.mark.parametrize("seed", [1, 2])
    def test_nothing_tells_the_enemy_more(self, seed):
        report = check_secrecy(GAME, "", seed=seed, probes=6, length=60)
        assert report.twins["identities"] > 3
        assert report.pairs > 100
        assert report.differences == []


class TestInTheWindow:
    @pytest.fixture
    def shown(self, window):
        t = holding("march-1", "guns-2", "storm-1")
        return window(t.game, players={"blue": "human", "red": "random", "fate": "random"})

    def panel(self, shown):
        found = shown.docks["hands"].widget()
        return found if isinstance(found, HandsPanel) else found.findChild(HandsPanel)

    def test_ones_own_hand_can_be_read_and_others_show_backs(self, shown):
        fans = self.panel(shown).fans
        assert set(fans["blue-hand"].cards) == {"march-1", "guns-2", "storm-1"}
        assert all(is_unknown(card) for card in fans["red-hand"].cards)
        assert len(fans["red-hand"].cards) == 3
        mine, theirs = (fans[name].grab().toImage() for name in ("blue-hand", "red-hand"))
        assert mine != theirs
        assert fans["red-hand"].deeds(fans["red-hand"].cards[0]) == []

    def test_each_card_can_be_pointed_at(self, shown):
        fan = self.panel(shown).fans["blue-hand"]
        for card in fan.cards:
            assert fan.card_at(fan.middle(card).toPointF()) == card

    def test_a_click_plays_a_card(self, shown, qtbot):
        fan = self.panel(shown).fans["blue-hand"]
        qtbot.mouseClick(fan, Qt.MouseButton.LeftButton, pos=fan.middle("guns-2"))
        assert shown.seat.sight.at("blue-table") == ("guns-2",)
        assert set(fan.cards) == {"march-1", "storm-1"}

    def test_the_list_names_the_card(self, shown):
        listed = shown.decision.choices.list
        rows = [listed.item(row).text() for row in range(listed.count())]
        assert any("Forced march" in words for words in rows)

    def test_a_unit_still_moves_by_clicks(self, shown, click):
        click(shown, "0305")
        click(shown, "0304")
        assert shown.seat.sight.place("blue-2") == "0304"


def test_games_without_hands_have_no_such_panel(window):
    assert "hands" not in window(table("steps").game).docks
