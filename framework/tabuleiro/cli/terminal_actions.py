"""Actions from typed commands: the path of a move is found by where it ends."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Final

from tabuleiro.board import path_to, reachable
from tabuleiro.cli.terminal_names import (
    find_formation,
    find_hex,
    find_path,
    find_unit,
    split_target,
)
from tabuleiro.cli.terminal_words import own_words
from tabuleiro.engine import Action, GameError, is_exit
from tabuleiro.engine.data import DataError
from tabuleiro.i18n import _
from tabuleiro.mechanics.advance import Advance, DoneAdvancing
from tabuleiro.mechanics.combat_phase import AirStrike, Assault, Bombard
from tabuleiro.mechanics.draft import Cancel, Confirm, Join, SetAir, TakeAirBack, Withdraw
from tabuleiro.mechanics.drops import Drop
from tabuleiro.mechanics.landings import Land
from tabuleiro.mechanics.losses import DoneLosing, Lose
from tabuleiro.mechanics.movement import Move
from tabuleiro.mechanics.movement_phase import EndPhase
from tabuleiro.mechanics.profiles import profile
from tabuleiro.mechanics.rail import RailMove
from tabuleiro.mechanics.recovery import DoneRecovering, Recover
from tabuleiro.mechanics.retreat import Displace, Retreat
from tabuleiro.mechanics.setup import Place, TakeUp
from tabuleiro.mechanics.withdrawal import PickFormation, PickUnit
from tabuleiro.mechanics.works import BuildBridge, DoneBuilding
from tabuleiro.mechanics.zones import zone

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from tabuleiro.engine import Game, Situation

__all__ = ["MAKERS", "end_of", "is_action", "make"]

_FAR: Final = 1000
"""More half points than any unit has: to find the way of a move that is too long."""

Typed = list[str]


def make(game: Game, name: str, words: Sequence[str]) -> Action:
    """Return the action that a command means."""
    if name in MAKERS:
        return MAKERS[name](game, list(words))
    if name not in own_words(game.module).values():
        raise GameError(_('"{name}" is not an action of the game.').format(name=name))
    return _own(game, name, list(words))


def is_action(game: Game, name: str) -> bool:
    """Return whether a command is an action, of this program or of the game's own."""
    return name in MAKERS or name in own_words(game.module).values()


def end_of(action: Action) -> str | None:
    """Return the place that an action leads a piece to, or aims at; None if none."""
    path: tuple[str, ...] = getattr(action, "path", ())
    if path:
        return path[-1]
    for name in ("to", "hex", "target"):
        found = getattr(action, name, None)
        if found is not None:
            return str(found)
    return None


# ------------------------------------------------------------------------------- with a path


def _along(
    kind: str, build: Callable[[str, tuple[str, ...]], Action]
) -> Callable[[Game, Typed], Action]:
    """Return the maker of an action with a path, of which the last hex may be enough."""

    def maker(game: Game, words: Typed) -> Action:
        unit, target = split_target(words)
        piece = find_unit(game, unit)
        path = find_path(game, target)
        if len(path) > 1 or not path:
            return build(piece, path)
        for action in game.legal(piece=piece, kind=kind):
            if end_of(action) == path[-1]:
                return action
        way = _way(game.situation, piece, path[-1]) if kind == "move" else path
        return build(piece, way)

    return maker


def _way(s: Situation, piece: str, target: str) -> tuple[str, ...]:
    """Return the path that a piece would take if it had all the points in the world.

    Where there is none, it is a straight line: the rules then say what is in the way.
    """
    here = s.place(piece)
    grid = s.board.grid
    if here == target or here not in grid or is_exit(target) or target not in grid:
        return (target,) if here != target else ()
    enemy = s.enemy(s.side(piece))
    stop = {grid.index(h) for h in zone(s, enemy)}
    blocked = {grid.index(h) for h in s.occupied(enemy)}
    reach = reachable(profile(s, piece).costs, grid.index(here), _FAR, stop=stop, blocked=blocked)
    if grid.index(target) in reach:
        return tuple(grid.hexes[n] for n in path_to(reach, grid.index(target))[1:])
    return grid.line(here, target)[1:]


# ------------------------------------------------------------------------------- the others


