"""Three sides each for itself, cards in hidden hands, areas; a game that takes from no family."""

import io
import shutil
from pathlib import Path
from typing import ClassVar

import pytest

from tabuleiro.bots import RandomPlayer, SimplePlayer, play_match
from tabuleiro.cli.program import main
from tabuleiro.cli.terminal_session import Session
from tabuleiro.cli.terminal_show import legal_lines, score_lines
from tabuleiro.engine import events as ev
from tabuleiro.engine.knowledge import Level
from tabuleiro.host.panels.hands import HandsPanel
from tabuleiro.host.panels.result import score_html
from tabuleiro.host.panels.undone import left_undone
from tabuleiro.host.scenes import scenes_of
from tabuleiro.module.unknown import is_unknown
from tabuleiro.seats import Table as Seats
from tabuleiro.seats.questions import QUESTIONS
from tabuleiro.seats.telling import tell_row
from tabuleiro.testing import action, table
from tabuleiro.testing.secrecy import check_secrecy
from tabuleiro.testing.table import catalogue

GAME = "rivals"
EXAMPLES = Path(__file__).resolve().parents[2] / "docs" / "examples"
SIDES = ("venice", "genoa", "byzantium")


def hands(s):
    return [len(s.at(f"{side}-hand")) for side in SIDES]


class TestCards:
    def test_each_side_is_dealt_three(self):
        t = table(GAME)
        assert hands(t.s) == [3, 3, 3]
        assert len(t.s.at("deck")) == 5

    def test_an_uprising_frees_an_enemy_land_in_which_nobody_stands(self):
        t = table(GAME, "venice-card", {"uprising-1": "venice-hand", "byzantium-1": "morea"})
        aims = {one.target for one in t.legal("rivals-card")}
        assert "thessaly" in aims
        assert not {"morea", "veneto", "apulia"} & aims  # held, one's own, nobody's
        t.act("rivals-card", "uprising-1", "thessaly")
        assert t.s.position.control["thessaly"] == "fate"
        assert t.place("uprising-1") == "discard"

    def test_a_levy_brings_an_army_to_a_land_of_ones_own(self):
        t = table(GAME, "venice-card", {"levy-1": "venice-hand", "venice-4": "venice-levies"})
        assert {one.target for one in t.legal("rivals-card")} == {"veneto", "dalmatia"}
        assert t.act("rivals-card", "levy-1", "veneto").place("venice-4") == "veneto"

    def test_a_card_that_is_played_is_named_to_all(self):
        t = table(GAME, "venice-card", {"levy-1": "venice-hand", "venice-4": "venice-levies"})
        t.act("rivals-card", "levy-1", "veneto")
        seat = Seats(t.game).seat("genoa")
        (*_rows, row) = seat.rows()
        assert tell_row(row, seat.sight())["text"].startswith("Venice plays Levy.")

    def test_one_card_is_played_and_the_campaign_begins(self):
        t = table(GAME, "venice-card", {"uprising-1": "venice-hand", "uprising-2": "venice-hand"})
        assert t.act("rivals-card", "uprising-1", "thessaly").phase == "venice-campaign"

    def test_what_was_played_goes_back_when_the_deck_is_empty(self):
        cards = [f"{kind}-{n}" for kind in ("levy", "uprising") for n in range(1, 8)]
        where = dict.fromkeys(cards, "discard")
        t = table(GAME, "byzantium-campaign", where).end()
        assert hands(t.s) == [3, 3, 3]
        assert len(t.s.at("deck")) == 5
        assert t.s.at("discard") == ()


class TestCampaigns:
    def test_an_army_goes_two_lands_and_takes_them(self):
        t = table(GAME, "venice-campaign", {"venice-1": "veneto"}, control={"latium": "genoa"})
        for land in ("tuscany", "latium"):
            t.act("rivals-go", "venice-1", land)
        assert t.s.position.control["latium"] == "venice"
        assert t.decision.pieces == t.decision.hexes == ()
        assert t.legal("rivals-go") == []

    def test_nobody_goes_to_sea_or_where_two_others_stand(self):
        there = {"venice-1": "tuscany", "genoa-1": "latium", "byzantium-1": "latium"}
        t = table(GAME, "venice-campaign", there)
        assert {one.to for one in t.legal("rivals-go")} == {"lombardy", "veneto", "liguria"}

    def test_both_throw_until_one_side_is_left(self):
        there = {"venice-1": "veneto", "genoa-1": {"place": "tuscany", "losses": 1}}
        t = table(GAME, "venice-campaign", there, dice=[1, 1, 5, 6])
        t.act("rivals-go", "venice-1", "tuscany").end()
        assert (t.place("genoa-1"), t.losses("venice-1")) == ("dead", 1)
        assert t.s.position.control["tuscany"] == "venice"
        assert t.phase == "genoa-card"

    def test_the_owner_says_who_is_hit(self):
        there = {"venice-1": "veneto", "genoa-1": "tuscany", "genoa-2": "tuscany"}
        t = table(GAME, "venice-campaign", there, dice=[1, 1, 5])
        t.act("rivals-go", "venice-1", "tuscany").end()
        assert (t.decision.side, t.decision.kind) == ("genoa", "choose")


