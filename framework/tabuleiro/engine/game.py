"""Games: one match being played. The only door through which a position changes."""

from __future__ import annotations

import secrets
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeAlias

import msgspec

from tabuleiro.engine import events as ev
from tabuleiro.engine import freehand
from tabuleiro.engine.actions import Action
from tabuleiro.engine.change import Change
from tabuleiro.engine.deeds import Deed, reconcile
from tabuleiro.engine.dice import MOST_FACES, Throws
from tabuleiro.engine.errors import DiceError, DiceWanted, GameError, Refused, wrong_face
from tabuleiro.engine.eyes import Belief, Eyes, nothing_hidden
from tabuleiro.engine.faults import RuleFault, blame, guarded, words_of
from tabuleiro.engine.header import Header, Sink
from tabuleiro.engine.knowledge import EVERYTHING_KNOWN, NOBODY, Everything
from tabuleiro.engine.log import Log, Row, chain
from tabuleiro.engine.messages import Message, key_ref, msg
from tabuleiro.engine.opening import first_position
from tabuleiro.engine.options import OWN_DICE, read_options, strictness_of
from tabuleiro.engine.position import Position
from tabuleiro.engine.situation import Situation
from tabuleiro.engine.told_rows import Told
from tabuleiro.engine.verdicts import FORM, Objection, Verdict, as_told
from tabuleiro.i18n import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Sequence

    from tabuleiro.engine.ruleset import Ruleset
    from tabuleiro.engine.steps import Decision
    from tabuleiro.module import Module, Scenario

    Vet: TypeAlias = Callable[["Game", Situation], None]
    """Looks at what is about to become of a match, and raises if that makes no sense."""

__all__ = ["DiceError", "DiceWanted", "Game", "GameError", "Header", "Refused", "Sink"]

_RUNAWAY = 20_000


