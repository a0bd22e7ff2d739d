"""Ships and the shore: support of land combats, and bombardment from the sea (7.1.1, 7.1.3).

The attacker names his ships when he has announced his attacks, the defender as the phase of combat
begins. Which ships fire at what is their side's to know until they do; how many fire where is told.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Literal

from tabuleiro.engine import (
    Action,
    AskingStep,
    Decision,
    Question,
    Step,
    Verdict,
    hex_ref,
    msg,
    narrowed,
    piece_ref,
    side_ref,
)
from tabuleiro.engine import events as ev
from tabuleiro.engine.data import plain
from tabuleiro.engine.knowledge import Knowledge
from tabuleiro.engine.verdicts import FORM
from tabuleiro.hooks import hookimpl
from tabuleiro.rules.clauses import clause, object_to
from tabuleiro.rules.combat.battle import Part
from tabuleiro.rules.combat.declared_attacks import ASSAULT, announced, attacks
from tabuleiro.rules.ground.land_units import holds_ground, land_units
from tabuleiro.rules.ground.movement_phase import EndPhase
from tabuleiro.rules.victory.control import controller
from tabuleiro_filipinas.air_bases import is_base
from tabuleiro_filipinas.air_bombing import EFFECTS, TABLE, Bombing, fire_on, sees_target
from tabuleiro_filipinas.air_missions import FIELD, PORT, TROOPS
from tabuleiro_filipinas.air_support import by_guns
from tabuleiro_filipinas.cargo import aboard, used
from tabuleiro_filipinas.forces import force_of, forces
from tabuleiro_filipinas.moments import Moment
from tabuleiro_filipinas.own_business import OwnBusiness
from tabuleiro_filipinas.parameters.air import BombingBarredTerms
from tabuleiro_filipinas.parameters.war import NavalTerms
from tabuleiro_filipinas.sea_lanes import chart, is_port

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tabuleiro.engine import Change, Situation
    from tabuleiro.engine.verdicts import Objection
    from tabuleiro.rules.combat.battle import Battle

__all__ = ["BombardShore", "ShoreFire", "ShoreOrders", "SpareShip", "SupportAshore"]

SHORE: Final = "shore-"
"""The fact of each side about which of its ships fire at which hex, and what for."""
ATTACK, DEFENCE = "attack", "defence"
_AIMS: Final = {"troops": TROOPS, "field": FIELD, "port": PORT}


def orders(s: Situation, side: str) -> Mapping[str, tuple[str, str]]:
    """Return the ships of a side that fire at the shore: each with its hex and what for."""
    told = s.position.facts.get(SHORE + side, {})
    return {ship: (order["hex"], order["use"]) for ship, order in sorted(told.items())}


def _write(change: Change, side: str, now: Mapping[str, tuple[str, str]]) -> None:
    data = {ship: {"hex": hex, "use": use} for ship, (hex, use) in sorted(now.items())}
    change.emit(ev.FactSet(SHORE + side, data or None))


def _firing(s: Situation, side: str, place: str, use: str) -> tuple[str, ...]:
    """Return the ships of a side that fire at a hex for one purpose, and still can."""
    found = orders(s, side).items()
    return tuple(ship for ship, order in found if order == (place, use) and s.alive(ship))


class SupportAshore(Action, frozen=True):
    """A ship supports the attack on a hex, or its defence."""

    piece: str
    hex: str


class BombardShore(Action, frozen=True):
    """A ship bombards the troops, the aerodrome or the port of a hex."""

    piece: str
    hex: str
    aim: Literal["troops", "field", "port"]


class SpareShip(Action, frozen=True):
    """A ship does not fire after all."""

    retracts = True

    piece: str


# ------------------------------------------------------------------------------ who may


def _ships(s: Situation, side: str) -> Iterator[tuple[str, str]]:
    """Yield the warships of a side at sea, with their hexes."""
    for force in forces(s, side):
        if s.on_map(force):
            for ship in s.inside(force):
                if "shore-attack" in s.counter(ship).tags:
                    yield ship, s.place(force)


def _beside(s: Situation, ship: str, place: str) -> bool:
    here = s.whereabouts(ship)
    return here in s.board.grid and place in chart(s).shore.get(here, ())


def _about_ship(s: Situation, side: str, ship: str, place: str) -> Iterator[Objection]:
    if ship not in dict(_ships(s, side)):
        message = msg("Name a battleship, cruiser or destroyer unit of yours at sea.")
        yield object_to(s, message, "naval-support", FORM)
        return
    if not _beside(s, ship, place):
        message = msg("{piece} is not next to {hex}.", piece=piece_ref(ship), hex=hex_ref(place))
        yield object_to(s, message, "naval-support", FORM, pieces=(ship,))
    elif ship in orders(s, side):
        message = msg("{piece} fires at one hex in a phase.", piece=piece_ref(ship))
        yield object_to(s, message, "naval-support", "combat", pieces=(ship,))


def _support_bars(
    s: Situation, side: str, ship: str, place: str, *, defence: bool
) -> Iterator[Objection]:
    found = list(_about_ship(s, side, ship, place))
    if not found and not defence and any(b.target == place and by_guns(s, b) for b in attacks(s)):
        message = msg("Nobody supports an attack of artillery alone.")
        found.append(object_to(s, message, "guns-unsupported", "combat", hexes=(place,)))
    if not found and place not in announced(s):
        message = msg("No attack on {hex} is announced.", hex=hex_ref(place))
        found.append(object_to(s, message, "naval-support", FORM))
    if not found and defence and "shore-defence" not in s.counter(ship).tags:
        message = msg("{piece} supports no defence.", piece=piece_ref(ship))
        found.append(object_to(s, message, "shore-types", FORM, pieces=(ship,)))
    yield from found


def _bombardment_bars(s: Situation, side: str, action: BombardShore) -> Iterator[Objection]:
    ship, place = action.piece, action.hex
    found = list(_about_ship(s, side, ship, place))
    yield from found
    if found:
        return
    if not _is_target(s, side, place, action.aim):
        message = msg("There is nothing of that kind to bombard in {hex}.", hex=hex_ref(place))
        yield object_to(s, message, "naval-bombardment", FORM)
        return
    about = {"pieces": (ship,), "hexes": (place,)}
    barred = s.terms(BombingBarredTerms).bombing_barred.get(side, ())
    if s.board.terrain_at(place) in barred:
        message = msg("The {side} spare the cities.", side=side_ref(side))
        yield object_to(s, message, "bombardment-city", "combat", **about)
    yield from _other_use(s, side, ship)
    now = orders(s, side)
    same = [other for other, order in now.items() if order == (place, action.aim)]
    others = [use for hex, use in now.values() if hex == place and use not in {action.aim, ATTACK}]
    if others or (action.aim == "troops" and place in announced(s)):
        message = msg("{hex} is attacked once in a phase.", hex=hex_ref(place))
        yield object_to(s, message, "once-a-hex", "combat", **about)
    limit = s.terms(NavalTerms).bombardment_limit
    if sum(s.value(one, "combat") for one in (*same, ship)) > limit:
        message = msg("No more than {n} points bombard a hex.", n=limit)
        yield object_to(s, message, "bombardment-limit", "combat", **about)


def _is_target(s: Situation, side: str, place: str, aim: str) -> bool:
    enemy = s.enemy(side)
    if aim == "troops":
        return place in land_units(s, enemy)
    if aim == "field":
        return is_base(s, place) and controller(s, place) == enemy
    return is_port(s, place) and controller(s, place) == enemy


def _other_use(s: Situation, side: str, ship: str) -> Iterator[Objection]:
    """Yield why the force of a ship is needed for something else (7.1.3-2)."""
    force, now = force_of(s, ship), orders(s, side)
    mates = s.inside(force) if force else ()
    busy = any(used(s, mate) or aboard(s, mate) for mate in mates)
    if busy or any(now.get(mate, ("", ""))[1] in {ATTACK, DEFENCE} for mate in mates):
        message = msg("The force of {piece} has another use in this turn.", piece=piece_ref(ship))
        yield object_to(s, message, "bombardment-use", "combat", pieces=(ship,))


def _supports_after(s: Situation, side: str, ship: str) -> Iterator[Objection]:
    """Yield why a ship of a force that bombards supports nobody."""
    force, now = force_of(s, ship), orders(s, side)
    if any(now.get(mate, ("", ATTACK))[1] in _AIMS for mate in (s.inside(force) if force else ())):
        message = msg("The force of {piece} has another use in this turn.", piece=piece_ref(ship))
        yield object_to(s, message, "bombardment-use", "combat", pieces=(ship,))


# ------------------------------------------------------------------------------ choosing


class ShoreOrders(OwnBusiness, AskingStep, frozen=True):
    """A side says which ships fire at the shore: the attacker's, or those of the defence."""

    always = (EndPhase(),)
    side: str
    defence: bool = False

    def question(self, s: Situation) -> Question | None:
        """Ask, as long as a ship can fire."""
        found = list(self._offers(s))
        if not found:
            return None
        kinds = ("support-ashore", *(() if self.defence else ("bombard-shore",)), "spare-ship")
        return Question(
            Decision(
                self.side, msg("Choose the ships that fire at the shore."),
                clause(s, "naval-support"), "choose",
                pieces=tuple(dict.fromkeys(action.piece for action in found)),
                actions=(*kinds, "end-phase"), secret=True,
            )
        )  # fmt: skip

    def _offers(self, s: Situation) -> Iterator[SupportAshore | BombardShore | SpareShip]:
        now = orders(s, self.side)
        for ship, here in _ships(s, self.side):
            if ship in now:
                if self.defence == (now[ship][1] == DEFENCE):
                    yield SpareShip(ship)
                continue
            for place in chart(s).shore.get(here, ()):
                for action in self._at(ship, place):
                    if self.check(s, action):
                        yield action

    def _at(self, ship: str, place: str) -> Iterator[SupportAshore | BombardShore]:
        yield SupportAshore(ship, place)
        if not self.defence:
            yield from (BombardShore(ship, place, aim) for aim in ("troops", "field", "port"))

    def run(self, change: Change) -> None:
        """No ship can fire."""
        self._end(change)

    def legal(
        self, s: Situation, *, piece: str | None = None, hex: str | None = None
    ) -> Iterator[Action]:
        """List what ships can do, and the end."""
        return narrowed(self._offers(s), piece, hex, self.always)

    def check(self, s: Situation, action: Action) -> Verdict:
        """Check one of them."""
        if isinstance(action, EndPhase):
            return Verdict.yes()
        if isinstance(action, SpareShip) and action.piece in orders(s, self.side):
            return Verdict.yes()
        if isinstance(action, SupportAshore):
            bars = [*_support_bars(s, self.side, action.piece, action.hex, defence=self.defence)]
            return Verdict.of(bars or [*_supports_after(s, self.side, action.piece)])
        if isinstance(action, BombardShore) and not self.defence:
            return Verdict.of([*_bombardment_bars(s, self.side, action)])
        return super().check(s, action)

    def act(self, change: Change, action: Action) -> None:
        """Note it, or end."""
        now = dict(orders(change, self.side))
        if isinstance(action, EndPhase):
            self._end(change)
        elif isinstance(action, SpareShip):
            del now[action.piece]
            _write(change, self.side, now)
        elif isinstance(action, SupportAshore):
            now[action.piece] = (action.hex, DEFENCE if self.defence else ATTACK)
            _write(change, self.side, now)
        elif isinstance(action, BombardShore):
            now[action.piece] = (action.hex, action.aim)
            _write(change, self.side, now)

    def _end(self, change: Change) -> None:
        change.finish()
        numbers: dict[str, int] = {}
        for place, use in orders(change, self.side).values():
            if self.defence == (use == DEFENCE):
                numbers[place] = numbers.get(place, 0) + 1
        for place, number in sorted(numbers.items()):
            change.say(
                msg("{side}: ships that fire at {hex}: {n}.", side=side_ref(self.side),
                    hex=hex_ref(place), n=number),
                clause(change, "naval-support"),
            )  # fmt: skip
        if numbers:
            change.reveal()


