"""The library when all goes well."""

import sqlite3

import pytest

from store import tiny
from store.sentences import is_sentence
from tabuleiro.engine.freehand import FreeMove
from tabuleiro.store import Library, StoreError, default_path
from tabuleiro.store.database import Database
from tabuleiro.store.stored_log import encode_row, position_of


class TestKeeping:
    def test_a_new_game_is_kept_with_its_first_row(self, library, game):
        stored = library.create(game, "Cassino")
        kept = library.open(stored.id)
        assert kept.header == game.header
        assert [row.hash for row in kept.rows] == [game.log.rows[0].hash]
        assert kept.head == 0
        assert game.sink is stored

    def test_each_row_is_committed_before_act_returns(self, library, game):
        number = library.create(game, "Cassino").id
        other = sqlite3.connect(library.path)
        for expected in range(2, 12):
            game.act(game.legal()[-1])
            assert other.execute("SELECT count(*) FROM rows").fetchone() == (expected,)
        other.close()
        assert library.open(number).head == game.log.head

    def test_a_game_with_branches_comes_back_whole(self, library, played, module, ruleset):
        stored = library.create(played, "Branches")
        kept = library.open(stored.id)
        assert len(list(played.log.tips())) > 1
        assert [encode_row(row) for row in kept.rows] == [
            encode_row(played.log.rows[number]) for number in sorted(played.log.rows)
        ]
        assert (kept.head, kept.names) == (played.log.head, played.log.names)
        assert position_of(kept) == played.position
        again = library.resume(stored.id, module, ruleset)
        assert again.position == played.position
        assert again.log.names == {"before the storm": 17}

    def test_a_resumed_game_goes_on_being_kept(self, library, game, module, ruleset):
        number = library.create(tiny.play(game, 5), "Cassino").id
        again = tiny.play(library.resume(number, module, ruleset), 50, seed=9)
        third = library.resume(number, module, ruleset)
        assert third.position.digest() == again.position.digest()
        assert len(third.log) == len(again.log) > 30

    def test_going_back_is_kept(self, library, game):
        number = library.create(tiny.play(game, 5, wild=False), "Cassino").id
        game.goto(2)
        assert library.open(number).head == 2
        game.redo()
        assert library.open(number).head == 3
        game.undo(consent=True)
        assert library.open(number).head == 2

    def test_names_are_kept_and_taken_away(self, library, game):
        stored = library.create(tiny.play(game, 5), "Cassino")
        stored.named("plan A", 3)
        stored.named("plan A", 4)
        stored.named("plan B", 2)
        stored.named("plan B", None)
        stored.named("line\nbreak \udcff", 1)
        assert library.open(stored.id).names == {"plan A": 4, "line?break ?": 1}

    def test_a_preview_is_not_a_game(self, library, played):
        with pytest.raises(StoreError, match="preview"):
            library.create(played.fork(), "Fork")
        assert library.list() == ()

    def test_two_games_do_not_mix(self, library, game):
        other = tiny.new_game("other seed")
        first, second = library.create(game, "One"), library.create(other, "Two")
        for _ in range(10):
            game.act(game.legal()[1])
            other.act(other.legal()[-1])
        assert library.open(first.id).rows[-1].hash == game.log.rows[10].hash
        assert library.open(second.id).rows[-1].hash == other.log.rows[10].hash


