"""Eyes: what one side believes of a match, and what it is told of what happens.

Whatever is given to a side is made from what its eyes see: legal actions, verdicts, previews,
decisions, sentences, files. Nothing of it looks at the true position. Where nothing is hidden the
believed situation *is* the true one.
"""

from __future__ import annotations

import copy
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
from msgspec.structs import replace

from tabuleiro.engine import events as ev
from tabuleiro.engine.data import digest
from tabuleiro.engine.dice import Dice
from tabuleiro.engine.draws import hidden_draws
from tabuleiro.engine.glance import Glance, Look, fact_seen, rename, rename_seen
from tabuleiro.engine.knowledge import EVERYTHING_KNOWN, Knowledge, Level
from tabuleiro.engine.position import DEAD, GONE, UNSEEN, PieceState
from tabuleiro.engine.situation import Situation
from tabuleiro.module.unknown import Counters, unknown_name

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from tabuleiro.engine.actions import Action
    from tabuleiro.engine.position import Position
    from tabuleiro.engine.situation import Change
    from tabuleiro.engine.steps import Step
    from tabuleiro.module import Module

__all__ = ["Belief", "Eyes", "Told", "module_as_seen"]

_TURNING = (
    ev.Ended, ev.Pushed, ev.Replaced, ev.Finished, ev.PhaseSet, ev.Moved, ev.FactSet, ev.Met,
    ev.PositionSet,
)  # fmt: skip
"""Events after which a side may know more or less than before; plugins' own are others."""
_SHOWING = (ev.Shown, ev.Met, ev.CameIntoSight, ev.WentOutOfSight)
"""Events by which a side sees more, or less, than it could foresee."""
_KNOWN_EVENTS = frozenset(
    cls for cls in vars(ev).values() if isinstance(cls, type) and issubclass(cls, ev.Event)
)


class Told(msgspec.Struct, frozen=True, omit_defaults=True):
    """What one side is told of a row: fixed when the row is written."""

    events: tuple[Any, ...] = ()
    action: dict[str, Any] | None = None
    """The action; None where it was taken in secret."""
    waived: tuple[Any, ...] = ()
    reveals: bool = False
    """Whether the side learns of something that it could not foresee from what it saw."""
    cuts: tuple[int, ...] = ()
    """After how many events a new row begins for it: there others might have been asked."""
    shows: tuple[int, ...] = ()
    """Which of those rows, counted from 0, it learns something from."""


class Belief(NamedTuple):
    """What a side believes: a situation that it can ask as it would ask the true one."""

    s: Situation
    knowledge: Knowledge
    names: Mapping[str, str]
    """The names under which it sees pieces that it does not know, by their true ids."""
    viewer: str = ""
    """The side; empty for an onlooker and for whoever sees everything."""

    @property
    def true(self) -> dict[str, str]:
        """The pieces that are meant by those names."""
        return {name: piece for piece, name in self.names.items()}

    def meant(self, action: Action) -> Action:
        """Return the action with the pieces that are meant by the names in it."""
        if not self.names:
            return action
        true = self.true
        found, _whole = rename(action, lambda text: true.get(text, text))
        return found  # type: ignore[no-any-return]

    def level(self, piece: str) -> Level:
        """Return how much is known of a piece, by its true id or the name under which it is seen.

        >>> Belief(None, Knowledge({"tanks": Level.IDENTITY}), {}).level("tanks").name
        'IDENTITY'
        """
        levels = self.knowledge.levels
        if piece in levels:
            return levels[piece]
        for true, name in self.names.items():
            if name == piece:
                return levels[true]
        return Level.KIND if piece.startswith("~") else Level.ALL


