"""The combat phase: the side whose phase it is attacks hex by hex, in the order it likes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.engine import Action, AskingStep, Decision, Question, Verdict, hex_ref, msg
from tabuleiro.engine import events as ev
from tabuleiro.engine.verdicts import FORM
from tabuleiro.rules.air.air_points import air_points, points_alone
from tabuleiro.rules.clauses import clause, object_to
from tabuleiro.rules.combat.artillery import guns_in_range
from tabuleiro.rules.combat.battle import Battle
from tabuleiro.rules.combat.draft import draft_of
from tabuleiro.rules.combat.duty_to_attack import (
    ACTED,
    ATTACKED,
    bound_pieces,
    duty_verdict,
    leaves_out,
    left_out,
    open_targets,
    owed_attacks,
    release,
)
from tabuleiro.rules.ground.land_units import defender_of
from tabuleiro.rules.ground.movement_phase import EndPhase
from tabuleiro.rules.sea.afloat import afloat

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tabuleiro.engine import Change, Situation
    from tabuleiro.engine.verdicts import Objection

__all__ = ["AirStrike", "Assault", "Bombard", "CombatPhase"]


class Assault(Action, frozen=True):
    """Begin to declare an attack on a hex by adjacent pieces."""

    target: str


class Bombard(Action, frozen=True):
    """Begin to declare a bombardment of a hex by artillery alone."""

    target: str


class AirStrike(Action, frozen=True):
    """Begin to declare an attack on a hex by air points alone."""

    target: str


_KINDS = {Assault: "assault", Bombard: "bombardment", AirStrike: "air"}


class CombatPhase(AskingStep, frozen=True):
    """A side attacks; each attack is carried out to its end before the next is declared."""

    side: str
    begun: bool = False

    def question(self, s: Situation) -> Question | None:
        """Ask for the next attack, once the marks of the last combat phase are gone."""
        if not self.begun:
            return None
        known = Decision(
            self.side,
            msg("Choose a hex to attack, or end the phase."),
            rule=(s.phase.rule if s.phase else None) or "",
            actions=("assault", "bombard", "air-strike", "end-phase"),
        )
        return Question(
            known,
            pieces=lambda: bound_pieces(s, self.side),
            hexes=lambda: dict.fromkeys(action.target for action in self._open(s)),
            obligations=lambda: (o.message for o in owed_attacks(s, self.side)),
        )

    def run(self, change: Change) -> None:
        """Begin: the marks of the last combat phase go."""
        change.emit(ev.Cleared((ACTED, ATTACKED), spent=False))
        change.replace(CombatPhase(self.side, begun=True))

    def legal(
        self, s: Situation, *, piece: str | None = None, hex: str | None = None
    ) -> Iterable[Action]:
        """List the hexes that can be attacked in each way, and the end of the phase."""
        for action in self._open(s):
            if hex in {None, action.target} and (piece is None or _uses(s, action, piece)):
                yield action
        if piece is None and hex is None and self.check(s, EndPhase()):
            yield EndPhase()

    def _open(self, s: Situation) -> tuple[Assault | Bombard | AirStrike, ...]:
        """Return every attack that can be declared now."""
        found: tuple[Assault | Bombard | AirStrike, ...] = s.cache_here(
            ("attacks", self), lambda: tuple(self._attacks(s))
        )
        return found

    def _attacks(self, s: Situation) -> Iterator[Assault | Bombard | AirStrike]:
        """Work out which attacks can be declared."""
        ways = (Assault, Bombard, AirStrike) if _flies(s, self.side) else (Assault, Bombard)
        for target in s.opposed(self.side):
            for way in ways:
                action = way(target)
                if self._can_be_declared(s, action):
                    yield action

    def _can_be_declared(self, s: Situation, action: Assault | Bombard | AirStrike) -> bool:
        """Return whether an attack on a hex with enemies is allowed, without saying why not."""
        target = action.target
        if s.place_marked(target, ATTACKED) or not self._has_means(s, action):
            return False
        return isinstance(action, Assault) or not leaves_out(s, self.side, target)

    def check(self, s: Situation, action: Action) -> Verdict:
        """Check that an attack on a hex can be declared, or that the phase can end."""
        if isinstance(action, EndPhase):
            return duty_verdict(s, (), owed_attacks(s, self.side))
        if not isinstance(action, Assault | Bombard | AirStrike):
            return super().check(s, action)
        if action.target not in s.opposed(self.side):
            return Verdict.no(
                msg("There are no enemies in {hex}.", hex=hex_ref(action.target)),
                rule=clause(s, "assault"),
            )
        faults = (*self._again(s, action.target), *self._means(s, action))
        duties = []
        if not isinstance(action, Assault):
            duties = left_out(s, self.side, action.target, (), "duty-first")
        return duty_verdict(s, faults, duties)

    def _again(self, s: Situation, target: str) -> Iterator[Objection]:
        if s.place_marked(target, ATTACKED):
            yield object_to(
                s,
                msg("{hex} was already attacked in this phase.", hex=hex_ref(target)),
                "once-a-hex",
                "combat",
                hexes=(target,),
            )

    def _means(self, s: Situation, action: Assault | Bombard | AirStrike) -> Iterator[Objection]:
        """Yield an objection if there is nothing to attack with in that way."""
        if self._has_means(s, action):
            return
        target = action.target
        if isinstance(action, Assault):
            message = msg("No unit next to {hex} can attack it.", hex=hex_ref(target))
            mine = s.occupied(self.side)
            near = any(h in mine for h in s.board.grid.neighbours(target))
            yield object_to(s, message, "assault", "combat" if near else FORM, hexes=(target,))
        elif isinstance(action, Bombard):
            message = msg("No artillery can fire at {hex}.", hex=hex_ref(target))
            yield object_to(s, message, "range", "combat", hexes=(target,))
        else:
            message = msg("There are not enough air points for an air attack.")
            topic = "air" if air_points(s, self.side) else FORM
            yield object_to(s, message, "air-attack-limits", topic, hexes=(target,))

    def _has_means(self, s: Situation, action: Assault | Bombard | AirStrike) -> bool:
        if isinstance(action, Assault):
            return any(attackers(s, self.side, action.target))
        if isinstance(action, Bombard):
            return any(guns_in_range(s, self.side, action.target))
        return _flies(s, self.side)

    def act(self, change: Change, action: Action) -> None:
        """Begin to declare the attack, or end the phase."""
        if isinstance(action, EndPhase):
            release(change, owed_attacks(change, self.side))
            change.finish()
            return
        assert isinstance(action, Assault | Bombard | AirStrike)  # noqa: S101 - checked
        kind, target = _KINDS[type(action)], action.target
        battle = Battle(kind, self.side, defender_of(change, self.side, target), target)
        change.push(draft_of(change, battle, self.side))


def _flies(s: Situation, side: str) -> bool:
    """Return whether a side has air points enough for an air attack."""
    return bool(points_alone(s, side))


def attackers(s: Situation, side: str, target: str) -> Iterator[str]:
    """Yield the pieces of a side that are next to a hex and may attack it."""
    for place in s.board.grid.neighbours(target):
        for piece in s.occupied(side).get(place, ()):
            if not s.marked(piece, ACTED) and target in open_targets(s, piece):
                yield piece
    for piece in afloat(s, side, target):
        if target in open_targets(s, piece):
            yield piece


def _uses(s: Situation, action: Assault | Bombard | AirStrike, piece: str) -> bool:
    if piece not in s.position.pieces:
        return False
    if isinstance(action, Assault):
        return piece in attackers(s, s.side(piece), action.target)
    if isinstance(action, Bombard):
        return piece in guns_in_range(s, s.side(piece), action.target)
    return False