class TestList:
    def test_says_how_far_a_game_is(self, library, game):
        number = library.create(game, "Cassino").id
        while game.position.turn < 3:
            game.act(game.legal()[0])
        (entry,) = library.list()
        assert (entry.id, entry.title, entry.module) == (number, "Cassino", "tiny")
        assert (entry.scenario, entry.turn, entry.finished) == ("duel", 3, False)
        assert entry.rows == len(game.log)
        assert entry.created <= entry.changed
        assert not entry.damaged

    def test_says_that_a_game_is_over_and_that_it_no_longer_is(self, library, game):
        library.create(game, "Cassino")
        while not game.over:
            game.act(game.legal()[0])
        assert library.list()[0].finished
        game.undo()
        assert not library.list()[0].finished
        game.redo()
        assert library.list()[0].finished
        game.act(FreeMove("red-1", "p3"))
        assert library.list()[0].finished

    def test_of_a_finished_game_that_is_added(self, library, game):
        while not game.over:
            game.act(game.legal()[0])
        library.create(game, "Cassino")
        assert library.list()[0].finished

    def test_last_played_comes_first(self, library, game, monkeypatch):
        times = iter(f"2026-01-01T00:00:{second:02}+00:00" for second in range(60))
        monkeypatch.setattr("tabuleiro.store.sink.now", lambda: next(times))
        monkeypatch.setattr("tabuleiro.store.library.now", lambda: next(times))
        library.create(game, "One")
        library.create(tiny.new_game(), "Two")
        assert [entry.title for entry in library.list()] == ["Two", "One"]
        game.act(game.legal()[0])
        assert [entry.title for entry in library.list()] == ["One", "Two"]

    @pytest.mark.parametrize(
        ("given", "kept"),
        [
            ("  Monte Cassino ", "Monte Cassino"),
            ("", "Untitled"),
            ("a\x00b\nc", "a?b?c"),
            ("x\udcff", "x?"),
            ("é" * 300, "é" * 199 + "…"),
        ],
    )
    def test_titles_are_one_line(self, library, game, given, kept):
        library.create(game, given)
        assert library.list()[0].title == kept

    def test_rename(self, library, game):
        number = library.create(game, "Cassino").id
        library.rename(number, "Liri")
        assert library.list()[0].title == "Liri"

    def test_delete_takes_rows_and_names_too(self, library, game):
        stored = library.create(tiny.play(game, 9), "Cassino")
        stored.named("here", 1)
        library.create(tiny.new_game(), "Other")
        library.delete(stored.id)
        assert [entry.title for entry in library.list()] == ["Other"]
        with library._database.reading() as db:
            assert db.execute("SELECT count(*) FROM rows").fetchone() == (1,)
            assert db.execute("SELECT count(*) FROM names").fetchone() == (0,)

    def test_numbers_are_not_given_again(self, library, game):
        first = library.create(game, "One").id
        library.delete(first)
        assert library.create(tiny.new_game(), "Two").id > first

    @pytest.mark.parametrize("number", [7, 0, -1, 10**30])
    def test_a_game_that_is_not_there(self, library, number, module, ruleset):
        for ask in (
            lambda: library.open(number),
            lambda: library.salvage(number),
            lambda: library.delete(number),
            lambda: library.rename(number, "x"),
            lambda: library.resume(number, module, ruleset),
        ):
            with pytest.raises(StoreError, match="There is no game") as error:
                ask()
            assert is_sentence(error.value)


class TestFile:
    def test_commits_are_durable(self, library):
        with library._database.reading() as db:
            assert db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
            assert db.execute("PRAGMA synchronous").fetchone() == (2,)
            assert db.execute("PRAGMA fullfsync").fetchone() == (1,)

    def test_without_wal_the_journal_is_synced_too(self):
        """A library in memory has no WAL, as one in some network folders."""
        with Library(":memory:") as library, library._database.reading() as db:
            assert db.execute("PRAGMA synchronous").fetchone() == (3,)

    def test_environment_says_where(self, monkeypatch, tmp_path):
        monkeypatch.setenv("TABULEIRO_LIBRARY", str(tmp_path / "here" / "games.db"))
        assert default_path() == tmp_path / "here" / "games.db"
        with Library() as library:
            assert library.path.exists()

    def test_else_the_data_folder_of_the_user(self, monkeypatch, tmp_path):
        monkeypatch.delenv("TABULEIRO_LIBRARY", raising=False)
        monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
        assert default_path().name == "library.db"
        assert "tabuleiro" in default_path().parts

    def test_opened_again_has_what_was_kept(self, tmp_path, game, module, ruleset):
        path = tmp_path / "library.db"
        with Library(path) as library:
            number = library.create(tiny.play(game, 20), "Cassino").id
        assert [each.name for each in tmp_path.iterdir()] == ["library.db"]
        with Library(path) as library:
            assert library.resume(number, module, ruleset).position == game.position

    def test_closing_twice_does_no_harm(self, library):
        library.close()
        library.close()

    def test_many_programs_may_make_it_at_once(self, tmp_path):
        paths = [Database(tmp_path / "library.db") for _ in range(5)]
        for database in paths:
            database.close()

    def test_check_finds_nothing_wrong(self, library, played):
        library.create(played, "Branches")
        assert library.check() == ()
