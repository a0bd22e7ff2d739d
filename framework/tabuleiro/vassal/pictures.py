"""Pictures of a module: each that is wanted is copied once, under a name of ours, and looked at."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Final

from tabuleiro.module.images import ImageError, look_at
from tabuleiro.vassal.archive import IMAGES, Archive
from tabuleiro.vassal.errors import VassalError
from tabuleiro.vassal.names import Names, said

if TYPE_CHECKING:
    from tabuleiro.module.images import Image
    from tabuleiro.vassal.ledger import Ledger

__all__ = ["Converter", "Pictures"]

Converter = Callable[[Path, Path], bool]

MAX_PICTURES: Final = 4_900
MAX_BYTES: Final = 250_000_000
MAX_CONVERTED: Final = 50_000_000
"""Pixels of all pictures that are written as PNG."""
MAX_OVERLAY: Final = 500_000
"""Bytes of a picture that is put into a drawing."""
MAX_FACE: Final = 4_096
"""The longer side of a counter's picture, in pixels."""
_ENDINGS: Final = ("", ".gif", ".png", ".jpg", ".svg")
"""Old modules leave the ending out."""
_SCANS: Final = frozenset({"png", "jpeg"})


class Pictures:
    """The pictures of a module on their way into the folder of ours."""

    def __init__(
        self, archive: Archive, folder: Path, ledger: Ledger, convert: Converter | None = None
    ) -> None:
        """Take pictures out of a module into a folder; ``convert`` writes one as PNG, if it can."""
        self._archive, self._folder, self._ledger = archive, folder, ledger
        self._convert = convert
        self._pixels = 0
        self._names = Names()
        self._taken: dict[str, str] = {}
        self._images: dict[str, Image] = {}
        self.faults: dict[str, str] = {}
        """What is wrong with pictures that were left, by their names in the module."""

    def counter(self, name: str) -> str:
        """Return the name here of a picture for a counter; nothing if it cannot be had."""
        found = self._take(name)
        image = self._images.get(found)
        return found if image is not None and max(image.width, image.height) <= MAX_FACE else ""

    def board(self, name: str) -> str:
        """Return the name here of a picture for a map; nothing if it is no scan."""
        found = self._take(name)
        image = self._images.get(found)
        if image is not None and image.kind not in _SCANS:
            found = self._taken[name] = self._converted(found)
            image = self._images.get(found)
        return found if image is not None and image.kind in _SCANS else ""

    def laid_over(self, name: str, front: str, off: tuple[int, int]) -> str:
        """Return a picture that lies upon another one, as a drawing as large as that one."""
        key = f"{name}\0{front}\0{off}"
        if key not in self._taken:
            self._taken[key] = self._laid(name, front, off)
        return self._taken[key]

    def _laid(self, name: str, front: str, off: tuple[int, int]) -> str:
        over, under = self._images.get(name), self._images.get(front)
        if over is None or under is None or over.kind == "svg":
            return name
        if (over.width, over.height, *off) == (under.width, under.height, 0, 0):
            return name
        raw = (self._folder / name).read_bytes()
        if len(raw) > MAX_OVERLAY or len(self._images) >= MAX_PICTURES:
            return name
        x = (under.width - over.width) / 2 + off[0]
        y = (under.height - over.height) / 2 + off[1]
        data = f"data:image/{over.kind};base64,{b64encode(raw).decode()}"
        drawn = (
            '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
            f' width="{under.width}" height="{under.height}">'
            f'<image x="{x:g}" y="{y:g}" width="{over.width}" height="{over.height}"'
            f' xlink:href="{data}"/></svg>'
        )
        target = self._folder / f"{self._names.new(Path(name).stem, 'picture')}.svg"
        target.write_text(drawn, "ascii")
        with target.open("rb") as stream:
            self._images[target.name] = look_at(stream, target.name)
        return target.name

    def size(self, name: str) -> tuple[int, int]:
        """Return how many pixels wide and high a picture is that was taken."""
        image = self._images.get(name)
        return (image.width, image.height) if image is not None else (0, 0)

    def size_in_module(self, name: str) -> tuple[int, int]:
        """Return the size of a picture by its name in the module."""
        return self.size(self._taken.get(name, ""))

    def close(self) -> None:
        """Enter all pictures of the module in the ledger."""
        taken = {found for name in self._taken if (found := self._find(name)) and self._taken[name]}
        for name in self._archive.names():
            if name.startswith(IMAGES):
                self._ledger.file(name, taken=name in taken)

    def _find(self, name: str) -> str | None:
        inside = f"{IMAGES}{name.removeprefix('/').removeprefix(IMAGES)}"
        return next((f for end in _ENDINGS if (f := self._archive.find(inside + end))), None)

    def _take(self, name: str) -> str:
        known = self._taken.get(name)
        if known is None:
            found = self._find(name) if name else None
            known = self._taken[name] = self._copy(found) if found else ""
        return known

    def _converted(self, found: str) -> str:
        """Return a picture as PNG; as it is, if that cannot be."""
        source = self._folder / found
        target = self._folder / f"{self._names.new(source.stem, 'picture')}.png"
        self._pixels += self._images[found].pixels
        convert = self._convert if self._pixels <= MAX_CONVERTED else None
        if convert is None or not convert(source, target):
            target.unlink(missing_ok=True)
            return found
        source.unlink()
        with target.open("rb") as stream:
            self._images[target.name] = look_at(stream, target.name)
        return target.name

    def _copy(self, found: str) -> str:
        ending = PurePosixPath(found).suffix.lower()
        if len(self._images) >= MAX_PICTURES or self._archive.size(found) > MAX_BYTES:
            return ""
        stem = PurePosixPath(found).stem
        target = self._folder / f"{self._names.new(stem, 'picture')}{ending}"
        try:
            self._folder.mkdir(exist_ok=True)
            self._archive.copy(found, target)
            with target.open("rb") as stream:
                self._images[target.name] = look_at(stream, target.name)
        except (ImageError, VassalError) as fault:
            target.unlink(missing_ok=True)
            self.faults[said(found)] = str(fault)
            return ""
        return target.name
