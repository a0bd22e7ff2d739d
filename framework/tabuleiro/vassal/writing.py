"""Writes the files of a free-table module: game, board, counters, scenarios."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec

from tabuleiro.i18n import _
from tabuleiro.module.files import MAX_FILE
from tabuleiro.module.loader import MAX_VALUES
from tabuleiro.vassal.counters import Condition, Counters, Template
from tabuleiro.vassal.errors import VassalError
from tabuleiro.vassal.game import Board, Game, MapWindow, Point, Slot, Stack
from tabuleiro.vassal.layout import Sheet, Sheets, lay_out
from tabuleiro.vassal.names import Names, both, flow, said, slug
from tabuleiro.vassal.pieces import Piece, Prototypes, read_definition

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tabuleiro.vassal.ledger import Ledger
    from tabuleiro.vassal.pictures import Pictures
    from tabuleiro.vassal.saves import Heap, Save

__all__ = ["Writer"]

MAX_SIDES: Final = 5
MAX_PALETTE: Final = 2_000
MAX_MAPS: Final = 60
MAX_SCENARIOS: Final = 150
MAX_DICE: Final = 50
MAX_TURNS: Final = 100
_TURNS: Final = 12
"""How many turns there are where the module does not say."""
_EMPTY: Final = (1_000, 800)
"""The size of a board that has none."""
START: Final = "start"


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
        self._game, self._prototypes, self._pictures = game, prototypes, pictures
        self._ledger, self._unit = ledger, unit
        side_names = Names("nobody")
        self._sides = {side: side_names.new(side, "side") for side in game.sides[:MAX_SIDES]}
        if len(game.sides) > MAX_SIDES:
            told = _("Of {n} sides the first {most} were taken over.")
            ledger.note(told.format(n=len(game.sides), most=MAX_SIDES))
        self._counters = Counters(pictures.counter, pictures.size, self._sides)
        self._ids = Names()
        self._made: dict[str, dict[str, Any]] = {}
        """Counters by their ids, as they stand in the file."""
        self._known: dict[bytes, list[str]] = defaultdict(list)
        """The ids of equal counters."""
        self._pieces: dict[str, Piece | None] = {}
        self._windows: dict[str, Sheets] = {}
        self._boxes: dict[str, dict[str, Any]] = {}
        self._box_names = Names()
        self._map_names = Names("at", "in")

    def write(self, folder: Path, id: str, saves: dict[str, Save]) -> None:
        """Write all files of the module into a folder."""
        self._lay_out(saves)
        scenarios = list(self._scenarios(saves))
        palette = self._palette()
        charts = list(self._charts())
        id = slug(id, "module")
        (folder / "scenarios").mkdir()
        _write(folder / "module.yaml", self._module(id))
        _write(folder / "board.yaml", self._board(id, charts))
        _write(folder / "counters.yaml", self._counters_file(palette))
        for name, data in scenarios:
            _write(folder / "scenarios" / f"{name}.yaml", data)
        if "mark-when-moved" in self._ledger.traits_taken:
            moved = {"state.moved": {"pt": "moveu", "en": "moved"}}
            _write(folder / "texts.yaml", {"format": 1, "texts": moved})
        for layer, count in sorted(self._counters.dropped.items()):
            told = _('{n} pieces lost the layer "{name}": a module has no more than 20 states.')
            self._ledger.note(told.format(n=count, name=layer))

    # ----------------------------------------------------------------------------------- maps

    def _lay_out(self, saves: dict[str, Save]) -> None:
        for window in self._game.maps:
            if window.kind != "map":
                self._box(window.name, "hand" if window.sides else "pile", window.sides)
                continue
            chosen = list(window.chosen)
            for save in saves.values():
                chosen += (one for one in save.boards.get(window.name, ()) if one not in chosen)
            for board in window.boards:
                self._measure(board)
            names, ledger = self._map_names, self._ledger
            sheets = lay_out(window, _one_in_each_cell(chosen), names, self._picture, ledger)
            if sheets is not None:
                self._windows[window.name] = sheets
        points = self._points(saves)
        every = [sheet for sheets in self._windows.values() for sheet in sheets.sheets]
        alone = len(every) == 1 and not self._game.charts
        for sheet in every:
            sheet.settle(points.get(sheet.id, ()), self._unit, alone=alone)
            if sheet.note:
                self._ledger.note(sheet.note.format(board=said(sheet.board.name)))
            self._leave_zone_grids(sheet)

    def _measure(self, board: Board) -> None:
        if self._pictures.board(board.image) or self._pictures.size_in_module(board.image)[0]:
            board.width, board.height = self._pictures.size_in_module(board.image)
        elif board.image:
            told = _('The picture "{file}" of the board "{board}" could not be taken over.')
            self._ledger.note(told.format(file=said(board.image), board=said(board.name)))
        board.width, board.height = board.width or _EMPTY[0], board.height or _EMPTY[1]

    def _picture(self, board: Board) -> str:
        found = self._pictures.board(board.image)
        if board.image and not found and self._pictures.size_in_module(board.image)[0]:
            told = _('The board "{board}" has no picture here: a map is a PNG or a JPEG.')
            self._ledger.note(told.format(board=said(board.name)))
        return found

    def _leave_zone_grids(self, sheet: Sheet) -> None:
        if sheet.grid is None or not sheet.board.zones:
            return
        told = _('"{board}" has one grid here: its {n} zones have no names or grids of their own.')
        name, count = said(sheet.board.name), len(sheet.board.zones)
        self._ledger.note(told.format(board=name, n=count))

    def _points(self, saves: dict[str, Save]) -> dict[str, list[Point]]:
        """Return where pieces lie at the start, by the sheets that they lie on."""
        found: dict[str, list[Point]] = defaultdict(list)
        for window in self._game.maps:
            sheets = self._windows.get(window.name)
            for stack in window.stacks if sheets is not None else ():
                if not stack.deck and sheets is not None:
                    sheet = sheets.at(stack.at, stack.board)
                    found[sheet.id].append(_on_map(stack, sheet))
        for save in saves.values():
            for name, point in _lying_points(save):
                sheets = self._windows.get(name)
                if sheets is not None:
                    found[sheets.at(point).id].append(point)
        return found

    def _charts(self) -> Iterator[dict[str, Any]]:
        """Yield a map for each chart: it lies beside the others and can be looked at."""
        room = MAX_MAPS - sum(len(sheets.sheets) for sheets in self._windows.values())
        for chart in self._game.charts:
            picture = self._pictures.board(chart.image)
            if not picture or room <= 0:
                told = _('The chart "{name}" was left: a chart is a PNG or a JPEG.')
                self._ledger.note(told.format(name=said(chart.name)))
                continue
            room -= 1
            id = self._map_names.new(chart.name, "chart")
            about = {"id": id, "title": both(said(chart.name, "Chart"))}
            grid = {"kind": "plain", "unit": self._unit}
            yield {**about, "grid": grid, "picture": {"file": picture}}

    def _board(self, id: str, charts: list[dict[str, Any]]) -> dict[str, Any]:
        every = [sheet for sheets in self._windows.values() for sheet in sheets.sheets]
        if not every:
            width, height = _EMPTY
            data: dict[str, Any] = {"grid": {"kind": "plain", "width": width, "height": height}}
        elif len(every) == 1 and not self._game.charts:
            data = every[0].data()
        else:
            maps = [{"id": s.id, "title": both(s.title), **s.data()} for s in every[:MAX_MAPS]]
            data = {"maps": [*maps, *charts]}
        if self._boxes:
            data["boxes"] = list(self._boxes.values())
        return {"format": 1, "id": id, **data}

    def _box(self, name: str, kind: str, sides: Iterable[str] = ()) -> str:
        """Return the box of a deck, a hand or a window; one of each name."""
        if name not in self._boxes:
            owners = [self._sides[side] for side in sides if side in self._sides]
            title = said(name, kind)
            box: dict[str, Any] = {"id": self._box_names.new(title, kind), "name": both(title)}
            if kind == "hand" and len(owners) != 1:
                kind = "pile"
                told = _('"{name}" belongs to several sides or to none: here everybody sees it.')
                self._ledger.note(told.format(name=title))
            box["kind"] = kind
            if kind == "hand":
                box["side"] = owners[0]
            self._boxes[name] = box
        return str(self._boxes[name]["id"])

    # ------------------------------------------------------------------------------ scenarios

    def _scenarios(self, saves: dict[str, Save]) -> Iterator[tuple[str, dict[str, Any]]]:
        names = Names()
        plain = [setup for setup in self._game.setups if not setup.file]
        lying = list(self._at_start())
        named = said(plain[0].name) if plain else said(self._game.name)
        if lying or not saves:
            yield names.new(START), _scenario(named, lying)
        for setup in self._game.setups[:MAX_SCENARIOS]:
            if setup.file in saves:
                lying = list(self._in_save(saves[setup.file]))
                yield names.new(setup.name, "scenario"), _scenario(said(setup.name), lying)

    def _at_start(self) -> Iterator[_Lying]:
        used: dict[bytes, int] = defaultdict(int)
        for window in self._game.maps:
            for stack in window.stacks:
                place, box = self._place_of(window, stack)
                for slot in stack.slots:
                    made = self._of_slot(slot, (*slot.folder, stack.name, window.name), used)
                    if made is not None and place:
                        yield _Lying(place, box, *made)

    def _place_of(self, window: MapWindow, stack: Stack) -> tuple[str, bool]:
        if stack.deck:
            kind = "deck" if stack.shuffled else "ordered-deck" if stack.face_down else "pile"
            return self._box(stack.name, kind), True
        if window.kind != "map":
            return self._box(window.name, "hand", window.sides), True
        sheets = self._windows.get(window.name)
        if sheets is None:
            return "", False
        sheet = sheets.at(stack.at, stack.board)
        return sheet.place(_on_map(stack, sheet)), False

    def _in_save(self, save: Save) -> Iterator[_Lying]:
        used: dict[bytes, int] = defaultdict(int)
        lost = 0
        left = dict(save.pieces)
        for heap in _heaps(save):
            place, box = self._place_of_heap(heap)
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
                yield _Lying(place, box, self._id_of(template, piece.slot, used), condition)
        if lost:
            told = _("{n} pieces of a set-up lie on no map, and were left.")
            self._ledger.note(told.format(n=lost))

    def _place_of_heap(self, heap: Heap) -> tuple[str, bool]:
        if heap.deck:
            return self._box(heap.deck, "ordered-deck" if heap.face_down else "pile"), True
        if heap.map in self._boxes:
            return str(self._boxes[heap.map]["id"]), True
        sheets = self._windows.get(heap.map)
        return ("", False) if sheets is None else (sheets.place((heap.x, heap.y)), False)

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
            data = self._counters.data(self._ids.new(made[0].name), made[0])
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
        found["counters"] = list(self._made.values())
        if palette:
            found["palette"] = palette
        if _values(found) > MAX_VALUES:
            for counter in (*found["counters"], *palette):
                counter.pop("tags", None)
            self._ledger.note(_("The markers that are words were left: there are too many pieces."))
        return found

    # -------------------------------------------------------------------------------- the game

    def _module(self, id: str) -> dict[str, Any]:
        game = self._game
        title = said(game.name, id)
        data: dict[str, Any] = {"format": 1, "id": id, "title": title}
        data["version"] = _version(game.version)
        if game.description.strip():
            data["summary"] = said(game.description)
        if self._sides:
            data["sides"] = [{"id": id, "name": said(name)} for name, id in self._sides.items()]
        turns = list(self._turns())
        if turns:
            data["turns"] = [{"turn": n, "label": label} for n, label in enumerate(turns, 1)]
        data["movement_classes"] = ["piece"]
        data["unit_types"] = self._counters.types_data()
        dice = list(self._dice())
        if dice:
            data["dice"] = dice
        what = {"pt": f"Imagens e textos do módulo de VASSAL: {title}",
                "en": f"Pictures and texts of the VASSAL module: {title}"}  # fmt: skip
        data["credits"] = [{"what": what, "who": title, "licence": _SEE}]
        return data

    def _dice(self) -> Iterator[dict[str, Any]]:
        names = Names()
        for die in self._game.dice[:MAX_DICE]:
            faces: Any = die.faces
            if isinstance(faces, tuple):
                faces = [said(face, "-") for face in faces]
            about = {"id": names.new(die.name, "dice"), "name": said(die.name, "Dice")}
            plus = {"plus": die.plus} if die.plus else {}
            yield {**about, "dice": die.dice, "faces": faces, **plus}

    def _turns(self) -> Iterator[str]:
        """Yield the turns of the turn tracker, each with the phases in it."""
        texts = [""]
        for level in self._game.turns:
            count = level.last - level.first + 1 if level.last >= level.first else _TURNS
            numbers = [str(level.first + n) for n in range(min(count, MAX_TURNS))]
            names = [said(name) for name in level.names[: MAX_TURNS + 1]] or numbers
            joined = [f"{text} – {name}" if text else name for text in texts for name in names]
            if len(joined) > MAX_TURNS:
                told = _('The turn tracker is longer than a track here: "{level}" was left out.')
                self._ledger.note(told.format(level=said(level.name)))
                break
            texts = joined
        if texts != [""]:
            yield from texts


_SEE: Final = {"pt": "a do módulo", "en": "that of the module"}


def _one_in_each_cell(chosen: Iterable[tuple[str, int, int]]) -> list[tuple[str, int, int]]:
    """Return boards side by side: where two want the same cell, the later one goes to the right."""
    found: list[tuple[str, int, int]] = []
    names: set[str] = set()
    taken: set[tuple[int, int]] = set()
    for name, column, row in chosen:
        if name in names:
            continue
        at = column
        while (at, row) in taken:
            at += 1
        names.add(name)
        taken.add((at, row))
        found.append((name, at, row))
    return found


def _on_map(stack: Stack, sheet: Sheet) -> Point:
    """Return the pixel of the map at which a stack lies; with a board it is counted from there."""
    if not stack.board:
        return stack.at
    return stack.at[0] + sheet.corner[0], stack.at[1] + sheet.corner[1]


def _lying_points(save: Save) -> Iterator[tuple[str, Point]]:
    return ((heap.map, (heap.x, heap.y)) for heap in _heaps(save) if not heap.deck)


def _heaps(save: Save) -> list[Heap]:
    """Return all stacks of a save, and single pieces as stacks of one."""
    from tabuleiro.vassal.pieces import read_place
    from tabuleiro.vassal.saves import Heap

    inside = {id for heap in save.heaps for id in heap.pieces}
    alone = []
    for id, definition in save.pieces.items():
        if id not in inside:
            map, x, y = read_place(definition)
            alone.append(Heap(map, x, y, [id]))
    return [*save.heaps, *alone]


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


def _version(text: str) -> str:
    """Return a version as ours are written.

    >>> _version("5.0.1"), _version("3.2b"), _version("")
    ('5.0.1', '3.2.0', '1.0.0')
    """
    numbers = re.findall(r"[0-9]{1,6}", text)[:3]
    return ".".join([*numbers, "0", "0"][:3]) if numbers else "1.0.0"


def _values(value: Any) -> int:
    """Return how many values stand in one, as they are counted when a file is read.

    >>> _values({"a": [1, 2], "b": {}})
    7
    """
    if isinstance(value, dict):
        return 1 + sum(1 + _values(each) for each in value.values())
    return 1 + sum(map(_values, value)) if isinstance(value, list | tuple) else 1


def _write(path: Path, data: dict[str, Any]) -> None:
    """Write a file: one line for each item of a list, so that people can read and change it."""
    lines = []
    for key, value in data.items():
        if isinstance(value, list) and value and isinstance(value[0], dict):
            lines.append(f"{key}:")
            lines += (f"  - {flow(item)}" for item in value)
        else:
            lines.append(f"{key}: {flow(value)}")
    raw = ("\n".join(lines) + "\n").encode()
    if len(raw) > MAX_FILE or _values(data) > MAX_VALUES:
        raise VassalError(_("There is more in this module than a module of ours may hold."))
    path.write_bytes(raw)
