"""Eyes: what one side believes of a match, and what it is told of a row (`told_rows` says how).

Whatever is given to a side is made from what its eyes see: legal actions, verdicts, previews,
decisions, sentences, files. Nothing of it looks at the true position. Where nothing is hidden the
believed situation *is* the true one.
"""

from __future__ import annotations

import copy
from functools import cache, cached_property
from operator import is_
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from tabuleiro.engine import events as ev
from tabuleiro.engine.data import digest
from tabuleiro.engine.dice import Dice
from tabuleiro.engine.draws import hidden_draws
from tabuleiro.engine.freehand import FreeAction
from tabuleiro.engine.glance import Glance, Look
from tabuleiro.engine.inside import known_inside
from tabuleiro.engine.knowledge import EVERYTHING_KNOWN, NOBODY, Knowledge, Level
from tabuleiro.engine.renaming import rename
from tabuleiro.engine.sighting import Sighting
from tabuleiro.engine.situation import Situation
from tabuleiro.engine.told_rows import SHOWING, RowAsTold, Told
from tabuleiro.module.made import MADE
from tabuleiro.module.unknown import Counters

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from tabuleiro.engine.actions import Action
    from tabuleiro.engine.change import Change
    from tabuleiro.engine.position import Position
    from tabuleiro.engine.steps import Step
    from tabuleiro.module import Module

__all__ = ["Belief", "Eyes", "module_as_seen", "nothing_hidden"]

_TURNING = (
    ev.Ended, ev.Pushed, ev.Replaced, ev.Finished, ev.PhaseSet, ev.Moved, ev.FactSet, ev.Met,
    ev.PositionSet, ev.Made, ev.Reordered, ev.Shuffled, ev.FaceTurned,
)  # fmt: skip
"""Events after which a side may know more or less than before; plugins' own are others."""
_KNOWN_EVENTS = frozenset(
    cls for cls in vars(ev).values() if isinstance(cls, type) and issubclass(cls, ev.Event)
)


class Belief(msgspec.Struct, frozen=True, dict=True, eq=False):
    """What a side believes: a situation that it can ask as it would ask the true one."""

    s: Situation
    knowledge: Knowledge
    names: Mapping[str, str]
    """The names under which it sees pieces that it does not know, by their true ids."""
    viewer: str = ""
    """The side; empty for an onlooker and for whoever sees everything."""

    @cached_property
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
        if piece in self.true:
            return levels[self.true[piece]]
        return Level.KIND if piece.startswith("~") else Level.ALL


def _by_rules(s: Situation, side: str) -> Knowledge:
    """Return what a side may know by the rules alone, whatever it met."""
    key = ("known", side)
    found: Knowledge | None = s.here.get(key)  # asked after each event, for each side
    if found is None:
        answers = (*s.rules.knowledge(s=s, viewer=side), hidden_draws(s, side))
        found = s.cache_by_basis(key, answers, lambda: Knowledge.together(answers))
        s.here[key] = found
    return found


def _hides(s: Situation) -> bool:
    """Return whether anything is hidden from anybody."""
    found: bool | None = s.here.get("hides")
    if found is None:
        found = s.here["hides"] = any(_by_rules(s, side) for side in s.module.sides)
    return found


def nothing_hidden(before: Situation, change: Change) -> bool:
    """Return whether nothing is hidden from anybody, wherever sides might have been asked."""
    if any(isinstance(event, SHOWING) for event in change.events):
        return False
    there = (before.elsewhere(change.positions[number - 1]) for number, _ in change.cuts if number)
    return not any(_hides(s) or _by_rules(s, NOBODY) for s in (before, *there, change))


