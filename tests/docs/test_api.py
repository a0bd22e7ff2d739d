"""The page about the programming interface is made from docstrings, and its examples run."""

import doctest
import re

import pytest

from tabuleiro.testing import api

TITLES = [about.title for about in api.PARTS]


@pytest.fixture(scope="module")
def page():
    return api.page()


@pytest.fixture(scope="module")
def sections(page):
    return re.split(r"^## ", page, flags=re.MULTILINE)[1:]


def test_the_page_is_up_to_date(request, page):
    kept = (request.config.rootpath / "docs" / "api.md").read_text("utf-8")
    assert kept == page, "`python -m tabuleiro.testing.api > docs/api.md` writes it anew"


def test_each_part_is_a_section_and_one_more_is_about_all_events(sections):
    assert [each.partition("\n")[0] for each in sections] == [*TITLES, "All events"]


@pytest.mark.parametrize("number", range(len(TITLES)), ids=TITLES)
def test_the_examples_run_with_what_they_import(number, sections):
    """Each part by itself: nobody need have read another one first."""
    section = sections[number]
    code = "".join(re.findall(r"```python\n(.*?)```", section, re.DOTALL))
    test = doctest.DocTestParser().get_doctest(code, {}, section.partition("\n")[0], None, 0)
    assert len(test.examples) > 3
    said = []
    results = doctest.DocTestRunner(verbose=False).run(test, out=said.append)
    assert results.failed == 0, "".join(said)


def test_everything_is_explained(page, sections):
    assert "\n\n\n\n" not in page
    for about in api.PARTS:
        for each in about.classes:
            assert f"### `{each.__name__}`\n\n" in page
            assert each.__doc__
    assert {"Moved", "Said", "Rolled"} <= set(
        re.findall(r"^\| `(\w+)` \|", sections[-1], re.MULTILINE)
    )
