"""The command lines of the pages are understood as they stand."""

import re
import shlex
from importlib import import_module

import pytest

from tabuleiro.cli.errors import UsageError
from tabuleiro.cli.parser import command_parser
from tabuleiro.cli.program import COMMANDS, _full

PAGES = (
    "command-line.md",
    "importing-vassal.md",
    "adding-a-game.md",
    "rules-of-your-own.md",
    "publishing.md",
    "playing.md",
)


def lines(root, page):
    blocks = re.findall(r"```sh\n(.*?)```", (root / "docs" / page).read_text("utf-8"), re.DOTALL)
    for line in "".join(blocks).splitlines():
        words = shlex.split(line, comments=True)
        if words[:1] == ["tabuleiro"]:
            yield words[1:]


@pytest.mark.parametrize("page", PAGES)
def test_command_lines_are_understood(request, page):
    seen = 0
    for name, *words in lines(request.config.rootpath, page):
        parser = command_parser(name, "")
        parser.set_defaults(command=name)
        import_module(_full(COMMANDS[name].module)).prepare(parser)
        try:
            parser.parse_args(words)
        except UsageError as fault:
            raise AssertionError(f"{page}: {name} {words}: {fault}") from None
        seen += 1
    assert seen or page == "playing.md"


def test_each_command_stands_on_the_page(request):
    page = (request.config.rootpath / "docs" / "command-line.md").read_text("utf-8")
    table = page.partition("\n## ")[0]
    told = set(re.findall(r"`([a-z-]+)[ `]", table))
    assert set(COMMANDS) <= told