class Eyes:
    """The eyes of one side. They keep what they worked out for the position seen last."""

    def __init__(self, side: str) -> None:
        """Look for a side."""
        self.side = side
        self._last: tuple[Situation, Belief] | None = None
        self._believed: Situation | None = None
        self._known: list[tuple[Position, Knowledge]] = []
        self._missing: tuple[Mapping[str, Level], bool] | None = None
        self._supposed: tuple[Mapping[str, Level], frozenset[str]] | None = None

    # ------------------------------------------------------------------------- the situation

    def knowledge(self, s: Situation) -> Knowledge:
        """Return what the side may know of a true situation: by the rules, and by what it met."""
        for position, known in self._known:
            if position is s.position:
                return known
        known = self._ask(s)
        self._known = [*self._known[-2:], (s.position, known)]
        return known

    def _ask(self, s: Situation) -> Knowledge:
        over = s.position.outcome is not None  # then everything is laid open
        if over:
            return EVERYTHING_KNOWN
        known = Knowledge.together(
            (*s.rules.knowledge(s=s, viewer=self.side), hidden_draws(s, self.side))
        )
        met = s.position.met.get(self.side)
        if not met or not (known.levels or known.ghosts):
            return known
        pieces = s.position.pieces
        seen = {p for p, at in met.items() if p in known.levels and pieces[p].place == at}
        ghosts = tuple(g for g in known.ghosts if ev.GHOST + g.place not in met)
        if not seen and len(ghosts) == len(known.ghosts):
            return known
        levels = {p: level for p, level in known.levels.items() if p not in seen}
        return replace(known, levels=levels, ghosts=ghosts)

    def misses_pieces(self, s: Situation) -> bool:
        """Return whether there are pieces that the side does not see, or takes to be there."""
        known = self.knowledge(s)
        if known.ghosts:
            return True
        if self._missing is None or self._missing[0] is not known.levels:
            self._missing = (known.levels, Level.NOTHING in known.levels.values())
        return self._missing[1]

    def look(self, s: Situation) -> Look:
        """Look at a true situation."""
        return Look(s, self.knowledge(s))

    def belief(self, s: Situation) -> Belief:
        """Return what the side believes of a true situation; that itself if nothing is hidden."""
        if self._last is not None and self._last[0].position is s.position:
            return self._last[1]
        look = self.look(s)
        agenda = self._agenda(s)
        if not look.knowledge and agenda is s.position.agenda:
            found = Belief(s, EVERYTHING_KNOWN, {}, self.side)
        else:
            found = self._work_out(look, agenda)
        self._last = (s, found)
        return found

    def _agenda(self, s: Situation) -> tuple[Step, ...]:
        agenda = s.position.agenda
        told = tuple(t for step in agenda if (t := step.told(s, self.side)) is not None)
        same = len(told) == len(agenda) and all(a is b for a, b in zip(told, agenda, strict=True))
        return agenda if same else told

    def _work_out(self, look: Look, agenda: tuple[Step, ...]) -> Belief:
        s, p = look.s, look.s.position
        pieces, stacks, names = self._pieces(look)
        if names or look.knowledge.lowest == Level.NOTHING:
            agenda = tuple(rename_seen(step, look.name_of_any)[0] for step in agenda)
        facts = self._facts(look, renamed=pieces is not p.pieces)
        hidden = look.knowledge
        tracks = p.tracks
        if hidden.tracks:
            tracks = {name: n for name, n in p.tracks.items() if name not in hidden.tracks}
        marks = p.marks
        if hidden.place_marks:
            marks = {
                place: left
                for place, had in p.marks.items()
                if (left := tuple(m for m in had if m not in hidden.place_marks))
            }
        position = replace(
            p,
            pieces=pieces,
            stacks=stacks,
            tracks=tracks,
            marks=marks,
            facts=facts,
            agenda=agenda,
            dice=Dice(),
            met={k: v for k, v in p.met.items() if k == self.side},
            memory={k: v for k, v in p.memory.items() if k == self.side},
        )
        believed = self._situation(s, position, renamed=bool(names or hidden.ghosts))
        believed.unknown = self._unknown(hidden.levels, names)
        return Belief(believed, hidden, names, self.side)

    def _unknown(self, levels: Mapping[str, Level], names: Mapping[str, str]) -> frozenset[str]:
        """Return the pieces of which the state is only supposed, by the names that they go by."""
        if self._supposed is None or self._supposed[0] is not levels or names:
            found = frozenset(
                names.get(piece, piece) for piece, level in levels.items() if level < Level.STATE
            )
            self._supposed = (levels, found)
        return self._supposed[1]

    def _situation(self, s: Situation, position: Position, *, renamed: bool) -> Situation:
        """Return the believed position as a situation that shares nothing with the true one."""
        before = self._believed
        if before is None or before.options is not s.options:
            before = Situation(s.module, s.scenario, s.options, s.rules, position)
        module = module_as_seen(s.module) if renamed else s.module
        found = before.elsewhere(position)
        found.module = module
        self._believed = found
        return found

    def _pieces(
        self, look: Look
    ) -> tuple[dict[str, PieceState], dict[str, tuple[str, ...]], dict[str, str]]:
        """Return pieces, stacks and names as the side believes them."""
        p, levels = look.s.position, look.knowledge.levels
        changed: dict[str, PieceState] = {}
        lost: dict[str, list[str]] = {}
        secret = look.knowledge.secret_marks
        for piece, level in levels.items():
            state = p.pieces[piece]
            if level == Level.IDENTITY:
                covered = state.marks and not secret.isdisjoint(state.marks)
                if state.losses or covered or state.states:
                    changed[piece] = look.seen_state(piece, state)
            elif level < Level.IDENTITY:
                lost.setdefault(state.place, []).append(piece)
        if not lost and not look.knowledge.ghosts and not look.knowledge.orders:
            return ({**p.pieces, **changed} if changed else p.pieces), p.stacks, {}
        names: dict[str, str] = {}
        stacks = dict(p.stacks)
        for place, gone in lost.items():
            named = look.names_at(place)
            names.update(named)
            left = [piece for piece in p.stacks[place] if piece not in set(gone)]
            shown = (*left, *sorted(named.values()))
            if shown:
                stacks[place] = shown
            else:
                del stacks[place]
            for piece in gone:
                if piece in named:
                    changed[named[piece]] = look.seen_state(piece, p.pieces[piece])
                changed[piece] = PieceState(UNSEEN)
        self._put_in_order(look, stacks)
        for ghost_name, place in _ghosts(look, stacks):
            changed[ghost_name] = PieceState(place)
            stacks[place] = (*stacks.get(place, ()), ghost_name)
        if lost:
            stacks[UNSEEN] = tuple(sorted(piece for gone in lost.values() for piece in gone))
        return dict(sorted({**p.pieces, **changed}.items())), dict(sorted(stacks.items())), names

    def _put_in_order(self, look: Look, stacks: dict[str, tuple[str, ...]]) -> None:
        """Put enemies in the order of their names: how they lay, covered, is secret.

        Whether they lie below or above own pieces is none.
        """
        counters, levels = look.s.module.counters, look.knowledge.levels
        for place, pieces in look.s.position.stacks.items():
            seen = [p for p in pieces if levels.get(p, Level.ALL) > Level.NOTHING]
            mine = [counters[p].side == self.side for p in seen]
            if len(seen) < 2 or all(mine):
                continue
            own = (piece for piece, is_own in zip(seen, mine, strict=True) if is_own)
            known = {p for p in seen if levels.get(p, Level.ALL) >= Level.IDENTITY}
            theirs = sorted(p for p, is_own in zip(seen, mine, strict=True)
                            if p in known and not is_own)  # fmt: skip
            others = iter((*theirs, *stacks[place][len(known) :]))
            stacks[place] = tuple(next(own if is_own else others) for is_own in mine)

    def _facts(self, look: Look, *, renamed: bool) -> dict[str, Any]:
        facts = look.s.position.facts
        told = look.knowledge.facts
        if told:
            facts = {
                key: value
                for key, had in facts.items()
                if (value := told.get(key, had) if key in told else had) is not None
            }
        if renamed and facts:
            seen = ((key, fact_seen(value, look.name_of_any)) for key, value in facts.items())
            facts = {key: value for key, value in seen if value is not None}
        return facts

    # ------------------------------------------------------------------------------- actions

    def barred(self, s: Situation, action: Action) -> bool:
        """Return whether the side found out in this phase that it cannot do this."""
        met = s.position.met.get(self.side)
        if not met:
            return False
        when = met.get(ev.BARRED + digest(action))
        return when == f"{s.position.turn}.{s.position.phase}"

    def has_barred(self, s: Situation) -> bool:
        """Return whether the side found out that anything is impossible."""
        met = s.position.met.get(self.side)
        return met is not None and any(key.startswith(ev.BARRED) for key in met)

    # ---------------------------------------------------------------------------------- rows

    def told(
        self, before: Situation, change: Change, action: Action | None, by: str | None
    ) -> tuple[Told | None, bool]:
        """Return what the side is told of a change; see :meth:`told_events`."""
        if not (change.cuts or self.knowledge(before) or self.knowledge(change)):
            return self._told_openly(before, change, action, by)
        return self.told_events(
            before, change.events, action, by, change.cuts, declared=change.declared
        )

    def _told_openly(
        self, before: Situation, change: Change, action: Action | None, by: str | None
    ) -> tuple[Told | None, bool]:
        """Return what the side is told of a change where no piece hides anything from it."""
        public = [event for event in change.events if not isinstance(event, ev.INTERNAL)]
        told = [event for event in public if not self._is_for_others(event)]
        plain_ = len(told) == len(public)
        if by == self.side or by is None:
            return (None, False) if plain_ else (Told(tuple(told)), True)
        taken = None if self._seals(before) or self._opens(change) else action
        if not told and taken is None:
            return None, True
        if plain_ and taken is action:
            return None, False
        return Told(tuple(told), None if taken is None else taken.to_data()), True

    def _is_for_others(self, event: ev.Event) -> bool:
        return isinstance(event, ev.Said) and bool(event.to) and self.side not in event.to

    def told_events(
        self,
        before: Situation,
        events: Sequence[ev.Event],
        action: Action | None,
        by: str | None,
        cuts: Sequence[tuple[int, Collection[str]]] = (),
        *,
        declared: Sequence[int] = (),
    ) -> tuple[Told | None, bool]:
        """Return what the side is told of a row, and whether that is not simply all of it.

        None is told where the other side prepared something in secret: nothing that can be seen.
        """
        look = self.look(before)
        first = look
        told: list[ev.Event] = []
        plain_ = True
        parts: list[int] = []
        opened = {max(number - 1, 0) for number in declared} if look.knowledge else set()
        shows: set[int] = set()
        todo = [number for number, sides in cuts if any(one != self.side for one in sides)]
        position = before.position
        sealed = self._seals(before)
        for number, event in enumerate(events):
            if todo and todo[0] <= number:
                todo = [one for one in todo if one > number]
                if look.knowledge:
                    parts.append(len(told))
            position = event.apply(position)
            after = self._look_after(event, before, position, look)
            glance = Glance(self.side, look, after)
            seen = event.told(glance)
            if seen is not None:
                told.append(seen)
            plain_ = plain_ and (seen is event or isinstance(event, ev.INTERNAL))
            if look.knowledge.levels is not after.knowledge.levels:
                shown = list(_shown(look, after, event))
                told += shown
                opened |= {number} if shown else set()
            if number in opened or isinstance(seen, _SHOWING) or _betrays(event, look, after):
                shows.add(len(parts))
            look = after
        if first.knowledge.levels or look.knowledge.levels:
            ordered = _in_order(told)
            plain_ = plain_ and ordered == told
            told = ordered
        whole = plain_ and not shows and not parts
        found = Told(tuple(told), None, (), bool(shows), tuple(parts),
                     tuple(sorted(shows)) if parts else ())  # fmt: skip
        if by == self.side or by is None:
            return (None, False) if whole else (found, True)
        sealed = sealed or self._opens(look.s)
        taken = None
        if action is not None and not sealed:
            taken = action.told(Glance(self.side, first, look))
        if not told and taken is None:
            return None, True
        if whole and taken is action:
            return None, False
        return (found if taken is None else replace(found, action=taken.to_data())), True

    def _look_after(
        self, event: ev.Event, before: Situation, position: Position, look: Look
    ) -> Look:
        """Return a look at what an event led to; what is known changes with few of them."""
        if isinstance(event, _TURNING) or type(event) not in _KNOWN_EVENTS:
            return self.look(before.elsewhere(position))
        if look.knowledge or look.s.position is not position:
            return Look(before.elsewhere(position), look.knowledge)
        return look

    def _seals(self, s: Situation) -> bool:
        """Return whether the step in progress is one that the side is not told of as it is."""
        top = s.position.top
        return top is not None and top.told(s, self.side) is not top

    def _opens(self, s: Situation) -> bool:
        """Return whether what was done began something in secret.

        Where it is only asked, or not, for what the side does not see, nothing was done for it.
        """
        top = s.position.top
        return self._seals(s) and top is not None and not top.may_ask(s)

    def remembered(self, before: Situation, after: Situation) -> dict[str, Any]:
        """Return what the side saw of pieces of which it sees less now."""
        old, new = self.knowledge(before), self.knowledge(after)
        if old is new or old.levels is new.levels:
            return {}
        found = {}
        for piece, level in new.levels.items():
            had = old.levels.get(piece, Level.ALL)
            if had > level and had >= Level.STATE:
                state = before.position.pieces[piece]
                found[piece] = {
                    "place": state.place,
                    "losses": state.losses,
                    "turn": before.position.turn,
                }
        return found


