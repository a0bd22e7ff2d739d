"""The texts of the program in Portuguese and English.

English sentences are the ids. Their translations lie in gettext catalogues,
``locale/<language>/LC_MESSAGES/*.po``, which are read as they are when a language is first used:
no compiled file has to be kept up to date. Texts of a module are not here: they are mappings with
a key per language, and `text` picks from them.

Three functions mark a sentence for translation, and their first argument must be written out in
full, without ``f"..."``, so that `extract` finds it: ``_`` and ``ngettext`` translate now, ``N_``
leaves the sentence as it is, to be translated later. Values go in after translating:
``_("{n} points left").format(n=3)``.
"""

from __future__ import annotations

import ast
import os
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Final

__all__ = [
    "LANGUAGES",
    "N_",
    "Catalogue",
    "CatalogueError",
    "Extraction",
    "Sentence",
    "_",
    "add_catalogues",
    "catalogue",
    "detect_language",
    "extract",
    "fold",
    "language",
    "ngettext",
    "set_language",
    "speaking",
    "text",
]

LANGUAGES: Final = ("pt", "en")
"""The languages that every text has; module texts have exactly these keys."""

_HOME: Final = Path(__file__).resolve().parent
_folders: list[Path] = [_HOME / "locale"]
_default = "en"
_spoken: ContextVar[str | None] = ContextVar("tabuleiro_language", default=None)


class CatalogueError(ValueError):
    """A catalogue that is not a ``.po`` file, told with file and line."""


# ------------------------------------------------------------------------------- languages


def language() -> str:
    """Return the language that sentences are said in: ``pt`` or ``en``.

    >>> language()
    'en'
    """
    return _spoken.get() or _default


def set_language(name: str) -> None:
    """Set the language of the whole program; ``pt_BR`` means ``pt``.

    >>> set_language("fr")
    Traceback (most recent call last):
    ValueError: There is no language 'fr' here, only pt, en.
    """
    global _default  # noqa: PLW0603 - one program, one language; `speaking` is for exceptions
    _default = _known(name)


@contextmanager
def speaking(name: str) -> Iterator[None]:
    """Speak another language for a while, in this thread or task only.

    >>> with speaking("pt"):
    ...     print(language())
    pt
    """
    token = _spoken.set(_known(name))
    try:
        yield
    finally:
        _spoken.reset(token)


