"""Changing values in YAML files: only what is changed is touched."""

import copy
import difflib
import random
from pathlib import Path

import pytest

from tabuleiro.editor import rewritten
from tabuleiro.editor.alignment import same
from tabuleiro.module.errors import Unreadable
from tabuleiro.module.loader import parse

ROOT = Path(__file__).resolve().parents[2]
FILES = sorted(
    path.relative_to(ROOT).as_posix()
    for folder in ("modules", "docs/examples", "framework/tabuleiro")
    for path in (ROOT / folder).rglob("*.yaml")
    if "{" not in path.name and path.name != "board-source.yaml"
)
LARGE = [name for name in FILES if (ROOT / name).stat().st_size > 40_000]
SAMPLED = [pytest.param(n, marks=pytest.mark.slow) if n in LARGE else n for n in FILES]
SEEDS = [1, 3, *(pytest.param(n, marks=pytest.mark.slow) for n in range(4, 14))]
NEW_VALUES = [
    "new-word",
    "0101",
    7,
    True,
    None,
    "many words: " + "word " * 30 + "and an end",
    ["a", "b"],
    {"id": "n", "x": [1, 2]},
    {"pt": "Olá: x", "en": "Hi #1"},
    [{"id": "q", "n": 1}, {"id": "r"}],
    "two\nlines",
    {},
    [],
    1.5,
    "it's",
]


def read(name):
    return (ROOT / name).read_bytes().decode()


def changed_lines(old, new):
    """The lines of the old text that are gone, and those of the new one that came."""
    lines = list(difflib.ndiff(old.splitlines(), new.splitlines()))
    return [x[2:] for x in lines if x[0] == "-"], [x[2:] for x in lines if x[0] == "+"]


def spots(value, path=()):
    """The ways to all values inside of one."""
    inside = ()
    if isinstance(value, dict):
        inside = value.items()
    elif isinstance(value, list):
        inside = enumerate(value)
    for key, each in inside:
        yield (*path, key)
        yield from spots(each, (*path, key))


def change_anything(data, dice):
    """Set, take away, put in, double or swap a value somewhere."""
    path = dice.choice(list(spots(data)))
    parent = data
    for key in path[:-1]:
        parent = parent[key]
    key, new = path[-1], copy.deepcopy(dice.choice(NEW_VALUES))
    what = dice.choice(["set", "take", "put", "double", "swap"])
    if what == "take" and len(path) > 1:
        del parent[key]
    elif what == "put" and isinstance(parent, list):
        parent.insert(key, new)
    elif what == "put":
        parent["quite-new"] = new
    elif what == "double" and isinstance(parent, list):
        parent.insert(key + 1, copy.deepcopy(parent[key]))
    elif what == "swap" and isinstance(parent, list):
        other = dice.randrange(len(parent))
        parent[key], parent[other] = parent[other], parent[key]
    else:
        parent[key] = new


class TestEveryFile:
    @pytest.mark.parametrize("name", FILES)
    def test_what_is_not_changed_comes_out_byte_for_byte(self, name):
        text = read(name)
        assert rewritten(text, name, parse(text, name).data) == text

    @pytest.mark.parametrize("name", SAMPLED)
    def test_one_changed_value_touches_only_its_own_lines(self, name):
        """A word, wherever it stands: no comment goes, and no other line."""
        text = read(name)
        old = parse(text, name).data
        dice = random.Random(name)
        words = [path for path in spots(old) if _is_word(_at(old, path))]
        for path in dice.sample(words, min(len(words), 4)):
            new = copy.deepcopy(old)
            _at(new, path[:-1])[path[-1]] = "other"
            out = rewritten(text, name, new)
            gone, came = changed_lines(text, out)
            assert len(gone) == len(came) == 1, path
            assert same(parse(out, name).data, new)

    @pytest.mark.parametrize("seed", SEEDS)
    def test_whatever_is_changed_the_file_says_it(self, seed):
        """Also with the line ends of Windows, and several changes at once."""
        dice = random.Random(seed)
        for _ in range(12):
            name = dice.choice(FILES)
            text = read(name)
            if dice.random() < 0.2:
                text = text.replace("\n", "\r\n")
            new = copy.deepcopy(parse(text, name).data)
            for _each in range(dice.choice([1, 1, 2, 4])):
                change_anything(new, dice)
            out = rewritten(text, name, new)
            assert same(parse(out, name).data, new)
            kept = {line for line in text.splitlines() if line.startswith("#")}
            assert kept <= set(out.splitlines())
            if "\r\n" in text:
                assert out.count("\n") == out.count("\r\n")


def _at(data, path):
    for key in path:
        data = data[key]
    return data


def _is_word(value):
    return isinstance(value, str) and value.isascii() and value.isalpha() and len(value) < 20


