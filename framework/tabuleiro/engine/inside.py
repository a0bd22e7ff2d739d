"""The inside of pieces: what a piece holds, who may enter it, and who knows of it.

The place of a piece may be another piece: ``in:us-tg-38-1``. So it moves with it, and nothing needs
to follow. If the holder is lost, or leaves the match, all that is inside is lost or leaves with it;
who is to survive must leave before. Of what is inside others know at most what they know of the
holder, and nothing if they do not know which piece that is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from tabuleiro.engine import events as ev
from tabuleiro.engine.knowledge import Knowledge, Level
from tabuleiro.engine.messages import msg, piece_ref
from tabuleiro.engine.position import GONE, OFF, leaves_for_good
from tabuleiro.engine.verdicts import Verdict
from tabuleiro.module.places import INSIDE, MOST_NESTED, holder_in, inside_of
from tabuleiro.module.records import UNLIMITED

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tabuleiro.engine.change import Change
    from tabuleiro.engine.position import Position
    from tabuleiro.engine.situation import Situation

__all__ = [
    "arrive_inside",
    "broken_nesting",
    "can_be_inside",
    "can_enter",
    "capacity",
    "known_inside",
    "load",
    "odd_nesting",
]


# To read a member of its class takes long.
_ALL, _IDENTITY, _NOTHING = Level.ALL, Level.IDENTITY, Level.NOTHING


def capacity(s: Situation, holder: str) -> int | None:
    """Return how much a piece holds with its present losses, None if as much as is wanted."""
    holds = s.counter(holder).holds
    if holds is None:
        return 0
    limit = s.value(holder, holds.limit) if isinstance(holds.limit, str) else holds.limit
    return None if limit == UNLIMITED else limit


def load(s: Situation, holder: str) -> int:
    """Return how much of that is taken by what is inside."""
    return sum(_takes(s, piece, holder) for piece in s.inside(holder))


def _takes(s: Situation, piece: str, holder: str) -> int:
    holds = s.counter(holder).holds
    if holds is None or holds.takes is None:
        return 1
    return s.value(piece, holds.takes)


def can_be_inside(s: Situation, piece: str, holder: str) -> Verdict:
    """Return whether it makes sense that a piece is inside another, whatever else there is.

    A free hand is bound by no more than this.
    """
    counters = s.module.counters
    if holder not in s.position.pieces or counters[holder].holds is None:
        return Verdict.no(msg("{holder} holds no other pieces.", holder=piece_ref(holder)))
    if s.side(holder) not in s.friends(s.side(piece)):
        return Verdict.no(msg("{holder} belongs to an enemy.", holder=piece_ref(holder)))
    around = [holder, *s.around(holder)]
    if piece in around:
        return Verdict.no(msg("{piece} cannot be inside itself.", piece=piece_ref(piece)))
    if len(around) + _depth(s, piece) > MOST_NESTED:
        return Verdict.no(msg("No more than {n} pieces may be around one.", n=MOST_NESTED))
    return Verdict.yes()


def can_enter(s: Situation, piece: str, holder: str, rule: str = "") -> Verdict:
    """Return whether a piece may enter another: if that holds such pieces and has room for it.

    ``rule`` is the clause that an objection names; its topic is stacking. Whether they are in the
    same place is for the rules to say.
    """
    verdict = can_be_inside(s, piece, holder)
    if not verdict:
        return verdict
    holds = s.counter(holder).holds
    about = {"rule": rule, "topic": "stacking", "pieces": (piece, holder)}
    if holds is None or not holds.suits(s.counter(piece)):
        words = msg("{holder} holds nothing like {piece}.", holder=piece_ref(holder),
                    piece=piece_ref(piece))  # fmt: skip
        return Verdict.no(words, **about)  # type: ignore[arg-type]
    most = capacity(s, holder)
    if most is not None and load(s, holder) + _takes(s, piece, holder) > most:
        words = msg("{holder} holds no more than {n}.", holder=piece_ref(holder), n=most)
        return Verdict.no(words, **about)  # type: ignore[arg-type]
    return Verdict.yes()


def _depth(s: Situation, piece: str) -> int:
    """Return how many pieces lie one in another inside of a piece."""
    return max((1 + _depth(s, other) for other in s.inside(piece)), default=0)


# -------------------------------------------------------------------------------- arriving


def arrive_inside(change: Change) -> None:
    """Let those come that join another piece in this turn; if it is lost they never come."""
    for entry in change.scenario.reinforcements:
        if entry.inside is None or entry.turn != change.turn:
            continue
        for piece in entry.units:
            if change.place(piece) == OFF:
                there = change.alive(entry.inside)
                change.emit(ev.Moved(piece, inside_of(entry.inside) if there else GONE))


# ------------------------------------------------------------------------------- knowledge


def known_inside(s: Situation, viewer: str, known: Knowledge) -> Knowledge:
    """Return what a side knows, if of what is inside it knows no more than of what is around.

    Whose own pieces are inside of a piece knows at least which that is.
    """
    memo = s.module.memo
    if "holders" not in memo:
        templates = getattr(s.module, "palette", {}).values()
        pieces = (*s.module.counters.values(), *templates)
        memo["holders"] = any(getattr(one, "holds", None) for one in pieces)
    if not memo["holders"]:
        return known
    nests = s.cache_here("nests", lambda: _nests_now(s))
    if not nests:
        return known
    basis = (known, nests)
    return s.cache_by_basis(
        ("known-inside", viewer), basis, lambda: _with_nests(s, viewer, known, nests)
    )


_Nests = tuple[tuple[str, tuple[str, ...], tuple[str, ...], frozenset[str]], ...]


def _nests_now(s: Situation) -> _Nests:
    return s.cache_by_basis("nests", s.insides(), lambda: _nests(s))


def _nests(s: Situation) -> _Nests:
    """Return each holder with what is in it, what is around it, and whose that is in it.

    The outermost come first.
    """
    counters, states = s.module.counters, s.position.pieces
    found = []
    for place, pieces in s.insides().items():
        holder = place[len(INSIDE) :]
        around = s.around(holder) if states[holder].place.startswith(INSIDE) else ()
        owners = frozenset([counters[piece].side for piece in pieces])
        found.append((holder, pieces, around, owners))
    return tuple(sorted(found, key=lambda nest: len(nest[2])))


def _with_nests(s: Situation, viewer: str, known: Knowledge, nests: _Nests) -> Knowledge:
    mine, others = s.cache_by_basis(("nests", viewer), nests, lambda: _of_others(s, viewer, nests))
    had = known.levels
    now = {one: _IDENTITY for one in mine & had.keys() if had[one] < _IDENTITY}
    for holder, hidden, pieces in others:
        level = now.get(holder, had.get(holder, _ALL))
        seen = _NOTHING if hidden or level < _IDENTITY else level
        if seen is _ALL:
            continue
        if seen is _NOTHING and mine.isdisjoint(pieces):
            now.update(dict.fromkeys(pieces, _NOTHING))
            continue
        for piece in pieces:
            most = max(seen, _IDENTITY) if piece in mine else seen
            if most < now.get(piece, had.get(piece, _ALL)):
                now[piece] = most
    return replace(known, levels={**had, **now}) if now else known


_Others = tuple[tuple[str, bool, tuple[str, ...]], ...]


def _of_others(s: Situation, viewer: str, nests: _Nests) -> tuple[frozenset[str], _Others]:
    """Return what has pieces of a side inside, and each holder with those of others in it.

    With the holder stands whether its inside is hidden from that side, however it is seen.
    """
    mine: set[str] = set()
    others = []
    counters = s.module.counters
    for holder, inside, around, owners in nests:
        pieces = inside
        if viewer in owners:
            mine.update((holder, *around))
            pieces = tuple([piece for piece in inside if counters[piece].side != viewer])
        if pieces:
            counter = counters[holder]
            holds = counter.holds
            hidden = holds is not None and holds.secret and counter.side != viewer
            others.append((holder, hidden, pieces))
    return frozenset(mine), tuple(others)


# ------------------------------------------------------------------------------- invariants


def broken_nesting(position: Position) -> str:
    """Return a sentence on what is wrong with the insides of a position, or nothing."""
    for place in position.stacks:
        holder = holder_in(place)
        if holder is None:
            continue
        chain: list[str] = []
        around: str | None = holder
        while around is not None:
            if around not in position.pieces:
                return f'position: there is no piece "{around}" to be inside of'
            if around in chain or len(chain) == MOST_NESTED:
                return f'position: "{holder}" is inside too many pieces, or inside itself'
            chain.append(around)
            here = position.pieces[around].place
            if leaves_for_good(here):
                return f'position: pieces are inside "{around}", which has left the match'
            around = holder_in(here)
    return ""


def odd_nesting(s: Situation) -> Iterator[str]:
    """Yield a sentence for each piece that is where it can never be: for the conformance kit."""
    wrong = broken_nesting(s.position)
    if wrong:
        yield wrong
        return
    for place, pieces in s.position.stacks.items():
        holder = holder_in(place)
        if holder is None:
            continue
        holds = s.counter(holder).holds
        for piece in pieces:
            if holds is None or not holds.suits(s.counter(piece)):
                yield f"{piece} is inside {holder}, which holds nothing like it"
            elif s.side(holder) not in s.friends(s.side(piece)):
                yield f"{piece} is inside {holder}, which belongs to an enemy"
