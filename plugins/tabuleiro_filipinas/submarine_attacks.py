"""Attacks of submarines on forces that sail into their patrol area (7.5.1, 7.5.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from msgspec.structs import replace

from tabuleiro.engine import (
    Action,
    AskingStep,
    Decision,
    Question,
    Step,
    Verdict,
    hex_ref,
    msg,
    nmsg,
    piece_ref,
)
from tabuleiro.engine import events as ev
from tabuleiro.engine.knowledge import Knowledge
from tabuleiro.hooks import hookimpl
from tabuleiro.rules.clauses import clause
from tabuleiro_filipinas.forces import force_at, turn_up
from tabuleiro_filipinas.naval_engagement import ships_of
from tabuleiro_filipinas.naval_losses import NavalLosses
from tabuleiro_filipinas.parameters.course import ForceTerms
from tabuleiro_filipinas.ship_losses import hit_ship

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tabuleiro.engine import Change, Situation

__all__ = [
    "DETECTED",
    "LetPass",
    "Patrolled",
    "TorpedoForce",
    "Torpedoes",
    "TurnedOver",
    "escort_value",
    "forget_attacks",
    "show_submarines",
]

_ATTACKS: Final = "submarine-attacks"
_POINTS: Final = "submarine-firepower"
DETECTED: Final = "detected"
"""The mark of submarines that lie face up: which piece it is, all see."""
ATTACKED: Final = "torpedoed-"
"""The fact of each side about which forces its submarines attacked in this turn of a side."""


class TorpedoForce(Action, frozen=True):
    """A submarine attacks the force that came into its area."""

    piece: str


class LetPass(Action, frozen=True):
    """The submarine lets it pass (7.5.1-2)."""

    piece: str


def escort_value(s: Situation, side: str, place: str) -> int:
    """Return destroyers less other ships of a side in a hex; submarines do not count (7.5.2-2).

    Clauses: 7.5.2-1, 7.5.2-12.
    """
    ships = _ships(s, side, place)
    escorts = sum("escort" in s.counter(ship).tags for ship in ships)
    return escorts - (len(ships) - escorts)


def _ships(s: Situation, side: str, place: str) -> tuple[str, ...]:
    return ships_of(s, force_at(s, side, place))


class Patrolled(AskingStep, frozen=True):
    """A force is halted in the areas of submarines: each of these may attack it (7.5.2-9).

    Clauses: 7.5.1-4, 7.5.1-5, 7.5.2-8.
    """

    side: str
    """Whose submarines they are."""
    force: str
    watching: tuple[str, ...]
    turned: bool = False
    """Whether all of them lie face up."""

    def question(self, s: Situation) -> Question | None:
        """Ask whether the next one attacks."""
        if not self.turned or not self._next(s):
            return None
        submarine = self._next(s)[0]
        words = msg("{force} is in the area of {piece}. Attack?", force=piece_ref(self.force),
                    piece=piece_ref(submarine))  # fmt: skip
        return Question(
            Decision(self.side, words, clause(s, "submarine-attack"), "choose",
                     pieces=(submarine,), actions=("torpedo-force", "let-pass"))
        )  # fmt: skip

    def _next(self, s: Situation) -> tuple[str, ...]:
        """Return those that can still attack."""
        if self.force not in s.position.pieces:  # it was sunk, and who asks sees it no more
            return ()
        if not s.on_map(self.force) or not s.inside(self.force):
            return ()
        once = s.options.get("submarine-attacks") == "once-a-turn"
        done = s.position.facts.get(ATTACKED + self.side, {}) if once else {}
        return tuple(p for p in self.watching
                     if s.alive(p) and self.force not in done.get(p, ()))  # fmt: skip

    def run(self, change: Change) -> None:
        """Turn the force and the submarines up; the dummy goes. Or nobody is left to attack."""
        if self.turned:
            change.finish()
            return
        turn_up(change, self.force, clause(change, "submarines"))
        real = show_submarines(change, self.side, self.watching)
        change.replace(replace(self, watching=real, turned=True))

    def legal(
        self, s: Situation, *, piece: str | None = None, hex: str | None = None
    ) -> Iterator[Action]:
        """List both."""
        for submarine in self._next(s)[:1]:
            if piece in {None, submarine} and hex in {None, s.place(submarine)}:
                yield TorpedoForce(submarine)
                yield LetPass(submarine)

    def check(self, s: Situation, action: Action) -> Verdict:
        """Check that it is that one's turn."""
        if not isinstance(action, TorpedoForce | LetPass):
            return super().check(s, action)
        if action.piece in self._next(s)[:1]:
            return Verdict.yes()
        message = msg("{piece} has no attack now.", piece=piece_ref(action.piece))
        return Verdict.no(message, rule=clause(s, "submarine-attack"))

    def act(self, change: Change, action: Action) -> None:
        """Attack, or let it pass."""
        assert isinstance(action, TorpedoForce | LetPass)  # noqa: S101 - checked
        left = tuple(piece for piece in self.watching if piece != action.piece)
        change.replace(replace(self, watching=left))
        if isinstance(action, TorpedoForce):
            _note_attack(change, self.side, action.piece, self.force)
            _attack(change, self.side, action.piece, self.force)


