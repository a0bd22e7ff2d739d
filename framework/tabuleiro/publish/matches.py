"""Matches and versions: which go on with a pack, and what newer versions would change in one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec

from tabuleiro.i18n import _, ngettext
from tabuleiro.module import available_modules, load_module
from tabuleiro.module.errors import Unreadable, listed
from tabuleiro.module.files import Folder, decode, read_folder
from tabuleiro.module.images import IMAGES
from tabuleiro.module.loader import parse
from tabuleiro.store.errors import StoreError
from tabuleiro.store.replay import ReplayReport, replay
from tabuleiro.store.stored_log import Kept, rechained, restore, revived

if TYPE_CHECKING:
    from tabuleiro.engine.catalogue import Catalogue
    from tabuleiro.engine.game import Header
    from tabuleiro.module.packs import InstalledPack
    from tabuleiro.store import Library

__all__ = ["Migration", "changes", "matches_with", "migration"]

_FEW: Final = 8
"""So many ids are named."""


def matches_with(library: Library, pack: InstalledPack) -> list[int]:
    """Return the numbers of the matches that were begun with a version of a pack."""
    digests = {
        path.name: read_folder(path).digest
        for folder in (pack.modules, *pack.plugins.glob("tabuleiro_*/modules"))
        if folder.is_dir()
        for path in folder.iterdir()
        if path.is_dir()
    }
    played = {found.id for found in available_modules() if found.plugin == pack.id}
    numbers = []
    for entry in library.list():
        try:
            header = library.header(entry.id)
        except StoreError:
            continue
        same_code = header.module in played and header.plugin_version == pack.version
        if same_code or digests.get(header.module) == header.module_hash:
            numbers.append(entry.id)
    return sorted(numbers)


class Migration(NamedTuple):
    """What the newest versions would change in a match."""

    changes: tuple[str, ...]
    """A sentence each; none if nothing would."""
    report: ReplayReport | None
    """How the match comes out by the newest rules; None if nothing would change."""
    kept: Kept
    """The match with the newest versions."""


def migration(catalogue: Catalogue, library: Library, number: int) -> Migration:
    """Return what the newest versions would change in a match; nothing is changed by asking."""
    header = library.header(number)
    module = catalogue.with_rules(catalogue.module(header.module))
    ruleset = catalogue.ruleset(module, header.house_rules)
    kept = library.open(number)
    told = []
    if header.module_hash not in {"", module.content_hash}:
        before = catalogue.begun_with(header)
        told += changes(before, module.root)
    now = ruleset.plugin.version
    if header.plugin_version not in {"", now}:
        sentence = _("The rules of {plugin}: version {then} becomes {now}.")
        names = {"plugin": ruleset.plugin.id, "then": header.plugin_version}
        told.append(sentence.format(now=now, **names))
    if not told:
        return Migration((), None, kept)
    report = replay(module, ruleset, header, kept.rows)
    new = msgspec.structs.replace(header, module_hash=module.content_hash, plugin_version=now)
    moved = _moved(kept, new)
    restore(module, ruleset, moved)  # raises if the match could not be gone on with
    return Migration(tuple(told), report, moved)


def _moved(kept: Kept, header: Header) -> Kept:
    """Return a match whose header says other versions; all that was played stays."""
    rows: list[dict[str, Any]] = [msgspec.to_builtins(row) for row in kept.rows]
    rows[0] = {**rows[0], "action": msgspec.to_builtins(header)}
    return Kept(header, tuple(revived(rechained(rows))), kept.head, kept.names)


def changes(before: Path | None, now: Path) -> list[str]:
    """Return a sentence for each part of a module that is otherwise in a later version."""
    module = load_module(now)
    if before is None:
        sentence = _('The data of "{module}" are others; those with which it was begun are gone.')
        return [sentence.format(module=module.id)]
    old = load_module(before)
    sentence = _('The data of "{module}": version {then} becomes {now}.')
    told = [sentence.format(module=module.id, then=old.version, now=module.version)]
    return told + list(_differences(read_folder(before), read_folder(now)))


def _differences(old: Folder, new: Folder) -> Iterator[str]:
    before, after = _files(old), _files(new)
    for name in sorted(before.keys() | after.keys()):
        if name not in before:
            yield _("{file} is new.").format(file=name)
        elif name not in after:
            yield _("{file} is gone.").format(file=name)
        elif before[name] != after[name]:
            parts = _parts(_data(before[name], name), _data(after[name], name))
            usual = _("its text") if name in new.raw else _("its picture")
            yield _("{file} is otherwise: {parts}.").format(
                file=name, parts=", ".join(parts) or usual
            )


def _files(folder: Folder) -> dict[str, bytes]:
    """Return the bytes of the files of a module; of pictures what tells them apart."""
    pictures = folder.images.items()
    return {**folder.raw, **{f"{IMAGES}/{n}": one.digest.encode() for n, one in pictures}}


def _data(raw: bytes, name: str) -> dict[str, Any]:
    if not name.endswith(".yaml"):
        return {}
    try:
        return parse(decode(raw, name), name).data
    except Unreadable:
        return {}


def _parts(old: dict[str, Any], new: dict[str, Any]) -> Iterator[str]:
    """Yield what is otherwise in two files, with the ids of what a list holds."""
    for key in sorted(old.keys() | new.keys()):
        before, after = old.get(key), new.get(key)
        if before == after:
            continue
        ids = sorted(_by_id(before).items() ^ _by_id(after).items()) if before and after else []
        names = list(dict.fromkeys(id for id, _value in ids))
        if not names:
            yield key
            continue
        some = listed(names[:_FEW])
        more = len(names) - _FEW
        rest = ngettext(" and {n} more", " and {n} more", more).format(n=more) if more > 0 else ""
        yield f"{key} ({some}{rest})"


def _by_id(items: object) -> dict[str, str]:
    found = items if isinstance(items, list) else []
    return {
        str(item["id"]): repr(item) for item in found if isinstance(item, dict) and "id" in item
    }
