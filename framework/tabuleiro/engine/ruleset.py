"""Rulesets: the hooks of one match, from the family of mechanics up to the house rules."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pluggy

from tabuleiro.hooks import API_VERSION, PROJECT, GamePlugin, RuleHooks
from tabuleiro.i18n import _

__all__ = ["Ruleset", "RulesetError"]


class RulesetError(RuntimeError):
    """A plugin that cannot be used; one sentence that names it."""


class Ruleset:
    """The rules of one game, ready to be asked: ``ruleset.hook.movement_profile(s=…, piece=…)``."""

    def __init__(self, plugin: GamePlugin, house_rules: dict[str, object] | None = None) -> None:
        """Register family, game and house rules, each checked; the last one speaks first."""
        if plugin.api > API_VERSION:
            raise RulesetError(
                _('Plugin "{id}" needs hooks of version {api}; this program has {ours}.').format(
                    id=plugin.id, api=plugin.api, ours=API_VERSION
                )
            )
        self.plugin = plugin
        self.house_rules = tuple(house_rules or ())
        self._manager = pluggy.PluginManager(PROJECT)
        self._manager.add_hookspecs(RuleHooks)
        layers = [("family", plugin.family), (plugin.id, plugin.rules)]
        for name, rules in [*layers, *(house_rules or {}).items()]:
            self._register(name, rules)
        self.hook = cast("RuleHooks", _Asker(self._manager.hook))

    def _register(self, name: str, rules: object) -> None:
        try:
            self._manager.register(rules, name)
            self._manager.check_pending()
        except pluggy.PluginValidationError as error:
            first = str(error).splitlines()[0]
            raise RulesetError(
                _('The rules of "{name}" do not fit the hooks: {error}.').format(
                    name=name, error=first
                )
            ) from None


class _Asker(SimpleNamespace):
    """The hooks as functions that answer as :class:`RuleHooks` says.

    First answers come as they are; lists are put together, the family's first.
    """

    def __init__(self, relay: pluggy.HookRelay) -> None:
        callers = {name: getattr(relay, name) for name in vars(relay)}
        super().__init__(**{name: _asked(caller) for name, caller in callers.items()})


def _asked(caller: Any) -> Any:
    if caller.spec is None or caller.spec.opts.get("firstresult"):
        return caller

    if not caller.get_hookimpls():
        return lambda **_about: []

    def together(**about: Any) -> list[Any]:
        return [item for answer in reversed(caller(**about)) for item in answer]

    return together
