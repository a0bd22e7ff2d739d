"""Checks of what the parts of the rules in use need: tables with their columns, known results."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator
from typing import Final

from tabuleiro.i18n import _
from tabuleiro.module.draft import Draft
from tabuleiro.module.errors import did_you_mean, shortened
from tabuleiro.module.loader import Loc
from tabuleiro.module.models import TablesFile
from tabuleiro.module.models.tables import OddsModel, ValuesModel
from tabuleiro.module.needs import Needs, TableNeed

__all__ = ["check_needs"]

_ALIKE: Final = 0.82
"""How much two tags must be alike, of 1, to be taken for a slip: `army` may stand by `armour`."""
_TAGGED: Final = (
    ("game", "unit_types"),
    ("counters", "counters"),
    ("counters", "formations"),
    ("counters", "markers"),
    ("tables", "terrain"),
    ("tables", "hexsides"),
    ("tables", "networks"),
)
"""The lists whose items have tags, by file."""
_LETTER: Final = re.compile(r"[^\W\d_]")


def check_needs(draft: Draft, needs: Needs) -> None:
    """Check that what the rules will look for is there."""
    tables = draft.tables.model
    if tables is None:
        return
    for need in needs.tables:
        why = _why(draft, need)
        if why:
            _check_table(draft, tables, need, why, sure=needs.sure)
    _check_words(draft, needs.words)
    if needs.phases is not None:
        _check_phases(draft, needs.phases)
    if needs.results is not None:
        _check_results(draft, tables, needs, needs.results)
    if needs.said is not None:
        _check_tags(draft, needs.said, needs.tags)


def _why(draft: Draft, need: TableNeed) -> str:
    """Return why a module needs a table, nothing if it does not."""
    game, counters = draft.game.model, draft.counters.model
    if game is None or counters is None:
        return ""
    kinds = {phase.kind for phase in game.sequence if phase.side is not None}
    if need.phase and need.phase not in kinds:
        return ""
    if not need.value:
        return _('a phase of the kind "{kind}"').format(kind=need.phase) if need.phase else "?"
    found = next((one for one in counters.counters if one.values.get(need.value)), None)
    if found is None:
        return ""
    sentence = _('the value "{value}" of the counter "{counter}"')
    return sentence.format(value=need.value, counter=found.id)


def _check_table(
    draft: Draft, tables: TablesFile, need: TableNeed, why: str, *, sure: bool
) -> None:
    file = draft.tables
    known = file.ids(need.kind)
    if known is None:
        return
    tell = file.problem if sure else file.warn
    if need.id not in known:
        sentence = _('the table "{id}" is missing, which the rules need because of {why}')
        tell((need.kind,), sentence.format(id=need.id, why=why), did_you_mean(need.id, known))
        return
    if need.kind != "indices":
        return
    for loc, index in file.numbered("indices", tables.indices):
        for name in need.columns if index.id == need.id else ():
            if name not in index.columns:
                sentence = _(
                    'the column "{name}" is missing, which the rules need because of {why}'
                )
                hint = did_you_mean(name, index.columns)
                tell((*loc, "columns"), sentence.format(name=name, why=why), hint)


def _check_words(draft: Draft, words: tuple[str, ...]) -> None:
    """Warn of words that own parts ask for and no clause answers to."""
    game = draft.game.model
    clauses = game.rules.get("clauses") if game is not None else None
    named = clauses if isinstance(clauses, dict) else dict.fromkeys(words)
    for word in dict.fromkeys(words):
        if word not in named:
            sentence = _('a part of this game asks for the clause of "{word}", and none is named')
            draft.game.warn(("rules", "clauses"), sentence.format(word=word))


def _check_phases(draft: Draft, known: tuple[str, ...]) -> None:
    """Warn of phases that no part carries out: nothing may happen in them."""
    file = draft.game
    for loc, phase in file.numbered("sequence", file.model.sequence if file.model else []):
        if phase.kind not in known:
            sentence = _('no part of the rules carries out phases of the kind "{kind}"')
            told = sentence.format(kind=shortened(phase.kind))
            file.warn((*loc, "kind"), told, did_you_mean(phase.kind, known))


def _check_tags(draft: Draft, said: frozenset[str], asked: frozenset[str]) -> None:
    """Warn of tags that no rule asks about and that look like one that a rule asks about.

    A tag may be a label alone; so only what looks like a slip is told.
    """
    game = draft.game.model
    labels = draft.texts.model.texts if draft.texts.model is not None else {}
    known = said | _words_in(game.rules if game is not None else {})
    for file, key in _TAGGED:
        of = getattr(draft, file)
        for loc, item in of.numbered(key, getattr(of.model, key, ())):
            for tag in item.tags:
                like = difflib.get_close_matches(tag, sorted(asked), n=1, cutoff=_ALIKE)
                if tag not in known and f"tag.{tag}" not in labels and like:
                    sentence = _('no rule of this game asks about the tag "{tag}"')
                    of.warn(
                        (*loc, "tags"), sentence.format(tag=shortened(tag)), did_you_mean(tag, like)
                    )


def _words_in(found: object) -> frozenset[str]:
    """Return all words of parameters, at any depth: a tag may be named there."""
    if isinstance(found, str):
        return frozenset([found])
    if isinstance(found, dict):
        return frozenset().union(*map(_words_in, found), *map(_words_in, found.values()))
    if isinstance(found, list | tuple):
        return frozenset().union(*map(_words_in, found))
    return frozenset()


# ------------------------------------------------------------------------------------- results


def _check_results(
    draft: Draft, tables: TablesFile, needs: Needs, patterns: tuple[str, ...]
) -> None:
    """Object to codes that no part carries out, each once."""
    for loc, result in draft.tables.numbered("results", tables.results):
        for code in (result.like or "").split():
            if not re.fullmatch("|".join(f"(?:{pattern})" for pattern in patterns), code):
                sentence = _('no part of the rules carries out the result "{code}"')
                draft.tables.problem((*loc, "like"), sentence.format(code=shortened(code)))
    fought = {need.id for need in needs.tables if need.kind != "indices"}
    whole = re.compile("|".join(f"(?:{pattern})" for pattern in patterns))
    plain = [pattern for pattern in patterns if pattern.isalnum()]
    told: set[str] = set()
    for loc, cell in _cells(draft, tables, fought):
        for word in cell.split():
            code = word.rstrip("*")
            if code in told or not _LETTER.search(code) or whole.fullmatch(code):
                continue
            told.add(code)
            sentence = _(
                'no part of the rules carries out the result "{code}": a part of your own that has'
                " the hook `result_steps` names it in its `results`"
            )
            draft.tables.problem(
                loc, sentence.format(code=shortened(code)), did_you_mean(code, plain)
            )


def _cells(draft: Draft, tables: TablesFile, fought: set[str]) -> Iterator[tuple[Loc, str]]:
    file = draft.tables
    grids: list[tuple[Loc, OddsModel | ValuesModel]] = [
        *file.numbered("odds", tables.odds),
        *file.numbered("values", tables.values),
    ]
    for loc, table in grids:
        if table.id not in fought:
            continue
        for number, row in enumerate(table.cells):
            for place, cell in enumerate(row):
                yield (*loc, "cells", number, place), cell
        for name, cells in table.variants.items():
            for spot, cell in cells.items():
                yield (*loc, "variants", name, spot), cell
