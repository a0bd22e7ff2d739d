"""The catalogue: which games there are, brought by plugins, and matches made from them.

The plugins of the program, and those that a user names as his own, are loaded at once. Those of
strangers wait until a match needs one, and until the user has agreed to its code.
"""

from __future__ import annotations

import os
import secrets
from collections import ChainMap
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pluggy

from tabuleiro.engine.actions import Action
from tabuleiro.engine.consent import Consents
from tabuleiro.engine.data import leave_out
from tabuleiro.engine.events import Event
from tabuleiro.engine.faults import show_traceback
from tabuleiro.engine.game import Game, GameError, Header
from tabuleiro.engine.load_faults import (
    clash_of,
    clash_of_terms,
    idle_part,
    misfit_of_hooks,
    reason_of,
    told_at,
    unfit_of,
)
from tabuleiro.engine.parameters import PluginParameters, are_terms
from tabuleiro.engine.plugins import (
    FoundPlugin,
    find_plugins,
    missing_folders,
    plugin_of_pack,
)
from tabuleiro.engine.ruleset import Ruleset, RulesetError
from tabuleiro.engine.steps import Step
from tabuleiro.harmless import harmless
from tabuleiro.hooks import PROJECT, GamePlugin, ProgramHooks
from tabuleiro.i18n import N_, _
from tabuleiro.module import (
    Module,
    ModuleError,
    available_modules,
    find_module,
    load_module,
)
from tabuleiro.module.earlier_data import kept_data
from tabuleiro.module.files import FREE_TABLE, read_folder
from tabuleiro.module.packs import installed_packs

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

__all__ = ["Catalogue", "ConsentWanted"]

_TAKEN_GAME: Final = N_(
    'the game "{name}" ({where}) is there already: the plugin "{other}" ({there}) brings it'
)
_TAKEN_RULE: Final = N_(
    'the house rule "{name}" ({where}) is there already: the plugin "{other}" ({there}) brings it'
)


