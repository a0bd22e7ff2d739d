"""Leaks that the kit for secrecy found, each by itself: what one side is told of two worlds."""

from random import Random

import pytest
from msgspec.structs import replace

from lorraine import FOOT, GERMAN, hurt
from tabuleiro.engine import events as ev
from tabuleiro.engine import freehand
from tabuleiro.engine.data import canonical
from tabuleiro.engine.deeds import Deed
from tabuleiro.engine.knowledge import Ghost, Knowledge
from tabuleiro.engine.messages import msg, piece_ref
from tabuleiro.engine.told_log import ToldLog, _parts
from tabuleiro.engine.told_rows import Told, _in_order
from tabuleiro.hooks import hookimpl
from tabuleiro.rules.recon import secrecy
from tabuleiro.seats import Table as Seats
from tabuleiro.store.replay import same_row
from tabuleiro.testing import action, table
from tabuleiro.testing.secrecy import (
    HOUSE_RULES,
    Pair,
    SecrecyReport,
    Twin,
    check_secrecy,
    new_match,
    pairs,
)
from tabuleiro.testing.secrecy.twins import at
from tabuleiro.testing.table import Table, catalogue

A, B, C = "us-349-ri", "us-350-ri", "us-351-ri"
ENEMY, OTHER = "de-131-ri", "de-191-ri"
HERE, THERE = "1312", "1313"
TOO_FAR = (THERE, HERE) * 10 + (THERE,)
FREE = {"free-hand": True}


class Hides:
    """A house rule that hides from all sides just what it is told to."""

    def __init__(self, knowledge):
        self._knowledge = knowledge

    @hookimpl
    def knowledge(self, s, viewer):
        return [self._knowledge]


def foggy(hiding, pieces, phase="allied-movement", name="diadem", **options):
    return Table(new_match(catalogue(), name, hiding, "1", options)).set(phase, pieces)


def told(t, side, after=1):
    """What a side was told since the position was set, without numbers and hashes."""
    log = ToldLog(t.game, side)
    return [(row.side, row.action, row.events, row.reveals, row.waived) for row in
            log.line()[after + 1:]]  # fmt: skip


def test_the_order_in_which_they_are_marked_tells_nobody_who_moved():
    """Of two that attack together one has moved; their ids would say which is named first."""

    def marks(moved):
        t = foggy("kind", {A: "0504", B: "0504", ENEMY: "0505"}, "allied-combat")
        first = [ev.Marked(A, ("by-sea",)), ev.Marked(B, ("by-sea",)), ev.Marked(moved, ("moved",))]
        t.game.test(first, {"type": "mark"})
        t.do(action("assault", "0505"), action("join", A), action("join", B), action("confirm"))
        rows = told(t, "axis", after=2)
        return [e.piece for row in rows for e in row[2] if isinstance(e, ev.Marked)]

    assert marks(A) == marks(B)
    assert len(marks(A)) == 3


def test_a_free_hand_may_put_decoys_in_order():
    """Their names stand for nobody; who looks on, and the other side, are told all the same."""
    t = foggy("decoys", {A: "0504"}, **{"free-hand": True})
    seen = t.game.belief("allied").s
    place = next(h for h in seen.position.stacks if h in seen.board.grid and h != "0504")
    assert all(piece.startswith("~") for piece in seen.at(place))
    t.do(freehand.FreeOrder(place, seen.at(place)), side="allied")
    assert [len(told(t, side)) for side in ("allied", "axis", "")] == [1, 1, 1]


def believed(t, side):
    return canonical(t.game.belief(side).s.position)


class TestWhoRecovers:
    def over(self, german, then=()):
        pieces = {**hurt("0222", FOOT), **german}
        t = table("metz", "german-combat", pieces, turn=5, options={"sealing": "sealed"}).end()
        for piece in then:
            t.do(action("recover", piece))
        assert t.phase == "us-movement"
        return t

    def test_it_does_not_show_that_the_other_side_was_asked(self):
        two = hurt("2702", GERMAN) | hurt("2801", "de-22-rif")
        asked = self.over(two, then=(GERMAN,))
        whole = self.over({GERMAN: "2702", "de-22-rif": "2801"})
        assert len(told(asked, "us")) > 2
        assert [row[2:4] for row in told(asked, "us")] == [row[2:4] for row in told(whole, "us")]

    def test_nor_to_an_onlooker_that_any_side_was(self):
        """Their rows are cut where somebody might have been asked, as those of sides are."""
        row = self.over({GERMAN: "2702"}).game.log.rows
        written = [one.told for one in row.values() if one.told and "" in one.told]
        assert any(one[""].cuts for one in written)
        two = hurt("2702", GERMAN) | hurt("2801", "de-22-rif")
        asked = self.over(two, then=(GERMAN,))
        whole = self.over({GERMAN: "2702", "de-22-rif": "2801"})
        assert [row[2:4] for row in told(asked, "")] == [row[2:4] for row in told(whole, "")]


