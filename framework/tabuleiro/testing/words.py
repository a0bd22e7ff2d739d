"""What players read must make sense: sentences that are translated, clauses that exist.

Rule tests look at outcomes and clauses; this looks, each time, at everything else that is told.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, Final

from tabuleiro.engine import DEAD, OFF, Action, Message, Objection, Verdict, is_exit
from tabuleiro.engine import events as ev
from tabuleiro.engine.data import DataError, canonical, class_of
from tabuleiro.engine.eyes import module_as_seen
from tabuleiro.engine.log import row_from_data
from tabuleiro.engine.messages import render
from tabuleiro.engine.options import TOPICS
from tabuleiro.engine.verdicts import FORM
from tabuleiro.i18n import LANGUAGES, catalogue, speaking
from tabuleiro.module.places import holder_in
from tabuleiro.module.rulebook import clause_of
from tabuleiro.module.unknown import is_unknown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tabuleiro.engine import Decision, Game, Row
    from tabuleiro.module import Module

__all__ = ["KINDS", "odd_decision", "odd_row", "odd_verdict"]

KINDS: Final = ("phase", "choose", "allocate", "path")
"""The kinds of decisions for which there are panels."""

_HOLES: Final = re.compile(r"\{[^{}]*\}")
_HOLE: Final = re.compile(r"\bNone\b|\{")
_NO_RULE: Final = frozenset(
    {
        # a scenario may count what no rulebook does
        "{side}: {hex} taken.",
        # whom a side sees on its way is no rule's doing
        "{side} comes upon {pieces}.",
        # what is named does not exist, or there is nothing to do with it now
        "There is no hex {hex}.",
        "There is no piece {piece} in this match.",
        "There is no place {place} on this board.",
        "There is no such hex or side.",
        "There is no marker {mark} in this match.",
        "There is no track {track} in this match.",
        "There are no air points.",
        "This game has no railways.",
        "{piece} takes part already.",
        "{piece} takes no part in it.",
        "{piece} has no such state.",
        "{piece} is on no mission.",
        # how a match is played at this table
        "A track holds numbers from 0 to 1000.",
        "It is not your turn to decide.",
        "Losses are 0 to {most}; to eliminate a unit, put it among the eliminated.",
        "The match is over.",
        "The order must name each piece of the stack once.",
        "This cannot be done now: {kind}.",
        "This match is played without a free hand.",
        "This raid cannot be switched to daylight.",
        # what came of something else, which has told its clause
        "Nobody is left to attack {hex}.",
        "There are no enemies left in {hex}.",
    }
)
"""The sentences that no clause of any rulebook stands behind."""


def odd_verdict(game: Game, verdict: Verdict) -> Iterator[str]:
    """Yield what is odd about the reasons of a verdict."""
    for objection in (*verdict.objections, *verdict.waived):
        yield from _objection(game, objection)


def _objection(game: Game, objection: Objection) -> Iterator[str]:
    module = game.module
    if not objection.rule or objection.rule.startswith(f"{module.id}-"):
        yield from _sentence(game, objection.message)  # a house rule speaks its own language
    yield from _clause(game, objection.rule, objection.message)
    yield from _bare(module, objection.message)
    if objection.topic not in {*TOPICS, FORM}:
        yield f"an objection has the topic {objection.topic!r}, which is none"
    if objection.topic != FORM and not objection.rule:
        yield f"an objection that can be waived has no clause: {objection.message.text}"
    yield from _pieces(game, objection.pieces)
    yield from _places(game, objection.hexes)


def odd_decision(game: Game, decision: Decision, *, listed: bool = True) -> Iterator[str]:
    """Yield what is odd about what is asked; ``listed`` compares it with all legal actions."""
    module = game.module
    yield from _message(game, decision.prompt)
    for message in decision.obligations:
        yield from _message(game, message)
    yield from _clause(game, decision.rule, decision.prompt)
    if decision.kind not in KINDS:
        yield f"a decision is of the kind {decision.kind!r}, for which there is no panel"
    if decision.side not in module.sides:
        yield f"a decision asks {decision.side!r}, which is no side"
    yield from _pieces(game, decision.pieces)
    yield from _places(game, decision.hexes)
    for kind in decision.actions:
        if class_of(Action, kind) is None:
            yield f"a decision names the action {kind!r}, which there is not"
    legal = game.legal() if listed else ()
    unnamed = {action.kind for action in legal} - set(decision.actions)
    if unnamed:
        yield f"a decision does not name the actions {', '.join(sorted(unnamed))}"
    about = {str(action.piece) for action in legal if hasattr(action, "piece")}
    if decision.kind != "phase" and not about <= set(decision.pieces):
        yield f"a decision does not name the pieces {', '.join(sorted(about))}"


def odd_row(game: Game, row: Row) -> Iterator[str]:
    """Yield what is odd about what a row of the log tells, and if it cannot be kept."""
    kept = canonical(row.to_data())
    try:
        again = row_from_data(json.loads(kept))
    except DataError as error:
        yield f"a row cannot be read back: {error}"
    else:
        if canonical(again.to_data()) != kept:
            yield "writing and reading a row changes it"
    for event in row.events:
        if isinstance(event, ev.Said):
            yield from _message(game, event.message)
            yield from _clause(game, event.rule, event.message)
        elif isinstance(event, ev.Rolled):
            yield from _message(game, event.why)
            yield from _clause(game, event.rule, event.why)
            if event.side not in game.module.sides:
                yield f"dice were thrown by {event.side!r}, which is no side"


# --------------------------------------------------------------------------------- parts


def _message(game: Game, message: object) -> Iterator[str]:
    yield from _sentence(game, message)
    if isinstance(message, Message):
        yield from _values(game, message.values)
        yield from _bare(game.module, message)


def _sentence(game: Game, message: object) -> Iterator[str]:
    """Yield what is odd about a sentence; what it refers to may be a player's nonsense."""
    if not isinstance(message, Message):
        yield f"{message!r} is told, which is no message"
        return
    if not _known(message.text) and not game.ruleset.house_rules:  # they speak as they like
        yield f"a sentence without translation is told: {message.text!r}"
        return
    for language in LANGUAGES:
        with speaking(language):
            try:
                words = render(message, game.module)
            except Exception as error:  # noqa: BLE001 - that is what is looked for
                yield f"{message.text!r} cannot be told: {type(error).__name__}: {error}"
                return
        if _HOLE.search(words):
            yield f"{message.text!r} is told with a hole in it: {words!r}"


