"""Hooks: of the sequence of play, of setting up and arriving."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from tabuleiro.hooks.markers import hookspec

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from tabuleiro.engine.actions import Action
    from tabuleiro.engine.position import Outcome
    from tabuleiro.engine.seat import Imagined
    from tabuleiro.engine.situation import Situation
    from tabuleiro.engine.steps import Question, Step
    from tabuleiro.engine.verdicts import Objection
    from tabuleiro.module import Phase
    from tabuleiro.rules.victory.scoring import ScoreLine

__all__ = ["Adviser", "CourseHooks"]


class Adviser(Protocol):
    """Advises a computer player through one phase of one side."""

    def advise(self, game: Imagined, decision: Question) -> Action | None:
        """Return an action for what is asked, None if nothing comes to mind."""


class CourseHooks(Protocol):
    """Of the sequence of play, of setting up and arriving."""

    @hookspec
    def setup_steps(self, s: Situation) -> list[Step]:
        """Return the steps of the set-up, done before the first turn.

        Example::

            from tabuleiro.hooks import hookimpl
            from tabuleiro.rules.combat.losses import TakeLoss


            @hookimpl
            def setup_steps(s):
                return [TakeLoss("axis", ("de-4-rpqd",), rule="house-1")]
        """

    @hookspec(firstresult=True)
    def phase_steps(self, s: Situation, phase: Phase) -> list[Step] | None:
        """Return the steps of a phase, an entry of the module's sequence. First answer.

        What comes before and after them whoever answers, ``steps_before`` and ``steps_after`` say.

        Example::

            from tabuleiro.hooks import hookimpl


            @hookimpl
            def phase_steps(s, phase):
                if phase.kind == "combat" and s.turn == 1:
                    return []  # nobody fights in the first turn
        """

    @hookspec
    def steps_before(self, s: Situation, phase: Phase) -> list[Step]:
        """Return steps to do before those of a phase (withdrawals before the movement).

        Example::

            from tabuleiro.hooks import hookimpl
            from tabuleiro.rules.combat.losses import TakeLoss


            @hookimpl
            def steps_before(s, phase):
                return [TakeLoss("axis", ("de-4-rpqd",), rule="house-1")] if s.turn == 2 else []
        """

    @hookspec
    def steps_after(self, s: Situation, phase: Phase) -> list[Step]:
        """Return steps to do after those of a phase.

        Example::

            from tabuleiro.hooks import hookimpl
            from tabuleiro.rules.combat.losses import TakeLoss


            @hookimpl
            def steps_after(s, phase):
                return [TakeLoss("axis", ("de-4-rpqd",), rule="house-1")] if s.turn == 2 else []
        """

    @hookspec
    def turn_start_steps(self, s: Situation) -> list[Step]:
        """Return steps to do before the first phase of a turn (points arrive, weather changes).

        Example::

            from tabuleiro.hooks import hookimpl
            from tabuleiro.rules.combat.losses import TakeLoss


            @hookimpl
            def turn_start_steps(s):
                return [TakeLoss("axis", ("de-4-rpqd",), rule="house-2")]
        """

    @hookspec
    def turn_end_steps(self, s: Situation) -> list[Step]:
        """Return steps to do after the last phase of a turn (recovery).

        Example::

            from tabuleiro.hooks import hookimpl
            from tabuleiro.rules.combat.losses import TakeLoss


            @hookimpl
            def turn_end_steps(s):
                return [TakeLoss("axis", ("de-3-rpqd",), rule="house-3")]
        """

    @hookspec
    def match_end_steps(self, s: Situation) -> list[Step]:
        """Return steps to do after the last turn and before the score (final eliminations).

        Example::

            from tabuleiro.hooks import hookimpl
            from tabuleiro.rules.combat.losses import TakeLoss


            @hookimpl
            def match_end_steps(s):
                return [TakeLoss("axis", ("de-1-rpqd",), rule="house-4", kill=True)]
        """

    @hookspec(firstresult=True)
    def outcome(self, s: Situation) -> Outcome:
        """Return winner and points at the end; the family adds up ``score``. First answer.

        Example::

            from tabuleiro.engine.position import Outcome
            from tabuleiro.hooks import hookimpl


            @hookimpl
            def outcome(s):
                return Outcome("axis", {"allied": 0, "axis": 1})
        """

    @hookspec
    def score(self, s: Situation) -> list[ScoreLine]:
        """Return lines of the score as it is now: side, points, for what, by which clause.

        Example::

            from tabuleiro.engine import msg
            from tabuleiro.hooks import hookimpl
            from tabuleiro.rules.victory.scoring import ScoreLine


            @hookimpl
            def score(s):
                return [ScoreLine("axis", 5, msg("honour"), "house-5")]
        """

    @hookspec(firstresult=True)
    def setup_hexes(self, s: Situation, piece: str, where: Mapping[str, Any]) -> list[str] | None:
        """Return the hexes for a piece of the free set-up, as ``where`` says. First answer.

        Example::

            from tabuleiro.hooks import hookimpl


            @hookimpl
            def setup_hexes(s, piece, where):
                return ["0504"]
        """

    @hookspec(firstresult=True)
    def arrivals(self, s: Situation, side: str) -> Mapping[str, Any] | None:
        """Return the pieces that may enter now, each with its reinforcement. First answer.

        Example::

            from tabuleiro.hooks import hookimpl


            @hookimpl
            def arrivals(s, side):
                return {}  # the roads are cut: nobody comes
        """

    @hookspec(firstresult=True)
    def entry_hexes(self, s: Situation, piece: str, arrival: Any) -> Mapping[str, int] | None:
        """Return where an arriving piece may enter, at how many half points. First answer.

        Without an answer it enters by the edges of its reinforcement.

        Example::

            from tabuleiro.hooks import hookimpl


            @hookimpl
            def entry_hexes(s, piece, arrival):
                return {"0108": 0}
        """

    @hookspec
    def withdrawal_objections(self, s: Situation, piece: str) -> list[Objection]:
        """Return reasons why a piece that is due to be withdrawn stays for now.

        Example::

            from tabuleiro.engine import Objection, msg
            from tabuleiro.hooks import hookimpl


            @hookimpl
            def withdrawal_objections(s, piece):
                return [Objection(msg("The roads are cut."), "house-13", "movement", (piece,))]
        """

    @hookspec
    def watched_hexes(self, s: Situation) -> Collection[str]:
        """Return hexes besides objectives of which it matters who was there last; always the same.

        Example::

            from tabuleiro.hooks import hookimpl


            @hookimpl
            def watched_hexes(s):
                return ["0504"]
        """

    @hookspec
    def capture_steps(
        self, s: Situation, piece: str, path: tuple[str, ...], origin: str, manner: str
    ) -> list[Step]:
        """Return what follows when a piece has passed hexes: what it captures or destroys there.

        ``origin`` is the place that it came from, ``manner`` how: ``move``, ``retreat``,
        ``advance``, ``arrival``, ``sea``, ``drop``, ``air``, ``rail``, or a word of the plugin that
        moved it.

        Example::

            from tabuleiro.hooks import hookimpl
            from tabuleiro.rules.combat.losses import TakeLoss


            @hookimpl
            def capture_steps(s, piece, path, origin, manner):
                if manner == "retreat" or origin == "off" or "1312" not in path:
                    return []
                return [TakeLoss("axis", ("de-4-rpqd",), rule="house-15")]
        """

    @hookspec(firstresult=True)
    def adviser(self, s: Situation, game: Imagined, side: str) -> Adviser | None:
        """Return who advises a computer player of a side through the phase that begins.

        First answer; without one the player plays at random. ``game`` is imagined: it is made of
        what the side sees and supposes (``Imagined`` in api.md says what it can be asked).

        Example::

            from tabuleiro.hooks import hookimpl
            from tabuleiro.rules.ground.movement_phase import EndPhase


            @hookimpl
            def adviser(s, game, side):
                class Passive:
                    def advise(self, game, decision):
                        return EndPhase() if "end-phase" in decision.actions else None

                return Passive()
        """
