"""The guard round what a plugin brought to the window: what fails is switched off and told once.

An error can come out in three places. Functions that the window calls (factories, layers, badges,
commands) are called by `Guard.call`. What Qt calls in a plugin's own widgets, such as
``paintEvent``, is wrapped in the class: PySide keeps such an error and raises it in whatever
Python code runs next, which would be ours. What Qt calls as a slot ends in ``sys.excepthook``,
where the plugin is known by the modules in the traceback.
"""

from __future__ import annotations

import functools
import logging
import sys
from contextlib import contextmanager
from html import escape
from traceback import walk_tb
from types import FunctionType
from typing import TYPE_CHECKING, Any, TypeVar
from weakref import WeakSet

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from tabuleiro.engine.faults import RuleFault
from tabuleiro.i18n import _

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import TracebackType

__all__ = ["Guard", "Part", "PluginError"]

_log = logging.getLogger(__name__)
_open: WeakSet[Guard] = WeakSet()

Answer = TypeVar("Answer")


class PluginError(RuntimeError):
    """A plugin whose window does not fit the hooks; half a sentence says why."""


class Part:
    """One thing that a plugin brought: its name in a sentence, and how it is switched off."""

    def __init__(self, name: str, off: Callable[[str], object]) -> None:
        """Begin in order."""
        self.name = name
        self.off = off
        self.widgets: list[QWidget] = []
        self.broken = ""
        """The sentence that says what happened, once it has."""

    def failed(self) -> bool:
        """Return whether it is switched off."""
        return bool(self.broken)

    def owns(self, thing: QObject) -> bool:
        """Return whether a widget, or what belongs to it, is of this part."""
        while not any(thing is widget for widget in self.widgets):
            above = thing.parent()
            if above is None:
                return False
            thing = above
        return True


