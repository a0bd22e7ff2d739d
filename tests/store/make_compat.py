"""Writes the kept files of the current formats into ``tests/compat/``.

Run it once for each new format (``python tests/store/make_compat.py``), before the format is
released. Files that are there already are left alone: they must be readable as they are, for ever.
"""

import json
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from store import tiny
from tabuleiro.engine.knowledge import EVERYTHING
from tabuleiro.store import Library, write_partida
from tabuleiro.store.migrations import FORMAT
from tabuleiro.store.schema import SCHEMA

COMPAT = Path(__file__).parents[1] / "compat"
EXPECTED = COMPAT / "store.json"


def sample():
    """A game with all that a log can have, left in the middle of an attack."""
    game = tiny.play(tiny.new_game("compat"), 90, seed=12)
    while not any(isinstance(step, tiny.TinyBattle) for step in game.position.agenda):
        game.act(next((a for a in game.legal() if isinstance(a, tiny.TinyAttack)), tiny.TinyPass()))
    game.log.names.update({"before the storm": 17, "ação": 3})
    return game


def main():
    game = sample()
    expected = json.loads(EXPECTED.read_text("utf-8")) if EXPECTED.exists() else {}
    library, partida = COMPAT / f"library-{SCHEMA}.db", COMPAT / f"format-{FORMAT}.partida"
    says = {
        "position": game.position.digest(),
        "head": game.log.head,
        "hash": game.log.rows[game.log.head].hash,
        "rows": len(game.log),
        "names": game.log.names,
    }
    if not partida.exists():
        write_partida(partida, game, "Kept", viewer=EVERYTHING)
        expected[partida.name] = says
    if not library.exists():
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, library.name)
            with Library(path) as new:
                new.create(game, "Kept")
            library.write_bytes(path.read_bytes())
        expected[library.name] = says
    text = json.dumps(expected, indent=2, sort_keys=True, ensure_ascii=False)
    EXPECTED.write_text(text + "\n", "utf-8")


if __name__ == "__main__":
    main()
