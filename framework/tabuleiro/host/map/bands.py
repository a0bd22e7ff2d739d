"""Decoding a large PNG band by band, from top to bottom, with no more in memory than a band.

Qt decodes a PNG as a whole or not at all. So it is unpacked here as far as a band goes, in a thread
of its own, and Qt is given the band as a small PNG: its first row is the last one of the band
before, because rows of a PNG are written as what differs from the row above.

Little is done with Python's lock, a band at once: zlib unpacks and Qt decodes without it, so that
both and the window work at the same time. For that the small PNG lies in a file. A buffer of Qt's
that is made in Python would be asked with the lock, while Qt keeps all others from reading
pictures; the window, with the lock, may want an icon, and both would wait for ever.
"""

from __future__ import annotations

import struct
import tempfile
import zlib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import IO, Final

from PySide6.QtGui import QImage

from tabuleiro.host.map.ahead import ahead
from tabuleiro.i18n import _

__all__ = ["BadPicture", "bands"]

_CHUNK: Final = 1 << 20
"""So many bytes are unpacked at once."""
_AHEAD: Final = 1
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
    """Yield a PNG in bands of so many rows, each with its first row.

    Raises `BadPicture` if it is damaged.
    """
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
        with tempfile.TemporaryDirectory(prefix="tabuleiro-") as folder:
            file = Path(folder, "band.png")
            for top, raw in zip(range(0, height, step), unpacked, strict=True):
                count = min(step, height - top)
                _write(file, head, palette, (above, raw), count + bool(above))
                image = QImage(str(file))
                if image.isNull():
                    raise BadPicture
                if above:
                    image = image.copy(0, 1, width, count)
                above = b"\0" + _row(image, count - 1, colour)
                yield top, image


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
        """Return what comes next, of as many chunks as it takes: most writers make small ones."""
        parts = []
        room = _CHUNK
        while room:
            if not self.left:
                start = self.stream.read(8)
                if len(start) < 8:
                    break
                self.left, kind = struct.unpack(">I4s", start)
                if kind != b"IDAT":
                    self.stream.seek(-8, 1)
                    break
            found = self.stream.read(min(self.left, room))
            self.left -= len(found)
            room -= len(found)
            parts.append(found)
            if not self.left:
                self.stream.seek(4, 1)
            elif not found:
                break
        return b"".join(parts)


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


def _write(file: Path, head: bytes, palette: bytes, rows: Iterable[bytes], count: int) -> None:
    """Write rows as a PNG that has nothing else.

    They are large, so they are copied no more often than need be.
    """
    parts = [_SIGNATURE, *_chunk(b"IHDR", [head[:4] + struct.pack(">I", count) + head[8:]])]
    if palette:
        parts += _chunk(b"PLTE", [palette])
    packer = zlib.compressobj(0)
    parts += _chunk(b"IDAT", [*(packer.compress(part) for part in rows), packer.flush()])
    parts += _chunk(b"IEND", [])
    with file.open("wb") as stream:
        stream.writelines(parts)


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
