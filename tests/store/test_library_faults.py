"""The library when the disk, another program or another window stands in the way."""

import os
import shutil
import sqlite3
import threading

import pytest

from store import tiny
from store.sentences import contents, is_sentence
from tabuleiro.engine.game import GameError
from tabuleiro.store import Library, StoreError
from tabuleiro.store.database import Database
from tabuleiro.store.schema import APPLICATION, SCHEMA, STEPS
from tabuleiro.store.stored_log import kept_of

ROOM = 10


def state(game):
    return game.position.digest(), len(game.log), game.log.head


def fails(act, words):
    with pytest.raises(StoreError, match=words) as error:
        act()
    assert is_sentence(error.value)


def play_until_refused(game, words):
    """Play until a row cannot be kept, and return what the game was before that."""
    for seed in range(3000):
        before = state(game)
        try:
            tiny.play(game, 1, seed, wild=False)
        except StoreError as error:
            refused = error
            break
    assert is_sentence(refused)
    assert words in str(refused)
    return before


class TestDiskFull:
    def test_refuses_the_row_and_changes_nothing(self, library, game, module, ruleset):
        number = library.create(game, "Cassino").id
        with library._database.reading() as db:
            (pages,) = db.execute("PRAGMA page_count").fetchone()
            db.execute(f"PRAGMA max_page_count={pages + ROOM}")
        before = play_until_refused(game, "The disk is full")
        assert state(game) == before
        assert len(game.log) > ROOM
        assert state(library.resume(number, module, ruleset)) == before
        assert library.check() == ()

    def test_goes_on_when_there_is_room_again(self, library, game, module, ruleset):
        number = library.create(game, "Cassino").id
        with library._database.reading() as db:
            db.execute("PRAGMA max_page_count=1")  # as many as there are
        play_until_refused(game, "The disk is full")
        with library._database.reading() as db:
            db.execute("PRAGMA max_page_count=100000")
        tiny.play(game, 20)
        assert state(library.resume(number, module, ruleset)) == state(game)

    def test_refuses_a_whole_game(self, library, played):
        with library._database.reading() as db:
            db.execute("PRAGMA max_page_count=1")
        fails(lambda: library.create(played, "Branches"), "The disk is full")
        assert library.list() == ()
        assert played.sink is None

    def test_of_the_system(self, tmp_path, game, module, ruleset):
        """The system refuses to make the file larger, as on a disk that is really full."""
        resource = pytest.importorskip("resource")
        path = tmp_path / "library.db"
        with Library(path) as library:
            number = library.create(game, "Cassino").id
        library = Library(path)
        game = library.resume(number, module, ruleset)
        soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (path.stat().st_size + 40_000, hard))
        try:
            before = play_until_refused(game, "The disk failed or is full")
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        assert state(game) == before
        assert state(library.resume(number, module, ruleset)) == before
        library.close()

    def test_when_the_library_is_made(self, tmp_path):
        resource = pytest.importorskip("resource")
        soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (2000, hard))
        try:
            fails(lambda: Library(tmp_path / "library.db"), "is full")
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        with Library(tmp_path / "library.db") as library:
            assert library.list() == ()


