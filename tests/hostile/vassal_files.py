"""Hostile modules of VASSAL: bombs, names that lead elsewhere, XML and pieces without end.

Each function writes a file and returns the words of the command that a player, lured, would type.
"""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path
from random import Random

VASSAL_ATTACKS: dict[str, Callable[[Path, Random], list[str]]] = {}
ROOT = "VASSAL.build.GameModule"


def attack(function):
    VASSAL_ATTACKS[f"vmod_{function.__name__}"] = function
    return function


def words(home: Path) -> list[str]:
    return ["import", str(home / "a.vmod"), str(home / "made")]


def zipped(home: Path, files: dict[str, bytes], packing: int = zipfile.ZIP_DEFLATED) -> list[str]:
    with zipfile.ZipFile(home / "a.vmod", "w", packing, compresslevel=1) as archive:
        for name, raw in files.items():
            archive.writestr(name, raw)
    return words(home)


def built(home: Path, inside: str | bytes, head: str = "") -> list[str]:
    raw = inside.encode() if isinstance(inside, str) else inside
    whole = f'<?xml version="1.0"?>{head}<{ROOT} name="A">'.encode() + raw + f"</{ROOT}>".encode()
    return zipped(home, {"buildFile.xml": whole}, zipfile.ZIP_STORED)


def slots(*definitions: str) -> str:
    inside = "".join(
        f'<VASSAL.build.widget.PieceSlot gpid="{n}">{text}</VASSAL.build.widget.PieceSlot>'
        for n, text in enumerate(definitions)
    )
    return f"<VASSAL.build.module.PieceWindow>{inside}</VASSAL.build.module.PieceWindow>"


def map_of(inside: str) -> str:
    return f'<VASSAL.build.module.Map mapName="M">{inside}</VASSAL.build.module.Map>'


def prototype(name: str, *inside: str) -> str:
    kinds = "".join(f"prototype;{p}{chr(92) * n}\t" for n, p in enumerate(inside))
    tag = "VASSAL.build.module.PrototypeDefinition"
    return f'<{tag} name="{name}">+/null/{kinds}piece;;;;/</{tag}>'


def container(*definitions: str) -> str:
    tag = "VASSAL.build.module.PrototypesContainer"
    return f"<{tag}>{''.join(definitions)}</{tag}>"


# ------------------------------------------------------------------------------------- the zip


@attack
def no_zip(home: Path, dice: Random) -> list[str]:
    raw = dice.choice([b"", b"PK", b"PK\x05\x06" + dice.randbytes(18), dice.randbytes(3_000_000)])
    (home / "a.vmod").write_bytes(raw)
    return words(home)


@attack
def not_there(home: Path, dice: Random) -> list[str]:
    if dice.random() < 0.5:
        (home / "a.vmod").mkdir()
    return words(home)


