"""Cups, decks and hands: who learns what of a draw, and that nobody can foretell it."""

from collections import Counter as Tally

import pytest

from tabuleiro.cli.newplugin import new_plugin
from tabuleiro.engine import Refused
from tabuleiro.engine import events as ev
from tabuleiro.engine.catalogue import Catalogue
from tabuleiro.engine.data import canonical
from tabuleiro.engine.freehand import FreeDraw, FreeMove, FreeOrder
from tabuleiro.engine.knowledge import EVERYTHING, Level
from tabuleiro.engine.views import view
from tabuleiro.module import Cache, ModuleError, load_module
from tabuleiro.module.unknown import is_unknown
from tabuleiro.seats import Table
from tabuleiro.store import read_partida, write_partida

CARDS = [f"card-{n}" for n in range(1, 7)]
BOXES = """
boxes:
  - {id: deck, name: {pt: Baralho, en: Deck}, kind: cup}
  - {id: blue-hand, name: {pt: Mão azul, en: Blue hand}, kind: hand, side: blue}
  - {id: red-hand, name: {pt: Mão vermelha, en: Red hand}, kind: hand, side: red}
"""
CARD = """
  - id: {id}
    name: {{pt: Carta {n}, en: Card {n}}}
    nation: {nation}
    type: card
    size: card
    values: {{worth: {n}}}
"""
TYPE = "  - {id: card, name: {pt: carta, en: card}, symbol: headquarters, class: null, tags: []}\n"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """The template game with a deck of six cards, of both nations, and a hand for each side."""
    made = new_plugin("cards", "Cards", tmp_path)
    where = next(made.rglob("module.yaml")).parent

    def change(name, old, new):
        path = where / name
        words = path.read_text(encoding="utf-8")
        assert old in words
        path.write_text(words.replace(old, new, 1), encoding="utf-8")

    change("board.yaml", "\ntracks:", BOXES + "\ntracks:")
    change("module.yaml", "\nturns:", TYPE.replace("\n", "\n\n").rstrip() + "\n\nturns:")
    cards = "".join(
        CARD.format(id=card, n=n, nation="blue" if n % 2 else "red")
        for n, card in enumerate(CARDS, 1)
    )
    path = where / "counters.yaml"
    path.write_text(path.read_text(encoding="utf-8").rstrip() + cards, encoding="utf-8")
    deck = f"  - {{box: deck, units: [{', '.join(CARDS)}]}}\n\nobjectives:"
    change("scenarios/duel.yaml", "objectives:", deck)
    monkeypatch.setenv("TABULEIRO_PLUGINS", str(made))
    return where


@pytest.fixture
def game(folder):
    return begin()


def begin(seed="1"):
    return Catalogue.installed().new("cards", seed=seed, options={"free-hand": True})


def drawn(game, to="blue-hand"):
    row = game.act(FreeDraw("deck", to))
    return next(event.piece for event in row.events if isinstance(event, ev.Drawn))


def test_draws_are_without_replacement_and_each_is_as_likely(game):
    first = Tally(drawn(game.fork(seed=str(n))) for n in range(600))
    assert set(first) == set(CARDS)
    assert min(first.values()) > 60
    assert len({drawn(game) for _card in CARDS}) == len(CARDS)
    with pytest.raises(Refused, match="left to draw"):
        game.act(FreeDraw("deck", "blue-hand"))


def test_nobody_sees_the_cup_and_a_hand_is_its_owners(game):
    card = drawn(game)
    blue, red = (game.belief(side) for side in ("blue", "red"))
    assert blue.level(card) == Level.ALL
    assert red.knowledge.levels[card] == Level.PRESENCE
    assert blue.s.at("blue-hand") == (card,)
    assert red.s.at("blue-hand") == ("~blue.any.blue-hand.1",)
    for belief in (blue, red):
        assert len(belief.s.at("deck")) == 5, "all may count them"
        assert all(is_unknown(piece) for piece in belief.s.at("deck"))
    assert game.belief(EVERYTHING).s.at("blue-hand") == (card,)


@pytest.mark.slow
def test_what_the_other_side_is_given_does_not_depend_on_the_card(game):
    """Whichever card came, its nation and number stay unknown: byte for byte."""
    given, cards = set(), set()
    for seed in range(12):
        other = begin(str(seed))
        cards.add(drawn(other))
        drawn(other, "red-hand")
        seat = Table(other).seat("red")
        (mine,) = (piece for piece in seat.sight().at("red-hand"))
        row = canonical([row.events for row in seat.line()][1])
        known = canonical(view(other, viewer="red")).replace(mine.encode(), b"MINE")
        given.add((row, known if mine == "card-1" else b""))
    assert len(cards) > 3
    assert len({row for row, _known in given}) == 1
    assert len({known for _row, known in given if known}) == 1


def test_the_owner_is_told_and_the_other_hears_that_something_was_drawn(game):
    card = drawn(game)
    seats = {side: Table(game).seat(side) for side in ("blue", "red")}
    told = {side: seat.line()[-1].events for side, seat in seats.items()}
    (mine, shown), (theirs,) = told["blue"], told["red"]
    assert isinstance(shown, ev.Shown)
    assert (mine.piece, mine.to) == (card, "blue-hand")
    assert is_unknown(theirs.piece)
    assert card not in canonical(list(told["red"])).decode()


def test_whoever_stirs_the_cup_learns_nothing_of_his_own_cards_in_it(game):
    game.test([ev.Moved(card, "red-hand") for card in CARDS[1::2]], {"type": "set-position"})
    cards = game.belief("blue").s.at("deck")
    assert len(cards) == 3, "all of blue's nation"
    game.act(FreeOrder("deck", tuple(reversed(cards))))
    row = Table(game).seat("blue").line()[-1]
    assert "card-" not in canonical(list(row.events)).decode()


def test_a_draw_that_was_taken_back_does_not_come_again(game):
    cards = set()
    for _time in range(30):
        cards.add(drawn(game))
        assert not game.can_undo(), "it showed something"
        game.undo(consent=True)
    assert len(cards) > 1


def test_other_draws_move_no_dice(game):
    one, other = game.copy(), game.copy()
    drawn(one)
    assert one.position.dice.fallen == other.position.dice.fallen
    assert one.position.dice.streams == {"draw deck": 1}


def test_a_kept_match_with_draws_is_the_same(game, tmp_path):
    for _card in range(3):
        drawn(game)
    path = tmp_path / "cards.partida"
    write_partida(path, game, "Cards", viewer=EVERYTHING)
    assert read_partida(path).header == game.header


@pytest.mark.parametrize(("cup", "to", "sentence"), [
    ("blue-hand", "red-hand", "Nothing is drawn out of"),
    ("0101", "red-hand", "Nothing is drawn out of"),
    ("deck", "nowhere", "no place"),
])  # fmt: skip
def test_refusals(game, cup, to, sentence):
    with pytest.raises(Refused, match=sentence):
        game.act(FreeDraw(cup, to))


def test_a_card_that_is_put_back_can_come_again(game):
    card = drawn(game)
    game.act(FreeMove(card, "deck"))
    assert len(game.situation.at("deck")) == 6
    assert game.belief("blue").knowledge.levels[card] == Level.PRESENCE


def test_a_hand_must_say_whose_it_is(folder):
    path = folder / "board.yaml"
    words = path.read_text(encoding="utf-8").replace("kind: hand, side: red", "kind: hand")
    path.write_text(words, encoding="utf-8")
    with pytest.raises(ModuleError, match="a hand belongs to a side"):
        load_module(folder, cache=Cache(None))
