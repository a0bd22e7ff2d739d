"""What players read must make sense: sentences that are translated, clauses that exist.

Rule tests look at outcomes and clauses; this looks, each time, at everything else that is told.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from tabuleiro.engine import DEAD, OFF, Message, Objection, Verdict, is_exit
from tabuleiro.engine import events as ev
from tabuleiro.engine.messages import render
from tabuleiro.engine.options import TOPICS
from tabuleiro.engine.verdicts import FORM
from tabuleiro.i18n import LANGUAGES, catalogue, speaking
from tabuleiro.referee.rulebook import clause_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tabuleiro.engine import Decision, Game, Row
    from tabuleiro.module import Module

__all__ = ["KINDS", "odd_decision", "odd_row", "odd_verdict"]

KINDS: Final = ("phase", "choose", "allocate", "path")
"""The kinds of decisions for which there are panels."""

_HOLES: Final = re.compile(r"\{[^{}]*\}")


def odd_verdict(game: Game, verdict: Verdict) -> Iterator[str]:
    """Yield what is odd about the reasons of a verdict."""
    for objection in (*verdict.objections, *verdict.waived):
        yield from _objection(game, objection)


def _objection(game: Game, objection: Objection) -> Iterator[str]:
    module = game.module
    if not objection.rule or objection.rule.startswith(f"{module.id}-"):
        yield from _sentence(module, objection.message)  # a house rule speaks its own language
    yield from _rule(module, objection.rule)
    if objection.topic not in {*TOPICS, FORM}:
        yield f"an objection has the topic {objection.topic!r}, which is none"
    if objection.topic != FORM and not objection.rule:
        yield f"an objection that can be waived has no clause: {objection.message.text}"
    yield from _pieces(game, objection.pieces)
    yield from _places(game, objection.hexes)


def odd_decision(game: Game, decision: Decision, *, listed: bool = True) -> Iterator[str]:
    """Yield what is odd about what is asked; ``listed`` compares it with all legal actions."""
    module = game.module
    yield from _message(module, decision.prompt)
    for message in decision.obligations:
        yield from _message(module, message)
    yield from _rule(module, decision.rule)
    if decision.kind not in KINDS:
        yield f"a decision is of the kind {decision.kind!r}, for which there is no panel"
    if decision.side not in module.sides:
        yield f"a decision asks {decision.side!r}, which is no side"
    yield from _pieces(game, decision.pieces)
    yield from _places(game, decision.hexes)
    legal = game.legal() if listed else ()
    unnamed = {action.kind for action in legal} - set(decision.actions)
    if unnamed:
        yield f"a decision does not name the actions {', '.join(sorted(unnamed))}"
    about = {str(action.piece) for action in legal if hasattr(action, "piece")}
    if decision.kind != "phase" and not about <= set(decision.pieces):
        yield f"a decision does not name the pieces {', '.join(sorted(about))}"


def odd_row(game: Game, row: Row) -> Iterator[str]:
    """Yield what is odd about what a row of the log tells."""
    for event in row.events:
        if isinstance(event, ev.Said):
            yield from _message(game.module, event.message)
            yield from _rule(game.module, event.rule)
        elif isinstance(event, ev.Rolled):
            yield from _message(game.module, event.why)
            yield from _rule(game.module, event.rule)
            if event.side not in game.module.sides:
                yield f"dice were thrown by {event.side!r}, which is no side"


# --------------------------------------------------------------------------------- parts


def _message(module: Module, message: object) -> Iterator[str]:
    yield from _sentence(module, message)
    if isinstance(message, Message):
        yield from _values(module, message.values)


def _sentence(module: Module, message: object) -> Iterator[str]:
    """Yield what is odd about a sentence; what it refers to may be a player's nonsense."""
    if not isinstance(message, Message):
        yield f"{message!r} is told, which is no message"
        return
    if not _known(message.text):
        yield f"a sentence without translation is told: {message.text!r}"
        return
    for language in LANGUAGES:
        with speaking(language):
            try:
                words = render(message, module)
            except Exception as error:  # noqa: BLE001 - that is what is looked for
                yield f"{message.text!r} cannot be told: {type(error).__name__}: {error}"
                return
        if "None" in words.split() or "{" in words:
            yield f"{message.text!r} is told with a hole in it: {words!r}"


def _values(module: Module, values: Any) -> Iterator[str]:
    """Yield references of a message to what does not exist."""
    if isinstance(values, list):
        for value in values:
            yield from _values(module, {"": value})
        return
    for value in values.values():
        if isinstance(value, list):
            yield from _values(module, value)
        elif isinstance(value, dict) and "message" in value:
            inner = value["message"]
            yield from _message(module, Message(inner["text"], inner["values"]))
        elif isinstance(value, dict) and not _exists(module, value):
            yield f"a message refers to {value}, which does not exist"


def _exists(module: Module, reference: dict[str, Any]) -> bool:
    for kind, group in (
        ("piece", module.counters),
        ("side", module.sides),
        ("formation", module.formations),
    ):
        if kind in reference:
            return reference[kind] in group
    if "place" in reference:
        return _is_place(module, reference["place"])
    return "key" in reference and module.text(str(reference["key"])) is not None


def _is_place(module: Module, place: object) -> bool:
    board = module.board
    if not isinstance(place, str):
        return False
    return place in board.grid or place in board.boxes or place in {OFF, DEAD} or is_exit(place)


def _rule(module: Module, rule: object) -> Iterator[str]:
    if not isinstance(rule, str):
        yield f"{rule!r} is given as a clause"
    elif rule.startswith(f"{module.id}-") and not _has_clause(module, rule):
        yield f"the rulebook has no clause {rule}"


def _has_clause(module: Module, rule: str) -> bool:
    key = ("testing.words", rule)
    if key not in module.memo:
        module.memo[key] = clause_of(module, rule) is not None
    return bool(module.memo[key])


def _pieces(game: Game, pieces: object) -> Iterator[str]:
    if not isinstance(pieces, tuple) or not all(p in game.position.pieces for p in pieces):
        yield f"{pieces!r} are named as pieces"


def _places(game: Game, places: object) -> Iterator[str]:
    if not isinstance(places, tuple) or not all(_is_place(game.module, p) for p in places):
        yield f"{places!r} are named as places"


def _known(sentence: object) -> bool:
    """Return whether a sentence is translated; one without words needs no translation."""
    if not isinstance(sentence, str):
        return False
    words = _HOLES.sub("", sentence)
    found = catalogue("pt")
    translated = sentence in found.sentences or sentence in found.plurals
    return translated or not any(letter.isalpha() for letter in words)
