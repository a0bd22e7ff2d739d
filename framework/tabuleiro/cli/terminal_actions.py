"""Actions from typed commands: the path of a move is found by where it ends."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Final

from tabuleiro.cli.terminal_hands import HANDS
from tabuleiro.cli.terminal_names import (
    find_formation,
    find_hex,
    find_path,
    find_unit,
    split_target,
)
from tabuleiro.cli.terminal_words import own_words
from tabuleiro.engine import Action, GameError
from tabuleiro.engine.data import DataError, class_of
from tabuleiro.i18n import _, fold
from tabuleiro.seats.details import KNOWN, details

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from tabuleiro.seats import LocalSeat

__all__ = ["MAKERS", "end_of", "is_action", "make"]

Typed = list[str]


def make(seat: LocalSeat, name: str, words: Sequence[str]) -> Action:
    """Return the action that a command means."""
    if seat.sight().module.free_table and name in HANDS:
        return HANDS[name](seat, list(words))
    if name in MAKERS:
        return MAKERS[name](seat, list(words))
    if name not in own_words(seat.sight().module).values():
        raise GameError(_('"{name}" is not an action of the game.').format(name=name))
    return _own(seat, name, list(words))


def is_action(seat: LocalSeat, name: str) -> bool:
    """Return whether a command is an action, of this program or of the game's own."""
    module = seat.sight().module
    if module.free_table and name in HANDS:
        return True
    return name in MAKERS or name in own_words(module).values()


def end_of(action: Action) -> str | None:
    """Return the place that an action leads a piece to, or aims at; None if none."""
    path: tuple[str, ...] = getattr(action, "path", ())
    if path:
        return path[-1]
    for name in ("to", "hex", "target", "place", "box"):
        found = getattr(action, name, None)
        if found is not None:
            return str(found)
    return None


# ------------------------------------------------------------------------------- with a path


def _named(kind: str, **about: object) -> Action:
    """Return the action of a kind, if the games that are installed know it."""
    try:
        return Action.from_data({"type": kind, **about})
    except DataError:
        raise GameError(_("Nothing of the kind can be done now.")) from None


def _along(kind: str) -> Callable[[LocalSeat, Typed], Action]:
    """Return the maker of an action with a path, of which the last hex may be enough."""

    def maker(seat: LocalSeat, words: Typed) -> Action:
        unit, target = split_target(words)
        piece = find_unit(seat, unit)
        path = find_path(seat, target)
        if len(path) > 1 or not path:
            return _named(kind, piece=piece, path=path)
        for offer in seat.legal(piece=piece, kind=kind).now():
            listed: Action = offer.action
            if end_of(listed) == path[-1]:
                return listed
        if kind == "move" and seat.sight().place(piece) != path[-1]:
            path = seat.ask("way", piece=piece, place=path[-1]).now()
        return _named(kind, piece=piece, path=path)

    return maker


# ------------------------------------------------------------------------------- the others


def _of_unit(kind: str) -> Callable[[LocalSeat, Typed], Action]:
    return lambda seat, words: _named(kind, piece=find_unit(seat, words))


def _turn(seat: LocalSeat, words: Typed) -> Action:
    """Return the turn of a unit to a value of a state, named by its id or its name."""
    for state in seat.sight().module.states.values():
        for value in state.values:
            if words and fold(words[-1]) in {value.id, *map(fold, value.name.values())}:
                piece = find_unit(seat, words[:-1])
                return _named("turn", piece=piece, state=state.id, value=value.id)
    raise GameError(_("Say which way, such as: turn 1st north-east."))


def _of_hex(kind: str) -> Callable[[LocalSeat, Typed], Action]:
    def maker(seat: LocalSeat, words: Typed) -> Action:
        return _named(kind, target=find_hex(seat.sight().module, " ".join(words)))

    return maker


def _of_both(kind: str, key: str = "hex") -> Callable[[LocalSeat, Typed], Action]:
    def maker(seat: LocalSeat, words: Typed) -> Action:
        unit, target = split_target(words)
        piece, place = find_unit(seat, unit), find_path(seat, target)[-1]
        return _named(kind, piece=piece, **{key: place})

    return maker


def _plain(kind: str) -> Callable[[LocalSeat, Typed], Action]:
    return lambda _seat, _words: _named(kind)


def _air(_seat: LocalSeat, words: Typed) -> Action:
    typed = words[0] if len(words) == 1 else ""
    if not (typed.isascii() and typed.isdigit() and len(typed) < 4):
        raise GameError(_("Say how many air points, such as: air 4."))
    return _named("set-air", points=int(typed)) if int(typed) else _named("take-air-back")


def _done(seat: LocalSeat, _words: Typed) -> Action:
    decision = seat.decision()
    asked = decision.actions if decision is not None else ()
    if "build-bridge" in asked:
        return _named("done-building")
    if "recover" in asked:
        return _named("done-recovering")
    return _named("done-losing" if "lose" in asked else "done-advancing")


def _pick(seat: LocalSeat, words: Typed) -> Action:
    decision = seat.decision()
    if decision is not None and "pick-formation" in decision.actions:
        return _named("pick-formation", formation=find_formation(seat.sight().module, words))
    return _named("pick-unit", piece=find_unit(seat, words))


