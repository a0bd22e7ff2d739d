"""What the cells of tables mean, in words: "Allies: a retreat and a loss".

A game says it in its texts for each part of a cell, ``outcome.drb``; asterisks are a part of their
own, ``outcome.stars-2``; ``/`` is written ``_``. One text does for all pairs of numbers,
``outcome.n-n``. Where it says nothing the name of the result stands. Where a table serves for
several things a sum says what its cells mean there (``Reckoning.means``): ``outcome.port.2`` goes
before ``outcome.2``; of ``outcome.ships.n`` the number is all that counts.
"""

from __future__ import annotations

import re
from decimal import Decimal
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec

from tabuleiro.host.panels.odds_sheet import reckoning_of
from tabuleiro.i18n import _, language, text
from tabuleiro.seats.battles import Battle

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tabuleiro.engine import events as ev
    from tabuleiro.module import Module
    from tabuleiro.seats.battles import Reckoning

__all__ = ["Foes", "fallen_words", "foes_of", "outcome_words"]

_PART: Final = re.compile(r"[^*\s]+|\*+")
_PAIR: Final = re.compile(r"(\d+(?:\.\d+)?)([-/])(\d+(?:\.\d+)?)")
_LOSSES: Final = re.compile(r"(\d+)-(\d+)")


class Foes(NamedTuple):
    """Whose attack it is, and on whom."""

    attacker: str
    defender: str
    counts: tuple[int, int] | None = None
    """What the two numbers of a cell are multiplied by; None if they stand as they are."""

    @staticmethod
    def of(reckoning: Reckoning) -> Foes:
        """Return who fights in a reckoning."""
        return Foes(reckoning.attacker, reckoning.defender, reckoning.counts)


def foes_of(said: ev.Said) -> Foes:
    """Return who fought in a battle that a report tells of."""
    found = reckoning_of(said)
    if found is not None:
        return Foes.of(found)
    battle = msgspec.convert(said.data["battle"], Battle)
    return Foes(battle.attacker, battle.defender)


def outcome_words(module: Module, code: str, foes: Foes, means: str = "") -> str:
    """Return in words what a cell of a table means; the cell itself if nobody says."""
    own = module.text(f"outcome.{means}.n") if means else None
    if own is not None:
        number = code.rstrip("*")
        if foes.counts is not None:
            number = _counted(number, foes.counts[0])
        words = text(own).replace("{n}", _number(number))
        return words[:1].upper() + words[1:]
    pair = _LOSSES.fullmatch(code)
    if pair is not None and foes.counts is not None:
        table = int(pair[1]), int(pair[2])
        lost = table[0] * foes.counts[0], table[1] * foes.counts[1]
        if lost != table:
            return _lost(module, foes, lost, table)
    told = [words for part in _PART.findall(code) if (words := _part(module, part, foes, means))]
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
    pair = _LOSSES.fullmatch(code)
    if lost is None or pair is None or not any(map(int, pair.groups())):
        return outcome_words(module, code, foes)
    table = int(pair[1]), int(pair[2])
    return _lost(module, foes, (lost.get(foes.defender, 0), lost.get(foes.attacker, 0)), table)


def _lost(module: Module, foes: Foes, lost: tuple[int, int], table: tuple[int, int]) -> str:
    """Return what both lose, the defender first, and what the table says where it differs."""
    parts = []
    for side, number, by_table in zip((foes.defender, foes.attacker), lost, table, strict=True):
        words = _("{side} {n} (by the table {table})") if number != by_table else _("{side} {n}")
        name = text(module.sides[side].name)
        parts.append(words.format(side=name, n=number, table=by_table))
    return _("Losses: {parts}").format(parts=", ".join(parts))


def _part(module: Module, part: str, foes: Foes, means: str = "") -> str:
    key = f"stars-{len(part)}" if part.startswith("*") else part.lower().replace("/", "_")
    own = module.text(f"outcome.{means}.{key}") if means else None
    own, first, second = own or module.text(f"outcome.{key}"), "", ""
    if own is None and (pair := _PAIR.fullmatch(part)) is not None:
        first, between, second = pair.groups()
        if foes.counts is not None:
            first, second = map(_counted, (first, second), foes.counts)
        own = module.text(f"outcome.n{between.replace('/', '_')}n")
    if own is None:
        result = module.results.get(part)
        return text(result.name) if result is not None else ""
    sides = {"attacker": foes.attacker, "defender": foes.defender}
    names = {role: text(module.sides[side].name) for role, side in sides.items()}
    words = text(own)
    for hole, value in (names | {"first": _number(first), "second": _number(second)}).items():
        words = words.replace(f"{{{hole}}}", value)
    return words


def _counted(written: str, count: int) -> str:
    """Return what a number of a table comes to for so many, the fraction dropped.

    >>> _counted("0.8", 6), _counted("1.2", 2), _counted("0.4", 5)
    ('4', '2', '2')
    """
    return str(int(Decimal(written) * count))


def _number(written: str) -> str:
    """Return a number of a table as it is written in the current language."""
    return written.replace(".", ",") if language() == "pt" else written
