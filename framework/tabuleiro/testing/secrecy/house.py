"""House rules that hide more than any of our games, and matches with them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tabuleiro.engine.game import Game, Header
from tabuleiro.engine.knowledge import Ghost, Knowledge, Level
from tabuleiro.engine.position import DEAD, GONE, is_exit
from tabuleiro.engine.ruleset import Ruleset
from tabuleiro.hooks import hookimpl
from tabuleiro.module.unknown import arm_of
from tabuleiro.rules.recon.secrecy import shown_in_battle

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tabuleiro.engine import Situation
    from tabuleiro.engine.catalogue import Catalogue

__all__ = ["HOUSE_RULES", "Fog", "new_match"]

_DECOYS = 5


class Fog:
    """Hides the other side's pieces wherever they are in play, until they fight."""

    def __init__(self, level: Level, *, decoys: bool = False) -> None:
        """Hide them down to a level, perhaps among decoys."""
        self._level = level
        self._decoys = decoys

    @hookimpl
    def knowledge(self, s: Situation, viewer: str) -> list[Knowledge]:
        """Hide all but friends; decoys stand in every so manieth hex where no own piece is."""
        shown = shown_in_battle(s)
        known = s.friends(viewer) if viewer in s.module.sides else ()
        pieces = (p for p in s.position.pieces if s.side(p) not in known and p not in shown)
        levels = {p: self._level for p in pieces if _hidden(s, p)}
        ghosts = tuple(self._ghosts(s, viewer))
        return [Knowledge(levels, ghosts=ghosts, orders=self._level < Level.IDENTITY)]

    def _ghosts(self, s: Situation, viewer: str) -> list[Ghost]:
        if not self._decoys:
            return []
        module = s.module
        counter = next(c for c in dict(module.counters).values() if c.side not in {viewer, ""})
        goals = sorted({goal.hex for goal in s.scenario.objectives})[:_DECOYS]
        own = s.occupied(viewer) if viewer else {}
        return [Ghost(counter.nation, arm_of(counter), hex) for hex in goals if hex not in own]


def _hidden(s: Situation, piece: str) -> bool:
    place = s.place(piece)
    return place not in {DEAD, GONE} and not is_exit(place)


HOUSE_RULES: Mapping[str, Fog] = {
    "nothing": Fog(Level.NOTHING),
    "presence": Fog(Level.PRESENCE),
    "branch": Fog(Level.BRANCH),
    "kind": Fog(Level.KIND),
    "identity": Fog(Level.IDENTITY),
    "decoys": Fog(Level.KIND, decoys=True),
}
"""By name: what each leaves to be seen of the other side's pieces that do not fight."""


def new_match(
    catalogue: Catalogue,
    name: str,
    hiding: str,
    seed: str,
    options: Mapping[str, Any] | None = None,
) -> Game:
    """Return a new match in which much is hidden: by a value of ``sealing``, or by a house rule.

    The ``name`` is that of a game, for its first scenario, or ``GAME/SCENARIO``.
    """
    game, _slash, scenario = name.partition("/")
    module = catalogue.module(game)
    wanted = dict(options or {})
    house: dict[str, object] = {}
    if hiding in HOUSE_RULES:
        house[hiding] = HOUSE_RULES[hiding]
    elif "sealing" in module.options:
        wanted["sealing"] = hiding
    rules = Ruleset(catalogue.ruleset(module).plugin, house)
    chosen = scenario or next(iter(module.scenarios))
    return Game(module, rules, Header(module.id, chosen, seed, wanted))
