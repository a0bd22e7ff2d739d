"""Slips in the source of a plugin that no run would show: it is read, not run.

A sentence for players is looked up in the catalogue of translations by its words. One that is put
together before (``msg(f"…")``) is never found there, and is told in English to everybody. A word
for a clause that nobody declares finds none, and a topic that is none can never be waived.
"""

from __future__ import annotations

import ast
import re
import string
from typing import TYPE_CHECKING, Final

from tabuleiro.engine.options import TOPICS
from tabuleiro.engine.verdicts import FORM
from tabuleiro.i18n import LANGUAGES, _, catalogue, extract
from tabuleiro.module.errors import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence
    from pathlib import Path

    from tabuleiro.hooks import GamePlugin

__all__ = ["slips_in", "untranslated_in"]

_CLAUSE: Final = "clause"
_OBJECTION: Final = "object_to"
_PLACED: Final = {_CLAUSE: (1, None), _OBJECTION: (2, 3)}
"""Where the arguments that are words for clauses begin and end, by function."""
_TOPIC: Final = {_OBJECTION: 3, "Objection": 2}
"""Where the topic stands."""
_FAVOURS: Final = ("attacker", "defender")
"""Whom a shift may be good for."""
_SENTENCES: Final = {"msg": 1, "nmsg": 2}
"""How many first arguments are sentences with gaps."""


def slips_in(package: Path, game: GamePlugin | None = None) -> Iterator[str]:
    """Yield what is wrong in the sources of a package: file, line and a sentence each.

    ``game`` is the one whose parts lie there.
    """
    try:
        faults = extract([package]).faults
        calls = list(_calls_in(package))
    except (OSError, SyntaxError, ValueError, RecursionError):
        return  # whoever loads it is told why
    sentence = _(
        "{place}: this sentence is put together before it is translated: write it out, and give"
        " what varies by name"
    )
    for fault in faults:
        place, _colon, code = fault.removeprefix(f"{package.parent}/").partition(": ")
        yield f"{sentence.format(place=place)}: {code}"
    words = _known_words(game)
    for place, name, call in calls:
        for told in (
            *_in_sentence(name, call),
            *_in_clause(name, call, words),
            *_topic(name, call),
            *_favour(name, call),
        ):
            yield f"{place}: {told}"
    if game is not None and game.window and not _is_there(package, game.window):
        yield _('{package}: the module "{name}" for the window is not there').format(
            package=package.name, name=game.window
        )


def untranslated_in(package: Path) -> Iterator[str]:
    """Yield the sentences of a package that have no translation, with file and line."""
    try:
        sentences = extract([package]).sentences
    except (OSError, SyntaxError, ValueError, RecursionError):
        return
    for name in LANGUAGES:
        known = catalogue(name)
        for each in sentences if name != "en" else ():
            if re.search(r"[^\W\d_]", re.sub(r"\{.*?\}", "", each.id)) and not (
                each.id in known.sentences or each.id in known.plurals
            ):
                place = f"{each.path.relative_to(package.parent).as_posix()}:{each.line}"
                told = _('{place}: "{sentence}" is not translated: locale/{language} lacks it')
                yield told.format(place=place, sentence=each.id, language=name)


def _calls_in(package: Path) -> Iterator[tuple[str, str, ast.Call]]:
    """Yield the calls of functions by name, with the place of each."""
    for path in sorted(package.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"), str(path))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                place = f"{path.relative_to(package.parent).as_posix()}:{node.lineno}"
                yield place, node.func.id, node


def _in_sentence(name: str, call: ast.Call) -> Iterator[str]:
    """Object to a sentence with a gap for which no value is given."""
    given = {keyword.arg for keyword in call.keywords}
    if None not in given:  # **values: nobody knows which
        for written in call.args[: _SENTENCES.get(name, 0)]:
            yield from _gaps(_text(written), given)


def _gaps(sentence: str, given: Collection[str | None]) -> Iterator[str]:
    try:
        gaps = [gap for _before, gap, *_rest in string.Formatter().parse(sentence) if gap]
    except ValueError:
        yield _('the braces of "{sentence}" do not match').format(sentence=sentence)
        return
    for gap in gaps:
        if gap not in given:
            told = _('"{sentence}" has a gap for {gap}, and no value is given for it')
            yield told.format(sentence=sentence, gap=gap)


def _in_clause(name: str, call: ast.Call, words: Sequence[str] | None) -> Iterator[str]:
    """Object to a word for a clause that no part declares."""
    if name not in _PLACED or words is None:
        return
    begin, end = _PLACED[name]
    for word in filter(None, map(_text, call.args[begin:end])):
        if not any(re.fullmatch(re.sub(r"\\\{.*?\\\}", ".+", re.escape(w)), word) for w in words):
            told = _('no part of the game has "{word}" in its `words`{hint}')
            hint = did_you_mean(word, words)
            yield told.format(word=word, hint=f" ({hint})" if hint else "")


def _topic(name: str, call: ast.Call) -> Iterator[str]:
    """Object to a topic that is none."""
    place = _TOPIC.get(name)
    if place is None:
        return
    found = [k.value for k in call.keywords if k.arg == "topic"] or call.args[place : place + 1]
    for topic in filter(None, map(_text, found)):
        if topic not in (*TOPICS, FORM):
            told = _('there is no topic "{topic}"; there are: {known}')
            yield told.format(topic=topic, known=", ".join(TOPICS))


def _favour(name: str, call: ast.Call) -> Iterator[str]:
    """Object to a shift in favour of nobody."""
    if name != "Shift":
        return
    found = [k.value for k in call.keywords if k.arg == "favours"] or call.args[:1]
    for word in filter(None, map(_text, found)):
        if word not in _FAVOURS:
            told = _('a shift favours "attacker" or "defender", not "{word}"{hint}')
            hint = did_you_mean(word, _FAVOURS)
            yield told.format(word=word, hint=f" ({hint})" if hint else "")


def _text(node: ast.expr) -> str:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def _known_words(game: GamePlugin | None) -> tuple[str, ...] | None:
    if game is None:
        return None
    return tuple(str(word) for part in game.parts for word in getattr(part, "words", ()))


def _is_there(package: Path, module: str) -> bool:
    top, *inner = module.split(".")
    if top != package.name:
        return True  # of another package, which is looked at by itself
    path = package.joinpath(*inner)
    return path.with_suffix(".py").is_file() or (path / "__init__.py").is_file()
