"""``tabuleiro pack``, ``key``, ``sign`` and ``verify``: packs for publishers."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from tabuleiro.cli.common import catalogue
from tabuleiro.cli.errors import Failure, UsageError
from tabuleiro.cli.output import print_json, print_table
from tabuleiro.harmless import harmless
from tabuleiro.i18n import _, ngettext, text

if TYPE_CHECKING:
    import argparse

    from tabuleiro.cli.parser import Parser
    from tabuleiro.publish.pack import Pack

__all__ = ["about", "plain", "prepare", "run"]


def prepare(parser: Parser) -> None:
    """Add the arguments of one of the commands."""
    command = parser.get_default("command")
    if command == "pack":
        parser.add_argument("folder", metavar="DIR", help=_("the folder with pack.yaml in it"))
        parser.add_argument("--out", metavar="FILE", help=_("the pack; without it, here"))
        parser.add_argument("--again", action="store_true", help=_("write over a pack"))
    elif command == "key":
        parser.add_argument("file", metavar="KEY", help=_("the file of the key"))
        parser.add_argument("--new", action="store_true", help=_("make one"))
        _add_passphrase(parser)
    elif command == "sign":
        parser.add_argument("pack", metavar="PACK", help=_("a .tabuleiro file"))
        parser.add_argument("key", metavar="KEY", help=_("the file of the key"))
        _add_passphrase(parser)
    else:
        parser.add_argument("pack", metavar="PACK", help=_("a .tabuleiro file"))
    parser.add_argument("--json", action="store_true", help=_("for programs"))


def _add_passphrase(parser: Parser) -> None:
    parser.add_argument("--passphrase", action="store_true", help=_("ask for its passphrase"))


def run(options: argparse.Namespace) -> int:
    """Do one of the commands."""
    deeds = {"pack": _pack, "key": _key, "sign": _sign, "verify": _verify}
    return deeds[options.command](options)


def _pack(options: argparse.Namespace) -> int:
    from tabuleiro.publish.checking import check_pack
    from tabuleiro.publish.contents import ENDING
    from tabuleiro.publish.pack import read_pack, write_file
    from tabuleiro.publish.packing import make_pack

    folder = Path(options.folder)
    if not folder.is_dir():
        raise Failure(_("There is no folder {folder}.").format(folder=harmless(folder)))
    pack = make_pack(folder)
    check_pack(pack, catalogue().parameters)
    name = f"{pack.manifest.id}-{pack.manifest.version}{ENDING}"
    path = Path(options.out) if options.out else Path(name)
    raw = pack.to_bytes()
    read_pack(raw)  # what we write we can read
    write_file(path, raw, over=options.again)
    return _say(options, pack, path)


def _say(options: argparse.Namespace, pack: Pack, path: Path) -> int:
    if options.json:
        print_json({"file": str(path), **plain(pack)})
    else:
        n, size = len(pack.files), path.stat().st_size // 1000
        sentence = ngettext("{path}: {n} file, {size} kB.", "{path}: {n} files, {size} kB.", n)
        print(sentence.format(path=harmless(path), n=n, size=size))
        print(_("Hash of its content: {digest}").format(digest=pack.digest))
        if pack.signature is not None:
            print(_("Signed with the key {words}.").format(words=pack.signature.words))
    return 0


def _passphrase(options: argparse.Namespace, *, twice: bool = False) -> str:
    if not options.passphrase:
        return ""
    from getpass import getpass

    told = getpass(_("Passphrase: "))
    if twice and getpass(_("Once more: ")) != told:
        raise UsageError(_("The two are not the same."))
    return told


def _key(options: argparse.Namespace) -> int:
    from tabuleiro.publish.keys import make_key, public_key, read_key
    from tabuleiro.publish.words import fingerprint

    path = Path(options.file)
    if options.new:
        key = make_key(path, _passphrase(options, twice=True))
    else:
        key = read_key(path, _passphrase(options))
    public = public_key(key)
    words = fingerprint(bytes.fromhex(public))
    if options.json:
        print_json({"file": str(path), "key": public, "words": words})
        return 0
    if options.new:
        print(_("Your key lies in {path}. Keep a copy where nobody else finds it: whoever has it"
                " can sign as you.").format(path=harmless(path)))  # fmt: skip
    print(_("Tell these words to your readers, by another way than the pack:"))
    print(f"  {words}")
    return 0


def _sign(options: argparse.Namespace) -> int:
    from tabuleiro.publish.keys import read_key, sign
    from tabuleiro.publish.pack import open_pack, write_file

    path = Path(options.pack)
    pack = open_pack(path)
    key = read_key(Path(options.key), _passphrase(options))
    signed = pack._replace(signature=sign(key, pack.manifest.to_bytes()))
    write_file(path, signed.to_bytes(), over=True)
    return _say(options, signed, path)


def _verify(options: argparse.Namespace) -> int:
    """Tell all that can be known of a pack without installing it; 1 if it may not be installed."""
    from tabuleiro.publish.errors import PackError
    from tabuleiro.publish.installing import check_place
    from tabuleiro.publish.pack import open_pack
    from tabuleiro.publish.trust import Trust

    pack = open_pack(Path(options.pack))
    trust = Trust()
    trouble = ""
    try:
        check_place(pack)
    except PackError as error:
        trouble = str(error)
    if options.json:
        told = {"standing": trust.standing(pack).value, "trouble": trouble}
        print_json({"file": options.pack, **plain(pack), **told})
    else:
        about(pack)
        for sentence in [*trust.sentences(pack), *([trouble] if trouble else [])]:
            print(sentence)
    return 1 if trouble else 0


def plain(pack: Pack) -> dict[str, Any]:
    """Return what a pack says of itself, for programs."""
    said = pack.manifest.model_dump(mode="json", exclude={"files"})
    signature = pack.signature
    return {
        **said,
        "digest": pack.digest,
        "files": len(pack.files),
        "code": pack.has_code,
        "key": signature.key if signature else None,
        "words": signature.words if signature else None,
    }


def about(pack: Pack) -> None:
    """Print what a pack says of itself."""
    said = pack.manifest
    print(f"{text(said.title.model_dump())} {said.version} ({said.id}, {said.kind})")
    print(text(said.summary.model_dump()))
    needs = ", ".join(f"{id} {wanted}" for id, wanted in said.needs.items())
    rows = [
        (_("publisher"), said.publisher),
        (_("licence"), text(said.licence.model_dump())),
        (_("languages"), ", ".join(said.languages)),
        (_("belongs to"), said.extends or ""),
        (_("needs"), needs),
        (_("hash"), pack.digest),
    ]
    print_table([row for row in rows if row[1]])
