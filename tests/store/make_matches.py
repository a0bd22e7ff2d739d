"""Writes matches of the shipped games, each left amid something, into ``tests/compat/``.

Each is a match at random with a seed of its own, played for as many rows as the list says; the
list also says which step must then be asking, and what was done last, so that the name of the file
is no empty word. With ``hurry`` the phases before that turn are ended as soon as they may be, to
come to what happens late without a long log.

``python tests/store/make_matches.py`` writes what is missing. Files that are there already are left
alone: they must be readable as they are, for ever, and the random player or the rules may long have
changed since they were made. For a new format, add matches under new names; until it
is released, remove its files and write them anew when rules change.

``python tests/store/make_matches.py differs WHY`` notes in ``matches.json`` the rows that the rules
of today make otherwise, each from the position that it was played from, with the reason.

``python tests/store/make_matches.py find GAME[/SCENARIO] SEEDS ROWS [HURRY]`` plays matches and
lists, for each step that asked and what was done before it, the seed and the row where that came
first.
"""

import json
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from tabuleiro.engine import Action, Game, GameError
from tabuleiro.engine.catalogue import Catalogue
from tabuleiro.engine.data import DataError
from tabuleiro.engine.knowledge import EVERYTHING
from tabuleiro.engine.log import dice_of
from tabuleiro.store import Library, read_partida, write_partida
from tabuleiro.store.replay import same_row
from tabuleiro.store.schema import SCHEMA
from tabuleiro.testing import action
from tabuleiro.testing.chooser import choose
from tabuleiro.testing.fingerprint import fingerprint

FOLDER = Path(__file__).parents[1] / "compat" / "matches"
EXPECTED = FOLDER / "matches.json"

CATALOGUE = Catalogue.installed()
END = action("end-phase")
OPEN = {"sealing": "open"}


@dataclass(frozen=True)
class Left:
    """Where a match is left: after how many rows, who is asked by which step, what was done."""

    seed: int
    rows: int
    step: str
    action: str
    options: dict = field(default_factory=dict)
    hurry: int = 0
    scenario: str | None = None


