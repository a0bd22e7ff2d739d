"""Keys, words, and what is told before anything is installed."""

import os
import re
import stat

import pytest

from publish.conftest import SCENARIO, module_pack, signed, write
from tabuleiro.publish.errors import PackError
from tabuleiro.publish.keys import make_key, public_key, read_key
from tabuleiro.publish.packing import make_pack
from tabuleiro.publish.trust import Standing, Trust
from tabuleiro.publish.words import WORDS, fingerprint


@pytest.fixture
def pack(tmp_path):
    return module_pack(tmp_path / "author")


def test_words():
    assert len(WORDS) == len(set(WORDS)) == 128
    assert all(re.fullmatch("[a-z]{2,9}", word) for word in WORDS)
    assert list(WORDS) == sorted(WORDS)
    told = {fingerprint(bytes([n]) * 32) for n in range(100)}
    assert len(told) == 100
    assert {len(each.split()) for each in told} == {12}


@pytest.mark.skipif(os.name != "posix", reason="other systems have no such modes")
def test_a_key_is_for_nobody_else(tmp_path):
    key = make_key(tmp_path / "key.pem")
    assert stat.S_IMODE((tmp_path / "key.pem").stat().st_mode) == 0o600
    assert public_key(read_key(tmp_path / "key.pem")) == public_key(key)
    with pytest.raises(PackError, match="never written over"):
        make_key(tmp_path / "key.pem")


def test_a_key_may_have_a_passphrase(tmp_path):
    path = tmp_path / "key.pem"
    key = make_key(path, "a long one")
    assert public_key(read_key(path, "a long one")) == public_key(key)
    with pytest.raises(PackError, match="locked with a passphrase"):
        read_key(path)
    with pytest.raises(PackError, match="another one"):
        read_key(path, "a wrong one")
    path.write_bytes(b"-----BEGIN PRIVATE KEY-----\nMAo=\n-----END PRIVATE KEY-----\n")
    with pytest.raises(PackError, match="no key of ours"):
        read_key(path)


def test_a_key_is_met_once(home, pack, key):
    trust = Trust()
    good = signed(pack, key)
    assert trust.standing(good) is Standing.NEW
    assert good.signature.words in trust.sentences(good)[0]
    trust.meet(good)
    assert Trust().standing(good) is Standing.KNOWN
    assert Trust().standing(signed(make_pack(SCENARIO), key)) is Standing.KNOWN


def test_a_change_of_key_is_told(home, pack, key, tmp_path):
    Trust().meet(signed(pack, key))
    other = signed(pack, make_key(tmp_path / "other.pem"))
    trust = Trust()
    assert trust.standing(other) is Standing.CHANGED
    assert "THE KEY HAS CHANGED" in trust.sentences(other)[1]
    assert fingerprint(bytes.fromhex(public_key(key))) in trust.sentences(other)[1]


def test_a_signature_that_is_gone_is_told(home, pack, key):
    Trust().meet(signed(pack, key))
    assert Trust().standing(pack) is Standing.CHANGED
    assert "Nobody has signed it" in Trust().sentences(pack)[0]
    assert "THE KEY HAS CHANGED" in Trust().sentences(pack)[1]


def test_the_name_of_another_publisher_is_told(home, pack, key, tmp_path):
    Trust().meet(signed(pack, key))
    forged = module_pack(tmp_path / "forged")
    manifest = forged.manifest.model_copy(update={"id": "other", "publisher": "OFICINA"})
    forged = signed(forged._replace(manifest=manifest), make_key(tmp_path / "other.pem"))
    assert Trust().standing(forged) is Standing.CHANGED
    assert "THE KEY HAS CHANGED" in Trust().sentences(forged)[1]


def test_a_damaged_list_trusts_nobody(home):
    path = home.data / "publishers.json"
    path.parent.mkdir(parents=True)
    path.write_text("{", "utf-8")
    with pytest.raises(PackError, match="nothing is trusted by it"):
        Trust()


class TestCommands:
    def test_signing_twice_gives_the_same_bytes(self, tabuleiro, tmp_path, key, pack):
        path = write(pack, tmp_path / "a.tabuleiro")
        assert tabuleiro("key", tmp_path / "k.pem", "--new").code == 0
        assert tabuleiro("sign", path, tmp_path / "k.pem").code == 0
        once = path.read_bytes()
        assert tabuleiro("sign", path, tmp_path / "k.pem").code == 0
        assert path.read_bytes() == once

    def test_unsigned_is_told_and_asked_for(self, tabuleiro, home, tmp_path, pack):
        path = write(pack, tmp_path / "a.tabuleiro")
        said = tabuleiro("install", path, "--yes")
        assert said.code == 1
        assert "Nobody has signed it" in said.out
        assert "--unsigned" in said.err
        assert home.installed() == []
        assert tabuleiro("install", path, "--yes", "--unsigned").code == 0
        assert home.installed() == ["duel/1.0.0"]

    def test_somebody_at_the_terminal_is_asked(self, tabuleiro, home, tmp_path, pack, key):
        path = write(signed(pack, key), tmp_path / "a.tabuleiro")
        assert tabuleiro("install", path, stdin="y\nn\n").code == 1
        assert home.installed() == []
        assert tabuleiro("install", path, stdin="y\ny\n").code == 0
        assert home.installed() == ["duel/1.0.0"]

    def test_another_key_is_refused_unless_it_is_taken(self, tabuleiro, home, tmp_path, pack, key):
        path = write(signed(pack, key), tmp_path / "a.tabuleiro")
        assert tabuleiro("install", path, "--yes", "--new-key").code == 0
        later = module_pack(tmp_path / "later", version="1.1.0")
        later = signed(later, make_key(tmp_path / "other.pem"))
        path = write(later, tmp_path / "b.tabuleiro")
        said = tabuleiro("update", path, "--yes")
        assert said.code == 1
        assert "THE KEY HAS CHANGED" in " ".join(said.out.split())
        assert home.installed() == ["duel/1.0.0"]
        assert tabuleiro("update", path, "--yes", "--new-key").code == 0
        assert home.installed() == ["duel/1.0.0", "duel/1.1.0"]

    def test_verify_tells_and_installs_nothing(self, tabuleiro, home, tmp_path, pack, key):
        path = write(signed(pack, key), tmp_path / "a.tabuleiro")
        told = tabuleiro("verify", path, "--json").json
        assert (told["standing"], told["trouble"], told["code"]) == ("new", "", False)
        assert told["words"] == fingerprint(bytes.fromhex(public_key(key)))
        assert not home.data.exists()
