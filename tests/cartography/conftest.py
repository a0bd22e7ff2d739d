"""A small world to build boards of: two islands, an islet, a mountain, a river."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

from tabuleiro.cartography import Built, build_board
from tabuleiro.module import ModuleError, Problem
from twin_islands import EAST, ISLET, SOURCE, WEST, box, collection, feature, globe


@dataclass
class Atelier:
    """A folder of sources, to be changed and built."""

    source: Path
    heights: Path

    @property
    def module(self):
        return self.source.parent

    def write(self, name: str, text: str) -> None:
        (self.source / name).write_text(text, "utf-8")

    def change(self, old: str, new: str, name: str = "board-source.yaml") -> None:
        text = (self.source / name).read_text("utf-8")
        assert old in text, f"{old!r} does not stand in {name}"
        self.write(name, text.replace(old, new, 1))

    def line(self, words: str, name: str = "board-source.yaml") -> int:
        lines = (self.source / name).read_text("utf-8").splitlines()
        return next(number for number, line in enumerate(lines, start=1) if words in line)

    def build(self, *, raw: bool = True) -> Built:
        return build_board(self.source, self.heights if raw else None)

    def problems(self) -> tuple[Problem, ...]:
        with pytest.raises(ModuleError) as caught:
            self.build()
        return caught.value.problems

    def complaint(self) -> str:
        (problem,) = self.problems()
        return str(problem)


@pytest.fixture
def atelier(tmp_path):
    source = tmp_path / "twins" / "source"
    source.mkdir(parents=True)
    made = Atelier(source, tmp_path / "heights.npz")
    made.write("board-source.yaml", SOURCE)
    land = [feature("Polygon", [each]) for each in (WEST, EAST, ISLET)]
    made.write("land.geojson", collection(*land))
    made.write("lakes.geojson", collection(feature("Polygon", [box(5.5, 4.0, 6.65, 5.0)])))
    rill = [globe(3.4, 3.1), globe(2.6, 3.6), globe(1.9, 4.4), globe(1.3, 5.0)]
    made.write("rivers.geojson", collection(feature("LineString", rill, name="Rill")))
    border = [globe(5.1, 2.5), globe(7.6, 2.5)]
    made.write("borders.geojson", collection(feature("LineString", border)))
    towns = [("Beta", 6.06, 3.4), ("Twin", 2, 3), ("Twin", 3, 3)]
    lines = [
        json.dumps(dict(zip(("name", "lon", "lat"), (name, *globe(x, y)), strict=True)))
        for name, x, y in towns
    ]
    made.write("places.json", "[\n" + ",\n".join(lines) + "\n]\n")
    lon, lat = np.meshgrid(119.9 + 0.01 * np.arange(110), 10.1 - 0.01 * np.arange(110))
    apart = ((lon - 120.35) ** 2 + (lat - 9.7) ** 2) / 0.01
    metres = np.rint(700 * np.exp(-apart) + 30).astype(np.int16)
    np.savez(made.heights, h=metres, lon0=119.9, lat0=10.1, step=0.01)
    return made
