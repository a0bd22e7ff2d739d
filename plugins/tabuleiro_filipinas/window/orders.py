"""Standing orders: searches, cover by carrier fighters, escorts, supply runs, last turn's forces.

Each is a row of plain actions, asked for one by one; what the rules forbid by then is left out.
"""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

from tabuleiro.engine.messages import place_name
from tabuleiro.host.again import again
from tabuleiro.host.hooks import OrderEntry
from tabuleiro.host.propose import proposed
from tabuleiro.i18n import N_, _, ngettext, text
from tabuleiro.module.places import holder_in
from tabuleiro.rules.air.aircraft_orders import FlyAsBomber, FlyAsFighter, Intercept
from tabuleiro.rules.ground.land_units import land_units
from tabuleiro.rules.ground.movement_phase import EndPhase
from tabuleiro.rules.victory.control import controller
from tabuleiro_filipinas.advice.air_bases_choice import Basing
from tabuleiro_filipinas.air_planning import FlyAsKamikaze
from tabuleiro_filipinas.aircraft import embarked, fights, power
from tabuleiro_filipinas.islands import island_of
from tabuleiro_filipinas.leaving_sea import LeaveSea
from tabuleiro_filipinas.loading import JoinForce
from tabuleiro_filipinas.naval_phase import EndVoyage, FormForce
from tabuleiro_filipinas.quiet_ways import exposure, quietest_way
from tabuleiro_filipinas.ready_forces import PURPOSES, propose
from tabuleiro_filipinas.reinforcements import SendTo
from tabuleiro_filipinas.sea_lanes import chart, landing_ground
from tabuleiro_filipinas.searching_at_sea import SearchAtSea
from tabuleiro_filipinas.submarine_attacks import TorpedoForce
from tabuleiro_filipinas.supply import line_parts
from tabuleiro_filipinas.voyages import SailForce, sailings
from tabuleiro_filipinas.window.replacement_desk import in_my_order
from tabuleiro_filipinas.window.voyage_board import travelling

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from tabuleiro.engine import Action, Decision
    from tabuleiro.host.seat import Seat
    from tabuleiro.seats import Sight
    from tabuleiro_filipinas.quiet_ways import Exposure

__all__ = ["orders"]

_BOMBERS: Final = 6
"""So many bombers fly together at most."""
_BOXES: Final = 3
"""So many places of arrival at most have a button each."""
_ISLANDS: Final = 4
"""So many islands at most have a button for a supply run."""


def orders(seat: Seat, decision: Decision) -> list[OrderEntry]:
    """Return the orders that can be given where something is asked."""
    asked = decision.actions
    if "intercept" in asked:
        return _cover(seat)
    if "fly-as-fighter" in asked:
        return _packages()
    if "form-force" in asked:
        return [*_as_last_turn(seat), *_supply_runs(seat, decision.side)]
    if "end-voyage" in asked and travelling(seat.sight, decision.pieces[0]):
        return []
    if "give-way" in asked:  # a loss or a retreat is no matter for an order
        return []
    plain = [OrderEntry(one.id, _(one.title), one.actions, _(one.hint), repeats=one.repeats)
             for one in _PLAIN if one.kind in asked]  # fmt: skip
    return [*plain, *(_arrivals(seat) if "send-to" in asked else ())]


class _Plain(NamedTuple):
    """An order that is the same wherever an action of its kind is asked for."""

    kind: str
    id: str
    title: str
    hint: str
    actions: Callable[[Seat], Iterator[Action]]
    repeats: bool = False


def _end(_seat: Seat) -> Iterator[Action]:
    """End what is asked: whoever was sent nowhere goes where his list begins."""
    yield EndPhase()


def _arrivals(seat: Seat) -> list[OrderEntry]:
    """Return an order for each box or aerodrome where several may arrive."""
    ways: dict[str, list[Action]] = {}
    for action in seat.legal():
        if isinstance(action, SendTo) and holder_in(action.to) is None:
            ways.setdefault(action.to, []).append(action)
    found = sorted(ways.items(), key=lambda each: -len(each[1]))[:_BOXES]
    hint = _("All who may arrive there; the others are asked for as before.")
    return [
        OrderEntry(
            f"arrive-{box}",
            _("{n} arrive: {place}").format(n=len(some), place=place_name(box, seat.module)),
            partial(_these, some),
            hint,
        )
        for box, some in found
        if len(some) > 1
    ]


def _these(actions: Sequence[Action], _seat: Seat) -> Sequence[Action]:
    return actions


# --------------------------------------------------------------------------------- in the air


