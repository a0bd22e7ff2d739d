"""What the cells of tables mean, in words: "Allies: a retreat and a loss".

A game says it in its texts for each part of a cell, ``outcome.drb``; asterisks are a part of their
own, ``outcome.stars-2``; ``/`` is written ``_``. One text does for all pairs of numbers,
``outcome.n-n``. Where it says nothing the name of the result stands. Where a table serves for
several things a sum says what its numbers mean (``Reckoning.means``); the rest means nothing then.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec

from tabuleiro.host.panels.odds_sheet import reckoning_of
from tabuleiro.i18n import _, language, text
from tabuleiro.seats.battles import Battle

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tabuleiro.engine import events as ev
    from tabuleiro.module import Module

__all__ = ["Foes", "fallen_words", "foes_of", "outcome_words"]

_PART: Final = re.compile(r"[^*\s]+|\*+")
_PAIR: Final = re.compile(r"(\d+(?:\.\d+)?)([-/])(\d+(?:\.\d+)?)")


class Foes(NamedTuple):
    """Whose attack it is, and on whom."""

    attacker: str
    defender: str


def foes_of(said: ev.Said) -> Foes:
    """Return who fought in a battle that a report tells of."""
    found = reckoning_of(said) or msgspec.convert(said.data["battle"], Battle)
    return Foes(found.attacker, found.defender)


def outcome_words(module: Module, code: str, foes: Foes, means: str = "") -> str:
    """Return in words what a cell of a table means; the cell itself if nobody says."""
    own = module.text(f"outcome.{means}.n") if means else None
    if own is not None:
        words = text(own).replace("{n}", _number(code.rstrip("*")))
        return words[:1].upper() + words[1:]
    told = [words for part in _PART.findall(code) if (words := _part(module, part, foes))]
    if not told:
        return code
    words = " · ".join(told)
    return words[:1].upper() + words[1:]


def fallen_words(module: Module, said: ev.Said) -> str:
    """Return in words what a battle came to: what was lost in the end, where the report says so."""
    code, foes = str(said.data["code"]), foes_of(said)
    reckoning = reckoning_of(said)
    if reckoning is not None and reckoning.means:
        own = module.text(f"outcome.{reckoning.means}.points")
        points = said.data.get("points", {}).get(reckoning.attacker)
        if own is not None and points is not None:
            words = text(own).replace("{n}", _number(str(points)))
            return words[:1].upper() + words[1:]
        return outcome_words(module, code, foes, reckoning.means)
    lost: Mapping[str, int] | None = said.data.get("losses")
    pair = _PAIR.fullmatch(code)
    if lost is None or pair is None:
        return outcome_words(module, code, foes)
    table = {foes.defender: int(pair[1]), foes.attacker: int(pair[3])}
    if not any(table.values()):
        return outcome_words(module, code, foes)
    parts = []
    for side in foes[::-1]:
        words = _("{side} {n} (by the table {table})")
        if lost.get(side, 0) == table[side]:
            words = _("{side} {n}")
        name = text(module.sides[side].name)
        parts.append(words.format(side=name, n=lost.get(side, 0), table=table[side]))
    return _("Losses: {parts}").format(parts=", ".join(parts))


def _part(module: Module, part: str, foes: Foes) -> str:
    key = f"stars-{len(part)}" if part.startswith("*") else part.lower().replace("/", "_")
    own, first, second = module.text(f"outcome.{key}"), "", ""
    if own is None and (pair := _PAIR.fullmatch(part)) is not None:
        first, between, second = pair.groups()
        own = module.text(f"outcome.n{between.replace('/', '_')}n")
    if own is None:
        result = module.results.get(part)
        return text(result.name) if result is not None else ""
    names = {role: text(module.sides[side].name) for role, side in foes._asdict().items()}
    words = text(own)
    for hole, value in (names | {"first": _number(first), "second": _number(second)}).items():
        words = words.replace(f"{{{hole}}}", value)
    return words


def _number(written: str) -> str:
    """Return a number of a table as it is written in the current language."""
    return written.replace(".", ",") if language() == "pt" else written
