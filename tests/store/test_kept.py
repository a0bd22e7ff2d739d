"""Rows as lines of JSON, and what is refused as none."""

import json
import sqlite3

import msgspec
import pytest

from samples import sampled
from store import tiny
from store.sentences import is_sentence
from tabuleiro.engine.knowledge import EVERYTHING
from tabuleiro.engine.log import Row, chain
from tabuleiro.store import DamagedGame, Library, PartidaError, StoreError, open_partida
from tabuleiro.store.archive import pack, unpack
from tabuleiro.store.database import Database
from tabuleiro.store.errors import os_sentence
from tabuleiro.store.partida import FILES, write_partida
from tabuleiro.store.stored_log import (
    BrokenRow,
    UnreadableError,
    _chain_1,
    checked_rows,
    encode_row,
    header_of,
    kept_of,
    read_json,
    rechained,
    restore,
    revived,
)
from tabuleiro.testing.table import table


def lines_of(game):
    return [encode_row(game.log.rows[number]) for number in range(len(game.log))]


def test_the_hash_of_plain_data_is_the_engine_s(played):
    rows = [json.loads(line) for line in lines_of(played)]
    for row in played.log.rows.values():
        before = played.log.rows[row.parent].hash if row.parent is not None else ""
        assert chain(before, row) == row.hash
    assert rechained(rows) == rows
    assert list(checked_rows(lines_of(played))) == rows


def test_rows_are_revived_as_they_were(played):
    again = list(revived(checked_rows(lines_of(played))))
    assert [encode_row(row) for row in again] == lines_of(played)
    assert [type(e) for row in again for e in row.events] == [
        type(e) for n in range(len(again)) for e in played.log.rows[n].events
    ]


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"id": 5}, "not the row that belongs here"),
        ({"id": "2"}, "not the row that belongs here"),
        ({"id": 2.0}, "not the row that belongs here"),
        ({"parent": 2}, "does not follow an earlier row"),
        ({"parent": -1}, "does not follow an earlier row"),
        ({"parent": None}, "does not follow an earlier row"),
        ({"parent": "1"}, "does not follow an earlier row"),
        ({"kind": "start"}, "does not follow an earlier row"),
        ({"kind": ["free"]}, "does not follow an earlier row"),
        ({"parent": 0}, "changed after it was written"),
        ({"side": "red"}, "changed after it was written"),
        ({"reveals": 1}, "changed after it was written"),
        ({"hash": ""}, "changed after it was written"),
        ({"hash": None}, "changed after it was written"),
        ({"waived": [1]}, "changed after it was written"),
        ({"secret": True}, "changed after it was written"),
        ({"told": None}, "changed after it was written"),
        ({"told": {"red": None}}, "changed after it was written"),
        ({"more": 1}, "changed after it was written"),
    ],
)
def test_any_part_of_a_row_that_was_changed(game, change, why):
    rows = [json.loads(line) for line in lines_of(tiny.play(game, 4, wild=False))]
    rows[2].update(change)
    with pytest.raises(BrokenRow, match=why) as error:
        list(checked_rows(json.dumps(row).encode() for row in rows))
    assert error.value.number == 2


def sealed_match():
    """A match in which a side prepared something in secret, and each was told something else."""
    t = table("diadem", "allied-combat", {"us-349-ri": "1413", "de-85-rm": "1313"})
    return t.act("assault", "1313").act("join", "us-349-ri").act("confirm").game


def test_without_any_of_its_fields_a_row_is_not_what_was_written():
    """The more so without what was secret, and without who was told what."""
    rows = [json.loads(line) for line in lines_of(sealed_match())]
    number = next(row["id"] for row in rows if row["secret"] and row["told"])
    assert rows[number].keys() == set(Row.__struct_fields__)
    assert all(len(row["hash"]) == 64 for row in rows)
    for key in rows[number]:
        less = [dict(row) for row in rows]
        del less[number][key]
        with pytest.raises(BrokenRow) as error:
            list(checked_rows(json.dumps(row).encode() for row in less))
        assert error.value.number == number


def test_every_single_thing_that_a_side_was_told_is_in_the_chain():
    rows = [json.loads(line) for line in lines_of(sealed_match())]
    tried = 0
    for row in rows:
        for side, told in row["told"].items() if row["told"] else ():
            for other in ({**(told or {}), "reveals": 5}, None if told else {}):
                forged = [dict(each) for each in rows]
                forged[row["id"]] = {**row, "told": {**row["told"], side: other}}
                with pytest.raises(BrokenRow) as error:
                    list(checked_rows(json.dumps(each).encode() for each in forged))
                assert error.value.number == row["id"]
                tried += 1
    assert tried > 3


