"""What a module consists of, as the engine and the rules see it: plain values, checked before."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias

import msgspec

__all__ = [
    "UNLIMITED",
    "Counter",
    "CounterImage",
    "Credit",
    "Die",
    "Formation",
    "Holds",
    "Marker",
    "Nation",
    "Option",
    "Phase",
    "Short",
    "Side",
    "State",
    "StateValue",
    "Turn",
    "UnitType",
    "Words",
]

Words = Mapping[str, str]
"""A text: ``{"pt": ..., "en": ...}``. `tabuleiro.i18n.text` picks from it."""

Lies: TypeAlias = Literal["apart", "under", "fixed"]
"""By itself; below all stacks, so that a click goes through it; below them for good."""

UNLIMITED: Final = 9999
"""The value of what is printed as unlimited, such as a range: more than any board needs."""


class Side(msgspec.Struct, frozen=True):
    """A side."""

    id: str
    name: Words
    colour: str
    team: str | None = None
    """Sides of the same team are friends; one without a team is its own."""
    enemies: tuple[str, ...] | None = None
    """Whom it fights, if not all others; nobody: it is neutral."""

    def allied(self, other: Side) -> bool:
        """Return whether it is of the same team as another side."""
        return self.team is not None and self.team == other.team

    def fights(self, other: Side) -> bool:
        """Return whether it and another side are enemies.

        >>> red, blue = Side("red", {}, "#a00"), Side("blue", {}, "#00a")
        >>> monks, raiders = Side("monks", {}, "#888", enemies=()), Side("raiders", {}, "#333")
        >>> red.fights(blue), red.fights(monks), raiders.fights(monks)
        (True, False, False)
        """
        if self is other or self.allied(other):
            return False
        if self.enemies is None and other.enemies is None:
            return True
        return other.id in (self.enemies or ()) or self.id in (other.enemies or ())


class Nation(msgspec.Struct, frozen=True):
    """A nation, whose counters look alike."""

    id: str
    side: str
    name: Words
    ground: str
    ink: str
    band: str | None = None
    """The colour of a diagonal band across the counter."""


class Holds(msgspec.Struct, frozen=True):
    """What a counter may hold: counters whose place it is, that move and are lost with it."""

    types: tuple[str, ...] = ()
    """The unit types that it holds; none means all."""
    classes: tuple[str, ...] = ()
    """The movement classes that it holds; none means all."""
    tags: tuple[str, ...] = ()
    """It holds counters that have one of these tags; none means all."""
    limit: int | str | None = None
    """How many it holds: a number, or the name of a value that is printed on it."""
    takes: str | None = None
    """The value of what is inside that counts towards the limit; without it each counts one."""
    secret: bool = False
    """Whether only its side sees what is inside."""

    def suits(self, counter: Counter) -> bool:
        """Return whether a counter is of a kind that may be inside.

        >>> type = {"type": "group", "movement_class": None, "size": "group"}
        >>> whose = {"nation": "blue", "side": "blue", "formation": None, "values": {}}
        >>> group = Counter("group", {}, Short(), **whose, **type, tags=("naval-air",))
        >>> Holds(types=("group",)).suits(group), Holds(tags=("land",)).suits(group)
        (True, False)
        """
        return bool(
            (not self.types or counter.type in self.types)
            and (not self.classes or counter.movement_class in self.classes)
            and (not self.tags or not set(self.tags).isdisjoint(counter.tags))
        )


class CounterImage(msgspec.Struct, frozen=True):
    """Pictures of a counter, by their names in the folder ``images``."""

    front: str | None = None
    back: str | None = None
    """With one loss."""
    steps: tuple[str, ...] = ()
    """With one loss, with two, ...; instead of ``back``."""
    hidden: str | None = None
    """What those see who may not know which counter it is."""
    states: Mapping[str, Mapping[str, str]] = {}
    """What is laid over it while a state has a value."""
    size: tuple[float, float] | None = None
    """How wide and high it lies on the table, in counters; None: as a drawn one does."""

    def after(self, losses: int) -> str | None:
        """Return the picture of the counter with so many losses, None if it has none of its own.

        >>> CounterImage("a.png", back="b.png").after(1), CounterImage("a.png").after(1)
        ('b.png', None)
        >>> [CounterImage("a.png", steps=("b.png", "c.png")).after(n) for n in range(4)]
        ['a.png', 'b.png', 'c.png', None]
        """
        if losses < 1:
            return self.front
        if self.steps:
            return self.steps[losses - 1] if losses <= len(self.steps) else None
        return self.back if losses == 1 else None

    @property
    def files(self) -> tuple[str, ...]:
        """All its pictures."""
        own = (self.front, self.back, *self.steps, self.hidden)
        over = (name for values in self.states.values() for name in values.values())
        return tuple(name for name in (*own, *over) if name)


class UnitType(msgspec.Struct, frozen=True):
    """A kind of unit."""

    id: str
    name: Words
    symbol: str
    movement_class: str | None
    tags: tuple[str, ...] = ()
    holds: Holds | None = None
    """What its counters hold, if they do not say otherwise."""
    image: CounterImage | None = None
    """The pictures of its counters, if they have none of their own."""


class Turn(msgspec.Struct, frozen=True):
    """A turn."""

    turn: int
    label: Words


class Phase(msgspec.Struct, frozen=True):
    """A phase of a turn."""

    id: str
    kind: str
    side: str | None
    name: Words
    rule: str | None = None


class Option(msgspec.Struct, frozen=True):
    """A rule that players can switch."""

    id: str
    default: bool | int | str
    name: Words
    text: Words
    choices: tuple[bool | int | str, ...] = ()
    """The values that it may take; none means true and false."""
    rule: str | None = None


class Die(msgspec.Struct, frozen=True):
    """Dice that players throw by name."""

    id: str
    name: Words
    dice: int = 1
    faces: int | tuple[str, ...] = 6
    """How many faces each has, or what is on each face."""
    plus: int = 0
    """What is added to their sum."""

    @property
    def sides(self) -> int:
        """How many faces each die has."""
        return self.faces if isinstance(self.faces, int) else len(self.faces)


class Credit(msgspec.Struct, frozen=True):
    """Thanks to somebody for something."""

    what: Words
    who: Words
    licence: Words


class Formation(msgspec.Struct, frozen=True):
    """A division, corps or army."""

    id: str
    name: Words
    side: str
    nation: str
    size: str
    parent: str | None = None
    tags: tuple[str, ...] = ()


class Short(msgspec.Struct, frozen=True):
    """What is printed left and right of the symbol."""

    left: str = ""
    right: str = ""


class Counter(msgspec.Struct, frozen=True):
    """A counter. Its side and movement class follow from its nation and type."""

    id: str
    name: Words
    short: Short
    nation: str
    side: str
    type: str
    movement_class: str | None
    size: str
    formation: str | None
    values: Mapping[str, int]
    """The printed values: ``attack``, ``defense``, ``move`` (in points), ``range``, ...

    What is printed as unlimited is `UNLIMITED`.
    """
    reduced: Mapping[str, int] = {}
    """The values of the reduced side that differ from those of the full side."""
    weaker: tuple[Mapping[str, int], ...] = ()
    """The same after the second loss, after the third, ...: for counters of many steps."""
    steps: int = 1
    """How many losses it takes to eliminate it: 1, 2 with a reduced side, or more."""
    reconstructed: Mapping[str, str] = {}
    """The method for each value that is not printed."""
    tags: tuple[str, ...] = ()
    """Its own tags and those of its unit type."""
    model: str | None = None
    """What it is equipped with, such as ``P-38``."""
    holds: Holds | None = None
    """What it may hold; None if nothing. Its own, or that of its unit type."""
    image: CounterImage | None = None
    """Pictures that are shown instead of a drawn counter. Its own, or those of its unit type."""
    lies: Lies | None = None
    """How it lies where it does not stack; None if it does."""
    text: Words | None = None
    """What stands on it in words, such as what a card does."""

    def value(self, name: str, *, losses: int = 0) -> int:
        """Return a printed value, 0 if the counter has none of that name.

        >>> type = {"type": "infantry", "movement_class": "foot", "size": "regiment"}
        >>> whose = {"nation": "german", "side": "axis", "formation": None}
        >>> values = {"values": {"attack": 4, "move": 6}, "reduced": {"attack": 2}}
        >>> counter = Counter("rm", {}, Short(), **whose, **type, **values, steps=2)
        >>> counter.value("attack"), counter.value("attack", losses=1), counter.value("range")
        (4, 2, 0)
        >>> corps = {**values, "weaker": ({"attack": 1}, {"attack": 0, "move": 3})}
        >>> counter = Counter("corps", {}, Short(), **whose, **type, **corps, steps=4)
        >>> [(counter.value("attack", losses=n), counter.value("move", losses=n)) for n in range(4)]
        [(4, 6), (2, 6), (1, 6), (0, 3)]
        """
        side = self.values
        if losses:
            after = losses - 2
            side = self.weaker[after] if 0 <= after < len(self.weaker) else self.reduced
            if name not in side:
                side = self.values
        return side.get(name, 0)

    @property
    def sides(self) -> tuple[Mapping[str, int], ...]:
        """All its values with each number of losses that it can bear, intact first."""
        return tuple(
            {name: self.value(name, losses=losses) for name in self.values}
            for losses in range(self.steps)
        )


class StateValue(msgspec.Struct, frozen=True):
    """A value of a state."""

    id: str
    name: Words
    short: str = ""
    """What is written on the counter."""


class State(msgspec.Struct, frozen=True):
    """A state of counters besides place and losses, such as where they face."""

    id: str
    name: Words
    values: tuple[StateValue, ...]
    """A counter begins with the first."""
    types: tuple[str, ...] = ()
    """The unit types that have it; none means all."""
    drawn: str = "sign"
    """How the window shows it: ``turned``, ``sign`` or ``not``."""
    secret: bool = False
    """Whether only those see it who see the losses of the counter."""

    def suits(self, counter: Counter) -> bool:
        """Return whether a counter has it."""
        return not self.types or counter.type in self.types

    def value(self, id: str) -> StateValue | None:
        """Return a value by its id."""
        return next((value for value in self.values if value.id == id), None)


class Marker(msgspec.Struct, frozen=True):
    """A piece that is no unit."""

    id: str
    name: Words
    short: Words | None = None
    """What is printed on it."""
    side: str | None = None
    count: int | None = None
    """How many there are; None if there are always enough."""
    reconstructed: Mapping[str, str] = {}
    tags: tuple[str, ...] = ()
    rule: str | None = None
    image: str | None = None
    """A picture in the folder ``images``."""
