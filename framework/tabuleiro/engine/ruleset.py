"""Rulesets: the hooks of one match, from the parts of its game up to the house rules."""

from __future__ import annotations

from itertools import chain
from operator import itemgetter
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Final, NamedTuple, cast

import pluggy

from tabuleiro.engine.answers import checked, said_of
from tabuleiro.engine.faults import set_aside
from tabuleiro.engine.load_faults import misfit_of
from tabuleiro.hooks import API_VERSION, PROJECT, GamePlugin, RuleHooks
from tabuleiro.i18n import _

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


__all__ = ["Ruleset", "RulesetError"]


class _Impl(NamedTuple):
    """An implementation of a hook."""

    function: Callable[..., Any]
    """What is called."""
    names: tuple[str, ...]
    """What it takes."""
    look: Callable[[dict[str, Any], Any], Any] | None
    """What looks at its answers, those of a plugin, if they are none of the plain ones."""
    plain: set[type] | frozenset[type]
    """The types of what may be in a list that it answers."""


_NUMBER = "#"


class RulesetError(RuntimeError):
    """A plugin that cannot be used; one sentence that names it."""


class _Parts(pluggy.PluginManager):
    """The parts of a game by name, as pluggy keeps them."""

    def parse_hookimpl_opts(self, plugin: object, name: str) -> pluggy.HookimplOpts | None:
        """Look at no name that every object has: of these there are many more than of hooks."""
        return None if name.startswith("__") else super().parse_hookimpl_opts(plugin, name)


class Ruleset:
    """The rules of one game, ready to be asked: ``ruleset.hook.movement_profile(s=…, piece=…)``."""

    def __init__(self, plugin: GamePlugin, house_rules: dict[str, object] | None = None) -> None:
        """Register parts and house rules, each checked; the last one speaks first."""
        if plugin.api != API_VERSION:
            raise RulesetError(
                _('Plugin "{id}" needs hooks of version {api}; this program has {ours}.').format(
                    id=plugin.id, api=plugin.api, ours=API_VERSION
                )
            )
        self.plugin = plugin
        self.house_rules = tuple(house_rules or ())
        self._manager = _Parts(PROJECT)
        self._manager.add_hookspecs(RuleHooks)
        for own in plugin.hooks:
            self._manager.add_hookspecs(own)
        layers = [*_named(plugin), *(house_rules or {}).items()]
        for name, rules in layers:
            self._register(name, rules)
        self.hook = cast("RuleHooks", _Asker(self._manager.hook))
        classes = (cls for _name, rules in layers for cls in type(rules).__mro__)
        self.packages = frozenset(cls.__module__.partition(".")[0] for cls in classes)
        """The packages that the parts and house rules come from."""
        self.strange = self.packages - {PROJECT, object.__module__}
        """Those of them that are not the program's own."""

    def answers(self, hook: str) -> bool:
        """Return whether a part or a house rule implements a hook at all."""
        return bool(getattr(self._manager.hook, hook).get_hookimpls())

    def _register(self, name: str, rules: object) -> None:
        misfit = misfit_of(rules, self.plugin.hooks)
        if misfit:
            sentence = _('the rules of "{name}" do not fit the hooks: {misfit}')
            raise RulesetError(sentence.format(name=name.partition(_NUMBER)[0], misfit=misfit))
        self._manager.register(rules, name)
        self._manager.check_pending()


def _named(plugin: GamePlugin) -> Iterator[tuple[str, object]]:
    """Yield the parts of a game, each with a name of its own: that of the game and a number."""
    for number, part in enumerate(plugin.parts):
        yield f"{plugin.id}{_NUMBER}{number}", part


class _Asker(SimpleNamespace):
    """The hooks as functions that answer as :class:`RuleHooks` says.

    First answers come as they are; lists are put together in the order of the parts.
    """

    def __init__(self, relay: pluggy.HookRelay) -> None:
        callers = {name: getattr(relay, name) for name in vars(relay)}
        super().__init__(**{name: _asked(caller) for name, caller in callers.items()})


def _asked(caller: Any) -> Any:
    first = caller.spec is None or caller.spec.opts.get("firstresult")
    impls = caller.get_hookimpls()
    if any(impl.hookwrapper or impl.kwargnames for impl in impls):
        return caller if first else _together(caller)
    # Rules are asked hundreds of times a step, and pluggy's own calling takes longer than most
    # answers: the implementations are called as they are, in its order.
    plain = tuple(_implementation(impl, caller) for impl in reversed(impls) if not impl.wrapper)
    wrappers = [impl for impl in impls if impl.wrapper]
    if not first:
        return _together(caller) if wrappers else _all(plain)
    asked = _first(plain)
    for impl in wrappers:
        asked = _wrapped(impl.function, impl.argnames, asked)
    return asked