class TestTheOrderOfJoining:
    def attack(self, *joining, sealing="covered"):
        pieces = {A: HERE, B: HERE, C: "1412", ENEMY: "1311"}
        t = table("diadem", "allied-combat", pieces, options={"sealing": sealing})
        assert "1412" in t.s.board.grid.neighbours("1311")
        t.do(action("assault", "1311"))
        for piece in joining:
            t.do(action("join", piece))
        return t.do(action("confirm"))

    @pytest.mark.parametrize("sealing", ["covered", "sealed"])
    def test_it_does_not_show(self, sealing):
        one, other = (self.attack(*order, sealing=sealing) for order in ((A, B, C), (C, B, A)))
        assert told(one, "axis") == told(other, "axis")
        assert believed(one, "axis") == believed(other, "axis")


class TestOnlookers:
    def fought(self):
        t = table("diadem", "allied-combat", {A: HERE, ENEMY: "1311"},
                  options={"sealing": "sealed"})  # fmt: skip
        return t.do(action("assault", "1311"), action("join", A), action("confirm"))

    def test_a_row_that_shows_them_pieces_says_so(self):
        t = self.fought()
        row = t.game.log.rows[t.game.log.head]
        assert row.told[""].reveals
        assert told(t, "")[-1][3]

    def test_old_rows_without_what_they_were_told_play_again_the_same(self):
        t = self.fought()
        row = t.game.log.rows[t.game.log.head]
        old = replace(row, told={side: one for side, one in row.told.items() if side})
        assert same_row(t.game.header, old, row)
        assert same_row(t.game.header, row, row)
        assert not same_row(t.game.header, row, old)


class TestWhatTheUnseenCosts:
    def left(self, *enemies):
        """A row of who leaves the zone of somebody, or of nobody, that it does not see."""
        t = foggy("nothing", {A: HERE, **dict.fromkeys(enemies, "1412")})
        t.go(A, "1213")
        return t, t.game.log.rows[t.game.log.head]

    def test_who_pays_for_it_sees_it(self):
        t, row = self.left(ENEMY)
        assert any(isinstance(event, ev.Met) for event in row.events)
        assert row.reveals
        assert t.game.belief("allied").s.place(ENEMY) == "1412"

    def test_who_pays_nothing_more_sees_nothing(self):
        _t, row = self.left()
        assert not any(isinstance(event, ev.Met) for event in row.events)


class TestFreeHands:
    def test_they_do_not_reach_for_what_is_not_seen(self):
        t = foggy("nothing", {A: HERE, ENEMY: "1212"}, **FREE)
        assert not t.game.check(freehand.FreeMove(ENEMY, THERE), side="allied")
        assert t.game.check(freehand.FreeMove(A, THERE), side="allied")

    def test_they_order_what_is_seen_and_lose_nobody(self):
        t = foggy("nothing", {A: HERE, ENEMY: HERE, B: HERE}, **FREE)
        t.do(freehand.FreeOrder(HERE, (B, A)), side="allied")
        assert t.s.at(HERE) == (ENEMY, B, A)
        assert not t.game.check(freehand.FreeOrder("unseen", (ENEMY,)), side="allied")

    def test_what_is_not_there_turns_out_to_be_nothing(self):
        t = foggy("decoys", {A: HERE, ENEMY: "0101"}, **FREE)
        ghost = t.game.eyes("allied").knowledge(t.s).ghosts[0]
        name = next(p for p in t.game.belief("allied").s.at(ghost.place) if p.startswith("~"))
        row = t.game.act(freehand.FreeMove(name, THERE), side="allied")
        assert any(isinstance(event, ev.Met) for event in row.events)
        assert not t.s.at(THERE)


