"""Checks of the rulebooks and of the clauses that the other files name."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from tabuleiro.i18n import _
from tabuleiro.module.draft import Checked, Draft
from tabuleiro.module.errors import Problem, Unreadable, did_you_mean, in_a_sentence, shortened
from tabuleiro.module.files import RULEBOOKS, decode
from tabuleiro.module.loader import Loc
from tabuleiro.module.models import Model
from tabuleiro.module.rulebook import MAX_HEADING, anchors_of, odd_headings, section_of

__all__ = ["check_rulebook", "rules_in"]


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
                draft.rulebook_text = text
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
    _check_clauses(draft, frozenset().union(*anchors.values()))


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


def _check_clauses(draft: Draft, anchors: frozenset[str]) -> None:
    game = draft.game.model
    if game is None:
        return
    files: list[Checked[Any]] = [draft.game, draft.tables, *draft.scenarios]
    for file in files:
        if file.model is not None:
            for loc, rule in rules_in(file, file.model.model_dump(by_alias=True)):
                if section_of(rule, game.id, anchors) is None:
                    sentence = _('the clause "{rule}" has no section in the rulebooks')
                    file.warn(loc, sentence.format(rule=rule))


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
