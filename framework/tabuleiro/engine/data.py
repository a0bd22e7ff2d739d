"""Tagged, canonical data: how steps, events and actions are written and read back.

Every step, event and action is a frozen :class:`msgspec.Struct` with a tag. The tag is the class
name in kebab case, and the classes are found by walking the subclasses of the base, so that a
plugin's own steps and events need no registration.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from typing import Any, TypeVar

import msgspec

__all__ = [
    "DataError",
    "canonical",
    "class_of",
    "digest",
    "kebab",
    "kinds",
    "leave_out",
    "own_classes",
    "plain",
    "revive",
    "same_tags",
]

T = TypeVar("T", bound=msgspec.Struct)

_classes: dict[type, dict[str, type]] = {}
_left_out: set[str] = set()


class DataError(ValueError):
    """Data from outside that does not describe a known step, event or action."""


def kebab(name: str) -> str:
    """Return a class name as a tag.

    >>> kebab("RetreatStep")
    'retreat-step'
    """
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", name).lower()


def canonical(value: object) -> bytes:
    """Return the one JSON text of a value: keys sorted, no floats, no spaces."""
    return msgspec.json.encode(value, order="sorted")


def digest(value: object) -> str:
    """Return a digest of a value that is the same on every machine and version of Python."""
    return hashlib.blake2b(canonical(value), digest_size=16).hexdigest()


def plain(value: msgspec.Struct) -> dict[str, Any]:
    """Return a struct as plain data with its tag under ``type``."""
    return msgspec.to_builtins(value)  # type: ignore[no-any-return]


def revive(base: type[T], data: object) -> T:
    """Return the instance of a subclass of ``base`` that ``data`` describes.

    Raises :class:`DataError` with one sentence if it describes none.
    """
    tag = data.get("type") if isinstance(data, dict) else None
    if not isinstance(tag, str):
        msg = f'a {base.__name__.lower()} must be an object with a text under "type"'
        raise DataError(msg)
    cls = class_of(base, tag)
    if cls is None:
        msg = f'unknown {base.__name__.lower()} "{tag}"'
        raise DataError(msg)
    try:
        return msgspec.convert(data, cls, strict=True)
    except (msgspec.ValidationError, RecursionError) as error:
        msg = f'{base.__name__.lower()} "{tag}": {error}'
        raise DataError(msg) from None


def kinds(base: type[T]) -> dict[str, type[T]]:
    """Return the classes under a base that can be read and written, by their tags."""
    return _walk(base)


def own_classes(base: type, package: str) -> Iterator[Any]:
    """Yield the classes under a base that lie in a package."""
    return (cls for cls in _subclasses(base, package) if _package(cls) == package)


def same_tags(base: type, package: str) -> list[tuple[type, type]]:
    """Return the classes of a package, each with one elsewhere that has its tag.

    >>> same_tags(DataError, "tabuleiro")
    []
    """
    found = [(cls.__struct_config__.tag, cls) for cls in _subclasses(base, package)]
    others = {tag: cls for tag, cls in found if _package(cls) != package}
    return [(cls, others[tag]) for tag, cls in found if _package(cls) == package and tag in others]


def leave_out(package: str) -> None:
    """Forget the classes of a package: its plugin cannot be used, and must disturb no other."""
    _left_out.add(package)
    _classes.clear()


def _package(cls: type) -> str:
    return cls.__module__.partition(".")[0]


def class_of(base: type[T], tag: str) -> type[T] | None:
    """Return the class under a base that has a tag, or None if there is none."""
    known = _classes.get(base, {})
    if tag not in known:
        known = _classes[base] = _walk(base)
    return known.get(tag)


def _subclasses(base: type, asked: str = "") -> Iterator[Any]:
    """Yield all classes under a base that can be read and written; of ``asked`` all there are."""
    closed = _left_out - {asked}
    todo = [base]
    while todo:
        cls = todo.pop()
        todo.extend(cls.__subclasses__())
        if cls is not base and not cls.__dict__.get("abstract") and _package(cls) not in closed:
            yield cls


def _walk(base: type) -> dict[str, type]:
    found: dict[str, type] = {}
    for cls in _subclasses(base):
        tag = cls.__struct_config__.tag
        other = found.get(tag)
        if other is not None and other.__module__ != cls.__module__:
            msg = f'two classes of {base.__name__} share the tag "{tag}": {other}, {cls}'
            raise TypeError(msg)
        found[tag] = cls
    return found
