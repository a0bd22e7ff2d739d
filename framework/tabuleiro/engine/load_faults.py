"""Why a plugin cannot be used: with the file, the line, and what would be right.

Not here: rules that fail during play (`engine.faults`).
"""

from __future__ import annotations

import inspect
import traceback
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from functools import cache
from typing import Any, Final, get_type_hints
from weakref import WeakSet

from tabuleiro.engine.data import own_classes, same_tags
from tabuleiro.engine.faults import place_of
from tabuleiro.hooks import PROJECT, RuleHooks
from tabuleiro.i18n import _
from tabuleiro.module.terms import Terms

__all__ = [
    "clash_of",
    "clash_of_terms",
    "idle_part",
    "misfit_of",
    "misfit_of_hooks",
    "reason_of",
    "told_at",
    "unfit_of",
    "written_at",
]

_MARK: Final = f"{PROJECT}_impl"


def misfit_of(rules: object, hooks: Sequence[type] = ()) -> str:
    """Return what of a part or house rule does not fit the hooks, or nothing.

    ``hooks`` are those of the game besides those of all games.
    """
    if isinstance(rules, type):
        sentence = _('"{name}" is a class: list an object of it, {name}()')
        return sentence.format(name=rules.__name__)
    if isinstance(rules, list | tuple):
        return _("a list stands among the parts: put a star before it, *ladder.parts()")
    return misfit_of_hooks(rules, (RuleHooks, *hooks))


def misfit_of_hooks(plugin: object, hooks: Sequence[type]) -> str:
    """Return which function of a plugin does not fit these hooks, or nothing.

    pluggy would refuse it, too, but without saying which argument, and what is right.
    """
    rules = plugin
    specs = {n: spec for each in hooks for n, spec in _hooks_of(each).items()}
    for name, function in sorted(_written(rules).items()):
        if not callable(function):
            continue
        if not hasattr(function, _MARK):
            if name in specs and type(rules).__module__.partition(".")[0] != PROJECT:
                sentence = _('"{name}" is called as a hook is, but has no @hookimpl, {where}')
                return sentence.format(name=name, where=_where(getattr(rules, name)))
            continue
        spec = specs.get(name)
        if spec is None:
            close = get_close_matches(name, specs, 1)
            hint = _(' (did you mean "{word}"?)').format(word=close[0]) if close else ""
            return _('there is no hook "{name}"{hint}, {where}').format(
                name=name, hint=hint, where=_where(getattr(rules, name))
            )
        wrong = _strange_argument(getattr(rules, name), spec)
        if wrong:
            sentence = _(
                'the hook "{name}" has no argument "{wrong}"; it may take {known}, {where}'
            )
            known, where = ", ".join(_arguments(spec)), _where(getattr(rules, name))
            return sentence.format(name=name, wrong=wrong, known=known, where=where)
    return ""


def _written(rules: object) -> dict[str, object]:
    """Return what a plugin has, but for what every object has, as it was written.

    No property is asked. `inspect.getattr_static` says the same of one name, in much more time.
    """
    kinds = rules.__mro__ if isinstance(rules, type) else type(rules).__mro__
    found: dict[str, object] = {}
    for each in (*(vars(kind) for kind in reversed(kinds)), getattr(rules, "__dict__", {})):
        found.update(each)
    return {name: value for name, value in found.items() if not name.startswith("__")}


@cache
def _hooks_of(specs: type) -> dict[str, Callable[..., Any]]:
    return {name: getattr(specs, name) for name in dir(specs) if not name.startswith("_")}


def idle_part(parts: Sequence[object]) -> str:
    """Return which of the parts of a game does nothing, or all twice, or nothing.

    Parts of one class may differ in what they were made with.
    """
    seen: list[object] = []
    for part in parts:
        kind = type(part)
        if kind.__module__ == "builtins" and not isinstance(part, list | tuple | type):
            return _('"{part}" stands among the parts, and is none').format(part=part)
        if any(type(other) is kind and vars(other) == vars(part) for other in seen):
            sentence = _(
                'the part "{part}" ({where}) is listed twice: all that it does would happen twice'
            )
            return sentence.format(part=kind.__name__, where=written_at(kind))
        if hasattr(part, "__dict__"):
            seen.append(part)
    return ""


def clash_of_terms(parts: Sequence[object]) -> str:
    """Return which terms of one part take the key of another's, or nothing.

    Terms that extend others take their place.
    """
    owners: dict[str, type[Terms]] = {}
    for kind in (kind for part in parts for kind in getattr(part, "parameters", ())):
        for key in (kind.key,) if kind.key else kind.__struct_fields__:
            other = owners.get(key, kind)
            if not issubclass(kind, other) and not issubclass(other, kind):
                sentence = _(
                    'its terms "{name}" ({where}) have the key "{key}" of "{other}" ({there});'
                    " extend these, or choose a key of their own"
                )
                return sentence.format(
                    name=kind.__name__, where=written_at(kind), key=key,
                    other=other.__name__, there=written_at(other),
                )  # fmt: skip
            owners[key] = kind
    return ""