def test_the_match_is_in_the_chain(game):
    (row,) = [json.loads(line) for line in lines_of(game)]
    for key in row["action"]:
        with pytest.raises(BrokenRow, match="changed after it was written"):
            list(
                checked_rows([json.dumps({**row, "action": {**row["action"], key: "x"}}).encode()])
            )


def test_hashes_of_format_1_have_no_place_in_format_2(tmp_path, game):
    """They do not cover what was secret: nobody puts them into a new file."""
    path = tmp_path / "x.partida"
    write_partida(path, game, "x", viewer=EVERYTHING)
    files = unpack(path.read_bytes(), FILES)
    (row,) = [json.loads(line) for line in files["log.jsonl"].splitlines()]
    row["hash"] = _chain_1("", row)
    files["log.jsonl"] = json.dumps(row).encode()
    path.write_bytes(pack(files))
    with pytest.raises(PartidaError, match="damaged at row 0: it was changed") as error:
        open_partida(path, tiny.module(), tiny.ruleset())
    assert is_sentence(error.value)


@pytest.mark.parametrize("line", [b"[]", b"3", b"null", b'"x"'])
def test_lines_that_are_no_row(line):
    with pytest.raises(BrokenRow, match="not the row that belongs here"):
        list(checked_rows([line]))


class TestJson:
    @pytest.mark.parametrize("raw", [b"", b"{", b"\xff", b'"\\ud800"', b"1" * 9999, b"[" * 10**6])
    def test_what_is_none(self, raw):
        with pytest.raises(UnreadableError, match="it is not JSON"):
            read_json(raw)

    @pytest.mark.parametrize(("deep", "refused"), [(99, False), (100, False), (101, True)])
    @pytest.mark.parametrize(("left", "right"), [("[", "]"), ('{"a":', "}")])
    def test_nesting(self, deep, refused, left, right):
        raw = (left * deep + ("0" if right == "}" else "") + right * deep).encode()
        if refused:
            with pytest.raises(UnreadableError, match="nested too deeply"):
                read_json(raw)
        else:
            assert read_json(raw)

    def test_wide_is_not_deep(self):
        assert len(read_json(b"[" + b"[],{}," * 1000 + b"0]")) == 2001


@pytest.mark.parametrize("action", [None, {}, {"module": 3}, {"module": "tiny", "scenario": []}])
def test_a_first_row_without_a_header(tmp_path, game, action):
    """Forged: its hash fits."""
    (row,) = [json.loads(line) for line in lines_of(game)]
    (row,) = rechained([{**row, "action": action}])
    with pytest.raises(BrokenRow):
        header_of(row)
    path = tmp_path / "game.partida"
    write_partida(path, game, "x", viewer=EVERYTHING)
    files = {**unpack(path.read_bytes(), FILES), "log.jsonl": json.dumps(row).encode()}
    path.write_bytes(pack(files))
    with pytest.raises(PartidaError, match="The log is damaged at row 0") as error:
        open_partida(path, tiny.module(), tiny.ruleset())
    assert is_sentence(error.value)
    with Library(tmp_path / "library.db") as library:
        stored = library.create(game, "x")
        with library._database.change() as db:
            db.execute("UPDATE rows SET data = ?", (json.dumps(row),))
            db.execute("UPDATE games SET head_hash = ?", (row["hash"],))
        for ask in (library.open, library.salvage):
            with pytest.raises(DamagedGame, match="from its first row on") as error:
                ask(stored.id)
            assert is_sentence(error.value)


def rewrite(path, game, **changes):
    write_partida(path, game, "x", viewer=EVERYTHING)
    files = unpack(path.read_bytes(), FILES)
    for start, change in changes.items():
        name = next(each for each in FILES if each.startswith(start))
        files[name] = change(files[name]) if callable(change) else change
    path.write_bytes(pack(files))


def replacing(old, new):
    return lambda raw: raw.replace(old, new)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"log": b""}, "The log is empty"),
        ({"position": b"[]"}, "position.json .* no object in braces"),
        ({"position": b"{}"}, "position.json .* missing required field"),
        ({"manifest": b"{}"}, "does not say in which format"),
        ({"manifest": replacing(b'"seed"', b'"sede"')}, "missing required field"),
        (
            {"manifest": replacing(b'"seed": "seed"', b'"seed": "x"')},
            "different games",
        ),
        ({"manifest": replacing(b'"head": 3', b'"head": 4')}, "names a row"),
        ({"manifest": replacing(b'"head": 3', b'"head": -1')}, "names a row"),
        ({"manifest": replacing(b"{}", b'{"x": 99}')}, "names a row"),
        ({"manifest": replacing(b'"head": 3', b'"head": 2')}, "another position"),
    ],
)
def test_files_that_do_not_fit_each_other(tmp_path, game, changes, words):
    tiny.play(game, 3, seed=8, wild=False)
    rewrite(tmp_path / "game.partida", game, **changes)
    with pytest.raises(PartidaError, match=words) as error:
        open_partida(tmp_path / "game.partida", tiny.module(), tiny.ruleset())
    assert is_sentence(error.value)


