"""How quickly a large module opens: a board of 3,465 hexes with 470 counters, and a whole game.

``python tests/benchmarks/bench_module.py [GAME]`` prints two tables; the second, without a game, is
of Libertação das Filipinas. `measure` returns the rows of one. Beside the module stands its peer,
PyYAML's own CSafeLoader on the same files, which neither checks nor builds anything. All times are
those that the process had on a processor.
"""

import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

import yaml

from tabuleiro.module import Cache, load_module

MODULES = Path(__file__).parents[2] / "modules"
COLUMNS, ROWS = 63, 55
UNITS = 470
REPEATS = 5
WORDS = "{{pt: {0} em português, en: {0} in English}}"
RULES = "".join(f"## {number} Section {{#{number}}}\n\nText.\n\n" for number in range(1, 60))


def words(name):
    return WORDS.format(name)


def game():
    turns = "".join(f"  - {{turn: {n}, label: {words(n)}}}\n" for n in range(1, 31))
    return f"""format: 1
id: large
version: 1.0.0
plugin: large
api: 1
family: attrition
title: {words("Large")}
summary: {words("Large")}
sides:
  - {{id: red, name: {words("Red")}, colour: "#aa0000"}}
  - {{id: blue, name: {words("Blue")}, colour: "#0000aa"}}
nations:
  - {{id: red, side: red, name: {words("red")}, ground: "#ffcccc", ink: "#111111"}}
  - {{id: blue, side: blue, name: {words("blue")}, ground: "#ccccff", ink: "#111111"}}
movement_classes: [foot, wheels, ships]
unit_types:
  - {{id: infantry, name: {words("infantry")}, symbol: infantry, class: foot}}
  - {{id: tanks, name: {words("tanks")}, symbol: armour, class: wheels}}
turns:
{turns}sequence:
  - {{id: movement, kind: movement, side: red, name: {words("Movement")}, rule: large-1-1}}
"""


def hex_name(column, row):
    return f"{column:02}{row:02}"


def board(dice):
    rows = "".join(
        f'    - "{" ".join(dice.choice("..wm~") for _ in range(COLUMNS))}"\n' for _ in range(ROWS)
    )
    heights = "".join(
        f"  - [{', '.join(str(dice.randrange(3000)) for _ in range(COLUMNS))}]\n"
        for _ in range(ROWS)
    )
    rivers = "".join(
        f"  - {{id: river-{column}, kind: river, name: {words(column)}, sides: ["
        + ", ".join(
            f'"{hex_name(column, row)}/{hex_name(column, row + 1)}"' for row in range(1, ROWS)
        )
        + "]}\n"
        for column in range(1, COLUMNS, 4)
    )
    roads = "".join(
        f"  - {{id: road-{column}, kind: road, name: {words(column)}, chain: ["
        + ", ".join(f'"{hex_name(column, row)}"' for row in range(1, ROWS + 1))
        + "], leaves: {start: north, end: south}}\n"
        for column in range(2, COLUMNS, 3)
    )
    places = "".join(
        f'  - {{id: place-{n}, hex: "{hex_name(dice.randint(1, COLUMNS), dice.randint(1, ROWS))}",'
        f" kind: town, importance: {dice.randint(1, 4)}, name: {words(n)}}}\n"
        for n in range(300)
    )
    regions = "".join(
        f"  - {{id: region-{n}, name: {words(n)}, hexes: ["
        + ", ".join(
            f'"{hex_name(column, row)}"' for column in range(1, COLUMNS + 1) for row in (n, n + 1)
        )
        + "]}\n"
        for n in range(1, ROWS, 2)
    )
    return f"""format: 1
id: large
grid: {{columns: {COLUMNS}, rows: {ROWS}}}
terrain:
  codes: {{".": open, w: woods, m: mountain, "~": sea}}
  rows:
{rows}heights:
{heights}hexsides:
{rivers}networks:
{roads}places:
{places}regions:
{regions}edges:
  - {{id: west, edge: west, name: {words("West")}, hexes: all}}
"""


def counters():
    formations = "".join(
        f"  - {{id: f-{n}, name: {words(n)}, side: red, nation: red, size: division}}\n"
        for n in range(60)
    )
    pieces = "".join(
        f"""  - id: unit-{n}
    name: {words(n)}
    short: {{left: "{n}", right: "8"}}
    nation: red
    type: {"tanks" if n % 5 == 0 else "infantry"}
    size: regiment
    formation: f-{n % 60}
    values: {{attack: 4, defense: 5, move: 8}}
    reduced: {{attack: 2, defense: 3}}
    tags: [line]
"""
        for n in range(UNITS)
    )
    return f"format: 1\nformations:\n{formations}counters:\n{pieces}"


