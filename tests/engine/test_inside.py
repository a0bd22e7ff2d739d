"""Places inside pieces: moved, seen and lost with the piece that is around them."""

from pathlib import Path
from random import Random

import pytest

from fleet import change, fleet
from tabuleiro.engine import DEAD, GONE, OFF, Decision, Refused, Step, msg
from tabuleiro.engine import events as ev
from tabuleiro.engine.catalogue import Catalogue
from tabuleiro.engine.data import DataError, canonical
from tabuleiro.engine.freehand import FreeLoss, FreeMove
from tabuleiro.engine.game import Game, Header
from tabuleiro.engine.inside import can_enter, capacity, known_inside, load, odd_nesting
from tabuleiro.engine.knowledge import EVERYTHING, Knowledge, Level
from tabuleiro.engine.messages import place_name
from tabuleiro.engine.position import Position
from tabuleiro.engine.ruleset import Ruleset
from tabuleiro.engine.views import view
from tabuleiro.hooks import GamePlugin, hookimpl
from tabuleiro.module import Cache, load_module
from tabuleiro.module.unknown import is_unknown
from tabuleiro.seats import Table as Tables
from tabuleiro.store import read_partida, write_partida
from tabuleiro.testing.chooser import choose
from tabuleiro.testing.secrecy import Pair, SecrecyReport, Twin, try_twins
from tabuleiro.testing.table import Table

EXAMPLE = Path(__file__).parents[2] / "docs/examples/carrier"
CV, CV2, FORCE = "blue-cv", "blue-cv-2", "blue-force"
GROUPS = ("blue-vf", "blue-vf-2")


class Fog:
    """Of the other side's pieces on the board no more is seen than a level."""

    def __init__(self, level, *pieces):
        self.level, self.pieces = level, pieces

    @hookimpl
    def knowledge(self, s, viewer):
        seen = self.pieces or [p for p in s.position.pieces if s.place(p) in s.board.grid]
        return [Knowledge({p: self.level for p in seen if s.side(p) != viewer})]


@pytest.fixture
def module(tmp_path, monkeypatch):
    made, module = fleet(tmp_path)
    monkeypatch.setenv("TABULEIRO_PLUGINS", str(made))
    return module


def begin(module, *fog, seed="1"):
    catalogue = Catalogue.installed()
    catalogue.house_rules["fog"] = Fog(*fog) if fog else object()
    found = load_module(module, cache=Cache(None), rules=catalogue.parameters)
    return catalogue.new(found, seed=seed, options={"free-hand": True}, house_rules=["fog"])


@pytest.fixture
def game(module):
    return begin(module)


class TestWhereTheyAre:
    def test_a_scenario_puts_them_inside(self, game):
        s = game.situation
        assert s.inside(CV) == GROUPS
        assert s.place("blue-vf") == "in:blue-cv"
        assert s.within("blue-vf") == CV
        assert s.within(CV) is None
        assert s.around("blue-cv-2") == (FORCE,)
        assert s.whereabouts("blue-cv-2") == "0201"
        assert not s.on_map("blue-vf")
        assert s.alive("blue-vf")

    def test_they_go_where_their_holder_goes(self, game):
        row = game.act(FreeMove(FORCE, "0203"))
        assert [event.piece for event in row.events] == [FORCE]
        assert game.situation.whereabouts(CV2) == "0203"

    def test_they_do_not_count_in_the_hex(self, game):
        assert {*game.situation.at("0201")} == {CV, FORCE}
        assert "blue-vf" not in game.situation.occupied("blue")["0201"]

    def test_a_free_hand_puts_them_in_and_out(self, game):
        game.act(FreeMove("blue-vf", "0203"))
        assert game.situation.place("blue-vf") == "0203"
        game.act(FreeMove("blue-vf", "in:blue-cv-2"))
        assert game.situation.around("blue-vf") == (CV2, FORCE)
        game.undo()
        assert game.situation.place("blue-vf") == "0203"

    def test_a_name_says_where(self, game):
        assert place_name("in:blue-cv", game.module) == "in Carrier 1"

    def test_who_comes_later_joins_when_the_turn_begins(self, game):
        assert game.situation.place("blue-vf-3") == OFF
        until_turn(game, 2)
        assert game.situation.around("blue-vf-3") == (CV2, FORCE)

    def test_who_would_join_a_lost_piece_never_comes(self, game):
        game.act(FreeMove(CV2, DEAD))
        until_turn(game, 2)
        assert game.situation.place("blue-vf-3") == GONE

    def test_who_comes_in_the_same_turn_comes_inside(self, module):
        change(module / "scenarios/duel.yaml", "  - {in: blue-force, units: [blue-cv-2]}\n", "")
        change(module / "scenarios/duel.yaml", "reinforcements:\n",
               "reinforcements:\n  - {side: blue, turn: 2, units: [blue-cv-2],"
               " edges: [], where: {kind: hexes, hexes: ['0101']}, when: must}\n")  # fmt: skip
        s = begin(module).situation
        assert s.place(CV2) == OFF
        assert s.place("blue-vf-3") == "in:blue-cv-2"


