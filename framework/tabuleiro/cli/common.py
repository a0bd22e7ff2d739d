"""What several commands share: the catalogue, games by name, options as words."""

from __future__ import annotations

import sys
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from tabuleiro.cli.errors import UsageError
from tabuleiro.harmless import harmless
from tabuleiro.i18n import _, text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tabuleiro.cli.parser import Parser
    from tabuleiro.engine.catalogue import Catalogue
    from tabuleiro.module import Module

__all__ = [
    "add_game_argument",
    "add_match_arguments",
    "catalogue",
    "forget_told",
    "match_options",
    "one_of",
    "side_name",
    "tell_faults",
]


@lru_cache(maxsize=1)
def catalogue() -> Catalogue:
    """Return the catalogue of what is installed, made once."""
    from tabuleiro.engine.catalogue import Catalogue

    return Catalogue.installed()


_told: list[str] = []


def tell_faults(*, aloud: bool = True) -> list[str]:
    """Say on stderr which plugins cannot be used, and which games stand in the place of others.

    Once a command; returns what was told so far. Not ``aloud``: the command has said it in its own
    way.
    """
    if catalogue.cache_info().currsize:
        from tabuleiro.module.paths import shadowed_modules

        known = catalogue()
        for fault in (*known.faults, *shadowed_modules(known.module_folders())):
            sentence = harmless(fault)
            whole = sentence if sentence.endswith(".") else f"{sentence}."
            if whole not in _told:
                _told.append(whole)
                if aloud:
                    sys.stderr.write(f"{whole}\n")
    return _told


def forget_told() -> None:
    """Begin another command: whatever is wrong is told again."""
    _told.clear()


def add_game_argument(parser: Parser) -> None:
    """Add the argument that names a game."""
    parser.add_argument(
        "game", metavar="GAME", help=_("a game, by id or by the folder of its module")
    )


def add_match_arguments(parser: Parser) -> None:
    """Add the arguments with which a match begins."""
    add_game_argument(parser)
    parser.add_argument("--scenario", metavar="ID", help=_("the scenario; without it the first"))
    parser.add_argument("--seed", metavar="TEXT", help=_("what the dice depend on"))
    parser.add_argument(
        "--option",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help=_("an optional rule; may be given several times"),
    )


def match_options(words: Iterable[str]) -> dict[str, Any]:
    """Return options given as words: ``true``, ``false`` and whole numbers mean what they say.

    >>> match_options(["free-hand=true", "air-points=whole-match", "strictness.zones=advise"])
    {'free-hand': True, 'air-points': 'whole-match', 'strictness': {'zones': 'advise'}}
    """
    found: dict[str, Any] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or not name:
            raise UsageError(_('An option is written NAME=VALUE, not "{word}".').format(word=word))
        topic = name.removeprefix("strictness.")
        if topic != name:
            found.setdefault("strictness", {})[topic] = value
        else:
            found[name] = _value(value)
    return found


_FEW: Final = 8


def _value(word: str) -> bool | int | str:
    if word in {"true", "false"}:
        return word == "true"
    return int(word) if word.lstrip("-").isdecimal() else word


def one_of(word: str, known: Iterable[str], sentence: str) -> str:
    """Return a word if it is known; else fail with a sentence that has a hole ``{word}``."""
    from tabuleiro.module.errors import did_you_mean

    known = list(known)
    if word in known:
        return word
    hint = did_you_mean(word, known)
    if not hint and len(known) <= _FEW:
        hint = _("there are: {known}").format(known=", ".join(known))
    more = f" ({hint})" if hint else ""
    raise UsageError(f"{sentence.format(word=word)}{more}.")


def side_name(module: Module, side: str | None) -> str:
    """Return the name of a side; nobody is a draw."""
    return text(module.sides[side].name) if side else _("nobody")