class Guard(QObject):
    """Stands between the window and one plugin for as long as a match is open."""

    told = Signal(str)
    """What was switched off: sentences, as rich text."""

    def __init__(self, plugin: str, package: str, parent: QObject) -> None:
        """Guard against the code of a package."""
        super().__init__(parent)
        self._plugin = plugin
        self._package = package
        self._making: Part | None = None
        self._untold: list[Part] = []
        self.parts: list[Part] = []
        self._stray = self.part(_("one of its panels"), lambda _sentence: None)
        self._before = sys.excepthook
        sys.excepthook = self._caught
        _open.add(self)

    def close(self) -> None:
        """Leave nothing behind: the match is closed."""
        _open.discard(self)
        self.parts.clear()
        self._untold.clear()
        if sys.excepthook == self._caught:
            before = self._before
            while isinstance(owner := getattr(before, "__self__", None), Guard):
                if owner in _open:
                    break
                before = owner._before  # noqa: SLF001 - another guard that is closed already
            sys.excepthook = before

    # what the window calls

    def part(self, name: str, off: Callable[[str], object]) -> Part:
        """Return a new part under guard; ``off`` is told the sentence when it has failed."""
        part = Part(name, off)
        self.parts.append(part)
        return part

    def call(self, part: Part, default: Answer, deed: Callable[[], Answer]) -> Answer:
        """Do something of a part; ``default`` if it fails, or has failed before."""
        if part.failed():
            return default
        try:
            with self._at_work(part):
                answer = deed()
        except RuleFault as fault:  # it asked the rules: that is no fault of this part
            sys.excepthook(type(fault), fault, fault.__traceback__)
            return default
        except (Exception, SystemExit) as error:  # noqa: BLE001 - a stranger's code
            self.fail(part, error)
            return default
        return default if part.failed() else answer  # an event may have failed meanwhile

    @contextmanager
    def _at_work(self, part: Part) -> Iterator[None]:
        before, self._making = self._making, part
        try:
            yield
        finally:
            self._making = before

    def fail(self, part: Part, error: BaseException) -> None:
        """Switch a part off, and tell it in a moment: only once, and never amid painting."""
        if part.broken:
            return
        sentence = _(
            'The plugin "{plugin}" failed in {part}, which is switched off: {error}.'
            " The match goes on."
        ).format(plugin=self._plugin, part=part.name, error=_words(error))
        lost = [part]
        if part is self._stray:  # nobody knows whose fault it was
            lost += [other for other in self.parts if other.widgets and not other.broken]
        for each in lost:
            each.broken = sentence
        _log.error(sentence, exc_info=error)
        if not self._untold:
            QTimer.singleShot(0, self, self._settle)
        self._untold += lost

    def _settle(self) -> None:
        lost, self._untold = self._untold, []
        for part in lost:
            part.off(part.broken)
        if lost:
            self.told.emit("  ".join(dict.fromkeys(escape(part.broken) for part in lost)))

    # what Qt calls

    def watch(self, part: Part, widget: QWidget) -> None:
        """Guard the events of a widget and of all that is in it."""
        part.widgets = [each for each in part.widgets if isValid(each)]
        part.widgets.append(widget)
        for thing in (widget, *widget.findChildren(QObject)):
            for cls in type(thing).__mro__:
                self.wrap(cls)

    def wrap(self, cls: type) -> None:
        """Wrap what a class of the plugin overrides of Qt's."""
        if not self._is_its_own(cls.__module__) or not issubclass(cls, QObject):
            return
        qt = next(base for base in cls.__mro__ if base.__module__.startswith("PySide6"))
        for name, function in list(vars(cls).items()):
            overrides = isinstance(function, FunctionType) and not name.startswith("__")
            if overrides and hasattr(qt, name) and not hasattr(function, "_guarded"):
                setattr(cls, name, _wrapped(function, getattr(qt, name)))

    def _is_its_own(self, module: str) -> bool:
        return module == self._package or module.startswith(f"{self._package}.")

    def part_of(self, thing: QObject) -> Part | None:
        """Return the part to which an object belongs; in none yet, the part that is at work."""
        found = next((part for part in self.parts if part.owns(thing)), None)
        if found is None and self._is_its_own(type(thing).__module__):
            return self._making or self._stray
        return found

    def is_stray(self, part: Part) -> bool:
        """Return whether a part stands for things of which nobody knows where they belong."""
        return part is self._stray

    def _caught(
        self, kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        """Take the errors of the plugin out of those that nobody caught."""
        if self not in _open or not isinstance(error, Exception) or isinstance(error, RuleFault):
            self._before(kind, error, trace)
            return
        frames = [frame for frame, _line in walk_tb(trace)]
        own = [f for f in frames if self._is_its_own(str(f.f_globals.get("__name__")))]
        if not own:
            self._before(kind, error, trace)
            return
        near = [v for f in own for v in f.f_locals.values() if isinstance(v, QObject)]
        parts = [self.part_of(thing) for thing in near if isValid(thing)]
        found = [part for part in parts if part is not None and part is not self._stray]
        self.fail(found[0] if found else self._stray, error)


def _wrapped(function: FunctionType, inherited: Callable[..., Any]) -> Callable[..., Any]:
    """Return an override that does what Qt would once its part has failed."""

    @functools.wraps(function)
    def guarded(self: QObject, *args: Any, **named: Any) -> Any:
        asked = ((guard, guard.part_of(self)) for guard in list(_open))
        found = [(guard, part) for guard, part in asked if part is not None]
        if not found:
            return function(self, *args, **named)
        guard, part = min(found, key=lambda pair: pair[0].is_stray(pair[1]))
        if not part.broken:
            try:
                return function(self, *args, **named)
            except RuleFault as fault:
                sys.excepthook(type(fault), fault, fault.__traceback__)
            except (Exception, SystemExit) as error:  # noqa: BLE001 - a stranger's code
                guard.fail(part, error)
        try:
            return inherited(self, *args, **named)
        except (NotImplementedError, RuntimeError):
            return None  # there is nothing to inherit, or the widget is gone

    guarded._guarded = True  # type: ignore[attr-defined]  # noqa: SLF001 - our own mark
    return guarded


def _words(error: BaseException) -> str:
    """Return an error in one line."""
    first = next((line.strip().rstrip(".") for line in str(error).splitlines() if line), "")
    if isinstance(error, PluginError):
        return first
    kind = type(error).__name__
    return f"{kind}: {first}" if first else kind