class TurnedOver(ev.Marked, frozen=True):
    """A submarine was turned up, or down again: it is seen otherwise now."""


def show_submarines(change: Change, side: str, watching: Iterable[str]) -> tuple[str, ...]:
    """Turn submarines of a side up, and return those that are real; a dummy goes. Clause: dummy."""
    terms, real = change.terms(ForceTerms), []
    for piece in watching:
        _turn_up(change, piece)
        if terms.dummy in change.counter(piece).tags:
            change.emit(ev.Moved(piece, terms.pools[side]))
        else:
            real.append(piece)
    return tuple(real)


def _turn_up(change: Change, piece: str) -> None:
    if not change.marked(piece, DETECTED):
        change.show(piece)
        change.emit(TurnedOver(piece, (DETECTED,)))
    change.say(msg("{piece} is turned up.", piece=piece_ref(piece)), clause(change, "submarines"))


def _attack(change: Change, side: str, submarine: str, force: str) -> None:
    """Throw for the number of attacks, by the escort of all ships in the hex (7.5.2-3, 7.5.2-4)."""
    rule, enemy, place = clause(change, "submarine-attack"), change.side(force), change.place(force)
    table, value = change.module.values[_ATTACKS], escort_value(change, enemy, place)
    why = msg("attack of {piece}", piece=piece_ref(submarine))
    faces = change.roll(table.dice, side, why, rule, die=table.die)
    column = table.column(value)
    code = table.cell(column, sum(faces))
    number = int(code.rstrip("*"))
    change.say(
        msg("Attacks by {piece} on {force}: {code} (escort {value}, column {column}, die {die}).",
            piece=piece_ref(submarine), force=piece_ref(force), value=value,
            column=table.columns[column].label, die=faces[0], code=code),
        rule,
        code=code,
        faces=list(faces),
        escort=value,
        attacks=number,
    )  # fmt: skip
    hurt = code.endswith("*") and _hunted(change, enemy, place)
    change.push(*(TorpedoSalvo(side, enemy, place) for _attack in range(number)))
    if hurt:
        hit_ship(change, submarine, clause(change, "submarine-losses"))


def _hunted(s: Situation, side: str, place: str) -> bool:
    """Return whether there is who makes an asterisk cost the submarine a loss (7.5.2-6)."""
    if s.options.get("submarine-losses") == "submarines":
        return any("submarine" in s.counter(p).tags and s.side(p) == side for p in s.at(place))
    return any("escort" in s.counter(ship).tags for ship in _ships(s, side, place))


class TorpedoSalvo(Step, frozen=True):
    """One of the attacks of a submarine: a die for its points, which are given out at once."""

    side: str
    enemy: str
    hex: str

    def run(self, change: Change) -> None:
        """Throw the die."""
        change.finish()
        ships = _ships(change, self.enemy, self.hex)
        if not ships:
            return
        rule = clause(change, "submarine-attack")
        table = change.module.values[_POINTS]
        why = msg("torpedoes off {hex}", hex=hex_ref(self.hex))
        faces = change.roll(table.dice, self.side, why, rule, die=table.die)
        points = int(table.cell(0, sum(faces)))
        told = nmsg("Die {die}: {points} point of fire.", "Die {die}: {points} points of fire.",
                    points, die=faces[0], points=points)  # fmt: skip
        change.say(told, rule, points={self.side: points}, faces=list(faces))
        hits = clause(change, "submarine-hits")
        change.push(NavalLosses(self.side, ships, points, hits))


# ------------------------------------------------------------------------------ memory


def _note_attack(change: Change, side: str, submarine: str, force: str) -> None:
    told: dict[str, Any] = dict(change.position.facts.get(ATTACKED + side, {}))
    told[submarine] = sorted({*told.get(submarine, ()), force})
    change.emit(ev.FactSet(ATTACKED + side, dict(sorted(told.items()))))


def forget_attacks(change: Change) -> None:
    """Forget who attacked whom."""
    for side in change.module.sides:
        if ATTACKED + side in change.position.facts:
            change.emit(ev.FactSet(ATTACKED + side))


class Torpedoes:
    """A part: which submarine attacked whom is its side's to know, once it lies face down."""

    @hookimpl
    def knowledge(self, s: Situation, viewer: str) -> list[Knowledge]:
        sides = (side for side in s.module.sides if side != viewer)
        told = {ATTACKED + side: None for side in sides if ATTACKED + side in s.position.facts}
        return [Knowledge(facts=told)] if told else []
