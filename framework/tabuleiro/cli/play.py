"""Commands to play by text: make a match, list the library, play on."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from tabuleiro.engine.catalogue import Catalogue
from tabuleiro.engine.options import OptionError
from tabuleiro.i18n import _, text
from tabuleiro.store import Library, StoreError, differences, open_partida, read_manifest

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from tabuleiro.engine import Game
    from tabuleiro.module import Module

__all__ = ["add_parsers", "list_games", "new_game", "play_game", "prepare", "run"]

_YES = frozenset({"true", "yes", "on", "sim", "1"})
_NO = frozenset({"false", "no", "off", "nao", "não", "0"})


def add_parsers(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the commands ``new``, ``games`` and ``play``."""
    new = subparsers.add_parser("new", help=_("make a match in the library"))
    new.add_argument("game", metavar="GAME", help=_("id or folder of a game"))
    new.add_argument("--scenario", help=_("id of the scenario; the first one if left out"))
    new.add_argument("--seed", help=_("what the dice come from; random if left out"))
    new.add_argument("--option", action="append", default=[], metavar="K=V",
                     help=_("an option of the match, such as duty=warn-and-release"))  # fmt: skip
    new.add_argument("--title", help=_("title in the library"))
    new.set_defaults(run=new_game)
    games = subparsers.add_parser("games", help=_("list the matches of the library"))
    games.add_argument("--json", action="store_true", help=_("list them as JSON"))
    games.set_defaults(run=list_games)
    play = subparsers.add_parser("play", help=_("play a match by text"))
    prepare(play)
    play.set_defaults(run=play_game)


def prepare(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``play``."""
    parser.add_argument(
        "match",
        nargs="?",
        metavar="ID|FILE",
        help=_("number of a match, or .partida file; else the last one"),
    )
    parser.add_argument("--side", metavar="ID", help=_("play this side alone"))


def run(options: argparse.Namespace) -> int:
    """Play, as the program runs a command."""
    return play_game(options)


# -------------------------------------------------------------------------------------- new


def new_game(args: argparse.Namespace) -> int:
    """Make a match in the library and print its number."""
    catalogue = Catalogue.installed()
    path = Path(args.game)
    module = catalogue.module(path if path.is_dir() else args.game)
    game = catalogue.new(
        module, args.scenario, seed=args.seed, options=_options(module, args.option)
    )
    title = args.title or f"{text(module.title)}: {text(game.scenario.name)}"
    with Library() as library:
        print(library.create(game, title).id)
    return 0


def _options(module: Module, typed: Sequence[str]) -> dict[str, Any]:
    """Return the options that were typed as ``name=value`` or ``strictness.topic=value``."""
    found: dict[str, Any] = {}
    for one in typed:
        name, sign, value = one.partition("=")
        if not sign or not name:
            raise OptionError(_('Options are written name=value, not "{typed}".').format(typed=one))
        if name.startswith("strictness."):
            found.setdefault("strictness", {})[name.partition(".")[2]] = value
        else:
            found[name] = _value(module, name, value)
    return found


def _value(module: Module, name: str, typed: str) -> bool | int | str:
    """Return the value of an option that a text means; what fits none stays a text."""
    option = module.options.get(name)
    choices = option.choices if option is not None else ()
    for choice in choices:
        if str(choice) == typed:
            return choice
    if not choices and typed.casefold() in _YES | _NO:
        return typed.casefold() in _YES
    return typed


# ------------------------------------------------------------------------------------ games


def list_games(args: argparse.Namespace) -> int:
    """List the library, the match last played first."""
    with Library() as library:
        entries = library.list()
    if args.json:
        print(json.dumps(msgspec.to_builtins(entries), ensure_ascii=False, indent=2))
        return 0
    if not entries:
        print(_("The library is empty."))
    for entry in entries:
        state = _("finished") if entry.finished else _("in turn {n}").format(n=entry.turn)
        if entry.damaged:
            state = _("cannot be read")
        print(f"{entry.id:4} {entry.title} | {entry.module} | {state} | {entry.changed}")
    return 0


# ------------------------------------------------------------------------------------- play


def play_game(args: argparse.Namespace) -> int:
    """Play a match of the library, or one from a file, which is added to the library first."""
    from tabuleiro.cli.play_session import Session

    reconfigure = getattr(sys.stdin, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="replace")
    with Library() as library:
        game, title = _opened(library, args.match)
        return Session(game, title, _side(game.module, args.side)).loop()


def _opened(library: Library, wanted: str | None) -> tuple[Game, str]:
    catalogue = Catalogue.installed()
    titles = {entry.id: entry.title for entry in library.list()}
    if wanted is None and not titles:
        raise StoreError(_('The library is empty; "tabuleiro new" makes a match.'))
    if wanted is None:
        wanted = str(next(iter(titles)))
    if wanted.isascii() and wanted.isdigit() and not Path(wanted).is_file():
        number = int(wanted[:20])
        return _resumed(library, catalogue, number), titles.get(number, "")
    manifest = read_manifest(wanted)
    module = catalogue.module(manifest.game.module)
    ruleset = catalogue.ruleset(module, manifest.game.house_rules)
    game = open_partida(wanted, module, ruleset, warn=print)
    stored = library.create(game, manifest.title)
    print(_("The match is number {n} of the library now.").format(n=stored.id))
    return game, manifest.title


def _resumed(library: Library, catalogue: Catalogue, number: int) -> Game:
    header = library.open(number).header
    module = catalogue.module(header.module)
    ruleset = catalogue.ruleset(module, header.house_rules)
    for sentence in differences(header, module, ruleset):
        print(sentence)
    return library.resume(number, module, ruleset)


def _side(module: Module, typed: str | None) -> str | None:
    """Return the side that was named by its id or its name."""
    if typed is None:
        return None
    for id, side in module.sides.items():
        if typed.casefold() in {id, *(name.casefold() for name in side.name.values())}:
            return id
    raise OptionError(
        _('There is no side "{typed}"; the sides are: {names}.').format(
            typed=typed, names=", ".join(module.sides)
        )
    )