class TestStacks:
    def test_who_lies_below_stays_below(self):
        t = foggy("kind", {ENEMY: HERE, A: HERE})
        assert t.game.belief("allied").s.holder(HERE) == "axis"
        t = foggy("kind", {A: HERE, ENEMY: HERE})
        assert t.game.belief("allied").s.holder(HERE) == "allied"

    def test_the_order_is_hidden_even_where_all_else_is_seen(self, monkeypatch):
        monkeypatch.setitem(HOUSE_RULES, "orders", Hides(Knowledge(orders=True)))
        t = foggy("orders", {A: HERE, OTHER: "1311", ENEMY: "1311"}, sealing="open", **FREE)
        assert t.game.belief("allied").s.at("1311") == (ENEMY, OTHER)
        assert t.s.at("1311") == (OTHER, ENEMY)
        t.game.act(freehand.FreeOrder("1311", (ENEMY, OTHER)), side="axis")
        assert not any(isinstance(e, ev.Reordered) for row in told(t, "allied") for e in row[2])

    def test_decoys_alone_leave_no_empty_place(self, monkeypatch):
        ghosts = Knowledge(ghosts=(Ghost("german", "foot", "1311"),))
        monkeypatch.setitem(HOUSE_RULES, "ghosts", Hides(ghosts))
        t = foggy("ghosts", {A: HERE}, sealing="open")
        assert t.game.belief("allied").s.at("1311") == ("~german.foot.1311.1",)
        assert all(t.game.belief("allied").s.position.stacks.values())


class TestWhatIsWaived:
    def far(self, **options):
        t = foggy("identity", {A: HERE, ENEMY: "0101"}, **options)
        return t.do(action("move", A, TOO_FAR))

    def test_who_did_it_is_told_and_others_no_values_that_are_hidden(self):
        t = self.far(strictness={"movement": "advise"})
        own, others = (told(t, side)[-1][4] for side in ("allied", "axis"))
        assert own[0].message.values
        assert not others[0].message.values

    def test_all_are_told_where_nothing_is_hidden(self):
        t = table("diadem", "allied-movement", {A: HERE},
                  options={"sealing": "open", "strictness": {"movement": "advise"}})  # fmt: skip
        t.do(action("move", A, TOO_FAR))
        assert told(t, "axis")[-1][4]


class TestGoingBack:
    def drafted(self, *doing):
        t = table("diadem", "allied-combat", {A: HERE, ENEMY: "1311"})
        for what in doing:
            t.do(action(*what))
        return t

    def test_whose_consent_is_needed_tells_nothing_of_drafts(self):
        needs = []
        for doing in ((), (("assault", "1311"), ("join", A))):
            t = self.drafted(*doing)
            seat = Seats(t.game).seat("axis")
            needs.append([seat.needs(n) for n in range(seat.head().n + 1)])
        assert needs[0] == needs[1]
        assert needs[0][0] == ("allied",)

    def test_to_where_one_stands_takes_nothing_back_that_one_does_not_see(self):
        t = self.drafted(("assault", "1311"), ("join", A))
        seat = Seats(t.game).seat("axis")
        seat.goto(seat.head().n)
        assert t.top == "attack-draft"


def test_a_row_shows_where_it_shows():
    said = ev.PlaceMarked(HERE, ("hill",))
    parts = [part.reveals for part in _parts(Told((said, said), cuts=(1,), reveals=True,
                                                 shows=(1,)))]  # fmt: skip
    assert parts == [False, True]


def test_what_a_piece_has_spent_is_told_when_it_is_shown():
    pieces = {A: HERE, ENEMY: {"place": "1311", "spent": 4}}
    t = table("diadem", "allied-combat", pieces, options={"sealing": "sealed"})
    t.do(action("assault", "1311"), action("join", A), action("confirm"))
    shown = [e for row in told(t, "allied") for e in row[2] if isinstance(e, ev.Shown)]
    assert [(e.piece, e.spent) for e in shown] == [(ENEMY, 4)]


@pytest.mark.slow
def test_marks_tell_no_losses_to_whom_a_house_rule_hides_them(monkeypatch):
    def differences():
        report = SecrecyReport("diadem", "kind")
        options = {"sealing": "open"}
        for seed in (2, 3):
            report.add(check_secrecy("diadem", "kind", seed=seed, probes=3, length=400,
                                     catalogue=catalogue(), options=options,
                                     mutators=("losses",)))  # fmt: skip
        return report.differences

    assert differences() == []
    monkeypatch.setattr(secrecy, "_OPEN", [])
    assert differences()


