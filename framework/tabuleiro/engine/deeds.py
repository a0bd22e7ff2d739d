"""Deeds: actions carried out on the true position, as far as the unknown lets them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from tabuleiro.engine import events as ev
from tabuleiro.engine import freehand
from tabuleiro.engine.change import Change
from tabuleiro.engine.data import digest
from tabuleiro.engine.glance import Glance
from tabuleiro.engine.knowledge import Level
from tabuleiro.engine.messages import msg, named, piece_ref, side_ref
from tabuleiro.engine.renaming import rename
from tabuleiro.engine.steps import runs_alone
from tabuleiro.engine.told_rows import Told
from tabuleiro.module.unknown import is_unknown

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence
    from typing import Any

    from tabuleiro.engine.actions import Action
    from tabuleiro.engine.eyes import Belief, Eyes
    from tabuleiro.engine.game import Game
    from tabuleiro.engine.position import Position
    from tabuleiro.engine.situation import Situation
    from tabuleiro.engine.verdicts import Objection, Verdict

__all__ = ["GHOST", "Deed", "reconcile"]

GHOST = ev.GHOST
_NEAR = 2


class Deed:
    """An action of one side: what it meant by it, and what came of it.

    Where the true position contradicts what the side believes, the action is not refused. It is
    carried out as far as it goes, and the row says what stopped it.
    """

    def __init__(self, game: Game, change: Change, action: Action, by: str | None) -> None:
        """Take an action that the side may take, as far as it sees."""
        self._game = game
        self._change = change
        self._by = by
        self._action = action
        self._belief = None if by is None else game.belief(by)
        self.meant = action if self._belief is None else self._belief.meant(action)
        self._misses = by is not None and game.eyes(by).misses_pieces(game.situation)
        self._imagined: tuple[Change | None] | None = None
        self.met = False

    def carry_out(self) -> None:
        """Do it, or what can be done of it."""
        change, meant = self._change, self.meant
        if isinstance(meant, freehand.FreeAction):
            self._put(meant)
            return
        top = change.position.top
        assert top is not None  # noqa: S101 - the check refused if the match is over
        if self._belief is None or self._belief.s is self._game.situation:
            change.let(top, lambda: top.act(change, meant))
            return
        verdict = self._allowed(meant)
        if verdict:
            begun, before = len(change.events), change.position
            change.let(top, lambda: top.act(change, meant))
            if self._misses and not self._went_as_supposed(before, begun):
                self._notice()
            return
        for part in meant.shorter():
            if self._allowed(part):
                top.act(change, part)
                break
        self._meet(verdict)

    def _put(self, action: freehand.FreeAction) -> None:
        """Let a free hand do what it does, unless what it reaches for is not there."""
        verdict = action.sense(self._game.situation)
        if verdict or isinstance(action, freehand.FreeOrder):
            action.act(self._change)
        else:
            self._meet(verdict)

    def _allowed(self, action: Action) -> Verdict:
        s = self._game.situation
        top = s.position.top
        assert top is not None  # noqa: S101 - as above
        return self._game.lenient(top.check(s, action))

    def _meet(self, verdict: Verdict) -> None:
        """Write down what stood in the way; from now on the side sees it."""
        assert self._by is not None  # noqa: S101 - somebody believed it
        self.met = True
        s = self._game.situation
        eyes = self._game.eyes(self._by)
        words = [*_way(self.meant)]
        hexes = [*(h for o in verdict.objections for h in o.hexes), *words]
        if self._belief is not None:
            supposed = self._belief.s.position.pieces
            hexes += [supposed[word].place for word in words if word in supposed]
        for objection in verdict.objections:
            hexes += named(objection.message, "place")
        pieces = [p for o in verdict.objections for p in (*o.pieces, *named(o.message, "piece"))]
        reveal(self._change, eyes, s, pieces, hexes, self.meant, verdict.rule)

    def _went_as_supposed(self, before: Position, begun: int) -> bool:
        """Return whether an action came to what it would come to as far as the side sees."""
        events = self._change.events[begun:]
        supposed = self._supposed()
        if supposed is None:
            return False
        expected, came = _plain(supposed.events), _plain(events)
        if expected == came or self._as_seen(expected) == self._as_seen(came):
            return True
        told = self._as_told(before, begun)
        return _foreseen(told) == _foreseen(_news(supposed.events, self._belief))

    def _as_told(self, before: Position, begun: int) -> list[ev.Event]:
        """Return what the side is told of the events from one on, but of what it did not see.

        What hangs on the unseen and is told to nobody who does not see it, it may well suppose
        otherwise; and an event that tells of what was not seen shows that by itself.
        """
        assert self._by is not None  # noqa: S101 - somebody believed it
        eyes, s, change = self._game.eyes(self._by), self._game.situation, self._change
        told: list[ev.Event] = []
        first = look = eyes.look(s.elsewhere(before))
        for event, position in zip(change.events[begun:], change.positions[begun:], strict=True):
            after = eyes.look(s.elsewhere(position))
            seen = event.told(Glance(self._by, look, after))
            if seen is not None and rename(seen, first.name_of_any)[1]:
                told.append(seen)
            look = after
        return told

    def _as_seen(self, events: Sequence[ev.Event]) -> list[Any]:
        assert self._belief is not None  # noqa: S101 - somebody believed it
        names = self._belief.names
        return [rename(e, lambda text: names.get(text, text))[0] for e in events]

    def _notice(self) -> None:
        """Let the side see what made it pay more, or less, than it could know."""
        assert self._by is not None  # noqa: S101 - somebody believed it
        self.met = True
        change, s, eyes = self._change, self._game.situation, self._game.eyes(self._by)
        words = {*_way(self.meant)}
        hexes = words | {s.place(name) for name in words if name in s.position.pieces}
        known = eyes.knowledge(change)
        unseen = {p for p, level in known.levels.items() if level < Level.IDENTITY}
        pieces = set(_near(change, hexes, unseen))
        around = _around(change, hexes)
        places = {change.place(p) for p in pieces}
        places |= {ghost.place for ghost in known.ghosts if ghost.place in around}
        if places:
            reveal(change, eyes, s, pieces, places, None)
        else:
            _show_nearest(change, eyes)

    def _supposed(self) -> Change | None:
        """Return the same action in the world that the side believes in; None if it fails there."""
        if self._imagined is None:
            belief = self._belief
            assert belief is not None  # noqa: S101 - somebody believed it
            s = belief.s.elsewhere(replace(belief.s.position, dice=self._game.position.dice))
            s.module = belief.s.module
            change = Change(s, self._change.throws, streams=self._change.streams)
            self._imagined = (change if self._act_in(change) else None,)
        return self._imagined[0]

    def _act_in(self, supposed: Change) -> bool:
        top = supposed.position.top
        try:
            assert top is not None  # noqa: S101 - the side is asked
            top.act(supposed, self._action)
        except Exception:  # noqa: BLE001 - a world that is only supposed may contradict itself
            return False
        return True

    def told(
        self, told: Told | None, waived: tuple[Objection, ...], *, differs: bool
    ) -> tuple[Told | None, bool]:
        """Return what the doer is told: its action in its own words, and if it was foreseen."""
        action = self._action.to_data()
        renamed = self._action is not self.meant
        seen = told
        if seen is None:
            seen = Told(tuple(e for e in self._change.events if not isinstance(e, ev.INTERNAL)))
        needed = seen.cuts or not seen.reveals  # else it says no more than is known already
        news = 0 if self.met else self._unforeseen(seen) if needed else None
        if not differs and not renamed and news is None and not seen.reveals:
            return None, False
        if news is not None and seen.cuts:
            part = sum(cut <= news for cut in seen.cuts)
            seen = replace(seen, shows=tuple(sorted({*seen.shows, part})))
        reveals = seen.reveals or news is not None
        return replace(seen, action=action, waived=waived, reveals=reveals), True

    def _unforeseen(self, told: Told) -> int | None:
        """Return which event is the first that would not have come of it as far as the side sees.

        None if it was told just that. What cannot be foreseen for the dice alone is no matter:
        they fall the same here.
        """
        belief = self._belief
        if belief is None or not (belief.names or self._misses):
            return None
        if isinstance(self._action, freehand.FreeAction):
            return None
        supposed = self._supposed()
        if supposed is None:
            return 0
        try:
            _run(supposed)
        except Exception:  # noqa: BLE001 - a world that is only supposed may contradict itself
            return 0
        expected = [*_plain(supposed.events), None]
        seen = [number for number, event in enumerate(told.events) if _plain([event])]
        for number, event in zip(seen, expected, strict=False):
            if told.events[number] != event:
                return number
        if len(seen) in self._waits(supposed):
            return None  # another side is asked, which need not have shown
        return None if len(seen) + 1 == len(expected) else len(told.events)

    def _waits(self, supposed: Change) -> set[int]:
        """Return after how many events others might be asked, as far as the side sees."""
        there = (n for n, sides in supposed.cuts if any(side != self._by for side in sides))
        return {len(_plain(supposed.events[:number])) for number in there}


def _plain(events: Sequence[ev.Event]) -> list[ev.Event]:
    """Return the events that a side may foresee, but for what was lost inside of a piece.

    That it did not see this is no reason to be shown anything else.
    """
    plain = [event for event in events if not isinstance(event, (*ev.INTERNAL, ev.Remembered))]
    return [event for event in plain if not (isinstance(event, ev.Moved) and event.lost_with)]


def _news(events: Sequence[ev.Event], belief: Belief | None) -> list[ev.Event]:
    """Return events but for those that note again what was noted before."""
    assert belief is not None  # noqa: S101 - somebody believed it
    facts = belief.s.position.facts
    return [e for e in events if not (isinstance(e, ev.FactSet) and facts.get(e.key) == e.value)]


def _foreseen(events: Sequence[ev.Event]) -> list[Any]:
    """Return events that can be compared: of those that look alike it does not matter which."""
    shown = (ev.Shown, ev.CameIntoSight)
    plain = [event for event in _plain(events) if not isinstance(event, shown)]
    words = (replace(e, state=(), to=(), track="") if isinstance(e, ev.Said) else e for e in plain)
    return [rename(event, _whoever)[0] for event in words]


def _whoever(text: str) -> str:
    return text.rpartition(".")[0] if is_unknown(text) else text


def _run(change: Change) -> None:
    for _turn in range(1_000):
        top = change.position.top
        if top is None or change.asked() is not None:
            return
        change.run_top()


def _way(action: Action) -> Iterator[str]:
    """Yield the places that an action names."""
    for field in action.__struct_fields__:
        value = getattr(action, field)
        yield from (value,) if isinstance(value, str) else value if _texts(value) else ()


def _texts(value: object) -> bool:
    return isinstance(value, tuple) and all(isinstance(one, str) for one in value)


def reveal(
    change: Change,
    eyes: Eyes,
    s: Situation,
    pieces: Collection[str],
    hexes: Collection[str],
    action: Action | None,
    rule: str = "",
) -> None:
    """Let a side see what stands in its way: the pieces named, those in the places, those near.

    If there is nothing to be seen the action is barred for this phase.
    """
    levels = eyes.knowledge(change).levels
    hidden = {piece for piece, level in levels.items() if level < Level.STATE}
    at = change.position.pieces
    grid = s.board.grid
    found = {p for p in hidden if at[p].place in grid and (p in pieces or at[p].place in hexes)}
    if not found:
        found = {p for p in _near(change, hexes, hidden) if levels[p] < Level.IDENTITY}
    ghosts = {GHOST + g.place: g.place for g in eyes.knowledge(s).ghosts if g.place in hexes}
    met = {**{p: at[p].place for p in sorted(found)}, **ghosts}
    barred = digest(action) if action is not None and not met else ""
    change.emit(ev.Met(eyes.side, met, barred))
    if found:
        change.say(
            msg("{side} comes upon {pieces}.", side=side_ref(eyes.side),
                pieces=[piece_ref(piece) for piece in sorted(found)]),
            rule,
        )  # fmt: skip
    elif ghosts:
        change.say(msg("{side} finds nothing there.", side=side_ref(eyes.side)), rule)
    else:
        change.say(
            msg("{side} is stopped by something unknown.", side=side_ref(eyes.side)),
            rule, to=(eyes.side,),
        )  # fmt: skip
    change.reveal()


def _near(s: Situation, hexes: Collection[str], hidden: Collection[str]) -> Iterator[str]:
    around = _around(s, hexes)
    return (piece for piece in hidden if s.place(piece) in around)


def _around(s: Situation, hexes: Collection[str]) -> set[str]:
    grid = s.board.grid
    return {there for here in hexes if here in grid for there in grid.within(here, _NEAR)}


def reconcile(change: Change, all_eyes: Iterable[Eyes]) -> bool:
    """Let a side see what makes it asked, or not asked, against what it believes.

    Returns whether anything was shown. It matters only where pieces are not seen at all, or seem
    to be where there are none.
    """
    top = change.position.top
    for eyes in all_eyes:
        if not eyes.misses_pieces(change) and not eyes.has_barred(change):
            continue
        told = None if top is None else top.told(change, eyes.side)
        if top is not None and (told is None or (runs_alone(top) and runs_alone(told))):
            continue  # others are at something of which it knows nothing: it waits; or nobody is
        if told is top is not None and top.asks_alike and _asks_another(change, eyes.side):
            continue
        belief = eyes.belief(change.settled())
        wrong = _wrongly_supposed(change, belief.s, eyes.side)
        if wrong and _show_one(change, eyes, wrong):
            return True
        supposed, true = belief.s.asked(), change.asked()
        mine = true is not None and true.side == eyes.side
        thinks = supposed is not None and supposed.side == eyes.side
        if mine == thinks and not (mine and _nothing_to_do(belief.s, change, eyes)):
            continue
        if _show_nearest(change, eyes):
            return True
    return False


def _asks_another(s: Situation, side: str) -> bool:
    asked = s.asked()
    return asked is not None and asked.side != side


def _wrongly_supposed(s: Situation, believed: Situation, side: str) -> list[str]:
    """Return the pieces of a side of which the step in progress tells what it does not suppose."""
    top = s.position.top
    if top is None or s.asked() is not None:
        return []
    true = {piece: value for piece, value in top.hinges(s).items() if s.side(piece) == side}
    supposed = top.hinges(believed) if true else {}
    return [piece for piece, value in true.items() if supposed.get(piece, value) != value]


def _show_one(change: Change, eyes: Eyes, pieces: Collection[str]) -> bool:
    """Show a side what it does not see and stands nearest to some of its pieces, if there is any.

    It is asked for again until what it believes of them is right.
    """
    known = eyes.knowledge(change)
    grid, levels = change.board.grid, known.levels
    own = [place for p in pieces if (place := change.place(p)) in grid]
    hidden = {change.place(p) for p, one in levels.items() if one == Level.NOTHING}
    there = [place for place in (*hidden, *(g.place for g in known.ghosts)) if place in grid]
    if not own or not there:
        return False
    place = min(there, key=lambda hex: (min(grid.distance(hex, one) for one in own), hex))
    reveal(change, eyes, change, (), (place,), None)
    return True


def _nothing_to_do(believed: Situation, s: Situation, eyes: Eyes) -> bool:
    """Return whether nothing is left to do but what turned out to be impossible."""
    top = believed.position.top
    return top is None or not any(True for _ in eyes.unbarred(s, top.iter_legal(believed)))


def _show_nearest(change: Change, eyes: Eyes) -> bool:
    """Show a side the unseen pieces that are nearest to its own, or that others are none.

    Returns whether there were any.
    """
    known = eyes.knowledge(change)
    levels, grid, own = known.levels, change.board.grid, list(change.occupied(eyes.side))
    for level in (Level.NOTHING, Level.KIND):
        hidden = [p for p, one in levels.items() if one <= level and change.on_map(p)]
        near = [p for p in hidden if any(grid.distance(change.place(p), h) <= _NEAR for h in own)]
        found = near or hidden
        places = {change.place(piece) for piece in found}
        if not places and level == Level.NOTHING:
            places = {ghost.place for ghost in known.ghosts}
        if places:
            reveal(change, eyes, change, found, places, None)
            return True
    return False
