"""Which tags the rules of a game ask about: a tag that nobody asks about does nothing.

Only the syntax of the rules is read, as for `tabuleiro rules`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

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
    said = [_said_in(path) for path in found]
    named = {name: word for one in said for name, word in one.named.items()}
    asked = {word for one in said for word in one.asked}
    asked |= {named[name] for one in said for name in one.asked_by_name if name in named}
    return frozenset(word for one in said for word in one.words), frozenset(asked)


class _Said(NamedTuple):
    """What one file says."""

    words: frozenset[str]
    named: Mapping[str, str]
    """The names at its top that stand for one word."""
    asked: frozenset[str]
    asked_by_name: frozenset[str]
    """Tags that are asked about by a name, perhaps of another file."""


@cache
def _said_in(path: Path) -> _Said:
    """Return what a file says, read once: most files are those of the framework."""
    tree = tree_of(path)
    words: set[str] = set()
    asked: set[str] = set()
    by_name: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            words.add(node.value)
        elif isinstance(node, ast.Compare) and _asks_a_tag(node):
            if isinstance(node.left, ast.Constant) and isinstance(node.left.value, str):
                asked.add(node.left.value)
            elif isinstance(node.left, ast.Name):
                by_name.add(node.left.id)
    return _Said(frozenset(words), dict(_constants(tree)), frozenset(asked), frozenset(by_name))


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


def _asks_a_tag(node: ast.Compare) -> bool:
    """Return whether a comparison is ``word in something.tags``."""
    right = node.comparators[0]
    return (
        len(node.ops) == 1
        and isinstance(node.ops[0], ast.In | ast.NotIn)
        and isinstance(right, ast.Attribute)
        and right.attr == "tags"
    )