@attack
def cut(home: Path, dice: Random) -> list[str]:
    built(home, slots("+/null/piece;;;a.png;A/") * 500)
    path = home / "a.vmod"
    raw = bytearray(path.read_bytes())
    for _time in range(20):
        raw[dice.randrange(len(raw))] ^= 1 << dice.randrange(8)
    end = dice.randrange(len(raw) // 2, len(raw)) if dice.random() < 0.3 else len(raw)
    path.write_bytes(raw[:end])
    return words(home)


@attack
def bomb(home: Path, dice: Random) -> list[str]:
    size = dice.choice([60_000_000, 120_000_000])
    name = dice.choice(["buildFile.xml", "images/a.png", "a.vsav"])
    files = {"buildFile.xml": f"<{ROOT}/>".encode()}
    with zipfile.ZipFile(home / "a.vmod", "w", zipfile.ZIP_DEFLATED) as archive:
        for other, raw in files.items():
            if other != name:
                archive.writestr(other, raw)
        with archive.open(name, "w", force_zip64=True) as stream:
            for _chunk in range(size // 1_000_000):
                stream.write(bytes(1_000_000))
    return words(home)


@attack
def one_for_many(home: Path, dice: Random) -> list[str]:
    """Many files that are the same bytes: a small zip that unpacks to much."""
    with zipfile.ZipFile(home / "a.vmod", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("buildFile.xml", f"<{ROOT}/>")
        archive.writestr("images/0.png", dice.randbytes(2_000_000))
        first = archive.infolist()[-1]
        for number in range(1, 2_000):
            again = zipfile.ZipInfo(f"images/{number}.png")
            for key in ("compress_type", "compress_size", "file_size", "CRC", "header_offset"):
                setattr(again, key, getattr(first, key))
            archive.filelist.append(again)
    return words(home)


@attack
def many_files(home: Path, dice: Random) -> list[str]:
    count = dice.choice([40_000, 70_000])
    with zipfile.ZipFile(home / "a.vmod", "w") as archive:
        archive.writestr("buildFile.xml", f"<{ROOT}/>")
        for number in range(count):
            archive.writestr(f"images/{number}", b"")
    return words(home)


@attack
def elsewhere(home: Path, dice: Random) -> list[str]:
    name = dice.choice(["../../x.png", "/etc/x.png", "C:/x.png", "images/../../x.png", "..\\x.png",
                        "images/" + "x" * 400, "images/\x1b[2J\u202e../.."])  # fmt: skip
    with zipfile.ZipFile(home / "a.vmod", "w") as archive:
        archive.writestr("buildFile.xml", f"<{ROOT}/>")
        info = zipfile.ZipInfo("x")
        info.filename = name
        archive.writestr(info, b"x")
    return words(home)


@attack
def locked(home: Path, dice: Random) -> list[str]:
    built(home, "")
    path = home / "a.vmod"
    raw = bytearray(path.read_bytes())
    for sign, at in ((b"PK\x01\x02", 8), (b"PK\x03\x04", 6)):
        place = raw.find(sign)
        raw[place + at] |= 1
        if dice.random() < 0.5:
            raw[place + at] = 0
            raw[place + at + 2] = dice.choice([12, 14, 93])
    path.write_bytes(raw)
    return words(home)


@attack
def without_build_file(home: Path, dice: Random) -> list[str]:
    return zipped(home, {dice.choice(["moduledata", "images/buildFile.xml"]): b"<data/>"})


# ------------------------------------------------------------------------------------- the XML


@attack
def entities(home: Path, dice: Random) -> list[str]:
    laughs = "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 12))
    heads = [
        f'<!DOCTYPE x [<!ENTITY a0 "ha">{laughs}]>',
        '<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]>',
        '<!DOCTYPE x SYSTEM "http://example.invalid/x.dtd">',
        f'<!DOCTYPE x [<!ENTITY f "{"x" * 1_000_000}">]>',
    ]
    return built(home, dice.choice(["&a11;", "&f;" * 5_000]), dice.choice(heads))


@attack
def deep_elements(home: Path, dice: Random) -> list[str]:
    count = dice.choice([101, 10_000, 2_000_000])
    return built(home, "<a>" * count + "</a>" * count)


@attack
def many_elements(home: Path, dice: Random) -> list[str]:
    return built(home, dice.choice(["<a/>", "<b></b>", '<c d=""/>', "<e>f</e>"]) * 3_000_000)


@attack
def long_tag(home: Path, dice: Random) -> list[str]:
    kind = dice.randrange(3)
    if kind == 0:
        return built(home, "<a " + " ".join(f'x{n}=""' for n in range(2_000_000)) + "/>")
    if kind == 1:
        return built(home, f'<a b="{"x" * 20_000_000}"/>')
    return built(home, f"<!-- {'x' * 20_000_000} --><{'y' * 5_000_000}/>")


@attack
def no_xml(home: Path, dice: Random) -> list[str]:
    noise, wide = dice.randbytes(100_000), b"\xff\xfe<\0a\0"
    encoding = b'<?xml version="1.0" encoding="utf-7"?><a/>'
    raw = dice.choice([b"", noise, wide, b"<a><b></a>", b"<a>&x;</a>", encoding, b"\0" * 1_000_000])
    return zipped(home, {"buildFile": raw})


@attack
def another_root(home: Path, dice: Random) -> list[str]:
    root = dice.choice(["VASSAL.build.module.ModuleExtension", "html", "x" * 1_000])
    return zipped(home, {"buildFile.xml": f"<{root}/>".encode()})


# ---------------------------------------------------------------------------------- the pieces


@attack
def endless_prototypes(home: Path, dice: Random) -> list[str]:
    """Each prototype holds the next one twice or oftener, and thousands of pieces the first one."""
    often = dice.choice([2, 5, 20])
    chain = [prototype(f"P{n}", *[f"P{n + 1}"] * often) for n in range(40)]
    count = dice.choice([500, 20_000])
    pieces = slots(*(f"+/null/prototype;P0\tpiece;;;;A{n}/\t" for n in range(count)))
    return built(home, container(*chain) + pieces)


@attack
def traits_in_traits(home: Path, dice: Random) -> list[str]:
    depth = dice.choice([900, 5_000])
    kinds = "".join(f"cmt;{n}{chr(92) * n}\t" for n in range(depth))
    return built(home, slots(*[f"+/null/{kinds[:900_000]}piece;;;;A/"] * dice.choice([5, 30])))


@attack
def long_sequences(home: Path, dice: Random) -> list[str]:
    sign = dice.choice([";", ",", "\\;", "\\", "'", "/", "\\/"])
    kind = dice.choice(["emb2;", "mark;", "PROP;", "label;", "obs;", "placemark;", ""])
    text = kind + sign * 800_000
    return built(home, slots(*[f"+/null/{text}\tpiece;;;;A/{text}"] * 15))


@attack
def too_many_pieces(home: Path, dice: Random) -> list[str]:
    text = dice.choice(["+/null/piece;;;;A/", "x", ""])
    return built(home, slots(*[text] * dice.choice([100_000, 250_000])))


@attack
def many_areas(home: Path, dice: Random) -> list[str]:
    package = "VASSAL.build.module.map.boardPicker"
    corners = ((dice.randrange(9_000), dice.randrange(9_000)) for _corner in range(2_000))
    outline = ";".join(f"{x},{y}" for x, y in corners)
    zone = f'<{package}.board.mapgrid.Zone name="Z" path="{outline}"/>'
    piece = "<VASSAL.build.widget.PieceSlot>+/null/piece;;;;A/</VASSAL.build.widget.PieceSlot>"
    stack = "VASSAL.build.module.map.SetupStack"
    at = ((n % 9_000, n * 7 % 9_000) for n in range(4_000))
    lying = "".join(f'<{stack} x="{x}" y="{y}">{piece}</{stack}>' for x, y in at)
    board = (
        f'<{package}.Board name="B" width="9000" height="9000"><{package}.board.ZonedGrid>'
        f"{zone * 400}</{package}.board.ZonedGrid></{package}.Board>"
    )
    tag = "VASSAL.build.module.map.BoardPicker"
    return built(home, map_of(f"<{tag}>{board}</{tag}>{lying}"))


# ----------------------------------------------------------------------------- pictures and saves


@attack
def bad_pictures(home: Path, dice: Random) -> list[str]:
    size = dice.choice([60_000, 2_000_000_000])
    head = struct.pack(">IIBBBBB", size, size, 8, 2, 0, 0, 0)
    whole = b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + b"IHDR" + head
    whole += struct.pack(">I", zlib.crc32(b"IHDR" + head))
    drawn = b'<!DOCTYPE svg [<!ENTITY a "b">]><svg>&a;</svg>'
    noise = dice.randbytes(100)
    raw = dice.choice([whole, b"GIF89a\xff\xff\xff\xff", b"\xff\xd8" * 1_000_000, noise, drawn])
    package = "VASSAL.build.module.map"
    board = f'<{package}.boardPicker.Board name="B" image="a.png"/>'
    picker = f"<{package}.BoardPicker>{board}</{package}.BoardPicker>"
    inside = map_of(picker) + slots("+/null/piece;;;a.png;A/")
    whole = f'<{ROOT} name="A">{inside}</{ROOT}>'.encode()
    return zipped(home, {"buildFile.xml": whole, "images/a.png": raw, "images/a.svg": raw})


@attack
def bad_saves(home: Path, dice: Random) -> list[str]:
    ladder = "".join("\\" * n + "\x1b" for n in range(3_000))
    many = "\x1b".join(f"+/{n}/piece;;;;A/M;{n};{n}" for n in range(50_000))
    texts = [ladder * 4, many, "\x1b" * 5_000_000, "+/1/stack/M;1;1;" + "1;" * 1_000_000]
    text = dice.choice(texts).encode()
    key = dice.randrange(256)
    written = b"!VCSK" + f"{key:02x}".encode() + bytes(b ^ key for b in text).hex().encode()
    torn = b"\xfd7zXZ\0" + dice.randbytes(1_000)
    raw = dice.choice([written, text, torn, b"!VCSKzz" + text, b"!VCSK"])
    save = io.BytesIO()
    with zipfile.ZipFile(save, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        archive.writestr(dice.choice(["savedGame", "savedGame", "other"]), raw)
    tag = "VASSAL.build.module.PredefinedSetup"
    inside = f'<{tag} name="S" file="a.vsav" useFile="true"/>' * dice.choice([1, 5_000])
    whole = f'<{ROOT} name="A">{inside}</{ROOT}>'.encode()
    return zipped(home, {"buildFile.xml": whole, "a.vsav": save.getvalue()})
