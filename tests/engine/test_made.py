"""Pieces made during play from a palette: their ids, who knows of them, and what keeps them."""

import pytest
from msgspec.structs import replace

from fleet import fleet
from tabuleiro.engine import DEAD, Refused, Situation
from tabuleiro.engine import events as ev
from tabuleiro.engine.catalogue import Catalogue
from tabuleiro.engine.change import Change
from tabuleiro.engine.data import canonical
from tabuleiro.engine.dice import Throws
from tabuleiro.engine.freehand import FreeMake, FreeMove
from tabuleiro.engine.knowledge import EVERYTHING, Knowledge, Level
from tabuleiro.engine.position import Position
from tabuleiro.engine.views import view
from tabuleiro.hooks import hookimpl
from tabuleiro.module import Cache, load_module
from tabuleiro.module.made import template_of
from tabuleiro.seats import Table as Tables
from tabuleiro.seats.telling import tell_row
from tabuleiro.store import read_partida, write_partida
from tabuleiro.testing.secrecy import Pair, SecrecyReport, Twin
from tabuleiro.testing.secrecy.at_referee import AtReferee

FLAG = "blue-flag"


class Hidden:
    """What is made lies covered, in some hexes so far that nobody sees that it is there."""

    def __init__(self, level):
        self.level = level

    @hookimpl
    def knowledge(self, s, viewer):
        made = [p for p in s.position.pieces if template_of(p) and s.side(p) != viewer]
        return [Knowledge({p: self.level for p in made if s.place(p) in s.board.grid})]


def begin(where, level=None, seed="1"):
    catalogue = Catalogue.installed()
    catalogue.house_rules["hidden"] = object() if level is None else Hidden(level)
    found = load_module(where, cache=Cache(None), rules=catalogue.parameters)
    return catalogue.new(found, seed=seed, options={"free-hand": True}, house_rules=["hidden"])


@pytest.fixture
def folder(tmp_path, monkeypatch):
    made, module = fleet(tmp_path)
    monkeypatch.setenv("TABULEIRO_PLUGINS", str(made))
    return module


@pytest.fixture
def game(folder):
    return begin(folder)


def made(game, to="0203", template=FLAG):
    row = game.act(FreeMake(template, to))
    return next(event.piece for event in row.events if isinstance(event, ev.Made))


class TestMaking:
    def test_a_piece_is_there_as_any_other(self, game):
        piece = made(game)
        s = game.situation
        assert (template_of(piece), s.place(piece), s.side(piece)) == (FLAG, "0203", "blue")
        assert s.counter(piece).name["en"] == "Flag"
        assert list(s.position.pieces) == sorted(s.position.pieces)
        game.act(FreeMove(piece, DEAD))
        assert game.situation.place(piece) == DEAD

    def test_rules_make_them_too(self, game):
        change = Change(game.situation, Throws("seed"))
        pieces = {change.make(FLAG, "0203") for _time in range(50)}
        assert len(pieces) == 50
        assert {*change.at("0203")} == pieces
        with pytest.raises(ValueError, match="palette has no"):
            change.make("blue-1", "0203")

    def test_a_word_that_is_taken_is_not_given_twice(self, game):
        first = Change(game.situation, Throws("seed"))
        piece = first.make(FLAG, "0203")
        position = replace(first.position, dice=game.position.dice)
        s = game.situation
        again = Change(Situation(s.module, s.scenario, s.options, s.rules, position),
                       Throws("seed"))  # fmt: skip
        assert again.make(FLAG, "0203") != piece

    @pytest.mark.slow
    def test_ids_are_the_same_again_and_foretold_by_nobody(self, folder):
        one, other = begin(folder), begin(folder)
        assert [made(one) for _n in range(3)] == [made(other) for _n in range(3)]
        assert made(begin(folder, seed="2")) != made(begin(folder))
        assert made(one.fork()) != made(one.copy())
        assert made(one.fork(seed="x")) == made(other.fork(seed="x"))

    def test_other_dice_do_not_move(self, game):
        fallen = game.position.dice.fallen
        made(game)
        assert game.position.dice.fallen == fallen
        assert game.position.dice.streams == {f"make {FLAG}": 1}

    def test_it_is_taken_back(self, game):
        piece = made(game)
        game.undo()
        assert piece not in game.position.pieces
        game.redo()
        assert game.situation.place(piece) == "0203"

    def test_a_made_piece_may_hold_others(self, game):
        box = made(game, template="blue-box")
        game.act(FreeMove("blue-1", f"in:{box}"))
        flag = made(game)
        game.act(FreeMove(flag, f"in:{box}"))
        assert game.situation.inside(box) == ("blue-1", flag)

    @pytest.mark.parametrize(("template", "to", "sentence"), [
        ("blue-1", "0203", "palette has no"),
        (FLAG, "9999", "no place"),
        (FLAG, "in:blue-cv", "no place"),
    ])  # fmt: skip
    def test_refusals(self, game, template, to, sentence):
        with pytest.raises(Refused, match=sentence):
            game.act(FreeMake(template, to))

    def test_a_kept_match_is_the_same(self, game, tmp_path):
        made(game)
        assert Position.from_data(game.position.to_data()) == game.position
        path = tmp_path / "made.partida"
        write_partida(path, game, "Made", viewer=EVERYTHING)
        assert read_partida(path).header == game.header

    def test_the_referee_takes_it_too(self, game):
        desk = AtReferee(game, "blue")
        assert b"error" not in desk.ask("act", action={"type": "free-make", "template": FLAG,
                                                       "to": "0203"})  # fmt: skip
        (piece,) = game.situation.at("0203")
        assert b'"Flag"' in desk.ask("describe", piece=piece)


