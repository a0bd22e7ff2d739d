"""The hooks: every place where a plugin may speak.

Not here: the places where a plugin may add to the window (`host.hooks`), and any answer: those are
given by families and plugins.

There are two sets. *Program hooks* (:class:`ProgramHooks`) are asked once by the process: which
games do you bring? *Rule hooks* (:class:`RuleHooks`) are asked during a match, only of the game's
parts, in the order in which its plugin lists them, and of the house rules that the match names. A
later one speaks first: a game overrides its family, a house rule overrides the game.

Hooks marked *first answer* stop at the first plugin that does not answer None; the answers of the
others are put together in one list.

Every hook takes ``s``, the :class:`~tabuleiro.engine.Situation` (position, module, options, rules).
An implementation takes only the arguments that it needs. The example of each hook is run by
``tests/test_hooks.py``, as a house rule of Diadem.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from tabuleiro.hooks.combat import CombatHooks
from tabuleiro.hooks.course import Adviser, CourseHooks
from tabuleiro.hooks.knowledge import KnowledgeHooks
from tabuleiro.hooks.markers import API_VERSION, PROJECT, hookimpl, hookspec
from tabuleiro.hooks.movement import MovementHooks

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

__all__ = [
    "API_VERSION",
    "PROJECT",
    "Adviser",
    "GamePlugin",
    "ProgramHooks",
    "RuleHooks",
    "hookimpl",
    "hookspec",
]


class GamePlugin:
    """What a plugin brings for one game: its rules, as a list of parts.

    A part is an object that answers rule hooks. It may have ``parameters``, the `Terms` with which
    it reads ``rules`` of ``module.yaml``, ``words``, those under which it asks for clauses, and
    ``sides``, for how many it is made. A family such as ``ladder.parts()`` is a list of parts.

    >>> import tabuleiro_diadem
    >>> [game.id for game in tabuleiro_diadem.tabuleiro_games()]
    ['diadem']
    """

    def __init__(
        self,
        id: str,
        parts: Iterable[object],
        *,
        version: str = "0",
        api: int = API_VERSION,
        window: str = "",
        hooks: Iterable[type] = (),
    ) -> None:
        """Name the game (the ``plugin`` of its module) and its parts; a later one speaks first.

        ``hooks`` are classes with hookspecs of its own, which its parts and house rules may answer:
        `Situation.rules` asks them as it asks those of :class:`RuleHooks`.
        ``window`` is the import path of a module with hooks of the window, if there is one. It is
        imported when a match is opened in the window and never else, so that rules need no Qt.
        """
        self.id = id
        self.parts = tuple(parts)
        self.version = version
        self.api = api
        self.window = window
        self.hooks = tuple(hooks)


class ProgramHooks(Protocol):
    """Asked once by the process."""

    @hookspec
    def tabuleiro_games(self) -> list[GamePlugin]:
        """Return the games that a plugin brings, one for each ``plugin:`` of a module.

        Example::

            from tabuleiro.hooks import GamePlugin, hookimpl
            from tabuleiro.rules.families import ladder


            @hookimpl
            def tabuleiro_games():
                return [GamePlugin("duel", ladder.parts())]
        """

    @hookspec
    def tabuleiro_module_folders(self) -> list[str]:
        """Return folders in which modules lie.

        Example::

            from tabuleiro.hooks import hookimpl


            @hookimpl
            def tabuleiro_module_folders():
                return ["somewhere/modules"]
        """

    @hookspec
    def tabuleiro_house_rules(self) -> Mapping[str, object]:
        """Return house rules by the name with which a match asks for them.

        A house rule that reads keys of its own under ``rules:`` of a module names its terms:
        ``parameters = (Fog,)``, where ``Fog`` is derived from `tabuleiro.module.terms.Terms`.

        Example::

            from tabuleiro.hooks import hookimpl


            @hookimpl
            def tabuleiro_house_rules():
                return {"quiet": object()}
        """


class RuleHooks(CourseHooks, MovementHooks, CombatHooks, KnowledgeHooks, Protocol):
    """Asked during a match, in the words of the rules."""
