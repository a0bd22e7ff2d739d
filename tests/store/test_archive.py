"""Zip files from strangers."""

import io
import random
import stat
import struct
import time
import warnings
import zipfile

import pytest

from store.sentences import is_sentence
from tabuleiro.store import PartidaError, read_manifest
from tabuleiro.store.archive import MAX_BYTES, MAX_EXTRAS, pack, read_archive, unpack

WANTED = ["a.txt", "b.txt"]
GOOD = {"a.txt": b"hello", "b.txt": b"world" * 1000}


def archive(*members, method=zipfile.ZIP_DEFLATED):
    """A zip of (name or ZipInfo, content), whatever it may be."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as made, warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        for name, content in members:
            made.writestr(name, content)
    return buffer.getvalue()


def with_good(*members):
    return archive(*GOOD.items(), *members)


def named(name, mode):
    member = zipfile.ZipInfo(name)
    member.external_attr = mode << 16
    return member


def fails(raw, words, wanted=WANTED):
    with pytest.raises(PartidaError, match=words) as error:
        unpack(raw, wanted)
    assert is_sentence(error.value)


def test_good_archives():
    assert unpack(pack(GOOD), WANTED) == GOOD
    assert unpack(archive(*GOOD.items(), method=zipfile.ZIP_STORED), WANTED) == GOOD
    assert unpack(with_good(("notes/read me.txt", b"hi")), WANTED) == GOOD
    assert unpack(archive(("a.txt", b"")), ["a.txt"]) == {"a.txt": b""}


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("/etc/passwd", "its name leads elsewhere"),
        ("../a.txt", "its name leads elsewhere"),
        ("x/../../a.txt", "its name leads elsewhere"),
        ("C:a.txt", "its name leads elsewhere"),
        ("x\\a.txt", "its name leads elsewhere"),
        ("a.txt", "it is there twice"),
        ("A.TXT", "it is there twice"),
        ("b.tXt", "it is there twice"),
        ("bell\x07.txt", "its name cannot be read"),
        ("folder/", "it is not a plain file"),
        ("more.zip", "it is an archive itself"),
        ("more.PARTIDA", "it is an archive itself"),
        (named("link", stat.S_IFLNK | 0o777), "it is not a plain file"),
        (named("device", stat.S_IFCHR | 0o777), "it is not a plain file"),
    ],
)
def test_members_that_may_not_be(name, words):
    fails(with_good((name, b"x")), words)


def test_no_name_at_all():
    raw = bytearray(with_good(("x", b"")))
    local, entry = raw.rfind(b"PK\x03\x04"), raw.rfind(b"PK\x01\x02")
    for at in (entry, local):  # the name becomes an extra field of one byte
        struct.pack_into("<HH", raw, at + (28 if at == entry else 26), 0, 1)
    fails(bytes(raw), "its name cannot be read|The archive is damaged")


def test_names_with_a_zero_byte_are_seen_whole():
    raw = with_good(("hidden_zip.txt", b"x")).replace(b"hidden_zip.txt", b"a.txt\0_zip.txt")
    fails(raw, "its name leads elsewhere")


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_unusual_packing(method):
    fails(archive(*GOOD.items(), method=method), "packed in a way that is not known")


def test_encrypted():
    raw = bytearray(pack(GOOD))
    for at in (raw.find(b"PK\x03\x04") + 6, raw.find(b"PK\x01\x02") + 8):
        raw[at] |= 1
    fails(bytes(raw), "it is encrypted")


def test_missing_member():
    fails(archive(("a.txt", b"x")), "The archive has no b.txt")


class TestBombs:
    def test_ratio(self):
        fails(with_good(("bomb.txt", bytes(1_000_000))), "it would become far too large")

    def test_sum_of_sizes(self):
        piece = random.Random(1).randbytes(300_000)
        raw = bytearray(with_good(*((f"{n}.txt", piece) for n in range(5))))
        at = -1
        while (at := raw.find(b"PK\x01\x02", at + 1)) >= 0:
            if struct.unpack_from("<I", raw, at + 20)[0] > 100_000:
                struct.pack_into("<I", raw, at + 24, 50_000_000)
        fails(bytes(raw), "too large")

    def test_size_that_lies(self):
        """The directory says 65,000 bytes; a million are packed."""
        raw = bytearray(archive(("a.txt", bytes(1_000_000))))
        struct.pack_into("<I", raw, raw.find(b"PK\x01\x02") + 24, 65_000)
        fails(bytes(raw), "The archive is damaged", ["a.txt"])

    def test_size_that_promises_too_much(self):
        raw = bytearray(archive(("a.txt", b"abc")))
        struct.pack_into("<I", raw, raw.find(b"PK\x01\x02") + 24, 500)
        fails(bytes(raw), "The archive is damaged", ["a.txt"])

    def test_too_many_extras(self):
        extras = [(f"{n}.txt", b"x") for n in range(MAX_EXTRAS + 1)]
        assert unpack(with_good(*extras[1:]), WANTED) == GOOD
        fails(with_good(*extras), "too many files")

    def test_a_million_members_are_not_even_listed(self):
        many = b"PK\x03\x04" + b"PK\x01\x02" * 1_000_000
        start = time.perf_counter()
        fails(many, "too many files")
        assert time.perf_counter() - start < 1

    def test_large_file(self, tmp_path):
        path = tmp_path / "large.partida"
        with path.open("wb") as stream:
            stream.truncate(MAX_BYTES + 1)  # takes no room on the disk
        with pytest.raises(PartidaError, match="too large: 32 MB is the limit") as error:
            read_archive(path)
        assert is_sentence(error.value)


class TestNoArchive:
    @pytest.mark.parametrize(
        "raw", [b"", b"PK", b"PK\x05\x06" + bytes(18), b"hello", b"MZ" + pack(GOOD)]
    )
    def test_something_else(self, raw):
        fails(raw, "This is not a .partida file")

    def test_only_the_start_of_one(self):
        fails(pack(GOOD)[:60], "The archive is damaged")

    def test_no_such_file(self, tmp_path):
        for name in ("nothing.partida", "a\0b"):
            with pytest.raises(PartidaError, match="There is no file") as error:
                read_manifest(tmp_path / name)
            assert is_sentence(error.value)

    def test_a_folder(self, tmp_path):
        with pytest.raises(PartidaError, match="is not a file"):
            read_manifest(tmp_path)

    def test_a_file_that_cannot_be_read(self, tmp_path, monkeypatch):
        (tmp_path / "a").write_bytes(b"x")

        def fail(*_arguments, **_named):
            raise PermissionError(13, "Permission denied")

        monkeypatch.setattr("pathlib.Path.open", fail)
        with pytest.raises(PartidaError, match="may not read or write") as error:
            read_archive(tmp_path / "a")
        assert is_sentence(error.value)
