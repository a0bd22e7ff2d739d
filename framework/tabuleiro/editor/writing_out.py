"""A position of a match as a scenario: what it takes to begin there again.

It is made from what a seat sees. Whoever sees everything writes everything out; of what a side does
not see, its scenario holds nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tabuleiro.editor.errors import EditError
from tabuleiro.engine.position import OFF, UNSEEN
from tabuleiro.i18n import _, ngettext
from tabuleiro.module.errors import Unreadable
from tabuleiro.module.files import SCENARIOS, decode, read_raw
from tabuleiro.module.loader import parse
from tabuleiro.module.made import MADE
from tabuleiro.module.places import holder_in
from tabuleiro.module.unknown import is_unknown

if TYPE_CHECKING:
    from tabuleiro.engine.position import PieceState, Position
    from tabuleiro.engine.situation import Situation

__all__ = ["WrittenOut", "scenario_of"]


@dataclass(frozen=True)
class WrittenOut:
    """A scenario as the values of its file, and sentences on what of the position is not in it."""

    data: dict[str, Any]
    left_out: tuple[str, ...]


def scenario_of(
    seen: Situation, id: str, name: Mapping[str, str], text: Mapping[str, str]
) -> WrittenOut:
    """Return the position that is seen as a scenario with an id, a name and a text.

    Raises `EditError` while the set-up is not finished.

    >>> from tabuleiro.testing import table
    >>> s = table("diadem", "allied-combat", {"us-349-ri": "0504", "de-4-rpqd": "0505"}).s
    >>> words = {"pt": "Dois", "en": "Two"}
    >>> made = scenario_of(s, "two", words, words).data
    >>> made["setup"][1], made["opens"]["phase"]
    ({'hex': '0505', 'units': ['de-4-rpqd']}, 'allied-combat')
    """
    position = seen.position
    if position.phase < 0:
        raise EditError(_("The set-up is not finished: there is no position to write out yet."))
    known = {
        piece: state
        for piece, state in position.pieces.items()
        if state.place != UNSEEN and not is_unknown(piece)
    }
    base = _as_written(seen)
    coming = list(_still_coming(base.get("reinforcements") or [], known))
    writer = _Writer(seen, known, coming)
    data = {
        **base,
        "format": 1,
        "id": id,
        "name": dict(name),
        "text": dict(text),
        "first_turn": seen.scenario.first_turn,
        "last_turn": seen.scenario.last_turn,
        "setup": writer.setup(),
        "reinforcements": coming,
        "markers": writer.markers(),
        "options": _options(seen),
        "opens": writer.opens(),
    }
    data.pop("free", None)  # all are placed by now
    data.pop("tracks", None)  # these stand with the others
    for key in ("markers", "reinforcements", "options"):
        if not data[key] and key not in base:
            del data[key]
    return WrittenOut(data, tuple(_left_out(position, known)))


def _as_written(seen: Situation) -> dict[str, Any]:
    """Return the values of the file of the scenario that is played; none if it has no file."""
    name = f"{SCENARIOS}/{seen.scenario.id}.yaml"
    try:
        return parse(decode(read_raw(seen.module.root, name), name), name).data
    except Unreadable:
        return {}


def _still_coming(
    entries: list[dict[str, Any]], known: Mapping[str, PieceState]
) -> Iterator[dict[str, Any]]:
    """Yield the entries of reinforcements with those who have not arrived."""
    for entry in entries:
        units = [unit for unit in entry["units"] if _waits(unit, known)]
        if units:
            yield {**entry, "units": units}


def _waits(unit: str, known: Mapping[str, PieceState]) -> bool:
    """Return whether a piece is off the board, or inside of one that is."""
    state = known.get(unit)
    while state is not None and (holder := holder_in(state.place)) is not None:
        state = known.get(holder)
    return state is not None and state.place == OFF


def _options(seen: Situation) -> dict[str, Any]:
    """Return the options of the module as they are in this match, where they are not usual."""
    return {
        name: seen.options[name]
        for name, option in seen.module.options.items()
        if name in seen.options and seen.options[name] != option.default
    }


class _Writer:
    """Writes pieces and places; what an entry of the set-up cannot say stands under ``opens``."""

    def __init__(
        self, seen: Situation, known: Mapping[str, PieceState], coming: list[dict[str, Any]]
    ) -> None:
        self.seen = seen
        self.position = seen.position
        self.known = known
        self.coming = {unit: entry for entry in coming for unit in entry["units"]}
        self.order = [
            piece
            for place in sorted(self.position.stacks)
            for piece in self.position.stacks[place]
            if piece in known
        ]

    def _is_set_up(self, piece: str) -> bool:
        place = self.known[piece].place
        board = self.seen.board
        on_map = place in board.boxes or place in board.grid or holder_in(place) is not None
        return on_map and MADE not in piece and piece not in self.coming

    def setup(self) -> list[dict[str, Any]]:
        """Return the entries of all that lie on the board, in boxes or inside of others."""
        entries: list[dict[str, Any]] = []
        for piece in filter(self._is_set_up, self.order):
            about = self._entry(self.known[piece])
            if entries and {k: v for k, v in entries[-1].items() if k != "units"} == about:
                entries[-1]["units"].append(piece)
            else:
                first, *rest = about.items()
                entries.append(dict([first, ("units", [piece]), *rest]))
        return entries

    def _entry(self, state: PieceState) -> dict[str, Any]:
        holder = holder_in(state.place)
        about: dict[str, Any] = {"hex": state.place}
        if holder is not None:
            about = {"in": holder}
        elif state.place in self.seen.board.boxes:
            about = {"box": state.place}
        if state.losses:
            about["reduced"] = True if state.losses == 1 else state.losses
        if state.states:
            about["states"] = dict(state.states)
        return about

    def markers(self) -> list[dict[str, Any]]:
        """Return the markers that lie in hexes and boxes."""
        boxes = self.seen.board.boxes
        return [
            {"marker": sign, "box" if place in boxes else "hex": place}
            for place, signs in sorted(self.position.marks.items())
            for sign in signs
            if self._is_marker(place, sign)
        ]

    def _is_marker(self, place: str, sign: str) -> bool:
        board = self.seen.board
        return sign in self.seen.module.markers and (place in board.boxes or place in board.grid)

    def opens(self) -> dict[str, Any]:
        """Return where the match stands, besides what entries say."""
        position = self.position
        control: dict[str, list[str]] = {}
        for place, side in sorted(position.control.items()):
            control.setdefault(side, []).append(place)
        signs = {
            place: [sign for sign in marks if not self._is_marker(place, sign)]
            for place, marks in sorted(position.marks.items())
        }
        opens: dict[str, Any] = {
            "turn": position.turn,
            "phase": self.seen.module.sequence[position.phase].id,
            "control": control,
            "tracks": dict(sorted(position.tracks.items())),
            "signs": {place: marks for place, marks in signs.items() if marks},
            "facts": dict(sorted(position.facts.items())),
            "met": {side: dict(met) for side, met in sorted(position.met.items()) if met},
            "pieces": {piece: about for piece in self.order if (about := self._about(piece))},
        }
        return {key: value for key, value in opens.items() if value or key in ("turn", "phase")}

    def _about(self, piece: str) -> dict[str, Any]:
        """Return what no entry says of a piece."""
        state = self.known[piece]
        about: dict[str, Any] = {}
        entry = self.coming.get(piece)
        if entry is not None:
            if state.losses != int(entry.get("reduced", 0)):
                about["losses"] = state.losses
        elif not self._is_set_up(piece):
            if not (self.seen.module.free_table and state.place == OFF):
                about["place"] = state.place
            if state.losses:
                about["losses"] = state.losses
            if state.states:
                about["states"] = dict(state.states)
        if state.spent:
            about["spent"] = state.spent
        if state.marks:
            about["marks"] = list(state.marks)
        return about


def _left_out(position: Position, known: Mapping[str, PieceState]) -> Iterator[str]:
    unseen = len(position.pieces) - len(known)
    if unseen:
        yield ngettext(
            "{n} piece that you do not see is left out.",
            "{n} pieces that you do not see are left out.",
            unseen,
        ).format(n=unseen)
    if any(position.memory.values()):
        yield _("What the sides remember of pieces that they saw before is left out.")
    yield _("The phase begins anew: a battle in progress, and the log, are left out.")
