"""Works of engineers: bridges over rivers, begun in one turn and ready in the next.

``rules: bridges`` names the hexside, the side that builds, the tag of its builders, the first
turn, the marker (of which there are so many) and the side whose coming destroys a bridge.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.engine import Action, Decision, Step, Verdict, hex_ref, msg, piece_ref
from tabuleiro.engine import events as ev
from tabuleiro.engine.knowledge import Knowledge
from tabuleiro.mechanics.clauses import clause, object_to
from tabuleiro.mechanics.covered import covered
from tabuleiro.mechanics.secrecy import OPEN, SEALING
from tabuleiro.mechanics.terrain import BRIDGE, bridged, features_between, marker_bridges

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

    from tabuleiro.engine import Change, Situation
    from tabuleiro.engine.verdicts import Objection

__all__ = [
    "BuildBridge",
    "BuildBridges",
    "DoneBuilding",
    "NoteBuilders",
    "bridges_left",
    "destroy_bridges",
    "steps_after",
    "steps_before",
]

_SITES = "works"
_STOCK = "bridges"


def steps_before(s: Situation, side: str) -> list[Step]:
    """Return the steps before a side moves: bridges that are ready."""
    return [BuildBridges(side)] if _builds(s, side) else []


def steps_after(s: Situation, side: str) -> list[Step]:
    """Return the steps after a side moved: where its builders stand now."""
    return [NoteBuilders(side)] if _builds(s, side) else []


def _builds(s: Situation, side: str) -> bool:
    return bool(s.parameter("bridges", {}).get("side") == side)


def bridges_left(s: Situation) -> int:
    """Return how many bridges can still be built."""
    count = s.module.markers[s.parameter("bridges")["marker"]].count or 0
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
        for choice in self._choices(s):
            if piece in {None, choice.piece} and hex in {None, choice.hex}:
                yield choice
        if piece is None and hex is None:
            yield DoneBuilding()

    def check(self, s: Situation, action: Action) -> Verdict:
        """Check a bridge."""
        if isinstance(action, DoneBuilding):
            return Verdict.yes()
        if not isinstance(action, BuildBridge):
            return super().check(s, action)
        return Verdict.of(list(self._objections(s, action)))

    def _objections(self, s: Situation, action: BuildBridge) -> Iterator[Objection]:
        terms, piece, there = s.parameter("bridges"), action.piece, action.hex
        here = s.place(piece) if piece in s.position.pieces else ""
        if here not in s.board.grid or _sites(s).get(piece) != here:
            message = msg("{piece} has prepared no bridge.", piece=piece_ref(piece))
            yield object_to(s, message, "bridge-build", "form")
            return
        beside = there in s.board.grid and s.board.grid.are_neighbours(here, there)
        river = beside and terms["hexside"] in features_between(s, here, there)
        if not river or terms["hexside"] in bridged(s, here, there):
            message = msg("There is no river to bridge between {here} and {there}.",
                          here=hex_ref(here), there=hex_ref(there))  # fmt: skip
            yield object_to(s, message, "bridge-build", "form")
            return
        if s.turn < int(terms["first_turn"]):
            message = msg("Bridges are built from turn {n} on.", n=terms["first_turn"])
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


def builders_sealed(s: Situation, viewer: str) -> list[Knowledge]:
    """Return what a side knows of who prepares bridges, where pieces are covered: its own."""
    sites = s.position.facts.get(_SITES)
    if sites is None or s.options.get(SEALING, OPEN) == OPEN:
        return []
    own = {piece: place for piece, place in sites.items() if s.side(piece) == viewer}
    return [Knowledge(facts={_SITES: own or None})]


class NoteBuilders(Step, frozen=True):
    """A side has moved: its builders beside rivers prepare bridges."""

    side: str

    def run(self, change: Change) -> None:
        """Note where they stand."""
        change.finish()
        terms = change.parameter("bridges")
        found = {
            piece: place
            for place, pieces in change.occupied(self.side).items()
            for piece in pieces
            if terms["tag"] in change.counter(piece).tags and _beside(change, place)
        }
        change.emit(ev.FactSet(_SITES, found))


def _beside(s: Situation, place: str) -> bool:
    kind = s.parameter("bridges")["hexside"]
    return any(kind in features_between(s, place, h) for h in s.board.grid.neighbours(place))


def destroy_bridges(change: Change, piece: str, path: tuple[str, ...]) -> None:
    """Remove the bridges at hexes that a piece enters, if its side destroys them."""
    bridges = marker_bridges(change)
    if not bridges or change.side(piece) != change.parameter("bridges")["destroyed_by"]:
        return
    for side in sorted(bridges):
        if set(side) & set(path):
            change.emit(ev.PlaceMarked("/".join(side), remove=(BRIDGE,)))
            change.say(
                msg("{piece} destroys the bridge between {here} and {there}.",
                    piece=piece_ref(piece), here=hex_ref(side[0]), there=hex_ref(side[1])),
                clause(change, "bridge-destroyed"),
            )  # fmt: skip