def _move_up(seat: Seat) -> Iterator[Action]:
    """Change bases as a computer player would that knows what this seat knows."""
    decision, basing = seat.decision(), Basing()
    while decision is not None:
        action = basing.next(seat.check, seat.sight, decision.side)
        if action is None:
            return
        yield action


def _search_all(seat: Seat) -> Iterator[Action]:
    """Search each place by the nearest aircraft that can, until none is left."""
    while found := [a for a in seat.legal() if isinstance(a, SearchAtSea)]:
        yield min(found, key=lambda a: (_far(seat.sight, a.piece, a.hex), a.hex, a.piece))


def _far(s: Sight, piece: str, place: str) -> int:
    distance = s.board.distance(s.whereabouts(piece), place)
    return 0 if distance is None else distance


def _cover(seat: Seat) -> list[OrderEntry]:
    s = seat.sight
    able = {a.piece for a in seat.legal() if isinstance(a, Intercept)}
    number = sum(embarked(s, piece) and fights(s, piece) for piece in able)
    if not number:
        return []
    words = ngettext("{n} carrier fighter rises", "All {n} carrier fighters rise", number)
    hint = _("Each over the nearest of the places where enemies fly.")
    return [OrderEntry("carrier-cover", words.format(n=number), _rise, hint)]


def _rise(seat: Seat) -> Iterator[Action]:
    s = seat.sight
    found: dict[str, list[Intercept]] = {}
    for action in seat.legal():
        if isinstance(action, Intercept) and embarked(s, action.piece) and fights(s, action.piece):
            found.setdefault(action.piece, []).append(action)
    for piece, ways in sorted(found.items()):
        yield min(ways, key=lambda a: (_far(s, piece, a.hex), a.hex))


def _packages() -> list[OrderEntry]:
    """Return the orders that fill a mission: bombers, and escorts for them in three strengths."""
    hint = _("The strongest who bomb, and the best fighters beside them; then change it.")
    words = {
        0: _("Package without escort"),
        1: _("Package, escort 1 : 1"),
        2: _("Package, escort 1 : 2"),
    }
    return [OrderEntry(f"package-{each}", words[each], partial(_package, each=each), hint)
            for each in words]  # fmt: skip


