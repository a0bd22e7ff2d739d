"""Bombing: what bombs do to whatever they hit, and for how long (6.4 to 6.4.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.engine import Step, hex_ref, msg
from tabuleiro.engine import events as ev
from tabuleiro.engine.data import plain
from tabuleiro.engine.knowledge import Level
from tabuleiro.engine.messages import key_ref
from tabuleiro.rules.air.bombing_sum import Bombing
from tabuleiro.rules.air.mission_plan import errand_ref
from tabuleiro.rules.clauses import clause
from tabuleiro.rules.combat.losses import TakeLoss
from tabuleiro.rules.combat.reckoning import kept_reckoning
from tabuleiro.rules.combat.results_d1_to_a1 import TwoLosses
from tabuleiro.rules.ground.land_units import land_at
from tabuleiro.rules.recon.covered import seen_by
from tabuleiro_papua.air.airfields import DAMAGED, based, is_airfield
from tabuleiro_papua.air.bombing_sum import bombing_sum, ships_at
from tabuleiro_papua.air.errands import BASE, FIELD, INTERDICT, SHIP, TROOPS, errand_clause
from tabuleiro_papua.supply_bases import STOPPED, base_at, destroy_base
from tabuleiro_papua.supply_lines import INTERDICTED, LASTING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tabuleiro.engine import Change, Message, Situation

__all__ = ["drop_bombs", "expire"]

_HIT, _HIT_TWICE = "DB", "D2B"
_UNTIL = "bombed-until"
"""The fact that keeps, for each marker of a bombing, the hexes and the sides that put it there."""


def drop_bombs(change: Change, raid: Bombing, side: str) -> None:
    """Throw two dice, hurt the target, then the bombers."""
    table, rule = change.module.values["bombardment"], clause(change, errand_clause(raid.errand))
    why = msg("{errand} over {hex}", errand=errand_ref(raid.errand), hex=hex_ref(raid.hex))
    reckoning = bombing_sum(change, side, raid)
    for piece in (*raid.pieces, *_told_by_sum(change, raid, side)):
        change.show(piece)
    faces = change.roll(table.dice, side, why, rule, die=table.die)
    code = table.cell(reckoning.column, sum(faces))
    result = code.rstrip("*")
    stars = len(code) - len(result)
    values = {
        "errand": errand_ref(raid.errand), "hex": hex_ref(raid.hex), "points": raid.points,
        "factor": raid.factor, "total": raid.total, "column": raid.column_label,
        "dice": " + ".join(map(str, faces)), "result": key_ref(f"result.{result}"),
        "stars": "*" * stars,
    }  # fmt: skip
    message = (
        msg("{errand}, {hex}: {points} × {factor} = {total} ({column}); dice {dice}: "
            "{result}{stars}.", **values)
        if raid.factor != 1
        else msg("{errand}, {hex}: {total} ({column}); dice {dice}: {result}{stars}.", **values)
    )  # fmt: skip
    change.say(message, rule, bombing=plain(raid), attacker=side, code=code, faces=list(faces),
               reckoning=kept_reckoning(reckoning))  # fmt: skip
    steps = list(_EFFECTS[raid.errand](change, raid.hex, side, result))
    if stars:
        steps.append(TakeLoss(side, raid.pieces, clause(change, "bomber-losses"), times=stars))
    change.push(*steps)


def _told_by_sum(s: Situation, raid: Bombing, side: str) -> Iterator[str]:
    """Yield the pieces under fire of which the factor tells more than their enemies see.

    A ship counts its defence, troops count by their kind.
    """
    enemy = s.enemy(side)
    under_fire = {SHIP: ships_at, TROOPS: land_at}.get(raid.errand)
    enough = Level.STATE if raid.errand == SHIP else Level.KIND
    for piece in sorted(under_fire(s, raid.hex, enemy)) if under_fire else ():
        if not seen_by(s, side, (piece,), enough):
            yield piece


# what bombs do


def _hurt(
    change: Change, pieces: tuple[str, ...], side: str, result: str, rule: str
) -> Iterator[Step]:
    """Yield the losses of a target's pieces."""
    enemy, by = change.enemy(side), clause(change, rule)
    if pieces and result == _HIT:
        yield TakeLoss(enemy, pieces, by)
    elif pieces and result == _HIT_TWICE:
        yield TwoLosses(enemy, pieces, by)


