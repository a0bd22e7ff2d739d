"""Rules that fail during play: who is to blame, in one sentence; and going on without them.

A rule is code, of this program or of a plugin, and code may be wrong. Wherever that shows, the
match stays where it was, and window, terminal, computer players and protocol tell the same
sentence: the hook or step, the plugin, file and line. A rule that was set aside stays silent where
it would fail.

Not here: what a plugin brought to the window (`host.guard`), and plugins that cannot be loaded
(`engine.load_faults`).
"""

from __future__ import annotations

import functools
import os
import sys
import traceback
from pathlib import Path
from typing import TYPE_CHECKING, Any, Concatenate, Final, NamedTuple, ParamSpec, Protocol, TypeVar

from tabuleiro.engine.errors import GameError
from tabuleiro.harmless import harmless
from tabuleiro.hooks import RuleHooks
from tabuleiro.i18n import _

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable
    from types import CodeType, TracebackType

    from tabuleiro.engine.situation import Situation

__all__ = [
    "ASIDE",
    "TRACEBACK",
    "AnswerError",
    "Blame",
    "RuleFault",
    "blame",
    "guarded",
    "place_of",
    "set_aside",
    "show_traceback",
    "words_of",
]

TRACEBACK: Final = "TABULEIRO_TRACEBACK"
"""If this says anything, the traceback of a failed rule is written to the terminal."""
ASIDE: Final = "set-aside"
"""The fact that names the rules that were set aside in a match."""

_HOOKS: Final = frozenset(name for name in dir(RuleHooks) if not name.startswith("_"))
_PROGRAM: Final = "tabuleiro"
_RULES: Final = ("tabuleiro.rules", "tabuleiro_")

P = ParamSpec("P")
R = TypeVar("R")


class Blame(NamedTuple):
    """Where a rule failed."""

    rule: str
    """The name under which it can be set aside: ``tabuleiro_my_duel.Rules.combat_shifts``."""
    what: str
    """The hook, or the step or other function, in a sentence."""
    owner: str
    """The plugin or house rule whose code it is; nothing, if it is the program's."""
    place: str
    """File and line."""


class RuleFault(GameError):
    """A rule failed; nothing has changed. The text is one sentence."""

    def __init__(self, blame: Blame, game: str, words: str) -> None:
        """Say where ``blame`` lies.

        ``words`` are the error's own: nothing where they might tell of what is hidden.
        """
        more = f": {words}" if words else ""
        if blame.owner:
            sentence = _('The rule "{what}" of the plugin "{owner}" failed at {place}{more}.')
        else:
            sentence = _('The rule "{what}" failed with the game "{game}" at {place}{more}.')
        super().__init__(
            harmless(
                sentence.format(
                    what=blame.what, owner=blame.owner, game=game, place=blame.place, more=more
                )
            )
        )
        self.blame = blame
        self.action: dict[str, Any] | None = None
        """What was to be done when it failed, if that was an action."""

    @property
    def rule(self) -> str:
        """The name under which the rule can be set aside."""
        return self.blame.rule


class AnswerError(TypeError):
    """A hook answered what it may not."""

    def __init__(
        self, sentence: str, code: CodeType | None, module: str, *, plain: str = ""
    ) -> None:
        """Keep whose answer it was, for a traceback leads to who asked.

        ``plain`` says what may be answered, and nothing of what was.
        """
        super().__init__(sentence)
        self.plain = plain
        self.code = code
        self.module = module


def set_aside(s: Situation, module: str, qualname: str) -> bool:
    """Return whether a hook, or the class of a step, is set aside in a match.

    It is asked as before, and where it fails it is silent.
    """
    return _named(module, qualname) in s.position.facts.get(ASIDE, ())


def _named(module: str, qualname: str) -> str:
    return f"{module.partition('.')[0]}.{qualname.rpartition('<locals>.')[2]}"


# ------------------------------------------------------------------------------ who is to blame


class _Frame(NamedTuple):
    module: str
    code: CodeType
    line: int

    @property
    def package(self) -> str:
        return self.module.partition(".")[0]

    @property
    def name(self) -> str:
        return self.code.co_qualname.rpartition("<locals>.")[2]


