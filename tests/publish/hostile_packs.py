"""Hostile packs, made anew each time: each is a good pack with something wrong in it."""

import io
import json
import random
import struct
import zipfile
import zlib

from tabuleiro.publish.archive import read_archive, write_archive

ATTACKS = {}


def attack(function):
    ATTACKS[function.__name__] = function
    return function


class Good:
    """A good pack, signed, and its parts."""

    def __init__(self, raw):
        self.raw = raw
        self.files = {name: bytes(content) for name, content in read_archive(raw).items()}

    def manifest(self, **changed):
        data = {**json.loads(self.files["manifest.json"]), **changed}
        return (json.dumps(data, indent=1, sort_keys=True, ensure_ascii=False) + "\n").encode()

    def made(self, **changed):
        """A pack with other words in its manifest, which nobody signed."""
        files = dict(self.files)
        del files["signature.json"]
        files["manifest.json"] = self.manifest(**changed)
        return write_archive(files)

    def zip(self, *, method=zipfile.ZIP_STORED, extra=(), first=None):
        """The same files as another program writes them, with others besides."""
        stream = io.BytesIO()
        with zipfile.ZipFile(stream, "w", method) as archive:
            for name, content in self.files.items():
                archive.writestr(zipfile.ZipInfo(name), content, method)
            for name, content in extra:
                info = name if isinstance(name, zipfile.ZipInfo) else zipfile.ZipInfo(name)
                archive.writestr(info, content)
        return stream.getvalue()


def one(name, content=b"x"):
    """A raw local file with any name, as no honest program writes it."""
    raw = name if isinstance(name, bytes) else name.encode("utf-8", "surrogatepass")
    head = struct.pack("<4s5H3I2H", b"PK\x03\x04", 20, 0, 0, 0, 0x21, zlib.crc32(content),
                       len(content), len(content), len(raw), 0)  # fmt: skip
    entry = struct.pack("<4s6H3I5H2I", b"PK\x01\x02", 0x314, 20, 0, 0, 0, 0x21, zlib.crc32(content),
                        len(content), len(content), len(raw), 0, 0, 0, 0,
                        0o100644 << 16, 0)  # fmt: skip
    end = struct.pack("<4s4H2IH", b"PK\x05\x06", 0, 0, 1, 1, len(entry) + len(raw),
                      len(head) + len(raw) + len(content), 0)  # fmt: skip
    return head + raw + content + entry + raw + end


NAMES = {
    "absolute": "/etc/passwd",
    "parent": "../outside.yaml",
    "parent_inside": "modules/../../outside.yaml",
    "here": "modules/./duel/x.yaml",
    "drive": "C:/windows/x.yaml",
    "drive_relative": "C:x.yaml",
    "backslashes": "modules\\duel\\x.yaml",
    "share": "\\\\server\\share\\x.yaml",
    "empty_part": "modules//x.yaml",
    "hidden": "modules/duel/.htaccess.yaml",
    "unicode": "modules/duel/café.yaml",
    "combining": "modules/duel/cafe\u0301.yaml",
    "full_width": "modules/duel/\uff0e\uff0e/x.yaml",
    "right_to_left": "modules/duel/\u202efdp.yaml",
    "zero_width": "modules/duel/mod\u200bule.yaml",
    "escape": "modules/duel/\x1b[2J.yaml",
    "zero": "modules/duel/x.yaml\0.md",
    "newline": "modules/duel/x\n.yaml",
    "not_utf8": b"modules/duel/\xff\xfe.yaml",
    "surrogate": "modules/duel/\udc80.yaml",
    "device": "modules/duel/con.yaml",
    "device_upper": "modules/duel/LPT1",
    "stream": "modules/duel/x.yaml:evil",
    "trailing_point": "modules/duel/x.",
    "space": "modules/duel/x .yaml",
    "home": "~/x.yaml",
    "variable": "modules/$HOME/x.yaml",
    "star": "modules/duel/*.yaml",
    "none": "",
    "folder": "modules/duel/",
    "long": "modules/" + "x" * 60_000,
    "deep": "/".join(["modules"] * 2_000),
    "code_in_data": "modules/duel/evil.py",
    "compiled": "plugins/tabuleiro_duel/__pycache__/x.cpython-311.pyc",
    "library": "plugins/tabuleiro_duel/x.so",
    "path_file": "plugins/evil.pth",
    "archive": "modules/duel/inner.zip",
}
for key, name in NAMES.items():
    ATTACKS[f"name_{key}"] = lambda _good, _dice, name=name: one(name)

