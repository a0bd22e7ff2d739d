"""Writes a free-table module: what lies where, made of which counters."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec

from tabuleiro.i18n import _
from tabuleiro.vassal.counters import Condition, Counters, Template, as_made
from tabuleiro.vassal.errors import VassalError
from tabuleiro.vassal.game import Game, Slot
from tabuleiro.vassal.module_file import GameFile
from tabuleiro.vassal.names import Names, said, slug
from tabuleiro.vassal.pieces import Piece, Prototypes, read_definition
from tabuleiro.vassal.saves import heaps_of
from tabuleiro.vassal.table import Table
from tabuleiro.vassal.yaml_files import fits, write_file

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tabuleiro.vassal.ledger import Ledger
    from tabuleiro.vassal.pictures import Pictures
    from tabuleiro.vassal.saves import Save

__all__ = ["Writer"]

MAX_PALETTE: Final = 2_000
MAX_SCENARIOS: Final = 150
MAX_SAVES_WORK: Final = 1_500_000
"""Traits of the pieces of all saves together."""
START: Final = "start"
COUNTER: Final = 0.6
"""How wide a drawn counter is, if a hex is 1 wide: the pictures of pieces keep their size."""


class _Lying(NamedTuple):
    """A counter as it lies somewhere at the start."""

    place: str
    box: bool
    id: str
    condition: Condition


class Writer:
    """Writes one module."""

    def __init__(
        self,
        game: Game,
        prototypes: Prototypes,
        pictures: Pictures,
        ledger: Ledger,
        *,
        unit: float,
    ) -> None:
        """Take the module as it was read; ``unit`` is how wide a hex would be, in pixels."""
        self._game, self._prototypes, self._ledger = game, prototypes, ledger
        self._ids = Names("nobody", "at", "in")
        self._file = GameFile(game, ledger, self._ids)
        sides = self._file.sides
        self._counters = Counters(pictures, sides)
        self._table = Table(game, sides, pictures, ledger, self._ids, unit=unit)
        self._made: dict[str, dict[str, Any]] = {}
        """Counters by their ids, as they stand in the file."""
        self._known: dict[bytes, list[str]] = defaultdict(list)
        """The ids of equal counters."""
        self._pieces: dict[str, Piece | None] = {}

    def write(self, folder: Path, id: str, saves: dict[str, Save]) -> None:
        """Write all files of the module into a folder."""
        self._table.lay_out(saves)
        scenarios = list(self._scenarios(saves))
        palette = self._palette()
        id = slug(id, "module")
        (folder / "scenarios").mkdir()
        write_file(folder / "board.yaml", self._table.data(id))
        write_file(folder / "counters.yaml", self._counters_file(palette))
        write_file(folder / "module.yaml", self._file.data(id, self._counters.types_data()))
        for name, data in scenarios:
            write_file(folder / "scenarios" / f"{name}.yaml", data)
        if "mark-when-moved" in self._ledger.traits_taken:
            moved = {"state.moved": {"pt": "moveu", "en": "moved"}}
            write_file(folder / "texts.yaml", {"format": 1, "texts": moved})
        for layer, count in sorted(self._counters.dropped.items()):
            told = _('{n} pieces lost the layer "{name}": a module has no more than 20 states.')
            self._ledger.note(told.format(n=count, name=layer))

    # ------------------------------------------------------------------------------ scenarios

    def _scenarios(self, saves: dict[str, Save]) -> Iterator[tuple[str, dict[str, Any]]]:
        names = Names()
        plain = [setup for setup in self._game.setups if not setup.file]
        lying = list(self._at_start())
        named = said(plain[0].name) if plain else said(self._game.name)
        if lying or not saves:
            yield names.new(START), _scenario(named, lying)
        before, self._prototypes.left = self._prototypes.left, MAX_SAVES_WORK
        for setup in self._game.setups[:MAX_SCENARIOS]:
            if setup.file not in saves:
                continue
            try:
                lying = list(self._in_save(saves[setup.file]))
            except VassalError as error:
                self._ledger.note(f"{said(setup.name)}: {error}")
            else:
                yield names.new(setup.name, "scenario"), _scenario(said(setup.name), lying)
        self._prototypes.left = before

    def _at_start(self) -> Iterator[_Lying]:
        used: dict[bytes, int] = defaultdict(int)
        for window in self._game.maps:
            for stack in window.stacks:
                place, box = self._table.of_stack(window, stack)
                for slot in stack.slots:
                    made = self._of_slot(slot, (*slot.folder, stack.name, window.name), used)
                    if made is not None and place:
                        self._cover(place, made[0], box=box)
                        yield _Lying(place, box, *made)

    def _in_save(self, save: Save) -> Iterator[_Lying]:
        used: dict[bytes, int] = defaultdict(int)
        lost = 0
        left = dict(save.pieces)
        for heap in heaps_of(save):
            place, box = self._table.of_heap(heap)
            for id in heap.pieces:
                definition = left.pop(id, None)
                if definition is None or not place:
                    lost += definition is not None
                    continue
                piece = self._prototypes.piece(definition)
                template, condition = self._counters.template(piece, (heap.map, heap.deck))
                condition = msgspec.structs.replace(
                    condition, face_down=condition.face_down and not box
                )
                made = self._id_of(template, piece.slot, used)
                self._cover(place, made, box=box)
                yield _Lying(place, box, made, condition)
        if lost:
            told = _("{n} pieces of a set-up lie on no map, and were left.")
            self._ledger.note(told.format(n=lost))

    def _cover(self, place: str, id: str, *, box: bool) -> None:
        """Keep what the back of a card is that lies in a box."""
        if box:
            self._table.cover(place, self._made[id].get("image", {}).get("hidden", ""))

    # ------------------------------------------------------------------------------- counters

    def _of_slot(
        self, slot: Slot, folder: tuple[str, ...], used: dict[bytes, int]
    ) -> tuple[str, Condition] | None:
        found = self._template(slot, folder)
        if found is None:
            return None
        template, condition = found
        return self._id_of(template, slot.number, used), condition

    def _template(self, slot: Slot, folder: tuple[str, ...]) -> tuple[Template, Condition] | None:
        piece = self._piece(slot.text)
        if piece is None:
            return None
        piece.name = piece.name or slot.name
        return self._counters.template(piece, folder)

    def _piece(self, text: str) -> Piece | None:
        """Return a piece by its definition, with all prototypes put in."""
        if text not in self._pieces:
            definition = read_definition(text)
            found = None if definition is None else self._prototypes.piece(definition)
            self._pieces[text] = found
        return self._pieces[text]

    def _id_of(self, template: Template, slot: str, used: dict[bytes, int]) -> str:
        """Return a counter for a piece; of equal ones each in its turn."""
        key = msgspec.json.encode((template, slot))
        ids = self._known[key]
        number = used[key]
        used[key] += 1
        if number == len(ids):
            ids.append(self._ids.new(template.name))
            self._made[ids[number]] = self._counters.data(ids[number], template)
        return ids[number]

    def _palette(self) -> list[dict[str, Any]]:
        """Return what may be made during play: the palettes, and what pieces turn into."""
        found: list[dict[str, Any]] = []
        seen: set[bytes] = set()
        for slot in (*self._game.palette, *self._targets()):
            made = self._template(slot, slot.folder)
            if made is None:
                continue
            key = msgspec.json.encode((made[0], slot.number))
            if key in seen or key in self._known:
                continue
            seen.add(key)
            data = self._counters.data(self._ids.new(made[0].name), as_made(*made))
            if len(found) < MAX_PALETTE:
                found.append(data)
            else:
                self._made[data["id"]] = data
        return found

    def _targets(self) -> Iterator[Slot]:
        """Yield the pieces that others put down or turn into, where they stand in no palette."""
        texts: dict[str, None] = {}
        for text in (*(slot.text for slot in self._game.palette), *self._game.prototypes.values()):
            piece = self._piece(text)
            for place in piece.places if piece is not None else ():
                texts.setdefault(place.spec)
        for spec in texts:
            if spec.startswith("+/"):
                yield Slot("", "", spec)

    def _counters_file(self, palette: list[dict[str, Any]]) -> dict[str, Any]:
        states = self._counters.states_data()
        found: dict[str, Any] = {"format": 1}
        if states:
            found["states"] = states
        found["pixels"] = max(2.0, round(COUNTER * self._table.pixels, 1))
        found["counters"] = list(self._made.values())
        if palette:
            found["palette"] = palette
        if not fits(found):
            for counter in (*found["counters"], *palette):
                counter.pop("tags", None)
            self._ledger.note(_("The markers that are words were left: there are too many pieces."))
        return found


def _scenario(name: str, lying: Iterable[_Lying]) -> dict[str, Any]:
    setup: list[dict[str, Any]] = []
    last: Any = None
    for one in lying:
        key = (one.place, one.box, one.condition.key)
        if key == last:
            setup[-1]["units"].append(one.id)
            continue
        last = key
        entry: dict[str, Any] = {"box" if one.box else "hex": one.place, "units": [one.id]}
        if one.condition.losses:
            entry["reduced"] = one.condition.losses
        if one.condition.states:
            entry["states"] = one.condition.states
        if one.condition.face_down:
            entry["marks"] = ["face-down"]
        setup.append(entry)
    return {"format": 1, "name": name, "setup": setup}
