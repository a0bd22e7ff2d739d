"""The pictures of a module: scanned maps and images of counters, looked at but not decoded.

They lie in the folder ``images``. What is read here is the head of each file: its kind, its size
in pixels, and whether it ends as such a file does. Decoding them is for whoever shows them, and
what is told here is enough to refuse what would harm: bombs, cut files, files that are no images.
"""

from __future__ import annotations

import hashlib
import os
import re
import stat
import struct
from itertools import islice
from pathlib import Path
from typing import IO, Final, Literal, TypeAlias

import msgspec

from tabuleiro.harmless import harmless
from tabuleiro.i18n import _

__all__ = ["IMAGES", "LARGE", "Image", "ImageError", "image_path", "look_at", "read_images"]

IMAGES: Final = "images"
"""The folder in a module in which its pictures lie."""
MAX_IMAGES: Final = 5_000
MAX_IMAGE_BYTES: Final = 250_000_000
MAX_ALL_BYTES: Final = 1_000_000_000
MAX_SVG: Final = 2_000_000
MAX_SIDE: Final = 32_000
MAX_PIXELS: Final = 400_000_000
"""Of a scanned map; 20,000 by 20,000."""
MAX_FACE: Final = 4_096
"""The longer side of the image of a counter, in pixels."""
LARGE: Final = 24_000_000
"""A picture of more pixels is cut into tiles piece by piece, and must be of a kind that can be."""
_SVG_ELEMENTS: Final = 20_000
_SVG_USES: Final = 8
_CHUNK: Final = 1 << 20

Kind: TypeAlias = Literal["png", "jpeg", "gif", "svg"]
_ENDINGS: Final[dict[str, Kind]] = {
    ".png": "png",
    ".jpg": "jpeg",
    ".jpeg": "jpeg",
    ".gif": "gif",
    ".svg": "svg",
}
_PNG: Final = b"\x89PNG\r\n\x1a\n"
_SVG_BANNED: Final = re.compile(
    rb"<!DOCTYPE|<!ENTITY|<script|<foreignObject|\bon[a-z]++\s*+=\s*+[\"']|javascript:",
    re.IGNORECASE,
)
_SVG_LINK: Final = re.compile(
    rb"(?:href\s*+=\s*+[\"']|url\(\s*+[\"']?+|@import\s*+[\"']?+)\s*+"
    rb"(?!#|data:image/(?:png|jpe?g|gif)[;,])"
    rb"[^\s\"')]",
    re.IGNORECASE,
)
_SVG_SIZE: Final = re.compile(
    rb"\b(width|height)\s*+=\s*+[\"']\s*+([0-9]++(?:\.[0-9]++)?+)\s*+(?:px)?+\s*+[\"']"
)
_SVG_BOX: Final = re.compile(rb"\bviewBox\s*+=\s*+[\"']([^\"']{1,120})[\"']")


class ImageError(Exception):
    """What is wrong with a picture, in one sentence."""


class Image(msgspec.Struct, frozen=True):
    """A picture of a module."""

    kind: Kind
    width: int
    """In pixels; of a drawing in SVG the size that it gives itself."""
    height: int
    digest: str = ""
    """A hash of its bytes."""
    in_rows: bool = True
    """Whether it can be decoded row by row, however large it is."""

    @property
    def pixels(self) -> int:
        """How many pixels it has."""
        return self.width * self.height


def image_path(root: Path, name: str) -> Path:
    """Return where a picture of a module lies."""
    return root / IMAGES / name