def test_lines_may_end_as_in_windows(tmp_path, game):
    tiny.play(game, 3)
    rewrite(tmp_path / "game.partida", game, log=lambda raw: raw.replace(b"\n", b"\r\n"))
    again = open_partida(tmp_path / "game.partida", tiny.module(), tiny.ruleset())
    assert again.position == game.position


def test_a_position_with_a_counter_in_two_places(tmp_path, game):
    """Forged: each event fits, the whole does not."""
    rows = [game.log.rows[0]]
    events = list(rows[0].events)
    events.append(type_of("reordered")(place="p5", order=("blue-1",)))
    row = msgspec.structs.replace(rows[0], events=tuple(events))
    row = msgspec.structs.replace(row, hash=chain("", row))
    with Library(tmp_path / "library.db") as library:
        stored = library.create(game, "x")
        with library._database.change() as db:
            db.execute("UPDATE rows SET data = ?", (encode_row(row).decode(),))
            db.execute("UPDATE games SET head_hash = ?", (row.hash,))
        with pytest.raises(StoreError, match="is both in") as error:
            library.resume(stored.id, tiny.module(), tiny.ruleset())
        assert is_sentence(error.value)


def type_of(tag):
    from tabuleiro.engine import events

    return {cls.__struct_config__.tag: cls for cls in events.Event.__subclasses__()}[tag]


def test_a_folder_where_a_file_was_wanted():
    assert os_sentence(IsADirectoryError(21, "x"), "here") == "here is a folder, not a file."


def test_a_message_of_sqlite_that_is_no_text(tmp_path, monkeypatch):
    """Python cannot decode what SQLite says of some damaged schemas."""
    database = Database(tmp_path / "library.db")

    def fail():
        with database.reading():
            b"\xee".decode()

    with pytest.raises(StoreError, match="is damaged") as error:
        fail()
    assert is_sentence(error.value)
    database.close()
    assert sqlite3.connect(tmp_path / "library.db").close() is None


class TestBounds:
    """Logs that are in order and would still take all memory or time."""

    def test_too_many_parts(self, monkeypatch):
        monkeypatch.setattr("tabuleiro.store.stored_log.MAX_PARTS", 10)
        assert read_json(b"[1,2,3]") == [1, 2, 3]
        with pytest.raises(UnreadableError, match="there is too much in it"):
            read_json(b"[1,2,3,4,5,6,7,8,9,10,11]")

    def test_all_rows_count_together(self, game, monkeypatch):
        tiny.play(game, 20)
        lines = [encode_row(row) for row in kept_of(game).rows]
        parts = sum(line.count(b",") + line.count(b"[") + line.count(b"{") for line in lines)
        monkeypatch.setattr("tabuleiro.store.stored_log.MAX_PARTS", parts)
        assert len(list(checked_rows(lines))) == 21
        monkeypatch.setattr("tabuleiro.store.stored_log.MAX_PARTS", parts - 1)
        with pytest.raises(BrokenRow, match="there is too much in it") as error:
            list(checked_rows(lines))
        assert error.value.number == 20

    def test_a_row_that_is_too_long(self, game):
        with pytest.raises(BrokenRow, match="there is too much in it"):
            list(checked_rows([b'"' + b"x" * 1_000_001 + b'"']))

    @pytest.mark.slow
    @pytest.mark.parametrize("branches", sampled([False, True], [True]))
    def test_positions_that_grow_without_end(self, game, module, ruleset, branches):
        kept = kept_of(game)
        rows = [kept.rows[0].to_data()]
        for number in range(1, 41):
            events = [{"type": "fact-set", "key": f"k{number} {n}", "value": 1} for n in range(500)]
            parent = 1 if branches and number > 1 else number - 1
            rows.append({**rows[0], "kind": "test", "action": {}, "events": events,
                         "id": number, "parent": parent})  # fmt: skip
        large = kept._replace(rows=tuple(revived(rechained(rows))), head=0)
        with pytest.raises(StoreError, match="too much for this program"):
            restore(module, ruleset, large)
