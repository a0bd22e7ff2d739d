"""Which tags the rules of a game ask about: a tag that nobody asks about does nothing.

Only the syntax of the rules is read, as for `tabuleiro rules`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from tabuleiro.cli.code_reached import reached_from, tree_of
from tabuleiro.engine.parameters import PluginParameters

if TYPE_CHECKING:
    from tabuleiro.hooks import GamePlugin
    from tabuleiro.module.needs import Needs

__all__ = ["ParametersAndTags", "asked_by"]


class ParametersAndTags(PluginParameters):
    """Knows besides what rules need which tags they ask about; to find this takes a while."""

    def needs(self, plugin: str) -> Needs | None:
        """Return what the parts of a game need, with the tags."""
        found = super().needs(plugin)
        game = self._games.get(plugin)
        if found is None or game is None:
            return found
        said, asked = asked_by(game)
        return found._replace(said=said, tags=asked)


def asked_by(game: GamePlugin) -> tuple[frozenset[str], frozenset[str]]:
    """Return all words that the code of a game says, and those of them that are asked as tags."""
    starts = {(type(part).__module__, type(part).__qualname__) for part in game.parts}
    packages = {module.partition(".")[0] for module, _name in starts} | {"tabuleiro"}
    found = reached_from(starts, lambda name: name.partition(".")[0] in packages)
    trees = [tree_of(path) for path in found]
    constants = (
        node.value for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Constant)
    )
    words = {value for value in constants if isinstance(value, str)}
    named = {name: value for tree in trees for name, value in _constants(tree)}
    asked = {word for tree in trees for node in ast.walk(tree) for word in _asked_in(node, named)}
    return frozenset(words), frozenset(asked)


def _constants(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Yield the names at the top of a file that stand for one word."""
    for line in tree.body:
        value = getattr(line, "value", None)
        if not isinstance(line, ast.Assign | ast.AnnAssign) or not isinstance(value, ast.Constant):
            continue
        targets = line.targets if isinstance(line, ast.Assign) else [line.target]
        for target in targets:
            if isinstance(target, ast.Name) and isinstance(value.value, str):
                yield target.id, value.value


def _asked_in(node: ast.AST, named: dict[str, str]) -> Iterator[str]:
    """Yield the word of ``word in something.tags``."""
    if not isinstance(node, ast.Compare) or len(node.ops) != 1:
        return
    right = node.comparators[0]
    if not isinstance(node.ops[0], ast.In | ast.NotIn) or not isinstance(right, ast.Attribute):
        return
    if right.attr != "tags":
        return
    if isinstance(node.left, ast.Constant) and isinstance(node.left.value, str):
        yield node.left.value
    elif isinstance(node.left, ast.Name) and node.left.id in named:
        yield named[node.left.id]