MANIFESTS = {
    "format_newer": {"format": 2},
    "format_text": {"format": "1"},
    "format_huge": {"format": 10**14},
    "id_path": {"id": "../../x"},
    "id_absolute": {"id": "/tmp/x"},
    "id_empty": {"id": ""},
    "id_device": {"id": "nul" * 100},
    "id_number": {"id": 7},
    "id_points": {"id": ".."},
    "kind_unknown": {"kind": "virus"},
    "kind_list": {"kind": ["module"]},
    "version_path": {"version": "1.0.0/../../x"},
    "version_short": {"version": "1"},
    "version_long": {"version": "1.0." + "9" * 5_000},
    "version_words": {"version": "newest"},
    "title_text": {"title": "no languages"},
    "title_escape": {"title": {"pt": "a\u001b[2J", "en": "a"}},
    "title_turned": {"title": {"pt": "a\u202eb", "en": "a"}},
    "title_long": {"title": {"pt": "a" * 20_000, "en": "a"}},
    "publisher_lines": {"publisher": "Oficina\nSigned by the Pope"},
    "publisher_long": {"publisher": "x" * 100_000},
    "languages_none": {"languages": []},
    "languages_odd": {"languages": ["klingon"]},
    "needs_odd": {"needs": {"diadem": "newest"}},
    "needs_many_signs": {"needs": {"diadem": ">=1.0.0," * 5_000}},
    "needs_absent": {"needs": {"there-is-no-such": ">=1.0.0"}},
    "needs_newer": {"needs": {"diadem": ">=999.0.0"}},
    "needs_program": {"needs": {"tabuleiro": ">=999.0.0"}},
    "extends_of_module": {"extends": "diadem"},
    "brings_of_module": {"brings": ["diadem"]},
    "key_unknown": {"execute": "rm -rf"},
    "licence_number": {"licence": 3},
    "credits_text": {"credits": "me"},
    "files_none": {"files": {}},
    "files_text": {"files": "all"},
    "files_odd_hash": {"files": {"modules/duel/module.yaml": {"sha256": "x", "size": 1}}},
    "files_minus": {"files": {"modules/duel/module.yaml": {"sha256": "0" * 64, "size": -1}}},
    "shadows_a_game": {"id": "diadem"},
    "scenarios_of_none": {"kind": "scenarios"},
    "deep": {"credits": json.loads("[" * 200 + "]" * 200)},
    "many": {"languages": ["pt"] * 60_000},
}
for key, changed in MANIFESTS.items():
    ATTACKS[f"manifest_{key}"] = lambda good, _dice, changed=changed: good.made(**changed)


@attack
def no_zip(good, dice):
    return b"this is no pack at all"


@attack
def nothing(good, dice):
    return b""


@attack
def chance(good, dice):
    return dice.randbytes(200_000)


@attack
def begins_as_zip(good, dice):
    return b"PK\x03\x04" + dice.randbytes(200_000)


@attack
def empty_zip(good, dice):
    return b"PK\x05\x06" + bytes(18)


@attack
def half(good, dice):
    return good.raw[: dice.randrange(10, len(good.raw))]


@attack
def no_directory(good, dice):
    return good.raw[: good.raw.index(b"PK\x01\x02")]


@attack
def more_behind(good, dice):
    return good.raw + b"MZ" + dice.randbytes(100)


@attack
def more_before(good, dice):
    return b"#!/bin/sh\nexit 1\n" + good.raw


@attack
def comment(good, dice):
    return good.raw[:-2] + struct.pack("<H", 5) + b"hello"


@attack
def compressed(good, dice):
    return good.zip(method=zipfile.ZIP_DEFLATED)


@attack
def bzip(good, dice):
    return good.zip(method=zipfile.ZIP_BZIP2)


@attack
def lzma(good, dice):
    return good.zip(method=zipfile.ZIP_LZMA)


@attack
def by_another_program(good, dice):
    return good.zip()


@attack
def bomb(good, dice):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("manifest.json", bytes(dice.randrange(50, 300) * 10**6))
    return stream.getvalue()