def _shown(before: Look, after: Look, event: ev.Event) -> Iterable[ev.Event]:
    """Yield what tells of the pieces of which more is seen after an event than before."""
    now = after.knowledge.levels
    for piece, level in before.knowledge.levels.items():
        new = now.get(piece, Level.ALL)
        if new <= level:
            continue
        state = after.s.position.pieces[piece]
        if new >= Level.STATE or (new == Level.IDENTITY and not _moves(event, piece)):
            was = before.name(piece) if level < Level.IDENTITY else ""
            seen = after.seen_state(piece, state)
            spent = seen.spent if level < Level.IDENTITY else 0
            yield ev.Shown(piece, state.place, seen.losses, seen.marks, was or "", spent)
        elif level == Level.NOTHING and not _moves(event, piece):
            yield ev.CameIntoSight(after.name(piece) or "", state.place)


def _moves(event: ev.Event, piece: str) -> bool:
    return isinstance(event, ev.Moved) and event.piece == piece


def _betrays(event: ev.Event, before: Look, after: Look) -> bool:
    """Return whether an event tells something of pieces that are not seen as they are.

    A piece leaves the match for losses that were covered, or is recognized, or takes a place.
    """
    if isinstance(event, ev.Controlled):
        here = before.s.at(event.place)
        return any(before.level(piece) == Level.NOTHING for piece in here)
    if not isinstance(event, ev.Moved):
        return False
    level = before.level(event.piece)
    if event.to in {DEAD, GONE}:
        return level < Level.STATE
    return level < Level.IDENTITY <= after.level(event.piece)