class TestTheKit:
    """What looks like a leak and is none, and what is one that looks alike."""

    GUN, NEAR, FAR = "de-art-xiv", "1310", "0104"

    def found(self, start, piece, to, *deeds):
        """What the kit finds as the Allies do this where somebody unseen is, or is elsewhere."""
        t = start
        for deed in deeds[:-1]:
            t.do(deed)
        report = SecrecyReport("diadem", "nothing")
        twin = Twin(ev.Moved(piece, to).apply(t.game.position))
        pair = Pair(t.game, "allied", twin, report, "places, by hand")
        begun = [at(game, game.position) for game in pair.games]
        pair.attempt(deeds[-1], Random(1))
        for game in begun:
            game.act(deeds[-1])
        return begun, report.differences

    def attack(self):
        t = foggy("nothing", {A: HERE, ENEMY: "1311", self.GUN: self.NEAR}, "allied-combat")
        t.game.test([ev.Met("allied", {ENEMY: "1311"})], {"type": "met"})
        deeds = action("assault", "1311"), action("join", A), action("confirm")
        return self.found(t, self.GUN, self.FAR, *deeds)

    def leaving(self):
        t = foggy("nothing", {A: HERE, ENEMY: "1412"})
        return self.found(t, ENEMY, self.FAR, action("move", A, ("1213",)))

    def test_whether_an_enemy_has_to_think_shows_in_time_alone(self):
        games, differences = self.attack()
        assert [game.situation.asked().side for game in games] == ["axis", "allied"]
        assert differences == []

    def test_but_not_in_what_an_action_gives_back(self, monkeypatch):
        def answer(seat, deed, sides):
            seat.act(deed, thrown=tuple(sides))
            return seat._game.position.pieces[ENEMY].place

        monkeypatch.setattr(pairs, "_act", answer)
        t = foggy("nothing", {A: HERE, ENEMY: self.FAR})
        (difference,) = self.found(t, ENEMY, "0105", action("move", A, (THERE,)))[1]
        assert "what comes of" in difference

    def test_what_stops_or_slows_a_march_is_told_after_it(self):
        (slow, free), differences = self.leaving()
        assert slow.position.pieces[A].spent > free.position.pieces[A].spent
        assert differences == []

    def test_but_it_must_be_told(self, monkeypatch):
        monkeypatch.setattr(Deed, "_notice", lambda _deed: None)
        (difference,) = self.leaving()[1]
        assert "row 1" in difference


def test_sentences_about_unknown_pieces_stand_in_the_order_of_their_names():
    """Of each of some it is said that it is released: the order of their ids would tell them."""

    def said(piece):
        return ev.Said(msg("{piece} is released.", piece=piece_ref(piece)))

    one, other, known = said("~american.foot.2611.1"), said("~american.foot.2611.3"), said(A)
    assert _in_order([other, one]) == [one, other]
    assert _in_order([other, known, one]) == [other, known, one]


@pytest.mark.parametrize("crowd", [4, 3])
def test_who_leaves_no_room_for_a_retreat_shows_with_the_column_that_tells_it(crowd):
    """Surrounded for want of room: whoever attacks learns by that who takes the room."""
    target, first, second, free = "0614", "0713", "0513", "0615"
    axis = [p for p, c in catalogue().module("diadem").counters.items()
            if c.side == "axis" and "-art-" not in p]  # fmt: skip
    others = [piece for piece in axis if piece != ENEMY][:crowd]
    at_hexes = {A: first, B: second, ENEMY: target, **dict.fromkeys(others, free)}
    t = foggy("nothing", at_hexes, "allied-combat")
    t.game.test([ev.Met("allied", {ENEMY: target})], {"type": "met"})
    t.do(action("assault", target)).do(action("join", A)).do(action("join", B))
    t.do(action("confirm"))
    while (asked := t.game.situation.asked()) is not None and asked.side == "axis":
        t.do(t.game.legal()[-1])
    events = [event for row in told(t, "allied") for event in row[2]]
    shown = {p for event in events if isinstance(event, ev.Met) for p in event.pieces}
    fought = [event.data["odds"] for event in events if isinstance(event, ev.Said)
              and "odds" in event.data]  # fmt: skip
    shifts = [shift["label"]["text"] for odds in fought for shift in odds["shifts"]]
    assert ("surrounded" in shifts) is (crowd == 4)
    assert shown.issuperset(others) is (crowd == 4)
