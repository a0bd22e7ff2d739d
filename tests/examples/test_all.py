"""What all examples have in common: short, in order, in both languages, sound in the kit."""

from pathlib import Path

import pytest

from tabuleiro.bots import SimplePlayer
from tabuleiro.i18n import catalogue, extract
from tabuleiro.module import Cache, load_module
from tabuleiro.testing import check_game, playthrough, verify
from tabuleiro.testing.table import catalogue as games

EXAMPLES = Path(__file__).resolve().parents[2] / "docs" / "examples"
NAMES = sorted(path.name for path in EXAMPLES.iterdir() if (path / "pyproject.toml").is_file())
_LONGEST = 150
_WHOLE = {"charge": 320, "rivals": 180}
"""One that a page goes through, with a set of rules of its own; one that takes from no family."""


def package(name):
    return EXAMPLES / name / f"tabuleiro_{name}"


def test_the_list_names_them_all():
    page = (EXAMPLES / "README.md").read_text("utf-8")
    told = (EXAMPLES.parent / "adding-a-game.md").read_text("utf-8")
    for name in NAMES:
        assert f"({name}/README.md)" in page
        assert f"examples/{name}/README.md" in told
        assert (Path(__file__).parent / f"test_{name}.py").is_file()


@pytest.mark.parametrize("name", NAMES)
class TestEach:
    def test_it_is_short(self, name):
        texts = (path.read_text("utf-8") for path in package(name).glob("*.py"))
        assert sum(len(text.splitlines()) for text in texts) < _WHOLE.get(name, _LONGEST)

    def test_its_data_are_in_order(self, name):
        module = load_module(
            package(name) / "modules" / name, cache=Cache(None), rules=games().parameters
        )
        assert [str(warning) for warning in module.warnings] == []

    def test_it_speaks_portuguese(self, name):
        found = extract([package(name)])
        assert found.faults == ()
        assert {sentence.id for sentence in found.sentences} <= set(catalogue("pt").sentences)

    @pytest.mark.slow
    def test_the_conformance_kit_finds_nothing(self, name):
        report = check_game(name, seeds=range(1), probes=12)
        assert report.findings == []
        assert report.matches == 1

    @pytest.mark.slow
    def test_a_match_written_down_can_be_played_again(self, name):
        assert verify(playthrough(name, 1)) == ""

    def test_computers_play_it_to_its_end(self, name, play_out):
        assert play_out(name, "1", SimplePlayer).over
        assert all(play_out(name, seed).over for seed in ("2", "3"))
