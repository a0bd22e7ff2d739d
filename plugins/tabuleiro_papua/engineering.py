"""Engineering: airfields and fortifications are built, interdicted hexes are cleared (6.5.1, 11.0).

Engineers (the tag ``builds-airfield``) who begin a work in their movement phase must be there,
intact, when that phase and the next one end; the marker is put down as their third one begins.
``rules: airfields`` and ``rules: fortifications`` say how many such ends a work takes, and where.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import msgspec
from msgspec.structs import replace

from tabuleiro.engine import Step, Verdict, hex_ref, msg, piece_ref, side_ref
from tabuleiro.engine import events as ev
from tabuleiro.engine.data import plain
from tabuleiro.engine.messages import key_ref
from tabuleiro.hooks import hookimpl
from tabuleiro.module.terms import Number
from tabuleiro.rules.clauses import clause, object_to
from tabuleiro.rules.ground.land_units import land_units
from tabuleiro.rules.ground.special_moves import SpecialMove
from tabuleiro.rules.victory.control import controller
from tabuleiro_papua.air.airfields import AIRFIELD, is_airfield
from tabuleiro_papua.fit_hexes import Ground, fits
from tabuleiro_papua.supply_bases import STOPPED, captured_base
from tabuleiro_papua.supply_lines import LASTING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tabuleiro.engine import Change, Message, Situation
    from tabuleiro.engine.verdicts import Objection

__all__ = [
    "FORTIFICATION",
    "WORKS",
    "AirfieldTerms",
    "BuildAirfield",
    "BuildFortification",
    "Engineering",
    "FinishWorks",
    "FortificationTerms",
    "NoteWorks",
    "Raze",
    "Work",
    "Works",
    "captures",
    "fortified",
    "work_moves",
    "works",
]

FORTIFICATION = "fortification"
"""The marker of a fortified hex."""
WORKS = "works"
"""The marker of a hex where something is being built."""
_ENGINEERS = "builds-airfield"
_FACT = "works"
STOOD = "engineers"
"""The fact that says where each engineer stood when its side had moved last."""


class Works(Ground, kw_only=True):
    """Something that engineers build, and where."""

    build: Number
    """Turns that building takes."""


class AirfieldTerms(Works, kw_only=True):
    """Airfields that engineers build."""

    key = "airfields"
    required = True


class FortificationTerms(Works, kw_only=True):
    """Fortifications that engineers build."""

    key = "fortifications"
    required = True


_TERMS: dict[str, type[Works]] = {AIRFIELD: AirfieldTerms, FORTIFICATION: FortificationTerms}
_RULES = {AIRFIELD: "works", FORTIFICATION: "fortification"}


class Work(msgspec.Struct, frozen=True):
    """Something being built: what, by whom, and for how many ends of a movement phase so far."""

    what: str
    side: str
    done: int = 0


def fortified(s: Situation, place: str) -> bool:
    """Return whether there is a fortification in a hex."""
    return s.place_marked(place, FORTIFICATION)


def works(s: Situation) -> Mapping[str, tuple[Work, ...]]:
    """Return what is being built, by hexes."""
    return s.cache_here(_FACT, lambda: _read(s))


def _read(s: Situation) -> dict[str, tuple[Work, ...]]:
    found = s.position.facts.get(_FACT, {})
    return {place: msgspec.convert(data, tuple[Work, ...]) for place, data in found.items()}


def _write(change: Change, place: str, now: tuple[Work, ...]) -> None:
    """Note what is being built in a hex; its marker comes and goes with that."""
    found = {**works(change), place: now}
    data = {hex: [plain(work) for work in here] for hex, here in sorted(found.items()) if here}
    if bool(now) != change.place_marked(place, WORKS):  # first what all see
        change.emit(ev.PlaceMarked(place, *(((WORKS,), ()) if now else ((), (WORKS,)))))
    change.emit(ev.FactSet(_FACT, data or None))


def _engineers(s: Situation, side: str) -> tuple[str, ...]:
    """Return the engineers of a side that are on the map."""
    memo = s.module.memo
    if ("engineers", side) not in memo:
        counters = s.module.counters.values()
        memo["engineers", side] = tuple(
            c.id for c in counters if c.side == side and _ENGINEERS in c.tags
        )
    return tuple(p for p in memo["engineers", side] if p in s.position.pieces and s.on_map(p))


def _intact(s: Situation, side: str, place: str) -> int:
    """Return how many intact engineers of a side are in a hex: so many works they can do."""
    return sum(s.place(p) == place and not s.piece(p).losses for p in _engineers(s, side))


# beginning a work


class _BeginWork(SpecialMove, frozen=True):
    """Let engineers begin a work in their hex."""

    abstract: ClassVar[bool] = True
    what: ClassVar[str] = ""
    piece: str

    def verdict(self, s: Situation, side: str) -> Verdict:
        """Check engineers, ground, and what is there already."""
        if self.piece not in _engineers(s, side):
            message = msg("{piece} cannot build.", piece=piece_ref(self.piece))
            return Verdict.no(message, rule=clause(s, "works"))
        return Verdict.of(list(_objections(s, side, self.piece, self.what)))

    def carry_out(self, change: Change) -> None:
        """Begin."""
        place, side = change.place(self.piece), change.side(self.piece)
        _write(change, place, (*works(change).get(place, ()), Work(self.what, side)))
        message = msg("{piece} begins to build in {hex}: {what}.", piece=piece_ref(self.piece),
                      hex=hex_ref(place), what=key_ref(f"marker.{self.what}"))  # fmt: skip
        change.say(message, clause(change, _RULES[self.what]))


class BuildAirfield(_BeginWork, frozen=True):
    """Let engineers begin an airfield in their hex."""

    needs: ClassVar[str] = "airfields"
    what: ClassVar[str] = AIRFIELD


class BuildFortification(_BeginWork, frozen=True):
    """Let engineers begin a fortification in their hex."""

    needs: ClassVar[str] = "fortifications"
    what: ClassVar[str] = FORTIFICATION


def _objections(s: Situation, side: str, piece: str, what: str) -> Iterator[Objection]:
    place = s.place(piece)
    about = {"pieces": (piece,), "hexes": (place,)}
    here = works(s).get(place, ())
    if s.piece(piece).losses:
        message = msg("{piece} has losses; only intact engineers build.", piece=piece_ref(piece))
        yield object_to(s, message, "works", "supply", **about)
    elif len(here) >= _intact(s, side, place):
        message = msg("The engineers in {hex} are already at work.", hex=hex_ref(place))
        yield object_to(s, message, "one-work", "supply", **about)
    if not fits(s, place, s.terms(_TERMS[what])):
        message = msg("Nothing can be built on the ground of {hex}.", hex=hex_ref(place))
        rule = "works" if what == AIRFIELD else "work-terrain"
        yield object_to(s, message, rule, "supply", **about)
    exists = is_airfield(s, place) if what == AIRFIELD else fortified(s, place)
    if exists or any(work.what == what for work in here):
        message = msg("That is already in {hex}, or being built.", hex=hex_ref(place))
        yield object_to(s, message, "works", "form", **about)


def work_moves(s: Situation, side: str, piece: str | None) -> Iterator[SpecialMove]:
    """Yield the works that engineers of a side might begin, or one of them."""
    for one in _engineers(s, side):
        if piece in {None, one}:
            yield from (BuildAirfield(one), BuildFortification(one))


# how works go on


class NoteWorks(Step, frozen=True):
    """A side has moved: works go on where intact engineers are, and end where there are none."""

    side: str

    def run(self, change: Change) -> None:
        """Count, and note where all engineers stand."""
        change.finish()
        for place, here in works(change).items():
            mine = [work for work in here if work.side == self.side]
            able = mine[: _intact(change, self.side, place)]
            now = tuple(replace(work, done=work.done + 1) for work in able)
            others = tuple(work for work in here if work.side != self.side)
            if len(able) < len(mine):
                change.reveal()
                for piece in _engineers(change, self.side):
                    if change.place(piece) == place:
                        change.show(piece)
            if mine:
                _write(change, place, (*others, *now))
            if len(able) < len(mine):
                change.say(msg("Work in {hex} stops: no intact engineers are there.",
                               hex=hex_ref(place)), clause(change, "works-stop"))  # fmt: skip
        stood = {p: change.place(p) for p in _engineers(change, self.side)}
        facts = {p: h for p, h in _stood(change).items() if change.side(p) != self.side}
        change.emit(ev.FactSet(STOOD, {**facts, **stood} or None))


def _stood(s: Situation) -> Mapping[str, str]:
    """Return where each engineer piece stood when its side had moved last."""
    found: Mapping[str, str] = s.position.facts.get(STOOD, {})
    return found


class FinishWorks(Step, frozen=True):
    """A side is about to move: works that took long enough are ready, interdicted hexes free."""

    side: str

    def run(self, change: Change) -> None:
        """Put markers down; take those of interdiction off where engineers stayed."""
        change.finish()
        for place, here in works(change).items():
            ready = [w for w in here if w.side == self.side and w.done >= _takes(change, w)]
            for work in ready:
                change.emit(ev.PlaceMarked(place, (work.what,)))
                message = msg("Ready in {hex}: {what}.", hex=hex_ref(place),
                              what=key_ref(f"marker.{work.what}"))  # fmt: skip
                change.say(message, clause(change, _RULES[work.what]))
            if ready:
                _write(change, place, tuple(work for work in here if work not in ready))
        stood = _stood(change)
        for piece in _engineers(change, self.side):
            place = change.place(piece)
            if stood.get(piece) == place and change.place_marked(place, LASTING):
                change.reveal()  # that these are engineers, and were here before
                change.emit(ev.PlaceMarked(place, remove=(LASTING,)))
                message = msg("{piece} clears {hex}.", piece=piece_ref(piece), hex=hex_ref(place))
                change.say(message, clause(change, "cleared"))


def _takes(s: Situation, work: Work) -> int:
    return s.terms(_TERMS[work.what]).build


# capture


def captures(s: Situation, piece: str, path: tuple[str, ...]) -> list[Step]:
    """Return the step that destroys what a land piece captures on its way, if there is any."""
    side = s.side(piece)
    spoils = tuple((h, mark) for h in dict.fromkeys(path) for mark in _spoils(s, h, side))
    return [Raze(side, spoils)] if spoils else []


def _spoils(s: Situation, place: str, captor: str) -> Iterator[str]:
    """Yield the markers in a hex that a side destroys by coming there, if nobody is left there."""
    if place not in s.position.marks or place in land_units(s, s.enemy(captor)):
        return
    yield from captured_base(s, place, captor)
    if fortified(s, place) and controller(s, place) != captor:
        yield FORTIFICATION
    if any(work.side != captor for work in works(s).get(place, ())):
        yield WORKS


class Raze(Step, frozen=True):
    """A side has captured hexes: supply bases, fortifications and works there are destroyed."""

    side: str
    spoils: tuple[tuple[str, str], ...]

    def run(self, change: Change) -> None:
        """Take the markers off."""
        change.finish()
        for place, mark in self.spoils:
            if mark == WORKS:
                _write(change, place, ())
            else:
                change.emit(ev.PlaceMarked(place, remove=(mark, STOPPED)))
            rule = "captured-works" if mark in {WORKS, FORTIFICATION} else "captured-base"
            message = msg("{hex} is taken: {what} destroyed.", hex=hex_ref(place),
                          what=key_ref(f"marker.{mark}"))  # fmt: skip
            change.say(message, clause(change, rule))


class Engineering:
    """A part: engineers build and clear; whoever comes by takes or destroys works."""

    @hookimpl
    def special_moves(self, s: Situation, side: str, piece: str | None) -> list[SpecialMove]:
        return list(work_moves(s, side, piece))

    @hookimpl
    def capture_steps(self, s: Situation, piece: str, path: tuple[str, ...]) -> list[Step]:
        return list(captures(s, piece, path))

    @hookimpl
    def hex_notes(self, s: Situation, hex: str) -> list[Message]:
        return [
            msg("Being built by {side}: {what}", side=side_ref(work.side),
                what=key_ref(f"marker.{work.what}"))
            for work in works(s).get(hex, ())
        ]  # fmt: skip
