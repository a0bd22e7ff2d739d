"""What is said before somebody agrees to code: all of it, and in plain words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.engine.strangers import digest_of_code
from tabuleiro.harmless import harmless
from tabuleiro.i18n import _
from tabuleiro.publish.contents import package_of

if TYPE_CHECKING:
    from tabuleiro.engine.plugins import FoundPlugin
    from tabuleiro.publish.pack import Pack

__all__ = ["code_of_pack", "what_code_may"]


def what_code_may(found: FoundPlugin) -> list[str]:
    """Return what code it is, and what it could do."""
    digest = found.code.digest if found.code is not None else ""
    return _sentences(found.name, found.version, digest)


def code_of_pack(pack: Pack) -> list[str]:
    """Return the same of the code in a pack that is not installed yet."""
    top = f"plugins/tabuleiro_{package_of(pack.files)}/"
    inside = {name.removeprefix(top): pack.files[name] for name in pack.files
              if name.startswith(top)}  # fmt: skip
    return _sentences(pack.manifest.id, pack.manifest.version, digest_of_code(inside))


def _sentences(name: str, version: str, digest: str) -> list[str]:
    which = _("The plugin {name} {version} is a program; its hash is {digest}.")
    places = {"version": harmless(version), "digest": digest[:16]}
    return [
        which.format(name=harmless(name), **places),
        _(
            "It may do everything that you may on this computer: read and delete your files, and"
            " send them away. Tabuleiro cannot hold it back. Agree only if you trust whoever made"
            " it."
        ),
        _("You are asked once for these very files; whatever changes in them asks anew."),
    ]