def read_images(root: Path) -> tuple[dict[str, Image], dict[str, str]]:
    """Return the pictures of a module by their names, and of those that are none what is wrong."""
    folder = root / IMAGES
    good: dict[str, Image] = {}
    bad: dict[str, str] = {}
    if not folder.is_dir():
        return good, bad
    try:
        names = sorted(path.name for path in islice(folder.iterdir(), MAX_IMAGES + 1))
    except OSError as error:
        return good, {"": _("it cannot be read: {reason}").format(reason=error.strerror or error)}
    if len(names) > MAX_IMAGES:
        return good, {"": _("more than {n} files lie in one folder").format(n=MAX_IMAGES)}
    left = MAX_ALL_BYTES
    for name in names:
        if name != harmless(name) or Path(name).suffix.lower() not in _ENDINGS:
            continue
        try:
            path = image_path(root, name)
            good[name] = _read(root, path)
            left -= path.stat().st_size
            if left < 0:
                sentence = _("the pictures are too large together: {limit} MB is the limit")
                return good, {name: sentence.format(limit=MAX_ALL_BYTES // 10**6)}
        except ImageError as fault:
            bad[name] = str(fault)
        except OSError as error:
            sentence = _("it cannot be read: {reason}")
            bad[name] = sentence.format(reason=error.strerror or error)
    return good, bad


def _read(root: Path, path: Path) -> Image:
    if not path.resolve().is_relative_to(root.resolve()):
        raise ImageError(_("the file lies outside the folder of the module"))
    if not stat.S_ISREG(path.stat().st_mode):
        raise ImageError(_("this is not a file"))
    with path.open("rb") as stream:
        image = look_at(stream, path.name)
        stream.seek(0)
        whole = hashlib.sha256()
        while chunk := stream.read(_CHUNK):
            whole.update(chunk)
    return msgspec.structs.replace(image, digest=whole.hexdigest())


def look_at(stream: IO[bytes], name: str) -> Image:
    """Return what the head of a picture says, or raise `ImageError`."""
    stream.seek(0, os.SEEK_END)
    size = stream.tell()
    kind = _ENDINGS.get(Path(name).suffix.lower())
    limit = MAX_SVG if kind == "svg" else MAX_IMAGE_BYTES
    if size > limit:
        sentence = _("the file is too large: {limit} MB is the limit")
        raise ImageError(sentence.format(limit=limit // 10**6))
    stream.seek(0)
    looks = {"png": _png, "jpeg": _jpeg, "gif": _gif, "svg": _svg}
    if kind is None:
        raise ImageError(_("this is no picture: PNG, JPEG, GIF or SVG is wanted"))
    try:
        image = looks[kind](stream, size)
    except (struct.error, IndexError):
        raise ImageError(_("the picture is cut off")) from None
    if min(image.width, image.height) < 1:
        raise ImageError(_("the picture has no size"))
    if max(image.width, image.height) > MAX_SIDE or image.pixels > MAX_PIXELS:
        sentence = _("the picture has {width} by {height} pixels: {all} million is the limit")
        raise ImageError(
            sentence.format(width=image.width, height=image.height, all=MAX_PIXELS // 10**6)
        )
    return image


def _foreign(kind: str) -> ImageError:
    return ImageError(_("this is no {kind} file, whatever its name says").format(kind=kind))


def _png(stream: IO[bytes], size: int) -> Image:
    head = stream.read(33)
    if head[:8] != _PNG:
        raise _foreign("PNG")
    length, chunk, width, height, depth, _colour, _packed, _filter, interlaced = struct.unpack(
        ">I4sIIBBBBB", head[8:29]
    )
    if length != 13 or chunk != b"IHDR":
        raise _foreign("PNG")
    stream.seek(max(size - 12, 0))
    if stream.read(12)[4:8] != b"IEND":
        raise ImageError(_("the picture is cut off"))
    return Image("png", width, height, in_rows=not interlaced and depth == 8)


def _jpeg(stream: IO[bytes], size: int) -> Image:
    if stream.read(2) != b"\xff\xd8":
        raise _foreign("JPEG")
    for _segment in range(2_000):
        mark = stream.read(2)
        while mark[1] == 0xFF:
            mark = mark[1:] + stream.read(1)
        if mark[0] != 0xFF:
            raise _foreign("JPEG")
        length = struct.unpack(">H", stream.read(2))[0]
        if 0xC0 <= mark[1] <= 0xCF and mark[1] not in {0xC4, 0xC8, 0xCC}:
            _bits, height, width = struct.unpack(">BHH", stream.read(5))
            stream.seek(max(size - 4_096, 0))
            if b"\xff\xd9" not in stream.read():
                raise ImageError(_("the picture is cut off"))
            return Image("jpeg", width, height, in_rows=mark[1] in {0xC0, 0xC1})
        stream.seek(length - 2, os.SEEK_CUR)
    raise _foreign("JPEG")


def _gif(stream: IO[bytes], size: int) -> Image:
    head = stream.read(10)
    if head[:6] not in {b"GIF87a", b"GIF89a"}:
        raise _foreign("GIF")
    width, height = struct.unpack("<HH", head[6:10])
    stream.seek(max(size - 64, 0))
    if b"\x3b" not in stream.read():
        raise ImageError(_("the picture is cut off"))
    return Image("gif", width, height, in_rows=False)


def _svg(stream: IO[bytes], _size: int) -> Image:
    raw = stream.read()
    start = raw.find(b"<svg")
    if start < 0 or b"\0" in raw:
        raise _foreign("SVG")
    if b"</svg" not in raw[-200:] and b"/>" not in raw[-20:]:
        raise ImageError(_("the picture is cut off"))
    if _SVG_BANNED.search(raw) or _SVG_LINK.search(raw):
        raise ImageError(_("a drawing may hold no scripts, entities or links to other files"))
    if raw.count(b"<") > _SVG_ELEMENTS or raw.count(b"<use") > _SVG_USES:
        raise ImageError(_("there is too much in the drawing"))
    tag = raw[start : raw.find(b">", start)]
    sizes = {found[1]: float(found[2]) for found in _SVG_SIZE.finditer(tag)}
    if len(sizes) < 2:
        box = _SVG_BOX.search(tag)
        try:
            numbers = [float(word) for word in box[1].replace(b",", b" ").split()] if box else []
        except ValueError:
            numbers = []
        wide, high = numbers[2:4] if len(numbers) == 4 else (100.0, 100.0)
    else:
        wide, high = sizes[b"width"], sizes[b"height"]
    if not (0 < wide <= MAX_SIDE and 0 < high <= MAX_SIDE):
        raise ImageError(_("the picture has no size"))
    return Image("svg", max(1, round(wide)), max(1, round(high)))
