"""``tabuleiro new-module``, ``new-scenario`` and ``scenario-of``: beginnings for modders."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from tabuleiro.cli.common import catalogue
from tabuleiro.cli.errors import Failure, UsageError
from tabuleiro.cli.output import print_json
from tabuleiro.harmless import harmless
from tabuleiro.i18n import LANGUAGES, N_, _

if TYPE_CHECKING:
    import argparse

    from tabuleiro.cli.parser import Parser
    from tabuleiro.editor import Draft
    from tabuleiro.engine.game import Game
    from tabuleiro.seats import LocalSeat
    from tabuleiro.store import Seats

__all__ = ["prepare", "run"]

_BOARDS: Final = {
    "hexes": N_("a board of hexes; that is what it is if nothing is said"),
    "squares": N_("a board of squares"),
    "areas": N_("a board of areas"),
    "plain": N_("a map without a grid"),
}


def prepare(parser: Parser) -> None:
    """Add the arguments of one of the three commands."""
    {"new-module": _prepare_module, "new-scenario": _prepare_scenario}.get(
        parser.get_default("command"), _prepare_written
    )(parser)
    parser.add_argument("--json", action="store_true", help=_("for programs"))


def _prepare_module(parser: Parser) -> None:
    parser.add_argument("name", metavar="NAME", help=_("the id of the new game, such as my-duel"))
    for kind, what in _BOARDS.items():
        parser.add_argument(
            f"--{kind}", dest="kind", action="store_const", const=kind, help=_(what)
        )
    parser.add_argument(
        "--rules", action="store_true",
        help=_("with rules: a plugin and its module, on hexes; the same as new-plugin"),
    )  # fmt: skip
    parser.add_argument(
        "--dir", metavar="DIR",
        help=_("where its folder is put; without it, among the modules of the user"),
    )  # fmt: skip
    parser.add_argument("--title", metavar="TEXT", help=_("its title, the same in both languages"))


def _prepare_scenario(parser: Parser) -> None:
    parser.add_argument(
        "module", metavar="MODULE",
        help=_("a module or pack of your own, by its folder; or the id of any game"),
    )  # fmt: skip
    parser.add_argument("id", metavar="ID", help=_("the id of the new scenario"))
    _add_pack_arguments(parser)
    parser.add_argument(
        "--like", metavar="SCENARIO", default="",
        help=_("the scenario that it begins as; without it the first of the game"),
    )  # fmt: skip


def _prepare_written(parser: Parser) -> None:
    parser.add_argument("match", metavar="ID", help=_("number of a match of the library"))
    parser.add_argument("scenario", metavar="SCENARIO", help=_("the id of the new scenario"))
    parser.add_argument(
        "--side", metavar="SIDE",
        help=_("as this side sees it; without it as those see it who play at this computer"),
    )  # fmt: skip
    _add_pack_arguments(parser)


def _add_pack_arguments(parser: Parser) -> None:
    parser.add_argument("--title", metavar="TEXT", default="",
                        help=_("its title, the same in both languages"))  # fmt: skip
    parser.add_argument("--pack", metavar="ID", default="",
                        help=_("of a game that is not your own: the id of the pack"))  # fmt: skip
    parser.add_argument("--dir", metavar="DIR",
                        help=_("where the folder of the pack is put; without it, among"
                               " those of the user"))  # fmt: skip


def run(options: argparse.Namespace) -> int:
    """Write it, and say where it lies and what to do next."""
    from tabuleiro.editor import EditError

    do = {"new-module": _module, "new-scenario": _scenario}.get(options.command, _written)
    try:
        return do(options)
    except EditError as error:
        raise Failure(str(error)) from None


def _module(options: argparse.Namespace) -> int:
    from tabuleiro.editor.beginning import new_module, own_modules

    if options.rules:
        from tabuleiro.cli import newplugin

        if options.kind not in {None, "hexes"}:
            raise UsageError(_("A game with rules begins on hexes: leave the other option out."))
        options.dir = options.dir or "."
        return newplugin.run(options)
    where = Path(options.dir) if options.dir else own_modules()
    if options.dir and not where.is_dir():
        raise Failure(_("There is no folder {folder}.").format(folder=harmless(where)))
    folder = new_module(options.name, where, options.kind or "hexes", options.title or "")
    if options.json:
        files = sorted(p.relative_to(folder).as_posix() for p in folder.rglob("*") if p.is_file())
        print_json({"game": options.name, "folder": str(folder), "files": files})
        return 0
    known = options.name if not options.dir else harmless(folder)
    print(_('The game "{name}" lies in {folder}.').format(
        name=options.name, folder=harmless(folder)))  # fmt: skip
    print(_("Check it with: {command}").format(command=f"tabuleiro validate {known}"))
    print(_("Play it with: {command}").format(command=f"tabuleiro play {known}"))
    return 0


def _scenario(options: argparse.Namespace) -> int:
    from tabuleiro.editor.beginning import add_scenario, titled

    name = dict.fromkeys(LANGUAGES, titled(options.id, options.title))
    draft = _draft(options, options.module, options.id)
    file = add_scenario(draft, options.id, like=options.like, name=name)
    return _saved(options, draft, file, options.id)


def _written(options: argparse.Namespace) -> int:
    from tabuleiro.editor import scenario_of
    from tabuleiro.editor.beginning import add_scenario, titled
    from tabuleiro.store import Library

    if not (options.match.isascii() and options.match.isdigit()):
        raise UsageError(_('"{word}" is no number of a match.').format(word=options.match))
    number = int(options.match[:20])
    with Library() as library:
        module, ruleset = catalogue().of_match(library.header(number))
        game = library.resume(number, module, ruleset)
        seat = _seat(game, library.seats(number), options.side)
    name = dict.fromkeys(LANGUAGES, titled(options.scenario, options.title))
    written = scenario_of(seat.sight(), options.scenario, name, game.scenario.text)
    draft = _draft(options, module.id, options.scenario)
    file = add_scenario(draft, options.scenario, data=written.data)
    if not options.json:
        for sentence in written.left_out:
            print(sentence)
    return _saved(options, draft, file, options.scenario)


def _seat(game: Game, seats: Seats, side: str | None) -> LocalSeat:
    """Return the seat from which a position is written out: nothing that it hides is told."""
    from tabuleiro.seats import Table

    table = Table(game)
    if side is not None:
        return table.seat(side)
    sides = game.module.played_sides
    people = [each for each in sides if seats.players.get(each, "human") == "human"]
    if len(people) == 1 and not seats.open_hands:
        return table.seat(people[0])
    return table.seat(
        everything=seats.open_hands or not people or game.position.outcome is not None
    )


def _draft(options: argparse.Namespace, target: str, id: str) -> Draft:
    """Return a draft of what is one's own; of any other game of a new pack for it."""
    from tabuleiro.editor.beginning import checked_id, draft_of, new_pack, own_packs
    from tabuleiro.module import find_module
    from tabuleiro.publish.manifest import AUTHORS

    checked_id(id)
    rules = catalogue().parameters
    path = Path(target)
    if (path / AUTHORS).is_file():
        return draft_of(path, rules)
    folder = find_module(target, catalogue().module_folders())
    draft = draft_of(folder, rules)
    if not draft.read_only:
        return draft
    where = Path(options.dir) if options.dir else own_packs()
    pack = options.pack or f"{folder.name}-{id}"
    if (where / pack / AUTHORS).is_file():
        return draft_of(where / pack, rules)
    return draft_of(new_pack(folder.name, pack, where, options.title), rules)


def _saved(options: argparse.Namespace, draft: Draft, file: str, id: str) -> int:
    draft.save()
    path = draft.root / file
    if options.json:
        print_json({"scenario": id, "file": str(path), "pack": draft.is_pack})
        return 0
    print(_('The scenario "{id}" lies in {file}.').format(id=id, file=harmless(path)))
    if draft.is_pack:
        name = draft.root.name
        print(_("Make a pack of it, and install that:"))
        print(f"  tabuleiro pack {harmless(draft.root)}")
        print(f"  tabuleiro install {name}-1.0.0.tabuleiro --unsigned")
        print(_("Play it with: {command}").format(command=f"tabuleiro play {name}"))
    else:
        print(_("Play it with: {command}").format(
            command=f"tabuleiro new {harmless(draft.root.name)} --scenario {id}"))  # fmt: skip
    return 0