class TestWhoKnows:
    def test_where_nothing_is_hidden_all_see_it(self, game):
        piece = made(game)
        row = Tables(game).seat("red").line()[-1]
        assert [event.piece for event in row.events] == [piece]
        assert row.action["template"] == FLAG
        said = tell_row(row, Tables(game).seat("red").sight())["text"]
        assert "Flag is made in 0203" in said

    @pytest.mark.parametrize(("level", "kind"), [
        (Level.KIND, ev.CameIntoSight), (Level.PRESENCE, ev.CameIntoSight), (Level.NOTHING, None),
    ])  # fmt: skip
    def test_what_is_covered_is_told_so(self, folder, level, kind):
        game = begin(folder, level)
        rows = len(Tables(game).seat("red").line())
        piece = made(game)
        line = Tables(game).seat("red").line()[rows:]
        text = canonical(line).decode() + canonical(view(game, "red")).decode()
        assert piece not in text
        assert FLAG not in text
        assert [type(event) for row in line for event in row.events] == [kind] * bool(kind)

    @pytest.mark.parametrize("level", [Level.KIND, Level.NOTHING])
    def test_its_id_tells_not_how_many_there_are(self, folder, level):
        """Two matches: in one some were made where the other side sees nothing."""
        given = set()
        for hidden in (0, 3):
            game = begin(folder, Level.NOTHING)
            for _time in range(hidden):
                made(game)
            piece = made(game, to="dead")  # there it lies open
            line = Tables(game).seat("red").line()[-1:]
            shown = canonical([row.events for row in line]).replace(piece.encode(), b"IT")
            given.add(shown + canonical(view(game, "red")).replace(piece.encode(), b"IT"))
        assert len(given) == 1

    def test_one_made_unseen_cannot_be_told(self, folder):
        game = begin(folder, Level.NOTHING)
        other = game.fork()
        made(other)
        report = SecrecyReport("fleet", "hidden")
        Pair(game, "red", Twin(other.position), report, "made").run(_Still(), 1)
        assert report.differences == []
        seen = begin(folder, Level.KIND)
        other = seen.fork()
        made(other)
        Pair(seen, "red", Twin(other.position), report, "made").run(_Still(), 1)
        assert report.differences


class _Still:
    """Chance that compares all that can be asked, and plays nothing on."""

    def __init__(self):
        from random import Random

        self._random = Random(1)

    def random(self):
        return 0.0

    def __getattr__(self, name):
        return getattr(self._random, name)
