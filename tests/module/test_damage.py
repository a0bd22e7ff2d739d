"""Modules damaged at random: `ModuleError` or a module, never anything else."""

import json
import random
import shutil
from pathlib import Path

import pytest

from tabuleiro.module import Cache, ModuleError, load_module
from tabuleiro.module.loader import parse

SMALL = Path(__file__).parent / "fixtures" / "duel"
FILES = [*(path.name for path in sorted(SMALL.glob("*.yaml"))), "scenarios/battle.yaml"]
DATA = {name: parse((SMALL / name).read_text(encoding="utf-8"), name).data for name in FILES}
JUNK = [
    *(None, True, False, 0, -1, 7, 10**14, -(10**14), 1.5, -0.5, "", "x", "0101", "9999", "a-b"),
    *("1-1", "é", "all", "red", "open", "0101/0201", "/", "~", "  ", [], {}, [1], ["x"], [[]]),
    *(["0101"], {"pt": "a"}, {"pt": "a", "en": "b"}, {"id": "x"}, {"": 1}, [None], [{}]),
]


def paths(value, path=()):
    inside = value.items() if isinstance(value, dict) else ()
    for key, part in enumerate(value) if isinstance(value, list) else inside:
        yield (*path, key)
        yield from paths(part, (*path, key))


def damage(data, dice):
    """Put in junk, take something out, double an item or add a key."""
    *path, key = dice.choice([*paths(data)])
    for step in path:
        data = data[step]
    way, junk = dice.random(), json.loads(json.dumps(dice.choice(JUNK)))
    if way < 0.6:
        data[key] = junk
    elif way < 0.75:
        del data[key]
    elif isinstance(data, list):
        data.append(json.loads(json.dumps(dice.choice(data))))
    else:
        data[dice.choice(["x", "id", "", "format", "rule", "hexes"])] = json.loads(
            json.dumps(dice.choice(JUNK))
        )


@pytest.mark.parametrize("seed", range(200))
def test_random_damage(tmp_path, seed):
    dice = random.Random(seed)
    root = shutil.copytree(SMALL, tmp_path / "duel")
    copies = json.loads(json.dumps(DATA))
    for _ in range(dice.randint(1, 5)):
        damage(copies[dice.choice(FILES[:-1] if seed % 2 else FILES)], dice)
    for name, data in copies.items():
        (root / name).write_text(json.dumps(data, ensure_ascii=False), encoding="utf-8")
    try:
        load_module(root, cache=Cache(None))
    except ModuleError as error:
        lines = str(error).splitlines()
        assert len(lines) == len(error.problems) >= 1  # noqa: PT017
        assert all(":" in line for line in lines)