class ConsentWanted(RulesetError):
    """A match needs code of a stranger's to which the user has not agreed."""

    def __init__(self, plugin: FoundPlugin) -> None:
        sentence = _(
            'This needs the code of the plugin "{name}" {version}, to which you have not agreed:'
            ' "tabuleiro allow {name}" asks you.'
        )
        super().__init__(
            sentence.format(name=harmless(plugin.name), version=harmless(plugin.version))
        )
        self.plugin = plugin


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
        self.broken: dict[str, str] = {}
        """Why plugins that were found cannot be used, by their names."""
        self.games: dict[str, GamePlugin] = {}
        self._tables: dict[str, GamePlugin] = {}
        self.rules: Mapping[str, GamePlugin] = ChainMap(self.games, self._tables)
        """What modules may name as their plugin: games, and the free table, which is none."""
        self.house_rules: dict[str, object] = {}
        self.parameters = PluginParameters(self.rules, house_rules=self.house_rules)
        self.strangers: dict[str, FoundPlugin] = {}
        """Plugins that wait until a match needs them, by what they say they bring."""
        self._brought: dict[str, FoundPlugin] = {}
        self._by: dict[str, str] = {}
        """Which plugin brought a game or a house rule."""
        self._rulesets: dict[tuple[object, ...], Ruleset] = {}
        self.consents = Consents()
        self._taken: dict[str, Path] = {}
        """Folders of modules that somebody opened, by the ids of the modules."""
        self._folders: list[str] = []
        self._strange_folders: list[str] = []
        self._manager = pluggy.PluginManager(PROJECT)
        self._manager.add_hookspecs(ProgramHooks)
        for name, plugin in plugins:
            self.add(name, plugin)

    @classmethod
    def installed(cls) -> Catalogue:
        """Return the catalogue of all plugins that are installed or lie in a folder for them.

        No code of a stranger's runs; see `bring`.
        """
        catalogue = cls()
        plugins, left_out = find_plugins()
        catalogue.faults += [*missing_folders(), *left_out]
        for found in plugins:
            if found.trusted:
                usual = found.folder / "modules"
                catalogue._load(found)  # its data can be looked at even if its code is broken
                if found.origin == "named" and usual.is_dir():
                    catalogue._folders.append(str(usual))
            else:
                for name in (found.name, *found.brings):
                    catalogue.strangers.setdefault(name, found)
        return catalogue

    def _load(self, found: FoundPlugin) -> bool:
        """Run the code of a plugin and take it in, or leave it out and say why."""
        before = len(self.faults)
        try:
            plugin = found.load()
            _check_tags(found.package)
        except (Exception, SystemExit) as error:  # noqa: BLE001 - it may raise anything
            self._fault(found.name, error, found.package)
        else:
            self.add(found.name, plugin, found.package)
        if len(self.faults) > before:
            leave_out(found.package)
        return len(self.faults) == before

    def knows(self, plugin: str) -> bool:
        """Return whether the rules of a game are here, be it that their code was not yet run."""
        return plugin in self.rules or plugin in self.strangers

    def stranger(self, name: str, version: str = "") -> FoundPlugin | None:
        """Return the plugin of a stranger's that brings something, in a version that is here."""
        found = self.strangers.get(name)
        return None if found is None else _of_version(found, version)

    def allowed(self, found: FoundPlugin) -> bool:
        """Return whether the user has agreed to exactly this code, if he need be asked."""
        code = found.code
        try:
            return code is None or self.consents.given(found.name, found.version, code.digest)
        except OSError as error:
            raise RulesetError(_unusable(found.name, error)) from None

    def bring(self, name: str, version: str = "") -> bool:
        """Load the plugin of a stranger's that brings a game or a house rule; the match needs it.

        ``version`` is that with which the match was begun. Returns whether anything was loaded;
        raises `ConsentWanted` if the user has not agreed, `RulesetError` if it cannot be used.
        """
        found = self.stranger(name, version)
        if found is None:
            return False
        before = self._brought.get(found.name)
        if before is not None:
            if before.version != found.version:
                told = _("another version of it is in use; start the program anew to use this one")
                raise RulesetError(_unusable(found.name, told))
            return False
        if name in self.rules or name in self.house_rules:
            return False
        if not self.allowed(found):
            raise ConsentWanted(found)
        own = len(self._folders)
        if not self._load(found):
            raise RulesetError(self.faults.pop())
        self._strange_folders += self._folders[own:]
        del self._folders[own:]
        self._check_version(found)
        self._brought[found.name] = found
        return True

    def _check_version(self, found: FoundPlugin) -> None:
        """Refuse a plugin that is called otherwise than its pack: matches keep what it says."""
        games = [self.games[name] for name in (found.name, *found.brings) if name in self.games]
        other = [game.version for game in games if game.version != found.version]
        if other and found.origin == "pack":
            sentence = _('the pack has the version {version}, and its game "{other}"')
            for game in games:
                del self.games[game.id]
            told = sentence.format(version=found.version, other=harmless(other[0]))
            raise RulesetError(_unusable(found.name, told))

    def add(self, name: str, plugin: object, package: str = "") -> None:
        """Register one plugin and take in what it brings; ``package`` is where its code lies."""
        misfit = misfit_of_hooks(plugin, (ProgramHooks,))
        if misfit:
            self._fault(name, RulesetError(misfit), package)
            return
        try:
            self._manager.register(plugin, name)
            hooks = self._manager.subset_hook_caller
            others = [p for p in self._manager.get_plugins() if p is not plugin]
            games = _games_in(hooks("tabuleiro_games", others)())
            rules = hooks("tabuleiro_house_rules", others)()
            folders = hooks("tabuleiro_module_folders", others)()
            for game in games:
                self._check(game, plugin)
            for name_of, rule in (pair for some in rules for pair in some.items()):
                self._check_house_rule(name_of, rule, plugin)
            self._folders += [str(folder) for some in folders for folder in some]
            for game in games:
                (self._tables if game.id == FREE_TABLE else self.games)[game.id] = game
            for some in rules:
                self.house_rules.update(some)
            brought = [*(game.id for game in games), *(each for some in rules for each in some)]
            self._by.update(dict.fromkeys(brought, name))
        except Exception as error:  # noqa: BLE001 - a stranger's code may raise anything
            self._manager.unregister(name=name)
            self._fault(name, error, package)

    def package_of(self, game: str) -> str:
        """Return the package with the code that a game has for itself; empty if it is not here.

        >>> Catalogue.installed().package_of("metz")
        'tabuleiro_metz'
        """
        plugin = self._manager.get_plugin(self._by.get(game, ""))
        where = getattr(plugin, "__name__", type(plugin).__module__) if plugin else ""
        return str(where).partition(".")[0]

    def _taken_by(self, sentence: str, name: str, plugin: object) -> str:
        """Say who has a name that a plugin wants for its own, and where both say so."""
        by = self._by.get(name, "?")
        told = {"name": name, "other": by, "there": told_at(self._manager.get_plugin(by))}
        return _(sentence).format(where=told_at(plugin), **told)

    def _check(self, game: GamePlugin, plugin: object) -> None:
        if game.id in self.rules:
            raise RulesetError(self._taken_by(_TAKEN_GAME, game.id, plugin))
        idle = idle_part(game.parts)
        if idle:
            raise RulesetError(idle)
        for part in game.parts:
            if not are_terms(getattr(part, "parameters", ())):
                sentence = _('the parameters of the part "{part}" must be a list of terms')
                raise RulesetError(sentence.format(part=type(part).__name__))
        clash = clash_of_terms(game.parts)
        if clash:
            raise RulesetError(clash)
        self._rules_of(game, {})

    def _check_house_rule(self, name: str, rule: object, plugin: object) -> None:
        if self.house_rules.get(name, rule) is not rule:
            raise RulesetError(self._taken_by(_TAKEN_RULE, name, plugin))
        _check_keys(name, rule)

    def _fault(self, name: str, error: BaseException, package: str) -> None:
        show_traceback(error)
        self.broken[name] = _unusable(name, reason_of(error, package))
        self.faults.append(self.broken[name])

    def module_folders(self) -> list[str]:
        """Return the folders of modules that plugins bring; of strangers the usual place."""
        return list(dict.fromkeys([*self._folders, *self._of_strangers()]))

    def _of_strangers(self) -> list[str]:
        """Return where strangers have modules: they come after all others, and replace none."""
        waiting = (str(found.folder / "modules") for found in self.strangers.values())
        return [*self._strange_folders, *waiting]

    def module_ids(self) -> list[str]:
        """Return the ids of the modules that can be found."""
        brought = [
            p.parent.name for f in self.module_folders() for p in Path(f).glob("*/module.yaml")
        ]
        return sorted({found.id for found in available_modules()} | {*brought, *self._taken})

    def taken_folders(self) -> list[Path]:
        """Return the folders of modules that somebody opened."""
        return list(self._taken.values())

    def take(self, path: Path) -> Module:
        """Take in the module in a folder, wherever that is; it stands among the others by its id.

        A game that is installed is not replaced: that raises `GameError`.
        """
        module = load_module(path, rules=self.parameters)
        if module.id not in self._taken and module.id in self.module_ids():
            sentence = _('There is a game "{game}" already: give this one an id of its own.')
            raise GameError(sentence.format(game=module.id))
        self._taken[module.id] = module.root
        return module

    def module(self, name: str | Path) -> Module:
        """Return a module by id or folder, checked; its rules as its plugin wants them."""
        if str(name) in self._taken:
            return load_module(self._taken[str(name)], rules=self.parameters)
        for folder in self._folders:
            path = Path(folder) / name
            if os.path.isfile(path / "module.yaml"):  # noqa: PTH113 - raises for no name
                return load_module(path, rules=self.parameters)
        return load_module(find_module(name, self._of_strangers()), rules=self.parameters)

    def ruleset(self, module: Module, house_rules: Sequence[str] = ()) -> Ruleset:
        """Return the rules of a module's game, with house rules by name.

        A house rule of a pack may be named with its version: ``fog@1.2.0``.
        """
        if module.plugin not in self.rules:
            self.bring(module.plugin)
        for said in house_rules:
            name, _at, version = said.partition("@")
            self.bring(name, version)
        plugin = self.rules.get(module.plugin)
        if plugin is None and module.plugin in self.broken:
            raise RulesetError(self.broken[module.plugin])
        if plugin is None:
            raise RulesetError(
                _('The game "{game}" needs the plugin "{plugin}", which is not installed.').format(
                    game=module.id, plugin=module.plugin
                )
            )
        known = {said: said.partition("@")[0] for said in house_rules}
        missing = [said for said, name in known.items() if name not in self.house_rules]
        if missing:
            raise RulesetError(
                _('There is no house rule "{name}".').format(name=harmless(missing[0][:80]))
            )
        return self._rules_of(plugin, {said: self.house_rules[n] for said, n in known.items()})

    def _rules_of(self, plugin: GamePlugin, house: dict[str, object]) -> Ruleset:
        """Return the hooks of a game with house rules, made once.

        To look through all parts for what they answer takes ten times as long as to begin a match.
        """
        key = (id(plugin), *((said, id(rule)) for said, rule in house.items()))
        made = self._rulesets.get(key)
        if made is None:  # it holds what the key names, so that no other thing is called so
            made = self._rulesets[key] = Ruleset(plugin, house)
        return made

    def _dated(self, name: str) -> str:
        """Return a house rule as a match keeps it: one of a pack with its version."""
        found = self.stranger(name)
        packed = found is not None and found.origin == "pack" and name not in self.rules
        return f"{name}@{found.version}" if found is not None and packed else name

    def with_rules(self, module: Module, version: str = "") -> Module:
        """Return a module whose rules are loaded; it is checked anew if that had to be done."""
        if self.bring(module.plugin, version):
            return load_module(module.root, rules=self.parameters)
        return module

    def of_match(self, header: Header) -> tuple[Module, Ruleset]:
        """Return the module and the rules with which a match was begun, if they are here still.

        Versions of packs stand side by side; what cannot be found is taken as it is today.
        """
        path = self._in_packs(header)
        if path is None and header.module not in self.module_ids():  # a draft, or since removed
            path = kept_data(header.module, header.module_hash)
        module = self.module(header.module) if path is None else load_module(path)
        module = self.with_rules(module, header.plugin_version)
        if path is not None:
            module = load_module(path, rules=self.parameters)
        elif module.content_hash != header.module_hash:
            module = self._as_kept(header) or module
        return module, self.ruleset(module, header.house_rules)

    def _as_kept(self, header: Header) -> Module | None:
        """Return a module as it was kept when a match was begun, if today's rules can read it."""
        path = kept_data(header.module, header.module_hash)
        with suppress(ModuleError):
            return None if path is None else load_module(path, rules=self.parameters)
        return None

    def begun_with(self, header: Header) -> Path | None:
        """Return the folder of the module of a match as it was begun: of a pack, or kept since."""
        return self._in_packs(header) or kept_data(header.module, header.module_hash)

    def _in_packs(self, header: Header) -> Path | None:
        for pack in installed_packs():
            for folder in (pack.modules, *pack.plugins.glob("tabuleiro_*/modules")):
                path = folder / header.module
                inside = path.parent == folder and os.path.isfile(path / "module.yaml")  # noqa: PTH113
                if inside and read_folder(path).digest == header.module_hash:
                    return path
        return None

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
        module = self.with_rules(name if isinstance(name, Module) else self.module(name))
        wanted = scenario or next(iter(module.scenarios))
        if wanted not in module.scenarios:
            raise GameError(
                _('The game "{game}" has no scenario "{scenario}".').format(
                    game=module.id, scenario=wanted
                )
            )
        house_rules = [self._dated(name) for name in house_rules]
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


