"""``tabuleiro board``: build a board from its sources, and draw it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tabuleiro.i18n import _, language

if TYPE_CHECKING:
    import argparse

    from tabuleiro.module.errors import ModuleError

__all__ = ["add_parser", "prepare", "run"]


def add_parser(subparsers: Any) -> None:
    """Add the command ``board`` to those of a program made with argparse."""
    parser = subparsers.add_parser("board", help=_("build the board of a module, or draw it"))
    prepare(parser)
    parser.set_defaults(run=run)


def prepare(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument(
        "action",
        choices=("build", "picture"),
        help=_("build: make board.yaml from its sources; picture: draw a board"),
    )
    parser.add_argument(
        "what", metavar="DIR", help=_("the folder of the sources, or a game to be drawn")
    )
    parser.add_argument(
        "--out", metavar="DIR", help=_("where the board goes; without it beside the sources")
    )
    parser.add_argument(
        "--heights", metavar="FILE", help=_("raw heights (.npz), of which derived ones are kept")
    )
    parser.add_argument("--svg", metavar="FILE", help=_("the file of the picture"))
    parser.add_argument(
        "--scale", type=float, default=64.0, help=_("pixels from hex to hex in the picture")
    )


def run(options: argparse.Namespace) -> int:
    """Do it; 1 if something is wrong."""
    from tabuleiro.module.errors import ModuleError

    try:
        return _build(options) if options.action == "build" else _picture(options)
    except ModuleError as error:
        return _complain(error, options.what)
    except OSError as error:
        sys.stderr.write(f"{error.filename}: {error.strerror}\n")
        return 1


def _complain(error: ModuleError, folder: str) -> int:
    for problem in error.problems:
        where = Path(folder) / problem.file
        sys.stderr.write(f"{where}{str(problem).removeprefix(problem.file)}\n")
    return 1


def _build(options: argparse.Namespace) -> int:
    from tabuleiro.cartography.build import build_board

    source = Path(options.what)
    heights = Path(options.heights) if options.heights else None
    built = build_board(source, heights)
    out = Path(options.out) if options.out else source.absolute().parent
    out.mkdir(parents=True, exist_ok=True)
    for path in built.write(out, source):
        sys.stdout.write(f"{path}\n")
    return 0


def _picture(options: argparse.Namespace) -> int:
    from tabuleiro.cartography.picture import draw_module

    if not options.svg:
        sys.stderr.write(_("say where the picture goes: --svg FILE") + "\n")
        return 1
    text = draw_module(_folder(options.what), scale=options.scale, language=language())
    Path(options.svg).write_bytes(text.encode())
    sys.stdout.write(f"{options.svg}\n")
    return 0


def _folder(game: str) -> Path:
    """Return the folder of a game; one with nothing but a board will do."""
    from tabuleiro.module.paths import find_module

    return Path(game) if (Path(game) / "board.yaml").is_file() else find_module(game)