class TestOthers:
    def test_another_program_is_writing(self, library, game):
        number = library.create(game, "Cassino").id
        other = sqlite3.connect(library.path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        before = state(game)
        fails(lambda: game.act(game.legal()[0]), "Another program is using the library")
        fails(lambda: library.rename(number, "x"), "try again")
        fails(lambda: library.create(tiny.new_game(), "y"), "try again")
        assert state(game) == before
        assert library.open(number).head == 0, "reading goes on meanwhile"
        other.execute("ROLLBACK")
        game.act(game.legal()[0])
        other.close()

    def test_the_same_game_in_two_windows(self, library, game, module, ruleset):
        number = library.create(game, "Cassino").id
        with Library(library.path) as second:
            twin = second.resume(number, module, ruleset)
            game.act(game.legal()[0])
            before = state(twin)
            fails(lambda: twin.act(twin.legal()[1]), "played on in another window")
            assert state(twin) == before
            assert len(library.open(number).rows) == 2

    def test_a_game_that_was_deleted_meanwhile(self, library, game):
        stored = library.create(tiny.play(game, 3, wild=False), "Cassino")
        library.delete(stored.id)
        before = state(game)
        fails(lambda: game.act(game.legal()[0]), "was deleted")
        fails(lambda: game.goto(1), "was deleted")
        fails(lambda: stored.named("x", 1), "was deleted")
        assert state(game) == before

    def test_going_where_there_is_no_row_is_the_engine_s_matter(self, library, game):
        library.create(game, "Cassino")
        with pytest.raises(GameError):
            game.goto(99)

    def test_another_thread(self, library):
        said = []

        def ask():
            try:
                library.list()
            except StoreError as error:
                said.append(error)

        thread = threading.Thread(target=ask)
        thread.start()
        thread.join()
        assert is_sentence(said[0])

    def test_a_closed_library(self, library, game):
        library.create(game, "Cassino")
        library.close()
        before = state(game)
        fails(library.list, "closed")
        fails(lambda: game.act(game.legal()[0]), "closed")
        assert state(game) == before

    def test_interrupted_changes_are_taken_back(self, library, game):
        stored = library.create(game, "Cassino")

        def interrupted():
            with library._database.change() as db:
                db.execute("DELETE FROM rows")
                raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            interrupted()
        assert len(library.open(stored.id).rows) == 1


class TestFile:
    def test_read_only(self, library, game):
        library.create(game, "Cassino")
        with library._database.reading() as db:
            db.execute("PRAGMA query_only=ON")
        before = state(game)
        fails(lambda: game.act(game.legal()[0]), "may only be read")
        assert state(game) == before

    @pytest.mark.skipif(
        not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write everywhere"
    )
    def test_folder_that_may_not_be_written(self, tmp_path):
        tmp_path.chmod(0o500)
        fails(lambda: Library(tmp_path / "library.db"), "cannot be opened or made")
        fails(lambda: Library(tmp_path / "new" / "library.db"), "may not read or write")
        tmp_path.chmod(0o700)

    def test_folder_in_the_place_of_the_file(self, tmp_path):
        fails(lambda: Library(tmp_path), "cannot be opened or made")

    def test_file_in_the_place_of_the_folder(self, tmp_path):
        (tmp_path / "file").write_text("x")
        fails(lambda: Library(tmp_path / "file" / "library.db"), "file cannot be read or written")

    def test_not_a_database(self, tmp_path):
        path = tmp_path / "library.db"
        path.write_bytes(b"Dear diary, today we took the abbey. " * 100)
        before = contents(tmp_path)
        fails(lambda: Library(path), "is not a library of games")
        assert contents(tmp_path) == before

    def test_database_of_another_program(self, tmp_path):
        path = tmp_path / "library.db"
        with sqlite3.connect(path) as db:
            db.execute("CREATE TABLE recipes (name TEXT)")
        db.close()
        before = contents(tmp_path)
        fails(lambda: Library(path), "database of another program")
        assert contents(tmp_path) == before

    def test_newer_library(self, tmp_path):
        path = tmp_path / "library.db"
        Library(path).close()
        with sqlite3.connect(path) as db:
            db.execute(f"PRAGMA user_version={SCHEMA + 1}")
        db.close()
        before = contents(tmp_path)
        fails(lambda: Library(path), "A newer Tabuleiro made")
        assert contents(tmp_path) == before

    def test_an_empty_file_becomes_a_library(self, tmp_path):
        path = tmp_path / "library.db"
        path.touch()
        with Library(path) as library:
            assert library.list() == ()


NEXT = {**STEPS, SCHEMA + 1: ("ALTER TABLE games ADD COLUMN note TEXT NOT NULL DEFAULT ''",)}


class TestSchema:
    def test_a_further_step_is_taken_and_keeps_the_games(self, library, played):
        number = library.create(played, "Branches").id
        library.close()
        new = Database(library.path, steps=NEXT)
        with new.reading() as db:
            assert db.execute("PRAGMA user_version").fetchone() == (SCHEMA + 1,)
            assert db.execute("PRAGMA application_id").fetchone() == (APPLICATION,)
            assert db.execute("SELECT id, note FROM games").fetchall() == [(number, "")]
            rows = db.execute("SELECT count(*) FROM rows").fetchone()
        new.close()
        assert rows == (len(played.log),)

    def test_a_step_that_fails_leaves_the_library_as_it_was(self, library, played):
        number = library.create(played, "Branches").id
        library.close()
        before = library.path.read_bytes()
        steps = {**NEXT, SCHEMA + 2: ("ALTER TABLE no_such_table ADD COLUMN x",)}
        fails(lambda: Database(library.path, steps=steps), "no such table")
        assert library.path.read_bytes() == before
        with Library(library.path) as again:
            assert again.open(number).head == played.log.head

    def test_two_programs_take_the_step_at_once(self, library, played):
        """The second one waits for the first, and then finds nothing to do."""
        library.create(played, "Branches")
        library.close()
        opened = []

        def update():
            database = Database(library.path, steps=NEXT)
            opened.append(database.path)
            database.close()

        threads = [threading.Thread(target=update) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(opened) == 4


def test_a_library_whose_log_was_not_yet_merged_can_be_copied(library, played, tmp_path):
    """What a kill or the end of the power leaves: the file and its write-ahead log."""
    number = library.create(played, "Branches").id
    other = tmp_path / "other"
    other.mkdir()
    for name in ("library.db", "library.db-wal"):
        shutil.copy(tmp_path / name, other / name)
    with Library(other / "library.db") as copy:
        assert copy.open(number).head == played.log.head


class TestStrangers:
    """Libraries that somebody has made on purpose."""

    @pytest.fixture
    def path(self, tmp_path):
        Library(tmp_path / "library.db").close()
        return tmp_path / "library.db"

    def change(self, path, *statements):
        db = sqlite3.connect(path)
        with db:
            for statement in statements:
                db.execute(statement)
        db.close()

    @pytest.mark.parametrize("version", [-1, -(2**31), 0, 1])
    def test_a_version_that_is_not_that_of_the_tables(self, path, version):
        self.change(path, f"PRAGMA user_version={version}")
        before = path.read_bytes()
        fails(lambda: Library(path), "are not those that Tabuleiro makes")
        assert path.read_bytes() == before

    @pytest.mark.parametrize(
        "statements",
        [
            ("DROP TABLE games", "CREATE VIEW games AS SELECT 1 AS id"),
            ("CREATE TRIGGER t AFTER INSERT ON games BEGIN DELETE FROM rows; END",),
            ("CREATE TABLE more (x)",),
            ("ALTER TABLE games ADD COLUMN y AS (zeroblob(9))",),
            ("DROP TABLE names",),
        ],
    )
    def test_other_tables(self, path, statements):
        self.change(path, *statements)
        fails(lambda: Library(path), "are not those that Tabuleiro makes")

    @pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names")
    def test_a_pipe(self, tmp_path):
        os.mkfifo(tmp_path / "pipe.db")
        fails(lambda: Library(tmp_path / "pipe.db"), "is not a file")

    def test_a_title_without_end_hides_no_other_game(self, path, game):
        with Library(path) as library:
            library.create(game, "Sound")
            library.create(tiny.new_game("other"), "Other")
        game.sink = None
        self.change(path, "UPDATE games SET title = hex(zeroblob(3000000)) WHERE id = 2")
        with Library(path) as library:
            assert [(e.id, e.title, e.damaged) for e in library.list()] == [
                (2, "Untitled", True),
                (1, "Sound", False),
            ]
            fails(lambda: library.open(2), "far too long")

    def test_a_row_without_end(self, path, game):
        with Library(path) as library:
            library.create(game, "Long")
        game.sink = None
        self.change(path, "UPDATE rows SET data = hex(zeroblob(3000000))")
        with Library(path) as library:
            fails(lambda: library.open(1), "there is too much in it")

    def test_what_is_listed_is_harmless(self, path, game):
        with Library(path) as library:
            library.create(game, "x")
        game.sink = None
        self.change(path, "UPDATE games SET title = char(27, 8238), module = char(155)")
        with Library(path) as library:
            (entry,) = library.list()
        assert (entry.title, entry.module) == ("??", "?")

    def test_a_list_of_the_last_games(self, path, game, monkeypatch):
        monkeypatch.setattr("tabuleiro.store.library.MAX_LIST", 2)
        with Library(path) as library:
            for title in "abc":
                library.add(kept_of(game), title)
            assert [entry.title for entry in library.list()] == ["c", "b"]