# ------------------------------------------------------------------------------ firing


class ShoreBombardments(Step, frozen=True):
    """A side's ships bombard, hex by hex, as aircraft would bomb (7.1.3-1, 7.1.3-5)."""

    side: str

    def run(self, change: Change) -> None:
        """Fire at the next hex."""
        ahead = [order for order in orders(change, self.side).values() if order[1] in _AIMS]
        if not ahead:
            change.finish()
            return
        place, aim = min(ahead)
        ships = _firing(change, self.side, place, aim)
        now = orders(change, self.side)
        _write(change, self.side, {p: o for p, o in now.items() if o != (place, aim)})
        if ships:
            points = sum(change.value(ship, "combat") for ship in ships)
            sums = (points, points)
            raid = fire_on(change, self.side, _AIMS[aim], place, (), sums)
            _fire(change, self.side, raid, ships)


def _fire(change: Change, side: str, raid: Bombing, ships: tuple[str, ...]) -> None:
    table, rule = change.module.values[TABLE], clause(change, "naval-bombardment")
    why = msg("bombardment of {hex} from the sea", hex=hex_ref(raid.hex))
    faces = change.roll(table.dice, side, why, rule, die=table.die)
    code = table.cell(raid.column, sum(faces))
    result = int(code.rstrip("*"))  # asterisks are for bombers
    words = {"hex": hex_ref(raid.hex), "points": raid.points, "die": faces[0], "result": result,
             "ships": [piece_ref(ship) for ship in ships]}  # fmt: skip
    full = msg("Bombardment of {hex} from the sea ({ships}): {points} × {factor} ({column}); die "
               "{die}: {result}.", **words, factor=raid.factor,
               column=raid.column_label)  # fmt: skip
    sealed = msg("Bombardment of {hex} from the sea ({ships}): {points}; die {die}: {result}.",
                 **words)  # fmt: skip
    told: dict[str, Any] = {"shelling": plain(raid), "code": code, "faces": list(faces)}
    if sees_target(change, side, raid):
        change.say(full, rule, **told)
    else:
        change.say(full, rule, to=(change.enemy(side),), **told)
        change.say(sealed, rule, to=(side,), code=code, faces=list(faces))
    change.push(*EFFECTS[raid.errand](change, raid, side, result))