def until_turn(game, turn):
    t = Table(game)
    while game.position.turn < turn:
        t.act("end-phase") if t.top == "movement-phase" else game.act(
            next(a for a in game.legal() if a.kind.startswith(("end", "done", "pass")))
        )


class TestLost:
    @pytest.mark.parametrize("to", [DEAD, GONE])
    def test_all_inside_is_lost_with_it(self, game, to):
        game.act(FreeMove("blue-vf-3", "in:blue-cv-2"))
        row = game.act(FreeMove(FORCE, to))
        assert {game.situation.place(p) for p in (FORCE, CV2, "blue-vf-3")} == {to}
        lost = [(event.piece, event.lost_with) for event in row.events]
        assert lost == [("blue-vf-3", CV2), (CV2, FORCE), (FORCE, "")]
        game.undo()
        assert game.situation.around("blue-vf-3") == (CV2, FORCE)

    def test_who_left_before_lives(self, game):
        game.act(FreeMove("blue-vf", "0102"))
        game.act(FreeMove(CV, DEAD))
        assert game.situation.place("blue-vf") == "0102"
        assert game.situation.place("blue-vf-2") == DEAD

    def test_off_the_board_they_stay_together(self, game):
        game.act(FreeMove(CV, OFF))
        assert game.situation.inside(CV) == GROUPS


class TestWhoMayEnter:
    @pytest.mark.parametrize(("piece", "to", "sentence"), [
        ("blue-vf", "in:blue-1", "holds no other"),
        ("blue-vf", "in:nobody", "no piece"),
        ("nobody", "in:blue-cv", "no piece"),
        ("red-1", "in:blue-cv", "belongs to an enemy"),
        (FORCE, "in:blue-cv-2", "inside itself"),
        (FORCE, "in:blue-force", "inside itself"),
    ])  # fmt: skip
    def test_a_free_hand_does_nothing_impossible(self, game, piece, to, sentence):
        with pytest.raises(Refused, match=sentence):
            game.act(FreeMove(piece, to))

    def test_rules_ask_for_the_kind_and_for_room(self, game):
        s = game.situation
        assert (capacity(s, CV), load(s, CV), load(s, CV2)) == (2, 2, 0)
        assert can_enter(s, "blue-vf", CV2)
        full = can_enter(s, "blue-vf-3", CV, "fleet-4.1-1")
        assert not full
        assert (full.rule, full.objections[0].topic) == ("fleet-4.1-1", "stacking")
        assert "no more than 2" in game.say(full.reason)
        assert "nothing like" in game.say(can_enter(s, "blue-1", CV2).reason)
        assert not can_enter(s, "blue-vf", "blue-1")

    def test_losses_leave_less_room(self, game):
        game.act(FreeMove("blue-vf", "0102"))
        assert can_enter(game.situation, "blue-vf", CV)
        game.act(FreeLoss(CV, 1))
        assert capacity(game.situation, CV) == 1
        assert not can_enter(game.situation, "blue-vf", CV)

    def test_only_so_many_are_around_one(self, module):
        words = "holds: {types: [infantry, force]}"
        boxes = "".join(
            f"  - {{id: box-{n}, name: {{pt: C, en: C}}, nation: blue, type: force, size: x,"
            f" values: {{attack: 0}}, {words}}}\n"
            for n in range(6)
        )
        change(module / "counters.yaml", "palette:\n", boxes + "palette:\n")
        units = ", ".join(f"box-{n}" for n in range(6))
        change(module / "scenarios/duel.yaml", "setup:\n",
               f'setup:\n  - {{hex: "0401", units: [{units}]}}\n')  # fmt: skip
        game = begin(module)
        for n in range(4):
            game.act(FreeMove(f"box-{n + 1}", f"in:box-{n}"))
        with pytest.raises(Refused, match="No more than"):
            game.act(FreeMove("box-5", "in:box-4"))
        game.act(FreeMove("box-4", "in:box-5"))
        with pytest.raises(Refused, match="No more than"):
            game.act(FreeMove("box-5", "in:box-3"))
        game.act(FreeMove("box-5", "in:box-2"))


