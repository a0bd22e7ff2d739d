"""What a run compared, and what differed."""

from __future__ import annotations

from dataclasses import dataclass, field

__all__ = ["SecrecyReport"]


@dataclass
class SecrecyReport:
    """What was compared, and what differed."""

    game: str
    hiding: str
    twins: dict[str, int] = field(default_factory=dict)
    """How many twins were made, by the way they were made."""
    ways: dict[str, int] = field(default_factory=dict)
    """Pairs of positions at which all was compared that the side was given, by the same."""
    rows: int = 0
    revealed: int = 0
    parted: int = 0
    """Twins in which the other side could not go on doing the same."""
    differences: list[str] = field(default_factory=list)

    @property
    def pairs(self) -> int:
        """How many pairs of positions were compared."""
        return sum(self.ways.values())

    def add(self, other: SecrecyReport) -> None:
        """Count another report in."""
        for name, number in other.twins.items():
            self.twins[name] = self.twins.get(name, 0) + number
        for name, number in other.ways.items():
            self.ways[name] = self.ways.get(name, 0) + number
        self.rows += other.rows
        self.revealed += other.revealed
        self.parted += other.parted
        self.differences += other.differences
