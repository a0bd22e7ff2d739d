"""Hostile packs, pictures and values: forty kinds, each in one line or a few.

A kind is a name and what makes it; all are registered among the attacks of `files`.
"""

from __future__ import annotations

import json
import os
import struct
import warnings
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Final

from tabuleiro.publish.archive import write_archive

Make = Callable[[Path, Random], list[str]]
MANIFEST: Final = {
    "format": 1,
    "id": "the-hill",
    "kind": "scenarios",
    "version": "1.0.0",
    "languages": ["en"],
    "title": {"pt": "A", "en": "A"},
    "summary": {"pt": "A", "en": "A"},
    "publisher": "P",
    "licence": "CC0",
    "extends": "diadem",
    "needs": {},
    "credits": [],
    "brings": [],
    "files": {},
}
AUTHORS: Final = """format: 1
id: the-hill
kind: scenarios
version: 1.0.0
title: {pt: A, en: A}
summary: {pt: A, en: A}
publisher: P
licence: CC0
languages: [pt, en]
extends: diadem
"""


def whole(home: Path, dice: Random, files: dict[str, bytes], *, as_zip: bool = False) -> list[str]:
    """Write a pack in its one form, or as any zip is, and return a command that reads it."""
    path = home / "a.tabuleiro"
    if as_zip:
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, content in files.items():
                archive.writestr(zipfile.ZipInfo(name), content)
    else:
        path.write_bytes(write_archive(files))
    return [*dice.choice([["verify"], ["install"], ["install", "--yes", "--unsigned"]]), str(path)]


def manifest(**more: object) -> bytes:
    return json.dumps({**MANIFEST, **more}, indent=1, sort_keys=True).encode() + b"\n"


def told(home: Path, dice: Random, **more: object) -> list[str]:
    """A pack whose manifest says something odd."""
    return whole(home, dice, {"manifest.json": manifest(**more)})


def raw(home: Path, dice: Random, content: bytes) -> list[str]:
    """A pack whose manifest is something else."""
    return whole(home, dice, {"manifest.json": content})


def authors(home: Path, _dice: Random, more: str = "", text: str = AUTHORS) -> list[str]:
    """A folder of an author that is to be packed."""
    folder = home / "mine"
    (folder / "variant" / "scenarios").mkdir(parents=True)
    (folder / "pack.yaml").write_text(text + more, encoding="utf-8")
    return ["pack", str(folder)]


def module(home: Path, board: str = "grid: {columns: 4, rows: 3}\n", **files: str) -> list[str]:
    """A free table with something odd in one of its files."""
    root = home / "modules" / "odd"
    (root / "images").mkdir(parents=True)
    head = "format: 1\nid: odd\nversion: 1.0.0\ntitle: {pt: A, en: A}\n"
    head += "sides: [{id: a, name: {pt: A, en: A}}]\n"
    texts = {
        "module": head,
        "board": f"format: 1\n{board}",
        "counters": "format: 1\ncounters: []\n",
    }
    for name, text in {**texts, **files}.items():
        (root / f"{name}.yaml").write_text(text, encoding="utf-8")
    return ["validate", str(root)]


def picture(home: Path, name: str, content: bytes) -> list[str]:
    """A module whose map is a picture that is none."""
    words = module(home, f"grid: {{kind: plain}}\npicture: {{file: {name}}}\n")
    (Path(words[1]) / "images" / name).write_bytes(content)
    return words


def chunk(kind: bytes, data: bytes) -> bytes:
    end = struct.pack(">I", zlib.crc32(kind + data))
    return struct.pack(">I", len(data)) + kind + data + end


def png(width: int, height: int, *more: bytes) -> bytes:
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + b"".join(more) + chunk(b"IEND", b"")


def linked(home: Path, target: str) -> list[str]:
    """A module of which a file leads elsewhere."""
    words = module(home)
    path = Path(words[1]) / "counters.yaml"
    path.unlink()
    path.symlink_to(target)
    return words


def piped(home: Path, name: str) -> list[str]:
    """A module of which a file never ends to be read."""
    words = module(home)
    path = Path(words[1]) / name
    path.unlink(missing_ok=True)
    os.mkfifo(path)
    return words


def folder_for(home: Path, name: str) -> list[str]:
    words = module(home)
    path = Path(words[1]) / name
    path.unlink()
    path.mkdir()
    return words


def doubled(home: Path, dice: Random) -> list[str]:
    """The same name twice, so that two programs read two packs."""
    words = whole(home, dice, {"manifest.json": manifest()})
    with zipfile.ZipFile(words[-1], "a") as archive, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        archive.writestr(zipfile.ZipInfo("manifest.json"), manifest(id="other"))
    return words


def before(home: Path, dice: Random, junk: bytes) -> list[str]:
    """Something before or behind the zip, such as a program."""
    words = whole(home, dice, {"manifest.json": manifest()})
    path = Path(words[-1])
    path.write_bytes(junk + path.read_bytes() if dice.random() < 0.5 else path.read_bytes() + junk)
    return words


def signed(home: Path, dice: Random, **signature: object) -> list[str]:
    files = {"manifest.json": manifest(), "signature.json": json.dumps(signature).encode()}
    return whole(home, dice, files)


def counter(**more: str) -> str:
    entry = {"id": "a-1", "name": "{pt: A, en: A}", "nation": "a", **more}
    inner = ", ".join(f"{key}: {value}" for key, value in entry.items())
    return f"format: 1\ncounters:\n  - {{{inner}}}\n"


