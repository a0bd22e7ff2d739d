"""What can be changed in a scenario, each on the values of its file.

These are deeds of an editor: they change the values that they are given (see `Draft.edit`) as an
author would, and look for the entry that is there before they make a new one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from tabuleiro.module.places import holder_in

if TYPE_CHECKING:
    from tabuleiro.module import Module

__all__ = [
    "GROUPS",
    "Standing",
    "arrive",
    "drop",
    "entries",
    "hexes_of",
    "lose",
    "paint",
    "place",
    "put_in",
    "put_into_zone",
    "set_about",
    "set_goal",
    "set_option",
    "standing",
    "take_back",
    "turn_of",
    "units_of",
    "waiting",
]

Values = dict[str, Any]

GROUPS: Final = ("setup", "free", "reinforcements")
"""Where counters are named: each counter once."""


class Standing(NamedTuple):
    """Where a counter starts: a hex, a box or another counter, and with how many losses."""

    spot: str
    losses: int


def entries(values: Values, key: str) -> list[Values]:
    """Return the entries of a list that are sound enough to be looked at.

    >>> entries({"free": [{"side": "axis"}, "?"], "setup": None}, "free")
    [{'side': 'axis'}]
    """
    found = values.get(key)
    return [each for each in found if isinstance(each, dict)] if isinstance(found, list) else []


def units_of(entry: Mapping[str, Any]) -> list[str]:
    """Return the counters that an entry names."""
    units = entry.get("units")
    return [str(unit) for unit in units] if isinstance(units, list) else []


def hexes_of(entry: Mapping[str, Any]) -> list[str]:
    """Return the hexes in which the counters of an entry may be placed, if it lists them."""
    where = entry.get("where")
    hexes = where.get("hexes") if isinstance(where, dict) else None
    return [str(hex) for hex in hexes] if isinstance(hexes, list) else []


def turn_of(entry: Mapping[str, Any]) -> int:
    """Return the turn in which the counters of an entry come, 0 if it says none."""
    turn = entry.get("turn")
    return turn if isinstance(turn, int) else 0


def put_in(values: Values, key: str, entry: Values, before: int | None = None) -> None:
    """Put an entry into a list, at its end if no place among the sound entries is named."""
    if not isinstance(values.get(key), list):
        values[key] = []
    listed: list[Any] = values[key]
    sound = [number for number, each in enumerate(listed) if isinstance(each, dict)]
    at = len(listed) if before is None or before >= len(sound) else sound[before]
    listed.insert(at, entry)


def drop(values: Values, key: str, entry: Values) -> None:
    """Take an entry out of a list."""
    values[key] = [each for each in values[key] if each is not entry]


def standing(values: Values) -> dict[str, Standing]:
    """Return where counters are set up, in the order in which they are named.

    >>> standing({"setup": [{"hex": 1104, "units": ["a"], "reduced": True}]})
    {'a': Standing(spot='1104', losses=1)}
    """
    found = {}
    for entry in entries(values, "setup"):
        spot = entry.get("hex", entry.get("box"))
        if spot is None and entry.get("in") is not None:
            spot = f"in:{entry['in']}"
        for unit in units_of(entry) if spot is not None else ():
            found[unit] = Standing(str(spot), _losses(entry))
    return found


def _losses(entry: Mapping[str, Any]) -> int:
    reduced = entry.get("reduced", 0)
    return int(reduced) if isinstance(reduced, int) else 0


def waiting(values: Values) -> dict[str, str]:
    """Return the counters that are placed by their owner or come later, and how.

    >>> waiting({"reinforcements": [{"turn": 2, "units": ["a"]}], "free": [{"units": ["b"]}]})
    {'b': 'free', 'a': '2'}
    """
    free = {unit: "free" for entry in entries(values, "free") for unit in units_of(entry)}
    turns = {
        unit: str(entry.get("turn", ""))
        for entry in entries(values, "reinforcements")
        for unit in units_of(entry)
    }
    return free | turns


# ------------------------------------------------------------------------------- counters


def take_back(values: Values, piece: str) -> None:
    """Let a counter be in no entry; entries that name nobody any more go.

    >>> values = {"setup": [{"hex": "1104", "units": ["a"]}, {"hex": "1105", "units": ["b", "c"]}]}
    >>> take_back(values, "a"), take_back(values, "c"), values
    (None, None, {'setup': [{'hex': '1105', 'units': ['b']}]})
    """
    for key in GROUPS:
        for entry in list(entries(values, key)):
            units = units_of(entry)
            if piece in units:
                entry["units"] = [unit for unit in units if unit != piece]
                if not entry["units"] and not (key == "free" and hexes_of(entry)):
                    drop(values, key, entry)
    opens = values.get("opens")
    if isinstance(opens, dict) and isinstance(opens.get("pieces"), dict):
        opens["pieces"].pop(piece, None)
        if not opens["pieces"]:
            del opens["pieces"]


def _spot(module: Module, spot: str) -> tuple[str, str]:
    holder = holder_in(spot)
    if holder is not None:
        return "in", holder
    return ("box" if spot in module.board.boxes else "hex"), spot


def place(values: Values, module: Module, piece: str, spot: str) -> None:
    """Let a counter start in a hex, a box or inside of another; with the losses that it had."""
    before = standing(values).get(piece)
    losses = before.losses if before is not None else 0
    take_back(values, piece)
    _set_up(values, module, piece, spot, losses)


def _set_up(values: Values, module: Module, piece: str, spot: str, losses: int) -> None:
    key, name = _spot(module, spot)
    side = module.counters[piece].side
    last = 0
    for number, entry in enumerate(entries(values, "setup"), start=1):
        units = units_of(entry)
        if any(unit in module.counters and module.counters[unit].side == side for unit in units):
            last = number
        here = str(entry.get(key)) == name and entry.keys() <= {key, "units", "reduced", "rule"}
        if here and _losses(entry) == losses and side in _sides(module, units):
            entry["units"] = [*units, piece]
            return
    new: Values = {key: name, "units": [piece]}
    if losses:
        new["reduced"] = True if losses == 1 else losses
    put_in(values, "setup", new, last or None)


def _sides(module: Module, units: list[str]) -> set[str]:
    return {module.counters[unit].side for unit in units if unit in module.counters}


def lose(values: Values, module: Module, piece: str, losses: int) -> None:
    """Let a counter that is set up start with so many losses."""
    before = standing(values).get(piece)
    if before is not None and before.losses != losses:
        take_back(values, piece)
        _set_up(values, module, piece, before.spot, losses)


def arrive(values: Values, module: Module, piece: str, turn: int) -> None:
    """Let a counter enter in a turn: as others of its side do then, or else as they usually do."""
    side = module.counters[piece].side
    before = entries(values, "reinforcements")
    usual: Values = _usual(module, [entry for entry in before if entry.get("side") == side])
    take_back(values, piece)
    for entry in entries(values, "reinforcements"):
        same = entry.get("side") == side and entry.get("turn") == turn
        if same and entry.get("in") is None and not entry.get("reduced"):
            entry["units"] = [*units_of(entry), piece]
            return
    now = entries(values, "reinforcements")
    earlier = [number for number, entry in enumerate(now, start=1) if turn_of(entry) <= turn]
    new = {"side": side, "turn": turn, "units": [piece], **usual}
    put_in(values, "reinforcements", new, earlier[-1] if earlier else 0)


def _usual(module: Module, before: list[Values]) -> Values:
    """Return how a side enters: as in its last entry; else by the first edge, or anywhere."""
    for entry in reversed(before):
        if isinstance(entry.get("edges"), list) and entry["edges"]:
            return {"edges": list(entry["edges"]), "when": entry.get("when", "may")}
    edges = list(module.board.edges)
    if edges:
        return {"edges": edges[:1], "when": "may"}
    return {"where": {"kind": "hexes", "hexes": [module.board.grid.first]}, "when": "may"}


# ----------------------------------------------------------------------------------- zones


def paint(values: Values, number: int, hexes: Iterable[str], *, on: bool) -> None:
    """Add hexes to where the counters of a free entry may be placed, or take them away.

    >>> values = {"free": [{"side": "axis", "units": ["a"], "where": {"kind": "coast"}}]}
    >>> paint(values, 0, ["1104", "1105"], on=True)
    >>> values["free"][0]["where"]
    {'kind': 'hexes', 'hexes': ['1104', '1105']}
    """
    entry = entries(values, "free")[number]
    changed = list(hexes)
    now = hexes_of(entry)
    kept = [hex for hex in now if on or hex not in changed]
    new = [hex for hex in dict.fromkeys(changed) if on and hex not in now]
    entry["where"] = {"kind": "hexes", "hexes": [*kept, *new]}


def put_into_zone(values: Values, module: Module, piece: str, number: int) -> None:
    """Let a counter be placed by its owner, with those of a free entry of its side."""
    entry = entries(values, "free")[number]
    if entry.get("side") != module.counters[piece].side or piece in units_of(entry):
        return
    take_back(values, piece)
    entry["units"] = [*units_of(entry), piece]


# ----------------------------------------------------------------------------- the rest


def set_about(values: Values, key: str, lang: str, words: str) -> None:
    """Say the name or the text in a language."""
    old = values.get(key)
    both = dict(old) if isinstance(old, dict) else {"pt": old or "", "en": old or ""}
    both[lang] = words
    values[key] = both


def set_option(values: Values, module: Module, option: str, value: Any) -> None:
    """Give an option another default in this scenario; the module's own needs no words."""
    said = values.get("options")
    options = dict(said) if isinstance(said, dict) else {}
    options.pop(option, None)
    if value != module.options[option].default:
        options[option] = value
    values["options"] = options


def set_goal(
    values: Values,
    module: Module,
    place: str,
    points: Mapping[str, int] | None,
    owner: str | None = None,
) -> None:
    """Let a place be worth points for each side that holds it; None makes it worth nothing."""
    goals = entries(values, "objectives")
    found = next((goal for goal in goals if goal.get("place") == place), None)
    if points is None:
        if found is not None:
            drop(values, "objectives", found)
        return
    if found is None:
        found = {"place": place, "hex": module.board.places[place].hex}
        put_in(values, "objectives", found)
    rule = found.pop("rule", None)
    if owner is None:
        found.pop("owner", None)
    else:
        found.pop("points", None)  # the owner stands before the points
        found["owner"] = owner
    found["points"] = dict(points)
    if rule is not None:
        found["rule"] = rule
