"""A module, ready for play."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from tabuleiro.board import Board, Cells, point_in
from tabuleiro.board.several import BETWEEN
from tabuleiro.i18n import language, text
from tabuleiro.module.errors import Problem
from tabuleiro.module.files import FREE_TABLE, RULEBOOKS, decode, read_raw
from tabuleiro.module.records import (
    Counter,
    Credit,
    Die,
    Formation,
    Marker,
    Nation,
    Option,
    Phase,
    Side,
    State,
    Turn,
    UnitType,
    Words,
)
from tabuleiro.module.rulebook import section_of
from tabuleiro.module.scenario_records import Scenario
from tabuleiro.module.tables import (
    Chart,
    HexsideKind,
    IndexTable,
    NetworkKind,
    OddsTable,
    Result,
    Site,
    Terrain,
    ValueTable,
)
from tabuleiro.module.terms import NoTerms, Terms, TermsT, read_terms

__all__ = ["Module"]

_NAMED: Final = {
    "side": ("sides",),
    "nation": ("nations",),
    "type": ("unit_types",),
    "option": ("options",),
    "die": ("dice",),
    "formation": ("formations",),
    "counter": ("counters",),
    "marker": ("markers",),
    "state": ("states",),
    "terrain": ("terrain", "sites", "hexsides", "networks"),
    "site": ("sites",),
    "hexside": ("hexsides",),
    "network": ("networks",),
    "result": ("results",),
    "table": ("odds", "values", "indices", "charts"),
    "scenario": ("scenarios",),
}
"""Where the names for keys such as ``terrain.mountain`` come from."""
_ON_BOARD: Final = {
    "place": "places",
    "region": "regions",
    "edge": "edges",
    "box": "boxes",
    "track": "tracks",
    "feature": "feature_names",
    "road": "networks",
}
_MOST_TYPES: Final = 2
"""So many types stand for a class that has no name; of more the first, and a sign."""
_AND_OTHERS: Final = {"pt": "…", "en": "…"}


@dataclass(frozen=True, eq=False)
class Module:
    """The data of a game. Mappings are by id and in the order of the files."""

    id: str
    version: str
    plugin: str
    api: int
    family: str
    title: Words
    summary: Words
    root: Path
    """The folder that it was read from."""
    content_hash: str
    """SHA-256 of all its files, whatever their line ends."""
    sides: Mapping[str, Side]
    """In order of play."""
    nations: Mapping[str, Nation]
    movement_classes: tuple[str, ...]
    unit_types: Mapping[str, UnitType]
    turns: tuple[Turn, ...]
    sequence: tuple[Phase, ...]
    """The phases of a turn."""
    rules: Mapping[str, Any]
    """Parameters of the mechanics."""
    options: Mapping[str, Option]
    credits: tuple[Credit, ...]
    board: Board
    formations: Mapping[str, Formation]
    counters: Mapping[str, Counter]
    """Those of the file; a piece made during play is found among them by its id, too."""
    palette: Mapping[str, Counter]
    """What is made during play: templates, by their ids."""
    markers: Mapping[str, Marker]
    """Pieces that are no units."""
    states: Mapping[str, State]
    """States of counters besides place and losses."""
    terrain: Mapping[str, Terrain]
    sites: Mapping[str, Site]
    """What may be in a hex besides its terrain."""
    hexsides: Mapping[str, HexsideKind]
    networks: Mapping[str, NetworkKind]
    odds: Mapping[str, OddsTable]
    values: Mapping[str, ValueTable]
    indices: Mapping[str, IndexTable]
    charts: Mapping[str, Chart]
    results: Mapping[str, Result]
    scenarios: Mapping[str, Scenario]
    texts: Mapping[str, Words]
    methods: Mapping[str, Words]
    """How values were reconstructed, by file and method: ``counters.quality``."""
    layers: Mapping[str, str]
    """The layers of the board that were reconstructed as a whole, each with its method."""
    printed: Mapping[str, frozenset[str]]
    """Hexes of such a layer whose value is printed all the same."""
    heights: tuple[tuple[int, ...], ...]
    """Metres, one row per hex row, for the drawing; empty if there are none."""
    km: float | None
    """From hex to hex, in kilometres."""
    drawing: str | None
    """The name of the JSON file with coasts and rivers for the drawing."""
    anchors: tuple[str, ...]
    """The sections of the rulebook."""
    warnings: tuple[Problem, ...] = ()
    """What looks wrong in the files but does not keep the game from being played."""
    dice: Mapping[str, Die] = field(default_factory=dict)
    """What a free table throws by name."""
    memo: dict[Hashable, Any] = field(default_factory=dict, repr=False)
    """Whatever others work out from the module once and want again."""

    terms_read: dict[type[Terms], Terms] = field(default_factory=dict, repr=False, init=False)
    """What ``rules`` say to terms, with defaults where they say nothing: see `terms`."""
    terms_found: dict[type[Terms], Terms | None] = field(
        default_factory=dict, repr=False, init=False
    )
    """The same, and None where they say nothing: see `terms_if_any`."""

    def __repr__(self) -> str:
        """Return a short form: the whole would fill pages."""
        return f"<Module {self.id} {self.version} {self.content_hash[:8]}>"

    def text(self, key: str) -> Words | None:
        """Return a text by key: one of ``texts.yaml``, or the name of something.

        Names are found by kind and id: ``terrain.mountain``, ``result.DRB``, ``track.turns``,
        ``phase.allied-combat``, ``pool.air``, ``place.cassino`` and so on.
        """
        if key in self.texts:
            return self.texts[key]
        kind, _dot, name = key.partition(".")
        if kind == "phase":
            return next((phase.name for phase in self.sequence if phase.id == name), None)
        if kind == "pool":
            pools = (pool for scenario in self.scenarios.values() for pool in scenario.pools)
            return next((pool.name for pool in pools if pool.id == name), None)
        if kind in _ON_BOARD:
            found = getattr(self.board, _ON_BOARD[kind]).get(name)
            return found.name if found else None
        if kind == "value":
            state, _dot, name = name.partition(".")
            value = self.states[state].value(name) if state in self.states else None
            return value.name if value else None
        for group in _NAMED.get(kind, ()):
            found = getattr(self, group).get(name)
            if found:
                words: Words = found.name
                return words
        return None

    def class_name(self, name: str) -> Words:
        """Return what a movement class is called; without a text, as the types that are of it."""
        known = self.text(f"class.{name}") or self.text(f"type.{name}")
        types = [kind.name for kind in self.unit_types.values() if kind.movement_class == name]
        if known is not None or not types:
            return known or dict.fromkeys(("pt", "en"), name.replace("-", " "))
        shown = types if len(types) <= _MOST_TYPES else [*types[: _MOST_TYPES - 1], _AND_OTHERS]
        return {each: ", ".join(words[each] for words in shown) for each in ("pt", "en")}

    def terms(self, kind: type[TermsT]) -> TermsT:
        """Return what ``rules`` say to some terms; of a key that is not there, what is said then.

        Raises `NoTerms` if that is nothing: rules ask only for what their game has.
        """
        found = self.terms_if_any(kind)
        if found is None:
            try:
                found = kind()
            except TypeError:
                raise NoTerms(kind.key) from None
        self.terms_read[kind] = found
        return found

    def terms_if_any(self, kind: type[TermsT]) -> TermsT | None:
        """Return what ``rules`` say to some terms, None if they have not their key."""
        if kind not in self.terms_found:
            self.terms_found[kind] = read_terms(self.rules, kind)
        found: TermsT | None = self.terms_found[kind]  # type: ignore[assignment]
        return found

    @property
    def free_table(self) -> bool:
        """Whether it names no plugin, so that it is played on a table without a referee."""
        return self.plugin == FREE_TABLE

    @property
    def templates(self) -> Mapping[str, Counter]:
        """What pieces are made from during play: the palette; on a free table any counter too."""
        if not self.free_table:
            return self.palette
        found: dict[str, Counter] | None = self.memo.get("templates")
        if found is None:
            found = self.memo["templates"] = {**self.palette, **dict(self.counters)}
        return found

    @property
    def largest_die(self) -> int:
        """How many faces the largest die has that it is played with."""
        dice = [
            *(die.sides for die in self.dice.values()),
            *(odds.die for odds in self.odds.values()),
            *(v.die for v in self.values.values()),
        ]
        return max(dice, default=6)

    @property
    def played_sides(self) -> tuple[str, ...]:
        """The sides that somebody plays: all but neutral ones without a phase of their own."""
        phasing = {phase.side for phase in self.sequence}
        sides = self.sides.values()
        return tuple(one.id for one in sides if one.enemies != () or one.id in phasing)

    def called(self, place: str) -> str:
        """Return what a place of the board is called: an area by name, others by their number.

        A place on one of several maps is told with the title of its map.
        """
        board = self.board
        own = board.titles.get(place)
        map, between, rest = place.partition(BETWEEN)
        sheet = board.maps.get(map) if between else None
        inside = place if sheet is None else rest
        point = point_in(inside)
        if own:
            inside = text(own)
        elif point is not None:
            inside = f"({point[0]}, {point[1]})"
        return f"{text(sheet.name)} {inside}" if sheet is not None and sheet.name else inside

    def height(self, hex: str) -> int | None:
        """Return the height of a hex in metres, None if the board gives none."""
        grid = self.board.grid
        if not self.heights or not isinstance(grid, Cells) or hex not in grid:
            return None
        column, row = grid.parse(hex)
        return self.heights[row - grid.first_row][column - grid.first_column]

    def formation_counters(self, formation: str) -> tuple[str, ...]:
        """Return the counters that belong to a formation directly."""
        found: dict[str, tuple[str, ...]] | None = self.memo.get("formation_counters")
        if found is None:
            lists: dict[str, list[str]] = {}
            for counter in self.counters.values():
                if counter.formation:
                    lists.setdefault(counter.formation, []).append(counter.id)
            found = {name: tuple(counters) for name, counters in lists.items()}
            self.memo["formation_counters"] = found
        return found.get(formation, ())

    def members(self, formation: str) -> tuple[str, ...]:
        """Return the counters of a formation and of all formations below it."""
        found: dict[str, tuple[str, ...]] | None = self.memo.get("members")
        if found is None:
            lists: dict[str, list[str]] = {}
            for counter in self.counters.values():
                for above in self.formations_above(counter.formation):
                    lists.setdefault(above, []).append(counter.id)
            found = {name: tuple(counters) for name, counters in lists.items()}
            self.memo["members"] = found
        return found.get(formation, ())

    def formations_above(self, formation: str | None) -> tuple[str, ...]:
        """Return a formation and all formations above it, the lowest first."""
        found: list[str] = []
        while formation is not None:
            found.append(formation)
            formation = self.formations[formation].parent
        return tuple(found)

    def section(self, rule: str) -> str | None:
        """Return the anchor of the rulebook's section for a clause, None if it has none."""
        return section_of(rule, self.id, self.anchors)

    def rulebook(self, spoken: str | None = None) -> str:
        """Return the rulebook as Markdown, in the current language if none is given.

        Of a free table, which may have none, it is empty.
        """
        name = RULEBOOKS[spoken or language()]
        if self.free_table and not (self.root / name).is_file():
            return ""
        return decode(read_raw(self.root, name), name)
