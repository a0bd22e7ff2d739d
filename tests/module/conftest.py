"""A small module to play with: each test gets its own copy."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

import pytest

from tabuleiro.module import Cache, Module, ModuleError, Problem, load_module

FIXTURES = Path(__file__).parent / "fixtures"


@dataclass
class Workshop:
    """A copy of the small module, to be changed and loaded."""

    root: Path
    cache: Cache

    def path(self, name: str) -> Path:
        return self.root / name

    def read(self, name: str) -> str:
        return self.path(name).read_text(encoding="utf-8")

    def write(self, name: str, content: str | bytes) -> None:
        raw = content.encode() if isinstance(content, str) else content
        self.path(name).write_bytes(raw)

    def change(self, name: str, old: str, new: str) -> None:
        text = self.read(name)
        assert old in text, f"{old!r} does not stand in {name}"
        self.write(name, text.replace(old, new, 1))

    def load(self) -> Module:
        return load_module(self.root, cache=self.cache)

    def problems(self) -> tuple[Problem, ...]:
        with pytest.raises(ModuleError) as caught:
            self.load()
        return caught.value.problems

    def tree(self) -> dict[str, int]:
        paths = self.root.parent.rglob("*")
        return {str(path): path.lstat().st_mtime_ns for path in paths}


@pytest.fixture
def duel(tmp_path):
    root = tmp_path / "duel"
    shutil.copytree(FIXTURES / "duel", root)
    return Workshop(root, Cache(None))


@pytest.fixture(autouse=True)
def _no_user_folders(monkeypatch, tmp_path):
    """Keep tests away from the folders of whoever runs them."""
    monkeypatch.setenv("TABULEIRO_CACHE", "off")
    monkeypatch.delenv("TABULEIRO_MODULES", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "xdg-data"))
