"""``module.yaml``: title, sides, turns, dice and thanks."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from tabuleiro.i18n import _
from tabuleiro.vassal.game import Game
from tabuleiro.vassal.names import Names, said

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tabuleiro.vassal.ledger import Ledger

__all__ = ["GameFile"]

MAX_SIDES: Final = 5
MAX_DICE: Final = 50
MAX_TURNS: Final = 100
_TURNS: Final = 12
"""How many turns there are where the module does not say."""
_SEE: Final = {"pt": "a do módulo", "en": "that of the module"}


class GameFile:
    """What is known of the game as a whole."""

    def __init__(self, game: Game, ledger: Ledger, ids: Names) -> None:
        """Take the game as it was read."""
        self._game, self._ledger, self._ids = game, ledger, ids
        self.sides = {side: ids.new(side, "side") for side in game.sides[:MAX_SIDES]}
        """The ids of the sides by their names."""
        if len(game.sides) > MAX_SIDES:
            told = _("Of {n} sides the first {most} were taken over.")
            ledger.note(told.format(n=len(game.sides), most=MAX_SIDES))

    def data(self, id: str, types: list[dict[str, Any]]) -> dict[str, Any]:
        """Return ``module.yaml``; ``types`` are its unit types."""
        game = self._game
        title = said(game.name, id)
        data: dict[str, Any] = {"format": 1, "id": id, "title": title}
        data["version"] = _version(game.version)
        if game.description.strip():
            data["summary"] = said(game.description)
        if self.sides:
            data["sides"] = [{"id": id, "name": said(name)} for name, id in self.sides.items()]
        turns = list(self._turns())
        if turns:
            data["turns"] = [{"turn": n, "label": label} for n, label in enumerate(turns, 1)]
        data["movement_classes"] = ["piece"]
        data["unit_types"] = types
        dice = list(self._dice())
        if dice:
            data["dice"] = dice
        what = {"pt": f"Imagens e textos do módulo de VASSAL: {title}",
                "en": f"Pictures and texts of the VASSAL module: {title}"}  # fmt: skip
        data["credits"] = [{"what": what, "who": title, "licence": _SEE}]
        return data

    def _dice(self) -> Iterator[dict[str, Any]]:
        for die in self._game.dice[:MAX_DICE]:
            faces: Any = die.faces
            if isinstance(faces, tuple):
                faces = [said(face, "-") for face in faces]
            about = {"id": self._ids.new(die.name, "dice"), "name": said(die.name, "Dice")}
            plus = {"plus": die.plus} if die.plus else {}
            yield {**about, "dice": die.dice, "faces": faces, **plus}

    def _turns(self) -> Iterator[str]:
        """Yield the turns of the turn tracker, each with the phases in it."""
        texts = [""]
        for level in self._game.turns:
            count = level.last - level.first + 1 if level.last >= level.first else _TURNS
            numbers = [str(level.first + n) for n in range(min(count, MAX_TURNS))]
            names = [said(name) for name in level.names[: MAX_TURNS + 1]] or numbers
            joined = [f"{text} – {name}" if text else name for text in texts for name in names]
            if len(joined) > MAX_TURNS:
                told = _('The turn tracker is longer than a track here: "{level}" was left out.')
                self._ledger.note(told.format(level=said(level.name)))
                break
            texts = joined
        if texts != [""]:
            yield from texts


def _version(text: str) -> str:
    """Return a version as ours are written.

    >>> _version("5.0.1"), _version("3.2b"), _version("")
    ('5.0.1', '3.2.0', '1.0.0')
    """
    numbers = re.findall(r"[0-9]{1,6}", text)[:3]
    return ".".join([*numbers, "0", "0"][:3]) if numbers else "1.0.0"
