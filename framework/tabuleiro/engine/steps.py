"""Steps: procedures in progress, as data on the agenda of a position."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from tabuleiro.engine.data import kebab
from tabuleiro.engine.messages import Message, msg
from tabuleiro.engine.verdicts import Verdict

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from tabuleiro.engine.actions import Action
    from tabuleiro.engine.situation import Change, Situation

__all__ = ["Asked", "Decision", "Step"]


class Decision(msgspec.Struct, frozen=True):
    """What a step asks of one side now.

    ``kind`` names the panel that suits it: ``phase`` (open, with an action vocabulary), ``choose``
    (one of few), ``allocate`` (points), ``path`` (hexes). ``public`` is what the other side may
    read while it waits.
    """

    side: str
    prompt: Message
    rule: str = ""
    kind: str = "phase"
    pieces: tuple[str, ...] = ()
    hexes: tuple[str, ...] = ()
    actions: tuple[str, ...] = ()
    obligations: tuple[Message, ...] = ()
    data: dict[str, Any] = {}
    secret: bool = False


class Asked(NamedTuple):
    """Whom a step asks: all of a decision that the engine itself needs."""

    side: str
    secret: bool = False


class Step(msgspec.Struct, frozen=True, tag=kebab, forbid_unknown_fields=True, omit_defaults=True):
    """Base of all steps.

    A step either asks somebody (``decision`` returns what) or runs by itself (``decision`` returns
    None). It belongs to the side that it asks, whoever's phase it is. Steps hold plain data only.
    """

    def decision(self, s: Situation) -> Decision | None:
        """Return whom to ask what, or None if the step needs no player."""
        return None

    def asked(self, s: Situation) -> Asked | None:
        """Return whom the step asks, or None if it asks nobody.

        It must say the same as :meth:`decision`. Steps whose decisions are long override it, so
        that nobody works out what is not read: when a match is played again, or searched.
        """
        decision = s.decision() if s.position.top is self else self.decision(s)
        return None if decision is None else Asked(decision.side, decision.secret)

    def run(self, change: Change) -> None:
        """Do what needs no player: emit events, push steps, finish."""
        change.finish()

    def legal(
        self,
        s: Situation,
        *,
        piece: str | None = None,
        hex: str | None = None,
    ) -> Iterable[Action]:
        """Return the legal actions, narrowed to what the player is pointing at."""
        return ()

    def check(self, s: Situation, action: Action) -> Verdict:
        """Return whether the action is allowed now, with every objection.

        What a step does not know is refused by the clause of what it asks instead.
        """
        asked = self.decision(s)
        rule = "" if asked is None else asked.rule
        return Verdict.no(msg("This cannot be done now: {kind}.", kind=action.kind), rule=rule)

    def act(self, change: Change, action: Action) -> None:
        """Carry out a checked action."""
        raise NotImplementedError

    def told(self, s: Situation, viewer: str) -> Step | None:
        """Return the step as a side may know it, None if it does not know of it at all.

        What a side prepares in secret it keeps in a step that is told to nobody else, or without
        what is not announced yet.
        """
        return self

    def may_ask(self, s: Situation) -> Collection[str]:
        """Return the sides that it asks, or does not, for reasons that the others do not see.

        When it runs by itself the others are told what comes next in a row of its own, as if
        somebody had been asked: that nobody was must not show.
        """
        return ()

    def shows(self, s: Situation) -> Collection[str]:
        """Return the pieces whose state lies open to all while the step is in progress."""
        return ()