class TestPositions:
    @pytest.mark.parametrize(("where", "sentence"), [
        ({"blue-cv": "in:blue-cv"}, "inside itself"),
        ({FORCE: "in:blue-cv-2", CV2: "in:blue-force"}, "inside itself"),
        ({CV: DEAD, "blue-vf": "in:blue-cv"}, "left the match"),
    ])  # fmt: skip
    def test_what_cannot_be_is_refused(self, game, where, sentence):
        with pytest.raises(DataError, match=sentence):
            Table(game).set("blue-movement", where, keep=True)

    def test_a_position_of_a_test_may_put_pieces_inside(self, game):
        t = Table(game).set("blue-movement", {CV: "0203", "blue-vf": "in:blue-cv"})
        assert t.s.whereabouts("blue-vf") == "0203"
        with pytest.raises(DataError):
            t.set("blue-movement", {"blue-vf": "in:blue-1"})

    def test_a_file_with_an_unknown_holder_is_refused(self, game):
        data = game.position.to_data()
        data["pieces"]["blue-vf"]["place"] = "in:nobody"
        data["stacks"] |= {"in:blue-cv": ["blue-vf-2"], "in:nobody": ["blue-vf"]}
        with pytest.raises(DataError, match="no piece"):
            Position.from_data(data)

    def test_the_kit_finds_what_is_where_it_cannot_be(self, game):
        assert list(odd_nesting(game.situation)) == []
        game.act(FreeMove("blue-1", "in:blue-cv"))  # a free hand may
        assert "nothing like it" in next(odd_nesting(game.situation))

    def test_a_kept_match_is_the_same(self, game, tmp_path):
        game.act(FreeMove("blue-vf", "in:blue-cv-2"))
        path = tmp_path / "fleet.partida"
        write_partida(path, game, "Fleet", viewer=EVERYTHING)
        assert read_partida(path).header == game.header


class TestWhoKnows:
    def test_where_nothing_is_hidden_only_a_secret_inside_is(self, game):
        red = game.belief("red")
        assert red.level(CV2) == Level.NOTHING, "the force hides what is in it"
        assert red.level("blue-vf") == Level.ALL, "the carrier does not"
        assert red.s.inside(CV) == GROUPS
        assert red.s.inside(FORCE) == ()
        blue = game.belief("blue")
        assert blue.s is game.situation

    @pytest.mark.parametrize(("level", "seen"), [
        (Level.STATE, Level.STATE),
        (Level.IDENTITY, Level.IDENTITY),
        (Level.KIND, Level.NOTHING),
        (Level.PRESENCE, Level.NOTHING),
        (Level.NOTHING, Level.NOTHING),
    ])  # fmt: skip
    def test_no_more_than_of_the_holder(self, module, level, seen):
        game = begin(module, level)
        assert game.belief("red").level("blue-vf") == seen
        assert game.belief("").level("blue-vf") == seen
        text = canonical(view(game, "red")).decode()
        assert ("in:" in text) == (level >= Level.IDENTITY)
        assert ('"blue-vf"' in text) == (level >= Level.IDENTITY)

    def test_rules_may_hide_the_inside_alone(self, module):
        game = begin(module, Level.PRESENCE, *GROUPS)
        red = game.belief("red")
        assert red.level(CV) == Level.ALL
        names = red.s.inside(CV)
        assert names == ("~blue.any.in:blue-cv.1", "~blue.any.in:blue-cv.2")
        assert all(is_unknown(name) and red.s.within(name) == CV for name in names)
        assert view(game, "red")["pieces"][CV]["inside"] == list(names)

    def test_whoever_has_own_pieces_inside_knows_the_holder(self, module):
        change(module / "module.yaml", 'colour: "#3b6ea5"}', 'colour: "#3b6ea5", team: a}')
        change(module / "module.yaml", 'colour: "#a5433b"}', 'colour: "#a5433b", team: a}')
        change(module / "module.yaml", "family: ladder", "family: other")
        counter = ("  - {id: red-vf, name: {pt: C, en: C}, nation: red, type: group, size: x,"
                   " values: {attack: 1}}\npalette:\n")  # fmt: skip
        change(module / "counters.yaml", "palette:\n", counter)
        change(module / "scenarios/duel.yaml", "setup:\n",
               "setup:\n  - {in: blue-cv-2, units: [red-vf]}\n")  # fmt: skip
        position = begin_without_rules(load_module(module, cache=Cache(None)))
        known = known_inside(position, "red", Knowledge(dict.fromkeys((FORCE, CV2), Level.KIND)))
        assert known.levels[FORCE] == known.levels[CV2] == Level.IDENTITY
        assert "red-vf" not in known.levels


def begin_without_rules(module):
    """A situation of the set-up of a module, whatever its rules are."""
    plugin = GamePlugin("fleet", [Nothing()])
    return Game(module, Ruleset(plugin), Header("fleet", "duel", "1")).situation


