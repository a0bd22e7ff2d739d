"""The whole text of ``board.yaml``."""

from __future__ import annotations

from typing import Any

from tabuleiro.cartography.entries import Entry
from tabuleiro.cartography.reading import Sources
from tabuleiro.cartography.source import DRAWING, SOURCE
from tabuleiro.cartography.surface import Surface, printed_hexes
from tabuleiro.cartography.writing import block, items, remark, section, table
from tabuleiro.module.writing import flow

__all__ = ["board_text"]


def board_text(sources: Sources, surface: Surface, lists: dict[str, list[Entry]]) -> str:
    """Return the text of ``board.yaml``; ``lists`` holds the items of its lists."""
    model = sources.model
    lines = [
        *remark(f"{model.title.en}: made by `tabuleiro board build` from source/{SOURCE}."),
        *remark("Change it there, for the next build writes this file anew."),
        "format: 1",
        f"id: {model.id}",
        f"grid: {flow(_grid(sources))}{_note(sources, 'grid')}",
        *section("methods", _methods(sources)),
        *section("layers", _layers(sources)),
        *section("terrain", _terrain(sources, surface)),
        *section("heights", _heights(sources, surface)),
    ]
    boxes = [Entry(_bare(box.model_dump())) for box in model.boxes]
    # the number of the first space is said only where it is not the usual one
    tracks = [
        Entry(track.model_dump(exclude={"first"} if track.first == 1 else None))
        for track in model.tracks
    ]
    for key, entries in {**lists, "boxes": boxes, "tracks": tracks}.items():
        found = section(key, items(entries))
        lines += [f"{line}{_note(sources, key)}" if line == f"{key}:" else line for line in found]
    lines += ["", f"drawing: {DRAWING}"]
    return "\n".join(lines) + "\n"


def _note(sources: Sources, key: str) -> str:
    """Return the comment that names the clauses of the rulebook about a key."""
    clauses = {str(name): said for name, said in sources.model.clauses.items()}
    return f"  # ({clauses[key]})" if key in clauses else ""


def _grid(sources: Sources) -> dict[str, Any]:
    plain = sources.model.grid.model_dump(exclude_none=True, exclude={"kind"})
    for key in ("first_column", "first_row"):
        if plain[key] == 1:
            del plain[key]
    return plain


def _bare(plain: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in plain.items() if value not in (None, [], {})}


def _methods(sources: Sources) -> list[str]:
    lines = []
    for id, words in sources.model.methods.items():
        lines.append(f"  {id}:")
        lines += [*block("pt", words.pt, 4), *block("en", words.en, 4)]
    return lines


def _layers(sources: Sources) -> list[str]:
    lines = []
    for layer, method in sources.model.layers.items():
        plain: dict[str, Any] = {"reconstructed": method}
        printed = printed_hexes(sources) if layer == "terrain" else []
        if printed:
            plain["printed"] = printed
        lines.append(f"  {layer}: {flow(plain)}")
    return lines


def _terrain(sources: Sources, surface: Surface) -> list[str]:
    grid = sources.grid
    codes = sources.model.terrain.codes
    signs = {kind: sign for sign, kind in reversed(codes.items())}
    rows = [
        [signs[surface.terrain[grid.name(column, row)]] for column in _columns(sources)]
        for row in _rows(sources)
    ]
    return [
        f"  codes: {flow(codes)}",
        "  rows:",
        *table(rows, grid.first_column, grid.first_row),
    ]


def _columns(sources: Sources) -> range:
    grid = sources.grid
    return range(grid.first_column, grid.first_column + grid.columns)


def _rows(sources: Sources) -> range:
    grid = sources.grid
    return range(grid.first_row, grid.first_row + grid.rows)


def _heights(sources: Sources, surface: Surface) -> list[str]:
    if surface.relief is None:
        return []
    grid, metres = sources.grid, surface.metres()
    lines = []
    for row in _rows(sources):
        hexes = [grid.name(column, row) for column in _columns(sources)]
        known = [metres[hex] if surface.ground.is_land(hex) else 0 for hex in hexes]
        width = 4 if max(metres.values()) > 999 else 3
        lines.append(f"  - [{', '.join(f'{each:{width}}' for each in known)}]  # {row:02}")
    return lines