def tables():
    cost = "cost: {foot: 2, wheels: 3, ships: 1}"
    terrain = "".join(
        f"  - {{id: {kind}, name: {words(kind)}, {cost}, columns: 1, rule: large-2-1}}\n"
        for kind in ("open", "woods", "mountain", "sea")
    )
    rows = "".join(f'      - {{label: "{n}", sums: [{n}]}}\n' for n in range(2, 13))
    cells = "".join(f"      - [{', '.join(['D1 A1'] * 9)}]\n" for _ in range(2, 13))
    columns = ", ".join(f'"{n}-1"' for n in range(1, 10))
    return f"""format: 1
terrain:
{terrain}hexsides:
  - {{id: river, name: {words("river")}, {cost}}}
networks:
  - {{id: road, name: {words("road")}, cost: {{foot: 1, wheels: 0.5, ships: null}}}}
odds:
  - id: combat
    name: {words("combat")}
    columns: [{columns}]
    rows:
{rows}    cells:
{cells}results:
  - {{id: D1, name: {words("D1")}, text: {words("D1")}}}
  - {{id: A1, name: {words("A1")}, text: {words("A1")}}}
"""


def scenario(dice):
    entries = "".join(
        f'  - {{hex: "{hex_name(dice.randint(1, COLUMNS), dice.randint(1, ROWS))}",'
        f" units: [unit-{n}, unit-{n + 1}], rule: large-3-{n + 1}}}\n"
        for n in range(0, UNITS, 2)
    )
    return f"""format: 1
id: campaign
name: {words("Campaign")}
text: {words("Campaign")}
first_turn: 1
last_turn: 30
setup:
{entries}"""


def write_module(folder):
    """Write the large module into a folder."""
    dice = random.Random(1944)
    (folder / "scenarios").mkdir(parents=True)
    files = {
        "module.yaml": game(),
        "board.yaml": board(dice),
        "counters.yaml": counters(),
        "tables.yaml": tables(),
        "scenarios/campaign.yaml": scenario(dice),
        "rules.pt.md": RULES,
        "rules.en.md": RULES,
    }
    for name, content in files.items():
        (folder / name).write_text(content, encoding="utf-8")
    return folder


def best(function, repeats=REPEATS):
    """Return the least time in milliseconds that a function took."""
    times = []
    for _ in range(repeats):
        begin = time.process_time()
        function()
        times.append((time.process_time() - begin) * 1000)
    return min(times)


def in_a_process(folder, cache):
    """Return the milliseconds from import to the ready module in a new process."""
    program = (
        "import sys, time\nbegin = time.process_time()\n"
        "from tabuleiro.module import Cache, load_module\nfrom pathlib import Path\n"
        "load_module(sys.argv[1], cache=Cache(Path(sys.argv[2]) if sys.argv[2] else None))\n"
        "print((time.process_time() - begin) * 1000)\n"
    )
    command = [sys.executable, "-c", program, str(folder), str(cache)]
    usual = {name: each for name, each in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    runs = [subprocess.run(command, capture_output=True, check=True, env=usual) for _ in range(3)]
    return min(float(run.stdout) for run in runs)


class Row(NamedTuple):
    """One line of the table; the ratio is to the peer."""

    what: str
    milliseconds: float
    ratio: float


def measure(folder=None):
    """Return the rows of the table of a module; without a folder, of one that is made for it."""
    with tempfile.TemporaryDirectory() as name:
        folder = folder or write_module(Path(name) / "large")
        texts = [path.read_text(encoding="utf-8") for path in folder.rglob("*.yaml")]
        cache = Cache(Path(name) / "cache")
        load_module(folder, cache=cache)
        peer = best(lambda: [yaml.load(text, Loader=yaml.CSafeLoader) for text in texts])
        rows = [
            ("CSafeLoader alone, nothing checked", peer),
            ("load_module, cold", best(lambda: load_module(folder, cache=Cache(None)))),
            ("load_module, from the cache", best(lambda: load_module(folder, cache=cache))),
            ("a new process with imports, cold", in_a_process(folder, "")),
            ("a new process with imports, from the cache", in_a_process(folder, cache.folder)),
        ]
        return [Row(what, time_, time_ / peer) for what, time_ in rows]


def main():
    """Print the tables."""
    game = sys.argv[1] if len(sys.argv) > 1 else "filipinas"
    for what, folder in (
        ("a module of 3,465 hexes and 470 counters", None),
        (f"modules/{game}", MODULES / game),
    ):
        print(f"{what:44} {'ms':>8} {'ratio':>7}")
        for row in measure(folder):
            print(f"{row.what:44} {row.milliseconds:8.1f} {row.ratio:7.2f}")


if __name__ == "__main__":
    main()
