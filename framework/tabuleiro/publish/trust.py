"""Whom this user trusts: the keys that were met, and which key each pack came from.

A key is trusted when its first pack is installed, after its words were shown; from then on another
key for the same pack, or the same name with another key, is told. What a pack came from stays known
when it is removed.
"""

from __future__ import annotations

from datetime import UTC, datetime
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from tabuleiro.engine.consent import read_kept, write_kept
from tabuleiro.harmless import harmless
from tabuleiro.i18n import _
from tabuleiro.module.packs import data_folder
from tabuleiro.publish.errors import PackError
from tabuleiro.publish.words import fingerprint

if TYPE_CHECKING:
    from tabuleiro.publish.pack import Pack

__all__ = ["Standing", "Trust"]

UNSIGNED: Final = ""
"""What stands for the key of a pack that nobody signed."""


class Standing(Enum):
    """How well the maker of a pack is known."""

    KNOWN = "known"
    """Signed with a key that was trusted before, and the pack always came from it."""
    NEW = "new"
    """Signed with a key that was never met."""
    CHANGED = "changed"
    """The pack, or its publisher's name, came with another key before."""
    UNSIGNED = "unsigned"
    """Signed by nobody, now and before."""


class Trust:
    """The publishers that this user has met."""

    def __init__(self, path: Path | None = None) -> None:
        """Read what was kept; a file that cannot be read says so, for silence would be trust."""
        self.path = path or data_folder() / "publishers.json"
        data = read_kept(self.path)
        if data is None:
            sentence = _("The list of publishers in {path} is damaged; nothing is trusted by it.")
            raise PackError(sentence.format(path=harmless(self.path)))
        self._keys: dict[str, dict[str, str]] = _texts_of_texts(data.get("keys"))
        self._packs: dict[str, str] = _texts(data.get("packs"))

    def standing(self, pack: Pack) -> Standing:
        """Return how well the maker of a pack is known."""
        key = pack.signature.key if pack.signature else UNSIGNED
        before = self._packs.get(pack.manifest.id, key)
        if before not in {key, UNSIGNED}:
            return Standing.CHANGED
        if key == UNSIGNED:
            return Standing.UNSIGNED
        if key in self._keys:
            return Standing.KNOWN
        return Standing.CHANGED if self._namesake(pack) else Standing.NEW

    def _namesake(self, pack: Pack) -> str:
        """Return another key with which a publisher of that name has signed."""
        name = pack.manifest.publisher.casefold()
        same = (k for k, said in self._keys.items() if said.get("name", "").casefold() == name)
        return next(same, "")

    def sentences(self, pack: Pack) -> list[str]:
        """Return what must be told about who made a pack, before anything is done with it."""
        manifest, signature = pack.manifest, pack.signature
        name = harmless(manifest.publisher)
        told = []
        if signature is None:
            told.append(
                _("Nobody has signed it: who made it, and whether it was altered, cannot be known.")
            )
        else:
            standing = self.standing(pack)
            sentence = (
                _("Signed by {name}, whose key is known here: {words}.")
                if standing is Standing.KNOWN
                else _("Signed by {name} with a key that was never met here: {words}.")
            )
            if standing is Standing.CHANGED and signature.key in self._keys:
                sentence = _("Signed by {name} with the key {words}.")
            told.append(sentence.format(name=name, words=signature.words))
        if self.standing(pack) is Standing.CHANGED:
            before = self._packs.get(manifest.id) or self._namesake(pack)
            known = harmless(self._keys.get(before, {}).get("name", "?"))
            told.append(
                _(
                    "THE KEY HAS CHANGED: before, it came from {name} with the key {words}. Ask"
                    " the publisher, not the file, whether that is right."
                ).format(name=known, words=fingerprint(bytes.fromhex(before)))
            )
        return told

    def meet(self, pack: Pack) -> None:
        """Keep for ever that this pack came from this key, which is trusted from now on."""
        key = pack.signature.key if pack.signature else UNSIGNED
        self._packs[pack.manifest.id] = key
        if key and key not in self._keys:
            when = datetime.now(UTC).date().isoformat()
            self._keys[key] = {"name": pack.manifest.publisher, "since": when}
        write_kept(self.path, {"keys": self._keys, "packs": self._packs})


def _texts(data: Any) -> dict[str, str]:
    found = data.items() if isinstance(data, dict) else ()
    return {str(key): value for key, value in found if isinstance(value, str)}


def _texts_of_texts(data: Any) -> dict[str, dict[str, str]]:
    found = data.items() if isinstance(data, dict) else ()
    return {str(key): _texts(value) for key, value in found if len(key) == 64}