def _values(game: Game, values: Any) -> Iterator[str]:
    """Yield references of a message to what does not exist."""
    if isinstance(values, list):
        for value in values:
            yield from _values(game, {"": value})
        return
    for value in values.values():
        if isinstance(value, list):
            yield from _values(game, value)
        elif isinstance(value, dict) and "message" in value:
            inner = value["message"]
            yield from _message(game, Message(inner["text"], inner["values"]))
        elif isinstance(value, dict) and not _exists(game.module, value):
            yield f"a message refers to {value}, which does not exist"


def _exists(module: Module, reference: dict[str, Any]) -> bool:
    for kind, group in (
        ("piece", module_as_seen(module).counters),
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
    holder = holder_in(place)
    if holder is not None:
        return holder in module.counters
    known = place in board.grid or place in board.boxes or place in board.regions
    return known or place in {OFF, DEAD} or is_exit(place)


def _bare(module: Module, message: object) -> Iterator[str]:
    """Yield the values that players would read as ids: pieces are named by reference."""
    if not isinstance(message, Message) or message.text.startswith("There is no "):
        return
    for name, value in message.values.items():
        if isinstance(value, str) and value in module_as_seen(module).counters:
            yield f"{message.text!r} is told with the id {value!r} for {name}"


def _clause(game: Game, rule: object, message: object) -> Iterator[str]:
    """Yield what is odd about the clause of a sentence; if the game has clauses, it needs one."""
    yield from _rule(game.module, rule)
    needed = game.module.rules.get("clauses") and not game.ruleset.house_rules
    text = message.text if isinstance(message, Message) else ""
    if rule == "" and needed and text not in _NO_RULE:
        yield f"no clause is named for {text!r}"


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
    """Yield pieces that are neither in the match nor names of pieces that are not known."""
    counters = module_as_seen(game.module).counters
    known = {*game.position.pieces}
    if not isinstance(pieces, tuple) or not all(
        p in known or (is_unknown(p) and p in counters) for p in pieces
    ):
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
