"""The hooks: every place where a plugin may speak.

There are two sets. *Program hooks* (:class:`ProgramHooks`) are asked once by the process: which
games do you bring? *Rule hooks* (:class:`RuleHooks`) are asked during a match, only of the game's
own plugin, of the family of mechanics that it builds on, and of the house rules that the match
names. A later one speaks first: a game overrides its family, a house rule overrides the game.

Hooks marked *first answer* stop at the first plugin that does not answer None; the answers of the
others are put together in one list.

Every hook takes ``s``, the :class:`~tabuleiro.engine.Situation` (position, module, options, rules).
An implementation takes only the arguments that it needs. The example of each hook is run by
``tests/test_hooks.py``, as a house rule of Diadem.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

import pluggy

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from tabuleiro.engine.messages import Message
    from tabuleiro.engine.position import Outcome
    from tabuleiro.engine.situation import Situation
    from tabuleiro.engine.steps import Step
    from tabuleiro.engine.verdicts import Objection
    from tabuleiro.mechanics.battle import Battle, Part, Shift
    from tabuleiro.mechanics.draft import Draft
    from tabuleiro.mechanics.flights import Flight
    from tabuleiro.mechanics.profiles import Profile
    from tabuleiro.mechanics.reckoning import Reckoning
    from tabuleiro.mechanics.scoring import ScoreLine
    from tabuleiro.mechanics.special import SpecialMove
    from tabuleiro.mechanics.supply_view import SupplyLine
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
        self,
        id: str,
        rules: object,
        *,
        family: object,
        version: str = "0",
        api: int = API_VERSION,
        window: str = "",
        parameters: str = "",
    ) -> None:
        """Name the game (the ``plugin`` of its module), the object with its hooks, its family.

        ``window`` is the import path of a module with hooks of the window, if there is one. It is
        imported when a match is opened in the window and never else, so that rules need no Qt.
        ``parameters`` is the import path of the model of ``rules`` in the game's ``module.yaml``,
        such as ``tabuleiro_duel.parameters:DuelParameters``; it is imported only when a module is
        checked. Without one it is that of the family.
        """
        self.id = id
        self.rules = rules
        self.family = family
        self.version = version
        self.api = api
        self.window = window
        self.parameters = parameters or str(getattr(family, "parameters", ""))


class ProgramHooks(Protocol):
    """Asked once by the process."""

    @hookspec
    def tabuleiro_games(self) -> list[GamePlugin]:
        """Return the games that a plugin brings, one for each ``plugin:`` of a module.

        Example::

            @hookimpl
            def tabuleiro_games():
                return [GamePlugin("duel", object(), family=ladder.Family())]
        """

    @hookspec
    def tabuleiro_module_folders(self) -> list[str]:
        """Return folders in which modules lie.

        Example::

            @hookimpl
            def tabuleiro_module_folders():
                return ["somewhere/modules"]
        """

    @hookspec
    def tabuleiro_house_rules(self) -> Mapping[str, object]:
        """Return house rules by the name with which a match asks for them.

        A house rule that reads keys of its own under ``rules:`` of a module names the model of
        each: ``parameters = {"fog": "my_rules.parameters:Fog"}``, where ``Fog`` is derived from
        ``tabuleiro.module.models.Model``. Modules may leave such a key out.

        Example::

            @hookimpl
            def tabuleiro_house_rules():
                return {"quiet": object()}
        """


class RuleHooks(Protocol):
    """Asked during a match, in the words of the rules."""

    # -- the sequence of play

    @hookspec
    def setup_steps(self, s: Situation) -> list[Step]:
        """Return the steps of the set-up, done before the first turn.

        Example::

            @hookimpl
            def setup_steps(s):
                return [TakeLoss("axis", ("de-4-rpqd",), rule="house-1")]
        """

    @hookspec(firstresult=True)
    def phase_steps(self, s: Situation, phase: Phase) -> list[Step] | None:
        """Return the steps of a phase, an entry of the module's sequence. First answer.

        Example::

            @hookimpl
            def phase_steps(s, phase):
                if phase.kind == "combat" and s.turn == 1:
                    return []  # nobody fights in the first turn
        """

    @hookspec
    def turn_start_steps(self, s: Situation) -> list[Step]:
        """Return steps to do before the first phase of a turn (points arrive, weather changes).

        Example::

            @hookimpl
            def turn_start_steps(s):
                return [TakeLoss("axis", ("de-4-rpqd",), rule="house-2")]
        """

    @hookspec
    def turn_end_steps(self, s: Situation) -> list[Step]:
        """Return steps to do after the last phase of a turn (recovery).

        Example::

            @hookimpl
            def turn_end_steps(s):
                return [TakeLoss("axis", ("de-3-rpqd",), rule="house-3")]
        """

    @hookspec
    def match_end_steps(self, s: Situation) -> list[Step]:
        """Return steps to do after the last turn and before the score (final eliminations).

        Example::

            @hookimpl
            def match_end_steps(s):
                return [TakeLoss("axis", ("de-1-rpqd",), rule="house-4", kill=True)]
        """

    @hookspec(firstresult=True)
    def outcome(self, s: Situation) -> Outcome:
        """Return winner and points at the end; the family adds up ``score``. First answer.

        Example::

            @hookimpl
            def outcome(s):
                return Outcome("axis", {"allied": 0, "axis": 1})
        """

    @hookspec
    def score(self, s: Situation) -> list[ScoreLine]:
        """Return lines of the score as it is now: side, points, for what, by which clause.

        Example::

            @hookimpl
            def score(s):
                return [ScoreLine("axis", 5, msg("honour"), "house-5")]
        """

    # -- setting up and arriving

    @hookspec(firstresult=True)
    def setup_hexes(self, s: Situation, piece: str, where: Mapping[str, Any]) -> list[str] | None:
        """Return the hexes for a piece of the free set-up, as ``where`` says. First answer.

        Example::

            @hookimpl
            def setup_hexes(s, piece, where):
                return ["0504"]
        """

    @hookspec(firstresult=True)
    def arrivals(self, s: Situation, side: str) -> Mapping[str, Any] | None:
        """Return the pieces that may enter now, each with its reinforcement. First answer.

        Example::

            @hookimpl
            def arrivals(s, side):
                return {}  # the roads are cut: nobody comes
        """

    @hookspec(firstresult=True)
    def entry_hexes(self, s: Situation, piece: str, arrival: Any) -> Mapping[str, int] | None:
        """Return where an arriving piece may enter, at how many half points. First answer.

        Without an answer it enters by the edges of its reinforcement.

        Example::

            @hookimpl
            def entry_hexes(s, piece, arrival):
                return {"0108": 0}
        """

    @hookspec
    def withdrawal_objections(self, s: Situation, piece: str) -> list[Objection]:
        """Return reasons why a piece that is due to be withdrawn stays for now.

        Example::

            @hookimpl
            def withdrawal_objections(s, piece):
                return [Objection(msg("The roads are cut."), "house-13", "movement", (piece,))]
        """

    @hookspec
    def capture_steps(self, s: Situation, piece: str, path: tuple[str, ...]) -> list[Step]:
        """Return what follows when a piece has passed hexes: what it captures or destroys there.

        Example::

            @hookimpl
            def capture_steps(s, piece, path):
                return [TakeLoss("axis", ("de-4-rpqd",), rule="house-15")] if "1312" in path else []
        """

    # -- movement, stacking, zones

    @hookspec(firstresult=True)
    def movement_profile(self, s: Situation, piece: str) -> Profile:
        """Return with how many half points, and at which prices, a piece moves now. First answer.

        Example::

            @hookimpl(wrapper=True)
            def movement_profile(s, piece):
                profile = yield
                return replace(profile, points=profile.points // 2)  # mud
        """

    @hookspec
    def move_objections(self, s: Situation, piece: str) -> list[Objection]:
        """Return reasons why a piece may not move at all in this phase.

        Example::

            @hookimpl
            def move_objections(s, piece):
                if piece == "us-349-ri":
                    return [Objection(msg("It waits for orders."), "house-6", "movement", (piece,))]
                return []
        """

    @hookspec
    def special_moves(self, s: Situation, side: str, piece: str | None) -> list[SpecialMove]:
        """Return moves of other kinds that a side might make in its movement phase.

        With ``piece`` only those of that piece. What its own verdict refuses is not shown.

        Example::

            @hookimpl
            def special_moves(s, side, piece):
                return [Parade()]  # a SpecialMove of one's own
        """

    @hookspec
    def end_objections(self, s: Situation, side: str) -> list[Objection]:
        """Return reasons why a side may not end its movement phase yet.

        Example::

            @hookimpl
            def end_objections(s, side):
                if "1312" in s.occupied(side):
                    return [Objection(msg("Clear the town first."), "house-16", "movement")]
                return []
        """

    @hookspec(firstresult=True)
    def stacking_limits(self, s: Situation, side: str) -> Mapping[str, int] | int:
        """Return how many pieces of a side a hex holds: one number, or one a hex. First answer.

        Example::

            @hookimpl
            def stacking_limits(s, side):
                return 2
        """

    @hookspec
    def pieces_without_zone(self, s: Situation, side: str) -> Iterable[str]:
        """Return pieces of a side that exert no zone (guerrillas).

        Example::

            @hookimpl
            def pieces_without_zone(s, side):
                return ["de-4-rpqd"]
        """

    @hookspec
    def duty_exemptions(self, s: Situation, piece: str) -> list[Objection]:
        """Return reasons why an engaged piece need neither attack nor withdraw.

        Example::

            @hookimpl
            def duty_exemptions(s, piece):
                return [Objection(msg("Nobody must."), "house-7", "combat", (piece,))]
        """

    # -- combat

    @hookspec
    def attack_objections(self, s: Situation, piece: str, target: str) -> list[Objection]:
        """Return reasons why a piece may not attack an adjacent hex (armour against mountains).

        Example::

            @hookimpl
            def attack_objections(s, piece, target):
                if target == "1006":
                    return [Objection(msg("The abbey is spared."), "house-8", "combat", (piece,))]
                return []
        """

    @hookspec(firstresult=True)
    def declaration(self, s: Situation, battle: Battle, side: str) -> Draft | None:
        """Return the step in which a side would declare its part of a battle. First answer.

        Previews ask it who may join an attack that somebody imagines, or its defence.

        Example::

            @hookimpl
            def declaration(s, battle, side):
                return AttackDraft(side, "air", battle.target)  # nobody but aircraft may attack
        """

    @hookspec
    def combat_parts(self, s: Situation, battle: Battle) -> list[Part]:
        """Return what adds to a side's strength besides pieces, artillery and air points.

        Example::

            @hookimpl
            def combat_parts(s, battle):
                return [Part(battle.defender, 3, msg("a heroic commander"), "house-9")]
        """

    @hookspec
    def combat_shifts(self, s: Situation, battle: Battle) -> list[Shift]:
        """Return column shifts, each with its label and clause, as the battle window shows them.

        Example::

            @hookimpl
            def combat_shifts(s, battle):
                return [Shift("attacker", 1, msg("surprise"), "house-10")]
        """

    @hookspec(firstresult=True)
    def result_steps(self, s: Situation, battle: Battle, code: str) -> list[Step] | None:
        """Return the steps that carry out a result code of a table. First answer.

        Example::

            @hookimpl
            def result_steps(s, battle, code):
                if code == "DRI":
                    return []  # the defender holds all the same
        """

    @hookspec
    def retreat_objections(self, s: Situation, piece: str, origin: str, to: str) -> list[Objection]:
        """Return reasons why a piece may not retreat from one hex into the next.

        Example::

            @hookimpl
            def retreat_objections(s, piece, origin, to):
                if to == "0906":
                    return [Objection(msg("The pass is blocked."), "house-11", "retreat", (piece,))]
                return []
        """

    @hookspec
    def retreat_losses(self, s: Situation, piece: str, origin: str, to: str) -> list[Objection]:
        """Return reasons why a piece takes a loss by that retreat (armour over a river).

        Example::

            @hookimpl
            def retreat_losses(s, piece, origin, to):
                return [Objection(msg("Every retreat hurts."), "house-12", "retreat", (piece,))]
        """

    @hookspec
    def advance_objections(self, s: Situation, piece: str, battle: Battle) -> list[Objection]:
        """Return reasons why a piece that attacked may not advance at all (artillery).

        Example::

            @hookimpl
            def advance_objections(s, piece, battle):
                return [Objection(msg("Everybody stays."), "house-13", "combat", (piece,))]
        """

    @hookspec(firstresult=True)
    def advance_reach(self, s: Situation, piece: str, battle: Battle) -> int:
        """Return how many hexes a piece may advance after a battle: 0, 1 or 2. First answer.

        Example::

            @hookimpl
            def advance_reach(s, piece, battle):
                return 0
        """

    # -- points, recovery, supply, secrecy

    @hookspec(firstresult=True)
    def pool_income(self, s: Situation, pool: Pool) -> int | None:
        """Return what a pool of points holds at the start of this turn. First answer.

        Example::

            @hookimpl
            def pool_income(s, pool):
                return 7
        """

    @hookspec(firstresult=True)
    def recovers(self, s: Situation, piece: str) -> bool | None:
        """Return whether a reduced piece on the map recovers at the end of this turn. First answer.

        Example::

            @hookimpl
            def recovers(s, piece):
                return True
        """

    @hookspec(firstresult=True)
    def supply_line(self, s: Situation, piece: str) -> SupplyLine | None:
        """Return how a piece on the map is supplied, for the map's supply layer. First answer.

        Without an answer a piece needs no supply; if no piece does, there is no such layer.

        Example::

            @hookimpl
            def supply_line(s, piece):
                if s.board.terrain_at(s.place(piece)) == "mountain":
                    cut = Objection(msg("No mule comes up here."), "house-14", "supply", (piece,))
                    return SupplyLine(objections=(cut,))
                return SupplyLine(hexes=(s.place(piece),), source=s.place(piece))
        """

    @hookspec
    def flights(self, s: Situation) -> list[Flight]:
        """Return who is in the air now, from which base to which hex, for the map's arrows.

        They stay in the answer after what they did, until the half-turn ends.

        Example::

            @hookimpl
            def flights(s):
                return [Flight("us-349-ri", "0504", "0608", "supply", "bomber", "allied")]
        """

    @hookspec(firstresult=True)
    def range_hexes(self, s: Situation, piece: str, far: int) -> Collection[str] | None:
        """Return the hexes at most so far from a piece on the map, where that is no mere counting.

        First answer; without one all hexes at that distance count. For the ring on the map.

        Example::

            @hookimpl
            def range_hexes(s, piece, far):
                return [hex for hex in s.board.grid if s.board.terrain_at(hex) == "mountain"]
        """

    @hookspec
    def reckonings(self, s: Situation) -> list[Reckoning]:
        """Return sums that dice are about to decide and that are no ground combat.

        Air battles, bombings. The battle panel shows them, without what may not be known there.

        Of one that was decided the rules tell with ``reckoning`` (plain data), ``code`` and
        ``faces`` in the data of what they said.

        Example::

            @hookimpl
            def reckonings(s):
                return [Reckoning(msg("Ducks on the pond"), "0508", "allied", "axis", (), attack=4)]
        """

    @hookspec
    def piece_states(self, s: Situation, piece: str) -> list[str]:
        """Return states of a piece on the map that follow from the position and are no marks.

        The table names them as it names marks: ``state.<name>`` in the texts of the module. Pieces
        with ``grounded`` or ``stuck`` wear a sign. Only the piece's own side is told.

        Example::

            @hookimpl
            def piece_states(s, piece):
                return ["stuck"] if s.board.terrain_at(s.place(piece)) == "mountain" else []
        """

    @hookspec
    def hex_notes(self, s: Situation, hex: str) -> list[Message]:
        """Return what else a player should know of a hex, for the panel about it; in public.

        Example::

            @hookimpl
            def hex_notes(s, hex):
                return [msg("The ford is low.")] if hex == "0508" else []
        """

    @hookspec(firstresult=True)
    def piece_visibility(self, s: Situation, viewer: str, piece: str) -> str | None:
        """Return what a side knows of a piece. First answer.

        ``all``, ``presence`` (where it is, its type, its losses; no values), ``kind`` (nor its
        losses), or ``none``.

        Example::

            @hookimpl
            def piece_visibility(s, viewer, piece):
                return "all" if s.side(piece) == viewer else "none"
        """

    @hookspec
    def invariants(self, s: Situation) -> list[str]:
        """Return sentences about what must never be and yet is; the conformance kit asks.

        Example::

            @hookimpl
            def invariants(s):
                return [] if s.turn < 8 else ["the match goes on after its last turn"]
        """
