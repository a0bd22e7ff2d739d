"""What is tried of a pack before it is written, so that its author hears it and not a reader."""

from __future__ import annotations

import ast
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from tabuleiro.i18n import _
from tabuleiro.module import available_modules
from tabuleiro.module.files import read_folder
from tabuleiro.publish.contents import package_of
from tabuleiro.publish.errors import PackError
from tabuleiro.publish.installing import check_modules, write_files
from tabuleiro.publish.manifest import AUTHORS
from tabuleiro.publish.variants import made_module

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tabuleiro.module import Module
    from tabuleiro.module.load import RuleModels
    from tabuleiro.publish.pack import Pack

__all__ = ["check_pack"]


def check_pack(pack: Pack, rules: RuleModels | None = None) -> None:
    """Raise `PackError` if a game of the pack cannot be opened, or its code is no Python."""
    said = pack.manifest
    files = dict(pack.files)
    if said.kind == "scenarios":
        base = next((each for each in available_modules() if each.id == said.extends), None)
        if base is None:
            sentence = _('The game "{id}", which the scenarios belong to, is not installed.')
            raise PackError(sentence.format(id=said.extends))
        made = made_module(read_folder(base.path).with_images(), said, pack.files)
        files |= {f"modules/{said.id}/{name}": content for name, content in made.items()}
    for name in files:
        if name.endswith(".py"):
            _check_python(name, bytes(files[name]))
    _check_name(pack)
    with tempfile.TemporaryDirectory(prefix="tabuleiro-") as draft:
        inside = {n: files[n] for n in files if "modules" in n.split("/")}
        write_files(Path(draft), inside)
        try:
            modules = check_modules(Path(draft), rules)
        except PackError as error:
            if said.kind != "scenarios":
                raise
            sentence = _("{fault} (Lines are those of the module that the pack makes.)")
            raise PackError(sentence.format(fault=error)) from None
    if said.kind != "scenarios":
        _check_versions(pack, modules)


def _check_versions(pack: Pack, modules: Mapping[str, Module]) -> None:
    """Refuse a pack whose game says another version: it is that one which matches note."""
    said = pack.manifest
    found = [(f"{folder}/module.yaml", module.version) for folder, module in modules.items()
             if module.id == said.id]  # fmt: skip
    for name, source in pack.files.items():
        if name.endswith(".py"):
            found += [(f"{name}:{line}", version) for line, version in _games_in(bytes(source))]
    others = [f"{place}: {version}" for place, version in found if version != said.version]
    if others:
        sentence = _(
            "The pack is {version}, but the game says otherwise in {places}. Give all of them the"
            " same version."
        )
        places = "; ".join(others)
        raise PackError(sentence.format(version=f"{said.version} ({AUTHORS})", places=places))


def _games_in(source: bytes) -> Iterator[tuple[int, str]]:
    """Yield line and version of each `GamePlugin` in a source that writes its version out."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "GamePlugin":
            for word in node.keywords:
                value = word.value
                if word.arg == "version" and isinstance(value, ast.Constant):
                    yield value.lineno, str(value.value)


def _check_python(name: str, source: bytes) -> None:
    """Refuse a file that is no Python; nothing of it runs."""
    try:
        ast.parse(source, name)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        line = getattr(error, "lineno", None) or 1
        sentence = _("{file}:{line}: this is not Python.")
        raise PackError(sentence.format(file=name, line=line)) from None


def _check_name(pack: Pack) -> None:
    package = package_of(pack.files)
    if package and package != pack.manifest.id:
        sentence = _('A pack with the package {package} is called "{id}".')
        raise PackError(sentence.format(package=f"tabuleiro_{package}", id=package))