def _package(seat: Seat, *, each: int) -> Iterator[Action]:
    """Let those join who bomb, then a fighter for so many of them; with 0 none at all."""
    sent = 0
    if any(isinstance(action, FlyAsKamikaze) for action in seat.legal()):
        for action in proposed(seat):
            if isinstance(action, FlyAsFighter):
                break
            sent += 1
            yield action
    else:
        for action in _bombers(seat, each):
            sent += 1
            yield action
    if each:
        yield from _best(seat, FlyAsFighter, "air")[: -(-sent // each)]


def _bombers(seat: Seat, each: int) -> list[Action]:
    """Return the strongest who bomb: bombers, or else fighters, some of whom are kept as escort."""
    able = _best(seat, FlyAsBomber, "land")
    bombers = [action for action in able if not fights(seat.sight, str(action.about))]
    return (bombers or able[: -(-len(able) * each // (each + 1)) if each else None])[:_BOMBERS]


def _best(seat: Seat, kind: type[FlyAsBomber | FlyAsFighter], value: str) -> list[Action]:
    """Return how aircraft can join in a role, the strongest there first."""
    decision, s = seat.decision(), seat.sight
    if decision is None or "target" not in decision.data:
        return []
    target = str(decision.data["target"])
    able = [action for action in seat.legal() if isinstance(action, kind)]
    return sorted(able, key=lambda a: (-power(s, str(a.about), value, target), a.about))


# ------------------------------------------------------------------------------------ at sea


def _leave(seat: Seat) -> Iterator[Action]:
    """Take ships off as long as any may leave."""
    while found := [action for action in seat.legal() if isinstance(action, LeaveSea)]:
        yield found[0]


def _dealt(seat: Seat, kind: str) -> Iterator[Action]:
    """Deal out hits or losses as long as nothing else is asked."""
    for action in proposed(seat):
        if action.kind != kind:
            return
        yield action


def _torpedoes(seat: Seat) -> Iterator[Action]:
    """Attack with each submarine that is asked."""
    while found := [action for action in seat.legal() if isinstance(action, TorpedoForce)]:
        yield found[0]


def _end_voyage(_seat: Seat) -> Iterator[Action]:
    """End a voyage where the force is."""
    yield EndVoyage()


def _as_last_turn(seat: Seat) -> list[OrderEntry]:
    before = again(seat)
    if not before:
        return []
    found = sum(action.kind == "form-force" for action in before)
    words = ngettext("As last turn ({n} force)", "As last turn ({n} forces)", found)
    hint = _("The same ships with the same cargo on the same ways, as far as they can.")
    return [OrderEntry("as-last-turn", words.format(n=found), partial(_these, before), hint)]


def _supply_runs(seat: Seat, side: str) -> list[OrderEntry]:
    """Return a supply run to each island where units of a side are that take supply."""
    s = seat.sight
    supply = next(each for each in PURPOSES if each.id == "supply")
    if FormForce() not in seat.legal() or not propose(s, side, supply):
        return []
    mouths: Counter[str] = Counter()
    for hex, number in _hungry(seat, side).items():
        island = island_of(s, hex)
        mouths[island or ""] += number
    del mouths[""]
    hint = _("A convoy and its escort sail to the beach that feeds most, and stay there.")
    found: list[OrderEntry] = []
    for island, number in mouths.most_common():
        if len(found) < _ISLANDS and _beaches(seat, side, island):
            name = text(s.board.regions[island].name)
            words = _("Supply {island} ({n} to feed)").format(island=name, n=number)
            run = partial(_supply_run, side=side, island=island)
            found.append(OrderEntry(f"supply-{island}", words, run, hint))
    return found


def _hungry(seat: Seat, side: str) -> Counter[str]:
    """Return the hexes of units of a side that take supply and get none, with their number."""
    found: Counter[str] = Counter()
    for hex, units in land_units(seat.sight, side).items():
        lines = (seat.ask("supply", piece=unit) for unit in units)
        found[hex] = sum(line is not None and not line for line in lines)
    return +found


def _beaches(seat: Seat, side: str, island: str) -> dict[str, int]:
    """Return the sea hexes off beaches of a side on an island, with how many units they feed."""
    s = seat.sight
    parts = line_parts(s, side)
    fed: Counter[int | None] = Counter()
    for hex, number in _hungry(seat, side).items():
        fed[parts.get(hex)] += number
    found: Counter[str] = Counter()
    for hex in s.board.regions[island].hexes:
        if landing_ground(s, hex) and controller(s, hex) == side and hex in parts:
            for water in chart(s).waters[hex]:
                found[water] = max(found[water], fed[parts[hex]])
    return {water: number for water, number in found.items() if number}


def _supply_run(seat: Seat, *, side: str, island: str) -> Iterator[Action]:
    """Form a convoy with its escort, sail it to the best beach that it reaches, and stay there."""
    supply = next(each for each in PURPOSES if each.id == "supply")
    yield FormForce()
    decision = seat.decision()
    force = decision.pieces[0] if decision is not None and decision.pieces else ""
    for ship in propose(seat.sight, side, supply):
        yield JoinForce(ship)
    s = seat.sight
    best = _beaches(seat, side, island)
    legs = [leg for leg in sailings(s, force) if leg.path[-1] in best]
    if not legs:
        return

    def cost(leg: SailForce) -> tuple[int, Exposure]:
        way = quietest_way(s, force, leg.path[-1]) or leg.path
        return -best[leg.path[-1]], exposure(s, force, way)

    leg = min(legs, key=cost)
    yield SailForce(force, quietest_way(s, force, leg.path[-1]) or leg.path)
    yield EndVoyage()


_PLAIN: Final = (
    _Plain("send-to", "arrivals", N_("All arrive where their list begins"),
           N_("Each to the first box, aerodrome or deck of its list."), _end),
    _Plain("restore-unit", "replace", N_("Restore in my order"),
           N_("As far as the points go, from the top of each list."), in_my_order),
    _Plain("search-at-sea", "search-all", N_("Search for all, the nearest first"),
           N_("Each place where a force may be found, by the nearest aircraft."), _search_all),
    _Plain("hit-ship", "hits", N_("Deal out all hits"),
           N_("To what is worth most and can be hurt, as a computer player would."),
           partial(_dealt, kind="hit-ship"), repeats=True),
    _Plain("lose", "losses", N_("Take all losses"),
           N_("Who is worth least first, as a computer player would."),
           partial(_dealt, kind="lose"), repeats=True),
    _Plain("torpedo-force", "torpedoes", N_("All submarines attack"),
           N_("Each whose area the force is in; none lets it pass."), _torpedoes, repeats=True),
    _Plain("end-voyage", "end-voyage", N_("End voyages without passengers"),
           N_("A force without passengers stays where it arrives, or where they have landed."),
           _end_voyage, repeats=True),
    _Plain("change-base", "move-up", N_("Aircraft move up"),
           N_("Each to a base from which it reaches more of what is fought for, as a computer "
              "player would. Who changes base flies no mission in this turn: give it last."),
           _move_up),
    _Plain("leave-sea", "leave-sea", N_("All idle ships leave"),
           N_("All that did nothing that still counts in this turn."), _leave),
)  # fmt: skip