def _of_unit(build: Callable[[str], Action]) -> Callable[[Game, Typed], Action]:
    return lambda game, words: build(find_unit(game, words))


def _of_hex(build: Callable[[str], Action]) -> Callable[[Game, Typed], Action]:
    return lambda game, words: build(find_hex(game.module, " ".join(words)))


def _of_both(build: Callable[[str, str], Action]) -> Callable[[Game, Typed], Action]:
    def maker(game: Game, words: Typed) -> Action:
        unit, target = split_target(words)
        return build(find_unit(game, unit), find_path(game, target)[-1])

    return maker


def _plain(build: Callable[[], Action]) -> Callable[[Game, Typed], Action]:
    return lambda _game, _words: build()


def _air(_game: Game, words: Typed) -> Action:
    typed = words[0] if len(words) == 1 else ""
    if not (typed.isascii() and typed.isdigit() and len(typed) < 4):
        raise GameError(_("Say how many air points, such as: air 4."))
    return SetAir(int(typed)) if int(typed) else TakeAirBack()


def _done(game: Game, _words: Typed) -> Action:
    decision = game.decision()
    asked = decision.actions if decision is not None else ()
    if "build-bridge" in asked:
        return DoneBuilding()
    if "recover" in asked:
        return DoneRecovering()
    return DoneLosing() if "lose" in asked else DoneAdvancing()


def _pick(game: Game, words: Typed) -> Action:
    decision = game.decision()
    if decision is not None and "pick-formation" in decision.actions:
        return PickFormation(find_formation(game.module, words))
    return PickUnit(find_unit(game, words))


def _own(game: Game, kind: str, words: Typed) -> Action:
    """Return the legal action of a kind of the game's own that some words single out.

    If there is none, it is the one that the words describe: then the rules say why it is refused.
    """
    found = game.legal(kind=kind)
    if words:
        found = [action for action in found if _is_meant(game, action, words)]
    if len(found) == 1:
        return found[0]
    if found:
        raise GameError(_("That could be several things: name the unit and the hex."))
    for fields in _described(game, words):
        try:
            return Action.from_data({"type": kind, **fields})
        except DataError:
            continue
    raise GameError(_("Nothing of the kind can be done now."))


def _described(game: Game, words: Typed) -> Iterator[Mapping[str, object]]:
    """Yield what an action may be about that some words describe: a unit, a place, both."""
    if not words:
        yield {}
        return
    unit, target = split_target(words)
    with suppress(GameError):
        yield {"piece": find_unit(game, words)}
    with suppress(GameError):
        path = find_path(game, target)
        about = {"piece": find_unit(game, unit)} if unit else {}
        yield from ({**about, key: path[-1]} for key in ("hex", "to", "target"))
        yield {**about, "path": path}


def _is_meant(game: Game, action: Action, words: Typed) -> bool:
    """Return whether some words name all that an action is about: its unit, its place, a number."""
    piece, end = getattr(action, "piece", None), end_of(action)
    if piece and end:
        unit, target = split_target(words)
        named = find_unit(game, unit) == piece if unit else False
        return named and bool(find_path(game, target)[-1] == end)
    if piece:
        return bool(find_unit(game, words) == piece)
    if end:
        return bool(find_path(game, words)[-1] == end)
    return " ".join(words) == str(getattr(action, "points", ""))


MAKERS: Final[dict[str, Callable[[Game, Typed], Action]]] = {
    "move": _along("move", Move),
    "retreat": _along("retreat", Retreat),
    "advance": _along("advance", Advance),
    "displace": _of_both(Displace),
    "place": _of_both(Place),
    "takeup": _of_unit(TakeUp),
    "rail": _along("rail-move", RailMove),
    "land": _of_both(Land),
    "drop": _of_both(Drop),
    "bridge": _of_both(BuildBridge),
    "pick": _pick,
    "recover": _of_unit(Recover),
    "attack": _of_hex(Assault),
    "bombard": _of_hex(Bombard),
    "airstrike": _of_hex(AirStrike),
    "join": _of_unit(Join),
    "withdraw": _of_unit(Withdraw),
    "lose": _of_unit(Lose),
    "air": _air,
    "confirm": _plain(Confirm),
    "cancel": _plain(Cancel),
    "done": _done,
    "end": _plain(EndPhase),
}
"""How each command becomes an action."""
