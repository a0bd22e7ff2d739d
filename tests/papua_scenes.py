"""Scenes of Papua - Nova Guiné for rule tests: who is not named is out of the match."""

from scenes import at, column, hurt, marked, places, shifts, sums  # noqa: F401 - for the tests
from tabuleiro.engine import OFF
from tabuleiro.engine import events as ev
from tabuleiro.testing import action, table

MIDWAY = 5
"""A turn without arrivals of note, well before the naval units change."""


def scene(phase, *pieces, turn=MIDWAY, waiting=(), options=None, dice=(), **more):
    """A phase with these pieces on the board and ``waiting`` ones about to arrive."""
    t = table("papua", options=options)
    t.dice(*dice)
    return t.set(phase, places(t, *pieces, waiting=waiting), turn=turn, **more)


def moving(side, *pieces, **more):
    """The movement phase of a side."""
    return scene(f"{side}-movement", *pieces, **more)


def line(t, piece):
    """How a piece is supplied, as the table's layer shows it; false if it is not."""
    return t.s.rules.supply_line(s=t.s, piece=piece)


def bases(side, *places):
    """Marks of supply bases."""
    return {place: [f"supply-base-{side}"] for place in places}


# ------------------------------------------------------------------------------ aircraft

MORESBY, JACKSON, DURAND, RORONA = "0518", "0618", "0517", "0417"
"""The city and its three airfields."""
LAE, RABAUL, GASMATA = "0403", "2603", "2305"
"""Japanese airfields."""
TOWNSVILLE, DARWIN, MILNE, DOBODURA = "0928", "0126", "2424", "1314"
ALLIED_BASE, JAPANESE_BASE = ("supply-base-allied",), ("supply-base-japanese",)
SUPPLIED = {MORESBY: ALLIED_BASE}
"""An Allied supply base from which all of Papua that the enemy does not cut off lives."""


def airwar(side, *pieces, marks=None, **more):
    """The movement phase of a side; Allied aircraft in Port Moresby are supplied."""
    return moving(side, *pieces, marks={**SUPPLIED, **(marks or {})}, **more)


def raid(t, plan, *bombers, fighters=(), night=False):
    """Plan a raid, assign squadrons to it, and send them off."""
    t.do(plan)
    if night:
        t.do(action("fly-by-night"))
    t.do(
        *(action("fly-as-bomber", piece) for piece in bombers),
        *(action("fly-as-fighter", piece) for piece in fighters),
    )
    return t.do(action("confirm"))


def told_air(t, key="air_battle"):
    """What the log tells of the last air battle (or ``bombing``): sums, code, faces."""
    for row in reversed(t.game.log.line()):
        for event in reversed(row.events):
            if isinstance(event, ev.Said) and key in event.data:
                return event.data
    return None


def air_totals(t):
    """The totals of the last air battle: attack, column, defence, band."""
    battle = told_air(t)["air_battle"]
    return battle["attack"], battle["column"], battle["defence"], battle["band"]


def bombed(t):
    """The last bombing: total, column, code."""
    told = told_air(t, "bombing")
    return told["bombing"]["total"], told["bombing"]["column_label"], told["code"]


def flown(t):
    """Where the aircraft fly, with kind and role."""
    return {f.piece: (f.target, f.kind, f.role) for f in t.s.rules.flights(s=t.s)}


# ground combat

GROUND = "1214"
"""An open village hex with land all round: 1213, 1313, 1314, 1215, 1114, 1113; no river near."""
NORTH, SOUTH, SOUTH_WEST, NORTH_WEST = "1213", "1215", "1114", "1113"
FOREST = "1021"
"""A forest hex with land all round: 1020, 1120, 1121, 1022, 0921, 0920; no river near."""
LEFT, RIGHT = "defender", "attacker"


def fed(turn, *pieces):
    """The fact that aircraft supply pieces in a turn, wherever they are."""
    return {"air-supply": {str(turn): {p: {"by": "us-ts-6", "landed": ""} for p in pieces}}}


def off_coast(place, *pieces):
    """Pieces that are about to land in a hex."""
    return {p: {"place": "off", "marks": [f"afloat-{place}"]} for p in pieces}


def over(place, *pieces):
    """The fact that aircraft support troops in a combat for a hex."""
    return {"sorties": {p: {"piece": p, "hex": place, "kind": "support"} for p in pieces}}


def fighting(side, *pieces, hungry=(), turn=MIDWAY, facts=(), **more):
    """The combat phase of a side; all are supplied but for the hungry."""
    named = {piece for some in pieces for piece in some}
    known = {**fed(turn, *sorted(named.difference(hungry))), **dict(facts)}
    return scene(f"{side}-combat", *pieces, turn=turn, facts=known, **more)


def announced_all(t):
    """The attacker announces no more, the defender sends no aircraft."""
    while {"assault", "done-reacting"}.intersection(t.decision.actions):
        kind = "end-phase" if "assault" in t.decision.actions else "done-reacting"
        t.do(*t.legal(kind))
    return t


def battle(side, attackers, defenders, *, target=GROUND, joining=(), kind="assault", also=(), **m):
    """A table on which an attack was announced and carried out as far as nobody has a choice."""
    t = fighting(side, attackers, defenders, dict(also), **m)
    return announced_all(t.attack(target, *attackers, *joining, kind=kind))


def rules_of_shifts(t):
    """The clauses of the shifts in the last battle."""
    return {s["rule"] for s in t.told()["odds"]["shifts"]}


def is_dead(t, *pieces):
    """Whether all these pieces were eliminated."""
    return all(t.place(piece) == "dead" for piece in pieces)


def spent(t, piece):
    """The movement points that a piece has spent."""
    return t.s.piece(piece).spent / 2


def firsts(t, piece):
    """The hexes in which an arriving piece may be placed."""
    return {deed.hex for deed in t.legal("place", piece=piece)}


def voyages(t, piece):
    """The hexes to which a piece may sail."""
    return {deed.hex for deed in t.legal("sail", piece=piece)}


def region(t, *names):
    """The hexes of regions of the board."""
    return {hex for name in names for hex in t.s.board.regions[name].hexes}


def on_to(t, phase):
    """Go on to a phase; whoever is asked meanwhile does nothing, or the first thing he can."""
    for _ in range(200):
        if t.phase == phase:
            return t
        ends = [a for a in t.legal() if a.kind == "end-phase" or a.kind.startswith("done")]
        off = [a for a in t.legal() if getattr(a, "piece", "") in t.s.at(OFF)]
        t.do((ends or off or t.legal())[0])
    raise AssertionError(f"never came to {phase}: {t.decision}")


def announced(t, *attacks):
    """End the movement and announce attacks: a target with its attackers each."""
    t.end()
    for target, *pieces in attacks:
        t.attack(target, *pieces)
    if t.phase.endswith("combat") and "assault" in t.decision.actions:
        t.end()
    return t