@attack
def bomb_that_overlaps(good, dice):
    """A hundred entries of the directory for one and the same file."""
    content = bytes(10**6)
    raw = one("modules/duel/x.md", content)
    begin, end = raw.index(b"PK\x01\x02"), raw.index(b"PK\x05\x06")
    entry, tail = raw[begin:end], list(struct.unpack("<4s4H2IH", raw[end:]))
    tail[3:6] = 100, 100, 100 * len(entry)
    return raw[:begin] + 100 * entry + struct.pack("<4s4H2IH", *tail)


@attack
def a_million_files(good, dice):
    return b"".join(one(f"modules/duel/{n}.md", b"")[:47] for n in range(300_000))


@attack
def two_thousand_and_one_files(good, dice):
    heads = []
    for n in range(2_001):
        raw = one(f"modules/duel/a{n:05}.md", b"")
        heads.append(raw[: raw.index(b"PK\x01\x02")])
    return b"".join(heads)


@attack
def a_million_entries(good, dice):
    raw = good.raw
    begin = raw.index(b"PK\x01\x02")
    return raw[:begin] + 400_000 * struct.pack("<4s42x", b"PK\x01\x02") + raw[-22:]


@attack
def link(good, dice):
    info = zipfile.ZipInfo("modules/duel/passwd.md")
    info.external_attr = 0o120777 << 16
    return good.zip(extra=[(info, b"/etc/passwd")])


@attack
def link_in_our_form(good, dice):
    raw = write_archive({**good.files, "README.md": b"/etc/passwd"})
    at = raw.index(b"README.md", raw.index(b"PK\x01\x02")) - 8
    return raw[:at] + struct.pack("<I", 0o120777 << 16) + raw[at + 4 :]


@attack
def device_in_our_form(good, dice):
    raw = write_archive({**good.files, "README.md": b"x"})
    at = raw.index(b"README.md", raw.index(b"PK\x01\x02")) - 8
    return raw[:at] + struct.pack("<I", 0o020666 << 16) + raw[at + 4 :]


@attack
def twice(good, dice):
    raw = one("README.md", b"one")
    head = raw[: raw.index(b"PK\x01\x02")]
    return head + raw


@attack
def twice_by_case(good, dice):
    raw, other = one("README.md", b"one"), one("readme.md", b"two")
    return raw[: raw.index(b"PK\x01\x02")] + other


@attack
def folder_and_file(good, dice):
    raw, other = one("NOTICE", b"one"), one("NOTICE/x.md", b"two")
    return raw[: raw.index(b"PK\x01\x02")] + other


@attack
def folders_by_case(good, dice):
    raw, other = one("Modules/x.md", b"one"), one("modules/y.md", b"two")
    return raw[: raw.index(b"PK\x01\x02")] + other


@attack
def other_order(good, dice):
    raw, other = one("README.md", b"one"), one("LICENSE", b"two")
    return raw[: raw.index(b"PK\x01\x02")] + other


@attack
def two_directories(good, dice):
    return good.raw + good.raw[good.raw.index(b"PK\x01\x02") :]


@attack
def directory_of_another(good, dice):
    other = write_archive({"manifest.json": b"{}"})
    begin = good.raw.index(b"PK\x01\x02")
    return good.raw[:begin] + other[other.index(b"PK\x01\x02") :]


@attack
def directory_names_more(good, dice):
    raw = one("README.md", b"one")
    entry = raw[raw.index(b"PK\x01\x02") : raw.index(b"PK\x05\x06")]
    begin = good.raw.index(b"PK\x01\x02")
    return good.raw[:begin] + entry + good.raw[begin:]


@attack
def encrypted(good, dice):
    return good.raw[:6] + b"\x01\x00" + good.raw[8:]


@attack
def size_afterwards(good, dice):
    return good.raw[:6] + b"\x08\x00" + good.raw[8:]


@attack
def other_date(good, dice):
    return good.raw[:10] + b"\x01\x01" + good.raw[12:]


@attack
def more_in_a_head(good, dice):
    raw = bytearray(good.raw)
    raw[28:30] = b"\x04\x00"
    return bytes(raw)


@attack
def four_gigabytes(good, dice):
    return good.raw[:18] + b"\xff" * 8 + good.raw[26:]


@attack
def checksum(good, dice):
    return good.raw[:14] + b"\0\0\0\0" + good.raw[18:]


@attack
def too_large(good, dice):
    return write_archive({"manifest.json": b"{}"}) + bytes(100_000_001)


@attack
def content_altered(good, dice):
    files = dict(good.files)
    files["modules/duel/counters.yaml"] += b"# altered\n"
    return write_archive(files)


