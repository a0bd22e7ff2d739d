"""Files that were damaged or forged: each is refused with one sentence, or read as it was."""

import json
import random
import sqlite3

import pytest

from store import tiny
from store.sentences import contents, is_sentence
from tabuleiro.engine.knowledge import EVERYTHING
from tabuleiro.store import (
    DamagedGame,
    Library,
    PartidaError,
    StoreError,
    open_partida,
    write_partida,
)
from tabuleiro.store.archive import pack, unpack
from tabuleiro.store.partida import FILES
from tabuleiro.store.stored_log import rechained

SEEDS = 100
HUGE = 10**400


@pytest.fixture(scope="module")
def original():
    game = tiny.play(tiny.new_game(), 60, seed=4)
    game.log.names["here"] = 3
    return game


def state(game):
    return game.position.digest(), len(game.log), game.log.head


# ------------------------------------------------------------------------------- .partida


def flip(raw, dice):
    raw = bytearray(raw)
    for _ in range(dice.choice([1, 1, 2, 8])):
        raw[dice.randrange(len(raw))] ^= 1 << dice.randrange(8)
    return bytes(raw)


def truncate(raw, dice):
    return raw[: dice.randrange(len(raw))]


def splice(raw, dice):
    a, b = sorted(dice.sample(range(len(raw)), 2))
    return raw[:a] + dice.randbytes(dice.randrange(20)) + raw[b:]


def rows_of(files):
    return [json.loads(line) for line in files["log.jsonl"].splitlines()]


def lines_of(rows):
    return b"".join(json.dumps(row).encode() + b"\n" for row in rows)


def swap_rows(files, dice):
    lines = files["log.jsonl"].splitlines(keepends=True)
    a, b = dice.sample(range(len(lines)), 2)
    lines[a], lines[b] = lines[b], lines[a]
    files["log.jsonl"] = b"".join(lines)


def drop_rows(files, dice):
    lines = files["log.jsonl"].splitlines(keepends=True)
    del lines[dice.randrange(len(lines)) :: dice.choice([1, 2, 50])]
    files["log.jsonl"] = b"".join(lines)


def double_rows(files, dice):
    lines = files["log.jsonl"].splitlines(keepends=True)
    at = dice.randrange(len(lines))
    lines.insert(at, lines[at])
    files["log.jsonl"] = b"".join(lines)


def spots(value, path=()):
    """The ways to all values in plain data."""
    yield path
    items = value.items() if isinstance(value, dict) else enumerate(value)
    for key, inside in items:
        if isinstance(inside, dict | list):
            yield from spots(inside, (*path, key))
        else:
            yield (*path, key)


def put(data, path, value):
    for key in path[:-1]:
        data = data[key]
    data[path[-1]] = value


ODD = [
    None,
    True,
    -1,
    HUGE,
    2**63,
    0.5,
    "",
    "x" * 10_000,
    "\x00\u2028",
    [],
    [[]],
    {},
    {"type": "moved"},
]


def edit(files, dice):
    """Put something odd anywhere in one of the three files."""
    name = dice.choice(FILES)
    data = rows_of(files) if name == "log.jsonl" else json.loads(files[name])
    path = dice.choice([path for path in spots(data) if path])
    old = data
    for key in path:
        old = old[key]
    put(data, path, dice.choice([value for value in ODD if value != old]))
    if name == "manifest.json" and path[0] in ("title", "program", "names"):
        data["head"] = -1  # these alone may be edited
    files[name] = lines_of(data) if name == "log.jsonl" else json.dumps(data).encode()


def forge(files, dice):
    """Put something odd into a row, and make all hashes fit again."""
    rows = rows_of(files)
    row = dice.randrange(len(rows))
    fixed = {"id", "hash", "parent"}
    if rows[row]["kind"] == "test":
        fixed.add("action")  # a note on what was set, which the rules do not read
    if rows[row]["kind"] == "free":
        fixed.add("side")  # anybody may have a free hand
    options = [path for path in spots(rows[row]) if path and path[0] not in fixed]
    path = dice.choice(options)
    old = rows[row]
    for key in path:
        old = old[key]
    put(rows[row], path, dice.choice([value for value in ODD if value != old]))
    files["log.jsonl"] = lines_of(rechained(rows))


