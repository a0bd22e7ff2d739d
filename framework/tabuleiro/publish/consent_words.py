"""What is said before somebody agrees to code: all of it, and in plain words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.harmless import harmless
from tabuleiro.i18n import _

if TYPE_CHECKING:
    from tabuleiro.engine.plugins import FoundPlugin

__all__ = ["what_code_may"]


def what_code_may(found: FoundPlugin) -> list[str]:
    """Return what code it is, and what it could do."""
    digest = found.code.digest if found.code is not None else ""
    which = _("The plugin {name} {version} is a program; its hash is {digest}.")
    places = {"version": harmless(found.version), "digest": digest[:16]}
    return [
        which.format(name=harmless(found.name), **places),
        _(
            "It may do everything that you may on this computer: read and delete your files, and"
            " send them away. Tabuleiro cannot hold it back. Agree only if you trust whoever made"
            " it."
        ),
        _("You are asked once for these very files; whatever changes in them asks anew."),
    ]