SCENARIO = """\
# A scenario.
first_turn: 1   # the dawn
last_turn: 7

setup: # as printed
  # Allies
  - {hex: "0101", units: [a-1,  a-2], rule: x-1}   # the hill
  - {hex: "0102", units: [a-3]}
  # Axis
  - hex: '0201'
    units: [b-1]
    reduced: true
notes: >-
  Some words
  about it.
# the end
"""


class TestStyle:
    def change(self, function):
        data = parse(SCENARIO, "x").data
        function(data)
        out = rewritten(SCENARIO, "x", data)
        assert same(parse(out, "x").data, data)
        return changed_lines(SCENARIO, out)

    def test_scalars_keep_their_remarks_and_quotes(self):
        assert self.change(lambda d: d.update(first_turn=2)) == (
            ["first_turn: 1   # the dawn"],
            ["first_turn: 2   # the dawn"],
        )
        assert self.change(lambda d: d["setup"][2].update(hex="0202")) == (
            ["  - hex: '0201'"],
            ["  - hex: '0202'"],
        )

    def test_an_item_of_a_list_in_brackets_comes_and_goes(self):
        gone, came = self.change(lambda d: d["setup"][0]["units"].remove("a-1"))
        assert came == ['  - {hex: "0101", units: [a-2], rule: x-1}   # the hill']
        gone, came = self.change(lambda d: d["setup"][1]["units"].append("a-4"))
        assert (len(gone), came) == (1, ['  - {hex: "0102", units: [a-3, a-4]}'])

    def test_an_entry_comes_behind_its_neighbour_in_its_style(self):
        new = {"hex": "0103", "units": ["a-5"]}
        assert self.change(lambda d: d["setup"].insert(1, new)) == (
            [],
            ['  - {hex: "0103", units: [a-5]}'],
        )
        assert self.change(lambda d: d["setup"].append(new)) == (
            [],
            ['  - hex: "0103"', "    units: [a-5]"],
        )

    def test_an_entry_goes_with_its_lines_and_no_other(self):
        gone, came = self.change(lambda d: d["setup"].pop(2))
        assert (gone, came) == (["  - hex: '0201'", "    units: [b-1]", "    reduced: true"], [])
        gone, came = self.change(lambda d: d["setup"][2].pop("hex"))
        assert came == ["  - units: [b-1]"]

    def test_an_empty_list_keeps_the_remark_of_its_key(self):
        _gone, came = self.change(lambda d: d.update(setup=[]))
        assert came == ["setup: [] # as printed"]

    def test_a_list_that_was_empty_gets_lines(self):
        text = "markers: []  # none\nlast: 1\n"
        out = rewritten(text, "x", {"markers": [{"marker": "mine", "hex": "0101"}], "last": 1})
        assert out == 'markers:  # none\n  - {marker: mine, hex: "0101"}\nlast: 1\n'

    def test_a_long_text_is_folded(self):
        _gone, came = self.change(lambda d: d.update(notes="word " * 40 + "end"))
        assert all(line.startswith("  word") and len(line) <= 100 for line in came)
        _gone, came = self.change(lambda d: d.update(last_turn=7, more="a\nb"))
        assert came == ["more: |-", "  a", "  b"]

    def test_long_brackets_go_on_in_the_next_line(self):
        text = "hexes: [" + ", ".join(f'"{n:04}"' for n in range(9)) + "]\nid: x\n"
        hexes = [f"{n:04}" for n in range(40)]
        out = rewritten(text, "x", {"hexes": hexes, "id": "x"})
        assert max(map(len, out.splitlines())) <= 100
        assert out.endswith("]\nid: x\n")

    def test_no_newline_at_the_end_is_no_hindrance(self):
        assert rewritten("a: 1", "x", {"a": 1, "b": [2]}) == "a: 1\nb: [2]"

    def test_what_the_format_cannot_read_is_not_written(self):
        with pytest.raises(Unreadable):
            rewritten("a: 1\na: 2\n", "x", {"a": 3})


def test_a_list_whose_items_are_all_others_stays_below_one_another():
    text = 'rows: # north\n  - ". ." # 1\n  - ". ^"\n'
    assert rewritten(text, "x.yaml", {"rows": [". . .", "^ ^ ^", ". . w"]}) == (
        'rows: # north\n  - ". . ." # 1\n  - "^ ^ ^"\n  - ". . w"\n'
    )


def test_an_item_in_brackets_stays_in_its_column():
    text = 'rows: [\n    ". .",\n    ". ^"\n  ]\n'
    assert rewritten(text, "x.yaml", {"rows": [". .", "w w"]}) == (
        'rows: [\n    ". .",\n    "w w"\n  ]\n'
    )
