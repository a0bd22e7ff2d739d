"""What is to be seen on a counter, as data: the same data always give the same picture."""

from __future__ import annotations

from enum import StrEnum
from math import cos, radians, sin
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

import msgspec

from tabuleiro.module.images import image_path
from tabuleiro.module.records import UNLIMITED
from tabuleiro.module.unknown import arm_seen, could_be, is_unknown

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tabuleiro.module import Counter, Module, State

__all__ = [
    "AnyBadge",
    "Badge",
    "BadgeEntry",
    "Face",
    "Role",
    "face_of",
    "figures_of",
    "figures_seen",
    "has_sizes",
]

_ARMS: Final[Mapping[str, str]] = {
    "foot": "infantry",
    "armour": "armour",
    "guns": "artillery",
    "air": "fighter",
    "ship": "warship",
}
"""The symbols of pieces of which only the kind is seen."""


class Badge(StrEnum):
    """A small sign for the state of a counter. Each has a shape of its own, not just a colour."""

    MOVED = "moved"
    SPENT = "spent"
    STUCK = "stuck"
    UNSUPPLIED = "unsupplied"
    HIDDEN = "hidden"
    FLOWN = "flown"


Role: TypeAlias = Literal["note", "good", "warning", "bad"]
"""What a sign says at a glance; each role has a colour."""


class BadgeEntry(msgspec.Struct, frozen=True):
    """A sign of a game's own: one or two letters, what they mean in words, and a role.

    >>> BadgeEntry("R", "Needs replacements").role
    'note'
    """

    text: str
    hint: str
    role: Role = "note"


AnyBadge: TypeAlias = Badge | BadgeEntry


class Face(msgspec.Struct, frozen=True):
    """A counter as it is seen. ``figures`` is the row of strengths, ``reach`` the range."""

    ground: str
    ink: str
    symbol: str = ""
    size: str = ""
    left: str = ""
    right: str = ""
    figures: str = ""
    reach: str = ""
    reduced: bool = False
    steps: tuple[int, int] | None = None
    """How many steps are left of how many, where there are more than two sides to show it."""
    band: str = ""
    """The colour of a diagonal band, for nations that have one."""
    badges: tuple[AnyBadge, ...] = ()
    outline: int = 0
    """The number of its side, which has an outline of its own: told without its colour."""
    ghost: bool = False
    """Drawn pale: off the board, or where it was."""
    turn: float = 0
    """By how many degrees it is turned, clockwise."""
    signs: tuple[str, ...] = ()
    """What is written on it of its states, such as a formation."""
    inside: int = 0
    """How many other counters are seen to be inside of it."""
    picture: str = ""
    """The file of a picture that is shown instead of ground, symbol and strengths."""
    over: tuple[str, ...] = ()
    """Files of pictures that are laid over it."""
    span: tuple[float, float] | None = None
    """How wide and high it lies on the table, in counters; None: as large as they are."""

    def fitted(self) -> Face:
        """Return it small enough for the room of a usual counter."""
        largest = max(self.box)
        if self.span is None or largest <= 1:
            return self
        wide, high = self.span
        return msgspec.structs.replace(self, span=(wide / largest, high / largest))

    @property
    def box(self) -> tuple[float, float]:
        """How much room it takes on the table, in counters, as it is turned.

        >>> Face("", "").box, Face("", "", span=(2, 3)).box, Face("", "", span=(2, 3), turn=90).box
        ((1.0, 1.0), (2, 3), (3.0, 2.0))
        """
        if self.span is None or not self.turn:
            return self.span or (1.0, 1.0)
        (wide, high), angle = self.span, radians(self.turn)
        across, along = abs(cos(angle)), abs(sin(angle))
        return (
            round(wide * across + high * along, 6),
            round(wide * along + high * across, 6),
        )


def face_of(
    module: Module,
    counter: Counter,
    seen: Mapping[str, Any] | None = None,
    badges: tuple[AnyBadge, ...] = (),
) -> Face:
    """Return the face of a counter; ``seen`` is what a side may know of it now.

    One that is not known has the colours of its nation, the symbol of its kind, and a "?".
    """
    if is_unknown(counter.id):
        return _unknown_face(module, counter, seen, badges)
    nation = module.nations[counter.nation]
    kind = module.unit_types[counter.type]
    hidden = seen is not None and seen.get("known") != "all"
    losses = int(seen["losses"]) if seen else 0
    values: Mapping[str, int] | None = counter.values
    if seen is not None:
        values = seen.get("values")
    if hidden:
        badges = (*badges, Badge.HIDDEN)
    own = counter.image.after(losses) if counter.image is not None else None
    front = counter.image.front if counter.image is not None else None
    reach = values.get("range") if values and "attack" in values else None
    return Face(
        ground=nation.ground,
        ink=nation.ink,
        symbol=kind.symbol,
        size=counter.size,
        left=counter.short.left,
        right=counter.short.right,
        figures=figures_of(counter.values, values),
        reach=str(reach) if reach else "",
        reduced=bool(losses) and counter.steps > 1 and own is None,
        steps=(counter.steps - losses, counter.steps) if counter.steps > 2 and not hidden else None,
        band=getattr(nation, "band", "") or "",
        badges=badges,
        outline=_outline(module, counter),
        turn=_turn(module, seen),
        signs=tuple(_signs(module, seen)),
        inside=len(seen.get("inside", ())) if seen else 0,
        picture=_file(module, own or front),
        over=tuple(_file(module, name) for name in _laid_over(counter, seen)),
        span=counter.image.size if counter.image is not None else None,
    )