MATCHES = {
    "diadem-setup": Left(0, 8, "free-placement", "place"),
    "diadem-attack": Left(21, 21, "attack-draft", "set-air"),
    "diadem-support": Left(21, 24, "defence-draft", "join", OPEN),
    "diadem-losses": Left(11, 30, "take-loss", "confirm"),
    "diadem-exchange": Left(28, 52, "exchange", "confirm"),
    "diadem-retreat": Left(26, 34, "retreating", "retreat"),
    "diadem-displacement": Left(52, 31, "displacement", "retreat", OPEN),
    "diadem-advance": Left(12, 31, "advancing", "advance"),
    "leyte-setup": Left(0, 1, "free-placement", "place"),
    "leyte-first-wave": Left(0, 8, "movement-phase", "move"),
    "leyte-landing": Left(93, 95, "movement-phase", "land"),
    "leyte-attack": Left(104, 24, "attack-draft", "set-air"),
    "leyte-support": Left(27, 29, "defence-draft", "join", OPEN),
    "leyte-losses": Left(52, 34, "take-loss", "confirm"),
    "leyte-exchange": Left(116, 39, "exchange", "confirm"),
    "leyte-retreat": Left(52, 36, "retreating", "retreat", OPEN),
    "leyte-displacement": Left(34, 55, "displacement", "retreat"),
    "leyte-advance": Left(21, 35, "advancing", "advance"),
    "metz-setup": Left(0, 14, "free-placement", "place"),
    "metz-railway": Left(19, 20, "movement-phase", "rail-move", OPEN),
    "metz-bridges": Left(28, 26, "build-bridges", "build-bridge", hurry=3),
    "metz-attack": Left(26, 21, "attack-draft", "set-air", OPEN),
    "metz-support": Left(12, 44, "defence-draft", "set-air"),
    "metz-losses": Left(15, 38, "take-loss", "confirm", OPEN),
    "metz-exchange": Left(33, 123, "exchange", "lose"),
    "metz-retreat": Left(37, 34, "retreating", "retreat"),
    "metz-advance": Left(25, 43, "advancing", "advance"),
    "metz-recovery": Left(55, 92, "choose-recovery", "end-phase"),
    "metz-withdrawal": Left(26, 197, "choose-unit", "pick-formation", hurry=14),
    "papua-setup": Left(0, 31, "free-placement", "place"),
    "papua-bases": Left(0, 57, "place-bases", "place-base"),
    "papua-arrivals": Left(9, 81, "arriving", "place"),
    "papua-sealift": Left(20, 59, "movement-phase", "sail", OPEN),
    "papua-jump": Left(50, 61, "movement-phase", "jump"),
    "papua-raid": Left(28, 60, "raid-draft", "fly-as-bomber"),
    "papua-night-raid": Left(9, 63, "raid-draft", "fly-by-night", OPEN),
    "papua-attack": Left(11, 68, "attack-plan", "join"),
    "papua-interception": Left(35, 78, "react", "intercept"),
    "papua-air-losses": Left(35, 82, "air-losses", "lose", OPEN),
    "papua-battles": Left(15, 105, "battles", "done-reacting"),
    "papua-support": Left(45, 243, "defence-answer", "join"),
    "papua-choice": Left(44, 83, "loss-or-retreat", "lose"),
    "papua-losses": Left(44, 82, "take-loss", "confirm"),
    "papua-loss-and-retreat": Left(50, 79, "losses-and-retreat", "confirm", OPEN),
    "papua-retreat": Left(50, 81, "retreating", "retreat"),
    "papua-advance": Left(36, 91, "advancing", "retreat"),
    "papua-replacements": Left(10, 84, "replacements", "rebuild"),
    "papua-evacuation": Left(54, 116, "evacuate", "emergency-transfer"),
}
MATCHES_2 = {
    "diadem-attack-2": Left(0, 34, "attack-draft", "set-air"),
    "diadem-support-2": Left(0, 51, "defence-draft", "join"),
    "diadem-losses-2": Left(0, 65, "take-loss", "confirm"),
    "diadem-retreat-2": Left(1, 34, "retreating", "retreat"),
    "diadem-displacement-2": Left(2, 49, "displacement", "retreat"),
    "leyte-first-wave-2": Left(0, 29, "movement-phase", "move"),
    "leyte-landing-2": Left(0, 144, "movement-phase", "land"),
    "leyte-attack-2": Left(0, 53, "attack-draft", "set-air"),
    "leyte-losses-2": Left(2, 53, "take-loss", "confirm"),
    "leyte-retreat-2": Left(2, 45, "retreating", "retreat"),
    "metz-railway-2": Left(0, 28, "movement-phase", "rail-move"),
    "metz-bridges-2": Left(0, 101, "build-bridges", "build-bridge", hurry=3),
    "metz-attack-2": Left(0, 119, "attack-draft", "set-air"),
    "metz-losses-2": Left(0, 113, "take-loss", "confirm"),
    "metz-retreat-2": Left(3, 67, "retreating", "retreat"),
    "metz-withdrawal-2": Left(2, 230, "choose-unit", "pick-formation", hurry=14),
    "papua-bases-2": Left(0, 57, "place-bases", "place-base"),
    "papua-sealift-2": Left(0, 62, "movement-phase", "sail"),
    "papua-jump-2": Left(7, 63, "movement-phase", "jump"),
    "papua-raid-2": Left(0, 80, "raid-draft", "fly-as-bomber"),
    "papua-night-raid-2": Left(0, 96, "raid-draft", "fly-by-night"),
    "papua-attack-2": Left(1, 94, "attack-plan", "join"),
    "papua-interception-2": Left(2, 90, "react", "intercept"),
    "papua-battles-2": Left(15, 104, "battles", "done-reacting"),
    "papua-losses-2": Left(4, 97, "take-loss", "confirm"),
    "papua-retreat-2": Left(30, 109, "retreating", "retreat"),
    "filipinas-decks-2": Left(0, 33, "load-decks", "change-ship", scenario="a-day"),
    "filipinas-loading-2": Left(0, 58, "forming-force", "take-aboard", scenario="a-day"),
    "filipinas-voyage-2": Left(0, 19, "under-way", "sail-force", scenario="leyte-gulf"),
    "filipinas-naval-2": Left(0, 33, "naval-losses", "hit-ship", scenario="leyte-gulf"),
    "filipinas-mission-2": Left(3, 35, "mission-draft", "fly-as-kamikaze", scenario="leyte-gulf"),
    "filipinas-answer-2": Left(1, 42, "air-answer", "intercept", scenario="leyte-gulf"),
    "filipinas-attack-2": Left(3, 17, "dutiful-plan", "join", scenario="ashore"),
    "filipinas-losses-2": Left(1, 55, "take-loss", "fight-battle", scenario="ashore"),
    "filipinas-retreat-2": Left(3, 28, "retreating", "fight-battle", scenario="ashore"),
}
"""Those of format 2, whose rows say what each side was told."""
MATCHES |= MATCHES_2
LIBRARY = ("diadem-retreat", "leyte-first-wave", "metz-attack", "papua-raid")


def hurried(game):
    """Return the end of the phase if it may be ended now."""
    return END if game.check(END) else None


