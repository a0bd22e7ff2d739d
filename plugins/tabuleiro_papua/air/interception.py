"""Reaction: the other side intercepts raids by day and supports its attacked troops (6.1).

``rules: air: interception`` says over which regions fighters based in a region may intercept, with
``same-airfield`` for those that defend their own base only; ``naval_cover`` from which regions they
may defend a ship in the waters of a sea region. The main map is the region that is no displaced
area.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.engine import Action, Decision, Step, Verdict, hex_ref, msg, piece_ref, side_ref
from tabuleiro.engine import events as ev
from tabuleiro.engine.data import plain
from tabuleiro.rules.air.aircraft_orders import (
    FLOWN,
    DefendAsBomber,
    DoneReacting,
    Intercept,
    StandDown,
)
from tabuleiro.rules.air.mission_plan import BOMBER, FIGHTER
from tabuleiro.rules.clauses import clause, object_to
from tabuleiro.rules.combat.declared_attacks import announced
from tabuleiro.rules.recon.covered import covered, reveal_plan
from tabuleiro_papua.air.airfields import AirTerms
from tabuleiro_papua.air.errands import INTERCEPT, SHIP, SUPPORT, no_support
from tabuleiro_papua.air.sorties import (
    Sortie,
    displaced_area,
    in_range,
    launch,
    recall,
    sorties,
    sorties_over,
)
from tabuleiro_papua.air.squadrons import (
    DEFENCE,
    fights,
    grounded,
    out_of_range,
    ready,
    roles,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

    from tabuleiro.engine import Change, Situation
    from tabuleiro.engine.verdicts import Objection

__all__ = ["DefendAsFighter", "React", "raided"]


class DefendAsFighter(Action, frozen=True):
    """Support the defence of a hex with a squadron that flies as fighters."""

    piece: str
    hex: str


_DEFEND = {FIGHTER: DefendAsFighter, BOMBER: DefendAsBomber}


def raided(s: Situation, side: str) -> tuple[str, ...]:
    """Return the hexes over which a side flies by day, and can be intercepted."""
    hexes = (o.hex for o in sorties(s).values() if s.side(o.piece) == side and not o.night)
    return tuple(dict.fromkeys(hexes))


class React(Step, frozen=True):
    """The enemy of the active side sends interceptors, and support for its attacked troops."""

    side: str

    def decision(self, s: Situation) -> Decision | None:
        """Ask the other side, if it can do anything."""
        pieces = tuple(dict.fromkeys((*self._able(s), *self._sent(s))))
        if not pieces:
            return None
        mine = s.enemy(self.side)
        return Decision(
            mine,
            msg("Send interceptors, and support for your attacked troops."),
            rule=clause(s, "intercept"),
            pieces=pieces,
            hexes=tuple(dict.fromkeys((*raided(s, self.side), *announced(s)))),
            actions=("intercept", "defend-as-fighter", "defend-as-bomber", "stand-down",
                     "done-reacting"),
        )  # fmt: skip

    def told(self, s: Situation, viewer: str) -> Step | None:
        """Who is sent is told when all are sent."""
        return None if viewer == self.side and covered(s, viewer) else self

    def may_ask(self, s: Situation) -> Collection[str]:
        """Who has squadrons that can react is asked."""
        return (s.enemy(self.side),)

    def run(self, change: Change) -> None:
        """Nobody can react."""
        change.finish()

    def _sent(self, s: Situation) -> list[str]:
        mine = s.enemy(self.side)
        return [piece for piece in sorties(s) if s.side(piece) == mine]

    def _able(self, s: Situation) -> tuple[str, ...]:
        def find() -> Iterator[str]:
            for piece in ready(s, s.enemy(self.side)):
                if any(self._orders(s, piece)):
                    yield piece

        return s.cache_here("reactors", lambda: tuple(find()))

    def _orders(self, s: Situation, piece: str, hex: str | None = None) -> Iterator[Action]:
        """Yield what a ready piece can be sent to do, over one hex if it is named."""
        if fights(s, piece):
            for place in raided(s, self.side):
                if hex in {None, place} and not _interception(s, piece, place, self.side):
                    yield Intercept(piece, place)
        wanted = [place for place in announced(s) if hex in {None, place}]
        for role in roles(s, piece, DEFENCE) if wanted else ():
            for place in wanted:
                if in_range(s, piece, place) and not no_support(s, place, s.side(piece)):
                    yield _DEFEND[role](piece, place)

    def legal(
        self, s: Situation, *, piece: str | None = None, hex: str | None = None
    ) -> Iterable[Action]:
        """List orders, orders taken back, and the end."""
        for one in self._able(s):
            if piece in {None, one}:
                yield from self._orders(s, one, hex)
        for one in self._sent(s):
            if piece in {None, one} and hex in {None, s.place(one)}:
                yield StandDown(one)
        if piece is None and hex is None:
            yield DoneReacting()

    def check(self, s: Situation, action: Action) -> Verdict:
        """Check one order."""
        match action:
            case DoneReacting():
                return Verdict.yes()
            case StandDown(piece):
                if piece in self._sent(s):
                    return Verdict.yes()
                return Verdict.no(msg("{piece} is on no mission.", piece=piece_ref(piece)))
            case Intercept(piece, hex) | DefendAsFighter(piece, hex) | DefendAsBomber(piece, hex):
                if piece not in s.position.pieces or s.side(piece) == self.side:
                    message = msg("{piece} is not one of your units.", piece=piece_ref(piece))
                    return Verdict.no(message, rule=clause(s, "intercept"))
                if hex not in s.board.grid:
                    return Verdict.no(msg("There is no hex {hex}.", hex=hex))
                return Verdict.of(self._objections(s, action, piece, hex))
        return super().check(s, action)

    def _objections(self, s: Situation, action: Action, piece: str, hex: str) -> list[Objection]:
        """Return reasons against an order."""
        found = list(grounded(s, piece))
        if not s.on_map(piece):
            return found
        if isinstance(action, Intercept):
            return found + _interception(s, piece, hex, self.side)
        role = FIGHTER if isinstance(action, DefendAsFighter) else BOMBER
        return found + _defence(s, piece, hex, role)

    def act(self, change: Change, action: Action) -> None:
        """Send somebody, take somebody back, or end."""
        match action:
            case Intercept(piece, hex):
                launch(change, Sortie(piece, hex, INTERCEPT, FIGHTER))
            case DefendAsFighter(piece, hex):
                launch(change, Sortie(piece, hex, SUPPORT, FIGHTER))
            case DefendAsBomber(piece, hex):
                launch(change, Sortie(piece, hex, SUPPORT, BOMBER))
            case StandDown(piece):
                recall(change, piece)
                change.emit(ev.Marked(piece, remove=(FLOWN,)))
            case _:
                self._tell(change)
                change.finish()

    def _tell(self, change: Change) -> None:
        """Tell who reacts where."""
        mine = change.enemy(self.side)
        for place in sorted({order.hex for order in sorties(change).values()}):
            sent = sorties_over(change, place, mine)
            if sent:
                reveal_plan(change, mine)
                change.say(
                    msg("{side}: {pieces} intercept over {hex}.", side=side_ref(mine),
                        pieces=[piece_ref(order.piece) for order in sent], hex=hex_ref(place)),
                    clause(change, "intercept"),
                    flights=[plain(order) for order in sent],
                )  # fmt: skip


# why not


def _interception(s: Situation, piece: str, place: str, raider: str) -> list[Objection]:
    """Return reasons why a piece may not intercept over a hex."""
    about: Mapping[str, tuple[str, ...]] = {"pieces": (piece,), "hexes": (place,)}
    if place not in raided(s, raider):
        message = msg("There is nothing to intercept over {hex}.", hex=hex_ref(place))
        dark = any(order.night for order in sorties_over(s, place, raider))
        return [object_to(s, message, "night-safe" if dark else "intercept", "air", **about)]
    found = []
    if not fights(s, piece):
        message = msg("{piece} is not a fighter.", piece=piece_ref(piece))
        found.append(object_to(s, message, "intercept", "air", **about))
    if not (_covers(s, piece, place) or _guards_ship(s, piece, place, raider)):
        message = msg("From its base {piece} may not intercept over {hex}.",
                      piece=piece_ref(piece), hex=hex_ref(place))  # fmt: skip
        found.append(object_to(s, message, "intercept-region", "air", **about))
    return found + out_of_range(s, piece, place)


def _covers(s: Situation, piece: str, place: str) -> bool:
    """Return whether fighters of a base defend a hex, whatever is attacked there."""
    base = s.place(piece)
    allowed = s.terms(AirTerms).interception[s.side(piece)].get(_theatre(s, base, piece), ())
    if _theatre(s, place, piece) in allowed:
        return True
    return "same-airfield" in allowed and place == base


def _guards_ship(s: Situation, piece: str, place: str, raider: str) -> bool:
    """Return whether fighters of a base may defend a ship that is attacked in a hex."""
    if all(order.kind != SHIP for order in sorties_over(s, place, raider)):
        return False
    base = _theatre(s, s.place(piece), piece)
    return any(
        base in bases and place in s.board.regions[sea].hexes
        for sea, bases in s.terms(AirTerms).naval_cover[s.side(piece)].items()
    )


def _theatre(s: Situation, place: str, piece: str) -> str:
    """Return the region of a hex as the terms name it; waters beside an area belong to it."""
    near = (place, *s.board.grid.neighbours(place)) if _sea(s, place) else (place,)
    area = next((area for hex in near if (area := displaced_area(s, hex))), None)
    if area is not None:
        return area
    named = s.terms(AirTerms).interception[s.side(piece)]
    return next((region for region in named if region not in s.board.boxes), "")


def _sea(s: Situation, place: str) -> bool:
    return "sea" in s.module.terrain[s.board.terrain_at(place)].tags


def _defence(s: Situation, piece: str, place: str, role: str) -> list[Objection]:
    """Return reasons why a piece may not support the defence of a hex in a role."""
    about: Mapping[str, tuple[str, ...]] = {"pieces": (piece,), "hexes": (place,)}
    if place not in announced(s):
        message = msg("No attack on {hex} was announced.", hex=hex_ref(place))
        return [object_to(s, message, "intercept", "air", **about)]
    found = list(no_support(s, place, s.side(piece)))
    if role not in roles(s, piece, DEFENCE):
        message = msg("{piece} cannot support a defence like that.", piece=piece_ref(piece))
        found.append(object_to(s, message, "ground-defence", "air", **about))
    return found + out_of_range(s, piece, place)