def _unknown_face(
    module: Module,
    counter: Counter,
    seen: Mapping[str, Any] | None,
    badges: tuple[AnyBadge, ...],
) -> Face:
    """Return the face of a counter that is not known; where it lies may give it a back."""
    nation = module.nations[counter.nation]
    box = module.board.boxes.get(seen["place"]) if seen and "place" in seen else None
    covered = box if box is not None and box.back else None
    back = covered.back if covered is not None else _common(module, counter, "hidden")
    size = (covered.back_size if covered is not None else None) or _common(module, counter, "size")
    return Face(
        ground=nation.ground,
        ink=nation.ink,
        symbol=_ARMS.get(arm_seen(counter.id), ""),
        figures=figures_seen(counter, None),
        band=getattr(nation, "band", "") or "",
        badges=badges,
        outline=_outline(module, counter),
        turn=_turn(module, seen),
        picture=_file(module, back),
        span=size,
    )


def has_sizes(module: Module) -> bool:
    """Return whether counters of a game lie on the table in sizes of their own."""
    if "sizes" not in module.memo:
        images = (one.image for one in (*module.counters.values(), *module.palette.values()))
        module.memo["sizes"] = any(image is not None and image.size for image in images)
    return bool(module.memo["sizes"])


def _file(module: Module, name: str | None) -> str:
    """Return the file of a picture of a module, nothing if there is none."""
    return str(image_path(module.root, name)) if name else ""


def _laid_over(counter: Counter, seen: Mapping[str, Any] | None) -> Iterator[str]:
    """Yield the pictures that the states of a counter lay over it."""
    if counter.image is None or not counter.image.states:
        return
    known = (seen or {}).get("states") or {}
    for state, values in counter.image.states.items():
        name = values.get(known.get(state, ""))
        if name:
            yield name


def _common(module: Module, counter: Counter, what: str) -> Any:
    """Return the picture or size of a counter that is not known: what all have that it could be."""
    arm = arm_seen(counter.id)
    key = ("common", what, counter.nation, arm)
    if key not in module.memo:
        found = {
            getattr(one.image, what, None)
            for one in (*module.counters.values(), *module.palette.values())
            if one.nation == counter.nation and could_be(arm, one)
        }
        module.memo[key] = found.pop() if len(found) == 1 else None
    return module.memo[key]


def _turn(module: Module, seen: Mapping[str, Any] | None) -> float:
    """Return how far a counter is turned by its states that are shown so."""
    turn = 0.0
    for state, number in _states(module, seen, "turned"):
        turn += 360 * number / len(state.values)
    return turn % 360


def _signs(module: Module, seen: Mapping[str, Any] | None) -> Iterator[str]:
    for state, number in _states(module, seen, "sign"):
        short = state.values[number].short
        if number and short:
            yield short


def _states(
    module: Module, seen: Mapping[str, Any] | None, drawn: str
) -> Iterator[tuple[State, int]]:
    """Yield the states of a counter that are drawn in a way, with the place of their value."""
    known = (seen or {}).get("states") or {}
    for name, value in known.items():
        state = module.states[name]
        if state.drawn == drawn:
            yield state, [one.id for one in state.values].index(value)


def _outline(module: Module, counter: Counter) -> int:
    """Return the number of a counter's side among those of the game."""
    sides = list(module.sides)
    return sides.index(counter.side) if counter.side in sides else 0


_ROWS = (
    ("attack", "defense", "move"),
    ("land", "air", "range"),
    ("combat", "aircraft", "transport"),
)


def figures_of(printed: Mapping[str, int], known: Mapping[str, int] | None) -> str:
    """Return the row of strengths; question marks if they are not known.

    >>> figures_of({"attack": 4, "defense": 4, "move": 6}, {"attack": 2, "defense": 2, "move": 6})
    '2-2-6'
    >>> figures_of({"attack": 4, "defense": 4, "move": 6}, None)
    '?-?-?'
    """
    for row in _ROWS:
        if row[0] in printed:
            if known is None:
                return "-".join("?" for _name in row)
            return "-".join(_number(known.get(name, 0)) for name in row)
    return ""


def figures_seen(counter: Counter, known: Mapping[str, int] | None) -> str:
    """Return the row of strengths of a counter as it is seen; of one that is not known a "?"."""
    return "?" if is_unknown(counter.id) else figures_of(counter.values, known)


def _number(value: int) -> str:
    return "∞" if value == UNLIMITED else str(value)
