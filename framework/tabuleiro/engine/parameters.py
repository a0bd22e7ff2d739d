"""The models by which plugins check the parameters of their games: ``rules`` of ``module.yaml``."""

from __future__ import annotations

import hashlib
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from tabuleiro.i18n import _
from tabuleiro.module import RuleModelError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tabuleiro.hooks import GamePlugin
    from tabuleiro.module.models.parameters import Parameters

__all__ = ["PluginParameters"]

T = TypeVar("T")


class PluginParameters:
    """Finds the model of a plugin by the import path that it names.

    A model needs pydantic, which is slow to import; so a path is followed only when a module is
    checked, and not when it comes from the cache.
    """

    def __init__(
        self,
        games: Mapping[str, GamePlugin],
        default: str = "",
        house_rules: Mapping[str, object] | None = None,
    ) -> None:
        """Look in these games; ``default`` is the path of the model for all others.

        A house rule may bring keys of its own: its attribute ``parameters`` holds for each key the
        path of a model. A key that a game has already stays the game's.
        """
        self._games = games
        self._default = default
        self._house_rules: Mapping[str, object] = {} if house_rules is None else house_rules

    def _added(self, game: GamePlugin | None) -> dict[str, str]:
        """Return the keys that parts and house rules bring, each with the path of its model."""
        parts = () if game is None else game.parts
        brought = (
            getattr(part, "parameters", {}) for part in (*parts, *self._house_rules.values())
        )
        return {key: path for some in brought for key, path in some.items()}

    def state(self, plugin: str) -> str:
        """Return what changes with the source of a plugin's model and of its parts' models."""
        game = self._games.get(plugin)
        added = self._added(game)
        if game is None:
            return " ".join((self._default, *(f"{key}={path}" for key, path in added.items())))
        if not game.parameters:
            return ""
        families = (str(getattr(part, "model", "")) for part in game.parts)
        paths = dict.fromkeys((game.parameters, *families, *added.values()))
        stamps = [stamp for path in paths for stamp in _stamps(path)]
        whole = hashlib.sha256("\n".join((*paths, *added, *stamps, *_words(game))).encode())
        return f"{game.id} {game.version} {whole.hexdigest()[:16]}"

    def model(self, plugin: str) -> type[Parameters] | None:
        """Return the model of a plugin, None if it declares none."""
        game = self._games.get(plugin)
        path = self._default if game is None else game.parameters
        if not path:
            return None
        from tabuleiro.module.models.parameters import Parameters

        base = _model(plugin, path, Parameters)
        return _with(base, self._added(game), () if game is None else _words(game))


def _words(game: GamePlugin) -> tuple[str, ...]:
    """Return the words for clauses that the parts of a game ask for."""
    return tuple(word for part in game.parts for word in getattr(part, "words", ()))


def _with(
    base: type[Parameters], added: Mapping[str, str], words: tuple[str, ...]
) -> type[Parameters]:
    """Return a model with the keys and words that parts and house rules bring besides."""
    from pydantic import create_model

    from tabuleiro.module.models.base import Model
    from tabuleiro.module.models.parameters import absent

    new = {key: path for key, path in added.items() if key not in base.model_fields}
    fields: dict[str, Any] = {
        key: (_model(key, path, Model), absent("What a part or a house rule reads."))
        for key, path in new.items()
    }
    if not fields and not words:
        return base
    model = create_model(base.__name__, __base__=base, **fields)
    if base.words is not None:
        model.words = (*base.words, *words)
    return model


def _stamps(path: str) -> Iterator[str]:
    """Yield the size and the time of the source files beside a model; none if it has none."""
    try:
        spec = find_spec(path.partition(":")[0]) if path else None
    except ImportError:  # who asks for the model is told
        return
    if spec is None or not spec.origin or not spec.has_location:
        return
    for source in sorted(Path(spec.origin).parent.glob("*.py")):
        state = source.stat()
        yield f"{source.name}:{state.st_size}:{state.st_mtime_ns}"


def _model(plugin: str, path: str, wanted: type[T]) -> type[T]:
    module, _colon, name = path.partition(":")
    try:
        found = getattr(import_module(module), name)
    except Exception as error:
        raise _unusable(plugin, f"{path}: {error}") from error
    if not (isinstance(found, type) and issubclass(found, wanted)):
        raise _unusable(plugin, f"{path}: {found!r}")
    return found


def _unusable(plugin: str, reason: str) -> RuleModelError:
    sentence = _('the model of the parameters of "{plugin}" cannot be used: {reason}')
    return RuleModelError(sentence.format(plugin=plugin, reason=" ".join(reason.split())))
