"""The page about the programming interface is made from docstrings, and its examples run."""

import doctest
import re

import pytest

from tabuleiro.testing import api

SECTIONS = re.split(r"^## ", api.page(), flags=re.MULTILINE)[1:]
TITLES = [section.partition("\n")[0] for section in SECTIONS]


def test_the_page_is_up_to_date(request):
    kept = (request.config.rootpath / "docs" / "api.md").read_text("utf-8")
    assert kept == api.page(), "`python -m tabuleiro.testing.api > docs/api.md` writes it anew"


@pytest.mark.parametrize("section", SECTIONS[:-1], ids=TITLES[:-1])
def test_the_examples_run_with_what_they_import(section):
    """Each part by itself: nobody need have read another one first."""
    code = "".join(re.findall(r"```python\n(.*?)```", section, re.DOTALL))
    test = doctest.DocTestParser().get_doctest(code, {}, section.partition("\n")[0], None, 0)
    assert len(test.examples) > 3
    said = []
    results = doctest.DocTestRunner(verbose=False).run(test, out=said.append)
    assert results.failed == 0, "".join(said)


def test_everything_is_explained():
    assert "\n\n\n\n" not in api.page()
    for about in api.PARTS:
        for each in about.classes:
            assert f"### `{each.__name__}`\n\n" in api.page()
            assert each.__doc__
    assert {"Moved", "Said", "Rolled"} <= set(
        re.findall(r"^\| `(\w+)` \|", SECTIONS[-1], re.MULTILINE)
    )