class ForgetShore(Step, frozen=True):
    """The turn of a side is over: no ship fires any more."""

    def run(self, change: Change) -> None:
        """Forget the orders."""
        change.finish()
        for side in change.module.sides:
            if SHORE + side in change.position.facts:
                change.emit(ev.FactSet(SHORE + side))


class ShoreFire:
    """A part: ships support land combats and bombard coasts."""

    @hookimpl
    def steps_at(self, s: Situation, moment: Moment, side: str) -> list[Step]:
        steps: dict[Moment, Step] = {
            Moment.ANNOUNCEMENTS: ShoreOrders(side),
            Moment.BOMBARDMENTS: ShoreBombardments(side),
            Moment.HALF_TURN_ENDS: ForgetShore(),
        }
        if moment is Moment.DEFENCE:
            return [ShoreOrders(s.enemy(side), defence=True)]
        return [steps[moment]] if moment in steps else []

    @hookimpl
    def combat_parts(self, s: Situation, battle: Battle) -> list[Part]:
        # (7.1.1-3)
        if battle.kind != ASSAULT:
            return []
        found = []
        for side, use, pieces, value in (
            (battle.attacker, ATTACK, battle.attackers, "attack"),
            (battle.defender, DEFENCE, battle.defenders, "defense"),
        ):
            ships = _firing(s, side, battle.target, use)
            if ships:
                land = sum(s.value(p, value) for p in pieces if holds_ground(s, p))
                points = min(sum(s.value(ship, "combat") for ship in ships), land)
                label = msg("ships: {n}", n=len(ships))
                found.append(Part(side, points, label, clause(s, "naval-support")))
        return found

    @hookimpl
    def stays_at_sea(self, s: Situation, ship: str) -> list[str]:
        return ["announced"] if ship in orders(s, s.side(ship)) else []

    @hookimpl
    def knowledge(self, s: Situation, viewer: str) -> list[Knowledge]:
        others = (SHORE + side for side in s.module.sides if side != viewer)
        told = {fact: None for fact in others if fact in s.position.facts}
        return [Knowledge(facts=told)] if told else []
