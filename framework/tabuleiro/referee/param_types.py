"""Kinds of parameters that name things of a game: sides, pieces, places, rows, actions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

import msgspec

from tabuleiro.engine import DEAD, GONE, OFF, Action, exit_place
from tabuleiro.hooks import PROJECT
from tabuleiro.i18n import _
from tabuleiro.module.places import holder_in
from tabuleiro.module.unknown import is_unknown
from tabuleiro.referee.errors import RefereeError, clean
from tabuleiro.referee.params import (
    ARBITER,
    ONLOOKER,
    Kind,
    Spot,
    a_flag,
    a_text,
    an_object,
    keys_of,
    list_of,
    map_of,
    one_of,
    whole,
)

if TYPE_CHECKING:
    from tabuleiro.engine import Game

__all__ = [
    "a_hex",
    "a_mark",
    "a_piece",
    "a_place",
    "a_player",
    "a_position",
    "a_row",
    "a_side",
    "a_viewer",
    "action_kinds",
    "an_action",
    "an_action_kind",
]

_MOST: Final = 500
"""Longest text, and longest list, in an action."""
_LAST_ROW: Final = 10**9
_MARK: Final = keys_of({"n": whole(0, _LAST_ROW), "hash": a_text}, required=("n", "hash"))
_WORD: Final = re.compile(r"[\w.-]{1,80}")


def a_side(value: Any, spot: Spot) -> None:
    """A side of the game."""
    one_of(*spot.here.module.sides)(value, spot)


def a_viewer(value: Any, spot: Spot) -> None:
    """Whoever looks: a side, ``everything`` or ``nobody``."""
    one_of(*spot.here.module.sides, ARBITER, ONLOOKER)(value, spot)


def a_player(value: Any, spot: Spot) -> None:
    """Whoever plays: a side, or ``everything`` for all of them."""
    one_of(*spot.here.module.sides, ARBITER)(value, spot)


def a_face(value: Any, spot: Spot) -> None:
    """The face of a die of the game."""
    whole(1, spot.here.module.largest_die)(value, spot)


def a_piece(value: Any, spot: Spot) -> None:
    """A piece of the match, or one that is seen and not known."""
    pieces = spot.here.position.pieces
    if isinstance(value, str) and (value in pieces or is_unknown(value)) and len(value) <= _MOST:
        return
    raise _unlisted(spot, value, _("the id of a piece of this match"), pieces)


def a_true_piece(value: Any, spot: Spot) -> None:
    """A piece of the match by its own id."""
    pieces = spot.here.position.pieces
    if not isinstance(value, str) or value not in pieces:
        raise _unlisted(spot, value, _("the id of a piece of this match"), pieces)


def a_hex(value: Any, spot: Spot) -> None:
    """A hex of the board."""
    grid = spot.here.module.board.grid
    if not isinstance(value, str) or value not in grid:
        allowed = _("a hex of this board such as {hex}").format(hex=grid.first)
        raise spot.wrong(value, allowed)


def a_place(value: Any, spot: Spot) -> None:
    """A hex, a box, ``off``, ``dead``, ``gone``, ``exit.<edge>``, or ``in:<piece>``."""
    board = spot.here.module.board
    holder = holder_in(value) if isinstance(value, str) else None
    if holder is not None and holder in spot.here.position.pieces:
        return
    others = [*board.boxes, OFF, DEAD, GONE, *map(exit_place, board.edges)]
    if not isinstance(value, str) or (value not in board.grid and value not in others):
        sentence = _("a hex such as {hex}, or one of {words}")
        allowed = sentence.format(hex=board.grid.first, words=", ".join(others))
        raise spot.wrong(value, allowed, others)


def a_row(value: Any, spot: Spot) -> None:
    """The number of a row; whether a side was told such a row only its seat can say."""
    if type(value) is not int or not 0 <= value <= _LAST_ROW:
        raise spot.wrong(value, _("the number of a row"))


def a_mark(value: Any, spot: Spot) -> None:
    """What a seat was told last: the number of the row and its hash."""
    _MARK(value, spot)


def _unlisted(spot: Spot, value: object, allowed: str, known: Iterable[str]) -> RefereeError:
    """Return the fault of an id of which there are too many to list them all."""
    fault = spot.wrong(value, allowed, list(known))
    fault.data["allowed"] = allowed
    return fault


# ------------------------------------------------------------------------------- a position


def _word(value: Any, spot: Spot) -> None:
    if not isinstance(value, str) or not _WORD.fullmatch(value):
        raise spot.wrong(value, _("a word of letters, digits, hyphens and dots"))


def _fact(value: Any, spot: Spot) -> None:
    """A value without fractions, which positions cannot hold."""
    if isinstance(value, float):
        raise spot.wrong(value, _("a value without fractions"))
    if isinstance(value, list):
        for number, item in enumerate(value):
            _fact(item, spot.inside(str(number)))
    elif isinstance(value, dict):
        for key, item in value.items():
            _fact(item, spot.inside(clean(key)))


def _phase(value: Any, spot: Spot) -> None:
    one_of(*(phase.id for phase in spot.here.module.sequence))(value, spot)


def _state(value: Any, spot: Spot) -> None:
    """A place, or an object with a place and the state of a piece."""
    if isinstance(value, dict):
        _WHOLE_STATE(value, spot)
    else:
        a_place(value, spot)


_WHOLE_STATE: Final[Kind] = keys_of(
    {
        "place": a_place,
        "losses": whole(0, 11),
        "spent": whole(0, 1000),
        "marks": list_of(_word),
        "states": map_of(_word, _word),
    },
    required=("place",),
)

a_position: Final[Kind] = keys_of(
    {
        "turn": whole(1, 999),
        "phase": _phase,
        "pieces": map_of(a_true_piece, _state),
        "keep": a_flag,
        "tracks": map_of(_word, whole(0, 1000)),
        "control": map_of(a_hex, a_side),
        "marks": map_of(a_place, list_of(_word)),
        "facts": map_of(_word, _fact),
    }
)
"""A position to be set up, as :func:`tabuleiro.engine.scene.scene` takes it."""


# ------------------------------------------------------------------------------- an action


def action_kinds(game: Game) -> Mapping[str, type[Action]]:
    """Return all kinds of actions that there may be in a match.

    They are those of the program, and of the plugins that bring its rules; what the plugin of
    another game brings has no meaning in it.

    >>> from tabuleiro.engine.catalogue import Catalogue
    >>> action_kinds(Catalogue.installed().new("diadem", seed="1"))["move"].__name__
    'Move'
    """
    return _kinds(frozenset(_walk(Action)), game.ruleset.packages)


@lru_cache(maxsize=16)
def _kinds(
    classes: frozenset[type[Action]], packages: frozenset[str]
) -> Mapping[str, type[Action]]:
    return {
        str(cls.__struct_config__.tag): cls
        for cls in classes
        if not cls.__dict__.get("abstract")
        and not cls.__name__.startswith("_")
        and _belongs(cls.__module__.partition(".")[0], packages)
    }


def _belongs(package: str, packages: frozenset[str]) -> bool:
    return not package.startswith(f"{PROJECT}_") or package in packages


def _walk(base: type[Action]) -> Iterator[type[Action]]:
    for cls in base.__subclasses__():
        yield cls
        yield from _walk(cls)


def an_action_kind(value: Any, spot: Spot) -> None:
    """A kind of actions, such as ``move``."""
    kinds = sorted(action_kinds(spot.here))
    if value not in kinds:
        raise _unlisted(spot, value, _("a kind of action"), kinds)


def an_action(value: Any, spot: Spot) -> None:
    """An action: an object with a ``type`` and the fields of that type, no more and no less."""
    an_object(value, spot)
    an_action_kind(value.get("type"), spot.inside("type"))
    _fields_of(action_kinds(spot.here)[value["type"]])(value, spot)


@lru_cache(maxsize=256)
def _fields_of(cls: type[Action]) -> Kind:
    fields = {field.encode_name: field for field in msgspec.structs.fields(cls)}
    return keys_of(
        {"type": a_text} | {name: _field(field.type) for name, field in fields.items()},
        required=[name for name, field in fields.items() if field.required],
    )


def _field(wanted: Any) -> Kind:
    """Return the kind of values that fit a field of an action."""

    def check(value: Any, spot: Spot) -> None:
        try:
            msgspec.convert(value, wanted, strict=True)
        except msgspec.ValidationError:
            raise spot.wrong(value, _in_words(wanted)) from None
        texts = [value] if isinstance(value, str) else value if isinstance(value, list) else []
        if len(texts) > _MOST or any(isinstance(t, str) and len(t) > _MOST for t in texts):
            raise spot.wrong(value, _in_words(wanted))

    return check


def _in_words(wanted: Any) -> str:
    words = {
        str: _("a text"),
        int: _("a whole number"),
        bool: _("true or false"),
        tuple[str, ...]: _("a list of texts"),
    }
    return words.get(wanted) or _("a value of the type {name}").format(name=wanted)
