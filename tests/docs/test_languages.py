"""What the page on adding a game says of sentences can be imported as it says."""

import re

import tabuleiro.engine


def test_references_come_from_where_the_page_says(request):
    page = (request.config.rootpath / "docs" / "adding-a-game.md").read_text("utf-8")
    section = page.partition("## Languages")[2].partition("\n## ")[0]
    names = re.findall(r"`(\w+_ref)", section)
    assert len(names) == 4
    assert "all from `tabuleiro.engine`" in section
    for name in names:
        assert name in tabuleiro.engine.__all__
