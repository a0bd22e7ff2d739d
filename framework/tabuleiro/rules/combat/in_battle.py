"""Steps that belong to a battle: while they are in progress its pieces lie open."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from tabuleiro.engine import Step

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tabuleiro.engine import Situation
    from tabuleiro.rules.combat.battle import Battle

__all__ = ["InBattle"]


class InBattle(Step, frozen=True):
    """A step of a battle that was announced."""

    abstract: ClassVar[bool] = True

    def fought(self) -> Battle | None:
        """Return the battle, None as long as none was announced."""
        raise NotImplementedError

    def sealed(self, s: Situation) -> tuple[str, ...]:
        """Return pieces that take part and are not told yet."""
        del s
        return ()

    def shows(self, s: Situation) -> frozenset[str]:
        """Return those who take part, as far as they were told."""
        battle = self.fought()
        if battle is None:
            return frozenset()
        return frozenset(_taking_part(s, battle)).difference(self.sealed(s))


def _taking_part(s: Situation, battle: Battle) -> Iterator[str]:
    yield from (*battle.attackers, *battle.support, *battle.defenders, *battle.defence)
    for part in s.rules.combat_parts(s=s, battle=battle):
        if part.piece:
            yield part.piece
