"""``tabuleiro import``: a module of VASSAL as a free table."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from tabuleiro.cli.output import print_json
from tabuleiro.harmless import harmless
from tabuleiro.i18n import _

if TYPE_CHECKING:
    import argparse

    from tabuleiro.cli.parser import Parser

__all__ = ["prepare", "run"]


def prepare(parser: Parser) -> None:
    """Add the arguments."""
    parser.add_argument("file", metavar="FILE.vmod", help=_("the module of VASSAL"))
    parser.add_argument(
        "folder", metavar="FOLDER", nargs="?",
        help=_("the folder of the new module; without it, among those of the user"),
    )  # fmt: skip
    parser.add_argument("--json", action="store_true", help=_("for programs"))


def _as_png(source: Path, target: Path) -> bool:
    """Write a picture as PNG, if Qt is here; it is looked for when a picture wants it."""
    try:
        from tabuleiro.host.converting import as_png
    except ImportError:
        return False
    return as_png(source, target)


def run(options: argparse.Namespace) -> int:
    """Import a module, and say what became of it."""
    from tabuleiro.module.packs import data_folder
    from tabuleiro.vassal.importing import import_module
    from tabuleiro.vassal.names import slug
    from tabuleiro.vassal.report import REPORT, summary_of

    source = Path(options.file)
    usual = data_folder() / "modules" / slug(source.stem, "module")
    folder = Path(options.folder) if options.folder else usual
    ledger = import_module(source, folder, _as_png)
    if options.json:
        print_json({
            "folder": str(folder),
            "elements": ledger.elements,
            "taken": dict(ledger.taken),
            "ours": dict(ledger.ours),
            "left": {kind: dict(names) for kind, names in ledger.left.items()},
            "traits": {"taken": dict(ledger.traits_taken), "left": dict(ledger.traits_left)},
            "notes": ledger.notes,
        })  # fmt: skip
        return 0
    for line in summary_of(ledger):
        print(line)
    shown = harmless(folder)
    print(_("The free table lies in {folder}.").format(folder=shown))
    print(_("By name, all that was left: {file}").format(file=harmless(folder / REPORT)))
    print(_("Check it with: {command}").format(command=f"tabuleiro validate {shown}"))
    return 0