class TestPoints:
    def test_tracks_and_marks_stand_where_the_scenario_says(self, tmp_path, monkeypatch):
        folder = EXAMPLES / GAME / f"tabuleiro_{GAME}" / "modules" / GAME
        copy = shutil.copytree(folder, tmp_path / GAME)
        track = "  - {id: gold, name: {pt: Ouro, en: Gold}, spaces: 9, first: 0, where: south}\n"
        for file, more in (("board.yaml", track), ("scenarios/war.yaml", "tracks: {gold: 3}\n")):
            (copy / file).write_text((copy / file).read_text("utf-8") + more, "utf-8")
        war = (copy / "scenarios/war.yaml").read_text("utf-8")
        worn = war.replace("units: [genoa-3],", "units: [genoa-3], marks: [reduced],")
        (copy / "scenarios/war.yaml").write_text(worn, "utf-8")
        game = catalogue().new(str(copy), seed="1")
        assert game.position.tracks["gold"] == 3
        assert game.situation.marked("genoa-3", "reduced")
        change = [ev.TrackSet("gold", 4), ev.TrackSet("gold", 5)]
        game.test(change, {"type": "set-position"})
        seat = Seats(game).seat("venice")
        (*_rows, row) = seat.rows()
        assert tell_row(row, seat.sight())["text"].endswith("Gold is now 5.")

    def test_lands_count_at_the_end_of_each_turn(self):
        owned = {"latium": "genoa", "thessaly": "fate"}
        t = table(GAME, "byzantium-campaign", {}, control=owned, keep=True)
        assert t.end().points() == {"venice": 4, "genoa": 5, "byzantium": 5, "fate": 0}
        while t.s.turn == 2:
            t.end()
        assert t.points()["venice"] == 8

    def test_who_is_nobodys_side_has_no_line_in_the_score(self, window):
        t = table(GAME)
        told = "\n".join(score_lines(Seats(t.game).seat("venice")))
        assert "Venice" in told
        assert "Fate" not in told
        assert "Fate" not in score_html(window(t.game).seat)


class TestComputers:
    @pytest.mark.parametrize("player", [RandomPlayer, SimplePlayer])
    def test_they_move_and_play_cards(self, player):
        game = catalogue().new(GAME, seed="3")
        play_match(game, {side: player(side) for side in SIDES}, limit=3_000)
        kinds = [row.action.get("type") for row in game.log.line() if row.action]
        assert kinds.count("rivals-go") > 20
        assert kinds.count("rivals-card") > 5

    def test_they_move_where_a_decision_does_not_name_the_pieces(self, monkeypatch):
        from tabuleiro.engine import Decision, ListedStep

        def bare(_step, _s, side, prompt, rule="", kind="phase"):
            return Decision(side, prompt, rule, kind, actions=("rivals-go", "end-phase"))

        monkeypatch.setattr(ListedStep, "asking", bare)
        game = catalogue().new(GAME, seed="3")
        play_match(game, {side: RandomPlayer(side) for side in SIDES}, limit=3_000)
        kinds = [row.action.get("type") for row in game.log.line() if row.action]
        assert kinds.count("rivals-go") > 20

    def test_the_table_of_a_series_has_who_plays(self, capsys):
        assert main(["--lang", "en", "playout", GAME, "--games", "2"]) == 0
        told = capsys.readouterr().out
        assert "Byzantium" in told
        assert "Fate" not in told


class TestSecrets:
    def test_two_enemies_see_the_backs_of_a_hand(self):
        t = table(GAME)
        seats = Seats(t.game)
        mine = seats.seat("venice").sight().at("venice-hand")
        assert not any(map(is_unknown, mine))
        for enemy in ("genoa", "byzantium"):
            assert all(map(is_unknown, seats.seat(enemy).sight().at("venice-hand")))
            levels = t.game.belief(enemy).knowledge.levels
            assert {levels[card] for card in mine} == {Level.PRESENCE}

    @pytest.mark.slow
    def test_nothing_tells_an_enemy_more(self):
        report = check_secrecy(GAME, "", seed=1, probes=6, length=60)
        assert report.twins["identities"] > 3
        assert report.differences == []