class Nothing:
    @hookimpl
    def phase_steps(self, phase):
        return [Idle(phase.side)]


class Idle(Step, frozen=True):
    side: str

    def decision(self, s):
        return Decision(self.side, msg("Wait."))


class TestWhoIsTold:
    def told(self, game, side="red"):
        seat = Tables(game).seat(side)
        return seat.line()[-1]

    def test_who_enters_an_unknown_piece_goes_out_of_sight(self, module):
        game = begin(module, Level.KIND, FORCE)
        game.act(FreeMove(CV, "in:blue-force"))
        row = self.told(game)
        event = row.events[0]
        assert isinstance(event, ev.WentOutOfSight)
        assert (event.piece, event.place) == (CV, "0201")
        assert row.action is None, "it names the force"
        assert "blue-force" not in canonical(list(row.events)).decode()

    def test_who_leaves_it_comes_into_sight(self, module):
        game = begin(module, Level.KIND, FORCE)
        game.act(FreeMove(CV2, "0203"))
        events = self.told(game).events
        assert isinstance(events[0], ev.CameIntoSight)
        assert (events[0].piece, events[0].place) == (CV2, "0203")

    def test_what_moves_within_is_not_told(self, module):
        game = begin(module, Level.KIND, FORCE)
        game.act(FreeMove("blue-vf-3", "in:blue-force"))
        rows = len(Tables(game).seat("red").line())
        game.act(FreeMove("blue-vf-3", "in:blue-cv-2"))
        assert len(Tables(game).seat("red").line()) == rows

    def test_what_was_inside_is_known_as_it_is_lost(self, module):
        game = begin(module, Level.KIND, FORCE)
        game.act(FreeMove(FORCE, DEAD))
        row = self.told(game)
        came = [event for event in row.events if isinstance(event, ev.CameIntoSight)]
        assert [(event.piece, event.place) for event in came] == [(CV2, DEAD)]
        assert row.reveals

    def test_facts_do_not_name_an_unknown_holder(self, module):
        game = begin(module, Level.KIND)
        t = Table(game)
        t.set("blue-movement", {}, keep=True, facts={"plan": {"to": "in:blue-force"}})
        assert "blue-force" not in str(game.belief("red").s.position.facts)
        assert game.belief("blue").s.position.facts["plan"] == {"to": "in:blue-force"}


class TestNonInterference:
    """What is inside cannot be told from what is not: byte for byte, whatever is asked."""

    @pytest.fixture(autouse=True)
    def _found(self, monkeypatch):
        monkeypatch.setenv("TABULEIRO_PLUGINS", str(EXAMPLE))

    def carriers(self, *fog):
        catalogue = Catalogue.installed()
        catalogue.house_rules["fog"] = Fog(*fog)
        options = {"free-hand": True}
        return catalogue.new("carrier", seed="1", options=options, house_rules=["fog"])

    @pytest.mark.parametrize("fog", [
        (Level.STATE, "blue-ca"),
        (Level.KIND, "blue-cv-1"),
        (Level.NOTHING,),
        (Level.PRESENCE, "blue-vf-1", "blue-vf-2", "blue-vf-3"),
    ])  # fmt: skip
    @pytest.mark.slow
    def test_twins_are_alike(self, fog):
        report = SecrecyReport("carrier", "fog")
        game, rng = self.carriers(*fog), Random(1)
        for number in range(40):
            if number % 4 == 0:
                ways = ("cargo", "identities", "losses", "several")
                try_twins(game, report, rng, viewers=("red",), mutators=ways)
            game.act(choose(game, rng), thrown=game.module.sides)
            if game.over:
                break
        assert report.differences == []
        assert report.twins["cargo"] > 3

    def test_the_leak_opened_again_is_found(self, monkeypatch):
        monkeypatch.setattr("tabuleiro.engine.eyes.known_inside", lambda _s, _viewer, known: known)
        report = SecrecyReport("carrier", "fog")
        game, rng = self.carriers(Level.STATE, "blue-ca"), Random(1)
        other = game.fork()
        other.act(FreeMove("blue-vf-1", "in:blue-cv-2"))
        Pair(game, "red", Twin(other.position), report, "cargo").run(rng, 1)
        assert report.differences

    def test_a_pair_that_differs_in_what_is_seen_is_found(self):
        """The test can fail: groups in the air hide nothing."""
        game = self.carriers(Level.STATE, "blue-ca")
        other = game.fork()
        other.act(FreeMove("blue-vf-1", "0203"))
        report = SecrecyReport("carrier", "fog")
        Pair(game, "red", Twin(other.position), report, "open").run(Random(1), 1)
        assert report.differences
