"""Errors of the other packages as sentences for the terminal."""

from __future__ import annotations

from tabuleiro.harmless import harmless
from tabuleiro.i18n import _, ngettext

__all__ = ["sentence_of"]


def sentence_of(error: Exception) -> str:
    """Return the sentence of an error that was foreseen, or nothing.

    >>> sentence_of(FileNotFoundError(2, "No such file", "a.partida"))
    'There is no file a.partida.'
    """
    from tabuleiro.engine import GameError
    from tabuleiro.engine.data import DataError
    from tabuleiro.engine.options import OptionError
    from tabuleiro.engine.ruleset import RulesetError
    from tabuleiro.module import ModuleError
    from tabuleiro.publish.errors import PackError
    from tabuleiro.store.errors import StoreError, os_sentence
    from tabuleiro.vassal.errors import VassalError

    if isinstance(error, ModuleError):
        return _of_module(error)
    if isinstance(error, OSError):
        return os_sentence(error, error.filename or "?")
    foreseen = (GameError, DataError, OptionError, PackError, RulesetError, StoreError, VassalError)
    if isinstance(error, foreseen):
        sentence = harmless(str(error).splitlines()[0])
        return sentence if sentence.endswith((".", "!", "?")) else f"{sentence}."
    return ""


def _of_module(error: object) -> str:
    from tabuleiro.module import ModuleError

    assert isinstance(error, ModuleError)  # noqa: S101 - the caller asked
    first, more = error.problems[0], len(error.problems) - 1
    if first.file == error.module:  # the module itself was not found
        hint = f" ({first.hint})" if first.hint else ""
        return f"{first.message[:1].upper()}{first.message[1:]}{hint}."
    sentence = _('The module "{module}" cannot be used: {problem}').format(
        module=error.module, problem=first
    )
    if not more:
        return f"{sentence}."
    rest = ngettext("and {n} other problem", "and {n} other problems", more).format(n=more)
    return _("{sentence}, {rest}; see {command}.").format(
        sentence=sentence, rest=rest, command=f"tabuleiro validate {error.module}"
    )