LONG: Final = "a" * 4_000_000
PACK_ATTACKS: Final[dict[str, Make]] = {
    # packs
    "pack of a huge manifest": lambda h, d: raw(h, d, b"[" * 4_000_000),
    "pack of many files": lambda h, d: told(
        h, d, files={f"variant/{n}.yaml": {"sha256": "0" * 64, "size": 1} for n in range(60_000)}
    ),
    "pack of sizes": lambda h, d: told(
        h, d, files={"variant/a.yaml": {"sha256": "0" * 64, "size": 10**30}}
    ),
    "pack of a long version": lambda h, d: told(h, d, version="1." * 500_000 + "0"),
    "pack of a version in other digits": lambda h, d: told(h, d, version="١.٢.٣"),
    "pack that needs much": lambda h, d: told(
        h, d, needs={f"x{n}": ">=1.0.0," * 50 + "<2.0.0" for n in range(5_000)}
    ),
    "pack that needs itself": lambda h, d: told(h, d, extends="the-hill", needs={"the-hill": "1"}),
    "pack named like a device": lambda h, d: told(h, d, id=d.choice(["con", "nul", "aux.txt"])),
    "pack with a way out": lambda h, d: whole(
        h,
        d,
        {"manifest.json": manifest(), d.choice(["../x", "/etc/x", "a\\..\\x", "C:x"]): b"x"},
        as_zip=True,
    ),
    "pack of equal names": lambda h, d: whole(
        h,
        d,
        {"manifest.json": manifest(), "variant/A.yaml": b"a", "variant/a.yaml": b"b"},
        as_zip=True,
    ),
    "pack that is squeezed": lambda h, d: whole(
        h, d, {"manifest.json": manifest(summary={"pt": LONG, "en": LONG})}, as_zip=True
    ),
    "pack with a name twice": doubled,
    "pack with a program before it": lambda h, d: before(h, d, b"MZ" + bytes(100_000)),
    "pack of a wrong signature": lambda h, d: signed(h, d, key="zz" * 32, signature="00" * 64),
    "pack of a long signature": lambda h, d: signed(h, d, key="00" * 2_000_000, signature=""),
    "pack of NaN": lambda h, d: raw(h, d, b'{"format": NaN, "id": Infinity, "files": -Infinity}'),
    "pack of a number": lambda h, d: raw(h, d, b'{"format": ' + b"9" * 2_000_000 + b"}"),
    "pack of half signs": lambda h, d: raw(
        h, d, manifest().replace(b'"P"', b'"\\ud800\\udfff\\ud8"')
    ),
    "pack of keys again": lambda h, d: raw(
        h, d, b'{"id": "a",' * 1 + b'"id": "b",' * 200_000 + b'"id":1}'
    ),
    "pack that turns the words round": lambda h, d: told(h, d, publisher="\u202egnihsilbup"),
    # folders of authors
    "author's pack of aliases": lambda h, d: authors(
        h,
        d,
        "credits:\n"
        + "".join(
            f"  - &a{n} [*a{n - 1}, *a{n - 1}]\n" if n else "  - &a0 [x]\n" for n in range(40)
        ),
    ),
    "author's pack of tags": lambda h, d: authors(
        h, d, "credits: !!python/object/apply:os.system [x]\n"
    ),
    "author's pack of merges": lambda h, d: authors(h, d, "needs: {<<: [{a: 1}, {b: 2}]}\n"),
    "author's pack of dates": lambda h, d: authors(
        h, d, text=AUTHORS.replace("1.0.0", "2001-99-99")
    ),
    "author's pack that extends all": lambda h, d: authors(
        h, d, text=AUTHORS.replace("extends: diadem", f"extends: {'x' * 1_000_000}")
    ),
    # values
    "value of sixties": lambda h, _d: module(h, "grid: {columns: 190:20:30:40, rows: 1_0_0_0}\n"),
    "value of a great power": lambda h, _d: module(h, "grid: {columns: 1e999, rows: .inf}\n"),
    "value that is no number": lambda h, _d: module(h, "grid: {columns: .nan, rows: -.inf}\n"),
    "value of many digits": lambda h, _d: module(
        h, f"grid: {{columns: {'9' * 400_000}, rows: 3}}\n"
    ),
    "value of a long id": lambda h, _d: module(h, counters=counter(id=LONG[:900_000])),
    "value of many steps": lambda h, d: module(
        h, counters=counter(steps=d.choice(["10000000", "-1"]))
    ),
    "outline of a point": lambda h, _d: module(
        h,
        "grid:\n  kind: areas\n  areas:\n    - {id: a, polygon: ["
        + "[0, 0], " * 200_000
        + "[0, 0]]}\n",
    ),
    # pictures
    "picture of no end": lambda h, _d: picture(h, "map.png", png(4_294_967_295, 4_294_967_295)),
    "picture of empty chunks": lambda h, _d: picture(
        h, "map.png", png(9_000, 9_000, chunk(b"IDAT", b"") * 400_000)
    ),
    "picture of segments": lambda h, _d: picture(
        h, "map.jpg", b"\xff\xd8" + b"\xff\xe0\0\2" * 900_000 + b"\xff\xd9"
    ),
    "picture of uses": lambda h, _d: picture(
        h,
        "map.svg",
        b"<svg width='9' height='9'><g id='a'/>" + b"<use href='#a'/>" * 90_000 + b"</svg>",
    ),
    # what is no file
    "a link to all zeros": lambda h, _d: linked(h, "/dev/zero"),
    "a link to itself": lambda h, _d: linked(h, "counters.yaml"),
    "a pipe for a file": lambda h, d: piped(
        h, d.choice(["counters.yaml", "board.yaml", "rules.pt.md"])
    ),
    "a folder for a file": lambda h, d: folder_for(h, d.choice(["module.yaml", "board.yaml"])),
}