def _own(seat: LocalSeat, kind: str, words: Typed) -> Action:
    """Return the legal action of a kind of the game's own that some words single out.

    If there is none, it is the one that the words describe: then the rules say why it is refused.
    """
    found: list[Action] = [offer.action for offer in seat.legal(kind=kind).now()]
    wrong: list[GameError] = []
    if words:
        listed, found = found, []
        for action in listed:
            try:
                found += [action] if _is_meant(seat, action, words) else []
            except GameError as error:  # the words fit another of them, or are wrong
                wrong.append(error)
    if len(found) == 1:
        return found[0]
    if found:
        raise GameError(_several(seat, found))
    for fields in (*_spelled(seat, kind, words), *_described(seat, words)):
        try:
            return Action.from_data({"type": kind, **fields})
        except DataError:
            continue
    if wrong:
        raise min(wrong, key=lambda error: len(str(error)))  # it took most words as they are
    raise GameError(_("Nothing of the kind can be done now."))


def _several(seat: LocalSeat, found: Sequence[Action]) -> str:
    """Say that some words may mean several actions, and by what these differ."""
    module = seat.sight().module
    told = dict.fromkeys(said for a in found for _field, said, _words in details(module, a))
    sentence = _("That could be several things: name the unit and the hex.")
    if not told:
        return sentence
    known = ", ".join(list(told)[:_MOST])
    return _("{sentence} Then say which: {known}.").format(sentence=sentence, known=known)


def _spelled(seat: LocalSeat, kind: str, words: Typed) -> Iterator[Mapping[str, object]]:
    """Yield an action of a kind with each of its fields in turn: the unit, the place, the rest."""
    cls = class_of(Action, kind)
    fields = cls.__struct_fields__ if cls is not None else ()
    rest = [field for field in fields if field not in KNOWN]
    piece = next((field for field in fields if field in {"piece", "card"}), None)
    place = next((field for field in fields if field in _PLACES), None)
    if not rest or len(words) < len(rest) + (piece is not None) + (place is not None):
        return
    last = words[len(words) - len(rest) :]
    found: dict[str, object] = {
        field: int(word) if word.isdecimal() else word
        for field, word in zip(rest, last, strict=True)
    }
    left = words[: len(words) - len(rest)]
    with suppress(GameError):
        if place is not None:
            target = left[-1:] if piece is not None else left
            found[place] = find_hex(seat.sight().module, " ".join(target))
            left = left[:-1] if piece is not None else []
        if piece is not None:
            found[piece] = find_unit(seat, left)
        yield found


def _without_details(seat: LocalSeat, action: Action, words: Typed) -> Typed:
    """Return the words that are left when those for the details of an action are taken off."""
    left = list(words)
    for _field, _told, known in reversed(list(details(seat.sight().module, action))):
        wanted = {fold(word).replace("-", " ") for word in known}
        for number in range(len(left), 0, -1):
            if fold(" ".join(left[-number:])).replace("-", " ") in wanted:
                left = left[:-number]
                break
    return left


def _described(seat: LocalSeat, words: Typed) -> Iterator[Mapping[str, object]]:
    """Yield what an action may be about that some words describe: a unit, a place, both."""
    if not words:
        yield {}
        return
    unit, target = split_target(words)
    with suppress(GameError):
        yield {"piece": find_unit(seat, words)}
        yield {"card": find_unit(seat, words)}
    with suppress(GameError):
        path = find_path(seat, target)
        about = {"piece": find_unit(seat, unit)} if unit else {}
        yield from ({**about, key: path[-1]} for key in ("hex", "to", "target"))
        yield {**about, "path": path}


def _is_meant(seat: LocalSeat, action: Action, words: Typed) -> bool:
    """Return whether some words name all that an action is about: its unit, its place, a number."""
    piece, end = action.about or getattr(action, "card", None), end_of(action)
    words = _without_details(seat, action, words)
    if piece and end:
        unit, target = split_target(words)
        named = find_unit(seat, unit) == piece if unit else False
        return named and bool(find_path(seat, target)[-1] == end)
    if piece:
        return bool(find_unit(seat, words) == piece)
    if end:
        return bool(find_path(seat, words)[-1] == end)
    return " ".join(words) == str(getattr(action, "points", ""))


_PLACES: Final = ("to", "hex", "target", "place", "box")
_MOST: Final = 8


MAKERS: Final[dict[str, Callable[[LocalSeat, Typed], Action]]] = {
    "move": _along("move"),
    "retreat": _along("retreat"),
    "advance": _along("advance"),
    "displace": _of_both("displace", "to"),
    "place": _of_both("place"),
    "takeup": _of_unit("take-up"),
    "turn": _turn,
    "rail": _along("rail-move"),
    "land": _of_both("land"),
    "drop": _of_both("drop"),
    "bridge": _of_both("build-bridge"),
    "pick": _pick,
    "recover": _of_unit("recover"),
    "attack": _of_hex("assault"),
    "bombard": _of_hex("bombard"),
    "airstrike": _of_hex("air-strike"),
    "join": _of_unit("join"),
    "withdraw": _of_unit("withdraw"),
    "lose": _of_unit("lose"),
    "air": _air,
    "confirm": _plain("confirm"),
    "cancel": _plain("cancel"),
    "done": _done,
    "end": _plain("end-phase"),
}
"""How each command becomes an action."""