def blame(error: BaseException, packages: Collection[str]) -> Blame | None:
    """Return which rule an error came from, None if it came from none.

    ``packages`` are those of the plugins and house rules of the match.
    """
    if isinstance(error, AnswerError) and error.code is not None:
        frames = [_Frame(error.module, error.code, error.code.co_firstlineno)]
    else:
        frames = list(_frames(error.__traceback__))
    own = [n for n, frame in enumerate(frames) if frame.package in packages]
    shared = [n for n, frame in enumerate(frames) if frame.module.startswith(_RULES)]
    if not (own or shared):
        return None
    last = (own or shared)[-1]
    frame = frames[last]
    around = reversed(frames[: last + 1])
    asked = next((f for f in around if _is_rule(f) and (f.package == frame.package)), frame)
    hook = asked.code.co_name in _HOOKS
    owner = frame.package.removeprefix(f"{_PROGRAM}_") if own else ""
    step = asked.name.rpartition(".")[0] if asked.code.co_name in _OF_STEPS else ""
    return Blame(
        _named(asked.module, step or asked.name),
        asked.code.co_name if hook else asked.name,
        owner,
        place_of(frame.code.co_filename, frame.module, frame.line),
    )


def _is_rule(frame: _Frame) -> bool:
    """Return whether a function is a hook, or what the engine calls of a step."""
    return frame.code.co_name in _HOOKS or frame.code.co_name in _OF_STEPS


_OF_STEPS: Final = frozenset(
    {"run", "decision", "question", "asked", "legal", "check", "act", "told", "apply", "shows",
     "hinges", "may_ask", "advise"}
)  # fmt: skip


def _frames(trace: TracebackType | None) -> Iterable[_Frame]:
    for frame, line in traceback.walk_tb(trace):
        yield _Frame(str(frame.f_globals.get("__name__", "")), frame.f_code, line)


def place_of(file: str, module: str, line: int) -> str:
    """Return file and line as a reader finds them, from the package on.

    >>> place_of("/games/ana/duel/tabuleiro_duel/rules.py", "tabuleiro_duel.rules", 35)
    'tabuleiro_duel/rules.py:35'
    """
    path = Path(file)
    depth = module.count(".") + (2 if path.name == "__init__.py" else 1)
    return f"{'/'.join(path.parts[-depth:])}:{line}"


def words_of(error: BaseException, *, hidden: bool = False) -> str:
    """Return an error in one line; of what may be hidden no more than what kind it is."""
    if hidden:
        return error.plain if isinstance(error, AnswerError) else type(error).__name__
    first = next((line.strip().rstrip(".") for line in str(error).splitlines() if line.strip()), "")
    if isinstance(error, AnswerError):
        return first
    kind = type(error).__name__
    return f"{kind}: {first}" if first else kind


def show_traceback(error: BaseException) -> None:
    """Write the traceback of an error to the terminal, if that was asked for."""
    if os.environ.get(TRACEBACK):
        cause = error.__cause__ if isinstance(error, RuleFault) and error.__cause__ else error
        traceback.print_exception(cause, file=sys.stderr)


# ------------------------------------------------------------------------------------ the guard


class Blaming(Protocol):
    """Who knows whose rules are asked."""

    def fault_of(self, error: BaseException) -> RuleFault | None:
        """Return the fault of a rule that an error tells of, None if it tells of none."""


B = TypeVar("B", bound=Blaming)


def guarded(method: Callable[Concatenate[B, P], R]) -> Callable[Concatenate[B, P], R]:
    """Let a method that asks rules raise `RuleFault` where one fails."""

    @functools.wraps(method)
    def asking(self: B, /, *args: P.args, **named: P.kwargs) -> R:
        try:
            return method(self, *args, **named)
        except GameError:
            raise
        except (Exception, SystemExit) as error:  # a rule may not end the program
            fault = self.fault_of(error)
            if fault is None:
                raise
            raise fault from error

    return asking
