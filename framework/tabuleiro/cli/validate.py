"""``tabuleiro validate``: everything that is wrong with the files of a module."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from tabuleiro.cli.common import catalogue
from tabuleiro.cli.output import print_json
from tabuleiro.harmless import harmless
from tabuleiro.i18n import N_, _, ngettext, text

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable, Iterator

    from tabuleiro.cli.parser import Parser
    from tabuleiro.module import Module, Problem

__all__ = ["prepare", "run"]

_SOUND: Final = {
    "hexes": N_("{title} {version}: in order ({hexes} hexes, {counters} counters, {scenarios})."),
    "squares": N_(
        "{title} {version}: in order ({hexes} squares, {counters} counters, {scenarios})."
    ),
    "areas": N_("{title} {version}: in order ({hexes} areas, {counters} counters, {scenarios})."),
    "plain": N_(
        "{title} {version}: in order (a map without a grid, {counters} counters, {scenarios})."
    ),
    "maps": N_("{title} {version}: in order ({hexes} places, {counters} counters, {scenarios})."),
}
"""What is said of a module in which nothing is wrong, by what its board is made of."""


def prepare(parser: Parser) -> None:
    """Add the arguments."""
    parser.add_argument("folder", metavar="DIR", help=_("the folder of a module, or its id"))
    parser.add_argument("--json", action="store_true", help=_("for programs"))


def run(options: argparse.Namespace) -> int:
    """Check a module; 1 if something is wrong."""
    from tabuleiro.cli.asked_tags import ParametersAndTags
    from tabuleiro.module import Cache, ModuleError, find_module, load_module
    from tabuleiro.rules.families.common import ANY

    folder = find_module(options.folder, catalogue().module_folders())
    problems: tuple[Problem, ...] = ()
    module, stopped = None, False
    try:
        rules = ParametersAndTags(catalogue().rules, ANY, catalogue().house_rules)
        module = load_module(folder, cache=Cache(None), rules=rules)
    except ModuleError as error:
        problems, stopped = error.problems, error.stopped
    warnings = module.warnings if module else ()
    package = _own_package(module)
    slips = [harmless(slip) for slip in _slips(module, package)]
    broken = module is not None and module.plugin in catalogue().broken
    ok = module is not None and not slips and not broken
    untranslated = [] if broken else list(_untranslated(package))  # it brought no translations
    if options.json:
        print_json({
            "folder": str(folder),
            "ok": ok,
            "stopped": stopped,
            "problems": _plain(problems),
            "warnings": _plain(warnings),
            "code": slips,
            "untranslated": untranslated,
        })  # fmt: skip
        return 0 if ok else 1
    for line in (*(_placed(folder, each) for each in problems), *slips):
        print(line)
    told = (*(_placed(folder, each) for each in warnings), *map(harmless, untranslated))
    for line in told:
        print(_("warning: {problem}").format(problem=line))
    if ok and module is not None:
        print(_in_order(module))
    n = len(problems) + len(slips)
    if n:
        print(ngettext("{n} problem.", "{n} problems.", n).format(n=n))
    if stopped:
        print(_("There are more: nothing further was looked for."))
    if module is not None:
        _say_what_was_left(module)
    return 0 if ok else 1


def _own_package(module: Module | None) -> Path | None:
    """Return where the plugin of a module lies, if it is the user's own."""
    from tabuleiro.engine.plugins import found_plugins

    for found in found_plugins() if module is not None else ():
        own = found.trusted and found.origin != "program"
        if module is not None and found.name == module.plugin and own:
            return found.folder
    return None


def _slips(module: Module | None, package: Path | None) -> Iterator[str]:
    """Yield what is wrong in the source of the plugin, which is read and not run."""
    from tabuleiro.engine.written import slips_in

    if module is not None and package is not None:
        yield from slips_in(package, catalogue().rules.get(module.plugin))


def _untranslated(package: Path | None) -> Iterator[str]:
    from tabuleiro.engine.written import untranslated_in

    if package is not None:
        yield from untranslated_in(package)


def _plain(problems: Iterable[Problem]) -> list[dict[str, Any]]:
    from msgspec import to_builtins

    return [to_builtins(problem) for problem in problems]


def _placed(folder: Path, problem: Problem) -> str:
    """Return a problem with the whole path of its file, on one line."""
    return harmless(f"{folder / problem.file}{str(problem).removeprefix(problem.file)}")


def _in_order(module: Module) -> str:
    from tabuleiro.module.errors import shortened

    return _(_SOUND[module.board.grid.kind]).format(
        title=shortened(text(module.title)),
        version=module.version,
        hexes=len(module.board.grid.hexes),
        counters=len(module.counters),
        scenarios=ngettext("{n} scenario", "{n} scenarios", len(module.scenarios)).format(
            n=len(module.scenarios)
        ),
    )


def _say_what_was_left(module: Module) -> None:
    """Say if the rules of a module could not be asked what they want of it."""
    if module.plugin in catalogue().strangers:
        print(
            _(
                'The code of the plugin "{plugin}" is a stranger\'s and was not run; of `rules` '
                "only what all families share was checked."
            ).format(plugin=module.plugin)
        )
    elif module.plugin in catalogue().broken:
        print(_("Of `rules` only what all families share was checked."))
    elif module.plugin not in catalogue().rules:
        print(
            _(
                'The plugin "{plugin}", which knows its rules, is not installed here; of `rules` '
                "only what all families share was checked."
            ).format(plugin=module.plugin)
        )
