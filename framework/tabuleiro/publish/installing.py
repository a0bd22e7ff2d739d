"""Installing a pack: all of it or nothing, beside the versions that are there.

A pack is written into a folder that nobody looks into, and takes its name when all of it is on the
disk. A program that is killed leaves a folder that the next one sweeps away.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import shutil
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from tabuleiro import __version__
from tabuleiro.engine.plugins import found_plugins
from tabuleiro.harmless import harmless
from tabuleiro.i18n import _
from tabuleiro.module import Cache, ModuleError, available_modules, load_module
from tabuleiro.module.files import read_folder
from tabuleiro.module.packs import (
    InstalledPack,
    installed_packs,
    newest_packs,
    packs_folder,
    version_key,
)
from tabuleiro.publish.archive import MANIFEST, SIGNATURE
from tabuleiro.publish.contents import package_of
from tabuleiro.publish.errors import PackError
from tabuleiro.publish.manifest import read_manifest
from tabuleiro.publish.variants import made_module
from tabuleiro.publish.versions import fits
from tabuleiro.store.archive import sync_folder

if TYPE_CHECKING:
    from tabuleiro.module import Module
    from tabuleiro.module.load import RuleModels
    from tabuleiro.publish.pack import Pack

__all__ = [
    "Installation",
    "check_modules",
    "check_place",
    "install",
    "remove",
    "sweep",
    "write_files",
]

_ON_THE_WAY: Final = ".way-"
_LEFT_OVER: Final = 3600
"""Seconds after which what is on its way is that of a program that was killed."""


class Installation(NamedTuple):
    """What came of installing a pack."""

    pack: InstalledPack
    before: str
    """The newest version that was there, or nothing."""
    new: bool
    """Whether anything was written: the very same pack may have been there."""


def check_place(pack: Pack) -> None:
    """Raise `PackError` if a pack would stand in the way of another, or lacks what it needs."""
    manifest = pack.manifest
    for there in installed_packs(manifest.id):
        if there.version == manifest.version and _digest(there) != pack.digest:
            sentence = _(
                "Version {version} of {id} is installed already, with other contents. A publisher"
                " gives a changed pack a new version; remove the old one if it was yours."
            )
            raise PackError(sentence.format(version=manifest.version, id=manifest.id))
    _check_shadows(pack)
    _check_needs(pack)


def _digest(there: InstalledPack) -> str:
    return read_manifest((there.path / MANIFEST).read_bytes()).digest


def _check_shadows(pack: Pack) -> None:
    """Refuse a game or a plugin with the id of one that comes from elsewhere."""
    manifest = pack.manifest
    own = packs_folder() / manifest.id
    modules = {name.split("/")[-2] for name in pack.files if name.endswith("/module.yaml")}
    if manifest.kind == "scenarios":
        modules.add(manifest.id)
    for found in available_modules():
        if found.id in modules and not found.path.is_relative_to(own):
            raise PackError(_taken(found.id, found.path))
    package = package_of(pack.files)
    mine = {package, *manifest.brings} if package else set()
    for plugin in found_plugins():
        if not plugin.folder.is_relative_to(own) and mine & {plugin.name, *plugin.brings}:
            raise PackError(_taken(plugin.name, plugin.folder))


def _taken(id: str, where: Path) -> str:
    sentence = _('There is another "{id}" already, in {where}: a pack may not stand in its place.')
    return sentence.format(id=harmless(id), where=harmless(where))


def _check_needs(pack: Pack) -> None:
    versions = {"tabuleiro": __version__}
    versions |= {found.id: found.version for found in available_modules() if not found.problems}
    versions |= {each.id: each.version for each in reversed(newest_packs())}
    needs = dict(pack.manifest.needs)
    if pack.manifest.extends:
        needs.setdefault(pack.manifest.extends, ">=0.0.0")
    for id, wanted in needs.items():
        if id not in versions:
            sentence = _("It needs {id} {wanted}, which is not installed.")
            raise PackError(sentence.format(id=id, wanted=wanted))
        if not fits(versions[id], wanted):
            sentence = _("It needs {id} {wanted}, and here is {id} {version}.")
            raise PackError(sentence.format(id=id, wanted=wanted, version=versions[id]))


def install(pack: Pack, rules: RuleModels | None = None) -> Installation:
    """Write a pack to its place; ``rules`` knows how the parameters of rules are checked.

    Whether its maker is trusted, and its code agreed to, is the caller's to ask.
    """
    check_place(pack)
    manifest = pack.manifest
    here = packs_folder() / manifest.id
    place = InstalledPack(manifest.id, manifest.version, here / manifest.version)
    before = next((each.version for each in installed_packs(manifest.id)), "")
    if (place.path / MANIFEST).is_file():
        return Installation(place, before, new=False)
    with _on_the_way(here) as draft:
        write_files(draft, _all_files(pack))
        check_modules(draft, rules)
        draft.rename(place.path)
        sync_folder(here)
    return Installation(place, before, new=True)


def _all_files(pack: Pack) -> dict[str, bytes | memoryview]:
    """Return what is written: the files as they were signed, and the module made of scenarios."""
    files: dict[str, bytes | memoryview] = dict(pack.files)
    manifest = pack.manifest
    if manifest.kind == "scenarios":
        base = next(each for each in available_modules() if each.id == manifest.extends)
        made = made_module(read_folder(base.path).with_images(), manifest, pack.files)
        files |= {f"modules/{manifest.id}/{name}": content for name, content in made.items()}
    files[MANIFEST] = manifest.to_bytes()
    if pack.signature is not None:
        files[SIGNATURE] = pack.signature.to_bytes()
    return files


def check_modules(root: Path, rules: RuleModels | None) -> dict[str, Module]:
    """Refuse a pack with a game that cannot be opened; return the games by their folders."""
    found: dict[str, Module] = {}
    for path in sorted([*root.glob("modules/*/"), *root.glob("plugins/*/modules/*/")]):
        try:
            module = load_module(path, cache=Cache(None), rules=rules)
        except ModuleError as error:
            sentence = _('The game "{id}" of the pack cannot be used: {problem}.')
            problem = str(error.problems[0])
            raise PackError(sentence.format(id=harmless(path.name), problem=problem)) from None
        if module.id != path.name:
            sentence = _('The game in the folder "{folder}" of the pack is called "{id}".')
            raise PackError(sentence.format(folder=harmless(path.name), id=module.id))
        found[path.relative_to(root).as_posix()] = module
    return found


@contextlib.contextmanager
def _on_the_way(here: Path) -> Iterator[Path]:
    """Give a new folder that goes when anything fails."""
    here.mkdir(parents=True, exist_ok=True)
    sweep(here)
    draft = here / f"{_ON_THE_WAY}{secrets.token_hex(6)}"
    draft.mkdir()
    try:
        yield draft
    except BaseException:
        shutil.rmtree(draft, ignore_errors=True)
        with contextlib.suppress(OSError):
            here.rmdir()  # if nothing else is in it
        raise


def write_files(draft: Path, files: Mapping[str, bytes | memoryview]) -> None:
    """Write all files and make sure that they are on the disk."""
    folders = {draft}
    for name, content in files.items():
        path = draft / name
        path.parent.mkdir(parents=True, exist_ok=True)
        folders.add(path.parent)
        with path.open("xb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
    for folder in folders:
        sync_folder(folder)


def sweep(here: Path) -> None:
    """Take away what programs left behind that were killed."""
    with contextlib.suppress(OSError):
        for left in here.glob(f"{_ON_THE_WAY}*"):
            if time.time() - left.lstat().st_mtime > _LEFT_OVER:
                shutil.rmtree(left, ignore_errors=True)


def remove(id: str, version: str | None = None) -> list[InstalledPack]:
    """Take a version of a pack away, or all; return those that went, the newest first."""
    found = [
        each
        for each in installed_packs()
        if each.id == id and (version is None or each.version == version)
    ]
    if not found:
        name = harmless(f"{id} {version}" if version else id)
        raise PackError(_("No pack {name} is installed.").format(name=name))
    for each in found:
        gone = each.path.with_name(f"{_ON_THE_WAY}{secrets.token_hex(6)}")
        each.path.rename(gone)
        sync_folder(gone.parent)
        shutil.rmtree(gone, ignore_errors=True)
    with contextlib.suppress(OSError):
        found[0].path.parent.rmdir()
    return sorted(found, key=lambda each: version_key(each.version), reverse=True)
