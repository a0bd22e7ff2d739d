"""The reference page of the hooks, made from their docstrings: ``docs/hooks.md``."""

from __future__ import annotations

import inspect
import re
import textwrap
from typing import TYPE_CHECKING, Any

from tabuleiro.hooks import API_VERSION, PROJECT, ProgramHooks, RuleHooks

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["entries", "example_of", "hook_names", "reference"]

_HEAD = """\
# Hooks

Every place where a plugin may speak; hooks of version {version}. This page is made from the
docstrings of `tabuleiro.hooks` by `python -m tabuleiro.testing.reference > docs/hooks.md`, and the
examples are run by `tests/test_hooks.py`.

*First answer* means that the first plugin that does not answer `None` decides: a house rule before
the game, the game before its family. The answers to other hooks are put together in one list, the
family's first. Take only the arguments that you need.
"""


def reference() -> str:
    """Return the page as Markdown."""
    parts = [_HEAD.format(version=API_VERSION)]
    for title, hooks in (("Of the program", ProgramHooks), ("Of the rules", RuleHooks)):
        parts.append(f"## {title}\n\n{inspect.getdoc(hooks)}\n".replace("\\\n", "\n"))
        parts += entries(hooks)
    return "\n".join(parts).replace("\\\n", "\n")


def entries(hooks: type, level: str = "###") -> list[str]:
    """Return a section of Markdown for each hook of a set."""
    return [_entry(name, getattr(hooks, name), level) for name in hook_names(hooks)]


def hook_names(hooks: type) -> list[str]:
    """Return the names of the hooks of a set, in the order in which they are written.

    >>> hook_names(ProgramHooks)
    ['tabuleiro_games', 'tabuleiro_module_folders', 'tabuleiro_house_rules']
    """
    every = (item for part in hooks.__mro__ for item in vars(part).items())
    return [name for name, value in every if hasattr(value, f"{PROJECT}_spec")]


def example_of(hook: Callable[..., Any]) -> str:
    """Return the code of the example in a hook's docstring."""
    _, _, code = (inspect.getdoc(hook) or "").partition("Example::")
    return textwrap.dedent(code).strip() + "\n"


def _entry(name: str, hook: Callable[..., Any], level: str) -> str:
    text, _, _ = (inspect.getdoc(hook) or "").partition("Example::")
    signature = inspect.signature(hook)
    arguments = ", ".join(n for n in signature.parameters if n != "self")
    returns = str(signature.return_annotation)
    prose = re.sub("``", "`", re.sub(r":(?:class|mod):`[~.]?([\w.]+)`", r"`\1`", text.strip()))
    code = example_of(hook)
    head = f"{level} `{name}({arguments})`"
    return f"{head}\n\n{prose}\n\nReturns `{returns}`.\n\n```python\n{code}```\n"


if __name__ == "__main__":
    import sys

    sys.stdout.write(reference())