def detect_language(environment: Mapping[str, str] = os.environ) -> str:
    """Return the language that the environment asks for, English if it asks for none of ours.

    >>> detect_language({"LANG": "pt_BR.UTF-8"})
    'pt'
    >>> detect_language({"LANG": "pt_BR.UTF-8", "TABULEIRO_LANGUAGE": "en"})
    'en'
    >>> detect_language({"LANG": "C"})
    'en'
    """
    for variable in ("TABULEIRO_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        wanted = environment.get(variable, "")
        if wanted:
            short = _short(wanted)
            return short if short in LANGUAGES else "en"
    return "en"


def _short(name: str) -> str:
    return re.split(r"[-_.@]", name, maxsplit=1)[0].lower()


def _known(name: str) -> str:
    short = _short(name)
    if short not in LANGUAGES:
        raise ValueError(
            _("There is no language '{name}' here, only {names}.").format(
                name=name, names=", ".join(LANGUAGES)
            )
        )
    return short


# ----------------------------------------------------------------------------- translating


def _(sentence: str) -> str:
    """Return the sentence in the current language, as it is if it has no translation.

    >>> _("No such sentence is translated.")
    'No such sentence is translated.'
    """
    spoken = language()
    if spoken == "en":
        return sentence
    return catalogue(spoken).sentences.get(sentence) or sentence


def N_(sentence: str) -> str:  # noqa: N802 - gettext's own name for it
    """Mark a sentence for translation and return it as it is.

    >>> N_("A sentence for later")
    'A sentence for later'
    """
    return sentence


def ngettext(one: str, many: str, number: int) -> str:
    """Return the form for a number in the current language.

    >>> ngettext("{n} point", "{n} points", 2).format(n=2)
    '2 points'
    """
    spoken = language()
    if spoken != "en":
        forms = catalogue(spoken).plurals.get(one)
        if forms:
            return forms[min(_PLURAL[spoken](number), len(forms) - 1)]
    return one if number == 1 else many


_PLURAL: Final = {"pt": lambda n: int(n > 1)}
"""The index of the form for a number. In Brazil nought is singular."""


def fold(typed: str) -> str:
    """Return a text in small letters without accents, as it is compared.

    >>> fold("Avançar")
    'avancar'
    """
    apart = unicodedata.normalize("NFKD", typed)
    return "".join(c for c in apart if not unicodedata.combining(c)).casefold()


def text(words: Mapping[str, str]) -> str:
    """Return a text of a module in the current language.

    >>> text({"pt": "Rio Rapido", "en": "Rapido River"})
    'Rapido River'
    """
    spoken = language()
    return words[spoken] if spoken in words else next(iter(words.values()), "")


# ------------------------------------------------------------------------------ catalogues


@dataclass
class Catalogue:
    """The translations into one language."""

    sentences: dict[str, str] = field(default_factory=dict)
    plurals: dict[str, tuple[str, ...]] = field(default_factory=dict)


def add_catalogues(folder: Path | str) -> None:
    """Add a folder with ``<language>/LC_MESSAGES/*.po``, such as that of a plugin.

    A broken file raises `CatalogueError` here, where its plugin is to blame, and not later.
    """
    path = Path(folder)
    if path not in _folders:
        for name in LANGUAGES:
            list(_parts(path, name))
        _folders.append(path)
        catalogue.cache_clear()


@lru_cache
def catalogue(name: str) -> Catalogue:
    """Return all translations into a language, from all folders.

    >>> catalogue("en").sentences
    {}
    """
    whole = Catalogue()
    for folder in _folders:
        for part in _parts(folder, name):
            whole.sentences.update(part.sentences)
            whole.plurals.update(part.plurals)
    return whole


def _parts(folder: Path, name: str) -> Iterator[Catalogue]:
    for path in sorted(folder.glob(f"{name}/LC_MESSAGES/*.po")):
        yield read_po(path.read_text(encoding="utf-8"), path.name)


_LINE: Final = re.compile(r'(?:(msgid|msgid_plural|msgstr|msgstr\[\d+\])\s+)?"(.*)"')
_ESCAPES: Final = {"n": "\n", "t": "\t", "r": "\r", '"': '"', "\\": "\\"}


def read_po(source: str, name: str = "catalogue") -> Catalogue:
    r"""Read a ``.po`` file. Entries marked ``fuzzy`` are left out, as gettext does.

    >>> read_po('msgid "yes"\nmsgstr "sim"\n').sentences
    {'yes': 'sim'}
    """
    found = Catalogue()
    entry: dict[str, str] = {}
    keyword = ""
    fuzzy = False
    for number, raw in enumerate([*source.splitlines(), ""], start=1):
        line = raw.strip()
        begins = line.startswith(("msgid ", "#")) and any(k.startswith("msgstr") for k in entry)
        if not line or begins:
            _keep(entry, found, fuzzy=fuzzy)
            entry, keyword, fuzzy = {}, "", False
        if not line or line.startswith("#"):
            fuzzy = fuzzy or (line.startswith("#,") and "fuzzy" in line)
            continue
        match = _LINE.fullmatch(line)
        if match is None or not (match[1] or keyword):
            raise CatalogueError(f"{name}:{number}: {line}")
        keyword = match[1] or keyword
        words = re.sub(r"\\(.)", lambda found: _ESCAPES.get(found[1], found[0]), match[2])
        entry[keyword] = entry.get(keyword, "") + words
    return found


def _keep(entry: dict[str, str], into: Catalogue, *, fuzzy: bool) -> None:
    sentence = entry.get("msgid")
    if not sentence or fuzzy:
        return
    forms = tuple(words for key, words in sorted(entry.items()) if key.startswith("msgstr["))
    if all(forms) and forms:
        into.plurals[sentence] = forms
    elif entry.get("msgstr"):
        into.sentences[sentence] = entry["msgstr"]


# ------------------------------------------------------------------------------ extracting


@dataclass(frozen=True, order=True)
class Sentence:
    """A sentence that the program says, and where."""

    id: str
    plural: str
    path: Path
    line: int


@dataclass(frozen=True)
class Extraction:
    """All sentences found, and calls whose sentence cannot be found (``_(f"...")``)."""

    sentences: tuple[Sentence, ...]
    faults: tuple[str, ...]


MARKERS: Final = frozenset({"_", "N_", "ngettext", "msg", "nmsg"})
"""Functions whose first argument is a sentence to translate (of those below the second too)."""
_TWO: Final = frozenset({"ngettext", "nmsg"})


def source_folders() -> list[Path]:
    """Return the folders of the program's own source: the framework and the plugins beside it."""
    plugins = _HOME.parent.parent / "plugins"
    return [_HOME, plugins] if plugins.is_dir() else [_HOME]


def extract(folders: Iterable[Path] | None = None) -> Extraction:
    """Find all sentences for translation in the source.

    >>> found = extract([Path(__file__).parent / "cli"])
    >>> "for programs" in {sentence.id for sentence in found.sentences}
    True
    """
    sentences: list[Sentence] = []
    faults: list[str] = []
    for folder in source_folders() if folders is None else folders:
        for path in sorted(folder.rglob("*.py")):
            for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"), str(path))):
                if isinstance(call, ast.Call) and _name_of(call.func) in MARKERS and call.args:
                    _extract_from(call, path, sentences, faults)
    return Extraction(tuple(sorted(sentences)), tuple(faults))


def _name_of(function: ast.expr) -> str:
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def _extract_from(call: ast.Call, path: Path, sentences: list[Sentence], faults: list[str]) -> None:
    name = _name_of(call.func)
    count = 2 if name in _TWO else 1
    written = [
        node.value
        for node in call.args[:count]
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    ]
    if len(written) == count:
        alone = written if name == "nmsg" else written[:1]  # a message keeps the one it says
        plural = written[1] if name == "ngettext" else ""
        sentences += [Sentence(each, plural, path, call.lineno) for each in alone]
    elif any(isinstance(node, ast.JoinedStr | ast.BinOp | ast.Call) for node in call.args[:count]):
        faults.append(f"{path}:{call.lineno}: {ast.unparse(call)}")
