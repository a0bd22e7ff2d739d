"""The code of strangers: what was agreed to is what runs.

The files of a package are read once; their hash is what a user agrees to, and Python gets the very
bytes that were hashed. Compiled files, which nobody has looked at, are never taken, and nothing of
the package that was not there is found later.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from importlib import import_module
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from tabuleiro.i18n import _

__all__ = ["Code", "StrangeCode", "digest_of_code"]

MAX_FILES: Final = 2_000
MAX_BYTES: Final = 100_000_000
_CACHES: Final = "__pycache__"


class StrangeCode(ImportError):
    """Code that cannot be loaded; the text says why, in one sentence."""


def digest_of_code(files: Mapping[str, bytes | memoryview]) -> str:
    """Return what stands for the files of a package, by their paths in it, and nothing else."""
    whole = hashlib.sha256()
    for name, content in sorted(files.items()):
        whole.update(f"{name}\0{len(content)}\0".encode("utf-8", "surrogateescape"))
        whole.update(content)
    return whole.hexdigest()


class Code:
    """The package of a plugin that is a stranger's."""

    def __init__(self, folder: Path, module: str = "") -> None:
        """Look at nothing yet; ``module`` is what is imported, if not the package."""
        self.folder = folder
        self._module = module or folder.name

    @cached_property
    def files(self) -> dict[str, bytes]:
        """All files by their paths in the package, as they were when they were first looked at."""
        found: dict[str, bytes] = {}
        size = 0
        for path in _files(self.folder):
            if path.is_symlink():
                sentence = _("{path} is a link: the code of strangers may hold none")
                raise StrangeCode(sentence.format(path=path))
            name = path.relative_to(self.folder).as_posix()
            with path.open("rb") as stream:
                found[name] = stream.read(MAX_BYTES - size + 1)
            size += len(found[name])
            if size > MAX_BYTES or len(found) > MAX_FILES:
                raise StrangeCode(_("{path} holds too much").format(path=self.folder))
        return found

    @cached_property
    def digest(self) -> str:
        """What stands for the files, and nothing else."""
        return digest_of_code(self.files)

    def load(self) -> ModuleType:
        """Import the package; whoever calls this has asked whether he may."""
        other = _known.get(self.folder.name)
        if other is not None and other.digest != self.digest:
            raise StrangeCode(
                _("another version of it is in use; start the program anew to use this one")
            )
        if other is None and self.folder.name in sys.modules:
            raise StrangeCode(_("there is a package of that name already"))
        _known.setdefault(self.folder.name, self)
        if _finder not in sys.meta_path:
            sys.meta_path.insert(0, _finder)
        try:
            return import_module(self._module)
        except BaseException:
            if other is None:
                self._forget()
            raise

    def _forget(self) -> None:
        """Leave nothing behind of an import that failed."""
        del _known[self.folder.name]
        for name in [n for n in sys.modules if n.partition(".")[0] == self.folder.name]:
            del sys.modules[name]

    def spec(self, name: str) -> ModuleSpec:
        """Return how a module of the package is made."""
        way = "/".join(name.split(".")[1:])
        for inside, package in ((f"{way}/__init__.py".lstrip("/"), True), (f"{way}.py", False)):
            if inside in self.files:
                path = self.folder / inside
                loader = _Source(name, str(path), self.files[inside])
                places = [str(path.parent)] if package else None
                spec = spec_from_file_location(
                    name, path, loader=loader, submodule_search_locations=places
                )
                if spec is not None:
                    return spec
        raise ModuleNotFoundError(f"No module named {name!r}", name=name)


class _Source(SourceFileLoader):
    """Gives the bytes that were agreed to, and takes no compiled file."""

    def __init__(self, name: str, path: str, source: bytes) -> None:
        super().__init__(name, path)
        self._source = source

    def path_stats(self, path: Any) -> Any:
        raise OSError  # so Python neither reads nor writes a compiled file

    def get_data(self, path: Any) -> bytes:
        return self._source if path == self.path else super().get_data(path)


class _Finder(MetaPathFinder):
    """Finds the modules of strangers that were agreed to, before anything else can."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        code = _known.get(fullname.partition(".")[0])
        return None if code is None else code.spec(fullname)


_known: dict[str, Code] = {}
_finder: Final = _Finder()


def _files(folder: Path) -> Iterator[Path]:
    """Yield the files of a package in one order, but for those that Python made of them."""
    with os.scandir(folder) as inside:
        entries = sorted(inside, key=lambda entry: entry.name)
    for entry in entries[: MAX_FILES + 1]:
        if entry.is_dir(follow_symlinks=False):
            if entry.name != _CACHES:
                yield from _files(Path(entry.path))
        elif not entry.name.endswith((".pyc", ".pyo")):
            yield Path(entry.path)