@attack
def file_added(good, dice):
    return write_archive({**good.files, "modules/duel/more.md": b"more"})


@attack
def file_missing(good, dice):
    files = dict(good.files)
    del files["modules/duel/tables.yaml"]
    return write_archive(files)


@attack
def manifest_missing(good, dice):
    files = dict(good.files)
    del files["manifest.json"]
    return write_archive(files)


@attack
def manifest_altered(good, dice):
    manifest = good.manifest(publisher="Somebody else")
    return write_archive({**good.files, "manifest.json": manifest})


@attack
def manifest_otherwise_written(good, dice):
    files = dict(good.files)
    del files["signature.json"]
    files["manifest.json"] = json.dumps(json.loads(files["manifest.json"])).encode()
    return write_archive(files)


def _manifest(good, raw):
    files = {name: content for name, content in good.files.items() if name != "signature.json"}
    return write_archive({**files, "manifest.json": raw})


@attack
def manifest_huge(good, dice):
    return _manifest(good, b" " * 30_000_000)


@attack
def manifest_deep(good, dice):
    return _manifest(good, b"[" * 900_000)


@attack
def manifest_of_items(good, dice):
    return _manifest(good, b"[" + b"1," * 450_000 + b"1]")


@attack
def manifest_of_keys(good, dice):
    return _manifest(good, ("{" + ",".join(f'"{n}":1' for n in range(80_000)) + "}").encode())


@attack
def manifest_is_chance(good, dice):
    return _manifest(good, dice.randbytes(10_000))


@attack
def manifest_aliases(good, dice):
    return _manifest(good, b"a: &a [x]\nb: [*a, *a]\n")


@attack
def manifest_tags(good, dice):
    return _manifest(good, b"a: !!python/object/apply:os.system [id]\n")


def _signature(good, raw):
    return write_archive({**good.files, "signature.json": raw})


@attack
def signature_of_chance(good, dice):
    told = json.loads(good.files["signature.json"]) | {"signature": dice.randbytes(64).hex()}
    return _signature(good, (json.dumps(told, indent=1, sort_keys=True) + "\n").encode())


@attack
def signature_of_another_key(good, dice):
    told = json.loads(good.files["signature.json"]) | {"key": dice.randbytes(32).hex()}
    return _signature(good, (json.dumps(told, indent=1, sort_keys=True) + "\n").encode())


@attack
def signature_of_a_weak_key(good, dice):
    told = {"key": "01" + "0" * 62, "signature": "01" + "0" * 126}
    return _signature(good, (json.dumps(told, indent=1, sort_keys=True) + "\n").encode())


@attack
def signature_is_none(good, dice):
    return _signature(good, b"null")


@attack
def signature_is_deep(good, dice):
    return _signature(good, b"[" * 9_000)


@attack
def signature_is_long(good, dice):
    return _signature(good, b" " * 10**6)


def _module(good, name, raw):
    """A pack in good order with a file of its module that is not."""
    import hashlib

    files = {**good.files, f"modules/duel/{name}": raw}
    del files["signature.json"]
    data = json.loads(files["manifest.json"])
    data["files"][f"modules/duel/{name}"] = {
        "sha256": hashlib.sha256(raw).hexdigest(), "size": len(raw)
    }  # fmt: skip
    files["manifest.json"] = good.manifest(files=data["files"])
    return write_archive(files)


@attack
def module_of_items(good, dice):
    return _module(good, "counters.yaml", b"counters: [" + b"," * 4_900_000 + b"]\n")


@attack
def module_deep(good, dice):
    return _module(good, "module.yaml", b"[" * 4_900_000)


@attack
def module_too_large(good, dice):
    return _module(good, "board.yaml", b"#" * 6_000_000)


@attack
def module_of_faults(good, dice):
    return _module(good, "tables.yaml", b"".join(b"k%d: 1\n" % n for n in range(40_000)))


@attack
def module_of_another_name(good, dice):
    raw = good.files["modules/duel/module.yaml"].replace(b"id: duel\n", b"id: other\n", 1)
    return _module(good, "module.yaml", raw)


@attack
def one_byte(good, dice):
    at = dice.randrange(len(good.raw))
    return good.raw[:at] + bytes([good.raw[at] ^ (1 << dice.randrange(8))]) + good.raw[at + 1 :]


for number in range(12):
    ATTACKS[f"one_byte_{number}"] = one_byte


def made(kind, good):
    return ATTACKS[kind](good, random.Random(kind))
