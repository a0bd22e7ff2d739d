"""Checks of ``rules`` in ``module.yaml`` against the parameters that a game's plugin declares."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol

from pydantic import ValidationError

from tabuleiro.i18n import _
from tabuleiro.module.checks.game import movement_classes
from tabuleiro.module.checks.rulebook import check_clause, rules_in
from tabuleiro.module.draft import Draft
from tabuleiro.module.error_sentences import problems_of
from tabuleiro.module.models.parameters import Parameters
from tabuleiro.module.models.references import Known
from tabuleiro.module.rulebook import read_rulebook

__all__ = ["check_rules", "known_names"]

_KEY = "rules"


class _Tagged(Protocol):
    @property
    def tags(self) -> list[str]: ...


def check_rules(draft: Draft, model: type[Parameters]) -> None:
    """Check the parameters of the rules; what is wrong is kept with ``module.yaml``."""
    file = draft.game
    if file.model is None or _KEY in file.unknown:
        return
    rules = file.model.rules
    _check_sides(draft, model.sides)
    try:
        known = Known(known_names(draft, model.words))
        model.model_validate(rules, context=known)
    except ValidationError as error:
        for loc, message, hint in problems_of(error, model, rules, known):
            if loc or _KEY not in file.lost:  # else what is missing may be there, misspelt
                file.problem((_KEY, *loc), message, hint)
    else:
        _check_sections(draft, rules)


def _check_sides(draft: Draft, wanted: int | None) -> None:
    """Refuse a number of sides, or alliances, that the rules cannot play."""
    file = draft.game
    sides = file.model.sides if file.model is not None and "sides" not in file.unknown else None
    if sides is None or wanted is None:
        return
    if len(sides) != wanted:
        sentence = _("these rules are made for {wanted} sides, and here are {n}")
        file.problem(("sides",), sentence.format(wanted=wanted, n=len(sides)))
    elif any(side.enemies is not None for side in sides):
        file.problem(("sides",), _("these rules know no neutral sides: leave out `enemies`"))
    elif len({side.team or f"side {side.id}" for side in sides}) != wanted:
        file.problem(("sides",), _("these rules know no friends among the sides: leave out `team`"))


def _check_sections(draft: Draft, rules: dict[str, Any]) -> None:
    """Warn of clauses that no section of the rulebooks holds."""
    game = draft.game.model
    if game is None or "id" in draft.game.unknown or not draft.rulebook_text:
        return
    book = read_rulebook(draft.rulebook_text)
    named = [((_KEY, "clauses", word), rule) for word, rule in rules.get("clauses", {}).items()]
    for loc, rule in (*rules_in(draft.game, rules, (_KEY,)), *named):
        check_clause(draft.game, loc, rule, game.id, book)


def known_names(draft: Draft, words: tuple[str, ...] | None) -> dict[str, frozenset[str]]:
    """Return the names of each kind of thing in a module, without kinds that are not known."""
    game, board, counters, tables = draft.game, draft.board, draft.counters, draft.tables
    found = {
        "side": game.ids("sides"),
        "nation": game.ids("nations"),
        "type": game.ids("unit_types"),
        "option": game.ids("options"),
        "region": board.ids("regions"),
        "place": board.ids("places"),
        "edge": board.ids("edges"),
        "formation": counters.ids("formations"),
        "counter": counters.ids("counters"),
        "marker": counters.ids("markers"),
        "terrain": tables.ids("terrain"),
        "hexside": tables.ids("hexsides"),
        "network": tables.ids("networks"),
        "table": tables.ids("values"),
        "result": tables.ids("results"),
        "hex": frozenset(draft.grid.hexes) if draft.grid is not None else None,
        "class": movement_classes(draft),
        "tag": _tags(draft),
        "site": _union(tables.ids("sites"), counters.ids("markers"), _kinds_of_places(draft)),
        "box": board.ids("boxes"),
        "area": _union(board.ids("regions"), board.ids("boxes")),
    }
    found["cover"] = _union(found["area"], frozenset({"same-airfield"}))
    found["word"] = _words(words, found)
    return {kind: names for kind, names in found.items() if names is not None}


def _union(*parts: frozenset[str] | None) -> frozenset[str] | None:
    known = [part for part in parts if part is not None]
    return frozenset().union(*known) if len(known) == len(parts) else None


def _tags(draft: Draft) -> frozenset[str] | None:
    """Return the tags of types and counters; those of faulty ones are not known."""
    game, counters = draft.game, draft.counters
    if game.model is None or counters.model is None:
        return None
    if "unit_types" in {*game.kept, *game.unknown} or "counters" in {
        *counters.kept,
        *counters.unknown,
    }:
        return None
    tagged: list[_Tagged] = [*game.model.unit_types, *counters.model.counters]
    return frozenset(tag for item in tagged for tag in item.tags)


def _kinds_of_places(draft: Draft) -> frozenset[str] | None:
    model = draft.board.model
    if model is None or "places" in {*draft.board.kept, *draft.board.unknown}:
        return None
    return frozenset(place.kind for place in model.places)


def _words(
    words: tuple[str, ...] | None, names: dict[str, frozenset[str] | None]
) -> frozenset[str] | None:
    """Return all words for clauses, those with a hole once for each name that may fill it."""
    return None if words is None else frozenset(_filled(words, names))


def _filled(words: tuple[str, ...], names: dict[str, frozenset[str] | None]) -> Iterator[str]:
    for word in words:
        before, hole, rest = word.partition("{")
        for name in names.get(rest.rstrip("}")) or () if hole else ("",):
            yield before + name.lower()
