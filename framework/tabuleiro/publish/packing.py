"""From the folder of an author to a pack."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tabuleiro.harmless import harmless
from tabuleiro.i18n import _
from tabuleiro.publish.archive import MAX_BYTES, MAX_FILES, wrong_name
from tabuleiro.publish.contents import PAPERS, VARIANT, check_contents
from tabuleiro.publish.errors import PackError
from tabuleiro.publish.manifest import AUTHORS, Manifest, read_author
from tabuleiro.publish.pack import Pack

__all__ = ["make_pack"]

_LEFT: Final = frozenset({"__pycache__"})
_SOURCE: Final = "source"
"""Of a module: what its board was built from. No part of the game."""
_PROJECT: Final = "tabuleiro_"
"""The project of a plugin has its package at the top, the pack has it among plugins."""


def make_pack(folder: Path) -> Pack:
    """Return the pack that a folder makes; raises `PackError` with the first thing that is wrong.

    Only what may be in a pack is taken: ``modules/``, ``variant/``, ``plugins/`` or a package at
    the top, and papers such as README.md. Tests, hidden files and sources of boards stay at home.
    """
    said_in = folder / AUTHORS
    if not said_in.is_file():
        sentence = _("There is no {name} in {folder}, which says what the pack is.")
        raise PackError(sentence.format(name=AUTHORS, folder=harmless(folder)))
    said = read_author(_read(said_in))
    if (folder / "module.yaml").is_file():
        sentence = _(
            "{name} lies inside the folder of a module. Make a folder for the pack, move {name}"
            " into it, and the folder of the module to modules/{id} in it."
        )
        raise PackError(sentence.format(name=AUTHORS, id=harmless(said.id)))
    files: dict[str, bytes] = {}
    size = 0
    for name, path in _found(folder):
        if wrong := wrong_name(name):
            sentence = _("The pack holds {name}, which may not be: {wrong}.")
            raise PackError(sentence.format(name=harmless(name), wrong=wrong))
        files[name] = _read(path)
        size += len(files[name])
        if size > MAX_BYTES or len(files) > MAX_FILES:
            sentence = _("{folder} holds too much for a pack.")
            raise PackError(sentence.format(folder=harmless(folder)))
    check_contents(said, files)
    return Pack(Manifest.of(said, files), files)


def _found(folder: Path) -> Iterator[tuple[str, Path]]:
    """Yield the files of a folder that belong into its pack, by their names there."""
    for path in sorted(folder.iterdir()):
        name = path.name
        if path.is_dir() and name in {"modules", "plugins", VARIANT}:
            yield from _under(path, name)
        elif path.is_dir() and name.startswith(_PROJECT) and (path / "__init__.py").is_file():
            yield from _under(path, f"plugins/{name}")
        elif PAPERS.fullmatch(name):
            yield name, path


def _under(folder: Path, name: str) -> Iterator[tuple[str, Path]]:
    with os.scandir(folder) as inside:
        entries = sorted(inside, key=lambda entry: entry.name)
    for entry in entries:
        here = f"{name}/{entry.name}"
        if entry.name.startswith(".") or entry.name in _LEFT:
            continue
        if entry.is_dir(follow_symlinks=False):
            if not (name.rpartition("/")[0].endswith("modules") and entry.name == _SOURCE):
                yield from _under(Path(entry.path), here)
        else:
            yield here, Path(entry.path)


def _read(path: Path) -> bytes:
    """Return the bytes of a plain file; a link may lead anywhere, and is no part of a pack."""
    state = path.lstat()
    if not stat.S_ISREG(state.st_mode):
        sentence = _("{path} is a link or no plain file: a pack holds only files.")
        raise PackError(sentence.format(path=harmless(path)))
    if state.st_size > MAX_BYTES:
        raise PackError(_("{path} is too large for a pack.").format(path=harmless(path)))
    return path.read_bytes()
