"""Loading a module: from its folder to a checked whole, or to everything that is wrong with it."""

from __future__ import annotations

from pathlib import Path

from tabuleiro.module.cache import Cache
from tabuleiro.module.data import ModuleData, make_module
from tabuleiro.module.errors import ModuleError
from tabuleiro.module.files import Folder, read_folder
from tabuleiro.module.module import Module

__all__ = ["check_module", "load_module"]


def load_module(path: Path | str, *, cache: Cache | None = None) -> Module:
    """Return the module in a folder, or raise `ModuleError` with all that is wrong.

    A module that was checked before comes from the cache, as long as no byte of it has changed.
    """
    folder = read_folder(Path(path))
    digest = folder.digest
    kept = cache if cache is not None else Cache.of_user()
    data = None if folder.problems else kept.get(digest)
    if data is None:
        data = check_module(folder)
        kept.put(digest, data)
    return make_module(data, folder.root, digest)


def check_module(folder: Folder) -> ModuleData:
    """Check the files of a folder; raises `ModuleError` if anything is wrong."""
    # pydantic and PyYAML are slow to import and not needed for a module from the cache
    from tabuleiro.module.build import build_data
    from tabuleiro.module.checks import check_all
    from tabuleiro.module.draft import read_draft

    draft = read_draft(folder)
    check_all(draft)
    problems = [*folder.problems, *(problem for file in draft.files for problem in file.problems)]
    if problems:
        game = draft.game.model
        raise ModuleError(game.id if game else folder.root.name, problems)
    warnings = [*folder.warnings, *(warning for file in draft.files for warning in file.warnings)]
    return build_data(draft, tuple(sorted(warnings)))
