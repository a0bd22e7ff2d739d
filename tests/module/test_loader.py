"""YAML without its traps."""

import contextlib
import json

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from tabuleiro.i18n import speaking
from tabuleiro.module.errors import Unreadable
from tabuleiro.module.loader import dotted, locate, parse


def value_of(text):
    return parse(f"x: {text}\n", "x.yaml").data["x"]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0714", "0714"),
        ("0110", "0110"),
        ("1106", 1106),
        ("0", 0),
        ("-0", 0),
        ("+7", 7),
        ("-12", -12),
        ("0.5", 0.5),
        ("-2.25", -2.25),
        ("00.5", "00.5"),
        ("1.", "1."),
        (".5", ".5"),
        ("1e5", "1e5"),
        ("1_000", "1_000"),
        ("0x1F", "0x1F"),
        ("0o17", "0o17"),
        ("1:30", "1:30"),
        ("12:30:45", "12:30:45"),
        ("2024-01-01", "2024-01-01"),
        ("no", "no"),
        ("yes", "yes"),
        ("on", "on"),
        ("off", "off"),
        ("n", "n"),
        ("True", "True"),
        ("FALSE", "FALSE"),
        ("true", True),
        ("false", False),
        ("null", None),
        ("Null", "Null"),
        ("~", "~"),
        ("", None),
        ("''", ""),
        ("'true'", "true"),
        ('"12"', "12"),
        (".inf", ".inf"),
        (".nan", ".nan"),
        ("=", "="),
        ("<<", "<<"),
        ("-", [None]),
        ("12-13 May", "12-13 May"),
        ("1.0.0", "1.0.0"),
        ("|\n  12\n", "12\n"),
        (">-\n  a\n  b\n", "a b"),
        ("[1, 0714, no]", [1, "0714", "no"]),
    ],
)
def test_values(text, value):
    if text == "-":
        text = "\n  -"
    found = value_of(text)
    assert found == value
    assert type(found) is type(value)


def test_keys_are_text():
    text = "1106: a\n0714: b\ntrue: c\nnull: d\n1.5: e\n"
    assert list(parse(text, "x").data) == ["1106", "0714", "true", "null", "1.5"]


def test_duplicate_keys_are_told_and_the_first_counts():
    parsed = parse("a: 1\nb: {c: 1, c: [2, 3]}\na: {d: 2}\n", "x.yaml")
    assert parsed.data == {"a": 1, "b": {"c": 1}}
    assert [str(problem) for problem in parsed.problems] == [
        'x.yaml:2:11: b: the key "c" stands here twice',
        'x.yaml:3:1: the key "a" stands here twice',
    ]


def test_byte_order_mark_and_line_ends():
    from tabuleiro.module.files import decode

    text = decode(b"\xef\xbb\xbfa: 1\r\nb: |\r\n  c\r\n", "x")
    assert parse(text, "x").data == {"a": 1, "b": "c\n"}


def test_marks():
    text = "a: 1\nb:\n  - c: {d: 1, e: [2, 3]}\n  -\n  - [x]\n"
    assert locate(text, "x") == {
        (): (1, 1),
        ("a",): (1, 1),
        ("b",): (2, 1),
        ("b", 0): (3, 5),
        ("b", 0, "c"): (3, 5),
        ("b", 0, "c", "d"): (3, 9),
        ("b", 0, "c", "e"): (3, 15),
        ("b", 0, "c", "e", 0): (3, 19),
        ("b", 0, "c", "e", 1): (3, 22),
        ("b", 1): (4, 4),
        ("b", 2): (5, 5),
        ("b", 2, 0): (5, 6),
    }


def test_dotted():
    assert dotted(()) == ""
    assert dotted((0, 1, "a")) == "[0][1].a"


def test_parser_speaks_portuguese():
    with speaking("pt"), pytest.raises(Unreadable) as caught:
        parse("a: b: c\n", "x.yaml")
    assert str(caught.value.problem) == (
        "x.yaml:1:5: isto não é YAML: aqui não pode haver ':'"
        " (um texto com esse caractere precisa de aspas)"
    )


def test_error_without_a_place(monkeypatch):
    error = yaml.MarkedYAMLError(context="while reading", problem=None)

    def fail(self):
        raise error

    monkeypatch.setattr(yaml.CSafeLoader, "get_event", fail)
    with pytest.raises(Unreadable) as caught:
        parse("a: 1", "x.yaml")
    assert str(caught.value.problem) == "x.yaml:1:1: this is not YAML: while reading"


harmless = st.characters(codec="utf-8", exclude_categories=("Cc", "Cf", "Cn", "Cs", "Zl", "Zp"))
texts = st.text(harmless, max_size=20)
trees = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**13), 10**13) | texts,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=20,
)


@pytest.mark.slow
@given(st.dictionaries(texts, trees, max_size=4))
def test_json_is_read_as_it_is(tree):
    """JSON is YAML, so a file written by a program comes through unchanged."""
    parsed = parse(json.dumps(tree, ensure_ascii=False), "x.yaml")
    assert parsed.data == tree
    assert not parsed.problems


@given(st.text(st.characters(codec="utf-8", exclude_categories=("Cs",)), max_size=60))
def test_any_text_is_read_or_refused(text):
    from tabuleiro.module.files import decode

    with contextlib.suppress(Unreadable):
        assert isinstance(parse(decode(text.encode(), "x"), "x").data, dict)