class TestInTheTerminal:
    @pytest.fixture
    def sit(self, monkeypatch, capsys):
        """A function that types lines for whoever is asked and returns what is printed."""

        def typed(game, *lines):
            monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(lines) + "\n"))
            Session(Seats(game), "A match").loop()
            return capsys.readouterr().out

        return typed

    def test_a_word_that_a_command_has_too_means_what_can_be_done(self, sit):
        t = table(GAME, "venice-campaign", {"venice-1": "veneto"})
        told = sit(t.game, "legal", "move venice-1 tuscany")
        assert "rivals-go venice-1" in told
        assert t.place("venice-1") == "tuscany"

    def test_what_the_list_says_can_be_typed(self, sit):
        t = table(GAME, "venice-campaign", {"venice-1": "veneto"})
        sit(t.game, "rivals-go venice-1 tuscany")
        assert t.place("venice-1") == "tuscany"

    def test_commands_that_are_no_actions_stay_what_they_are(self, sit):
        t = table(GAME, "venice-campaign", {"venice-1": "veneto"})
        assert "legal actions" in sit(t.game, "legal")

    def test_a_refusal_names_the_action(self):
        t = table(GAME, "venice-campaign", {"venice-1": "veneto"})
        told = t.why(action("rivals-go", piece="venice-1", to="morea"))
        assert told == "This cannot be done now: Move."

    def test_what_lies_beside_the_map_is_told(self, sit):
        t = table(GAME, "venice-card", {"levy-1": "venice-hand", "uprising-1": "genoa-hand"})
        told = sit(t.game, "table")
        assert "Hand of Venice [venice-hand] (1): Levy" in told
        assert "Hand of Genoa [genoa-hand] (1)\n" in told

    def test_cards_are_listed_with_their_aims(self):
        t = table(GAME, "venice-card", {"uprising-1": "venice-hand"})
        (line,) = (one for one in legal_lines(Seats(t.game).seat("venice"), None) if "Upr" in one)
        assert "thessaly" in line


class TestAsked:
    """Everything that panels and layers ask has an answer, though no part of a family is here."""

    ABOUT: ClassVar = {
        "journeys": {"piece": "venice-1"}, "supply": {"piece": "venice-1"},
        "points": {"piece": "venice-1"},
        "notes": {"hex": "veneto"}, "states": {"piece": "venice-1"}, "zones": {"of": "genoa"},
        "way": {"piece": "venice-1", "place": "morea"},
        "thread": {"here": "veneto", "there": "morea"}, "exits": {"of": "venice"},
    }  # fmt: skip

    @pytest.mark.parametrize("what", sorted({*ABOUT} & {*QUESTIONS}))
    @pytest.mark.parametrize("piece", ["venice-1", "levy-1"])
    def test_each_question(self, what, piece):
        t = table(GAME, "venice-campaign", {"venice-1": "veneto", "levy-1": "venice-hand"})
        about = {key: piece if key == "piece" else v for key, v in self.ABOUT[what].items()}
        Seats(t.game).seat("venice").ask(what, **about).now()

    def test_why_an_army_cannot_go_there(self):
        t = table(GAME, "venice-campaign", {"venice-1": "veneto"})
        verdict = Seats(t.game).seat("venice").why("venice-1", "morea").now()
        assert not verdict

    def test_where_it_can_go_by_other_rules_is_not_made_up(self):
        t = table(GAME, "venice-campaign", {"venice-1": "veneto"})
        assert Seats(t.game).seat("venice").ask("journeys", piece="venice-1").now() == ()


class TestInTheWindow:
    def test_a_card_says_what_it_does(self, window):
        from tabuleiro.host.panels.details import tip_lines

        t = table(GAME, "venice-card", {"levy-1": "venice-hand", "levy-2": "genoa-hand"})
        shown = window(t.game, players={"venice": "human"})
        seat = shown.seat
        assert "An army comes" in " ".join(tip_lines(seat, "levy-1"))
        (theirs,) = seat.sight.at("genoa-hand")
        assert "An army comes" not in " ".join(tip_lines(seat, theirs))

    def test_cards_that_are_kept_are_nothing_left_undone(self, window):
        t = table(GAME, "venice-card", {"levy-1": "venice-hand", "venice-4": "venice-levies"})
        seat = window(t.game).seat
        assert seat.decision().pieces == ("levy-1",)
        assert left_undone(seat) == ""

    def test_hands_of_others_take_little_room(self, window):
        shown = window(table(GAME).game, players={"venice": "human"})
        found = shown.docks["hands"].widget()
        panel = found if isinstance(found, HandsPanel) else found.findChild(HandsPanel)
        mine, theirs = panel.fans["venice-hand"], panel.fans["genoa-hand"]
        assert theirs.height() < 0.5 * mine.height()
        for card in theirs.cards:
            assert theirs.card_at(theirs.middle(card).toPointF()) == card

    def test_the_panel_says_who_threw_what(self, window):
        there = {"venice-1": "veneto", "genoa-1": {"place": "tuscany", "losses": 1}}
        t = table(GAME, "venice-campaign", there, dice=[1, 6])
        panel = (shown := window(t.game)).battle
        for deed in ("rivals-go", "venice-1", "tuscany"), ("end-phase",):
            shown.seat.act(action(*deed))
        (*_rows, row) = shown.seat.rows()
        (scene,) = scenes_of(row)
        panel.play(scene)
        panel.tell()
        assert panel.foot.lines[0] == "Genoa: 1 · Venice: 6"

    def test_an_army_moves_by_clicks(self, window, click):
        t = table(GAME, "venice-campaign", {"venice-1": "veneto"})
        shown = window(t.game)
        click(shown, "veneto")
        click(shown, "lombardy")
        assert shown.seat.sight.place("venice-1") == "lombardy"
