"""The first lines of each package say what lives there, and what one looks for elsewhere."""

import ast
import re

import pytest

FOLDERS = ("framework", "plugins")


def packages(root):
    for folder in FOLDERS:
        yield from (path.parent.relative_to(root) for path in (root / folder).rglob("__init__.py"))


def first_lines(root, package):
    """The docstring of a package, without its examples."""
    tree = ast.parse((root / package / "__init__.py").read_text("utf-8"))
    return (ast.get_docstring(tree) or "").partition(">>>")[0]


def test_every_package_says_what_lives_there_and_what_does_not(request):
    root = request.config.rootpath
    found = sorted(packages(root))
    assert len(found) > 25
    for package in found:
        first, *rest = first_lines(root, package).split("\n\n")
        assert len(first.split()) >= 5, package
        assert any(paragraph.startswith("Not here: ") for paragraph in rest), package


@pytest.mark.parametrize("path", ["tabuleiro_@NAME@/__init__.py.in"])
def test_so_does_that_of_a_new_plugin(request, path):
    template = request.config.rootpath / "framework" / "tabuleiro" / "template"
    assert "Not here:" in (template / path).read_text("utf-8")


def test_what_they_name_is_there(request):
    """Packages and modules in single backquotes, as seen from `tabuleiro`, and folders."""
    root = request.config.rootpath
    seen = 0
    for package in packages(root):
        paragraphs = first_lines(root, package).split("\n\n")
        told = " ".join(p for p in paragraphs if "Not here:" in p)
        for name in re.findall(r"`([a-z_.]+|[\w./]+/[\w/]*)`", told):
            bare = name.removeprefix("tabuleiro.").replace(".", "/")
            places = [root / name, root / "framework" / "tabuleiro" / bare]
            places += [places[-1].with_suffix(".py"), places[-1].parent.with_suffix(".py")]
            if name in {"rules", "knowledge"}:  # a key of module.yaml, a hook
                continue
            assert any(place.exists() for place in places), (package, name)
            seen += 1
    assert seen > 30
