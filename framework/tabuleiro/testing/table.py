"""A table set for a rule test: any pieces anywhere, in any phase, with dice that fall as told.

>>> t = table("diadem", "allied-movement", {"us-349-ri": "1413"})
>>> t.go("us-349-ri", "1313", "1312").place("us-349-ri")
'1312'
>>> t.refuses(t.move("us-349-ri", "1212", "1112", "1012", "0912", "0812", "0712"))
'diadem-4.0-2'
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from tabuleiro.engine import Action, Game, Message, Refused, Verdict
from tabuleiro.engine import events as ev
from tabuleiro.engine.data import plain
from tabuleiro.engine.messages import render
from tabuleiro.engine.scene import scene
from tabuleiro.engine.views import view
from tabuleiro.rules.combat.odds import odds_of
from tabuleiro.rules.recon.secrecy import battle_in_progress
from tabuleiro.rules.victory.scoring import score
from tabuleiro.testing.kinds import action, catalogue
from tabuleiro.testing.narrowing import odd_lists
from tabuleiro.testing.places import odd_places
from tabuleiro.testing.words import odd_decision, odd_row, odd_verdict

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tabuleiro.engine import Decision, Row, Situation
    from tabuleiro.engine.knowledge import Everything
    from tabuleiro.rules.combat.battle import Odds

__all__ = ["Table", "table"]


def table(
    name: str,
    phase: str | None = None,
    pieces: Mapping[str, Any] | None = None,
    *,
    scenario: str | None = None,
    options: Mapping[str, Any] | None = None,
    house_rules: Sequence[str] = (),
    dice: Sequence[int] = (),
    **position: Any,
) -> Table:
    """Set a table: pieces in places (all others off the board), a phase that begins anew.

    Without ``phase`` the match stands at its very beginning. ``position`` takes what
    :func:`tabuleiro.engine.scene.scene` takes: ``turn``, ``keep``, ``tracks``, ``control``, ...
    Without ``scenario`` it is the longest one of the game.
    """
    module = _module(name)
    if scenario is None:
        scenario = max(module.scenarios.values(), key=lambda one: one.last_turn).id
    game = catalogue().new(module, scenario, seed="test", options=options, house_rules=house_rules)
    t = Table(game)
    if phase is not None:
        t.set(phase, pieces or {}, **position)
    return t.dice(*dice)


@lru_cache
def _module(name: str) -> Any:
    return catalogue().module(name)


class Table:
    """A match in a test. Methods that change it return it, so that calls can be chained.

    A piece that is set is a place, or a mapping with ``place`` and any of ``losses``, ``spent``
    (half points), ``marks`` (a list) and ``states``. Besides pieces ``table`` and ``set`` take
    ``turn``, ``tracks``, ``control``, ``marks`` of places, ``facts``, and ``keep=True`` for all
    others to stay where they are.
    """

    def __init__(self, game: Game) -> None:
        """Take a match over."""
        self.game = game

    # setting up

    def set(self, phase: str, pieces: Mapping[str, Any], **position: Any) -> Table:
        """Put pieces in places, all others off the board, and begin a phase."""
        wanted = {"phase": phase, "pieces": dict(pieces), **position}
        made = scene(self.s, wanted)
        row = self.game.test([ev.PositionSet(made.to_data())], {"type": "set-position", **wanted})
        self._look_at(row)
        return self

    def dice(self, *faces: int) -> Table:
        """Queue faces for the next dice."""
        if faces:
            self.game.test([ev.DiceQueued(tuple(faces))], {"type": "set-dice"})
        return self

    # asking

    @property
    def s(self) -> Situation:
        """The situation now."""
        return self.game.situation

    @property
    def decision(self) -> Decision:
        """What is asked now."""
        found = self.game.decision()
        assert found is not None, "the match is over"
        return found

    @property
    def top(self) -> str:
        """The kind of the step that asks, such as ``retreating``; nothing when all is over."""
        step = self.game.position.top
        return "" if step is None else str(step.__struct_config__.tag)

    @property
    def phase(self) -> str:
        """The id of the phase."""
        return self.s.phase.id if self.s.phase else "setup"

    def place(self, piece: str) -> str:
        """Return where a piece is."""
        return self.s.place(piece)

    def losses(self, piece: str) -> int:
        """Return the losses of a piece."""
        return self.s.piece(piece).losses

    def at(self, place: str) -> frozenset[str]:
        """Return the pieces in a place."""
        return frozenset(self.s.at(place))

    def legal(self, kind: str | None = None, **about: str) -> list[Action]:
        """Return the legal actions, of one kind and about a piece or hex."""
        return self.game.legal(kind=kind, **about)

    def check(self, action: Action, side: str | None = None) -> Verdict:
        """Return the verdict on an action; what it tells must make sense."""
        verdict = self.game.check(action, side=side)
        odd = list(odd_verdict(self.game, verdict))
        assert not odd, odd
        return verdict

    def allows(self, action: Action) -> bool:
        """Return whether an action is allowed."""
        return bool(self.check(action))

    def refuses(self, action: Action, side: str | None = None) -> str:
        """Check that an action is refused, that trying changes nothing; return the clause."""
        verdict = self.check(action, side)
        assert not verdict, f"allowed: {action}"
        before = self.game.position
        try:
            self.game.act(action, side=side)
        except Refused:
            pass
        else:
            raise AssertionError(f"refused by check, but done: {action}")
        assert self.game.position is before
        return verdict.rule

    def why(self, action: Action) -> str:
        """Return all reasons against an action, in the current language."""
        return " ".join(self.say(o.message) for o in self.check(action).objections)

    def say(self, message: Message) -> str:
        """Return a message in the current language."""
        return render(message, self.game.module)

    def obligations(self) -> str:
        """Return what is still obligatory, in the current language."""
        return " ".join(self.say(m) for m in self.decision.obligations)

    def view(self, side: str | Everything) -> dict[str, Any]:
        """Return what a side sees."""
        return view(self.game, side)

    def points(self) -> dict[str, int]:
        """Return the points of each side if the match ended now."""
        sums = dict.fromkeys(self.game.module.sides, 0)
        for line in score(self.s):
            sums[line.side] += line.points
        return sums

    def odds(self) -> Odds:
        """Return the sum of the battle that is being declared or resolved."""
        battle = battle_in_progress(self.s)
        assert battle is not None, "no battle is announced"
        return odds_of(self.s, battle)

    def told(self) -> dict[str, Any]:
        """Return what the log tells of the last battle: ``odds``, ``code``, ``faces``."""
        for row in reversed(self.game.log.line()):
            for event in reversed(row.events):
                if isinstance(event, ev.Said) and "odds" in event.data:
                    return event.data
        raise AssertionError("no battle was resolved")

    # acting

    def do(self, *actions: Action, side: str | None = None) -> Table:
        """Take actions, each of which must be allowed."""
        for deed in actions:
            verdict = self.check(deed, side)
            reasons = [self.say(o.message) for o in verdict.objections]
            assert verdict, f"{plain(deed)} is refused: {reasons}"
            self._look_at(self.game.act(deed, side=side))
        return self

    def _look_at(self, row: Row) -> None:
        """What a row of the log tells, and what is asked after it, must make sense."""
        odd = list(odd_row(self.game, row))
        asked = self.game.decision()
        if asked is not None:  # to list all moves of an open phase would take too long here
            few = asked.kind != "phase"
            odd += odd_decision(self.game, asked, listed=few)
            odd += odd_lists(self.game, self.legal()) if few else ()
        odd += odd_places(self.s)
        assert not odd, odd

    def act(self, kind: str, /, *values: Any, **fields: Any) -> Table:
        """Take the action of a kind (see :func:`tabuleiro.testing.action`)."""
        return self.do(action(kind, *values, **fields))

    @staticmethod
    def move(piece: str, *path: str) -> Action:
        """Return a move along a path."""
        return action("move", piece, path)

    def go(self, piece: str, *path: str) -> Table:
        """Move a piece along a path."""
        return self.act("move", piece, path)

    def reach(self, piece: str) -> frozenset[str]:
        """Return the places where a piece may end a move."""
        return frozenset(move.to_data()["path"][-1] for move in self.legal("move", piece=piece))

    def end(self) -> Table:
        """End the phase."""
        return self.act("end-phase")

    def declare(self, target: str, *pieces: str, air: int = 0, kind: str = "assault") -> Table:
        """Begin an attack and commit pieces and air points, without announcing it yet."""
        begin = {"assault": "assault", "bombardment": "bombard", "air": "air-strike"}[kind]
        self.act(begin, target).do(*(action("join", piece) for piece in pieces))
        return self.act("set-air", air) if air else self

    def attack(self, target: str, *pieces: str, air: int = 0, kind: str = "assault") -> Table:
        """Declare and announce an attack; the defender, if asked, is left to answer."""
        return self.declare(target, *pieces, air=air, kind=kind).act("confirm")

    def defend(self, *pieces: str, air: int = 0) -> Table:
        """Answer an attack with support."""
        self.do(*(action("join", piece) for piece in pieces))
        if air:
            self.act("set-air", air)
        return self.act("confirm")

    def lose(self, *pieces: str) -> Table:
        """Choose the pieces that take losses."""
        return self.do(*(action("lose", piece) for piece in pieces))

    def retreat(self, piece: str, *path: str) -> Table:
        """Retreat a piece."""
        return self.act("retreat", piece, path)

    def displace(self, piece: str, to: str) -> Table:
        """Send a piece on from an overfull hex."""
        return self.act("displace", piece, to)

    def advance(self, piece: str, *path: str) -> Table:
        """Advance a piece after combat."""
        return self.act("advance", piece, path)

    def stay(self) -> Table:
        """Advance no further."""
        return self.act("done-advancing")