def _games_in(answers: Iterable[object]) -> list[GamePlugin]:
    """Return the games that a plugin brings."""
    games: list[GamePlugin] = []
    for some in answers:
        if not isinstance(some, list | tuple) or not all(isinstance(g, GamePlugin) for g in some):
            sentence = _('the hook "tabuleiro_games" answers a list of GamePlugin, not {answer}')
            raise RulesetError(sentence.format(answer=repr(some)[:80]))
        games += some
    return games


def _of_version(found: FoundPlugin, version: str) -> FoundPlugin:
    """Return a plugin of a pack in the version with which a match was begun, if it is here."""
    if found.origin != "pack" or version in ("", found.version):
        return found
    versions = [pack for pack in installed_packs() if pack.version == version]
    others = (plugin_of_pack(pack) for pack in versions)
    return next((other for other in others if other and other.name == found.name), found)


def _unusable(name: str, error: object) -> str:
    first = (str(error).splitlines() or [type(error).__name__])[0]
    return _('The plugin "{name}" cannot be used: {error}').format(name=name, error=first)


def _check_keys(name: str, rule: object) -> None:
    """Refuse a house rule whose parameters are no terms."""
    if not are_terms(getattr(rule, "parameters", ())):
        sentence = _('the parameters of the house rule "{name}" must be a list of terms')
        raise RulesetError(sentence.format(name=name))


def _check_tags(package: str) -> None:
    """Refuse a plugin with a step, an event or an action that is called as another is."""
    for base in (Step, Event, Action):
        fault = unfit_of(base, package) or clash_of(base, package)
        if fault:
            raise RulesetError(fault)