def forge_head(files, dice):
    manifest = json.loads(files["manifest.json"])
    manifest["head"] = dice.choice([-1, len(rows_of(files)), HUGE, None, "0", 0])
    files["manifest.json"] = json.dumps(manifest).encode()


def lose_file(files, dice):
    del files[dice.choice(FILES)]


def nest(files, dice):
    deep = dice.choice([b"[", b'{"a":']) * dice.choice([500, 5_000, 200_000])
    files[dice.choice(FILES)] = deep


def not_json(files, dice):
    files[dice.choice(FILES)] = dice.choice(
        [b"", b"\n\n\n", b"null", b"[]", b"{}", b"\xff\xfe", b'"\\ud800"', b"1" * 9999, b"NaN"]
    )


def bomb(files, dice):
    files[dice.choice([*FILES, "extra.txt"])] = b" " * dice.choice([2_000_000, 20_000_000])


def hostile_name(files, dice):
    name = dice.choice(["../x", "/x", "MANIFEST.JSON", "x.zip", "d/", "c:x", "\\\\server\\x"])
    files[name] = b"x"


RAW = [flip, truncate, splice]
FORGED = [swap_rows, drop_rows, double_rows, edit, edit, forge, forge, forge_head, lose_file, nest,
          not_json, bomb, hostile_name]  # fmt: skip


@pytest.mark.parametrize("seed", range(SEEDS))
def test_partida(seed, tmp_path, original):
    dice = random.Random(seed)
    path = tmp_path / "game.partida"
    write_partida(path, original, "Original", viewer=EVERYTHING)
    mutate = dice.choice(FORGED + RAW * 2)
    if mutate in RAW:
        path.write_bytes(mutate(path.read_bytes(), dice))
    else:
        files = unpack(path.read_bytes(), FILES)
        mutate(files, dice)
        path.write_bytes(pack(files))
    before = contents(tmp_path)
    try:
        game = open_partida(path, tiny.module(), tiny.ruleset())
    except PartidaError as error:
        is_sentence(error)
    else:
        # A bit that says nothing, such as one of a date.
        assert mutate in RAW
        assert state(game) == state(original)
    assert contents(tmp_path) == before


@pytest.mark.parametrize("seed", range(SEEDS))
def test_forged_partida_without_verifying(seed, tmp_path, original):
    """Forged events that the rules are not asked about do no harm either."""
    dice = random.Random(seed)
    path = tmp_path / "game.partida"
    write_partida(path, original, "Original", viewer=EVERYTHING)
    files = unpack(path.read_bytes(), FILES)
    forge(files, dice)
    path.write_bytes(pack(files))
    try:
        open_partida(path, tiny.module(), tiny.ruleset(), verify=False)
    except PartidaError as error:
        is_sentence(error)


# -------------------------------------------------------------------------------- library


def on_file(change):
    """A mutation of the bytes of the library."""

    def mutate(path, dice):
        path.write_bytes(change(path.read_bytes(), dice))

    return mutate


