"""Parameters: their names and types, checked before a method sees them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from tabuleiro.i18n import _
from tabuleiro.module.errors import did_you_mean
from tabuleiro.referee.errors import RefereeError, clean, shown, with_hint, wrong_parameter

if TYPE_CHECKING:
    from tabuleiro.engine import Game

__all__ = [
    "ARBITER",
    "ONLOOKER",
    "Kind",
    "Param",
    "Spot",
    "a_flag",
    "a_name",
    "a_text",
    "an_object",
    "checked",
    "keys_of",
    "list_of",
    "map_of",
    "one_of",
    "whole",
]


ARBITER: Final = "everything"
"""The viewer to whom nothing is hidden. It must be named: nobody is taken for it."""
ONLOOKER: Final = "nobody"
"""The viewer who sits at no side: it sees what is public."""


class Spot(NamedTuple):
    """Where a value stands: of which method, under which key, in which game if in any."""

    method: str
    key: str
    game: Game | None = None

    @property
    def here(self) -> Game:
        """The game, where a method has one."""
        if self.game is None:
            raise TypeError(f"{self.method} has no game for {self.key}")
        return self.game

    def inside(self, key: str) -> Spot:
        """Return the spot of a value inside this one."""
        return self._replace(key=f"{self.key}.{key}")

    def wrong(self, found: object, allowed: str, known: list[str] | None = None) -> RefereeError:
        """Return the fault of a value that may not stand here."""
        return wrong_parameter(self.method, self.key, found, allowed, known)


Kind = Callable[[Any, Spot], None]
"""What a parameter may be: checks a value and raises a `RefereeError`."""


@dataclass(frozen=True)
class Param:
    """A parameter of a method. One that is not required may also be null: as if left out."""

    name: str
    kind: Kind
    required: bool = False
    default: Any = None


def checked(
    method: str, params: Sequence[Param], given: Mapping[str, Any], game: Game | None
) -> dict[str, Any]:
    """Return the values of all parameters of a method, or raise a `RefereeError`.

    >>> checked("log", [Param("n", whole(1, 9), default=5)], {}, None)
    {'n': 5}
    >>> checked("log", [Param("n", whole(1, 9), default=5)], {"n": "x"}, None)
    Traceback (most recent call last):
    tabuleiro.referee.errors.RefereeError: "n" of "log" must be a whole number from 1 to 9, not "x".
    """
    names = [param.name for param in params]
    for key in given:
        if key not in names:
            raise _unknown(method, key, names)
    values: dict[str, Any] = {}
    for param in params:
        value = given.get(param.name)
        if value is None and not param.required:
            values[param.name] = param.default
            continue
        if param.name not in given:
            raise _missing(method, param.name)
        param.kind(value, Spot(method, param.name, game))
        values[param.name] = value
    return values


def _unknown(method: str, key: str, names: list[str]) -> RefereeError:
    sentence = _('"{method}" has no parameter {key}; it has: {names}.').format(
        method=method, key=shown(key), names=", ".join(names)
    )
    return RefereeError(
        "parameters",
        with_hint(sentence, did_you_mean(key, names)),
        key=clean(key),
        found=clean(key),
        allowed=names,
    )


def _missing(method: str, key: str) -> RefereeError:
    sentence = _('"{method}" needs the parameter "{key}".').format(method=method, key=key)
    return RefereeError("parameters", sentence, key=key, found=None)


# ------------------------------------------------------------------------------ plain values


def a_text(value: Any, spot: Spot) -> None:
    """A text that is not empty."""
    if not isinstance(value, str) or not value or len(value) > 4000:
        raise spot.wrong(value, _("a text"))


def a_name(value: Any, spot: Spot) -> None:
    """A short text on one line."""
    if not isinstance(value, str) or not 0 < len(value.strip()) <= 80 or not value.isprintable():
        raise spot.wrong(value, _("a text of 1 to 80 characters on one line"))


def a_flag(value: Any, spot: Spot) -> None:
    """True or false."""
    if not isinstance(value, bool):
        raise spot.wrong(value, _("true or false"))


def an_object(value: Any, spot: Spot) -> None:
    """An object."""
    if not isinstance(value, dict):
        raise spot.wrong(value, _("an object"))


def whole(low: int, high: int) -> Kind:
    """Return the kind of whole numbers in a range."""

    def check(value: Any, spot: Spot) -> None:
        if type(value) is not int or not low <= value <= high:
            allowed = _("a whole number from {low} to {high}").format(low=low, high=high)
            raise spot.wrong(value, allowed)

    return check


def one_of(*words: str) -> Kind:
    """Return the kind of texts that are among these."""

    def check(value: Any, spot: Spot) -> None:
        if value not in words:
            allowed = _("one of {words}").format(words=", ".join(words))
            raise spot.wrong(value, allowed, list(words))

    return check


def list_of(kind: Kind, most: int = 1000) -> Kind:
    """Return the kind of lists of a kind."""

    def check(value: Any, spot: Spot) -> None:
        if not isinstance(value, list) or len(value) > most:
            raise spot.wrong(value, _("a list of at most {n} values").format(n=most))
        for number, item in enumerate(value):
            kind(item, spot.inside(str(number)))

    return check


def map_of(key_kind: Kind, kind: Kind) -> Kind:
    """Return the kind of objects whose keys and values are of these kinds."""

    def check(value: Any, spot: Spot) -> None:
        an_object(value, spot)
        for key, item in value.items():
            key_kind(key, spot)
            kind(item, spot.inside(key))

    return check


def keys_of(kinds: Mapping[str, Kind], *, required: Sequence[str] = ()) -> Kind:
    """Return the kind of objects with these keys, each of a kind of its own."""

    def check(value: Any, spot: Spot) -> None:
        an_object(value, spot)
        for key in value:
            if key not in kinds:
                allowed = _("an object with the keys {words}").format(words=", ".join(kinds))
                raise spot.wrong(key, allowed, list(kinds))
        for key in required:
            if key not in value:
                allowed = _("an object with the keys {words}").format(words=", ".join(required))
                raise spot.wrong(value, allowed)
        for key, item in value.items():
            kinds[key](item, spot.inside(key))

    return check
