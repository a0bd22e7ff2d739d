"""Keys of publishers, and signatures: Ed25519 over the manifest, which has every file's hash."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from tabuleiro.harmless import harmless
from tabuleiro.i18n import _
from tabuleiro.publish.errors import PackError
from tabuleiro.publish.words import fingerprint

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

__all__ = ["Signature", "make_key", "public_key", "read_key", "read_signature", "sign"]

_SIGNED: Final = b"tabuleiro pack 1\0"
"""What stands before a manifest that is signed, so that a signature means nothing elsewhere."""
_KEY: Final = re.compile("[0-9a-f]{64}")
_SIGNATURE: Final = re.compile("[0-9a-f]{128}")
_LARGEST: Final = 10_000


class Signature(NamedTuple):
    """Who signed a pack: a public key, and its signature, in hex."""

    key: str
    signature: str

    @property
    def words(self) -> str:
        """The fingerprint of the key."""
        return fingerprint(bytes.fromhex(self.key))

    def to_bytes(self) -> bytes:
        """Return the one text of ``signature.json``."""
        return (json.dumps(self._asdict(), indent=1, sort_keys=True) + "\n").encode()

    def holds(self, manifest: bytes) -> bool:
        """Return whether the key signed that manifest."""
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

        if _is_weak(self.key):
            return False
        try:
            key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(self.key))
            key.verify(bytes.fromhex(self.signature), _SIGNED + manifest)
        except (InvalidSignature, ValueError):
            return False
        return True


_WEAK: Final = frozenset(
    {
        "00" * 32,
        "01" + "00" * 31,
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
        "ec" + "ff" * 30 + "7f",
        "ed" + "ff" * 30 + "7f",
        "ee" + "ff" * 30 + "7f",
    }
)
"""Points of small order: with them one signature fits every text, so that it says nothing."""


def _is_weak(key: str) -> bool:
    raw = bytes.fromhex(key)
    return (raw[:-1] + bytes([raw[-1] & 0x7F])).hex() in _WEAK


def read_signature(raw: bytes) -> Signature:
    """Return what ``signature.json`` says, if it is written as it must be."""
    found = None
    try:
        data = json.loads(raw) if len(raw) < _LARGEST else None
    except (ValueError, RecursionError):
        data = None
    if isinstance(data, dict) and data.keys() == {"key", "signature"}:
        key, signature = data["key"], data["signature"]
        texts = isinstance(key, str) and isinstance(signature, str)
        if texts and _KEY.fullmatch(key) and _SIGNATURE.fullmatch(signature):
            found = Signature(key, signature)
    if found is None or found.to_bytes() != raw:
        raise PackError(_("The signature of the pack cannot be read."))
    return found


def sign(key: Ed25519PrivateKey, manifest: bytes) -> Signature:
    """Return the signature of a manifest; the same key and manifest give the same."""
    return Signature(public_key(key), key.sign(_SIGNED + manifest).hex())


def public_key(key: Ed25519PrivateKey) -> str:
    """Return the public half of a key, in hex."""
    return key.public_key().public_bytes_raw().hex()


def make_key(path: Path, passphrase: str = "") -> Ed25519PrivateKey:
    """Make a key and write it to a new file that only this user may read."""
    from cryptography.hazmat.primitives import serialization as written
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    key = Ed25519PrivateKey.generate()
    how: written.KeySerializationEncryption = (
        written.BestAvailableEncryption(passphrase.encode())
        if passphrase
        else written.NoEncryption()
    )
    text = key.private_bytes(written.Encoding.PEM, written.PrivateFormat.PKCS8, how)
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        sentence = _("{path} is there already: a key is never written over.")
        raise PackError(sentence.format(path=harmless(path))) from None
    with os.fdopen(handle, "wb") as stream:
        stream.write(text)
        stream.flush()
        os.fsync(stream.fileno())
    return key


def read_key(path: Path, passphrase: str = "") -> Ed25519PrivateKey:
    """Return the key in a file."""
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    with path.open("rb") as stream:
        text = stream.read(_LARGEST)
    try:
        key = load_pem_private_key(text, passphrase.encode() if passphrase else None)
    except TypeError:  # one is encrypted and the other side does not know it
        sentence = (
            _("The key in {path} has no passphrase.")
            if passphrase
            else _("The key in {path} is locked with a passphrase.")
        )
        raise PackError(sentence.format(path=harmless(path))) from None
    except (ValueError, UnsupportedAlgorithm):
        sentence = _("There is no key of ours in {path}, or the passphrase is another one.")
        raise PackError(sentence.format(path=harmless(path))) from None
    if not isinstance(key, Ed25519PrivateKey):
        sentence = _("There is no key of ours in {path}, or the passphrase is another one.")
        raise PackError(sentence.format(path=harmless(path)))
    return key
