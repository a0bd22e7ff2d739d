"""Scenes in the air of Libertação das Filipinas: missions flown, answered, fought."""

from functools import cache

from asking import Battle
from tabuleiro.engine import events as ev
from tabuleiro.testing import action, table
from tabuleiro.testing.table import Table

__all__ = [
    "CLARK",
    "CLARK_C",
    "DULAG",
    "act",
    "air_support",
    "air_told",
    "answer",
    "at",
    "bombed",
    "end_march",
    "fly",
    "hurt",
    "losses",
    "roll_on",
    "scene",
    "seen_missions",
    "sent",
    "totals",
    "words",
]

CLARK, CLARK_C, DULAG = "1917", "1918", "4438"
"""Airfields: two by Clark, and Dulag on Leyte, which is held by Americans in these scenes."""
HELD = {"4438": "us", "4437": "us"}
"""Dulag and Tacloban are in American hands."""


def at(place, *pieces):
    """Pieces in a place."""
    return dict.fromkeys(pieces, place)


def hurt(place, *pieces):
    """Pieces with losses in a place."""
    return {piece: {"place": place, "losses": 1} for piece in pieces}


@cache
def _begun():
    """A match that has just begun: to go on from it takes less than to begin another."""
    return table("filipinas").game


def scene(phase, *pieces, turn=1, control=(), weather=None, dice=(), facts=(), **more):
    """A phase with these pieces; Dulag and Tacloban are American; in turn 1 all are supplied."""
    known = dict(facts)
    if weather:
        known["weather"] = weather
    t = Table(_begun().fork(seed="test"))
    t.dice(*dice)
    placed = {piece: place for some in pieces for piece, place in some.items()}
    held = {**HELD, **dict(control)}
    return t.set(phase, placed, turn=turn, control=held, facts=known, **more)


def act(t, kind, *values, **fields):
    """Take an action."""
    return t.do(action(kind, *values, **fields))


def fly(t, kind, hex, *bombers, escorts=(), divers=(), night=False):
    """Plan a mission, assign aircraft to it, and send them off."""
    t.act(kind, hex)
    if night:
        t.act("fly-by-night")
    for how, pieces in (("fly-as-bomber", bombers), ("fly-as-fighter", escorts),
                        ("fly-as-kamikaze", divers)):  # fmt: skip
        t.do(*(action(how, piece) for piece in pieces))
    return t.act("confirm")


def end_march(t, until="interception"):
    """End the open phase, announce nothing, and go on to the answer in the air, if any is asked."""
    return roll_on(t.end(), until)


_ENDS = ("done-reacting", "end-phase", "stand-aside", "spare-airfield", "done-sinking")


def roll_on(t, until=None):
    """Let whoever is asked do nothing until such a phase asks, or somebody must choose."""
    for _ in range(60):
        kind = t.s.phase.kind if t.s.phase else ""
        if until is not None and until in kind:
            return t
        if t.game.decision() is None:
            return t
        ends = [kind for kind in _ENDS if kind in t.decision.actions]
        if not ends or (until is None and kind != "combat" and "end-phase" in ends):
            return t
        t.act(ends[0])
    raise AssertionError(f"never came to {until}: {t.decision}")


def answer(t, *intercept, support=()):
    """Answer in the air: pairs of an aircraft and a place."""
    t.do(*(action("intercept", piece, place) for piece, place in intercept))
    t.do(*(action("defend-as-bomber", piece, place) for piece, place in support))
    return t.act("done-reacting")


def events(t):
    """All events of the match so far, the last first."""
    for row in reversed(t.game.log.line()):
        yield from reversed(row.events)


def air_told(t, key="air_combat"):
    """What the log tells of the last air combat (or ``bombing``)."""
    said = (event for event in events(t) if isinstance(event, ev.Said))
    return next((event.data for event in said if key in event.data), None)


def totals(t):
    """The totals of the last air combat with the labels of column and band, and the result."""
    told = air_told(t)
    combat, table_ = told["air_combat"], t.s.module.values["air-combat"]
    column, band = table_.columns[combat["column"]].label, table_.bands[combat["band"]].label
    return combat["attack"], column, combat["defence"], band, told["code"]


def bombed(t):
    """The last bombing: total, column, result."""
    told = air_told(t, "bombing")
    return told["bombing"]["total"], told["bombing"]["column_label"], told["code"]


def air_support(t, target, attacker="us"):
    """What the aircraft over a hex add to an attack on it, and to its defence."""
    battle = Battle("assault", attacker, t.s.enemy(attacker), target)
    parts = t.s.rules.combat_parts(s=t.s, battle=battle)
    sides = (attacker, t.s.enemy(attacker))
    return tuple(sum(part.value for part in parts if part.side == side) for side in sides)


def losses(t, *pieces):
    """The losses of pieces; 2 if they are destroyed."""
    return [2 if t.place(piece) == "dead" else t.losses(piece) for piece in pieces]


def sent(t):
    """Where the aircraft fly, and on what errand."""
    return {f.piece: (f.target, f.kind) for f in t.s.rules.flights(s=t.s)}


def seen_missions(t, side):
    """The missions as a side sees them: whose, where, errand, number by class and role."""
    told = t.game.belief(side).s.position.facts.get("missions") or ()
    return [(m["side"], m["hex"], m["errand"], m["flights"]) for m in told]


def words(t, side=None):
    """What the log tells a side, or all."""
    said = [event for event in events(t) if isinstance(event, ev.Said)]
    return [t.say(e.message) for e in said if not e.to or side in e.to]
