"""Hostile files, made anew each time: none of them is kept.

An attack gets a folder and dice, writes what it needs there and returns the words of the command
that a player, lured, would type. Sizes vary with the dice, up to what files may have.
"""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import tempfile
import zipfile
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Final, TypeAlias

from hostile.pack_files import PACK_ATTACKS
from hostile.vassal_files import VASSAL_ATTACKS

DUEL: Final = Path(__file__).parents[1] / "module" / "fixtures" / "duel"
LARGEST: Final = 4_990_000
"""A little less than a file of a module may have."""

Attack: TypeAlias = Callable[[Path, Random], list[str]]
ATTACKS: Final[dict[str, Attack]] = {**VASSAL_ATTACKS, **PACK_ATTACKS}

YAML: Final = ("module.yaml", "board.yaml", "counters.yaml", "tables.yaml", "texts.yaml",
               "scenarios/battle.yaml")  # fmt: skip
LISTS: Final = {
    "module.yaml": ("sides", "nations", "movement_classes", "unit_types", "turns", "sequence",
                    "options", "credits"),
    "board.yaml": ("heights", "hexsides", "networks", "places", "regions", "edges", "boxes"),
    "counters.yaml": ("formations", "counters", "markers"),
    "tables.yaml": ("terrain", "sites", "odds", "values", "indices", "charts", "results"),
    "scenarios/battle.yaml": ("setup", "free", "reinforcements", "objectives", "pools"),
}  # fmt: skip
MAPPINGS: Final = {
    "module.yaml": "rules",
    "board.yaml": "methods",
    "counters.yaml": "methods",
    "tables.yaml": "methods",
    "texts.yaml": "texts",
    "scenarios/battle.yaml": "options",
}


def attack(function: Attack) -> Attack:
    ATTACKS[function.__name__] = function
    return function


def duel(home: Path) -> Path:
    """Return a copy of the small module."""
    root = home / "modules" / "duel"
    shutil.copytree(DUEL, root)
    return root


def without(text: str, key: str) -> str:
    """Return a YAML text without one of its keys."""
    lines, kept, inside = text.splitlines(keepends=True), [], False
    for line in lines:
        if not line.startswith((" ", "-")):
            inside = line.startswith(f"{key}:")
        if not inside:
            kept.append(line)
    return "".join(kept)


def put(root: Path, file: str, key: str, content: str) -> None:
    """Give a key of a file another content."""
    path = root / file
    path.write_text(without(path.read_text("utf-8"), key) + content, encoding="utf-8")


