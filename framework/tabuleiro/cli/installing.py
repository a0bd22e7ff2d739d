"""``tabuleiro install``, ``update``, ``remove``, ``packs``, ``allow`` and ``forbid``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from tabuleiro.cli.asking import agrees, somebody
from tabuleiro.cli.common import catalogue
from tabuleiro.cli.errors import Failure
from tabuleiro.cli.output import paragraph, print_json, print_table
from tabuleiro.harmless import harmless
from tabuleiro.i18n import _, ngettext

if TYPE_CHECKING:
    import argparse

    from tabuleiro.cli.parser import Parser
    from tabuleiro.engine.plugins import FoundPlugin
    from tabuleiro.publish.installing import Installation
    from tabuleiro.publish.pack import Pack
    from tabuleiro.publish.trust import Trust

__all__ = ["consent_at_terminal", "prepare", "run"]


def prepare(parser: Parser) -> None:
    """Add the arguments of one of the commands."""
    command = parser.get_default("command")

    def flag(name: str, what: str) -> None:
        parser.add_argument(name, action="store_true", help=what)

    if command in {"install", "update"}:
        parser.add_argument("pack", metavar="PACK", help=_("a .tabuleiro file"))
        flag("--yes", _("do not ask whether to install"))
        flag("--new-key", _("take a key that was never met, or another than before"))
        flag("--unsigned", _("take a pack that nobody signed"))
        flag("--allow-code", _("agree to its code, too"))
    elif command == "remove":
        parser.add_argument("id", metavar="ID", help=_("the id of a pack"))
        parser.add_argument(
            "--only", metavar="VERSION", help=_("this version; without it, all of them")
        )
        flag("--force", _("even if matches of the library need it"))
    elif command in {"allow", "forbid"}:
        parser.add_argument("name", metavar="PLUGIN", help=_("the name of a plugin"))
    if command == "allow":
        flag("--yes", _("do not ask"))
        parser.add_argument("--only", metavar="VERSION", help=_("this version of its pack"))
    flag("--json", _("for programs"))


def run(options: argparse.Namespace) -> int:
    """Do one of the commands."""
    deeds = {
        "install": _install, "update": _install, "remove": _remove,
        "packs": _packs, "allow": _allow, "forbid": _forbid,
    }  # fmt: skip
    return deeds[options.command](options)


# ------------------------------------------------------------------------------- installing


def _install(options: argparse.Namespace) -> int:
    from tabuleiro.cli.packing import about
    from tabuleiro.module.packs import installed_packs
    from tabuleiro.publish.installing import check_place, install
    from tabuleiro.publish.pack import open_pack
    from tabuleiro.publish.trust import Trust

    pack = open_pack(Path(options.pack))
    trust = Trust()
    if not options.json:
        about(pack)
        for sentence in trust.sentences(pack):
            print(paragraph(sentence))
    check_place(pack)
    if options.command == "update":
        _check_update(pack, [each.version for each in installed_packs(pack.manifest.id)])
    _check_trust(options, pack, trust)
    if not (options.yes or agrees(_("Install it?"))):
        raise Failure(_("Nothing was installed; --yes installs without asking."))
    done = install(pack, catalogue().parameters)
    trust.meet(pack)
    allowed = _allow_code(options, done) if pack.has_code else None
    _tell(options, pack, done, allowed=allowed)
    return 0


def _check_update(pack: Pack, there: list[str]) -> None:
    from tabuleiro.module.packs import version_key

    said = pack.manifest
    if not there:
        sentence = _('No pack {name} is installed; "tabuleiro install" installs it.')
        raise Failure(sentence.format(name=said.id))
    if version_key(said.version) <= version_key(there[0]):
        sentence = _("Version {version} of {id} is no newer than {there}, which is installed.")
        raise Failure(sentence.format(version=said.version, id=said.id, there=there[0]))


def _check_trust(options: argparse.Namespace, pack: Pack, trust: Trust) -> None:
    """Ask for what is not plain: a key that was never met, another one, or none."""
    from tabuleiro.publish.trust import Standing

    standing = trust.standing(pack)
    if standing is Standing.KNOWN:
        return
    unsigned = pack.signature is None and not options.unsigned
    if unsigned and not agrees(_("Take it although nobody signed it?")):
        raise Failure(_("Nothing was installed; --unsigned takes a pack that nobody signed."))
    new = standing in {Standing.NEW, Standing.CHANGED} and not options.new_key
    if new and not agrees(_("Did the publisher tell you these words, and do you trust him?")):
        raise Failure(_("Nothing was installed; --new-key takes a key that is new here."))


def _allow_code(options: argparse.Namespace, done: Installation) -> bool:
    from tabuleiro.engine.catalogue import Catalogue
    from tabuleiro.engine.plugins import plugin_of_pack

    found = plugin_of_pack(done.pack)
    if found is None or found.code is None:
        return True
    known = Catalogue()
    if known.allowed(found):
        return True
    if not options.allow_code and not _asked(found):
        return False
    known.consents.give(found.name, found.version, found.code.digest)
    return True


def _tell(
    options: argparse.Namespace, pack: Pack, done: Installation, *, allowed: bool | None
) -> None:
    from tabuleiro.cli.packing import plain

    said = pack.manifest
    if options.json:
        told = {"installed": done.new, "before": done.before, "allowed": allowed}
        print_json({**plain(pack), **told, "folder": str(done.pack.path)})
        return
    if not done.new:
        print(_("{id} {version} was installed already.").format(id=said.id, version=said.version))
    elif not done.before:
        print(_("{id} {version} is installed.").format(id=said.id, version=said.version))
    else:
        sentence = _(
            "{id} {version} is installed beside {before}; matches go on with the version with which"
            " they were begun."
        )
        places = {"version": said.version, "before": done.before}
        print(paragraph(sentence.format(id=said.id, **places)))
    if allowed is False:
        sentence = _('Its code does not run before you agree to it: "tabuleiro allow {name}".')
        print(sentence.format(name=said.id))


def _remove(options: argparse.Namespace) -> int:
    from tabuleiro.module.packs import installed_packs
    from tabuleiro.publish.installing import remove
    from tabuleiro.publish.matches import matches_with
    from tabuleiro.store import Library

    going = [
        pack
        for pack in installed_packs()
        if pack.id == options.id and options.only in (None, pack.version)
    ]
    with Library() as library:
        needed = [number for pack in going for number in matches_with(library, pack)]
    if needed and not options.force:
        n = len(needed)
        sentence = ngettext(
            "{n} match of the library goes on with it ({which}); --force removes it all the same.",
            "{n} matches of the library go on with it ({which}); --force removes it all the same.",
            n,
        )
        which = ", ".join(map(str, needed[:10]))
        raise Failure(sentence.format(n=n, which=which))
    gone = remove(options.id, options.only)
    if options.json:
        print_json({"removed": [{"id": each.id, "version": each.version} for each in gone]})
        return 0
    for each in gone:
        print(_("{id} {version} is removed.").format(id=each.id, version=each.version))
    return 0


# ----------------------------------------------------------------------------------- consent


def _packs(options: argparse.Namespace) -> int:
    """List the packs that are installed, and the code of strangers, of which nothing is run."""
    from tabuleiro.module.packs import installed_packs

    known = catalogue()
    packs = [(pack.id, pack.version, str(pack.path)) for pack in installed_packs()]
    strangers = list({found.folder: found for found in known.strangers.values()}.values())
    if options.json:
        print_json({
            "packs": [dict(zip(("id", "version", "folder"), row, strict=True)) for row in packs],
            "plugins": [_plain(found) for found in strangers],
        })  # fmt: skip
        return 0
    if not packs and not strangers:
        print(_("No pack is installed, and no code of others."))
    if packs:
        print_table(packs, (_("pack"), _("version"), _("folder")))
    if strangers:
        print_table(
            (
                (found.name, found.version, _digest(found)[:16], _state(found), found.folder)
                for found in strangers
            ),
            (_("plugin"), _("version"), _("hash"), _("your consent"), _("folder")),
        )
    return 0


def _digest(found: FoundPlugin) -> str:
    try:
        return found.code.digest if found.code is not None else ""
    except OSError as error:
        return harmless(error)


def _state(found: FoundPlugin) -> str:
    return _("given") if catalogue().allowed(found) else _("not given")


def _plain(found: FoundPlugin) -> dict[str, Any]:
    return {
        "name": found.name,
        "version": found.version,
        "digest": _digest(found),
        "allowed": catalogue().allowed(found),
        "origin": found.origin,
        "folder": str(found.folder),
        "brings": list(found.brings),
    }


def _asked(found: FoundPlugin) -> bool:
    """Ask somebody at the terminal for consent, after saying what it means."""
    if not somebody():
        return False
    from tabuleiro.publish.consent_words import what_code_may

    for sentence in what_code_may(found):
        print(paragraph(sentence))
    return agrees(_("Do you agree that this code runs?"))


def _allow(options: argparse.Namespace) -> int:
    from tabuleiro.publish.consent_words import what_code_may

    found = catalogue().stranger(options.name, options.only or "")
    other = found is not None and options.only not in {None, found.version}
    if found is None or found.code is None or other:
        sentence = _('There is no plugin "{name}" of others that would have to be allowed.')
        raise Failure(sentence.format(name=harmless(options.name)))
    if not catalogue().allowed(found):
        if not options.yes and not _asked(found):
            raise Failure(
                _("It was not allowed; --yes allows without asking.\n{about}").format(
                    about="\n".join(what_code_may(found))
                )
            )
        catalogue().consents.give(found.name, found.version, found.code.digest)
    if options.json:
        print_json(_plain(found))
    else:
        sentence = _("The code of {name} {version} runs when a match needs it.")
        print(sentence.format(name=found.name, version=found.version))
    return 0


def _forbid(options: argparse.Namespace) -> int:
    n = catalogue().consents.withdraw(options.name)
    if options.json:
        print_json({"name": options.name, "withdrawn": n})
    elif n:
        print(_("The code of {name} does not run any more.").format(name=harmless(options.name)))
    else:
        print(_("Nothing was agreed to of {name}.").format(name=harmless(options.name)))
    return 0


def consent_at_terminal(found: FoundPlugin) -> bool:
    """Ask whoever began a match for the code that it needs; keep what is agreed to."""
    if found.code is None or not _asked(found):
        return False
    catalogue().consents.give(found.name, found.version, found.code.digest)
    return True
