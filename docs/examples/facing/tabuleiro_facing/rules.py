"""The hooks of the game: units face a hexside, look and fight ahead, and pay for turning."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.engine import Objection, hex_ref, msg, piece_ref
from tabuleiro.hooks import hookimpl
from tabuleiro.rules.clauses import clause, object_to
from tabuleiro.rules.combat.battle import Battle, Shift
from tabuleiro.rules.ground.facing import Turn, by_hexsides, front, turns
from tabuleiro.rules.ground.movement_points import MovementChange
from tabuleiro_facing.parameters import FacingTerms

if TYPE_CHECKING:
    from tabuleiro.engine import Situation

__all__ = ["Rules"]

FACING = "facing"


class Rules:
    """Turning, fronts and flanks."""

    parameters = (FacingTerms,)
    words = ("flank", "front")

    @hookimpl
    def movement_changes(self, s: Situation) -> list[MovementChange]:
        """Each hexside of turning costs points (6.0)."""
        steering = by_hexsides(FACING, 2 * s.terms(FacingTerms).turning)
        return [MovementChange(steering=steering)]

    @hookimpl
    def special_moves(self, s: Situation, side: str, piece: str | None) -> list[Turn]:
        """A unit may turn where it stands."""
        return list(turns(s, side, piece))

    @hookimpl
    def zone_hexes(self, s: Situation, side: str) -> dict[str, tuple[str, ...]]:
        """A zone lies ahead, in three hexes (4.2)."""
        units = (piece for pieces in s.occupied(side).values() for piece in pieces)
        return {piece: front(s, piece, FACING) for piece in units}

    @hookimpl
    def attack_objections(self, s: Situation, piece: str, target: str) -> list[Objection]:
        """Units attack ahead only (6.0)."""
        if s.on_map(piece) and target in front(s, piece, FACING):
            return []
        message = msg("{piece} does not face {hex}.", piece=piece_ref(piece), hex=hex_ref(target))
        return [object_to(s, message, "front", "combat", pieces=(piece,), hexes=(target,))]

    @hookimpl
    def combat_shifts(self, s: Situation, battle: Battle) -> list[Shift]:
        """An attack from where no defender looks gains columns (6.1)."""
        seen = {hex for piece in battle.defenders for hex in front(s, piece, FACING)}
        if all(s.place(piece) in seen for piece in battle.attackers):
            return []
        columns, rule = s.terms(FacingTerms).flank_shift, clause(s, "flank")
        return [Shift("attacker", columns, msg("in the flank"), rule)]