def moves(game, seed, hurry=0):
    """Play a match at random and yield each deed after it was taken."""
    rng = Random(seed)
    while not game.over:
        deed = hurried(game) if game.position.turn < hurry else None
        deed = deed or choose(game, rng)
        game.act(deed)
        yield deed


def new_game(name, left):
    return CATALOGUE.new(name, left.scenario, seed=str(left.seed), options=left.options)


def played(name, left):
    """Return the match, which must stand where the list says."""
    game = new_game(name.partition("-")[0], left)
    play = moves(game, left.seed, left.hurry)
    *_, last = (next(play) for _row in range(left.rows))
    found = (tag(game), last.kind)
    assert found == (left.step, left.action), f"{name} now stands at {found}: other rows or seed"
    return game


def tag(game):
    """Return the name by which the step that asks is written."""
    return game.position.to_data()["agenda"][-1]["type"]


def said(game):
    """Return what is kept of a match beside its file, to be compared for ever."""
    return {
        "hash": game.log.rows[game.log.head].hash,
        "rows": len(game.log),
        "position": fingerprint(game.position),
        "turn": game.position.turn,
        "side": game.decision().side,
        "step": tag(game),
        "last": game.log.rows[game.log.head].action["type"],
    }


def main():
    """Write what is missing."""
    FOLDER.mkdir(exist_ok=True)
    expected = json.loads(EXPECTED.read_text("utf-8")) if EXPECTED.exists() else {}
    for name, left in MATCHES.items():
        path = FOLDER / f"{name}.partida"
        if not path.exists():
            game = played(name, left)
            write_partida(path, game, name, viewer=EVERYTHING)
            expected[name] = said(game)
    EXPECTED.write_text(json.dumps(expected, indent=2, sort_keys=True) + "\n", "utf-8")
    library = FOLDER / f"library-{SCHEMA}.db"
    if not library.exists():
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, library.name)
            with Library(path) as new:
                for name in LIBRARY:
                    new.create(played(f"{name}-2", MATCHES[f"{name}-2"]), f"{name}-2")
            library.write_bytes(path.read_bytes())


def made_of(header):
    """Return the module and the rules of a match."""
    module = CATALOGUE.module(header.module)
    return module, CATALOGUE.ruleset(module, header.house_rules)


def differing(partida):
    """Return the rows that come out otherwise today: the first, and each from those before it."""
    start, *rows = partida.rows
    made, header = made_of(partida.header), partida.header
    begun = Game(*made, header).log.rows[start.id]
    found = [] if same_row(header, start, begun) else [start.id]
    game = Game.restore(*made, header, [start], start.id)
    for row in rows:
        game.goto(row.parent)
        if not same(game, row):
            found.append(row.id)
        position = game.position
        for event in row.events:
            position = event.apply(position)
        game.log.add(row, position)
        game.goto(row.id)
    return found


def same(game, row):
    """Return whether the action of a row, taken where it was taken, leads to that row again."""
    dice, thrown = dice_of(row)
    try:
        mine = game.copy().act(Action.from_data(row.action), side=row.side, dice=dice,
                               thrown=thrown)  # fmt: skip
    except (GameError, DataError):
        return False
    return same_row(game.header, row, mine)


def note(why):
    """Note which rows differ now, with the reason for those that did not differ before."""
    kept = json.loads(EXPECTED.read_text("utf-8"))
    for name, says in kept.items():
        before = says.pop("differs", {})
        now = map(str, differing(read_partida(FOLDER / f"{name}.partida")))
        differs = {row: before.get(row, why) for row in now}
        says.update({"differs": differs} if differs else {})
    EXPECTED.write_text(json.dumps(kept, indent=2, sort_keys=True) + "\n", "utf-8")


def find(name, seeds, rows, hurry=0):
    """Print, for each step and what was done before it, the shortest way to it."""
    best = {}
    name, _slash, scenario = name.partition("/")
    for seed in range(seeds):
        left = Left(seed, rows, "", "", hurry=hurry, scenario=scenario or None)
        game = new_game(name, left)
        for deed in moves(game, seed, hurry):
            if game.over or len(game.log) > rows:
                break
            what = (tag(game), deed.kind, game.decision().side)
            best[what] = min(best.get(what, (rows, 0)), (len(game.log) - 1, seed))
    for what, (row, seed) in sorted(best.items()):
        print(*what, f"seed {seed} rows {row}")


if __name__ == "__main__":
    if sys.argv[1:2] == ["find"]:
        find(sys.argv[2], *map(int, sys.argv[3:]))
    elif sys.argv[1:2] == ["differs"]:
        note(sys.argv[2])
    else:
        main()
