"""Twins that are played alike: what the other side does in one is the same deed in the other."""

from random import Random

import pytest
from msgspec.structs import replace

from tabuleiro.engine.events import FactSet, Moved, Said
from tabuleiro.engine.eyes import Eyes
from tabuleiro.engine.knowledge import NOBODY
from tabuleiro.engine.messages import msg
from tabuleiro.engine.told_log import ToldRow
from tabuleiro.testing import action
from tabuleiro.testing.secrecy import (
    Pair,
    SecrecyReport,
    Twin,
    check_secrecy,
    new_match,
    twins,
)
from tabuleiro.testing.secrecy.at_referee import AtReferee
from tabuleiro.testing.secrecy.revelations import goes_on_as_planned
from tabuleiro.testing.table import Table, catalogue

A, B, C, ENEMY = "us-349-ri", "us-350-ri", "us-351-ri", "de-131-ri"
HERE, ASIDE, TARGET = "1312", "1313", "1311"


def foggy(hiding, phase, pieces):
    return Table(new_match(catalogue(), "diadem", hiding, "1")).set(phase, pieces)


class TestPiecesThatLieOpen:
    """Two that could not be told apart changed their parts, and then a battle showed both."""

    def fought(self):
        t = foggy("kind", "allied-combat", {A: HERE, B: HERE, ENEMY: TARGET})
        for what in (("assault", TARGET), ("join", A), ("join", B), ("confirm",)):
            t.do(action(*what))
        report, twin = SecrecyReport("diadem", "kind"), Twin(t.game.position, {A: B, B: A})
        for start in range(4):
            Pair(t.game, "axis", twin, report, "by hand").run(Random(start))
        return report

    def test_play_their_own_parts_from_then_on(self, monkeypatch):
        report = self.fought()
        assert report.rows
        assert report.differences == []
        monkeypatch.setattr(Pair, "_unmask", lambda _pair: None)
        assert self.fought().differences

    def test_do_not_before(self):
        t = foggy("kind", "allied-movement", {A: HERE, B: HERE, ENEMY: TARGET})
        pair = Pair(t.game, "axis", Twin(t.game.position, {A: B, B: A}),
                    SecrecyReport("diadem", "kind"), "by hand")  # fmt: skip
        pair._unmask()
        assert pair._recast(action("move", A, (ASIDE,))) == action("move", B, (ASIDE,))


class TestWhoWentFromBesideEachOther:
    """Of two that could not be told apart one went here and the other there."""

    def gone(self, piece, hiding):
        t = foggy(hiding, "allied-movement", {A: HERE, B: HERE, C: HERE})
        return t.do(action("move", piece, (ASIDE,))).game

    @pytest.mark.parametrize("hiding", ["presence", "kind"])
    def test_each_goes_on_from_where_it_is_seen(self, hiding):
        one, other = self.gone(A, hiding), self.gone(B, hiding)
        assert twins._parts(one, other, "axis") == {A: B, B: A}
        assert twins._parts(one, one, "axis") == {}

    def test_of_known_pieces_each_is_itself(self):
        assert twins._parts(self.gone(A, "identity"), self.gone(B, "identity"), "axis") == {}

    def test_alike_gives_such_twins(self, monkeypatch):
        moves = [action("move", piece, (ASIDE,)) for piece in (A, B)]
        t = foggy("presence", "allied-movement", {A: HERE, B: HERE})
        monkeypatch.setattr(twins, "next_action", lambda _game, _rng: moves[0])
        monkeypatch.setattr(type(t.game), "legal", lambda _game, **_about: moves)
        assert twins.alike(t.game, "axis", Random(1)).roles == {A: B, B: A}


class TestWhatIsCompared:
    """A leak that is in the referee alone, and one to onlookers alone, are found."""

    def compared(self, viewer):
        t = foggy("identity", "allied-movement", {A: HERE, B: HERE, ENEMY: TARGET})
        report = SecrecyReport("diadem", "identity")
        pieces = t.game.position.pieces
        twin = Twin(replace(t.game.position, pieces={**pieces, A: replace(pieces[A], losses=1)}))
        for start in range(30):
            Pair(t.game, viewer, twin, report, "by hand").run(Random(start), steps=2)
        return report.differences

    @pytest.mark.slow
    @pytest.mark.parametrize("viewer", ["axis", NOBODY])
    def test_what_the_referee_answers(self, monkeypatch, viewer):
        assert self.compared(viewer) == []

        asked = AtReferee.ask

        def told(desk, method, **params):
            answer = asked(desk, method, **params)
            leak = desk._game.position.pieces[A].losses if method == "describe" else ""
            return answer + str(leak).encode()

        monkeypatch.setattr(AtReferee, "ask", told)
        assert any("referee: describe" in one for one in self.compared(viewer))

    @pytest.mark.slow
    def test_what_onlookers_are_told(self, monkeypatch):
        belief = Eyes.belief

        def leaking(eyes, s):
            return Eyes._as_it_is(eyes, s) if eyes.side == NOBODY else belief(eyes, s)

        monkeypatch.setattr(Eyes, "belief", leaking)
        assert self.compared("axis") == []
        assert self.compared(NOBODY)
        assert check_secrecy("diadem", "covered", seed=1, probes=2, length=40,
                             catalogue=catalogue(), mutators=("losses",)).differences  # fmt: skip


class TestWaysThatPart:
    """A way is planned in secret; where it goes on after a halt all see."""

    ROW = ToldRow(1, 0, "action", "us", {"type": "let-pass"}, (), (), reveals=False)

    def differing(self, one, other, action="let-pass"):
        first = replace(self.ROW, events=(Said(msg("It sails on.")), *one))
        second = replace(self.ROW, events=(Said(msg("It sails on.")), *other))
        return goes_on_as_planned(first, replace(second, action={"type": action}))

    def test_what_moves_goes_another_way(self):
        ways = [(FactSet("ways", [to]), Moved(A, to)) for to in (HERE, ASIDE)]
        assert self.differing(*ways)

    def test_anything_else_that_differs_is_a_finding(self):
        assert not self.differing((Moved(A, HERE),), (Moved(B, HERE),))
        assert not self.differing((Moved(A, HERE),), (Moved(A, ASIDE), Moved(A, HERE)))
        assert not self.differing((FactSet("ways", [1]),), (FactSet("ways", [2]),))
        assert not self.differing(
            (FactSet("a", 1), Moved(A, HERE)), (FactSet("b", 1), Moved(A, ASIDE))
        )
        assert not self.differing((Moved(A, HERE),), (Moved(A, ASIDE),), action="torpedo")
        seen = [(Moved(A, to), Said(msg(text))) for to, text in ((HERE, "One"), (ASIDE, "Two"))]
        assert not self.differing(*seen)
