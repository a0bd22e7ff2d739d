"""The data of games as matches were begun with them, where they are not kept otherwise.

Packs stand side by side in their versions by themselves. What comes with the program is replaced
when the program is: so a copy is kept beside the library when a match is begun, once for each
version of the data, and the match goes on with it. So are drafts that are tried in an editor, and
modules that were opened from any folder, where nobody would find them again.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tabuleiro.module.errors import ModuleError
from tabuleiro.module.files import read_folder
from tabuleiro.module.images import IMAGES, image_path
from tabuleiro.module.packs import data_folder
from tabuleiro.module.paths import bundled_folders, module_folders

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tabuleiro.module.module import Module

__all__ = ["keep_data", "keep_files", "kept_data"]

_LIBRARY: Final = "TABULEIRO_LIBRARY"
_NAME: Final = "versions"
_IN_MEMORY: Final = ":memory:"
"""What SQLite calls a library that is in no file: nothing lies beside it."""


def _folder(library: Path) -> Path:
    return library.parent / _NAME


def keep_data(module: Module, library: Path) -> None:
    """Keep a copy of the files of a game, beside a library, if it may be gone or be another later.

    Nothing is kept of packs, of the user's own modules, and of those that a plugin brings.
    """
    if not _may_go(module.root):
        return
    with suppress(OSError, ModuleError):  # the match matters more
        folder = read_folder(module.root)
        pictures = {f"{IMAGES}/{name}": image_path(folder.root, name) for name in folder.images}
        keep_files(module.id, module.content_hash, {**folder.raw, **pictures}, library)


def _may_go(root: Path) -> bool:
    if root.parent in set(bundled_folders()):
        return True
    brought = (root.parent.parent / "__init__.py").is_file()  # by a package
    return not brought and root.parent not in module_folders()


def keep_files(
    module: str, digest: str, files: Mapping[str, bytes | Path], library: Path
) -> Path | None:
    """Keep the files of a module beside a library, and return its folder; None if there is none."""
    if str(library) == _IN_MEMORY:
        return None
    target = _folder(library) / f"{module}-{digest[:16]}"
    if not target.is_dir():
        target.parent.mkdir(parents=True, exist_ok=True)
        draft = Path(tempfile.mkdtemp(dir=target.parent, prefix=".draft-"))
        try:
            for name, raw in files.items():
                path = draft / module / name
                path.parent.mkdir(parents=True, exist_ok=True)
                if isinstance(raw, Path):
                    shutil.copyfile(raw, path)
                else:
                    path.write_bytes(raw)
            draft.rename(target)
        finally:
            shutil.rmtree(draft, ignore_errors=True)
    return target / module


def kept_data(module: str, digest: str) -> Path | None:
    """Return the folder with the data of a game with which a match was begun, if it was kept."""
    named = os.environ.get(_LIBRARY)
    library = Path(named) if named else data_folder() / "library.db"
    path = _folder(library) / f"{module}-{digest[:16]}" / module
    inside = path.parent.parent == _folder(library) and (path / "module.yaml").is_file()
    return path if inside and read_folder(path).digest == digest else None
