"""Hooks: of battles, retreats and advances."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from tabuleiro.hooks.markers import hookspec

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tabuleiro.engine.situation import Situation
    from tabuleiro.engine.steps import Step
    from tabuleiro.engine.verdicts import Objection
    from tabuleiro.rules.combat.battle import Battle, Part, Shift
    from tabuleiro.rules.combat.draft import Draft

__all__ = ["CombatHooks"]


class CombatHooks(Protocol):
    """Of battles, retreats and advances."""

    @hookspec
    def attack_objections(self, s: Situation, piece: str, target: str) -> list[Objection]:
        """Return reasons why a piece may not attack an adjacent hex (armour against mountains).

        Example::

            from tabuleiro.engine import Objection, msg
            from tabuleiro.hooks import hookimpl


            @hookimpl
            def attack_objections(s, piece, target):
                if target == "1006":
                    return [Objection(msg("The abbey is spared."), "house-8", "combat", (piece,))]
                return []
        """

    @hookspec
    def attack_bans(self, s: Situation, piece: str) -> list[Objection]:
        """Return reasons why a piece may attack nobody now, from near or far.

        Example::

            from tabuleiro.engine import Objection, msg
            from tabuleiro.hooks import hookimpl


            @hookimpl
            def attack_bans(s, piece):
                if s.marked(piece, "on-parade"):
                    return [Objection(msg("It was on parade."), "house-17", "combat", (piece,))]
                return []
        """

    @hookspec
    def support_objections(self, s: Situation, pieces: Sequence[str]) -> list[Objection]:
        """Return reasons why pieces in battle get no artillery and no aircraft to help them.

        Example::

            from tabuleiro.engine import Objection, msg
            from tabuleiro.hooks import hookimpl


            @hookimpl
            def support_objections(s, pieces):
                if "us-349-ri" in pieces:
                    return [Objection(msg("Nobody hears them."), "house-18", "combat")]
                return []
        """

    @hookspec(firstresult=True)
    def declaration(self, s: Situation, battle: Battle, side: str) -> Draft | None:
        """Return the step in which a side declares its part of a battle. First answer.

        The step comes when an attack is begun, or is to be answered. Previews ask it who could join
        an attack that somebody imagines, or its defence.

        Example::

            from tabuleiro.hooks import hookimpl
            from tabuleiro.rules.combat.declaration import AttackDraft


            @hookimpl
            def declaration(s, battle, side):
                if side == battle.attacker:  # nobody but aircraft may attack
                    return AttackDraft(side, "air", battle.target)
        """

    @hookspec
    def combat_parts(self, s: Situation, battle: Battle) -> list[Part]:
        """Return what else adds to a side's strength: besides land pieces, ships and air points.

        Example::

            from tabuleiro.engine import msg
            from tabuleiro.hooks import hookimpl
            from tabuleiro.rules.combat.battle import Part


            @hookimpl
            def combat_parts(s, battle):
                return [Part(battle.defender, 3, msg("a heroic commander"), "house-9")]
        """

    @hookspec
    def combat_shifts(self, s: Situation, battle: Battle) -> list[Shift]:
        """Return column shifts, each with its label and clause, as the battle window shows them.

        Example::

            from tabuleiro.engine import msg
            from tabuleiro.hooks import hookimpl
            from tabuleiro.rules.combat.battle import Shift


            @hookimpl
            def combat_shifts(s, battle):
                return [Shift("attacker", 1, msg("surprise"), "house-10")]
        """

    @hookspec(firstresult=True)
    def result_steps(self, s: Situation, battle: Battle, code: str) -> list[Step] | None:
        """Return the steps that carry out a result code of a table. First answer.

        Example::

            from tabuleiro.hooks import hookimpl


            @hookimpl
            def result_steps(s, battle, code):
                if code == "DRI":
                    return []  # the defender holds all the same
        """

    @hookspec(firstresult=True)
    def may_hold_out(self, s: Situation, battle: Battle) -> Objection | None:
        """Return that defenders may take a whole result as losses and stay. First answer.

        That is so where losses and a retreat are counted as ``D2`` and more; the answer says why.

        Example::

            from tabuleiro.engine import Objection, msg
            from tabuleiro.hooks import hookimpl


            @hookimpl
            def may_hold_out(s, battle):
                if battle.target == "1214":  # whoever defends it
                    return Objection(msg("Nobody leaves the mission."), "house-20", "retreat")
                return None
        """

    @hookspec
    def steps_before_advance(self, s: Situation, battle: Battle) -> list[Step]:
        """Return steps to do when losses and retreats are over, before anybody advances.

        Example::

            from tabuleiro.hooks import hookimpl
            from tabuleiro.rules.combat.losses import TakeLoss


            @hookimpl
            def steps_before_advance(s, battle):
                return [TakeLoss(battle.attacker, battle.attackers, rule="house-19")]
        """

    @hookspec(firstresult=True)
    def losses_to_eliminate(self, s: Situation, piece: str) -> int | None:
        """Return how many losses eliminate a piece. First answer.

        Without an answer those that its counter has steps for.

        Example::

            from tabuleiro.hooks import hookimpl


            @hookimpl
            def losses_to_eliminate(s, piece):
                return 1 if piece == "us-349-ri" else None
        """

    @hookspec
    def retreat_losses(self, s: Situation, piece: str, origin: str, to: str) -> list[Objection]:
        """Return reasons why a piece takes a loss by that retreat (armour over a river).

        Example::

            from tabuleiro.engine import Objection, msg
            from tabuleiro.hooks import hookimpl


            @hookimpl
            def retreat_losses(s, piece, origin, to):
                return [Objection(msg("Every retreat hurts."), "house-12", "retreat", (piece,))]
        """

    @hookspec
    def advance_objections(self, s: Situation, piece: str, battle: Battle) -> list[Objection]:
        """Return reasons why a piece that attacked may not advance at all (artillery).

        Example::

            from tabuleiro.engine import Objection, msg
            from tabuleiro.hooks import hookimpl


            @hookimpl
            def advance_objections(s, piece, battle):
                return [Objection(msg("Everybody stays."), "house-13", "advance", (piece,))]
        """

    @hookspec
    def advance_limits(self, s: Situation, battle: Battle) -> list[int]:
        """Return how many hexes anybody may advance at most after a battle.

        Example::

            from tabuleiro.hooks import hookimpl


            @hookimpl
            def advance_limits(s):
                return [1] if s.turn == 2 else []  # mud
        """

    @hookspec(firstresult=True)
    def advance_reach(self, s: Situation, piece: str, battle: Battle) -> int:
        """Return how many hexes a piece may advance after a battle: 0, 1 or 2. First answer.

        Example::

            from tabuleiro.hooks import hookimpl


            @hookimpl
            def advance_reach(s, piece, battle):
                return 0
        """
