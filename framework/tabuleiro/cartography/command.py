"""``tabuleiro board``: build a board from its sources, and draw it.

Pictures in pixels are painted by somebody else: nothing here knows of windows.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from tabuleiro.i18n import _, language

if TYPE_CHECKING:
    import argparse

    from tabuleiro.module.errors import ModuleError

__all__ = ["Painter", "add_parser", "prepare", "run"]

Painter: TypeAlias = Callable[[str, Path, int], None]
"""What draws SVG into a PNG of some width."""

LARGEST: Final = 4_000_000
"""A folder of pictures takes no SVG of more bytes."""


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
        "what", metavar="DIR", help=_("the folder of the sources, or a game to be drawn, or all")
    )
    parser.add_argument(
        "--out", metavar="DIR", help=_("where the board goes; without it beside the sources")
    )
    parser.add_argument(
        "--heights", metavar="FILE", help=_("raw heights (.npz), of which derived ones are kept")
    )
    parser.add_argument("--svg", metavar="FILE", help=_("the file of the picture"))
    parser.add_argument("--png", metavar="FILE", help=_("the file of the picture in pixels"))
    parser.add_argument(
        "--dir", metavar="DIR", help=_("a folder for both pictures of each game asked for")
    )
    parser.add_argument("--width", type=int, default=1600, help=_("pixels across in a PNG"))
    parser.add_argument(
        "--scale", type=float, default=64.0, help=_("pixels from hex to hex in the picture")
    )


def run(options: argparse.Namespace, paint: Painter | None = None) -> int:
    """Do it; 1 if something is wrong."""
    from tabuleiro.module.errors import ModuleError

    try:
        return _build(options) if options.action == "build" else _pictures(options, paint)
    except ModuleError as error:
        return _complain(error, options.what)
    except OSError as error:
        sys.stderr.write(f"{error.filename}: {error.strerror}\n")
        return 1


def _complain(error: ModuleError, folder: Path | str) -> int:
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


# ---------------------------------------------------------------------------------- pictures


def _pictures(options: argparse.Namespace, paint: Painter | None) -> int:
    from tabuleiro.module.errors import ModuleError

    if options.dir is None:
        if options.what == "all" or not (options.svg or options.png):
            sentence = _("say where the picture goes: --svg FILE, --png FILE or --dir DIR")
            sys.stderr.write(f"{sentence}\n")
            return 1
        svg = Path(options.svg) if options.svg else None
        png = Path(options.png) if options.png else None
        return _picture(options, _folder(options.what), paint, svg, png)
    out = Path(options.dir)
    out.mkdir(parents=True, exist_ok=True)
    folders = list(_boards()) if options.what == "all" else [_folder(options.what)]
    worst = 0
    for folder in folders:
        name = folder.absolute().name
        svg, png = out / f"{name}.svg", out / f"{name}.png"
        try:
            worst = max(worst, _picture(options, folder, paint, svg, png, most=LARGEST))
        except ModuleError as error:
            worst = _complain(error, folder)
    return worst


def _picture(
    options: argparse.Namespace,
    folder: Path,
    paint: Painter | None,
    svg: Path | None,
    png: Path | None,
    most: int | None = None,
) -> int:
    """Draw a board; one whose SVG has more than ``most`` bytes gets none."""
    from tabuleiro.cartography.picture import draw_module

    text = draw_module(folder, scale=options.scale, language=language())
    data = text.encode()
    if svg is not None and most is not None and len(data) > most:
        sentence = _("{file} would have {size} kB: left out")
        sys.stdout.write(sentence.format(file=svg, size=len(data) // 1000) + "\n")
    elif svg is not None:
        svg.write_bytes(data)
        sys.stdout.write(f"{svg}\n")
    if png is None:
        return 0
    if paint is None:
        sys.stderr.write(_("a PNG is made by `tabuleiro board picture`, with Qt") + "\n")
        return 1
    paint(text, png, options.width)
    sys.stdout.write(f"{png}\n")
    return 0


def _boards() -> Iterator[Path]:
    """Yield the folders of all boards that can be found, of two with the same name the first."""
    from tabuleiro.module.paths import module_folders

    found: dict[str, Path] = {}
    for folder in module_folders():
        for path in sorted(folder.iterdir()):
            if (path / "board.yaml").is_file():
                found.setdefault(path.name, path)
    yield from (found[name] for name in sorted(found))


def _folder(game: str) -> Path:
    """Return the folder of a game; one with nothing but a board will do."""
    from tabuleiro.module.paths import find_module

    return Path(game) if (Path(game) / "board.yaml").is_file() else find_module(game)
