"""The desk: what a conversation is about. Catalogue, language, and the games that are open."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from tabuleiro.engine.errors import GameError
from tabuleiro.i18n import _
from tabuleiro.module import ModuleError
from tabuleiro.module.errors import did_you_mean
from tabuleiro.referee.errors import RefereeError, clean, in_short, shown, with_hint
from tabuleiro.referee.params import ARBITER, ONLOOKER, Param, a_text, checked
from tabuleiro.referee.vetting import vet
from tabuleiro.seats import LocalSeat, Table
from tabuleiro.store import StoreError

if TYPE_CHECKING:
    from tabuleiro.engine import Game
    from tabuleiro.engine.catalogue import Catalogue
    from tabuleiro.module import Module

__all__ = [
    "MAX_GAMES",
    "MAX_MODULES",
    "Desk",
    "Method",
    "OpenGame",
    "about_desk",
    "about_game",
]


_log = logging.getLogger(__name__)

MAX_GAMES: Final = 32
"""Most games that are open at once."""
MAX_MODULES: Final = 32
"""Most modules that are kept in a conversation."""


class OpenGame:
    """A game that is open: its table, and the id under which the conversation knows it."""

    def __init__(self, id: str, game: Game, title: str) -> None:
        self.id = id
        self.table = Table(game, vet=vet)
        self.title = title
        self._seats: dict[str, LocalSeat] = {}

    @property
    def game(self) -> Game:
        """The match, for methods of the arbiter."""
        return self.table.game

    @property
    def was_set(self) -> bool:
        """Whether somebody set up a position on the line that is played: rules expect no such."""
        return any(row.kind == "test" for row in self.game.log.line())

    def seat(self, viewer: str) -> LocalSeat:
        """Return the seat of a side, of ``everything`` or of ``nobody``."""
        if viewer not in self._seats:
            everybody = tuple(self.game.module.sides)
            sides = {ARBITER: everybody, ONLOOKER: ()}.get(viewer, (viewer,))
            self._seats[viewer] = self.table.seat(*sides)
        return self._seats[viewer]


@dataclass
class Desk:
    """What a conversation is about."""

    catalogue: Catalogue
    language: str = "en"
    games: dict[str, OpenGame] = field(default_factory=dict)
    """The open games, the last one begun last."""
    modules: dict[str, Module] = field(default_factory=dict)
    _begun: int = 0

    def module(self, name: str) -> Module:
        """Return a module by id or folder, checked; each is read once in a conversation."""
        if name not in self.modules:
            if len(self.modules) >= MAX_MODULES:
                del self.modules[next(iter(self.modules))]
            try:
                self.modules[name] = self.catalogue.module(name)
            except (ModuleError, OSError) as error:  # OSError: longer than names of files are
                raise self._unusable(name, error) from None
        return self.modules[name]

    def _unusable(self, name: str, error: ModuleError | OSError) -> RefereeError:
        known = self.catalogue.module_ids()
        if name not in known and not os.path.lexists(name):
            sentence = _("There is no module {name}.").format(name=shown(name))
            return RefereeError(
                "module", with_hint(sentence, did_you_mean(name, known)), allowed=known
            )
        problems = [clean(line, 300) for line in str(error).splitlines()]
        sentence = _('The module "{module}" cannot be used: {problem}.')
        text = sentence.format(module=clean(name), problem=problems[0].rstrip("."))
        return RefereeError("module", text, problems=problems)

    def make_room(self) -> None:
        """Make sure that one more game may be opened."""
        if len(self.games) >= MAX_GAMES:
            sentence = _("There are {n} games open, and no more may be: close one first.")
            raise RefereeError("game", sentence.format(n=MAX_GAMES))

    def open(self, game: Game, title: str) -> OpenGame:
        """Take in a game, which is from now on the one that is meant if none is named."""
        self._begun += 1
        here = OpenGame(f"g{self._begun}", game, title)
        self.games[here.id] = here
        return here

    def find(self, id: str | None) -> OpenGame:
        """Return an open game, the last one begun if none is named."""
        if not self.games:
            raise RefereeError("no-game", _('No game is open: begin one with "new" or "load".'))
        if id is None:
            return self.games[next(reversed(self.games))]
        if id not in self.games:
            known = list(self.games)
            sentence = _("No game {id} is open; there are: {names}.")
            text = sentence.format(id=shown(id), names=", ".join(known[:20]))
            raise RefereeError("no-game", text, found=shown(id), allowed=known)
        return self.games[id]


# --------------------------------------------------------------------------------- methods

Params = tuple[Param, ...]
_GAME: Final = Param("game", a_text)


@dataclass(frozen=True)
class Method:
    """A method of the protocol, made by `about_desk` or `about_game`."""

    name: str
    params: Params
    run: Callable[..., Any]
    about_game: bool

    def call(self, desk: Desk, given: dict[str, Any]) -> Any:
        """Check the parameters and run the method."""
        if not self.about_game:
            return self.run(desk, **checked(self.name, self.params, given, None))
        id = given.get("game")
        here = desk.find(id if isinstance(id, str) else None)
        values = checked(self.name, self.params, given, here.game)
        del values["game"]
        try:
            return self.run(here, **values)
        except (RefereeError, GameError, StoreError):
            raise
        except Exception as error:
            if not here.was_set:
                raise
            _log.exception('"%s" failed in a position that was set up', self.name)
            sentence = _("The rules fail in this position, which was set up: {why}.")
            raise RefereeError("game", sentence.format(why=in_short(error))) from None


def about_desk(*params: Param) -> Callable[[Callable[..., Any]], Method]:
    """Make a method of a function that takes the desk and these parameters."""
    return lambda run: Method(run.__name__, params, run, about_game=False)


def about_game(*params: Param) -> Callable[[Callable[..., Any]], Method]:
    """Make a method of a function that takes an open game and these parameters."""
    return lambda run: Method(run.__name__, (_GAME, *params), run, about_game=True)
