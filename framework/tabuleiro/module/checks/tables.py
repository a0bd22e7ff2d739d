"""Checks of ``tables.yaml``."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from fractions import Fraction
from typing import Final, TypeAlias

from tabuleiro.i18n import _, ngettext
from tabuleiro.module.checks.game import movement_classes
from tabuleiro.module.draft import Checked, Draft
from tabuleiro.module.errors import did_you_mean, shortened
from tabuleiro.module.files import FREE_TABLE
from tabuleiro.module.loader import Loc
from tabuleiro.module.models import TablesFile
from tabuleiro.module.models.tables import (
    ChartModel,
    HexsideEffect,
    IndexModel,
    NetworkEffect,
    OddsModel,
    RangeModel,
    RowModel,
    SiteModel,
    TerrainModel,
    ValuesModel,
)
from tabuleiro.module.pictures import TERRAIN, drawn_parts

__all__ = ["check_tables"]

Grid: TypeAlias = OddsModel | ValuesModel
File: TypeAlias = Checked[TablesFile]

_LISTS: Final = (
    "terrain", "sites", "hexsides", "networks", "odds", "values", "indices", "charts", "results"
)  # fmt: skip
_LETTER: Final = re.compile(r"[^\W\d_]")


def check_tables(draft: Draft) -> None:
    """Check that all tables are complete."""
    file = draft.tables
    tables = file.model
    if tables is None:
        return
    for key in _LISTS:
        file.unique(key, getattr(tables, key))
    _check_effects(draft, file, tables)
    free = draft.game.model is not None and draft.game.model.plugin == FREE_TABLE
    codes = None if free else file.ids("results")  # what they mean the players know
    for loc, result in file.numbered("results", tables.results):
        if result.like is not None and result.worth is not None:
            file.problem(
                (*loc, "worth"), _("`like` and `worth` say the same: leave one of them out")
            )
    for loc, odds in file.numbered("odds", tables.odds):
        _check_odds(file, (*loc, "columns"), odds.columns)
        _check_grid(file, loc, odds, odds.columns, codes)
    for loc, values in file.numbered("values", tables.values):
        if any(column.low is not None or column.high is not None for column in values.columns):
            _check_ranges(file, (*loc, "columns"), values.columns)
        _check_ranges(file, (*loc, "bands"), values.bands)
        _check_labels(file, (*loc, "bands"), [band.label for band in values.bands])
        _check_grid(file, loc, values, [column.label for column in values.columns], codes)
    for loc, index in file.numbered("indices", tables.indices):
        _check_index(draft, file, loc, index)
    for loc, chart in file.numbered("charts", tables.charts):
        _check_chart(file, loc, chart, codes)


# --------------------------------------------------------------------------------- effects


def _check_effects(draft: Draft, file: File, tables: TablesFile) -> None:
    classes, sides = movement_classes(draft), draft.game.ids("sides")
    rows: list[tuple[Loc, TerrainModel | SiteModel | HexsideEffect | NetworkEffect]] = [
        *file.numbered("terrain", tables.terrain),
        *file.numbered("sites", tables.sites),
        *file.numbered("hexsides", tables.hexsides),
        *file.numbered("networks", tables.networks),
    ]
    for loc, row in rows:
        if row.cost or not isinstance(row, SiteModel):
            _check_cost(file, (*loc, "cost"), row.cost.keys(), classes)
        if isinstance(row, TerrainModel):
            if not drawn_parts(row.id):
                sentence = _('no picture is known for the terrain "{name}": bare ground is drawn')
                hint = did_you_mean(row.id, TERRAIN)
                file.warn((*loc, "id"), sentence.format(name=row.id), hint)
            for number, name in enumerate(row.no_attack):
                here = (*loc, "no_attack", number)
                file.refer(here, name, classes, _("unknown movement class"))
        if isinstance(row, HexsideEffect):
            for number, side in enumerate(row.sides):
                file.refer((*loc, "sides", number), side, sides, _("unknown side"))
        if isinstance(row, NetworkEffect):
            for number, kind in enumerate(row.bridges):
                kinds = file.ids("hexsides")
                here = (*loc, "bridges", number)
                file.refer(here, kind, kinds, _("unknown kind of hexside"))


def _check_cost(
    file: File, loc: Loc, there: Collection[str], classes: frozenset[str] | None
) -> None:
    for name in there:
        file.refer((*loc, name), name, classes, _("unknown movement class"))
    for name in sorted((classes or frozenset()).difference(there)):
        sentence = _('the cost for the movement class "{name}" is missing')
        file.problem(loc, sentence.format(name=name))


# ------------------------------------------------------------------------ tables with dice


def _check_grid(
    file: File, loc: Loc, table: Grid, columns: Sequence[str], codes: frozenset[str] | None
) -> None:
    bands = [f"{band.label}/" for band in table.bands] if isinstance(table, ValuesModel) else []
    _check_labels(file, (*loc, "columns"), columns)
    _check_rows(file, loc, table.rows, table.dice, table.die)
    _check_cells(file, loc, table.cells, len(table.rows) * max(1, len(bands)), len(columns))
    for number, row in enumerate(table.cells):
        for place, cell in enumerate(row):
            _check_codes(file, (*loc, "cells", number, place), cell, codes)
    lines = [f"{band}{row.label}" for band in bands or [""] for row in table.rows]
    if sum(map(len, table.cells)) == len(lines) * len(columns):  # else it is not known which
        _check_variants(file, loc, table, [f"{line}/{name}" for line in lines for name in columns],
                        codes)  # fmt: skip
    _check_marks(file, loc, table.reconstructed)


def _check_variants(
    file: File, loc: Loc, table: Grid, spots: Collection[str], codes: frozenset[str] | None
) -> None:
    """Check that other results stand in cells that there are."""
    known = dict.fromkeys(spots)
    for name, cells in table.variants.items():
        for spot, cell in cells.items():
            here = (*loc, "variants", name, spot)
            if file.refer(here, spot, known, _("unknown cell")):
                _check_codes(file, here, cell, codes)


def _check_labels(file: File, loc: Loc, labels: Sequence[str]) -> None:
    seen: set[str] = set()
    for number, label in enumerate(labels):
        if label in seen:
            sentence = _('"{name}" stands here twice')
            file.problem((*loc, number), sentence.format(name=shortened(label)))
        seen.add(label)


def _check_rows(file: File, loc: Loc, rows: Sequence[RowModel], dice: int, die: int) -> None:
    least, most = dice, die * dice
    seen: set[int] = set()
    for number, row in enumerate(rows):
        here = (*loc, "rows", number, "sums")
        for total in row.sums:
            if not least <= total <= most:
                sentence = ngettext(
                    "{dice} die cannot give {n}", "{dice} dice cannot give {n}", dice
                )
                file.problem(here, sentence.format(dice=dice, n=total))
            elif total in seen:
                file.problem(here, _("the sum {n} leads to two rows").format(n=total))
            seen.add(total)
    missing = [str(total) for total in range(least, most + 1) if total not in seen]
    if missing:
        sentence = _("no row is there for these sums of the dice: {numbers}")
        file.problem((*loc, "rows"), sentence.format(numbers=", ".join(missing)))


def _check_cells(
    file: File, loc: Loc, cells: Sequence[Sequence[str | None]], rows: int, columns: int
) -> None:
    if len(cells) != rows:
        sentence = _("the table has {wanted} rows, but the cells are for {n}")
        text = sentence.format(n=len(cells), wanted=rows)
        file.problem((*loc, "cells"), text)
    for number, row in enumerate(cells):
        if len(row) != columns:
            sentence = _("the table has {wanted} columns, but this row has {n}")
            text = sentence.format(n=len(row), wanted=columns)
            file.problem((*loc, "cells", number), text)


def _check_codes(file: File, loc: Loc, cell: str, codes: frozenset[str] | None) -> None:
    """Check that each code has a meaning; numbers and signs speak for themselves."""
    for word in cell.split():
        plain = word.rstrip("*")
        if codes is None or not _LETTER.search(word) or plain in codes:
            continue
        file.refer(loc, word, codes, _("unknown result"))


def _check_odds(file: File, loc: Loc, columns: Sequence[str]) -> None:
    ratios = [Fraction(*map(int, label.rstrip("+").split("-"))) for label in columns]
    for number in range(1, len(ratios)):
        if ratios[number - 1] > ratios[number]:
            sentence = _('the odds go up from left to right, but "{label}" comes too late')
            file.problem((*loc, number), sentence.format(label=columns[number]))


def _check_ranges(file: File, loc: Loc, columns: Sequence[RangeModel]) -> None:
    for number, column in enumerate(columns):
        low, high = column.low, column.high
        here = (*loc, number)
        if (low is None and number > 0) or (high is None and number < len(columns) - 1):
            file.problem(here, _("only the first and the last column may be open"))
        elif low is not None and high is not None and low > high:
            file.problem(here, _("the range ends before it begins"))
        before = columns[number - 1].high if number else None
        if low is not None and before is not None and low != before + 1:
            sentence = _("the range should begin with {n}, after the one before")
            file.problem(here, sentence.format(n=before + 1))


# --------------------------------------------------------------------------------- numbers


def _check_index(draft: Draft, file: File, loc: Loc, index: IndexModel) -> None:
    types = draft.game.ids("unit_types")
    for name, row in index.rows.items():
        here = (*loc, "rows", name)
        file.refer(here, name, types, _("unknown unit type"))
        if row is not None and len(row) != len(index.columns):
            sentence = _("the table has {wanted} columns, but this row has {n}")
            file.problem(here, sentence.format(n=len(row), wanted=len(index.columns)))
    for name in sorted((types or frozenset()) - index.rows.keys()):
        sentence = _('the row for the unit type "{name}" is missing')
        file.problem((*loc, "rows"), sentence.format(name=name))
    _check_marks(file, loc, index.reconstructed)


def _check_chart(file: File, loc: Loc, chart: ChartModel, codes: frozenset[str] | None) -> None:
    for key, lines in (("columns", chart.columns), ("rows", chart.rows)):
        _check_labels(file, (*loc, key), [line.id for line in lines])
    _check_cells(file, loc, chart.cells, len(chart.rows), len(chart.columns))
    for number, row in enumerate(chart.cells):
        for place, cell in enumerate(row):
            _check_codes(file, (*loc, "cells", number, place), cell or "", codes)
    _check_marks(file, loc, chart.reconstructed)


def _check_marks(file: File, loc: Loc, marks: dict[str, str]) -> None:
    methods = file.model.methods if file.model else {}
    for name, method in marks.items():
        file.method((*loc, "reconstructed", name), method, methods)
