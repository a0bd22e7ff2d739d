"""Options of a match: the module's switches, strictness by topic, and the free hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tabuleiro.i18n import _

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tabuleiro.module import Module, Scenario

__all__ = [
    "DICE",
    "OWN_DICE",
    "STRICTNESS",
    "TOPICS",
    "OptionError",
    "read_options",
    "strictness_of",
]

OWN_DICE = "own"
DICE = ("seed", OWN_DICE)
"""Who throws the dice: the program, from the seed of the match, or the players, by hand."""

STRICTNESS = ("enforce", "advise", "off")
TOPICS = (
    "movement",
    "zones",
    "stacking",
    "combat",
    "retreat",
    "advance",
    "air",
    "supply",
    "reinforcement",
    "setup",
)
"""Topics that a match may enforce, only advise on, or leave to the players."""


class OptionError(ValueError):
    """An option that does not exist or has a value that it may not have."""


def read_options(module: Module, scenario: Scenario, chosen: Mapping[str, Any]) -> dict[str, Any]:
    """Return all options with their values; raises :class:`OptionError` with one sentence."""
    values: dict[str, Any] = {option.id: option.default for option in module.options.values()}
    values["free-hand"] = module.free_table
    values["dice"] = DICE[0]
    values["strictness"] = {}
    for name, value in {**scenario.options, **chosen}.items():
        if module.free_table and name == "free-hand":
            continue  # there is nothing else on a free table
        if name not in values:
            known = ", ".join(sorted(values))
            raise OptionError(
                _('There is no option "{name}"; there are: {known}.').format(name=name, known=known)
            )
        values[name] = _checked(module, name, value)
    return values


def _checked(module: Module, name: str, value: object) -> object:
    if name == "strictness":
        return _strictness(value)
    option = module.options.get(name)
    choices = option.choices if option is not None and option.choices else (True, False)
    if name == "dice":
        choices = DICE
    if not any(type(value) is type(choice) and value == choice for choice in choices):
        listed = ", ".join(str(c) for c in choices)
        raise OptionError(
            _('Option "{name}" cannot be {value}; it can be: {listed}.').format(
                name=name, value=value, listed=listed
            )
        )
    return value


def _strictness(value: object) -> dict[str, str]:
    if not isinstance(value, dict):
        raise OptionError(_("Strictness must say for each topic how strict to be."))
    for topic, how in value.items():
        if topic not in TOPICS or how not in STRICTNESS:
            raise OptionError(
                _(
                    'Strictness "{topic}: {how}" is unknown; topics: {topics}; values: {values}.'
                ).format(
                    topic=topic, how=how, topics=", ".join(TOPICS), values=", ".join(STRICTNESS)
                )
            )
    return dict(value)


def strictness_of(options: Mapping[str, Any], topic: str) -> str:
    """Return how strictly a topic is enforced."""
    return str(options["strictness"].get(topic, "enforce"))
