"""Checks of the rulebooks and of the clauses that the other files name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from tabuleiro.i18n import _
from tabuleiro.module.draft import Checked, Draft
from tabuleiro.module.errors import Problem, Unreadable, did_you_mean, in_a_sentence, shortened
from tabuleiro.module.files import RULEBOOKS, decode
from tabuleiro.module.loader import Loc
from tabuleiro.module.models import Model
from tabuleiro.module.rulebook import (
    MAX_HEADING,
    Rulebook,
    anchors_of,
    ids_in,
    odd_headings,
    read_rulebook,
    section_of,
)

__all__ = ["check_clause", "check_rulebook", "rules_in"]


def check_rulebook(draft: Draft) -> None:
    """Check that the rulebooks have the same sections and that clauses have one."""
    anchors: dict[str, dict[str, int]] = {}
    for name in RULEBOOKS.values():
        file = draft.rulebooks[name] = Checked[Model](name, tally=draft.tally)
        if name in draft.folder.raw:
            try:
                text = decode(draft.folder.raw[name], name)
            except Unreadable as unreadable:
                draft.tally.problem(unreadable.problem)
            else:
                anchors[name] = _read(file, text)
                draft.rulebook_text = draft.rulebook_texts[name] = text
    if len(anchors) < len(RULEBOOKS):
        return
    for name, lines in anchors.items():
        for other, others in anchors.items():
            unmatched = sorted(others.keys() - lines.keys())
            for anchor in sorted(lines.keys() - others.keys(), key=lines.__getitem__):
                sentence = _("{other} has no section with the anchor {anchor}")
                text = in_a_sentence(sentence.format(other=other, anchor=shortened(anchor)))
                hint = did_you_mean(anchor, unmatched)
                draft.tally.problem(Problem(name, lines[anchor], 1, "", text, hint))
    _check_translation(draft)
    _check_clauses(draft)


def _read(file: Checked[Model], text: str) -> dict[str, int]:
    for line in odd_headings(text):
        sentence = _("a heading has one anchor, {n} characters at most, and no gaps")
        file.tally.problem(Problem(file.name, line, 1, "", sentence.format(n=MAX_HEADING)))
    lines: dict[str, int] = {}
    for anchor, line in anchors_of(text):
        if anchor in lines:
            sentence = _("the anchor {anchor} stands here twice, first in line {line}")
            text = sentence.format(anchor=shortened(anchor), line=lines[anchor])
            file.tally.problem(Problem(file.name, line, 1, "", text))
        lines.setdefault(anchor, line)
    return lines


def _check_translation(draft: Draft) -> None:
    """Warn of clauses and sections whose text is the same in both languages."""
    books = {name: _texts(draft.rulebook_texts[name]) for name in RULEBOOKS.values()}
    first, *others = books
    for key, (text, line) in books[first].items():
        same = [name for name in others if books[name].get(key, ("", 0))[0] == text]
        if same and len(_WORD.findall(text)) >= _FEW_WORDS:
            sentence = _("{key} has the same text in {other}: one of them is not translated")
            told = in_a_sentence(sentence.format(key=shortened(key), other=same[0]))
            draft.tally.warn(Problem(first, line, 1, "", told))


_WORD: Final = re.compile(r"[^\W\d_]{2,}")
_FEW_WORDS: Final = 5
"""Fewer words may well be the same in two languages: names, numbers."""


def _texts(markdown: str) -> dict[str, tuple[str, int]]:
    """Return the text of each clause, and of each section without clauses, with its line."""
    book = read_rulebook(markdown)
    numbered = {clause.section.anchor for clause in book.clauses.values()}
    sections = [each for each in book.sections.values() if each.anchor not in numbered]
    lines = {id: n for n, line in enumerate(markdown.splitlines(), 1) for id in ids_in(line)}
    starts = dict(anchors_of(markdown))
    return {
        **{one.anchor: (one.text, starts.get(one.anchor, 1)) for one in sections},
        **{one.id: (one.text, lines.get(one.id, 1)) for one in book.clauses.values()},
    }


def _check_clauses(draft: Draft) -> None:
    game = draft.game.model
    if game is None or "id" in draft.game.unknown:
        return
    book = read_rulebook(draft.rulebook_text)
    files: list[Checked[Any]] = [draft.game, draft.tables, *draft.scenarios]
    for file in files:
        if file.model is not None:
            for loc, rule in rules_in(file, file.model.model_dump(by_alias=True)):
                check_clause(file, loc, rule, game.id, book)


def starts_of(game: str, book: Rulebook) -> list[str]:
    """Return with what clauses begin: the id of the game, or that of the game whose rulebook it is.

    Scenarios of a pack are played by the rulebook of the game that they extend.
    """
    return [game, *book.games]


def check_clause(file: Checked[Any], loc: Loc, rule: str, own: str, book: Rulebook) -> None:
    """Object to a clause of another game; warn of one that the rulebooks do not have."""
    game = next((each for each in starts_of(own, book) if rule.startswith(f"{each}-")), "")
    if not game:
        sentence = _('the clause "{rule}" is of another game: here they begin with "{start}"')
        file.problem(loc, sentence.format(rule=rule, start=f"{own}-"))
        return
    section = section_of(rule, game, book.sections)
    if section is None:
        sentence = _('the clause "{rule}" has no section in the rulebooks')
        file.warn(loc, sentence.format(rule=rule), did_you_mean(rule, book.clauses))
    elif rule not in book.clauses and rule != f"{game}-{section}":
        known = [id for id, clause in book.clauses.items() if clause.section.anchor == section]
        if known:  # else each clause stands for the section
            sentence = _('the rulebooks have no clause "{rule}" in the section {section}')
            hint = did_you_mean(rule, known)
            file.warn(loc, sentence.format(rule=rule, section=section), hint)


_DATA: Final = frozenset({"rules", "where", "texts"})
"""Keys under which a word `rule` means nothing here; what `rules` says is checked by itself."""


def rules_in(file: Checked[Any], data: Any, loc: Loc = ()) -> Iterator[tuple[Loc, str]]:
    """Yield the clauses that stand under a key `rule` in some values, each with its place."""
    if isinstance(data, dict):
        for key, value in data.items():
            if key == "rule" and isinstance(value, str):
                yield (*loc, key), value
            elif key not in _DATA and isinstance(value, dict | list):
                yield from rules_in(file, value, (*loc, key))
    elif isinstance(data, list):
        kept = file.kept.get(str(loc[0])) if len(loc) == 1 else None
        for number, value in enumerate(data):
            yield from rules_in(file, value, (*loc, kept[number] if kept else number))
