"""What plugins say of the parameters of their games, to check ``rules`` of ``module.yaml`` by."""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tabuleiro.hooks import PROJECT
from tabuleiro.i18n import _
from tabuleiro.module import RuleModelError
from tabuleiro.module.needs import Needs
from tabuleiro.module.terms import Terms

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from tabuleiro.hooks import GamePlugin
    from tabuleiro.module.models.parameters import Parameters

__all__ = ["PluginParameters", "are_terms"]


class PluginParameters:
    """Makes the model of a game's parameters from the terms that its parts read.

    A model needs pydantic, which is slow to import; so it is made only when a module is checked,
    and not when it comes from the cache.
    """

    def __init__(
        self,
        games: Mapping[str, GamePlugin],
        default: tuple[type[Terms], ...] = (),
        house_rules: Mapping[str, object] | None = None,
    ) -> None:
        """Look in these games; ``default`` are the terms that are known of all others.

        A house rule may bring terms of its own, as a part does: its attribute ``parameters``. A key
        that a game has already stays the game's.
        """
        self._games = games
        self._default = default
        self._house_rules: Mapping[str, object] = {} if house_rules is None else house_rules

    def _terms(self, game: GamePlugin | None) -> tuple[type[Terms], ...] | None:
        """Return the terms of house rules, then those of a game, which count for more.

        None if no part names any: then ``rules`` are not checked. An empty list says that all is
        said, and that there are none.
        """
        if game is None and not self._default:
            return None
        if game is not None and not any(hasattr(part, "parameters") for part in game.parts):
            return None
        own = self._default if game is None else _brought(game.parts)
        return (*_brought(self._house_rules.values()), *own)

    def state(self, plugin: str) -> str:
        """Return what changes with the source of the terms of a game and of house rules."""
        game = self._games.get(plugin)
        terms = self._terms(game)
        if terms is None:
            return ""
        said = [f"{kind.__module__}.{kind.__qualname__}" for kind in terms]
        words = () if game is None else _words(game)
        needs = repr(self.needs(plugin))
        whole = hashlib.sha256("\n".join((*said, *_stamps(terms), *words, needs)).encode())
        name = "" if game is None else f"{game.id} {game.version} "
        return f"{name}{whole.hexdigest()[:16]}"

    def needs(self, plugin: str) -> Needs | None:
        """Return what the parts of a game need of its tables, None if it is not here."""
        game = self._games.get(plugin)
        if game is None:
            return None
        tables = tuple(need for part in game.parts for need in getattr(part, "tables", ()))
        results = _declared(game.parts, "result_steps", "results")
        phases = _declared(game.parts, "phase_steps", "phases")
        own = [part for part in game.parts if _package(part) != PROJECT]
        fights = any(map(_fights, own))
        return Needs(tuple(dict.fromkeys(tables)), results, phases, _own_words(own), not fights)

    def model(self, plugin: str) -> type[Parameters] | None:
        """Return the model of a plugin, None if its parts name no parameters."""
        game = self._games.get(plugin)
        terms = self._terms(game)
        if terms is None:
            return None
        from tabuleiro.module.models.parameters import parameters_model

        try:
            if game is None:
                return parameters_model(terms, words=None, loose=True)
            sides = (getattr(part, "sides", None) for part in game.parts)
            number = next((n for n in sides if n is not None), None)
            return parameters_model(terms, words=_words(game), sides=number)
        except Exception as error:  # whatever a plugin has written there
            sentence = _('the model of the parameters of "{plugin}" cannot be used: {reason}')
            reason = " ".join(str(error).split())
            raise RuleModelError(sentence.format(plugin=plugin, reason=reason)) from error


_FIGHT: Final = "combat"
"""The kind of phases in which a family fights."""


def _fights(part: object) -> bool:
    """Return whether a part may fight in a way of its own, without the tables of the family."""
    phases = getattr(part, "phases", (_FIGHT,))
    return hasattr(part, "declaration") or (hasattr(part, "phase_steps") and _FIGHT in phases)


def _own_words(own: Iterable[object]) -> tuple[str, ...]:
    words = (word for part in own for word in getattr(part, "words", ()))
    return tuple(str(word) for word in words if "{" not in word)


def _declared(parts: Iterable[object], hook: str, name: str) -> tuple[str, ...] | None:
    """Return what all parts with a hook say that they carry out, None if one does not say."""
    carrying = [part for part in parts if hasattr(part, hook)]
    if not carrying or not all(hasattr(part, name) for part in carrying):
        return None
    return tuple(str(each) for part in carrying for each in getattr(part, name))


def _package(part: object) -> str:
    return type(part).__module__.partition(".")[0]


def are_terms(found: object) -> bool:
    """Return whether ``parameters`` of a part or a house rule are what they should be."""
    return isinstance(found, tuple | list) and all(
        isinstance(kind, type) and issubclass(kind, Terms) for kind in found
    )


def _brought(parts: Iterable[object]) -> tuple[type[Terms], ...]:
    return tuple(kind for part in parts for kind in getattr(part, "parameters", ()))


def _words(game: GamePlugin) -> tuple[str, ...]:
    """Return the words for clauses that the parts of a game ask for."""
    return tuple(word for part in game.parts for word in getattr(part, "words", ()))


def _stamps(terms: tuple[type[Terms], ...]) -> Iterator[str]:
    """Yield the size and the time of the source files of terms and of what these extend."""
    kinds = (base for kind in terms for base in kind.__mro__ if issubclass(base, Terms))
    for name in dict.fromkeys(kind.__module__ for kind in kinds):
        source = getattr(sys.modules.get(name), "__file__", None)
        if source and Path(source).is_file():
            state = Path(source).stat()
            yield f"{name}:{state.st_size}:{state.st_mtime_ns}"