def _in_order(told: list[ev.Event]) -> list[ev.Event]:
    """Return events with marks put on one piece after another in the order of the names told."""
    found: list[ev.Event] = []
    for marks, run in groupby(told, lambda event: isinstance(event, ev.Marked)):
        found += sorted(run, key=_whom) if marks else run  # noqa: B031 - one of both
    return found


def _whom(event: ev.Event) -> str:
    return event.piece if isinstance(event, ev.Marked) else ""


def _ghosts(look: Look, stacks: Mapping[str, tuple[str, ...]]) -> Iterable[tuple[str, str]]:
    """Yield the names of what seems to be there, numbered on from what is."""
    seen: dict[tuple[str, str, str], int] = {}
    for ghost in look.knowledge.ghosts:
        key = (ghost.who, ghost.arm, ghost.place)
        if key not in seen:
            begin = unknown_name(ghost.who, ghost.arm, ghost.place) + "."
            seen[key] = sum(name.startswith(begin) for name in stacks.get(ghost.place, ()))
        seen[key] += 1
        yield unknown_name(ghost.who, ghost.arm, f"{ghost.place}.{seen[key]}"), ghost.place


def module_as_seen(module: Module) -> Module:
    """Return a module that knows the counters of unknown pieces as well."""
    found: Module | None = module.memo.get("as-seen")
    if found is None:
        found = copy.copy(module)
        object.__setattr__(found, "counters", Counters(module))
        module.memo["as-seen"] = found
    return found
