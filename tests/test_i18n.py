"""Every sentence of the program exists in both languages."""

import re
from pathlib import Path

import pytest

from tabuleiro import i18n
from tabuleiro.i18n import (
    N_,
    CatalogueError,
    _,
    add_catalogues,
    catalogue,
    detect_language,
    extract,
    language,
    ngettext,
    read_po,
    set_language,
    speaking,
    text,
)

ROOT = Path(__file__).resolve().parent.parent
PO = ROOT / "framework" / "tabuleiro" / "locale"


@pytest.fixture(scope="module")
def found():
    return extract()


@pytest.fixture(scope="module")
def portuguese():
    """Of the program and its plugins: other tests may have added catalogues of their own."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(i18n, "_folders", [PO])
        catalogue.cache_clear()
        for folder in sorted((ROOT / "plugins").glob("*/locale")):
            add_catalogues(folder)
        whole = catalogue("pt")
    catalogue.cache_clear()
    return whole


# ---------------------------------------------------------------------- the whole program


@pytest.mark.slow
def test_sentences_can_be_found(found):
    assert not found.faults, "a sentence must be written out in full: values go in by .format()"
    assert len(found.sentences) > 100


def has_words(sentence):
    return re.search(r"[^\W\d_]", re.sub(r"\{[^{}]*\}", "", sentence))


def test_no_sentence_lacks_portuguese(found, portuguese):
    lacking = {
        f"{sentence.path.relative_to(ROOT)}:{sentence.line}: {sentence.id}"
        for sentence in found.sentences
        if has_words(sentence.id)
        and sentence.id not in (portuguese.plurals if sentence.plural else portuguese.sentences)
    }
    assert not lacking, "\n".join(["add these to a .po file:", *sorted(lacking)])


def test_no_translation_is_left_over(found, portuguese):
    ids = {sentence.id for sentence in found.sentences}
    assert portuguese.sentences.keys() - ids == set()
    assert portuguese.plurals.keys() - ids == set()


def holes(sentence):
    return set(re.findall(r"\{(\w+)[^{}]*\}", sentence))


def test_translations_have_the_same_holes(portuguese):
    pairs = [*portuguese.sentences.items()]
    pairs += [(one, form) for one, forms in portuguese.plurals.items() for form in forms]
    assert [pair for pair in pairs if holes(pair[0]) != holes(pair[1])] == []


def test_no_sentence_stands_twice_in_the_catalogues():
    seen = {}
    for path in [*PO.rglob("*.po"), *(ROOT / "plugins").rglob("*.po")]:
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.startswith("msgid ") and line != 'msgid ""':
                seen.setdefault(line, []).append(path.name)
    assert {line: names for line, names in seen.items() if len(names) > 1} == {}


# ------------------------------------------------------------------------------ languages


def test_languages_can_be_switched():
    assert language() == "en"
    assert _("the file is empty") == "the file is empty"
    set_language("pt_BR")
    try:
        assert language() == "pt"
        assert _("the file is empty") == "o arquivo está vazio"
        with speaking("en_US.UTF-8"):
            assert _("the file is empty") == "the file is empty"
        assert _("a sentence that nobody translated") == "a sentence that nobody translated"
    finally:
        set_language("en")


def test_plurals():
    one, many = "the row has {n} hex", "the row has {n} hexes"
    assert [ngettext(one, many, n) for n in (0, 1, 2)] == [many, one, many]
    with speaking("pt"):
        first, second = "a linha tem {n} hexágono", "a linha tem {n} hexágonos"
        assert [ngettext(one, many, n) for n in (0, 1, 2)] == [first, first, second]
        assert [ngettext("die", "dice", n) for n in (0, 1, 2)] == ["dice", "die", "dice"]


def test_unknown_language():
    for function in (set_language, lambda name: speaking(name).__enter__()):
        with pytest.raises(ValueError, match=r"There is no language 'de' here, only pt, en\."):
            function("de")
    assert language() == "en"


def test_speaking_ends_with_an_error():
    with pytest.raises(KeyError), speaking("pt"):
        raise KeyError
    assert language() == "en"


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({}, "en"),
        ({"LANG": "pt_PT"}, "pt"),
        ({"LANG": "en_GB.UTF-8", "LC_ALL": "pt_BR@euro"}, "pt"),
        ({"LANG": "pt_BR", "TABULEIRO_LANGUAGE": "EN"}, "en"),
        ({"LANG": "ja_JP"}, "en"),
        ({"LANG": "", "LC_MESSAGES": "pt"}, "pt"),
    ],
)
def test_language_of_the_environment(environment, expected):
    assert detect_language(environment) == expected


def test_text_of_a_module():
    words = {"pt": "Rio", "en": "River"}
    assert text(words) == "River"
    with speaking("pt"):
        assert text(words) == "Rio"
    assert text({"pt": "Rio"}) == "Rio", "better another language than nothing"
    assert text({}) == ""


# ------------------------------------------------------------------------------ catalogues


def test_catalogues_of_a_plugin(tmp_path, monkeypatch):
    monkeypatch.setattr(i18n, "_folders", list(i18n._folders))
    folder = tmp_path / "pt" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "own.po").write_text('msgid "zone"\nmsgstr "zona"\n', encoding="utf-8")
    add_catalogues(tmp_path)
    add_catalogues(str(tmp_path))
    try:
        with speaking("pt"):
            assert _("zone") == "zona"
            assert _("the file is empty") == "o arquivo está vazio"
    finally:
        catalogue.cache_clear()


def test_po_files():
    po = r"""
