"""What two games use lies in the shared rules; what one game alone uses lies in its plugin."""

from collections import defaultdict

import pytest

from tabuleiro.cli.code_reached import reached_from
from tabuleiro.engine.catalogue import Catalogue

RULES = ("tabuleiro.rules", "tabuleiro_")
SUBJECTS = ("air", "arrivals", "combat", "ground", "recon", "sea", "sequence", "supply", "victory")
CATALOGUE = Catalogue.installed()
ASKED_BY_SEATS = {
    "air/flights.py",  # what a table shows
    "combat/no_way_back.py",
    "combat/preview.py",
    "supply/supply_view.py",
}

OFFERED = {"ground/moving.py"}  # to games of one's own: docs/examples/charge moves by it


def users(folder):
    """The games that lead to each file of the shared rules, by what their parts mention."""
    found = defaultdict(set)
    for game in CATALOGUE.rules.values():
        parts = {(type(part).__module__, type(part).__qualname__) for part in game.parts}
        for path in reached_from(parts, lambda name: name.startswith(RULES)):
            if path.is_relative_to(folder):
                found[path.relative_to(folder).as_posix()].add(game.id)
    return found


@pytest.mark.slow
def test_each_file_of_the_shared_rules_serves_two_games(request):
    folder = request.config.rootpath / "framework" / "tabuleiro" / "rules"
    used = users(folder)
    files = {
        path.relative_to(folder).as_posix()
        for subject in SUBJECTS
        for path in (folder / subject).glob("*.py")
        if path.name != "__init__.py"
    }
    assert len(files) > 50
    few = {file: used[file] for file in files - ASKED_BY_SEATS - OFFERED if len(used[file]) < 2}
    # The free table is no game: what serves it serves all modules without a plugin.
    assert {file: games for file, games in few.items() if games <= CATALOGUE.games.keys()} == {}


def test_no_part_wraps_another(request):
    """Parts add to lists, so that their order says what holds; only house rules wrap."""
    root = request.config.rootpath
    rules = [
        path for folder in ("framework/tabuleiro/rules", "plugins", "docs/examples")
        for path in (root / folder).rglob("*.py")
    ]  # fmt: skip
    assert len(rules) > 200
    assert [path for path in rules if "wrapper=True" in path.read_text("utf-8")] == []
