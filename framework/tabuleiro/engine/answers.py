"""What a rule hook may answer: looked at where a plugin answers, so that a slip is told there.

Not here: whether an answer makes sense in the rules of a game; the conformance kit looks for that.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

import msgspec

from tabuleiro.engine.faults import AnswerError
from tabuleiro.engine.options import TOPICS
from tabuleiro.engine.verdicts import FORM, Objection
from tabuleiro.i18n import _

if TYPE_CHECKING:
    from tabuleiro.engine.situation import Situation
    from tabuleiro.module import Module

__all__ = ["checked", "said_of"]

_LIST: Final = re.compile(r"(?:list|Iterable|Collection|Sequence)\[(.*)\]")
_MAPPING: Final = re.compile(r"Mapping\[str, (.*)\]")
_PLAIN: Final[Mapping[str, type]] = {"str": str, "bool": bool}
_HEXES: Final = frozenset({"setup_hexes", "watched_hexes"})
_SHOWN: Final = 80
_TABLES: Final = 8
"""How many tables that were looked at are remembered: each side's belief has its own."""

Test = Callable[[Any], bool]


def said_of(spec: Callable[..., Any]) -> str:
    """Return what a hook answers, as its spec says.

    >>>     >>> said_of(RuleHooks.stacking_limits), said_of(RuleHooks.combat_shifts)
    ('Mapping[str, int] | int', 'list[Shift]')
    """
    return str(spec.__annotations__.get("return", "Any"))


def checked(
    hook: str, function: Callable[..., Any], kind: str
) -> tuple[Callable[[Situation, Any], Any], set[type]]:
    """Return what looks at the answers of a function to a hook, and hands them on.

    ``kind`` is what it may answer, as `said_of` says. With it the types of which lists may be made
    that need no such look, as far as they were seen.
    """
    several = _LIST.fullmatch(kind)
    test = _test(several[1] if several else kind)
    by_type = several is not None and several[1].isidentifier() and hook not in _HEXES
    types: set[type] = set()
    right_before: deque[Any] = deque(maxlen=_TABLES)

    def looked_at(s: Situation, answer: Any) -> Any:
        for table in right_before:
            if answer is table:
                return answer  # the same again, of thousands of hexes maybe
        if several:
            if answer is None:
                return ()
            whole = not isinstance(answer, str) and isinstance(answer, Iterable)
            answer = list(answer) if whole else answer
            if whole and types.issuperset(map(type, answer)):
                return answer
            right = whole and all(map(test, answer))
        else:
            right = test(answer) or answer is None  # another part is asked then
        if not right:
            why = _("it may answer {kind}").format(kind=_told(kind))
            raise _wrong(hook, function, answer, why, plain=why)
        if answer:
            _look_closer(s, hook, function, answer)
        if isinstance(answer, Mapping):
            right_before.append(answer)
        if by_type:
            types.update(kind for kind in map(type, answer) if kind.__name__ not in _ALWAYS)
        return answer

    return looked_at, types


def _look_closer(s: Situation, hook: str, function: Callable[..., Any], answer: Any) -> None:
    """Refuse sides, hexes and topics that are none, and values of another type."""
    items = answer if isinstance(answer, list | tuple) else ()
    for item in items:
        why = _misfit(item)
        if why:
            raise _wrong(hook, function, item, why)
        side = getattr(item, "side", None) if type(item).__name__ in _SIDED else None
        if side is not None and side not in s.module.sides:
            known = ", ".join(s.module.sides)
            raise _wrong(hook, function, item, _('there is no side "{side}"; there are: {known}')
                         .format(side=side, known=known))  # fmt: skip
        if type(item).__name__ == "Reckoning" and (why := _off_its_table(s.module, item)):
            raise _wrong(hook, function, item, why)
    if hook in _HEXES:
        for hex in answer:
            if hex not in s.board.grid and hex not in s.board.boxes:
                raise _wrong(hook, function, hex, _("there is no such hex"))