def _strange_argument(function: Callable[..., Any], spec: Callable[..., Any]) -> str:
    known = _arguments(spec)
    code = getattr(getattr(function, "__func__", None), "__code__", None)
    if code is not None and not hasattr(function, "__wrapped__"):
        first, count = 1, code.co_argcount + code.co_kwonlyargcount  # the first is the part itself
        if set(known).issuperset(code.co_varnames[first:count]):
            return ""  # a signature takes ten times as long
    found = inspect.signature(function).parameters.values()
    return next(
        (
            each.name
            for each in found
            if each.name not in known
            and each.kind not in {each.VAR_KEYWORD, each.VAR_POSITIONAL}
            and each.default is each.empty
        ),
        "",
    )


@cache
def _arguments(spec: Callable[..., Any]) -> tuple[str, ...]:
    return tuple(name for name in inspect.signature(spec).parameters if name != "self")


def _where(function: Any) -> str:
    plain = inspect.unwrap(getattr(function, "__func__", function))
    code = getattr(plain, "__code__", None)
    if code is None:
        return "?"
    return place_of(code.co_filename, str(plain.__module__), code.co_firstlineno)


def told_at(plugin: object) -> str:
    """Return where a plugin says which games it brings, or else what house rules."""
    for hook in ("tabuleiro_games", "tabuleiro_house_rules"):
        if hasattr(plugin, hook):
            return _where(getattr(plugin, hook))
    return "?"


def clash_of(base: type, package: str) -> str:
    """Return which step, event or action of a package is called as another is, or nothing."""
    found = same_tags(base, package)
    if not found:
        return ""
    own, other = found[0]
    sentence = _(
        'its {kind} "{tag}" ({own}) is called as that of "{owner}" ({other});'
        " give it a name of its own"
    )
    owner = other.__module__.partition(".")[0]
    told = sentence.format(
        kind=base.__name__,
        tag=own.__struct_config__.tag,  # type: ignore[attr-defined]
        own=written_at(own),
        owner=owner.removeprefix(f"{PROJECT}_"),
        other=written_at(other),
    )
    more = ", ".join(f'"{cls.__struct_config__.tag}"' for cls, _other in found[1:])  # type: ignore[attr-defined]
    return told + (_("; taken, too: {names}").format(names=more) if more else "")


def unfit_of(base: type, package: str) -> str:
    """Return which step, event or action of a package cannot be written and read, or nothing."""
    for cls in own_classes(base, package):
        if cls in _fit:
            continue
        if not cls.__struct_config__.frozen:
            sentence = _('its {kind} "{name}" ({where}) must be frozen: write frozen=True')
            return sentence.format(kind=base.__name__, name=cls.__name__, where=written_at(cls))
        try:
            get_type_hints(cls)
        except Exception as error:  # noqa: BLE001 - whatever stands there
            sentence = _(
                'the types of the fields of its {kind} "{name}" ({where}) cannot be read: {error};'
                " they are imported where the program runs, not under TYPE_CHECKING"
            )
            return sentence.format(
                kind=base.__name__, name=cls.__name__, where=written_at(cls), error=error
            )
        _fit.add(cls)
    return ""


_fit: Final = WeakSet[type]()
"""Steps, events and actions in order: a class stays as it is, and to read its types takes long."""


def written_at(cls: type) -> str:
    """Return where a class was written, its name if the source cannot be read."""
    try:
        line = inspect.getsourcelines(cls)[1]
        return place_of(inspect.getfile(cls), cls.__module__, line)
    except (OSError, TypeError):
        return f"{cls.__module__}.{cls.__qualname__}"


def reason_of(error: BaseException, package: str) -> str:
    """Return why a plugin cannot be used, with the place in its own code where it failed."""
    first = next((line.strip() for line in str(error).splitlines() if line.strip()), "")
    if isinstance(error, SyntaxError) and error.filename:
        return _("{place}: {error}").format(
            place=_from_package(error.filename, package, error.lineno or 0), error=error.msg
        )
    kind = type(error).__name__
    words = first if _is_ours(error) else f"{kind}: {first}" if first else kind
    own = [
        frame
        for frame in traceback.extract_tb(error.__traceback__)
        if f"/{package}/" in frame.filename.replace("\\", "/")
    ]
    if not own or _is_ours(error):
        return words
    return _("{place}: {error}").format(
        place=_from_package(own[-1].filename, package, own[-1].lineno or 0), error=words
    )


def _is_ours(error: BaseException) -> bool:
    return type(error).__module__.partition(".")[0] == PROJECT


def _from_package(file: str, package: str, line: int) -> str:
    """Return a file and a line from the folder of a package on.

    >>> _from_package("/games/ana/tabuleiro_duel/data/make.py", "tabuleiro_duel", 3)
    'tabuleiro_duel/data/make.py:3'
    """
    path = file.replace("\\", "/")
    _before, found, after = path.rpartition(f"/{package}/")
    return f"{package}/{after}:{line}" if found else f"{path.rpartition('/')[2]}:{line}"