# a comment
msgid ""
msgstr "Language: pt\n"

#, fuzzy
msgid "unsure"
msgstr "incerto"

msgid "two "
"lines"
msgstr ""
"duas "
"linhas \"\\\n\t\q"
msgid "next to it"
msgstr "ao lado"
#: comment that ends an entry
msgid "{n} die"
msgid_plural "{n} dice"
msgstr[0] "{n} dado"
msgstr[1] "{n} dados"

msgid "empty"
msgstr ""

msgid "half"
msgid_plural "halves"
msgstr[0] "meio"
msgstr[1] ""
"""
    read = read_po(po)
    assert read.sentences == {"two lines": 'duas linhas "\\\n\t\\q', "next to it": "ao lado"}
    assert read.plurals == {"{n} die": ("{n} dado", "{n} dados")}


@pytest.mark.parametrize("line", ["msgid unquoted", '"before any keyword"', 'msgfoo "x"'])
def test_bad_po_file(line):
    with pytest.raises(CatalogueError, match=r"x\.po:2: "):
        read_po(f"# comment\n{line}\n", "x.po")


# ------------------------------------------------------------------------------ extracting


def test_extracting(tmp_path):
    (tmp_path / "a.py").write_text(
        "_('one')\ni18n.N_('two')\nngettext('three', 'threes', n)\nmsg('four', n=1)\n"
        "_(name)\n_(f'five {n}')\n_('six ' + 'seven')\nngettext('x', f'{y}', 1)\nother('eight')\n"
        "_()\n(lambda: 0)('nine')\n_('ten' 'eleven')\nnmsg('twelve', 'twelves', n, n=n)\n",
        encoding="utf-8",
    )
    found = extract([tmp_path])
    assert [(s.id, s.plural, s.line) for s in found.sentences] == [
        ("four", "", 4),
        ("one", "", 1),
        ("teneleven", "", 12),
        ("three", "threes", 3),
        ("twelve", "", 13),
        ("twelves", "", 13),
        ("two", "", 2),
    ]
    assert [fault.split(": ", 1)[1] for fault in found.faults] == [
        "_(f'five {n}')",
        "_('six ' + 'seven')",
        "ngettext('x', f'{y}', 1)",
    ]


def test_plugins_may_be_elsewhere(tmp_path, monkeypatch):
    monkeypatch.setattr(i18n, "_HOME", tmp_path / "framework" / "tabuleiro")
    assert i18n.source_folders() == [tmp_path / "framework" / "tabuleiro"]
    (tmp_path / "plugins").mkdir()
    assert i18n.source_folders()[1:] == [tmp_path / "plugins"]


def test_marking_changes_nothing():
    assert N_("as it is") == "as it is"