def _off_its_table(module: Module, reckoning: Any) -> str:
    """Return why a sum has no place in the table that it names, or nothing."""
    id = reckoning.table
    if not id:
        return ""
    table = module.values.get(id) or module.odds.get(id)
    if table is None:
        known = ", ".join((*module.values, *module.odds))
        return _('there is no table "{table}" under values or odds; there are: {known}').format(
            table=id, known=known
        )
    n = len(table.columns)
    if not (0 <= reckoning.column < n and 0 <= reckoning.base < n):
        return _('the table "{table}" has the columns 0 to {n}').format(table=id, n=n - 1)
    bands = len(getattr(table, "bands", ())) or 1
    if not 0 <= reckoning.band < bands:
        return _('the table "{table}" has the bands 0 to {n}').format(table=id, n=bands - 1)
    return ""


_SIDED: Final = frozenset({"Part", "ScoreLine"})
_ALWAYS: Final = _SIDED | {"Reckoning", "Shift"}
"""What is looked at each time it is answered; of other types only the first one of each."""


def _misfit(item: Any) -> str:
    """Return which value of an answer is none that may stand there, or nothing."""
    if not isinstance(item, msgspec.Struct):
        return ""
    if isinstance(item, Objection) and item.topic not in (*TOPICS, FORM):
        known = ", ".join(TOPICS)
        return _('there is no topic "{topic}"; there are: {known}').format(
            topic=item.topic, known=known
        )
    try:
        msgspec.convert(msgspec.structs.asdict(item), type(item))
    except msgspec.ValidationError as error:
        found = re.search(r"\$\.(\w+)", str(error))
        field = found[1] if found else "?"
        kind = str(type(item).__annotations__.get(field, "?"))
        return _('its "{field}" must be {kind}').format(field=field, kind=_told(kind))
    except Exception:  # noqa: BLE001 - a type of a plugin's own that cannot be looked at
        return ""
    return ""


def _wrong(
    hook: str, function: Callable[..., Any], answer: Any, why: str, plain: str = ""
) -> AnswerError:
    shown = repr(answer)
    shown = shown if len(shown) <= _SHOWN else f"{shown[:_SHOWN]} …"
    sentence = _("{hook} answered {answer}; {why}").format(hook=hook, answer=shown, why=why)
    own = getattr(function, "__func__", function)
    return AnswerError(sentence, getattr(own, "__code__", None), str(own.__module__), plain=plain)


def _told(kind: str) -> str:
    """Return the words for what may be answered.

    >>> _told("Mapping[str, int] | int"), _told("list[Step] | None")
    ('Mapping[str, int] or int', 'list[Step] or None')
    """
    return kind.replace(" | ", _(" or "))


@lru_cache
def _test(kind: str) -> Test:
    """Return what tells whether a value is of a kind, as an annotation names it.

    Classes are known by their names, for those of the rules must not be imported here.
    """
    if " | " in kind:
        tests = [_test(part) for part in kind.split(" | ")]
        return lambda value: any(test(value) for test in tests)
    if kind in {"Any", "Adviser"}:
        return lambda _value: True
    if kind == "None":
        return lambda value: value is None
    if kind == "int":
        return lambda value: isinstance(value, int) and not isinstance(value, bool)
    if kind in _PLAIN:
        return lambda value: isinstance(value, _PLAIN[kind])
    if found := _MAPPING.fullmatch(kind):
        keys, values = _all("str"), _all(found[1])
        return lambda value: isinstance(value, Mapping) and keys(value) and values(value.values())
    if found := _LIST.fullmatch(kind):
        return _several(kind, _all(found[1]))
    return lambda value: any(cls.__name__ == kind for cls in type(value).__mro__)


def _all(kind: str) -> Callable[[Iterable[Any]], bool]:
    """Return what tells whether all values are of a kind: each type is tried once."""
    test = _test(kind)
    if not all(part.isidentifier() for part in kind.split(" | ")):
        return lambda values: all(map(test, values))
    right: set[type] = set()

    def looked_through(values: Iterable[Any]) -> bool:
        if right.issuperset(map(type, values)):
            return True
        if not all(map(test, values)):
            return False
        right.update(map(type, values))
        return True

    return looked_through


def _several(kind: str, of: Callable[[Iterable[Any]], bool]) -> Test:
    wanted: tuple[type, ...] = (Collection,)
    if kind.startswith("list["):
        wanted = (list, tuple)
    elif kind.startswith("Sequence["):
        wanted = (Sequence,)
    elif kind.startswith("Iterable["):
        wanted = (Iterable,)

    def test(value: Any) -> bool:
        if isinstance(value, str) or not isinstance(value, wanted):
            return False
        return not isinstance(value, Collection) or of(value)

    return test
