"""Bridges over rivers: the work of engineers, begun in one turn and ready in the next (10.0).

``rules: bridges`` names the hexside, the side that builds, the tag of its builders, the first
turn, the marker (of which there are so many) and the side whose coming destroys a bridge.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.engine import Action, Decision, Step, Verdict, hex_ref, msg, narrowed, piece_ref
from tabuleiro.engine import events as ev
from tabuleiro.engine.knowledge import Knowledge
from tabuleiro.hooks import hookimpl
from tabuleiro.rules.clauses import clause, object_to
from tabuleiro.rules.combat.terrain import features_between
from tabuleiro.rules.ground.crossings import Crossing, bridged
from tabuleiro.rules.recon.covered import covered
from tabuleiro.rules.recon.secrecy import OPEN, SEALING
from tabuleiro_metz.parameters import BridgesTerms

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

    from tabuleiro.engine import Change, Situation
    from tabuleiro.engine.verdicts import Objection
    from tabuleiro.module import Phase

__all__ = [
    "BRIDGE",
    "Bridges",
    "BuildBridge",
    "BuildBridges",
    "DestroyBridges",
    "DoneBuilding",
    "NoteBuilders",
    "bridges_left",
]

BRIDGE = "bridge"
"""The mark of a hexside, such as ``0507/0508``, over which a bridge was built."""

_SITES = "works"
_BUILDERS = [Knowledge(facts_of_known=frozenset({_SITES}))]
"""Builders are known by it that they stand there as such."""
_STOCK = "bridges"


def _builds(s: Situation, phase: Phase) -> bool:
    """Return whether it is the movement phase of the side that builds."""
    terms = s.terms_if_any(BridgesTerms)
    return terms is not None and phase.kind == "movement" and terms.side == phase.side


def bridges_left(s: Situation) -> int:
    """Return how many bridges can still be built."""
    count = s.module.markers[s.terms(BridgesTerms).marker].count or 0
    return s.position.tracks.get(_STOCK, count)


class BuildBridge(Action, frozen=True):
    """Put a bridge between the hex of a builder and a neighbouring hex."""

    piece: str
    hex: str


class DoneBuilding(Action, frozen=True):
    """Build no more bridges in this turn."""


class BuildBridges(Step, frozen=True):
    """A side puts bridges where its builders have stood since its last movement phase."""

    side: str

    def _choices(self, s: Situation) -> Iterator[BuildBridge]:
        for piece in _sites(s):
            for there in s.board.grid.neighbours(s.place(piece)) if s.on_map(piece) else ():
                action = BuildBridge(piece, there)
                if not any(self._objections(s, action)):
                    yield action

    def told(self, s: Situation, viewer: str) -> Step | None:
        """Who can build has builders there: the others may not know them."""
        return None if viewer != self.side and covered(s, viewer) else self

    def may_ask(self, s: Situation) -> Collection[str]:
        """Who has builders there is asked."""
        del s
        return (self.side,)

    def decision(self, s: Situation) -> Decision | None:
        """Ask the side while it can build."""
        choices = list(self._choices(s))
        if not choices:
            return None
        return Decision(
            self.side,
            msg("Place the bridges that are ready."),
            clause(s, "bridge-build"),
            "path",
            pieces=tuple(dict.fromkeys(choice.piece for choice in choices)),
            hexes=tuple(dict.fromkeys(choice.hex for choice in choices)),
            actions=("build-bridge", "done-building"),
        )

    def legal(
        self, s: Situation, *, piece: str | None = None, hex: str | None = None
    ) -> Iterable[Action]:
        """List the bridges that can be built, and building no more."""
        return narrowed(self._choices(s), piece, hex, (DoneBuilding(),))

    def check(self, s: Situation, action: Action) -> Verdict:
        """Check a bridge."""
        if isinstance(action, DoneBuilding):
            return Verdict.yes()
        if not isinstance(action, BuildBridge):
            return super().check(s, action)
        return Verdict.of(list(self._objections(s, action)))

    def _objections(self, s: Situation, action: BuildBridge) -> Iterator[Objection]:
        terms, piece, there = s.terms(BridgesTerms), action.piece, action.hex
        here = s.place(piece) if piece in s.position.pieces else ""
        if here not in s.board.grid or _sites(s).get(piece) != here:
            message = msg("{piece} has prepared no bridge.", piece=piece_ref(piece))
            yield object_to(s, message, "bridge-build", "form")
            return
        beside = there in s.board.grid and s.board.grid.are_neighbours(here, there)
        river = beside and terms.hexside in features_between(s, here, there)
        if not river or terms.hexside in bridged(s, here, there):
            message = msg("There is no river to bridge between {here} and {there}.",
                          here=hex_ref(here), there=hex_ref(there))  # fmt: skip
            yield object_to(s, message, "bridge-build", "form")
            return
        if s.turn < terms.first_turn:
            message = msg("Bridges are built from turn {n} on.", n=terms.first_turn)
            yield object_to(s, message, "bridge-turn", "movement", pieces=(piece,))
        for place in (here, there):
            if s.position.control.get(place) != self.side:
                message = msg("{hex} is not in your power.", hex=hex_ref(place))
                yield object_to(s, message, "bridge-both-hexes", "movement", hexes=(place,))
        if bridges_left(s) < 1:
            message = msg("There are no bridges left.")
            yield object_to(s, message, "bridge-stock", "movement", pieces=(piece,))

    def act(self, change: Change, action: Action) -> None:
        """Build the bridge, or go on."""
        if not isinstance(action, BuildBridge):
            change.finish()
            return
        here = change.place(action.piece)
        left = {piece: place for piece, place in _sites(change).items() if piece != action.piece}
        change.emit(ev.FactSet(_SITES, left))
        change.emit(ev.TrackSet(_STOCK, bridges_left(change) - 1))
        change.emit(ev.PlaceMarked("/".join(sorted((here, action.hex))), (BRIDGE,)))
        change.say(
            msg("{piece} builds a bridge between {here} and {there}.",
                piece=piece_ref(action.piece), here=hex_ref(here), there=hex_ref(action.hex)),
            clause(change, "bridge-build"),
        )  # fmt: skip


def _sites(s: Situation) -> Mapping[str, str]:
    """Return the builders that stood beside a river when their side had moved, and where."""
    found: Mapping[str, str] = s.position.facts.get(_SITES, {})
    return found


def _builders_sealed(s: Situation, viewer: str) -> list[Knowledge]:
    """Return what a side knows of who prepares bridges, where pieces are covered: its own."""
    sites = s.position.facts.get(_SITES)
    if sites is None:
        return []
    if s.options.get(SEALING, OPEN) == OPEN:
        return _BUILDERS
    return s.cache_by_basis(
        ("builders", viewer), sites, lambda: [Knowledge(facts={_SITES: _own(s, viewer)})]
    )


def _own(s: Situation, viewer: str) -> dict[str, str] | None:
    own = {piece: place for piece, place in _sites(s).items() if s.side(piece) == viewer}
    return own or None


class NoteBuilders(Step, frozen=True):
    """A side has moved: its builders beside rivers prepare bridges."""

    side: str

    def run(self, change: Change) -> None:
        """Note where they stand."""
        change.finish()
        terms = change.terms(BridgesTerms)
        found = {
            piece: place
            for place, pieces in change.occupied(self.side).items()
            for piece in pieces
            if terms.tag in change.counter(piece).tags and _beside(change, place)
        }
        change.emit(ev.FactSet(_SITES, found))


def _beside(s: Situation, place: str) -> bool:
    kind = s.terms(BridgesTerms).hexside
    return any(kind in features_between(s, place, h) for h in s.board.grid.neighbours(place))


def _built(s: Situation) -> frozenset[tuple[str, str]]:
    """Return the hexsides over which bridges were built."""
    return s.cache_by_basis("bridges", s.position.marks, lambda: _marked(s))


def _crossings(s: Situation, built: frozenset[tuple[str, str]], hexside: str) -> list[Crossing]:
    return s.cache_by_basis(
        "bridged", built, lambda: [Crossing(side, hexside) for side in sorted(built)]
    )


def _marked(s: Situation) -> frozenset[tuple[str, str]]:
    # A marker of the same name that lies in a hex or a box is no bridge over anything.
    marked = (place for place, marks in s.position.marks.items() if BRIDGE in marks)
    places = (place.partition("/") for place in marked if "/" in place)
    return frozenset((a, b) for a, _slash, b in places)


class DestroyBridges(Step, frozen=True):
    """A piece of the side that destroys bridges has come by: those at its hexes are gone."""

    piece: str
    path: tuple[str, ...]

    def run(self, change: Change) -> None:
        """Remove them."""
        change.finish()
        for here, there in _doomed(change, self.piece, self.path):
            change.emit(ev.PlaceMarked(f"{here}/{there}", remove=(BRIDGE,)))
            change.say(
                msg("{piece} destroys the bridge between {here} and {there}.",
                    piece=piece_ref(self.piece), here=hex_ref(here), there=hex_ref(there)),
                clause(change, "bridge-destroyed"),
            )  # fmt: skip


def _doomed(s: Situation, piece: str, path: tuple[str, ...]) -> list[tuple[str, str]]:
    """Return the bridges at hexes that a piece enters, if its side destroys them."""
    terms = s.terms_if_any(BridgesTerms)
    if terms is None or s.side(piece) != terms.destroyed_by:
        return []
    return sorted(side for side in _built(s) if set(side) & set(path))


class Bridges:
    """A part: engineers bridge rivers, and the enemy destroys what they built."""

    parameters = (BridgesTerms,)
    words = (
        "bridge-both-hexes",
        "bridge-build",
        "bridge-destroyed",
        "bridge-stock",
        "bridge-turn",
    )

    @hookimpl
    def steps_before(self, s: Situation, phase: Phase) -> list[Step]:
        """Bridges that are ready are put down before a side moves."""
        return [BuildBridges(str(phase.side))] if _builds(s, phase) else []

    @hookimpl
    def steps_after(self, s: Situation, phase: Phase) -> list[Step]:
        """Where builders stand after it is noted."""
        return [NoteBuilders(str(phase.side))] if _builds(s, phase) else []

    @hookimpl
    def crossings(self, s: Situation) -> list[Crossing]:
        terms = s.terms_if_any(BridgesTerms)
        return _crossings(s, _built(s), terms.hexside) if terms else []

    @hookimpl
    def watched_hexes(self, s: Situation) -> Collection[str]:
        """Both hexes of a bridge must be in the hands of who builds it."""
        terms = s.terms_if_any(BridgesTerms)
        return (
            {place for side in s.board.sides_of(terms.hexside) for place in side} if terms else ()
        )

    @hookimpl
    def capture_steps(self, s: Situation, piece: str, path: tuple[str, ...]) -> list[Step]:
        return [DestroyBridges(piece, path)] if _doomed(s, piece, path) else []

    @hookimpl
    def knowledge(self, s: Situation, viewer: str) -> list[Knowledge]:
        return _builders_sealed(s, viewer)
