"""From the tree of the build file to plain data, with an entry in the ledger for each element."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from tabuleiro.i18n import _
from tabuleiro.vassal.errors import VassalError
from tabuleiro.vassal.game import (
    ALWAYS,
    Board,
    Chart,
    Die,
    Game,
    Grid,
    MapWindow,
    Numbering,
    Region,
    Setup,
    Slot,
    Stack,
    TurnLevel,
    Zone,
)
from tabuleiro.vassal.names import said
from tabuleiro.vassal.sequences import split

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tabuleiro.vassal.buildfile import Element
    from tabuleiro.vassal.ledger import Ledger

__all__ = ["chosen_boards", "note_reversed", "read_game"]

_ROOTS: Final = frozenset({"GameModule", "BasicModule"})
_MAPS: Final = {"Map": "map", "PrivateMap": "private", "PlayerHand": "hand"}
_SLOTS: Final = frozenset({"PieceSlot", "CardSlot"})
_SHELVES: Final = frozenset(
    {"BoxWidget", "ListWidget", "MapWidget", "PanelWidget", "TabWidget", "WidgetMap"}
)
_PAIR: Final = re.compile(r"(-?[0-9]{1,7}),(-?[0-9]{1,7})")
_MOST_DICE: Final = 100
_MOST_FACES: Final = 1_000


def read_game(root: Element, ledger: Ledger, name: str) -> Game:
    """Return the module that a build file describes."""
    if root.tag == "ModuleExtension":
        told = _('"{name}" is an extension: import the module that it extends.')
        raise VassalError(told.format(name=name))
    if root.tag not in _ROOTS:
        raise VassalError(_('"{name}" is no module of VASSAL.').format(name=name))
    return _Reader(ledger).read(root)


class _Reader:
    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._game = Game("")
        self._readers: dict[str, Callable[[Element], None]] = {
            "PlayerRoster": self._roster,
            "PieceWindow": self._palette,
            "PrototypesContainer": self._prototypes,
            "ChartWindow": self._charts,
            "PredefinedSetup": self._setup,
            "DiceButton": self._dice,
            "InternetDiceButton": self._dice,
            "SpecialDiceButton": self._special_dice,
            "RandomTextButton": self._random_text,
            "TurnTracker": self._turns,
            **dict.fromkeys(_MAPS, self._map),
        }

    def read(self, root: Element) -> Game:
        game = self._game
        game.name = root.get("name")
        game.version, game.made_with = root.get("version"), root.get("VassalVersion")
        game.description = root.get("description")
        self._ledger.take(root)
        for element in _through_folders(root, self._ledger):
            reader = self._readers.get(element.tag)
            if reader is not None:
                reader(element)
        self._ledger.close(root)
        return game

    # ------------------------------------------------------------------------------- people

    def _roster(self, roster: Element) -> None:
        self._ledger.take(roster)
        for entry in roster.children:
            if entry.tag == "entry" and entry.text.strip():
                self._ledger.take(entry)
                self._game.sides.append(entry.text.strip())

    # --------------------------------------------------------------------------------- maps

    def _map(self, element: Element) -> None:
        edge = (element.number("edgeWidth"), element.number("edgeHeight"))
        found = MapWindow(element.get("mapName"), _MAPS[element.tag], _sides(element), edge)
        self._ledger.take(element)
        for child in _through_folders(element, self._ledger):
            if child.tag == "BoardPicker":
                self._boards(child, found)
            elif child.tag in ("SetupStack", "DrawPile"):
                found.stacks.append(self._stack(child))
        self._game.maps.append(found)

    def _boards(self, picker: Element, into: MapWindow) -> None:
        self._ledger.take(picker)
        for child in picker.children:
            if child.tag == "Board":
                into.boards.append(self._board(child))
            elif child.tag == "setup":
                self._ledger.take(child)
                into.chosen = chosen_boards(child.text)
                note_reversed(child.text, self._ledger)

    def _board(self, element: Element) -> Board:
        self._ledger.take(element)
        board = Board(
            element.get("name"),
            element.get("image"),
            max(0, int(element.number("width"))),
            max(0, int(element.number("height"))),
        )
        for child in element.children:
            if child.tag == "ZonedGrid":
                self._ledger.take(child)
                for part in child.children:
                    if part.tag == "Zone":
                        board.zones.append(self._zone(part))
                    else:
                        board.grid = self._grid(part) or board.grid
            else:
                board.grid = self._grid(child) or board.grid
        return board

    def _zone(self, element: Element) -> Zone:
        self._ledger.take(element)
        outline = tuple((float(x), float(y)) for x, y in _PAIR.findall(element.get("path")))
        grids = [self._grid(child) for child in element.children]
        return Zone(element.get("name"), outline, next(filter(None, grids), None))

    def _grid(self, element: Element) -> Grid | None:
        if element.tag == "RegionGrid":
            self._ledger.take(element)
            return Grid("regions", regions=tuple(self._regions(element)))
        if element.tag not in ("HexGrid", "SquareGrid"):
            return None
        hexes = element.tag == "HexGrid"
        height = element.number("dy", 64 if hexes else 48)
        width = element.number("dx", height * _SLANT if hexes else 48)
        if min(width, height) < 1:
            return None
        self._ledger.take(element)
        origin = (
            element.number("x0", 0 if hexes else 24),
            element.number("y0", 32 if hexes else 24),
        )
        numbering = None
        for child in element.children:
            if child.tag in ("HexGridNumbering", "SquareGridNumbering"):
                self._ledger.take(child)
                numbering = _numbering(child)
        kind = "hexes" if hexes else "squares"
        return Grid(kind, origin, width, height, element.flag("sideways"), numbering)

    def _regions(self, grid: Element) -> Iterator[Region]:
        for child in grid.children:
            if child.tag == "Region":
                self._ledger.take(child)
                at = (child.number("originx"), child.number("originy"))
                yield Region(child.get("name"), at)

    def _stack(self, element: Element) -> Stack:
        self._ledger.take(element)
        deck = element.tag == "DrawPile"
        board = element.get("owningBoard")
        return Stack(
            element.get("name"),
            "" if board in ("null", "<any>") else board,
            (element.number("x"), element.number("y")),
            element.get("location") if element.flag("useGridLocation") else "",
            deck=deck,
            face_down=deck and element.get("faceDown", ALWAYS) == ALWAYS,
            shuffled=deck and element.get("shuffle", ALWAYS) == ALWAYS,
            slots=[*self._slots(element, ())],
        )

    # ------------------------------------------------------------------------------- pieces

    def _slots(self, element: Element, folder: tuple[str, ...]) -> Iterator[Slot]:
        for child in element.children:
            if child.tag in _SLOTS:
                self._ledger.take(child)
                yield Slot(
                    child.get("entryName"),
                    child.get("gpid"),
                    child.text,
                    max(0, int(child.number("width"))),
                    card=child.tag == "CardSlot",
                    folder=folder,
                )
            elif child.tag in _SHELVES or _is_folder(child):
                self._ledger.take(child)
                name = child.get("entryName") or child.get("name")
                yield from self._slots(child, (*folder, name) if name else folder)

    def _palette(self, window: Element) -> None:
        self._ledger.take(window)
        name = window.get("name")
        self._game.palette += self._slots(window, (name,) if name else ())

    def _prototypes(self, container: Element) -> None:
        self._ledger.take(container)
        for element in _through_folders(container, self._ledger):
            if element.tag == "PrototypeDefinition":
                self._ledger.take(element)
                self._game.prototypes[element.get("name")] = element.text

    # --------------------------------------------------------------------------- everything else

    def _charts(self, window: Element) -> None:
        self._ledger.take(window)
        for element in window.walk():
            if element.tag == "Chart":
                self._ledger.take(element)
                name = element.get("chartName") or window.get("name")
                self._game.charts.append(Chart(name, element.get("fileName")))
            elif element.tag in _SHELVES - {"MapWidget", "WidgetMap"}:
                self._ledger.take(element)

    def _setup(self, element: Element) -> None:
        self._ledger.take(element)
        if not element.flag("isMenu"):
            file = element.get("file") if element.get("useFile", "true") == "true" else ""
            self._game.setups.append(Setup(element.get("name"), file))
        for child in element.children:
            if child.tag == "PredefinedSetup":
                self._setup(child)

    def _dice(self, element: Element) -> None:
        dice, faces = int(element.number("nDice", 2)), int(element.number("nSides", 6))
        if not (1 <= dice <= _MOST_DICE and 2 <= faces <= _MOST_FACES):
            return
        self._ledger.take(element)
        plus = int(element.number("addToTotal")) + dice * int(element.number("plus"))
        name = element.get("name") or element.get("text")
        self._game.dice.append(Die(name, dice, faces, plus))

    def _special_dice(self, element: Element) -> None:
        self._ledger.take(element)
        for die in element.children:
            faces = [face for face in die.children if face.tag == "SpecialDieFace"]
            if die.tag == "SpecialDie" and 2 <= len(faces) <= _MOST_FACES:
                self._ledger.take(die, *faces)
                texts = tuple(face.get("text") or face.get("value") or "-" for face in faces)
                name = die.get("name") or element.get("name")
                self._game.dice.append(Die(name, 1, texts))

    def _random_text(self, element: Element) -> None:
        faces = tuple(face for face in split(element.get("faces"), ",") if face)
        if not 2 <= len(faces) <= _MOST_FACES:
            return
        self._ledger.take(element)
        dice = min(max(int(element.number("nDice", 1)), 1), _MOST_DICE)
        self._game.dice.append(Die(element.get("name") or element.get("text"), dice, faces))

    def _turns(self, tracker: Element) -> None:
        self._ledger.take(tracker)
        for level in tracker.walk():
            name = level.get("property") or level.get("name")
            if level.tag == "CounterTurnLevel":
                last = int(level.number("loopLimit")) if level.flag("loop") else 0
                self._ledger.take(level)
                self._game.turns.append(TurnLevel(name, int(level.number("start", 1)), last))
            elif level.tag == "ListTurnLevel":
                self._ledger.take(level)
                names = tuple(each for each in split(level.get("list"), ",") if each)
                self._game.turns.append(TurnLevel(name, names=names))


_SLANT: Final = 3**0.5 / 2


def chosen_boards(text: str) -> list[tuple[str, int, int]]:
    r"""Return the boards that are laid out: their names, columns and rows.

    >>> chosen_boards("Main MapBoardPicker\tEast\t1\t0")
    [('East', 1, 0)]
    """
    command = split(text.strip("\n\r "), "\t")[1:]
    boards = []
    for name, column, row in zip(command[::3], command[1::3], command[2::3], strict=False):
        if re.fullmatch("[0-9]{1,2}", column) and re.fullmatch("[0-9]{1,2}", row):
            boards.append((split(name, "/")[0], int(column), int(row)))
    return boards


def note_reversed(text: str, ledger: Ledger) -> None:
    """Note boards that are laid out upside down: here they lie as they were drawn."""
    for name in split(text.strip("\n\r "), "\t")[1::3]:
        if split(name, "/")[1:] == ["rev"]:
            told = _('The board "{board}" lies reversed in VASSAL; here it lies as it was drawn.')
            ledger.note(told.format(board=said(split(name, "/")[0])))


def _sides(element: Element) -> tuple[str, ...]:
    return tuple(side for side in split(element.get("side"), ",") if side)


def _is_folder(element: Element) -> bool:
    return element.tag.endswith("Folder")


def _through_folders(element: Element, ledger: Ledger) -> Iterator[Element]:
    """Yield the children of an element; folders are only for their author's eyes."""
    for child in element.children:
        if _is_folder(child):
            ledger.take(child)
            yield from _through_folders(child, ledger)
        else:
            yield child


def _numbering(element: Element) -> Numbering:
    def pair(word: str, default: float) -> tuple[int, int]:
        first, second = (int(element.number(f"{sign}{word}", default)) for sign in "hv")
        return first, second

    leading = pair("Leading", 1)
    return Numbering(
        element.get("first", "H").startswith("V"),
        element.get("sep"),
        (element.get("hType", "N").startswith("A"), element.get("vType", "N").startswith("A")),
        (max(leading[0], 0) + 1, max(leading[1], 0) + 1),
        pair("Off", 1),
        (element.flag("hDescend"), element.flag("vDescend")),
        element.get("stagger", "true") == "true",
    )
