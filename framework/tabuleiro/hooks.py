"""The hooks: every place where a plugin may speak.

There are two sets. *Program hooks* (:class:`ProgramHooks`) are asked once by the process: which
games do you bring? *Rule hooks* (:class:`RuleHooks`) are asked during a match, only of the game's
own plugin, of the family of mechanics that it builds on, and of the house rules that the match
names. A later one speaks first: a game overrides its family, a house rule overrides the game.

Hooks marked *first answer* stop at the first plugin that does not answer None; the answers of the
others are put together in one list.

Every hook takes ``s``, the :class:`~tabuleiro.engine.Situation` (position, module, options, rules).
An implementation takes only the arguments that it needs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pluggy

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tabuleiro.engine.position import Outcome
    from tabuleiro.engine.situation import Situation
    from tabuleiro.engine.steps import Step
    from tabuleiro.engine.verdicts import Objection
    from tabuleiro.mechanics.battle import Battle, Part, Shift
    from tabuleiro.mechanics.profiles import Profile
    from tabuleiro.mechanics.scoring import ScoreLine
    from tabuleiro.module import Phase, Pool

__all__ = ["API_VERSION", "GamePlugin", "ProgramHooks", "RuleHooks", "hookimpl", "hookspec"]

PROJECT = "tabuleiro"
API_VERSION = 1
"""The version of the hooks; a :class:`GamePlugin` says for which one it was written."""

hookspec = pluggy.HookspecMarker(PROJECT)
hookimpl = pluggy.HookimplMarker(PROJECT)


class GamePlugin:
    """What a plugin brings for one game: its rules and the family of mechanics it builds on.

    >>> import tabuleiro_diadem
    >>> [game.id for game in tabuleiro_diadem.tabuleiro_games()]
    ['diadem']
    """

    def __init__(
        self, id: str, rules: object, *, family: object, version: str = "0", api: int = API_VERSION
    ) -> None:
        """Name the game (the ``plugin`` of its module), the object with its hooks, its family."""
        self.id = id
        self.rules = rules
        self.family = family
        self.version = version
        self.api = api


class ProgramHooks:
    """Asked once by the process."""

    @hookspec
    def tabuleiro_games(self) -> list[GamePlugin]:
        """Bring games.

        Returns a list of :class:`GamePlugin`, one for each value of ``plugin:`` in the modules that
        your package serves.

        Example::

            @hookimpl
            def tabuleiro_games():
                return [GamePlugin("diadem", Diadem(), family=ladder.Family())]
        """
        raise NotImplementedError

    @hookspec
    def tabuleiro_module_folders(self) -> list[str]:
        """Bring folders in which modules lie.

        Example::

            @hookimpl
            def tabuleiro_module_folders():
                return [str(Path(__file__).parent / "modules")]
        """
        raise NotImplementedError

    @hookspec
    def tabuleiro_house_rules(self) -> Mapping[str, object]:
        """Bring house rules: objects with rule hooks, by the name with which a match asks for them.

        Example::

            @hookimpl
            def tabuleiro_house_rules():
                return {"no-zones": NoZones()}
        """
        raise NotImplementedError


class RuleHooks:
    """Asked during a match, in the words of the rules."""

    # -- the sequence of play

    @hookspec
    def setup_steps(self, s: Situation) -> list[Step]:
        """Return the steps of the set-up, before the first turn.

        Example: free placements of the scenario, by ``mechanics.setup``.
        """
        raise NotImplementedError

    @hookspec(firstresult=True)
    def phase_steps(self, s: Situation, phase: Phase) -> list[Step] | None:
        """Return the steps of a phase, an entry of the module's sequence. First answer.

        Example::

            @hookimpl
            def phase_steps(s, phase):
                if phase.kind == "airlift":
                    return [AirliftPhase(side=phase.side)]
        """
        raise NotImplementedError

    @hookspec
    def turn_start_steps(self, s: Situation) -> list[Step]:
        """Return steps to do before the first phase of a turn (points arrive, dice for weather)."""
        raise NotImplementedError

    @hookspec
    def turn_end_steps(self, s: Situation) -> list[Step]:
        """Return steps to do after the last phase of a turn (recovery)."""
        raise NotImplementedError

    @hookspec
    def match_end_steps(self, s: Situation) -> list[Step]:
        """Return steps to do after the last turn and before the score (final eliminations)."""
        raise NotImplementedError

    @hookspec(firstresult=True)
    def outcome(self, s: Situation) -> Outcome:
        """Return winner and points at the end. The family adds up ``score``. First answer."""
        raise NotImplementedError

    @hookspec
    def score(self, s: Situation) -> list[ScoreLine]:
        """Return lines of the score: side, points, for what, under which clause.

        Asked at the end, and at any time for "if it ended now".

        Example::

            @hookimpl
            def score(s):
                lost = count_dead(s, "axis")
                return [
                    ScoreLine("allied", 3 * lost, msg("{n} German pieces destroyed", n=lost), "x-1")
                ]
        """
        raise NotImplementedError

    # -- setting up and arriving

    @hookspec(firstresult=True)
    def setup_hexes(self, s: Situation, piece: str, where: Mapping[str, Any]) -> list[str] | None:
        """Return the hexes for a piece of the free set-up, as ``where`` says. First answer."""
        raise NotImplementedError

    @hookspec(firstresult=True)
    def arrivals(self, s: Situation, side: str) -> Mapping[str, Any] | None:
        """Return pieces that may enter in this phase, each with its reinforcement. First answer."""
        raise NotImplementedError

    # -- movement, stacking, zones

    @hookspec(firstresult=True)
    def movement_profile(self, s: Situation, piece: str) -> Profile:
        """Return with how many half points and at which costs a piece moves now. First answer.

        Example: rain makes terrain half a point dearer; mud, rails and bridges are profiles too.
        """
        raise NotImplementedError

    @hookspec
    def move_objections(self, s: Situation, piece: str) -> list[Objection]:
        """Return reasons why a piece may not move at all in this phase (pinned, arrives later)."""
        raise NotImplementedError

    @hookspec(firstresult=True)
    def stacking_limits(self, s: Situation, side: str) -> Mapping[str, int] | int:
        """Return how many pieces of a side a hex holds: one number, or one a hex. First answer."""
        raise NotImplementedError

    @hookspec
    def pieces_without_zone(self, s: Situation, side: str) -> Iterable[str]:
        """Return pieces of a side that exert no zone (guerrillas)."""
        raise NotImplementedError

    @hookspec
    def duty_exemptions(self, s: Situation, piece: str) -> list[Objection]:
        """Return reasons why an engaged piece need neither attack nor withdraw."""
        raise NotImplementedError

    # -- combat

    @hookspec
    def attack_objections(self, s: Situation, piece: str, target: str) -> list[Objection]:
        """Return reasons why a piece may not attack an adjacent hex (armour against mountains)."""
        raise NotImplementedError

    @hookspec
    def combat_parts(self, s: Situation, battle: Battle) -> list[Part]:
        """Return what adds to the strength of a side besides pieces, artillery and air points."""
        raise NotImplementedError

    @hookspec
    def combat_shifts(self, s: Situation, battle: Battle) -> list[Shift]:
        """Return column shifts, each with its label and clause, as the battle window shows them."""
        raise NotImplementedError

    @hookspec(firstresult=True)
    def result_steps(self, s: Situation, battle: Battle, code: str) -> list[Step] | None:
        """Return the steps that carry out a result code of a table. First answer."""
        raise NotImplementedError

    @hookspec
    def retreat_objections(self, s: Situation, piece: str, origin: str, to: str) -> list[Objection]:
        """Return reasons why a piece may not retreat from one hex into the next."""
        raise NotImplementedError

    @hookspec
    def retreat_losses(self, s: Situation, piece: str, origin: str, to: str) -> list[Objection]:
        """Return reasons why a piece takes a loss by that retreat (armour over a river)."""
        raise NotImplementedError

    @hookspec(firstresult=True)
    def advance_reach(self, s: Situation, piece: str, battle: Battle) -> int:
        """Return how many hexes a piece may advance after a battle: 0, 1 or 2. First answer."""
        raise NotImplementedError

    # -- points, recovery, secrecy

    @hookspec(firstresult=True)
    def pool_income(self, s: Situation, pool: Pool) -> int | None:
        """Return what a pool of points holds at the start of this turn. First answer."""
        raise NotImplementedError

    @hookspec(firstresult=True)
    def recovers(self, s: Situation, piece: str) -> bool | None:
        """Return whether a reduced piece recovers at the end of this turn. First answer."""
        raise NotImplementedError

    @hookspec(firstresult=True)
    def piece_visibility(self, s: Situation, viewer: str, piece: str) -> str | None:
        """Return what a side knows of a piece: ``all``, ``presence`` or ``none``. First answer."""
        raise NotImplementedError

    @hookspec
    def invariants(self, s: Situation) -> list[str]:
        """Return sentences about what must never be and yet is; the conformance kit asks."""
        raise NotImplementedError
