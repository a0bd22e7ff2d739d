"""The drawing gives its pieces with their boxes: the window draws SVG, and never reads it back."""

import ast
from pathlib import Path

import tabuleiro.host

HOST = Path(tabuleiro.host.__file__).parent
PARSERS = ("xml", "lxml", "html.parser", "PySide6.QtXml", "defusedxml", "svgelements")
TAKING_APART = {
    "find", "findall", "finditer", "fullmatch", "index", "match", "partition", "removeprefix",
    "rfind", "rpartition", "search", "split", "splitlines", "sub",
}  # fmt: skip
"""Methods that look for something in a text, and functions of patterns."""


def readings(tree):
    """Yield the lines that could take an SVG text apart."""
    for node in ast.walk(tree):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        names += [str(node.module)] if isinstance(node, ast.ImportFrom) else []
        if any(name == one or name.startswith(f"{one}.") for name in names for one in PARSERS):
            yield node.lineno
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            given = " ".join(map(ast.unparse, (node.func.value, *node.args))).lower()
            if node.func.attr in TAKING_APART and ("svg" in given or "drawn.text" in given):
                yield node.lineno


def test_what_is_looked_for_is_found():
    for bad in ("import xml.etree.ElementTree", "from PySide6.QtXml import QDomDocument",
                "re.findall(r'<path', self.svg)", "cut.svg.partition('<g')"):  # fmt: skip
        assert list(readings(ast.parse(bad))) == [1], bad
    assert not list(readings(ast.parse("box = drawn.box\ntext = f'<svg>{piece.svg}</svg>'")))


def test_the_window_reads_no_svg():
    found = {
        f"{path.relative_to(HOST)}:{line}"
        for path in HOST.rglob("*.py")
        for line in readings(ast.parse(path.read_text("utf-8")))
    }
    assert found == set()


def test_patterns_stay_out_of_the_map():
    with_patterns = {
        path.name
        for path in (HOST / "map").glob("*.py")
        if any(line.strip() == "import re" for line in path.read_text("utf-8").splitlines())
    }
    assert with_patterns == set()