_ABOUT: Final = ("s", "change")


def _implementation(impl: Any, caller: Any) -> _Impl:
    """Return an implementation of a hook; the answers of plugins are looked at."""
    function, names = impl.function, impl.argnames
    # A hook of a game's own may ask about a change, which is a situation as well, or about neither.
    about = next((name for name in _ABOUT if name in caller.spec.argnames), None)
    if about is None or str(function.__module__).partition(".")[0] == PROJECT:
        return _Impl(function, names, None, frozenset())
    check, right = checked(caller.name, function, said_of(caller.spec.function))
    return _Impl(function, names, lambda named, answer: check(named[about], answer), right)


def _picking(names: tuple[str, ...]) -> Callable[[dict[str, Any]], tuple[Any, ...]]:
    """Return what picks the arguments of an implementation out of those of the hook."""
    if len(names) > 1:
        return itemgetter(*names)
    return lambda about: tuple([about[name] for name in names])


def _first(impls: tuple[_Impl, ...]) -> Any:
    if len(impls) == 1:
        return _calling(impls[0])
    calls = [_calling(impl) for impl in impls]

    def first(**about: Any) -> Any:
        for call in calls:
            answer = call(**about)
            if answer is not None:
                return answer
        return None

    return first


def _calling(impl: _Impl) -> Callable[..., Any]:
    """Return what asks one implementation alone, which may take fewer arguments than there are."""
    function, names, look, plain = impl
    pick = _picking(names)

    def asked(**about: Any) -> Any:
        try:
            answer = function(*pick(about))
            if look is None or answer is None:
                return answer
            if type(answer) is list and plain.issuperset(map(type, answer)):
                return answer  # asked for hundreds of times a step
            return look(about, answer)
        except Exception:
            if not _silent(function, about):
                raise
            return None

    def asked_about_one(**about: Any) -> Any:
        try:
            return function(about[names[0]])
        except Exception:
            if not _silent(function, about):
                raise
            return None

    return asked_about_one if len(names) == 1 and look is None else asked


def _silent(function: Callable[..., Any], about: dict[str, Any]) -> bool:
    """Return whether a rule that has just failed was set aside: then it has nothing to say."""
    s = next((about[name] for name in _ABOUT if name in about), None)
    return s is not None and set_aside(s, str(function.__module__), function.__qualname__)


def _wrapped(function: Callable[..., Any], names: tuple[str, ...], inner: Any) -> Any:
    """Return a rule with a wrapper around it, which yields once as pluggy has it."""
    pick = _picking(names)

    def wrapped(**about: Any) -> Any:
        around = function(*pick(about))
        try:
            next(around)
        except StopIteration:
            raise _once(function) from None
        try:
            try:
                answer = inner(**about)
            except BaseException as error:  # noqa: BLE001 - the wrapper may answer it
                around.throw(error)
            else:
                around.send(answer)
        except StopIteration as end:
            return end.value
        around.close()
        raise _once(function)

    return wrapped


def _once(function: Callable[..., Any]) -> RuntimeError:
    return RuntimeError(f"a wrapper yields once: {function.__qualname__}")


def _all(impls: tuple[_Impl, ...]) -> Any:
    if not impls:
        return lambda **_about: []
    if len(impls) == 1:
        alone = _calling(impls[0])
        return lambda **about: list(alone(**about) or ())
    calls = [(f, _picking(names), look, plain) for f, names, look, plain in reversed(impls)]

    def together(**about: Any) -> list[Any]:
        found: list[Any] = []
        for function, pick, look, plain in calls:
            try:
                answer = function(*pick(about))
                if (
                    look is not None
                    and answer is not None
                    and not (type(answer) is list and plain.issuperset(map(type, answer)))
                ):
                    answer = look(about, answer)
            except Exception:
                if not _silent(function, about):
                    raise
            else:
                if answer:
                    found += answer
        return found

    return together


def _together(caller: Any) -> Any:
    def together(**about: Any) -> list[Any]:
        return list(chain.from_iterable(reversed(caller(**about))))

    return together
