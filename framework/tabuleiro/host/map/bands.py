"""Decoding a large picture band by band, from top to bottom, with no more in memory than a band.

Qt decodes a PNG as a whole or not at all, and a JPEG from its top each time. So a PNG is unpacked
here as far as a band goes, in a thread of its own, and Qt is given the band as a small PNG: its
first row is the last one of the band before, because rows of a PNG are written as what differs from
the row above.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import IO, Final

from PySide6.QtCore import QRect
from PySide6.QtGui import QImage, QImageReader

from tabuleiro.host.map.ahead import ahead
from tabuleiro.i18n import _

__all__ = ["BadPicture", "bands"]

_SLAB_BYTES: Final = 60_000_000
"""A JPEG is decoded from its top for each band: few large ones cost less."""
_CHUNK: Final = 1 << 18
_AHEAD: Final = 3
"""So many bands are unpacked while others are decoded."""
_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
_SAMPLES: Final = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
"""Bytes of a pixel by the kind of colour that a PNG of 8 bits has."""


class BadPicture(Exception):
    """A picture that cannot be decoded; the text says so in a sentence."""

    def __init__(self) -> None:
        """Say so."""
        super().__init__(_("the picture cannot be decoded: it is damaged"))


def bands(path: Path, step: int) -> Iterator[tuple[int, QImage]]:
    """Yield a picture in bands, each with its first row: of ``step`` rows, or more at once.

    Raises `BadPicture` if it is damaged.
    """
    with path.open("rb") as stream:
        png = stream.read(8) == _SIGNATURE
    yield from _png(path, step) if png else _jpeg(path, step)


def _jpeg(path: Path, step: int) -> Iterator[tuple[int, QImage]]:
    size = QImageReader(str(path)).size()
    rows = max(step, _SLAB_BYTES // (4 * max(1, size.width())) // step * step)
    for top in range(0, size.height(), rows):
        reader = QImageReader(str(path))
        reader.setClipRect(QRect(0, top, size.width(), min(rows, size.height() - top)))
        image = reader.read()
        if image.isNull():
            raise BadPicture
        yield top, image


def _png(path: Path, step: int) -> Iterator[tuple[int, QImage]]:
    with path.open("rb") as stream:
        stream.seek(8)
        head, palette = b"", b""
        for kind, length in _chunks(stream):
            if kind == b"IHDR":
                head = stream.read(length)
            elif kind == b"PLTE":
                palette = stream.read(length)
            elif kind == b"IDAT":
                stream.seek(-8, 1)
                break
            else:
                stream.seek(length, 1)
            stream.seek(4, 1)
        width, height, depth, colour = struct.unpack(">IIBB", head[:10])
        if depth != 8 or colour not in _SAMPLES:
            raise BadPicture
        wide = 1 + width * _SAMPLES[colour]
        above = b""
        unpacked = ahead(_rows(stream, wide, height, step), _AHEAD)
        for top, raw in zip(range(0, height, step), unpacked, strict=True):
            count = min(step, height - top)
            image = _decoded(head, palette, (above, raw), count + bool(above))
            if above:
                image = image.copy(0, 1, width, count)
            yield top, image
            above = b"\0" + _row(image, count - 1, colour)


def _rows(stream: IO[bytes], wide: int, height: int, step: int) -> Iterator[bytes]:
    """Yield the bytes of so many rows at once, as they are filtered."""
    data = _Unpacked(stream)
    for top in range(0, height, step):
        yield _take(data, min(step, height - top) * wide)


def _chunks(stream: IO[bytes]) -> Iterator[tuple[bytes, int]]:
    while True:
        start = stream.read(8)
        if len(start) < 8:
            raise BadPicture
        length, kind = struct.unpack(">I4s", start)
        yield kind, length


class _Unpacked:
    """What was unpacked and not yet taken."""

    def __init__(self, stream: IO[bytes]) -> None:
        self.stream = stream
        self.inflate = zlib.decompressobj()
        self.left = 0
        self.tail = b""

    def some(self, most: int) -> bytes:
        """Return up to so many bytes; none at the end."""
        while not self.inflate.eof:
            packed = self.inflate.unconsumed_tail or self._packed()
            try:
                out = self.inflate.decompress(packed, most)
            except zlib.error:
                raise BadPicture from None
            if out:
                return out
            if not packed:
                break
        return b""

    def _packed(self) -> bytes:
        while not self.left:
            start = self.stream.read(8)
            if len(start) < 8:
                return b""
            length, kind = struct.unpack(">I4s", start)
            if kind != b"IDAT":
                return b""
            self.left = length
            if not length:
                self.stream.seek(4, 1)
        found = self.stream.read(min(self.left, _CHUNK))
        self.left -= len(found)
        if not self.left:
            self.stream.seek(4, 1)
        if not found:
            self.left = 0
        return found


def _take(data: _Unpacked, count: int) -> bytes:
    """Return exactly so many bytes."""
    parts = []
    while count:
        part = data.some(count)
        if not part:
            raise BadPicture
        parts.append(part)
        count -= len(part)
    return b"".join(parts)


def _decoded(head: bytes, palette: bytes, rows: Iterable[bytes], count: int) -> QImage:
    """Return rows as Qt decodes them from a PNG that has nothing else.

    They are large, so they are copied no more often than need be.
    """
    parts = [_SIGNATURE, *_chunk(b"IHDR", [head[:4] + struct.pack(">I", count) + head[8:]])]
    if palette:
        parts += _chunk(b"PLTE", [palette])
    packer = zlib.compressobj(0)
    parts += _chunk(b"IDAT", [*(packer.compress(part) for part in rows), packer.flush()])
    parts += _chunk(b"IEND", [])
    # Not by a QBuffer of our own: Qt keeps all others from reading pictures while it looks for who
    # reads one, and asks a device made in Python only with Python's lock, which the window may have
    # while it wants an icon: both would wait for ever.
    image = QImage.fromData(b"".join(parts), "PNG")  # type: ignore[arg-type]
    if image.isNull():
        raise BadPicture
    return image


def _chunk(kind: bytes, data: Sequence[bytes]) -> list[bytes]:
    check = zlib.crc32(kind)
    for part in data:
        check = zlib.crc32(part, check)
    return [struct.pack(">I", sum(map(len, data))), kind, *data, struct.pack(">I", check)]


def _row(image: QImage, number: int, colour: int) -> bytes:
    """Return the bytes of a row as a PNG has them before they are filtered."""
    line = image.copy(0, number, image.width(), 1)
    if colour == 3:
        return bytes(line.constBits())[: line.width()]
    if colour == 0:
        line = line.convertToFormat(QImage.Format.Format_Grayscale8)
        return bytes(line.constBits())[: line.width()]
    if colour == 2:
        line = line.convertToFormat(QImage.Format.Format_RGB888)
        return bytes(line.constBits())[: 3 * line.width()]
    line = line.convertToFormat(QImage.Format.Format_RGBA8888)
    raw = bytes(line.constBits())[: 4 * line.width()]
    if colour == 6:
        return raw
    both = bytearray(2 * line.width())
    both[0::2], both[1::2] = raw[0::4], raw[3::4]
    return bytes(both)
