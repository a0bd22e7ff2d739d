"""Previews: what an attack would come to, and where a piece could go, as plain data for a seat."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from tabuleiro.engine.data import plain
from tabuleiro.engine.knowledge import Level
from tabuleiro.engine.seat import SeatError
from tabuleiro.i18n import _, text
from tabuleiro.rules.combat import preview as rules
from tabuleiro.rules.combat.battle import Battle, Part
from tabuleiro.rules.ground.movement_points import halves
from tabuleiro.seats import telling

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tabuleiro.engine import Situation
    from tabuleiro.engine.eyes import Belief

__all__ = ["PreviewError", "SealedError", "preview", "sealed_sides", "tell_battle"]

_ATTACK: Final = ("kind", "pieces", "support", "air", "defence", "defence_air")


class PreviewError(SeatError):
    """A preview that makes no sense: ``key`` is the part of the question that is wrong."""

    def __init__(self, key: str, found: Any, allowed: str) -> None:
        super().__init__(_("Not possible here: {found}; it must be {allowed}.").format(
            found=found, allowed=allowed))  # fmt: skip
        self.key, self.found, self.allowed = key, found, allowed


class SealedError(SeatError):
    """A question about what the seat may not know."""


def preview(belief: Belief, asked: dict[str, Any]) -> dict[str, Any]:
    """Return what an attack would come to, declared or imagined, or where a piece could go.

    With ``piece`` (and ``hex``) it is about a way, with ``target`` (and ``kind``, ``pieces``,
    ``support``, ``air``, ``defence``, ``defence_air``) about an attack that one imagines, with
    nothing about the attack that is being declared.
    """
    s = belief.s
    if asked.get("piece") is not None:
        return _movement(belief, asked["piece"], asked.get("hex"))
    if asked.get("target") is not None:
        battle = _hypothesis(s, {name: asked.get(name) for name in ("target", *_ATTACK)})
        return tell_battle(belief, battle, declared=False)
    found = rules.declared(s)
    if found is None:
        raise SeatError(_("No attack is being declared that can be shown: name a target."))
    return tell_battle(belief, found, declared=True)


# ---------------------------------------------------------------------------------- battles


def _hypothesis(s: Situation, asked: dict[str, Any]) -> Battle:
    """Return the battle that somebody imagines, after checking that it makes sense."""
    target = asked["target"]
    attacker = _attacker(s, target, (*(asked["pieces"] or ()), *(asked["support"] or ())))
    if attacker is None:
        raise PreviewError("target", target, _("a hex with pieces to attack"))
    seen = s.opposed(attacker)[target]
    defender = s.side(seen[0])
    kind = asked["kind"] or ("assault" if asked["pieces"] else "bombardment")
    if not (asked["pieces"] or asked["support"]):
        kind = asked["kind"] or "air"
    kind = _kind(s, kind, asked["kind"])
    for key, side in (("pieces", attacker), ("support", attacker), ("defence", defender)):
        for number, piece in enumerate(asked[key] or ()):
            _check_piece(s, f"{key}.{number}", piece, side)
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


def _kind(s: Situation, kind: str, wanted: str | None) -> str:
    """Return a kind of attack that the game knows: the one that is wanted, or one if none is."""
    kinds = rules.attack_kinds(s)
    if kind in kinds or (wanted is None and kinds):
        return kind if kind in kinds else kinds[0]
    raise PreviewError("kind", kind, _("one of {words}").format(words=", ".join(kinds)))


def _attacker(s: Situation, target: str, pieces: Sequence[str]) -> str | None:
    """Return who attacks a hex: an enemy of those who stand there.

    That is the side of the pieces that are named, or whose phase it is, or the first one.
    """
    there = s.at(target)
    enemies = s.enemies(s.side(there[0])) if there else ()
    named = [s.side(piece) for piece in pieces if piece in s.position.pieces]
    phasing = [s.phase.side] if s.phase is not None else []
    return next((side for side in (*named, *phasing, *enemies) if side in enemies), None)


def _check_piece(s: Situation, key: str, piece: str, side: str) -> None:
    if piece not in s.position.pieces or s.side(piece) != side:
        name = text(s.module.sides[side].name)
        raise PreviewError(key, piece, _("a piece of the side {side}").format(side=name))
    if not s.on_map(piece):
        raise PreviewError(key, piece, _("a piece on the board"))


def _check_twice(asked: dict[str, Any]) -> None:
    seen: set[str] = set()
    for key in ("pieces", "support", "defence"):
        for piece in asked[key] or ():
            if piece in seen:
                raise PreviewError(key, piece, _("pieces each of which is named once"))
            seen.add(piece)


def sealed_sides(belief: Belief, battle: Battle) -> frozenset[str]:
    """Return the sides whose sums are not known.

    A bombardment counts the types of the defenders, which are no secret where these are known.
    """
    level = Level.STATE
    own = (*battle.attackers, *battle.support)
    sealed = {belief.s.side(p) for p in own if belief.level(p) < level}
    against = (*battle.defenders, *battle.defence)
    if battle.kind != "assault":
        level = Level.IDENTITY
    sealed |= {belief.s.side(p) for p in against if belief.level(p) < level}
    return frozenset(sealed)


def tell_battle(belief: Belief, battle: Battle, *, declared: bool) -> dict[str, Any]:
    """Return a preview without what is not known."""
    s = belief.s
    found = rules.preview(s, battle)
    odds = found.odds
    sealed = sealed_sides(belief, battle)
    objections = [] if declared else rules.objections(s, battle)
    told = {
        "declared": declared,
        "battle": plain(battle),
        "sealed": sorted(sealed),
        "parts": [
            {
                "side": part.side,
                "value": part.value if _open(belief, part, sealed) else None,
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


def _open(belief: Belief, part: Part, sealed: frozenset[str]) -> bool:
    """Return whether it is known what one thing adds to a sum."""
    if part.side not in sealed:
        return True
    return bool(part.piece) and belief.level(part.piece) >= Level.STATE


def _outcome(s: Situation, found: rules.Preview) -> dict[str, Any]:
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


def _movement(belief: Belief, piece: str, place: str | None) -> dict[str, Any]:
    """Return where a piece could go if it moved now, whoever's turn it is."""
    s = belief.s
    if belief.level(piece) < Level.STATE:
        raise SealedError(_("The values of this piece are not known to this side."))
    found = [j for j in rules.journeys(s, piece) if place in {None, j.place}]
    return {
        "piece": piece,
        "from": s.place(piece),
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


def _steps(s: Situation, piece: str, journey: rules.Journey) -> dict[str, Any]:
    return {"spent": rules.step_prices(s, piece, journey.path)}