def some(dice: Random, most: int = LARGEST) -> int:
    """Return a size: the greatest, or one of those about which the limits lie."""
    return dice.choice([most, most // 2, most // 5, most // 10, most // 20, most // 50])


# ------------------------------------------------------------------------------ YAML


@attack
def empty_items(home: Path, dice: Random) -> list[str]:
    root = duel(home)
    file = dice.choice([*LISTS])
    key = dice.choice(LISTS[file])
    item = dice.choice(["-\n", " - \n", "- ''\n", "- []\n", "- {}\n", "- a\n"])
    put(root, file, key, f"{key}:\n" + item * (some(dice) // (len(item) + 1)))
    return ["validate", str(root)]


@attack
def flow_keys(home: Path, dice: Random) -> list[str]:
    root = duel(home)
    file = dice.choice(YAML)
    key = MAPPINGS[file]
    keys = ", ".join(f"k{n:x}" for n in range(some(dice) // 8))
    put(root, file, key, f"{key}: {{{keys}}}\n")
    return ["validate", str(root)]


@attack
def long_list(home: Path, dice: Random) -> list[str]:
    root = duel(home)
    file = dice.choice([*LISTS])
    key = dice.choice(LISTS[file])
    item = dice.choice(["1,", "a,", "'',", "[],", "{},"])
    put(root, file, key, f"{key}: [" + item * (some(dice) // len(item)) + "]\n")
    return ["validate", str(root)]


@attack
def unknown_keys(home: Path, dice: Random) -> list[str]:
    root = duel(home)
    file = dice.choice(YAML)
    with (root / file).open("a", encoding="utf-8") as stream:
        stream.writelines(f"k{n:x}: 1\n" for n in range(some(dice) // 9))
    return ["validate", str(root)]


@attack
def one_key_again(home: Path, dice: Random) -> list[str]:
    root = duel(home)
    with (root / dice.choice(YAML)).open("a", encoding="utf-8") as stream:
        stream.write("a:\n" * (some(dice) // 3 - 4_000))
    return ["validate", str(root)]


@attack
def marked_values(home: Path, dice: Random) -> list[str]:
    """Anchors, aliases and tags without end: each of them is a fault."""
    root = duel(home)
    file = dice.choice([*LISTS])
    key = dice.choice(LISTS[file])
    item = dice.choice(["- &a\n", "- *a\n", "- !a\n", "- !!str a\n"])
    put(root, file, key, f"{key}:\n- &a x\n" + item * (some(dice) // len(item) - 4_000))
    return ["validate", str(root)]


@attack
def nested(home: Path, dice: Random) -> list[str]:
    root = duel(home)
    one = "[" * 45 + "]" * 45 + ", "
    put(root, "module.yaml", "rules", "rules: {a: [" + one * (some(dice) // len(one)) + "]}\n")
    return ["validate", str(root)]


@attack
def nested_beyond(home: Path, dice: Random) -> list[str]:
    root = duel(home)
    (root / dice.choice(YAML)).write_text(
        "a: " + dice.choice(["[", "{a: ", "- ", "? "]) * (some(dice) // 4)
    )
    return ["validate", str(root)]


@attack
def nothing_but_comments(home: Path, dice: Random) -> list[str]:
    root = duel(home)
    line = dice.choice(["#\n", "\n", " \n", "---\n", "# a\n", "\r", "\u2028", "...\n---\n"])
    file = dice.choice(YAML)
    text = (root / file).read_text("utf-8")
    count = (some(dice) - len(text)) // len(line.encode())
    (root / file).write_text(dice.choice([line * count + text, text + line * count]), newline="")
    return ["validate", str(root)]


@attack
def long_texts(home: Path, dice: Random) -> list[str]:
    root = duel(home)
    piece = dice.choice(["x", "x ", "é", "\\u202e", "x\n  ", "''", "\U0001f600", "\\x1b"])
    quote = '"' if "\\" in piece else dice.choice(["", '"']) if piece != "''" else "'"
    count = dice.choice([999_000, 300_000]) // len(piece)
    text = f"{quote}{piece * count}{quote}"
    file, key = dice.choice([("module.yaml", "title"), ("scenarios/battle.yaml", "name")])
    put(root, file, key, f"{key}:\n  pt: {text}\n  en: {text}\n")
    return ["validate", str(root)]


@attack
def long_keys(home: Path, dice: Random) -> list[str]:
    root = duel(home)
    words = [dice.choice("abcdef") * 900 + f"{n}" for n in range(5_000)]
    file = dice.choice(YAML)
    key = MAPPINGS[file]
    put(root, file, key, f"{key}:\n" + "".join(f"  {word}: 1\n" for word in words))
    return ["validate", str(root)]


@attack
def texts_of_the_module(home: Path, dice: Random) -> list[str]:
    """As many texts as go into the file, each in order by itself."""
    root = duel(home)
    words = dice.choice(["{pt: a, en: b}", "{pt: a}", "a"])
    lines = (f"  t.{n:x}: {words}\n" for n in range(some(dice) // (len(words) + 12)))
    (root / "texts.yaml").write_text("format: 1\ntexts:\n" + "".join(lines))
    return ["validate", str(root)]


@attack
def many_counters(home: Path, dice: Random) -> list[str]:
    """Counters that are nearly right: each names a formation that is not quite there."""
    root = duel(home)
    count = some(dice, 20_000)
    head = dice.choice(["f", "formation-", "x" * 60])
    formations = "".join(
        f"  - {{id: {head}{n}, name: {{pt: a, en: a}}, side: red, nation: redland, size: a}}\n"
        for n in range(count)
    )
    counters = "".join(
        f"  - {{id: c{n}, name: {{pt: a, en: a}}, nation: redland, type: infantry, size: a,"
        f" formation: {head}z{n}, values: {{move: 1}}}}\n"
        for n in range(count)
    )
    put(root, "counters.yaml", "formations", f"formations:\n{formations}")
    put(root, "counters.yaml", "counters", f"counters:\n{counters}")
    return ["validate", str(root)]


@attack
def chain_of_formations(home: Path, dice: Random) -> list[str]:
    root = duel(home)
    count = some(dice, 25_000)
    formations = "".join(
        f"  - {{id: f{n}, name: {{pt: a, en: a}}, side: red, nation: redland, size: a,"
        f" parent: f{n + 1}}}\n"
        for n in range(count)
    )
    put(root, "counters.yaml", "formations", f"formations:\n{formations}")
    return ["validate", str(root)]


@attack
def wrong_references(home: Path, dice: Random) -> list[str]:
    root = duel(home)
    count = some(dice, 100_000)
    units = ", ".join(f"{dice.choice(['red', 'blu'])}-{n:x}" for n in range(count))
    put(root, "scenarios/battle.yaml", "setup", f"setup:\n  - {{hex: '0101', units: [{units}]}}\n")
    return ["validate", str(root)]


@attack
def wide_tables(home: Path, dice: Random) -> list[str]:
    root = duel(home)
    count = some(dice, 60_000)
    columns = ", ".join(f"{{label: '{n}', from: {n}, to: {n}}}" for n in range(count))
    table = (
        "values:\n  - id: t\n    name: {pt: a, en: a}\n    dice: 1\n"
        f"    columns: [{columns}]\n    rows: [{{label: a, sums: [1, 2, 3, 4, 5, 6]}}]\n"
        f"    cells: [[{', '.join(['1'] * count)}]]\n"
    )
    put(root, "tables.yaml", "values", table)
    return ["validate", str(root)]


@attack
def tables_times_bands(home: Path, dice: Random) -> list[str]:
    """A table whose cells are told by a product: bands times rows times columns."""
    root = duel(home)
    count = dice.choice([1_500, 400])
    lines = ", ".join(f"{{label: '{n}', from: {n}, to: {n}}}" for n in range(count))
    rows = ", ".join(f"{{label: '{n}', sums: [1]}}" for n in range(count))
    table = (
        "values:\n  - id: t\n    name: {pt: a, en: a}\n    dice: 1\n"
        f"    columns: [{lines}]\n    bands: [{lines}]\n    rows: [{rows}]\n    cells: [[a]]\n"
    )
    put(root, "tables.yaml", "values", table)
    return ["validate", str(root)]


@attack
def many_objectives(home: Path, dice: Random) -> list[str]:
    root = duel(home)
    count = some(dice, 20_000)
    places = "".join(
        f"  - {{id: p{n}, hex: '0202', kind: village, name: {{pt: a, en: a}}}}\n"
        for n in range(count)
    )
    put(root, "board.yaml", "places", f"places:\n{places}")
    goals = "".join(f"  - {{place: p{n}, hex: '0202', points: {{red: 1}}}}\n" for n in range(count))
    put(root, "scenarios/battle.yaml", "objectives", f"objectives:\n{goals}")
    return ["validate", str(root)]


@attack
def huge_grid(home: Path, dice: Random) -> list[str]:
    root = duel(home)
    board = (root / "board.yaml").read_text("utf-8")
    size = dice.choice(["400", "399", "100000000000"])
    board = board.replace("columns: 5, rows: 4", f"columns: {size}, rows: {size}")
    if dice.random() < 0.5:
        row = "    - " + "." * 400 + "\n"
        board = without(board, "terrain").replace("CCRR", "CCCRRR")
        board += "terrain:\n  codes: {'.': open}\n  rows:\n" + row * 400
        board = without(board, "heights")
    (root / "board.yaml").write_text(board, "utf-8")
    return ["validate", str(root)]


@attack
def numbering_without_end(home: Path, dice: Random) -> list[str]:
    root = duel(home)
    board = (root / "board.yaml").read_text("utf-8")
    word = dice.choice(["C" * 900_000 + "RR", "CCRR" * 200_000, "R" * 500_000 + "C"])
    (root / "board.yaml").write_text(board.replace("CCRR", word), "utf-8")
    return ["validate", str(root)]


@attack
def many_edges(home: Path, dice: Random) -> list[str]:
    root = duel(home)
    edges = "".join(
        f"  - {{id: e{n}, edge: west, name: {{pt: a, en: a}}, hexes: all}}\n"
        for n in range(some(dice, 60_000))
    )
    put(root, "board.yaml", "edges", f"edges:\n{edges}")
    return ["validate", str(root)]


@attack
def many_boxes(home: Path, dice: Random) -> list[str]:
    root = duel(home)
    places = ", ".join(f"z{n}: 1" for n in range(some(dice, 200_000)))
    put(
        root,
        "board.yaml",
        "boxes",
        f"boxes:\n  - {{id: b, name: {{pt: a, en: a}}, kind: a, distances: {{{places}}}}}\n",
    )
    return ["validate", str(root)]


@attack
def many_scenarios(home: Path, dice: Random) -> list[str]:
    """Two hundred files of five megabytes."""
    root = duel(home)
    text = (root / "scenarios" / "battle.yaml").read_text("utf-8")
    first = root / "scenarios" / "a.yaml"
    first.write_text((text + "#" * LARGEST)[:LARGEST] + "\n", "utf-8")
    for number in range(dice.choice([198, 60])):
        (root / "scenarios" / f"s{number}.yaml").hardlink_to(first)
    return ["validate", str(root)]


@attack
def scenarios_full_of_faults(home: Path, dice: Random) -> list[str]:
    root = duel(home)
    text = "format: 1\n" + "".join(f"k{n}: 1\n" for n in range(5_000))
    for number in range(199):
        (root / "scenarios" / f"s{number}.yaml").write_text(text, "utf-8")
    return ["validate", str(root)]


@attack
def many_files(home: Path, dice: Random) -> list[str]:
    root = duel(home)
    end = dice.choice([".yaml", ".json", ".md", ".txt"])
    for number in range(dice.choice([11_000, 5_000])):
        (root / dice.choice(["", "scenarios"]) / f"f{number}{end}").touch()
    return ["validate", str(root)]


@attack
def many_json_files(home: Path, dice: Random) -> list[str]:
    root = duel(home)
    for number in range(dice.choice([150, 60])):
        with (root / f"f{number}.json").open("wb") as stream:
            stream.truncate(LARGEST)
    return ["validate", str(root)]


@attack
def drawing(home: Path, dice: Random) -> list[str]:
    root = duel(home)
    one = dice.choice(["[],", "{},", "1,", '{"a":1},', '"aaaa",', "[[[[]]]],", "1e9,", "9" * 4_000])
    text = "[" + one * (some(dice) // len(one)) + "0]"
    (root / "shapes.json").write_text(text)
    return ["validate", str(root)]


# ------------------------------------------------------------------------- rulebooks


@attack
def headings(home: Path, dice: Random) -> list[str]:
    root = duel(home)
    one = dice.choice(["{#", "{#}", "{# ", "{#a} ", "}{#", " {#a", "\t"])
    line = "## 5.9 " + one * (some(dice) // len(one))
    for name in ("rules.pt.md", "rules.en.md"):
        (root / name).write_text(line + dice.choice(["", "}", "\n", " x"]))
    return ["validate", str(root)]


@attack
def open_headings(home: Path, dice: Random) -> list[str]:
    """What a pattern for headings would try at each place of the line, to its end."""
    root = duel(home)
    line = "## 5.9 " + dice.choice(["{#", "{#a", "{# "]) * (some(dice) // 3)
    for name in ("rules.pt.md", "rules.en.md"):
        (root / name).write_text(line)
    return ["validate", str(root)]


@attack
def many_headings(home: Path, dice: Random) -> list[str]:
    root = duel(home)
    count = some(dice, 150_000)
    for name, sign in (("rules.pt.md", "a"), ("rules.en.md", dice.choice("ab"))):
        text = "".join(f"## {n} {{#{sign}{n}}}\n" for n in range(count))
        (root / name).write_text(text)
    return ["validate", str(root)]


@attack
def one_heading_again(home: Path, dice: Random) -> list[str]:
    root = duel(home)
    for name in ("rules.pt.md", "rules.en.md"):
        (root / name).write_text("# {#0}\n" * some(dice, 600_000))
    return ["validate", str(root)]


# ------------------------------------------------------- what must not reach a terminal

ESCAPES: Final = (
    "\x1b[2J\x1b[31m", "\x1b]0;owned\x07", "\x9b31m", "\u202e", "\u2066", "\u200f", "\u2028",
    "\x00", "\x08\x08", "\r", "\x7f", "\ufff9", "\U000e0041", "\ufeff",
)  # fmt: skip


def written(sign: str) -> str:
    """Return a sign as YAML writes it in quotes."""
    return "".join(f"\\U{ord(c):08x}" for c in sign)


@attack
def escapes_in_texts(home: Path, dice: Random) -> list[str]:
    root = duel(home)
    sign = written(dice.choice(ESCAPES))
    file, key = dice.choice(
        [("module.yaml", "title"), ("module.yaml", "summary"), ("scenarios/battle.yaml", "name")]
    )
    put(root, file, key, f'{key}: {{pt: "a{sign}b", en: "a{sign}b"}}\n')
    return dice.choice([["validate", str(root)], ["list"], ["show", "duel"], ["show", str(root)]])


@attack
def raw_escapes(home: Path, dice: Random) -> list[str]:
    root = duel(home)
    sign = dice.choice(ESCAPES)
    file = dice.choice([*YAML, "rules.pt.md", "rules.en.md", "shapes.json"])
    with (root / file).open("a", encoding="utf-8", newline="") as stream:
        stream.write(f"# {sign}\n")
    return ["validate", str(root)]


@attack
def escapes_in_keys(home: Path, dice: Random) -> list[str]:
    root = duel(home)
    sign = written(dice.choice(ESCAPES))
    with (root / dice.choice(YAML)).open("a", encoding="utf-8") as stream:
        stream.write(f'"a{sign}b": 1\n"{sign}": {{"{sign}": "{sign}"}}\n')
    return ["validate", str(root)]


@attack
def escapes_in_ids(home: Path, dice: Random) -> list[str]:
    root = duel(home)
    sign = written(dice.choice(ESCAPES))
    key, file = dice.choice([("id", "module.yaml"), ("plugin", "module.yaml"),
                             ("version", "module.yaml"), ("id", "scenarios/battle.yaml"),
                             ("id", "board.yaml")])  # fmt: skip
    put(root, file, key, f'{key}: "duel{sign}"\n')
    return dice.choice([["validate", str(root)], ["list"], ["list", "--json"]])


@attack
def names_of_files(home: Path, dice: Random) -> list[str]:
    """Names that are no UTF-8, or that would speak to the terminal."""
    root = duel(home)
    name = dice.choice([b"\xff\xfe", b"\x1b[31m", b"caf\xe9", "\u202e".encode(), b"a\nb", b"\r"])
    end = dice.choice([b".yaml", b".yml", b".md", b".json", b""])
    folder = bytes(root) + dice.choice([b"/scenarios/", b"/"])
    Path((folder + name + end).decode("utf-8", "surrogateescape")).write_text("format: 1\n")
    return ["validate", str(root), *dice.choice([[], ["--json"]])]


@attack
def names_of_folders(home: Path, dice: Random) -> list[str]:
    name = dice.choice([b"\xff\xfe", b"\x1b[31m", "\u202e".encode(), b"a\nb", b"caf\xe9"])
    root = Path((bytes(home) + b"/modules/" + name).decode("utf-8", "surrogateescape"))
    shutil.copytree(DUEL, root)
    if dice.random() < 0.6:
        (root / "module.yaml").write_text("a")
    return dice.choice([["list"], ["list", "--json"]])


@attack
def listed(home: Path, dice: Random) -> list[str]:
    """Modules in the folder for modules, all of them huge."""
    first = duel(home)
    put(first, "counters.yaml", "counters", "counters:\n" + "-\n" * 2_000_000)
    put(first, "module.yaml", "sides", "sides:\n" + "-\n" * dice.choice([2_000_000, 10]))
    put(first, "scenarios/battle.yaml", "setup", "setup:\n" + "-\n" * 2_000_000)
    for number in range(9):
        shutil.copytree(first, first.with_name(f"m{number}"), copy_function=os.link)
    return ["list"]


@attack
def listed_folders(home: Path, dice: Random) -> list[str]:
    for number in range(3_000):
        root = home / "modules" / f"m{number}"
        root.mkdir(parents=True)
        (root / "module.yaml").write_text(f"id: m{number}\n" if dice.random() < 0.5 else "\x1b")
    return ["list"]


# -------------------------------------------------------------------------- .partida


def partida(path: Path, **files: bytes) -> list[str]:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name.replace("__", "."), content)
    return ["replay", str(path)]


HEADER: Final = {
    "module": "diadem", "scenario": "cassino", "seed": "x", "options": {}, "house_rules": [],
    "module_hash": "", "plugin_version": "",
}  # fmt: skip


def manifest(**more: object) -> bytes:
    whole = {"format": 1, "program": "x", "title": "x", "game": HEADER, "head": 0, "names": {}}
    return json.dumps({**whole, **more}).encode()


def noise(dice: Random) -> bytes:
    """Return something that does not pack too well, so that it is not refused for that."""
    return b"," + bytes(dice.choices(b"0123456789", k=12))


@attack
def partida_of_lists(home: Path, dice: Random) -> list[str]:
    one = dice.choice([b"[],", b"{},", b'{"a":0},', b"1,", b'"",', b"null,", b"[[]],", b"1.5,"])
    count = dice.choice([20_000_000, 60_000_000]) // len(one)
    block = one * 40
    parts = [block + noise(dice)[1:] + b"," for _ in range(count // 40)]
    whole = b'{"a":[' + b"".join(parts) + b"0]}"
    name = dice.choice(["manifest__json", "position__json", "log__jsonl"])
    files = {"manifest__json": manifest(), "log__jsonl": b"{}\n", "position__json": b"{}"}
    return partida(home / "a.partida", **{**files, name: whole})


@attack
def partida_of_rows(home: Path, dice: Random) -> list[str]:
    """A log of very many rows, each of them well chained."""
    from tabuleiro.store.stored_log import rechained

    start = {"kind": "start", "side": None, "action": HEADER, "events": [], "reveals": False,
             "waived": [], "id": 0, "parent": None}  # fmt: skip
    count = dice.choice([60_000, 10_000])
    events = [{"type": "said"}] * dice.choice([1, 40])
    rows = [start] + [
        {**start, "kind": "action", "action": {"type": "x"}, "events": events, "id": n,
         "parent": n - 1}
        for n in range(1, count)
    ]  # fmt: skip
    lines = b"".join(json.dumps(row).encode() + b"\n" for row in rechained(rows))
    return partida(
        home / "a.partida", manifest__json=manifest(), log__jsonl=lines, position__json=b"{}"
    )


@lru_cache(maxsize=1)
def begun() -> tuple[dict[str, bytes], dict[str, object]]:
    """Return the files of a match that has just begun, and its first row."""
    from tabuleiro.engine.catalogue import Catalogue
    from tabuleiro.engine.knowledge import EVERYTHING
    from tabuleiro.store.archive import unpack
    from tabuleiro.store.partida import FILES, write_partida

    game = Catalogue.installed().new("diadem", seed="hostile")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "begun.partida"
        write_partida(path, game, "Begun", viewer=EVERYTHING)
        files = unpack(path.read_bytes(), FILES)
    return files, json.loads(files["log.jsonl"])


GROWING: Final = (
    lambda n: {"type": "fact-set", "key": f"k{n}", "value": 1},
    lambda n: {"type": "controlled", "place": f"p{n}", "side": "axis"},
    lambda n: {"type": "place-marked", "place": f"p{n}", "add": ["x"]},
    lambda _n: {"type": "pushed", "steps": [{"type": "match"}]},
    lambda _n: {"type": "said", "message": {"text": "x"}},
    lambda _n: {"type": "dice-queued", "faces": [1, 2, 3, 4, 5, 6]},
)
"""Events that make a position larger each time."""


@attack
def partida_that_grows(home: Path, dice: Random) -> list[str]:
    """A log in order, of events that the program knows, whose positions grow and grow."""
    from tabuleiro.store.stored_log import rechained

    files, first = begun()
    event = dice.choice(GROWING)
    total = dice.choice([180_000, 60_000, 20_000])
    size = dice.choice([1, 30, 4_000])
    kind = dice.choice(["test", "action"])
    branches = dice.random() < 0.3
    rows = [first] + [
        {
            **first, "kind": kind, "action": {"type": "x"}, "id": n,
            "parent": 0 if branches else n - 1,
            "events": [event(size * n + each) for each in range(size)],
        }
        for n in range(1, total // size)
    ]  # fmt: skip
    log = b"".join(json.dumps(row).encode() + b"\n" for row in rechained(rows))
    told = {**json.loads(files["manifest.json"]), "head": len(rows) - 1}
    return partida(
        home / "a.partida", manifest__json=json.dumps(told).encode(), log__jsonl=log,
        position__json=files["position.json"],
    )  # fmt: skip


@attack
def partida_of_lines(home: Path, dice: Random) -> list[str]:
    line = dice.choice([b"\n", b"{}\n", b"0\n", b"[\n"])
    lines = line * (300_000 // len(line)) + b"".join(noise(dice) + b"\n" for _ in range(100_000))
    return partida(
        home / "a.partida", manifest__json=manifest(), log__jsonl=lines, position__json=b"{}"
    )


@attack
def partida_with_escapes(home: Path, dice: Random) -> list[str]:
    sign = dice.choice(ESCAPES)
    more = dice.choice([
        {"title": sign}, {"program": sign}, {"format": sign}, {"names": {sign: 0}},
        {"game": {**HEADER, "module": sign}}, {"game": {**HEADER, "house_rules": [sign]}},
        {"game": {**HEADER, "scenario": sign}},
    ])  # fmt: skip
    return partida(
        home / "a.partida", manifest__json=manifest(**more), log__jsonl=b"{}\n",
        position__json=b"{}",
    )  # fmt: skip


@attack
def partida_with_names(home: Path, dice: Random) -> list[str]:
    name = dice.choice(["\x1b[31m", "\u202e.json", "a\r", "x" * 60_000, "../../x"])
    return partida(home / "a.partida", **{name: b"x", "manifest__json": manifest()})


@attack
def partida_that_is_none(home: Path, dice: Random) -> list[str]:
    path = home / "a.partida"
    with path.open("wb") as stream:
        stream.write(dice.choice([b"", b"PK\x03\x04", b"PK\x03\x04" + b"PK\x01\x02" * 1_000_000]))
        if dice.random() < 0.5:
            stream.truncate(dice.choice([63_000_000, 10**11]))
    return ["replay", str(path)]


@attack
def partida_that_unpacks(home: Path, dice: Random) -> list[str]:
    content = b" " * dice.choice([63_000_000, 200_000_000])
    name = dice.choice(["manifest__json", "extra"])
    return partida(home / "a.partida", **{name: content})


# --------------------------------------------------------------------------- library


def library(home: Path) -> sqlite3.Connection:
    from tabuleiro.store import Library

    Library(home / "library.db").close()
    return sqlite3.connect(home / "library.db", isolation_level=None)


GAME: Final = (
    "INSERT INTO games (title, module, scenario, head, head_hash, row_count, turn, finished,"
    " created, changed) VALUES (?, 'diadem', 'x', 0, '', 1, 1, 0, '', ?)"
)


def listing(dice: Random) -> list[str]:
    return dice.choice([["games"], ["games", "--json"], ["terminal", "1"]])


@attack
def library_version(home: Path, dice: Random) -> list[str]:
    db = library(home)
    db.execute(f"PRAGMA user_version={dice.choice([-1, -2_147_483_648, 2_147_483_647, 3, 0])}")
    db.close()
    return listing(dice)


@attack
def library_titles(home: Path, dice: Random) -> list[str]:
    db = library(home)
    for sign in ESCAPES:
        db.execute(GAME, (f"a{sign}b", sign))
        db.execute("INSERT INTO rows VALUES (last_insert_rowid(), 0, ?)", (sign,))
    db.close()
    return listing(dice)


@attack
def library_huge_title(home: Path, dice: Random) -> list[str]:
    db = library(home)
    size = dice.choice([50_000_000, 200_000_000])
    db.execute(GAME, ("x", ""))
    db.execute(
        f"UPDATE games SET {dice.choice(['title', 'module', 'created', 'head_hash'])}"
        f" = replace(hex(zeroblob({size // 2})), '0', 'x')"
    )
    db.close()
    return listing(dice)


@attack
def library_huge_rows(home: Path, dice: Random) -> list[str]:
    db = library(home)
    db.execute(GAME, ("x", ""))
    if dice.random() < 0.5:
        db.execute("INSERT INTO rows VALUES (1, 0, replace(hex(zeroblob(100000000)), '0', '['))")
    else:
        db.execute(
            "WITH RECURSIVE n(x) AS (SELECT 0 UNION ALL SELECT x + 1 FROM n WHERE x < 60)"
            " INSERT INTO rows SELECT 1, x, '[' || replace(hex(zeroblob(1000000)), '00', '[],')"
            " || '0]' FROM n"
        )
    db.close()
    return ["terminal", "1"]


@attack
def library_many_games(home: Path, dice: Random) -> list[str]:
    db = library(home)
    db.execute(
        "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 500000)"
        " INSERT INTO games (title, module, scenario, head, head_hash, row_count, turn, finished,"
        " created, changed) SELECT 'x', 'x', 'x', 0, '', 1, 1, 0, '', '' FROM n"
    )
    db.close()
    return listing(dice)


@attack
def library_without_end(home: Path, dice: Random) -> list[str]:
    """A view or a trigger in place of a table: asking it never ends."""
    db = library(home)
    db.execute("DROP TABLE games")
    names = ("id, title, module, scenario, head, head_hash, row_count, turn, finished, created,"
             " changed, seats")  # fmt: skip
    db.execute(
        f"CREATE VIEW games ({names}) AS WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1"
        " FROM n) SELECT x, 'x', 'x', 'x', 0, '', 1, 1, 0, '', x, '{}' FROM n"
    )
    db.close()
    return listing(dice)


@attack
def library_that_is_none(home: Path, dice: Random) -> list[str]:
    path = home / "library.db"
    way = dice.randrange(3)
    if way == 0:
        os.mkfifo(path)
    elif way == 1:
        path.write_bytes(b"SQLite format 3\0" + dice.randbytes(100_000))
    else:
        library(home).close()
        with path.open("r+b") as stream:
            stream.seek(dice.randrange(100))
            stream.write(dice.randbytes(8))
    return listing(dice)