def swap_pages(path, dice):
    raw = bytearray(path.read_bytes())
    a, b = dice.sample(range(len(raw) // 4096), 2)
    first, second = slice(a * 4096, (a + 1) * 4096), slice(b * 4096, (b + 1) * 4096)
    raw[first], raw[second] = raw[second], raw[first]
    path.write_bytes(bytes(raw))


def wipe_page(path, dice):
    raw = bytearray(path.read_bytes())
    at = dice.randrange(len(raw) // 4096) * 4096
    raw[at : at + 4096] = dice.choice([bytes(4096), b"\xff" * 4096, dice.randbytes(4096)])
    path.write_bytes(bytes(raw))


def by_sql(path, dice):
    """Change the tables behind the library's back."""
    row = dice.randrange(1, 30)
    odd = dice.choice([None, -1, "x", b"\xff\xfe", 2**62, 0.5, "[" * 100_000, "1" * 9999, "{}"])
    statement, values = dice.choice(
        [
            ("UPDATE OR REPLACE rows SET data = coalesce(?, '') WHERE id = ?", (odd, row)),
            ("UPDATE OR REPLACE rows SET id = id + 100 WHERE id = ?", (row,)),
            ("DELETE FROM rows WHERE id >= ?", (row,)),
            ("DELETE FROM rows WHERE id = ?", (row,)),
            ("DELETE FROM rows", ()),
            ("UPDATE rows SET data = replace(data, 'p1', 'p2') WHERE id >= ?", (0,)),
            ("UPDATE rows SET data = (SELECT data FROM rows WHERE id = 2) WHERE id = ?", (row,)),
            ("UPDATE games SET head = coalesce(?, 'x')", (odd,)),
            ("UPDATE games SET row_count = coalesce(?, 'x')", (odd,)),
            ("UPDATE games SET head_hash = coalesce(?, 'x')", (odd,)),
            ("UPDATE games SET turn = coalesce(?, 'x'), row_count = 'y'", (odd,)),
            ("DROP TABLE rows", ()),
            ("DROP TABLE games", ()),
            ("DROP TABLE names", ()),
            ("ALTER TABLE games RENAME COLUMN head TO feet", ()),
            ("DELETE FROM games", ()),
            ("PRAGMA user_version=99", ()),
            ("PRAGMA user_version=0", ()),
            ("PRAGMA application_id=5", ()),
        ]
    )
    with sqlite3.connect(path) as db:
        db.execute(statement, values)
    db.close()


LIBRARY = [on_file(flip), on_file(truncate), on_file(splice), swap_pages, wipe_page]


@pytest.mark.parametrize("seed", range(SEEDS))
def test_library(seed, tmp_path, original):
    dice = random.Random(seed)
    path = tmp_path / "library.db"
    with Library(path) as library:
        number = library.create(original, "Original").id
    original.sink = None
    mutate = dice.choice([*LIBRARY, by_sql, by_sql, by_sql])
    mutate(path, dice)
    before = contents(tmp_path)
    try:
        with Library(path) as library:
            assert all(is_sentence(sentence) for sentence in library.check())
            read_all(library, number, original)
    except StoreError as error:
        is_sentence(error)
        assert mutate is not by_sql or contents(tmp_path) == before
    assert path.read_bytes()[100:] == before["library.db"][100:]


def read_all(library, number, original):
    """List, resume and salvage; what comes back must be what was kept."""
    try:
        library.list()  # pages that changed places may look like damaged entries
    except StoreError as error:
        is_sentence(error)
    try:
        game = library.resume(number, tiny.module(), tiny.ruleset())
        assert state(game) == state(original)
    except DamagedGame as error:
        is_sentence(error)
        salvages(library, number, error, original)


def salvages(library, number, error, original):
    assert error.game == number
    assert library.check()
    if error.sound:
        sound(library.salvage(number), error.sound, original)
    else:
        with pytest.raises(DamagedGame, match="from its first row on"):
            library.salvage(number)


def sound(kept, count, original):
    assert len(kept.rows) == count
    assert [row.hash for row in kept.rows] == [original.log.rows[n].hash for n in range(count)]
    assert 0 <= kept.head < count
    assert all(0 <= row < count for row in kept.names.values())


class TestSalvage:
    @pytest.fixture
    def damaged(self, tmp_path, original):
        """A library with a game of which row 20 was changed, and a sound one."""
        with Library(tmp_path / "library.db") as library:
            library.create(original, "Original")
            library.create(tiny.new_game("other"), "Other")
        original.sink = None
        with sqlite3.connect(tmp_path / "library.db") as db:
            db.execute(
                "UPDATE rows SET data = replace(data, ':false', ':true') WHERE game = 1 AND id = 20"
            )
        db.close()
        with Library(tmp_path / "library.db") as library:
            yield library

    def test_says_which_game_which_row_and_what_can_be_saved(self, damaged):
        with pytest.raises(DamagedGame) as error:
            damaged.open(1)
        assert str(error.value) == (
            'Game 1, "Original", is damaged at row 20: it was changed after it was written;'
            " the rows before it can be opened as a copy."
        )
        assert (error.value.game, error.value.sound) == (1, 20)
        assert damaged.check() == (str(error.value),)

    def test_the_copy_can_be_played(self, damaged, original):
        kept = damaged.salvage(1)
        assert len(kept.rows) == 20
        assert kept.head == 19
        number = damaged.add(kept, "Copy")
        game = damaged.resume(number, tiny.module(), tiny.ruleset())
        assert game.position == original.log.position(19)
        tiny.play(game, 20)
        assert state(damaged.resume(number, tiny.module(), tiny.ruleset())) == state(game)

    def test_the_other_game_is_not_touched(self, damaged):
        assert damaged.resume(2, tiny.module(), tiny.ruleset()).log.head == 0
        damaged.delete(1)
        assert damaged.check() == ()

    def test_a_lost_head_and_lost_names(self, tmp_path, original):
        with Library(tmp_path / "library.db") as library:
            stored = library.create(original, "Original")
            with library._database.change() as db:
                db.execute("UPDATE games SET head_hash = 'x'")
                db.execute("UPDATE names SET row = 999")
            with pytest.raises(DamagedGame, match="nothing says which row is played on") as error:
                library.open(stored.id)
            assert error.value.sound == len(original.log)
            kept = library.salvage(stored.id)
            assert kept.head == len(original.log) - 1
            assert kept.names == {}
        original.sink = None

    def test_an_entry_that_cannot_be_read_is_listed_as_damaged(self, damaged):
        with damaged._database.change() as db:
            db.execute("UPDATE games SET turn = 'soon' WHERE id = 1")
        (entry,) = [entry for entry in damaged.list() if entry.id == 1]
        assert entry.damaged
        assert entry.title == "Original"

    def test_events_of_a_plugin_that_is_not_there(self, tmp_path, original):
        """The rows are sound: this is no damage."""
        with Library(tmp_path / "library.db") as library:
            stored = library.create(original, "Original")
            with library._database.change() as db:
                rows = [
                    json.loads(line)
                    for (line,) in db.execute("SELECT data FROM rows ORDER BY id").fetchall()
                ]
                rows[5]["events"].append({"type": "of-another-game"})
                for row in rechained(rows):
                    db.execute(
                        "UPDATE rows SET data = ? WHERE id = ?", (json.dumps(row), row["id"])
                    )
                db.execute(
                    "UPDATE games SET head_hash = ?", (rechained(rows)[original.log.head]["hash"],)
                )
            with pytest.raises(StoreError, match="Row 5 means nothing to this program") as error:
                library.open(stored.id)
            assert is_sentence(error.value)
            assert not isinstance(error.value, DamagedGame)
            assert library.check() == ()
        original.sink = None

    def test_rows_whose_events_cannot_be_applied(self, tmp_path, original):
        with Library(tmp_path / "library.db") as library:
            kept = library.open(library.create(original, "Original").id)
            rows = [row if row.id != 0 else row.__class__(**{**row.to_data(), "events": ()})
                    for row in kept.rows]  # fmt: skip
            with pytest.raises(StoreError, match="do not fit the module") as error:
                library.add(kept._replace(rows=tuple(rows)), "x")
            assert is_sentence(error.value)
        original.sink = None


def test_a_bit_flip_anywhere_in_a_row_is_found(tmp_path, original):
    """Each of the bits of one row, not only those that chance finds."""
    path = tmp_path / "library.db"
    with Library(path) as library:
        library.create(original, "Original")
    original.sink = None
    raw = path.read_bytes()
    needle = original.log.rows[7].hash.encode()
    at = raw.find(needle)
    assert at > 0
    for offset in range(len(needle)):
        changed = bytearray(raw)
        changed[at + offset] ^= 2
        path.write_bytes(bytes(changed))
        with Library(path) as library, pytest.raises(DamagedGame, match="row 7"):
            library.open(1)