class Eyes:
    """The eyes of one side. They keep what they worked out for the position seen last."""

    def __init__(self, side: str) -> None:
        """Look for a side."""
        self.side = side
        self._last: tuple[Situation, Belief] | None = None
        self._believed: Situation | None = None
        self._known: list[tuple[Position, Knowledge]] = []
        self._sighting = Sighting(side)
        self._missing: tuple[Mapping[str, Level], bool] | None = None
        self._barred: tuple[Mapping[str, str] | None, str, Collection[str]] = (None, "", ())
        self._supposed: tuple[Mapping[str, Level], Mapping[str, str], frozenset[str]] | None = None

    # ------------------------------------------------------------------------- the situation

    def knowledge(self, s: Situation) -> Knowledge:
        """Return what the side may know of a true situation: by the rules, and by what it met."""
        for position, known in self._known:
            if position is s.position:
                return known
        known = self._ask(s)
        if self._known and self._known[-1][1] == known:
            known = self._known[-1][1]  # what follows from it still holds
        self._known = [*self._known[-2:], (s.position, known)]
        return known

    def _ask(self, s: Situation) -> Knowledge:
        if s.position.outcome is not None:  # then everything is laid open
            return EVERYTHING_KNOWN
        key = ("knows", self.side)
        found: Knowledge | None = s.here.get(key)
        if found is None:
            found = s.here[key] = known_inside(s, self.side, self._but_for_the_met(s))
        return found

    def _but_for_the_met(self, s: Situation) -> Knowledge:
        known = _by_rules(s, self.side)
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
        if not _hides(s):
            return False
        known = self.knowledge(s)
        if known.ghosts:
            return True
        if self._missing is None or self._missing[0] is not known.levels:
            self._missing = (known.levels, Level.NOTHING in known.levels.values())
        return self._missing[1]

    def look(self, s: Situation) -> Look:
        """Look at a true situation."""
        return Look(s, self.knowledge(s), self._sighting)

    def belief(self, s: Situation) -> Belief:
        """Return what the side believes of a true situation; that itself if nothing is hidden."""
        if self._last is not None and self._last[0].position is s.position:
            seen, found = self._last
            return self._as_it_is(s) if found.s is seen is not s else found
        if self.see_all(s):
            return self._as_it_is(s)
        found = self._work_out(self.look(s), self._agenda(s))
        self._last = (s, found)
        return found

    def _as_it_is(self, s: Situation) -> Belief:
        found = Belief(s, EVERYTHING_KNOWN, {}, self.side)
        self._last = (s, found)
        return found

    def see_all(self, s: Situation) -> bool:
        """Return whether nothing of a true situation is hidden from the side."""
        if self._last is not None and self._last[0].position is s.position:
            return self._last[1].s is self._last[0]
        if self.knowledge(s) or self._agenda(s) is not s.position.agenda:
            return False
        if _hides(s):  # what others remember, and their dice, are nobody else's business
            return False
        self._as_it_is(s)
        return True

    def _agenda(self, s: Situation) -> tuple[Step, ...]:
        agenda = s.position.agenda
        told = [step.told(s, self.side) for step in agenda]
        return agenda if all(map(is_, told, agenda)) else tuple(t for t in told if t is not None)

    def _work_out(self, look: Look, agenda: tuple[Step, ...]) -> Belief:
        s, p = look.s, look.s.position
        pieces, stacks, names = self._sighting.pieces(look)
        if names or look.knowledge.lowest == Level.NOTHING:
            agenda = self._sighting.agenda(look, agenda)
        facts = self._sighting.facts(look)
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
        last = self._supposed
        if last is None or last[0] is not levels or last[1] is not names:
            found = frozenset(
                names.get(piece, piece)
                for piece, level in levels.items()
                if level < Level.STATE and (level or MADE not in piece)
            )
            last = self._supposed = (levels, names, found)
        return last[2]

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

    # ------------------------------------------------------------------------------- actions

    def barred(self, s: Situation, action: Action) -> bool:
        """Return whether the side found out in this phase that it cannot do this."""
        return not any(self.unbarred(s, (action,)))

    def unbarred(self, s: Situation, actions: Iterable[Action]) -> Iterator[Action]:
        """Yield those of some actions of which it did not find out that it cannot do them."""
        bars = self._bars(s)
        for action in actions:
            if not bars or ev.BARRED + digest(action) not in bars:
                yield action

    def _bars(self, s: Situation) -> Collection[str]:
        """Return what it found out in this phase."""
        met, now = s.position.met.get(self.side), f"{s.position.turn}.{s.position.phase}"
        if self._barred[0] is not met or self._barred[1] != now:
            found = {key for key, when in (met or {}).items() if when == now}
            self._barred = (met, now, {key for key in found if key.startswith(ev.BARRED)})
        return self._barred[2]

    def has_barred(self, s: Situation) -> bool:
        """Return whether the side found out that anything is impossible."""
        met = s.position.met.get(self.side)
        if not met:
            return False
        return any(key.startswith(ev.BARRED) for key in met)

    # ---------------------------------------------------------------------------------- rows

    def told(
        self, before: Situation, change: Change, action: Action | None, by: str | None
    ) -> tuple[Told | None, bool]:
        """Return what the side is told of a change; see :meth:`told_events`."""
        if not (change.cuts or self.knowledge(before) or self.knowledge(change)):
            return self._told_openly(before, change, action, by)
        return self.told_events(
            before, change.events, action, by, change.cuts,
            declared=change.declared, after=change.after_each(),
        )  # fmt: skip

    def _told_openly(
        self, before: Situation, change: Change, action: Action | None, by: str | None
    ) -> tuple[Told | None, bool]:
        """Return what the side is told of a change where no piece hides anything from it."""
        public = [event for event in change.events if not isinstance(event, ev.INTERNAL)]
        told = [event for event in public if not self._is_for_others(event)]
        plain_ = len(told) == len(public)
        if by == self.side or by is None:
            return (None, False) if plain_ else (Told(tuple(told)), True)
        taken = None if self._is_secret(action, before, change) else action
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
        after: Sequence[Situation] = (),
    ) -> tuple[Told | None, bool]:
        """Return what the side is told of a row, and whether that is not simply all of it.

        ``after`` are the situations after each event, where they are known already.
        None is told where the other side prepared something in secret: nothing that can be seen.
        """
        look = self.look(before)
        row = RowAsTold(self.side, look, hides=bool(look.knowledge) or _hides(before))
        row.prepare(cuts, declared)
        there = before
        for number, event in enumerate(events):
            if cuts:
                row.cut_before(number)
            there = after[number] if after else there.elsewhere(event.apply(there.position))
            there.follow(row.look.s)
            row.tell(number, event, self._look_after(event, there, row.look))
        found, whole = row.end()
        if by == self.side or by is None:
            return (None, False) if whole else (found, True)
        taken = None
        if action is not None and not self._is_secret(action, before, row.deed.s):
            taken = action.told(Glance(self.side, row.first, row.deed))
        if not found.events and taken is None:
            return None, True
        if whole and taken is action:
            return None, False
        return (found if taken is None else replace(found, action=taken.to_data())), True

    def _look_after(self, event: ev.Event, there: Situation, look: Look) -> Look:
        """Return a look at what an event led to; what is known changes with few of them."""
        if _turns(type(event)):
            return self.look(there)
        if look.knowledge or look.s.position is not there.position:
            return Look(there, look.knowledge, self._sighting)
        return look

    def _is_secret(self, action: Action | None, before: Situation, after: Situation) -> bool:
        """Return whether an action was taken within, or began, something of which nobody is told.

        What a free hand does is no part of that, whoever is at what meanwhile.
        """
        if isinstance(action, FreeAction):
            return False
        return self._seals(before) or self._opens(after)

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
        """Return what the side saw of pieces of which it sees less now, in the order of names.

        The order in which the rules tell what is hidden may tell where.
        """
        old, new = self.knowledge(before), self.knowledge(after)
        if old is new or old.levels is new.levels:
            return {}
        found = {}
        for piece, level in sorted(new.levels.items()):
            had = old.levels.get(piece, Level.ALL)
            if had > level and had >= Level.STATE and piece in before.position.pieces:
                state = before.position.pieces[piece]
                found[piece] = {
                    "place": state.place,
                    "losses": state.losses,
                    "turn": before.position.turn,
                }
        return found


# Asked of each event for each side, and it takes long to look for a class among many.
@cache
def _turns(kind: type) -> bool:
    """Return whether a side may know more or less after an event of a kind."""
    return issubclass(kind, _TURNING) or kind not in _KNOWN_EVENTS


def module_as_seen(module: Module) -> Module:
    """Return a module that knows the counters of unknown pieces as well."""
    found: Module | None = module.memo.get("as-seen")
    if found is None:
        found = copy.copy(module)
        object.__setattr__(found, "counters", Counters(module))
        module.memo["as-seen"] = found
    return found
