"""Actions and steps by their kind: a test need not know in which file the rules keep them.

>>> action("retreat", "us-349-ri", ["1312", "1311"])
Retreat(piece='us-349-ri', path=('1312', '1311'))
>>> action("retreat", piece="us-349-ri", path=["1312"]).kind
'retreat'
"""

from __future__ import annotations

from difflib import get_close_matches
from functools import lru_cache
from typing import Any, TypeVar

import msgspec

from tabuleiro.engine import Action, Step
from tabuleiro.engine.catalogue import Catalogue
from tabuleiro.engine.data import DataError, class_of, kinds, revive

__all__ = ["action", "catalogue", "step"]

T = TypeVar("T", bound=msgspec.Struct)


@lru_cache(maxsize=1)
def catalogue() -> Catalogue:
    """Return the catalogue of installed plugins, made once."""
    return Catalogue.installed()


def action(kind: str, /, *values: Any, **fields: Any) -> Action:
    """Return the action of a kind; values go to its fields in order, or by name.

    >>> action("retreet", "us-349-ri")
    Traceback (most recent call last):
    tabuleiro.engine.data.DataError: unknown action "retreet": did you mean "retreat"?
    >>> action("confirm", 5)
    Traceback (most recent call last):
    tabuleiro.engine.data.DataError: action "confirm" has no fields, but 1 value is given
    """
    return _made(Action, kind, values, fields)


def step(kind: str, /, *values: Any, **fields: Any) -> Step:
    """Return the step of a kind, to be put on the agenda of a test.

    >>> step("retreating", "axis", ["de-131-ri"]).pieces
    ('de-131-ri',)
    """
    return _made(Step, kind, values, fields)


def _made(base: type[T], kind: str, values: tuple[Any, ...], fields: dict[str, Any]) -> T:
    names = _class(base, kind).__struct_fields__
    what = f'{base.__name__.lower()} "{kind}"'
    if len(values) > len(names):
        has = f"has the fields {', '.join(names)}" if names else "has no fields"
        given = "1 value is" if len(values) == 1 else f"{len(values)} values are"
        raise DataError(f"{what} {has}, but {given} given")
    in_order = dict(zip(names, values, strict=False))
    twice = in_order.keys() & fields.keys()
    if twice:
        raise DataError(f'{what}: the field "{min(twice)}" is given twice')
    return revive(base, {"type": kind, **in_order, **fields})


def _class(base: type[T], kind: str) -> type[T]:
    found = class_of(base, kind)
    if found is None:
        catalogue()  # reads the plugins, and so makes what they bring known
        found = class_of(base, kind)
    if found is None:
        near = get_close_matches(kind, kinds(base), n=1)
        hint = f': did you mean "{near[0]}"?' if near else ""
        raise DataError(f'unknown {base.__name__.lower()} "{kind}"{hint}')
    return found
