"""What the program is, who is thanked for what, and under which terms."""

from __future__ import annotations

from html import escape
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, Final

from PySide6.QtWidgets import QDialog, QTextBrowser, QVBoxLayout, QWidget

from tabuleiro import __version__
from tabuleiro.host.buttons import Usual, button_box
from tabuleiro.i18n import N_, _, text
from tabuleiro.module import ModuleError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tabuleiro.engine.catalogue import Catalogue
    from tabuleiro.module import Module

__all__ = ["LIBRARIES", "AboutDialog", "about_html"]

LIBRARIES: Final = {
    "PySide6-Essentials": ("LGPL-3.0", N_("the window: Qt and its Python bindings")),
    "cryptography": ("Apache-2.0 OR BSD-3-Clause", N_("signatures of packs")),
    "msgspec": ("BSD-3-Clause", N_("positions, events and JSON")),
    "numpy": ("BSD-3-Clause", N_("heights of the land")),
    "platformdirs": ("MIT", N_("where the system keeps files")),
    "pluggy": ("MIT", N_("plugins")),
    "pydantic": ("MIT", N_("checks of modules")),
    "PyYAML": ("MIT", N_("files of modules")),
    "shapely": ("BSD-3-Clause", N_("geometry, with GEOS (LGPL-2.1)")),
}
"""The libraries that the program stands on, with their licences and what they do here."""


def about_html(catalogue: Catalogue) -> str:
    """Return the page: version, terms, credits of all modules, libraries."""
    parts = [
        f"<h1>Tabuleiro {__version__}</h1>",
        f"<p>{_('A table for hex-and-counter wargames, with a referee in it.')}</p>",
        f"<p>{_('Free software under the Apache License 2.0: use it, change it, pass it on.')}</p>",
        f"<h2>{_('Games and what they are made of')}</h2>",
    ]
    for module in _modules(catalogue):
        name = escape(text(module.title))
        parts.append(f"<h3>{name} <small>{escape(module.version)}</small></h3>")
        lines = [
            "<li>{}: {}. <i>{}</i></li>".format(
                *(escape(text(words)) for words in (each.what, each.who, each.licence))
            )
            for each in module.credits
        ]
        parts.append(f"<ul>{''.join(lines)}</ul>")
    parts.append(f"<h2>{_('Libraries')}</h2>")
    rows = [
        f"<tr><td>{name} {_version(name)}&nbsp;</td><td>{licence}&nbsp;</td><td>{_(what)}</td></tr>"
        for name, (licence, what) in LIBRARIES.items()
    ]
    parts.append(f"<table cellpadding='3'>{''.join(rows)}</table>")
    parts.append(
        "<p>{}</p>".format(
            _(
                "Qt and PySide6 are used unchanged under the GNU Lesser General Public License 3."
                " They lie in a folder of their own, where you may put another build of them in"
                " their place."
            )
        )
    )
    return "".join(parts)


def _modules(catalogue: Catalogue) -> Iterator[Module]:
    for name in catalogue.module_ids():
        try:
            yield catalogue.module(name)
        except ModuleError:  # the start page says what is wrong with it
            continue


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return ""


class AboutDialog(QDialog):
    """Shows the page."""

    def __init__(self, catalogue: Catalogue, parent: QWidget | None = None) -> None:
        """Make the dialog."""
        super().__init__(parent)
        self.setWindowTitle(_("About Tabuleiro"))
        self.page = QTextBrowser()
        self.page.setAccessibleName(_("About Tabuleiro"))
        self.page.setOpenExternalLinks(True)
        self.page.setHtml(about_html(catalogue))
        buttons = button_box(Usual.Close, of=self)
        box = QVBoxLayout(self)
        box.addWidget(self.page)
        box.addWidget(buttons)
        self.resize(640, 560)