class Game:
    """A match: module, rules, options, log and the position at its head."""

    def __init__(
        self,
        module: Module,
        ruleset: Ruleset,
        header: Header,
        *,
        rows: Sequence[Row] = (),
        head: int = 0,
    ) -> None:
        """Set up a match and run it to its first decision, or take over the rows of a kept one."""
        self.module = module
        self.ruleset = ruleset
        self.header = header
        self.scenario: Scenario = module.scenarios[header.scenario]
        self.options = read_options(module, self.scenario, header.options)
        self.own_dice: bool = self.options["dice"] == OWN_DICE
        self.sink: Sink | None = None
        self._situation: Situation | None = None
        self._eyes = {side: Eyes(side) for side in module.sides}
        self._others: dict[str, Eyes] = {}
        self._old_rows: dict[int, dict[str, Told | None]] = {}
        self._all_open = False
        self._position = Position(self.scenario.first_turn, -1, pieces={}, stacks={})
        self._started = False
        self.log = self._read(rows, head) if rows else self._start()
        self._started = True

    @guarded
    def _start(self) -> Log:
        change = self._change()
        change.emit(ev.PositionSet(first_position(self.module, self.scenario).to_data()))
        self._settle(change)
        row = Row(
            id=0,
            parent=None,
            kind="start",
            side=None,
            action=msgspec.to_builtins(self.header),
            events=tuple(change.events),
            reveals=True,
            hash="",
        )
        self._position = change.position
        return Log(msgspec.structs.replace(row, hash=chain("", row)), change.position)

    def _read(self, rows: Sequence[Row], head: int) -> Log:
        position = _after(self._position, rows[0])
        log = Log(rows[0], position)
        for row in rows[1:]:
            if row.parent != log.head:
                position = log.position(row.parent or 0)
            position = _after(position, row)
            log.add(row, position)
        log.head = head
        self._position = log.position(head)
        return log

    @classmethod
    def restore(
        cls, module: Module, ruleset: Ruleset, header: Header, rows: Sequence[Row], head: int
    ) -> Game:
        """Return the game of a log that was kept, without playing it again."""
        return cls(module, ruleset, header, rows=rows, head=head)

    # asking

    @property
    def position(self) -> Position:
        """The position at the head of the log."""
        return self._position

    @property
    def situation(self) -> Situation:
        """The position together with module, options and rules."""
        if self._situation is None or self._situation.position is not self._position:
            before = self._situation or Situation(
                self.module, self.scenario, self.options, self.ruleset.hook, self._position
            )
            self._situation = before.elsewhere(self._position)
        return self._situation

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self._position.outcome is not None

    @guarded
    def belief(self, viewer: str | Everything) -> Belief:
        """Return what a viewer believes of the match: what is true, as far as it may be seen.

        >>> from tabuleiro.engine.catalogue import Catalogue
        >>> from tabuleiro.engine.knowledge import EVERYTHING
        >>> game = Catalogue.installed().new("diadem", seed="1")
        >>> game.belief(EVERYTHING).s is game.situation
        True
        """
        if isinstance(viewer, Everything):
            return Belief(self.situation, EVERYTHING_KNOWN, {})
        return self._belief(viewer)

    def _belief(self, viewer: str) -> Belief:
        """Return what a side believes; whoever asks guards against rules that fail."""
        s = self.situation
        return Belief(s, EVERYTHING_KNOWN, {}) if self._all_open else self.eyes(viewer).belief(s)

    @guarded
    def belief_at(self, viewer: str | Everything, row: int) -> Belief:
        """Return what a viewer believed after a row of the log."""
        s = self.situation.elsewhere(self.log.position(row))
        if isinstance(viewer, Everything):
            return Belief(s, EVERYTHING_KNOWN, {})
        return Eyes(viewer).belief(s)

    @guarded
    def decision(self) -> Decision | None:
        """Return what is asked now, as the side that is asked sees it; None if all is over."""
        s = self.situation
        asked = s.asked()
        if asked is None:
            return None
        return self._belief(asked.side).s.decision() or s.decision()

    @guarded
    def legal(
        self, *, piece: str | None = None, hex: str | None = None, kind: str | None = None
    ) -> list[Action]:
        """Return the legal actions, narrowed to a piece, a hex or a kind.

        They are legal as far as the side that is asked can see. What turns out to be impossible is
        carried out as far as it goes.
        """
        asked = self.situation.asked()
        if asked is None:
            return []
        s = self._belief(asked.side).s
        top = s.position.top
        if top is None:
            return []
        found: Iterable[Action] = top.legal(s, piece=piece, hex=hex)
        if asked.side in self._position.met:
            found = self._eyes[asked.side].unbarred(self.situation, found)
        return list(found) if kind is None else [a for a in found if a.kind == kind]

    @guarded
    def check(self, action: Action, *, side: str | None = None) -> Verdict:
        """Return whether an action may be taken now, by that side if one is named.

        It is judged by what the side sees: a refusal betrays nothing.
        """
        return self._judge(action, side)

    def _judge(self, action: Action, side: str | None) -> Verdict:
        asked = self.situation.asked()
        by = side or (asked.side if asked is not None else None)
        s = self.situation if by is None else self._belief(by).s
        verdict = self._check(s, action, side)
        if verdict:
            return verdict
        pieces, grid = s.position.pieces, self.module.board.grid
        return Verdict(tuple(o.naming(pieces, grid) for o in verdict.objections), verdict.waived)

    def _check(self, s: Situation, action: Action, side: str | None) -> Verdict:
        if isinstance(action, freehand.FreeAction):
            return action.check(s)
        asked = self.situation.asked()
        if asked is None:
            return Verdict.no(msg("The match is over."))
        if side is not None and asked.side != side:
            return Verdict.no(msg("It is not your turn to decide."))
        top = s.position.top
        if top is None:
            kind = key_ref(f"action.{action.kind}")
            return Verdict.no(msg("This cannot be done now: {kind}.", kind=kind))
        if self._eyes[asked.side].barred(self.situation, action):
            return Verdict.no(msg("This turned out to be impossible in this phase."))
        return self.lenient(top.check(s, action))

    def eyes(self, side: str) -> Eyes:
        """Return the eyes of a side; ``""`` are those of somebody who sees what is public.

        Whoever sees everything says ``EVERYTHING``: nobody is taken for it because he says nothing.
        """
        if side == NOBODY:
            return self._others.setdefault(side, Eyes(side))
        if side not in self._eyes:
            raise GameError(_("There is no side called {side} in this match.").format(side=side))
        return self._eyes[side]

    @guarded
    def told(self, row: Row, side: str) -> Told | None:
        """Return what a side is told of a row, None if nothing."""
        self.eyes(side)  # whoever is no side is told nothing: it raises
        told = row.told
        if told is None or (side == NOBODY and NOBODY not in told):
            told = self._old_rows.setdefault(row.id, {})
            if side not in told:
                told[side] = self._work_out(row, side)
        if side in told:
            return told[side]
        events = tuple(event for event in row.events if not isinstance(event, ev.INTERNAL))
        return Told(events, _told_action(row), row.waived)

    def _work_out(self, row: Row, side: str) -> Told | None:
        """Return what a side would have been told of a row when it was written."""
        if row.parent is None:
            return self._told_of_start(row, side)
        before = self.situation.elsewhere(self.log.position(row.parent))
        action = None
        if row.kind in {"action", "free"} and row.action is not None:
            action = Action.from_data(row.action)
        eyes = self.eyes(side)
        found, differs = eyes.told_events(before, row.events, action, row.side)
        if differs and (found is None or side != row.side):
            return found
        events = row.events if found is None else found.events
        told = tuple(event for event in events if not isinstance(event, ev.INTERNAL))
        hidden = side != row.side and eyes.knowledge(before)
        return Told(told, _told_action(row), () if hidden else row.waived)

    def _told_of_start(self, row: Row, side: str) -> Told:
        """Return what was said, and rolled for all to see, while the match was set up."""
        if not row.events:
            return Told()
        first, *rest = row.events
        before = self.situation.elsewhere(first.apply(self._position))
        found, differs = self.eyes(side).told_events(before, rest, None, None)
        events = rest if found is None and not differs else found.events if found else ()
        return Told(tuple(event for event in events if isinstance(event, _TOLD_OF_START)))

    def lenient(self, verdict: Verdict) -> Verdict:
        """Return a verdict after what the strictness of this match lets pass."""
        if verdict or not self.options.get("strictness"):
            return verdict
        stay: list[Objection] = []
        pass_: list[Objection] = []
        for objection in verdict.objections:
            how = strictness_of(self.options, objection.topic)
            if objection.topic == FORM or how == "enforce":
                stay.append(objection)
            elif how == "advise":
                pass_.append(objection)
        return Verdict(tuple(stay), (*verdict.waived, *pass_))

    # changing

    def act(
        self,
        action: Action,
        *,
        side: str | None = None,
        dice: Sequence[int] = (),
        thrown: Collection[str] = (),
        vet: Vet | None = None,
    ) -> Row:
        """Take an action; raises :class:`Refused` and changes nothing if it is not allowed.

        Where the players roll their own dice, ``dice`` are the faces that they rolled, in the order
        of the throws. As long as some are lacking it raises :class:`DiceWanted` and changes
        nothing. ``thrown`` are sides whose dice the seed throws all the same: computer players.
        ``vet`` may raise if the rules can make nothing of what comes of it; nothing has changed
        then, either.
        """
        try:
            return self._act(action, side, dice, thrown, vet)
        except RuleFault as fault:
            fault.action = action.to_data()
            raise

    @guarded
    def _act(
        self,
        action: Action,
        side: str | None,
        dice: Sequence[int],
        thrown: Collection[str],
        vet: Vet | None,
    ) -> Row:
        verdict = self._judge(action, side)
        if not verdict:
            raise Refused(verdict)
        if dice:
            self._check_dice(dice)
        change = self._change()
        if self.own_dice:
            change.let_roll({*self.module.sides} - {*thrown}, dice)
        asked = self.situation.asked()
        by = side or (asked.side if asked else None)
        kind = "free" if isinstance(action, freehand.FreeAction) else "action"
        deed = Deed(self, change, action, by)
        deed.carry_out()
        self._settle(change)
        if change.rolled:
            left = len(change.rolled)
            sentence = ngettext(
                "{n} die too many was given.", "{n} dice too many were given.", left
            )
            raise DiceError(sentence.format(n=left))
        if vet is not None:
            vet(self, change.settled())
        secret = asked is not None and asked.secret
        return self._commit(change, kind, by, deed.meant.to_data(), verdict.waived,
                            secret=secret, deed=deed)  # fmt: skip

    def _check_dice(self, dice: Sequence[int]) -> None:
        if not self.own_dice:
            raise DiceError(
                _("The dice of this match are thrown from its seed; none can be given.")
            )
        if not all(type(face) is int and 1 <= face <= MOST_FACES for face in dice):
            raise DiceError(wrong_face(6))

    @guarded
    def test(
        self,
        events: Sequence[ev.Event],
        what: dict[str, Any],
        *,
        vet: Vet | None = None,
    ) -> Row:
        """Apply events outside of the rules, for tests and editors; marked in the log.

        ``vet`` may raise if what comes of it makes no sense; then nothing has changed.
        """
        change = self._change()
        for event in events:
            change.emit(event)
        self._settle(change)
        if vet is not None:
            vet(self, change.settled())
        return self._commit(change, "test", None, what)

    def _change(self) -> Change:
        branch = self.log.next_branch(self.log.head) if self._started else 0
        throws = Throws(self.header.seed, branch)
        return Change(self.situation, throws, streams=self.header.streams)

    def _settle(self, change: Change) -> None:
        eyes = () if self._all_open else tuple(self._eyes.values())
        fog = self._started and any(one.misses_pieces(self.situation) for one in eyes)
        for _turn in range(_RUNAWAY):
            top = change.position.top
            if top is None:
                return
            if fog and reconcile(change, eyes):
                continue
            if change.asked() is None:
                if not self._all_open and top.may_ask(change):
                    self._remember(change)  # there the row may end, if somebody is asked
                change.run_top()
            elif fog or not reconcile(change, eyes):
                self._check_asked(change)
                return
            else:
                fog = True
        sentence = _(
            'The rules run in a circle at the step "{step}" ({where}): it must finish, or put'
            " another in its place."
        )
        raise GameError(_about_step(sentence, change))

    def _check_asked(self, change: Change) -> None:
        """Refuse a step that asks nobody who plays."""
        asked = change.asked()
        if asked is not None and asked.side not in self.module.sides:
            sentence = _('The step "{step}" ({where}) asks the side "{side}", which does not play.')
            raise GameError(_about_step(sentence, change, side=asked.side))

    def _commit(
        self,
        change: Change,
        kind: str,
        side: str | None,
        action: dict[str, Any],
        waived: tuple[Objection, ...] = (),
        *,
        secret: bool = False,
        deed: Deed | None = None,
    ) -> Row:
        parent = self.log.rows[self.log.head]
        after = change.settled()
        told = {} if self._all_open else self._tell(change, after, side, deed, waived)
        row = Row(len(self.log), parent.id, kind, side, action, tuple(change.events),
                  change.reveals, "", waived, secret, told)  # fmt: skip
        row = msgspec.structs.replace(row, hash=chain(parent.hash, row))
        if self.sink is not None:
            self.sink.append(row)
        self.log.add(row, change.position)
        self._position = change.position
        self._situation = after if after.position is change.position else change.settled()
        return row

    def _tell(
        self,
        change: Change,
        after: Situation,
        by: str | None,
        deed: Deed | None,
        waived: tuple[Objection, ...],
    ) -> dict[str, Told | None]:
        """Return what each side is told of a change, where that is not simply all of it.

        What was let pass speaks of what the doer knows: others are told of it as far as they do.
        """
        before = self.situation
        if change.cuts and nothing_hidden(before, change):
            change.cuts.clear()  # nobody could learn where one might have been asked
        open_ = not change.cuts and self._is_open(before) and self._is_open(after)
        if open_ and not any(isinstance(e, ev.Said) and e.to for e in change.events):
            return {}
        self._remember(change)
        told: dict[str, Told | None] = {}
        viewers = self._eyes
        if change.cuts or change.declared:  # for onlookers the rest follows from the events
            viewers = {**viewers, NOBODY: self.eyes(NOBODY)}
        for name, eyes in viewers.items():
            own = deed if deed is not None and name == by else None
            action = None if deed is None else deed.meant
            found, differs = eyes.told(before, change, action, by)
            if own is not None:
                found, differs = own.told(found, waived, differs=differs)
            elif waived and deed is not None:
                seen_of_it = as_told(waived, eyes.knowledge(before).levels)
                if not differs:
                    events = tuple(e for e in change.events if not isinstance(e, ev.INTERNAL))
                    found, differs = Told(events, deed.meant.to_data(), seen_of_it), True
                elif found is not None and found.action is not None:
                    found = msgspec.structs.replace(found, waived=seen_of_it)
            if differs:
                told[name] = found
        return told

    def _remember(self, change: Change) -> None:
        """Let each side keep in mind what it does not see any more."""
        for name, eyes in self._eyes.items():
            seen = eyes.remembered(change.since, change)
            if seen:
                change.emit(ev.Remembered(name, seen))
        change.since = change.elsewhere(change.position)

    def fault_of(self, error: BaseException) -> RuleFault | None:
        """Return the fault of a rule that an error tells of, None if it tells of none.

        Where something is hidden the error's own words are left out: they may name it.
        """
        found = blame(error, self.ruleset.strange)
        if found is None:
            return None
        try:
            s = self.situation
            hidden = not self._all_open and any(e.knowledge(s) for e in self._eyes.values())
        except Exception:  # noqa: BLE001 - the rule that failed may be the one that says so
            hidden = True
        return RuleFault(found, self.module.id, words_of(error, hidden=hidden))

    def _is_open(self, s: Situation) -> bool:
        """Return whether no side is kept from seeing anything."""
        return all(eyes.see_all(s) for eyes in self._eyes.values())

    # going back and forth

    def can_undo(self) -> bool:
        """Return whether the last row can be taken back without the opponent's consent."""
        row = self.log.rows[self.log.head]
        return row.parent is not None and not row.reveals

    def undo(self, *, consent: bool = False) -> None:
        """Take back the last row. Past dice and revelations it needs the opponent's consent."""
        row = self.log.rows[self.log.head]
        if row.parent is None:
            raise GameError(_("There is nothing to undo."))
        if row.reveals and not consent:
            raise GameError(
                _("Dice fell or something hidden was shown: undo needs the opponent's consent.")
            )
        self.goto(row.parent)

    def redo(self) -> None:
        """Go forward again to the row that was last played after this one."""
        after = self.log.next_of(self.log.head)
        if after is None:
            raise GameError(_("There is nothing to redo."))
        self.goto(after)

    def goto(self, number: int) -> None:
        """Move the head to any row of the log."""
        if number not in self.log.rows:
            raise GameError(_("There is no row {number} in the log.").format(number=number))
        position = self.log.position(number)
        if self.sink is not None:
            self.sink.moved_to(number)
        self.log.head = number
        self._position = position

    def name(self, name: str, row: int | None = None) -> None:
        """Give a name to a row of the log (the head if none is named): a bookmark or a branch."""
        number = self.log.head if row is None else row
        if number not in self.log.rows:
            raise GameError(_("There is no row {number} in the log.").format(number=number))
        if self.sink is not None:
            self.sink.named(name, number)
        self.log.names[name] = number

    def forget_name(self, name: str) -> None:
        """Take the name of a row away."""
        if name not in self.log.names:
            raise GameError(_('No row is called "{name}".').format(name=name))
        if self.sink is not None:
            self.sink.named(name, None)
        del self.log.names[name]

    def fork(self, *, seed: str | None = None) -> Game:
        """Return a game that goes on from here by itself, for search and tests.

        Nobody rolls for it, and its dice are its own: those of the match cannot be rehearsed in it.
        """
        other = self._bare_fork(seed)
        other._forget()  # noqa: SLF001 - its own class
        here = self.log.rows[self.log.head]
        other.log = Log(msgspec.structs.replace(here, id=0, parent=None, told={}), self._position)
        return other

    def _bare_fork(self, seed: str | None, match: str | None = None) -> Game:
        other = object.__new__(Game)
        other.__dict__.update(self.__dict__)
        other.sink = None
        other.own_dice = False
        other.header = msgspec.structs.replace(
            self.header,
            seed=seed or secrets.token_hex(16),
            match=self.header.match if match is None else match,
        )
        return other

    @cached_property
    def _public_match(self) -> str:
        """The match by the name that sides may know."""
        return self.header.public().match

    def _forget(self) -> None:
        """Forget what was worked out for the match that this is a fork of."""
        self._situation = None
        self._eyes = {side: Eyes(side) for side in self.module.sides}
        self._others, self._old_rows = {}, {}

    def copy(self) -> Game:
        """Return a fork with the dice of the match, for whoever arbitrates it."""
        other = self.fork(seed=self.header.seed)
        other.log.continue_branch(self.log.next_branch(self.log.head))
        return other

    def imagine(self, side: str | None = None, *, seed: str | None = None) -> Game:
        """Return a fork of what a side believes: all that is in it the side sees or supposes.

        Whoever plays for the side (the one that is asked, if none is named) thinks in it. Nothing
        in it comes from what it does not see.
        """
        if side is None:
            asked = self.situation.asked()
            side = asked.side if asked is not None else next(iter(self.module.sides))
        belief = self._belief(side)
        other = self._bare_fork(seed, match=self._public_match)
        del other.__dict__["_public_match"]  # its own is another one
        other.module = belief.s.module
        other._all_open = True  # noqa: SLF001 - its own class
        other._position = belief.s.position  # noqa: SLF001
        other._situation = belief.s  # noqa: SLF001
        other.log = Log(_IMAGINED, belief.s.position)
        return other

    def say(self, message: Message) -> str:
        """Return a message in the current language."""
        from tabuleiro.engine.messages import render

        return render(message, self.module)


_TOLD_OF_START = (ev.Said, ev.Rolled, ev.PhaseSet)
_IMAGINED = Row(0, None, "start", None, None, (), reveals=True, hash="")
"""How the log of a match begins that is imagined: with nothing that was played."""


def _about_step(sentence: str, change: Change, **about: str) -> str:
    """Return a sentence about the step in progress, with the place where it was written."""
    from tabuleiro.engine.load_faults import written_at

    step = type(change.position.top)
    return sentence.format(step=step.__name__, where=written_at(step), **about)


def _told_action(row: Row) -> dict[str, Any] | None:
    """Return the action of a row without what was set outside of the rules: seed, position."""
    if row.kind == "test" and row.action is not None:
        return {"type": row.action.get("type", "")}
    return None if row.kind == "start" else row.action


def _after(position: Position, row: Row) -> Position:
    for event in row.events:
        position = event.apply(position)
    return position