def _on_field(change: Change, place: str, side: str, result: str) -> Iterator[Step]:
    pieces = tuple(p for p in based(change, place) if change.side(p) != side)
    if result == _HIT_TWICE and is_airfield(change, place):
        change.emit(ev.PlaceMarked(place, (DAMAGED,)))
        message = msg("The airfield of {hex} is damaged.", hex=hex_ref(place))
        change.say(message, clause(change, "field-damaged"))
    yield from _hurt(change, pieces, side, result, "field-losses")


def _on_troops(change: Change, place: str, side: str, result: str) -> Iterator[Step]:
    pieces = land_at(change, place, change.enemy(side))
    yield from _hurt(change, pieces, side, result, "troop-losses")


def _on_ship(change: Change, place: str, side: str, result: str) -> Iterator[Step]:
    ships = ships_at(change, place, change.enemy(side))
    rule = clause(change, "ship-losses")
    if ships and result in {_HIT, _HIT_TWICE}:
        yield TakeLoss(change.enemy(side), ships, rule, kill=result == _HIT_TWICE)


def _on_base(change: Change, place: str, side: str, result: str) -> Iterator[Step]:
    owner = base_at(change, place)
    if owner is None or owner == side:
        return
    where = hex_ref(place)
    if result == _HIT:
        _mark(change, place, STOPPED, side)
        change.say(msg("The supply base of {hex} is stopped.", hex=where),
                   clause(change, "base-stopped"))  # fmt: skip
    elif result == _HIT_TWICE:
        destroy_base(change, place)
        change.say(msg("The supply base of {hex} is destroyed.", hex=where),
                   clause(change, "base-destroyed"))  # fmt: skip
    yield from ()


def _on_hex(change: Change, place: str, side: str, result: str) -> Iterator[Step]:
    where = hex_ref(place)
    if result == _HIT:
        _mark(change, place, INTERDICTED, side)
        change.say(msg("{hex} is interdicted.", hex=where), clause(change, "interdicted"))
    elif result == _HIT_TWICE:
        change.emit(ev.PlaceMarked(place, (LASTING,)))
        message = msg("{hex} is interdicted until engineers clear it.", hex=where)
        change.say(message, clause(change, "interdicted-lasting"))
    yield from ()


_EFFECTS = {
    FIELD: _on_field,
    TROOPS: _on_troops,
    SHIP: _on_ship,
    BASE: _on_base,
    INTERDICT: _on_hex,
}


# how long


def _mark(change: Change, place: str, mark: str, side: str) -> None:
    """Put a marker down that ends with the next half-turn of the side, and note whose it is."""
    change.emit(ev.PlaceMarked(place, (mark,)))
    facts = change.position.facts.get(_UNTIL, {})
    hexes = facts.get(mark, {})
    sides = sorted({side, *hexes.get(place, ())})
    change.emit(ev.FactSet(_UNTIL, {**facts, mark: {**hexes, place: sides}}))


def expire(change: Change, side: str) -> None:
    """The half-turn of a side begins: what it bombed for one turn only works again."""
    left = {}
    for mark, hexes in sorted(change.position.facts.get(_UNTIL, {}).items()):
        kept = {}
        for place, sides in sorted(hexes.items()):
            others = [other for other in sides if other != side]
            if others:
                kept[place] = others
            elif change.place_marked(place, mark):
                change.emit(ev.PlaceMarked(place, remove=(mark,)))
                change.say(_works_again(mark, place), clause(change, mark))
        if kept:
            left[mark] = kept
    if left != change.position.facts.get(_UNTIL, {}):
        change.emit(ev.FactSet(_UNTIL, left or None))


def _works_again(mark: str, place: str) -> Message:
    if mark == STOPPED:
        return msg("The supply base of {hex} works again.", hex=hex_ref(place))
    return msg("{hex} is open again.", hex=hex_ref(place))
