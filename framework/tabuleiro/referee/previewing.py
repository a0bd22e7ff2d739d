"""The method ``preview``: what an attack would come to, and where a piece could go."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tabuleiro.engine.data import plain
from tabuleiro.engine.views import view_piece
from tabuleiro.i18n import _, text
from tabuleiro.mechanics import preview as mechanics
from tabuleiro.mechanics.battle import Battle, Part
from tabuleiro.mechanics.profiles import halves
from tabuleiro.referee import telling
from tabuleiro.referee.desk import OpenGame, about_game
from tabuleiro.referee.faults import Fault
from tabuleiro.referee.params import Param, Spot, list_of, one_of, whole
from tabuleiro.referee.things import a_hex, a_piece, a_place, a_side

if TYPE_CHECKING:
    from tabuleiro.engine import Situation

__all__ = ["preview", "tell_battle"]

_PIECES = list_of(a_piece, most=100)
_POINTS = whole(0, 1000)
_ATTACK = ("kind", "pieces", "support", "air", "defence", "defence_air")


@about_game(
    Param("side", a_side),
    Param("target", a_hex),
    Param("kind", one_of("assault", "bombardment", "air")),
    Param("pieces", _PIECES),
    Param("support", _PIECES),
    Param("air", _POINTS),
    Param("defence", _PIECES),
    Param("defence_air", _POINTS),
    Param("piece", a_piece),
    Param("hex", a_place),
)
def preview(here: OpenGame, side: str | None, **asked: Any) -> dict[str, Any]:
    """Return what an attack would come to, declared or imagined, or where a piece could go."""
    s = here.game.situation
    wanted = {name for name, value in asked.items() if value is not None}
    if "piece" in wanted:
        _alone(wanted, "piece", ("hex",))
        return _movement(here, side, asked["piece"], asked["hex"])
    if "target" in wanted:
        _alone(wanted, "target", _ATTACK)
        battle = _hypothesis(s, side, asked)
        return tell_battle(s, side, battle, declared=False)
    for name in sorted(wanted):
        sentence = _('"{key}" of "preview" makes sense only with "target" or "piece".')
        raise Fault("parameters", sentence.format(key=name), key=name)
    found = mechanics.declared(s, side)
    if found is None:
        raise Fault("game", _("No attack is being declared that can be shown: name a target."))
    return tell_battle(s, side, found, declared=True)


def _alone(wanted: set[str], main: str, with_it: tuple[str, ...]) -> None:
    for name in sorted(wanted - {main, *with_it}):
        sentence = _('"{key}" of "preview" makes no sense together with "{other}".')
        raise Fault("parameters", sentence.format(key=name, other=main), key=name)


# ---------------------------------------------------------------------------------- battles


def _hypothesis(s: Situation, viewer: str | None, asked: dict[str, Any]) -> Battle:
    """Return the battle that somebody imagines, after checking that it makes sense."""
    target = asked["target"]
    seen = tuple(piece for piece in s.at(target) if view_piece(s, viewer, piece))
    if not seen:
        raise Spot("preview", "target").wrong(target, _("a hex with pieces to attack"))
    defender = s.side(seen[0])
    attacker = s.enemy(defender)
    kind = asked["kind"] or ("assault" if asked["pieces"] else "bombardment")
    if not (asked["pieces"] or asked["support"]):
        kind = asked["kind"] or "air"
    for key, side in (("pieces", attacker), ("support", attacker), ("defence", defender)):
        for number, piece in enumerate(asked[key] or ()):
            _check_piece(s, Spot("preview", f"{key}.{number}"), piece, side)
    _check_twice(asked)
    return Battle(
        kind=kind,
        attacker=attacker,
        defender=defender,
        target=target,
        attackers=tuple(asked["pieces"] or ()),
        support=tuple(asked["support"] or ()),
        air=asked["air"] or 0,
        defenders=seen,
        defence=tuple(asked["defence"] or ()),
        defence_air=asked["defence_air"] or 0,
    )


def _check_piece(s: Situation, spot: Spot, piece: str, side: str) -> None:
    if s.side(piece) != side:
        name = text(s.module.sides[side].name)
        raise spot.wrong(piece, _("a piece of the side {side}").format(side=name))
    if not s.on_map(piece):
        raise spot.wrong(piece, _("a piece on the board"))


def _check_twice(asked: dict[str, Any]) -> None:
    seen: set[str] = set()
    for key in ("pieces", "support", "defence"):
        for piece in asked[key] or ():
            if piece in seen:
                raise Spot("preview", key).wrong(piece, _("pieces each of which is named once"))
            seen.add(piece)


def tell_battle(
    s: Situation, viewer: str | None, battle: Battle, *, declared: bool
) -> dict[str, Any]:
    """Return a preview without what the viewer must not know."""
    found = mechanics.preview(s, battle)
    odds = found.odds
    sealed = mechanics.sealed_sides(s, viewer, battle)
    objections = [] if declared else mechanics.objections(s, battle)
    told = {
        "declared": declared,
        "battle": plain(battle),
        "sealed": sorted(sealed),
        "parts": [
            {
                "side": part.side,
                "value": part.value if _open(s, viewer, part, sealed) else None,
                "text": telling.say(part.label, s.module),
                "rule": part.rule,
                "piece": part.piece,
            }
            for part in odds.parts
        ],
        "attack": None if battle.attacker in sealed else odds.attack,
        "defence": None if battle.defender in sealed else odds.defence,
        "shifts": [
            {
                "favours": shift.favours,
                "columns": shift.columns,
                "text": telling.say(shift.label, s.module),
                "rule": shift.rule,
            }
            for shift in odds.shifts
        ],
        "table": odds.table,
        "columns": found.columns,
        "objections": [telling.tell_objection(o, s.module) for o in objections],
    }
    return told | (dict.fromkeys(_OUTCOME) if sealed else _outcome(s, found))


_OUTCOME = ("base", "column", "chances", "throws", "missing")


def _open(s: Situation, viewer: str | None, part: Part, sealed: frozenset[str]) -> bool:
    """Return whether a viewer may know what one thing adds to a sum."""
    if part.side not in sealed:
        return True
    return bool(part.piece) and mechanics.knows(s, viewer, part.piece)


def _outcome(s: Situation, found: mechanics.Preview) -> dict[str, Any]:
    """Return what follows from both sums: columns and chances."""
    return {
        "base": found.odds.base_label,
        "column": found.odds.column_label,
        "chances": [
            {"code": code, "parts": code.split(), "text": _results(s, code), "ways": ways}
            for code, ways in found.chances.items()
        ],
        "throws": found.throws,
        "missing": found.missing,
    }


def _results(s: Situation, code: str) -> str:
    names = [s.module.results[part].name for part in code.split() if part in s.module.results]
    return ", ".join(text(name) for name in names)


# ---------------------------------------------------------------------------------- movement


def _movement(here: OpenGame, viewer: str | None, piece: str, place: str | None) -> dict[str, Any]:
    """Return where a piece could go if it moved now, whoever's turn it is."""
    s = here.game.situation
    if not mechanics.knows(s, viewer, piece):
        raise Fault("sealed", _("The values of this piece are not known to this side."))
    found = [j for j in mechanics.journeys(s, piece) if place in {None, j.place}]
    return {
        "piece": piece,
        "from": s.place(piece),
        "now": bool(here.game.legal(piece=piece, kind="move")),
        "destinations": [
            {
                "place": journey.place,
                "cost": journey.cost,
                "text": halves(journey.cost),
                "path": journey.path,
                **(_steps(s, piece, journey) if place is not None else {}),
            }
            for journey in found
        ],
    }


def _steps(s: Situation, piece: str, journey: mechanics.Journey) -> dict[str, Any]:
    return {"spent": mechanics.step_prices(s, piece, journey.path)}
