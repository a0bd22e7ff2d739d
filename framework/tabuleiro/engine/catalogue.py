"""The catalogue: which games there are, brought by plugins, and matches made from them."""

from __future__ import annotations

import os
import secrets
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pluggy

from tabuleiro.engine.actions import Action
from tabuleiro.engine.data import leave_out, shared_tag
from tabuleiro.engine.events import Event
from tabuleiro.engine.game import Game, GameError, Header
from tabuleiro.engine.parameters import PluginParameters, are_terms
from tabuleiro.engine.plugins import found_plugins, missing_folders
from tabuleiro.engine.ruleset import Ruleset, RulesetError
from tabuleiro.engine.steps import Step
from tabuleiro.harmless import harmless
from tabuleiro.hooks import PROJECT, GamePlugin, ProgramHooks
from tabuleiro.i18n import _
from tabuleiro.module import Module, available_modules, find_module, load_module

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

__all__ = ["Catalogue"]


class Catalogue:
    """The plugins of the process. A plugin that is broken is left out and named in ``faults``.

    >>> catalogue = Catalogue.installed()
    >>> game = catalogue.new("diadem", seed="cassino")
    >>> game.decision().side
    'axis'
    """

    def __init__(self, plugins: Iterable[tuple[str, Any]] = ()) -> None:
        """Register plugins, each by itself, so that a broken one takes no other with it."""
        self.faults: list[str] = []
        self.games: dict[str, GamePlugin] = {}
        self.house_rules: dict[str, object] = {}
        self.parameters = PluginParameters(self.games, house_rules=self.house_rules)
        self._folders: list[str] = []
        self._manager = pluggy.PluginManager(PROJECT)
        self._manager.add_hookspecs(ProgramHooks)
        for name, plugin in plugins:
            self.add(name, plugin)

    @classmethod
    def installed(cls) -> Catalogue:
        """Return the catalogue of all plugins that are installed or lie in a folder for them."""
        catalogue = cls()
        catalogue.faults += missing_folders()
        for found in found_plugins():
            before = len(catalogue.faults)
            try:
                plugin = found.load()
                _check_tags(found.package)
            except (Exception, SystemExit) as error:  # noqa: BLE001 - a stranger's code
                catalogue._fault(found.name, error)
            else:
                catalogue.add(found.name, plugin)
            if len(catalogue.faults) > before:
                leave_out(found.package)
        return catalogue

    def add(self, name: str, plugin: object) -> None:
        """Register one plugin and take in what it brings."""
        try:
            self._manager.register(plugin, name)
            hooks = self._manager.subset_hook_caller
            others = [p for p in self._manager.get_plugins() if p is not plugin]
            games = [g for some in hooks("tabuleiro_games", others)() for g in some]
            rules = hooks("tabuleiro_house_rules", others)()
            folders = hooks("tabuleiro_module_folders", others)()
            for game in games:
                self._check(game)
            for name_of, rule in (pair for some in rules for pair in some.items()):
                _check_keys(name_of, rule)
            self._folders += [str(folder) for some in folders for folder in some]
            self.games.update({game.id: game for game in games})
            for some in rules:
                self.house_rules.update(some)
        except Exception as error:  # noqa: BLE001 - a stranger's code may raise anything
            self._manager.unregister(name=name)
            self._fault(name, error)

    def _check(self, game: GamePlugin) -> None:
        if game.id in self.games:
            raise RulesetError(_('the game "{game}" is there already').format(game=game.id))
        for part in game.parts:
            if not are_terms(getattr(part, "parameters", ())):
                sentence = _('the parameters of the part "{part}" must be a list of terms')
                raise RulesetError(sentence.format(part=type(part).__name__))
        Ruleset(game)

    def _fault(self, name: str, error: BaseException) -> None:
        first = (str(error).splitlines() or [type(error).__name__])[0]
        self.faults.append(
            _('The plugin "{name}" cannot be used: {error}').format(name=name, error=first)
        )

    def module_folders(self) -> list[str]:
        """Return the folders of modules that plugins bring."""
        return list(self._folders)

    def module_ids(self) -> list[str]:
        """Return the ids of the modules that can be found."""
        brought = [
            p.parent.name for f in self.module_folders() for p in Path(f).glob("*/module.yaml")
        ]
        return sorted({found.id for found in available_modules()} | set(brought))

    def module(self, name: str | Path) -> Module:
        """Return a module by id or folder, checked; its rules as its plugin wants them."""
        for folder in self.module_folders():
            path = Path(folder) / name
            if os.path.isfile(path / "module.yaml"):  # noqa: PTH113 - raises for no name
                return load_module(path, rules=self.parameters)
        return load_module(find_module(name), rules=self.parameters)

    def ruleset(self, module: Module, house_rules: Sequence[str] = ()) -> Ruleset:
        """Return the rules of a module's game, with house rules by name."""
        plugin = self.games.get(module.plugin)
        if plugin is None:
            raise RulesetError(
                _('The game "{game}" needs the plugin "{plugin}", which is not installed.').format(
                    game=module.id, plugin=module.plugin
                )
            )
        missing = [name for name in house_rules if name not in self.house_rules]
        if missing:
            raise RulesetError(
                _('There is no house rule "{name}".').format(name=harmless(missing[0][:80]))
            )
        return Ruleset(plugin, {name: self.house_rules[name] for name in house_rules})

    def new(
        self,
        name: str | Path | Module,
        scenario: str | None = None,
        *,
        seed: str | None = None,
        options: Mapping[str, Any] | None = None,
        house_rules: Sequence[str] = (),
        match: str | None = None,
    ) -> Game:
        """Return a new match of a game, run to its first decision.

        Its ``seed`` and what tells it from any other ``match`` come from chance if none are named.
        """
        module = name if isinstance(name, Module) else self.module(name)
        wanted = scenario or next(iter(module.scenarios))
        if wanted not in module.scenarios:
            raise GameError(
                _('The game "{game}" has no scenario "{scenario}".').format(
                    game=module.id, scenario=wanted
                )
            )
        ruleset = self.ruleset(module, house_rules)
        seed = secrets.token_hex(16) if seed is None else seed
        header = Header(
            module=module.id,
            scenario=wanted,
            seed=seed,
            options=dict(options or {}),
            house_rules=tuple(house_rules),
            module_hash=module.content_hash,
            plugin_version=ruleset.plugin.version,
            match=secrets.token_hex(16) if match is None else match,
        )
        return Game(module, ruleset, header)


def _check_keys(name: str, rule: object) -> None:
    """Refuse a house rule whose parameters are no terms."""
    if not are_terms(getattr(rule, "parameters", ())):
        sentence = _('the parameters of the house rule "{name}" must be a list of terms')
        raise RulesetError(sentence.format(name=name))


def _check_tags(package: str) -> None:
    """Refuse a plugin with a step, an event or an action that is called as another is."""
    for base in (Step, Event, Action):
        tag = shared_tag(base, package)
        if tag:
            sentence = _('its {kind} "{tag}" is called as another is; give it a name of its own')
            raise RulesetError(sentence.format(kind=base.__name__, tag=tag))
