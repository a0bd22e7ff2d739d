"""``tabuleiro new-plugin``: a small game that is complete, to be changed into another."""

from __future__ import annotations

import json
import re
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final

import tabuleiro
from tabuleiro.cli.common import catalogue
from tabuleiro.cli.errors import Failure, UsageError
from tabuleiro.cli.output import print_json
from tabuleiro.i18n import _

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from tabuleiro.cli.parser import Parser

__all__ = ["new_plugin", "prepare", "run"]

TEMPLATE: Final = Path(tabuleiro.__file__).parent / "template"
"""The files, each with ``.in`` at the end, so that no tool takes them for code of ours."""

_NAME: Final = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
_RESERVED: Final = {"modules"}
"""Of a wheel, ``tabuleiro_modules`` holds the modules of the program."""
_LONGEST_NAME, _LONGEST_TITLE = 20, 60


def prepare(parser: Parser) -> None:
    """Add the arguments."""
    parser.add_argument("name", metavar="NAME", help=_("the id of the new game, such as my_duel"))
    parser.add_argument(
        "--dir", metavar="DIR", default=".", help=_("where the folder is put; without it, here")
    )
    parser.add_argument("--title", metavar="TEXT", help=_("its title, the same in both languages"))
    parser.add_argument("--json", action="store_true", help=_("for programs"))


def run(options: argparse.Namespace) -> int:
    """Write the project of a plugin."""
    name = _checked_name(options.name)
    title = _checked_title(name if options.title is None else options.title)
    folder = new_plugin(name, title, Path(options.dir))
    if options.json:
        files = sorted(p.relative_to(folder).as_posix() for p in folder.rglob("*") if p.is_file())
        print_json({"game": name, "title": title, "folder": str(folder), "files": files})
        return 0
    print(_('The game "{name}" lies in {folder}.').format(name=name, folder=folder))
    print(_("Install it: {command}").format(
        command=f"pip install --no-build-isolation --no-deps -e {folder}"))  # fmt: skip
    print(_("Or name its folder in the variable {variable}.").format(variable="TABULEIRO_PLUGINS"))
    print(_("Play it with: {command}").format(command=f"tabuleiro play {name}"))
    print(_("Its README.md says more."))
    return 0


def _checked_name(name: str) -> str:
    if not _NAME.fullmatch(name) or len(name) > _LONGEST_NAME:
        raise UsageError(
            _('"{name}" is no name for a game: small letters, digits and "_" between words, a'
              " letter first, at most {n} in all.").format(name=name, n=_LONGEST_NAME)
        )  # fmt: skip
    known = catalogue()
    if name in known.rules or name in known.module_ids():
        raise Failure(_('There is a game "{name}" already.').format(name=name))
    if name in _RESERVED or find_spec(f"tabuleiro_{name}"):
        raise Failure(_('There is a Python package "tabuleiro_{name}" already.').format(name=name))
    return name


def _checked_title(words: str) -> str:
    """Return a title that stands in YAML, TOML and Markdown alike; a name makes one, too."""
    title = words if not _NAME.fullmatch(words) else words.replace("_", " ").capitalize()
    if not title.strip() or not title.isprintable() or len(title) > _LONGEST_TITLE:
        raise UsageError(_("A title is one line of at most {n} letters.").format(n=_LONGEST_TITLE))
    return title.strip()


def new_plugin(name: str, title: str, where: Path) -> Path:
    """Write the project into a new folder in ``where`` and return it: all of it, or nothing."""
    folder = where / f"tabuleiro-{name}"
    if not where.is_dir():
        raise Failure(_("There is no folder {folder}.").format(folder=where))
    if folder.exists() or folder.is_symlink():
        raise Failure(_("{folder} is there already.").format(folder=folder))
    try:
        with TemporaryDirectory(prefix=".tabuleiro-", dir=where) as unfinished:
            made = Path(unfinished) / folder.name
            for path, text in _filled(name, title):
                (made / path).parent.mkdir(parents=True, exist_ok=True)
                (made / path).write_text(text, encoding="utf-8", newline="\n")
            made.rename(folder)
    except OSError as error:
        from tabuleiro.store.errors import os_sentence

        raise Failure(os_sentence(error, str(folder))) from error
    return folder


def _filled(name: str, title: str) -> Iterator[tuple[str, str]]:
    """Yield the files of the template, by path, with the name and the title in them."""
    # What JSON quotes, YAML and TOML read alike.
    words = {"@NAME@": name, "@TITLE@": title, "@QUOTED@": json.dumps(title, ensure_ascii=False)}
    hole = re.compile("|".join(words))
    for source in sorted(TEMPLATE.rglob("*.in")):
        path = source.relative_to(TEMPLATE).with_suffix("").as_posix()
        text = source.read_text(encoding="utf-8")
        yield _fill(hole, words, path), _fill(hole, words, text)


def _fill(hole: re.Pattern[str], words: dict[str, str], text: str) -> str:
    return hole.sub(lambda found: words[found[0]], text)
