"""The pages that say where each rule is."""

import pytest

from tabuleiro.cli import rule_pages
from tabuleiro.engine.catalogue import Catalogue

COMMAND = "python -m tabuleiro.cli.rule_pages docs/rules"


def test_there_is_a_page_for_each_game(request):
    pages = {path.stem for path in (request.config.rootpath / "docs" / "rules").glob("*.md")}
    games = {path.parent.name for path in request.config.rootpath.glob("modules/*/module.yaml")}
    assert pages == games == set(rule_pages.GAMES)


@pytest.mark.slow
@pytest.mark.parametrize("game", rule_pages.GAMES)
def test_the_page_is_up_to_date(request, game):
    kept = request.config.rootpath / "docs" / "rules" / f"{game}.md"
    told = rule_pages.page(Catalogue.installed().module(game))
    assert kept.read_text("utf-8") == told, f"`{COMMAND}` writes it anew"


@pytest.mark.slow
def test_the_pages_are_written(tmp_path, monkeypatch):
    monkeypatch.setattr(rule_pages, "GAMES", ("metz",))
    rule_pages.write_pages(tmp_path)
    told = (tmp_path / "metz.md").read_text("utf-8")
    assert '<a id="metz-4.1.2-2"></a>**metz-4.1.2-2**' in told
    assert "`modules/metz/module.yaml` (`rules.clauses.zone-stop`)" in told
