"""Loading a module: from its folder to a checked whole, or to everything that is wrong with it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from tabuleiro.module.cache import Cache
from tabuleiro.module.data import ModuleData, make_module
from tabuleiro.module.errors import ModuleError, Tally
from tabuleiro.module.files import Folder, read_folder
from tabuleiro.module.module import Module

if TYPE_CHECKING:
    from tabuleiro.module.draft import Draft
    from tabuleiro.module.models.parameters import Parameters
    from tabuleiro.module.needs import Needs

__all__ = ["RuleModelError", "RuleModels", "check_module", "load_module"]


class RuleModelError(Exception):
    """A model that cannot be had; the text says why, in one sentence."""


class RuleModels(Protocol):
    """Who knows which parameters the rules of games have: the plugins do, the format does not."""

    def state(self, plugin: str) -> str:
        """Return what changes when the model for a plugin does; empty if there is none."""

    def model(self, plugin: str) -> type[Parameters] | None:
        """Return the model of the parameters for a plugin, None if there is none.

        Raises `RuleModelError` if there should be one.
        """

    def needs(self, plugin: str) -> Needs | None:
        """Return what the rules need of the tables, None if that is not known."""


def load_module(
    path: Path | str, *, cache: Cache | None = None, rules: RuleModels | None = None
) -> Module:
    """Return the module in a folder, or raise `ModuleError` with all that is wrong.

    A module that was checked before comes from the cache, as long as no byte of it has changed.
    ``rules`` knows how to check the parameters of the rules; without it they are left alone.
    """
    folder = read_folder(Path(path))
    digest = folder.digest
    kept = cache if cache is not None else Cache.of_user()
    data = None if folder.problems else kept.get(digest)
    if data is None or (rules is not None and data.checked != rules.state(data.plugin)):
        data = check_module(folder, rules)
        kept.put(digest, data)
    return make_module(data, folder.root, digest)


def check_module(folder: Folder, rules: RuleModels | None = None) -> ModuleData:
    """Check the files of a folder; raises `ModuleError` if anything is wrong."""
    # pydantic and PyYAML are slow to import and not needed for a module from the cache
    from tabuleiro.module.build import build_data
    from tabuleiro.module.draft import read_draft

    tally = Tally(folder.root.name)
    for problem in folder.problems:
        tally.problem(problem)
    draft = read_draft(folder, tally)
    checked = _check(draft, rules)
    if tally.problems:
        raise ModuleError(tally.module, tally.problems)
    for warning in folder.warnings:
        tally.warn(warning)
    return build_data(draft, tuple(sorted(tally.warnings)), checked)


def _check(draft: Draft, rules: RuleModels | None) -> str:
    """Check what the files say about each other; return by which state of models of rules."""
    from tabuleiro.module.checks import check_all, check_needs, check_rules

    check_all(draft)
    game = draft.game.model
    if rules is None or game is None:
        return ""
    try:
        model = rules.model(game.plugin)
    except RuleModelError as error:
        draft.game.problem(("plugin",), str(error))
    else:
        if model is not None:
            check_rules(draft, model)
        needs = rules.needs(game.plugin)
        if needs is not None:
            check_needs(draft, needs)
    return rules.state(game.plugin)
