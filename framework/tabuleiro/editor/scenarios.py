"""What can be changed in a scenario, each on the values of its file.

These are deeds of an editor: they change the values that they are given (see `Draft.edit`) as an
author would, and look for the entry that is there before they make a new one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from tabuleiro.module.places import holder_in

if TYPE_CHECKING:
    from tabuleiro.module import Module

__all__ = [
    "GROUPS",
    "Standing",
    "arrive",
    "lose",
    "paint",
    "place",
    "put_into_zone",
    "set_about",
    "set_goal",
    "set_option",
    "standing",
    "take_back",
    "waiting",
]

Values = dict[str, Any]

GROUPS: Final = ("setup", "free", "reinforcements")
"""Where counters are named: each counter once."""


class Standing(NamedTuple):
    """Where a counter starts: a hex, a box or another counter, and with how many losses."""

    spot: str
    losses: int


def _entries(values: Values, key: str) -> list[Values]:
    """Return the entries of a list that are sound enough to be looked at."""
    found = values.get(key)
    return [each for each in found if isinstance(each, dict)] if isinstance(found, list) else []


def _units(entry: Mapping[str, Any]) -> list[str]:
    units = entry.get("units")
    return [str(unit) for unit in units] if isinstance(units, list) else []


def standing(values: Values) -> dict[str, Standing]:
    """Return where counters are set up, in the order in which they are named.

    >>> standing({"setup": [{"hex": 1104, "units": ["a"], "reduced": True}]})
    {'a': Standing(spot='1104', losses=1)}
    """
    found = {}
    for entry in _entries(values, "setup"):
        spot = entry.get("hex", entry.get("box"))
        if spot is None and entry.get("in") is not None:
            spot = f"in:{entry['in']}"
        for unit in _units(entry) if spot is not None else ():
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
    free = {unit: "free" for entry in _entries(values, "free") for unit in _units(entry)}
    turns = {
        unit: str(entry.get("turn", ""))
        for entry in _entries(values, "reinforcements")
        for unit in _units(entry)
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
        for entry in list(_entries(values, key)):
            units = _units(entry)
            if piece in units:
                entry["units"] = [unit for unit in units if unit != piece]
                if not entry["units"] and not (key == "free" and _zone(entry)):
                    values[key].remove(entry)
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
    for number, entry in enumerate(_entries(values, "setup"), start=1):
        units = _units(entry)
        if any(unit in module.counters and module.counters[unit].side == side for unit in units):
            last = number
        here = str(entry.get(key)) == name and entry.keys() <= {key, "units", "reduced", "rule"}
        if here and _losses(entry) == losses and side in _sides(module, units):
            entry["units"] = [*units, piece]
            return
    new: Values = {key: name, "units": [piece]}
    if losses:
        new["reduced"] = True if losses == 1 else losses
    values.setdefault("setup", []).insert(last or len(_entries(values, "setup")), new)


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
    entries = _entries(values, "reinforcements")
    usual: Values = _usual(module, [entry for entry in entries if entry.get("side") == side])
    take_back(values, piece)
    for entry in _entries(values, "reinforcements"):
        same = entry.get("side") == side and entry.get("turn") == turn
        if same and entry.get("in") is None and not entry.get("reduced"):
            entry["units"] = [*_units(entry), piece]
            return
    entries = _entries(values, "reinforcements")
    earlier = [n for n, e in enumerate(entries, start=1) if e.get("turn", 0) <= turn]
    new = {"side": side, "turn": turn, "units": [piece], **usual}
    values.setdefault("reinforcements", []).insert(earlier[-1] if earlier else 0, new)


def _usual(module: Module, entries: list[Values]) -> Values:
    """Return how a side enters: as in its last entry; else by the first edge, or anywhere."""
    for entry in reversed(entries):
        if entry.get("edges"):
            return {"edges": list(entry["edges"]), "when": entry.get("when", "may")}
    edges = list(module.board.edges)
    if edges:
        return {"edges": edges[:1], "when": "may"}
    return {"where": {"kind": "hexes", "hexes": [module.board.grid.first]}, "when": "may"}


# ----------------------------------------------------------------------------------- zones


def _zone(entry: Mapping[str, Any]) -> list[str]:
    where = entry.get("where")
    hexes = where.get("hexes") if isinstance(where, dict) else None
    return [str(hex) for hex in hexes] if isinstance(hexes, list) else []


def paint(values: Values, number: int, hexes: Iterator[str] | list[str], *, on: bool) -> None:
    """Add hexes to where the counters of a free entry may be placed, or take them away.

    >>> values = {"free": [{"side": "axis", "units": ["a"], "where": {"kind": "coast"}}]}
    >>> paint(values, 0, ["1104", "1105"], on=True)
    >>> values["free"][0]["where"]
    {'kind': 'hexes', 'hexes': ['1104', '1105']}
    """
    entry = _entries(values, "free")[number]
    changed = list(hexes)
    now = _zone(entry)
    kept = [hex for hex in now if on or hex not in changed]
    new = [hex for hex in dict.fromkeys(changed) if on and hex not in now]
    entry["where"] = {"kind": "hexes", "hexes": [*kept, *new]}


def put_into_zone(values: Values, module: Module, piece: str, number: int) -> None:
    """Let a counter be placed by its owner, with those of a free entry of its side."""
    entry = _entries(values, "free")[number]
    if entry.get("side") != module.counters[piece].side or piece in _units(entry):
        return
    take_back(values, piece)
    entry["units"] = [*_units(entry), piece]


# ----------------------------------------------------------------------------- the rest


def set_about(values: Values, key: str, lang: str, words: str) -> None:
    """Say the name or the text in a language."""
    old = values.get(key)
    both = dict(old) if isinstance(old, dict) else {"pt": old or "", "en": old or ""}
    both[lang] = words
    values[key] = both


def set_option(values: Values, module: Module, option: str, value: Any) -> None:
    """Give an option another default in this scenario; the module's own needs no words."""
    options = dict(values.get("options") or {})
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
    goals = _entries(values, "objectives")
    found = next((goal for goal in goals if goal.get("place") == place), None)
    if points is None:
        if found is not None:
            values["objectives"].remove(found)
        return
    if found is None:
        found = {"place": place, "hex": module.board.places[place].hex}
        values.setdefault("objectives", []).append(found)
    rule = found.pop("rule", None)
    if owner is None:
        found.pop("owner", None)
    else:
        found.pop("points", None)  # the owner stands before the points
        found["owner"] = owner
    found["points"] = dict(points)
    if rule is not None:
        found["rule"] = rule
