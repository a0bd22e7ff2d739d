"""Checks of ``module.yaml``."""

from __future__ import annotations

from typing import Any

from tabuleiro.i18n import _
from tabuleiro.module.draft import Checked, Draft
from tabuleiro.module.error_sentences import found
from tabuleiro.module.errors import did_you_mean, listed
from tabuleiro.module.loader import Loc
from tabuleiro.module.models import GameFile
from tabuleiro.module.models.game import OptionModel, SideModel
from tabuleiro.module.pictures import SYMBOLS

__all__ = ["check_game", "movement_classes", "option_value"]


def check_game(draft: Draft) -> None:
    """Check ids, references and turns of the game."""
    file = draft.game
    game = file.model
    if game is None:
        return
    for key in ("sides", "nations", "unit_types", "sequence", "options"):
        file.unique(key, getattr(game, key))
    sides = file.ids("sides")
    for loc, nation in file.numbered("nations", game.nations):
        file.refer((*loc, "side"), nation.side, sides, _("unknown side"))
    _check_enemies(file, game)
    classes = movement_classes(draft)
    for loc, unit in file.numbered("unit_types", game.unit_types):
        file.refer((*loc, "class"), unit.movement_class, classes, _("unknown movement class"))
        if unit.symbol not in SYMBOLS:
            sentence = _('no picture is known for the symbol "{name}": its letters are drawn')
            hint = did_you_mean(unit.symbol, SYMBOLS)
            file.warn((*loc, "symbol"), sentence.format(name=unit.symbol), hint)
    for loc, phase in file.numbered("sequence", game.sequence):
        file.refer((*loc, "side"), phase.side, sides, _("unknown side"))
    for loc, option in file.numbered("options", game.options):
        _check_option(file, loc, option)
    _check_once(file, game)
    if "turns" not in file.kept:
        for number, turn in enumerate(game.turns, start=1):
            if turn.turn != number:
                sentence = _("turns are numbered from 1 without gaps: {n} is wanted here")
                file.problem(("turns", number - 1, "turn"), sentence.format(n=number))
                break


def _check_enemies(file: Checked[GameFile], game: GameFile) -> None:
    for loc, side in file.numbered("sides", game.sides):
        for number, enemy in enumerate(side.enemies or ()):
            file.refer((*loc, "enemies", number), enemy, file.ids("sides"), _("unknown side"))
            if enemy == side.id or _allied(game, side, enemy):
                file.problem((*loc, "enemies", number), _("a side is no enemy of its own team"))


def _allied(game: GameFile, side: SideModel, other: str) -> bool:
    """Return whether two sides are of one team."""
    return side.team is not None and any(
        one.id == other and one.team == side.team for one in game.sides
    )


def _check_once(file: Checked[GameFile], game: GameFile) -> None:
    seen: set[str] = set()
    for loc, name in file.numbered("movement_classes", game.movement_classes):
        if name in seen:
            file.problem(loc, _('"{name}" stands here twice').format(name=name))
        seen.add(name)


def movement_classes(draft: Draft) -> frozenset[str] | None:
    """Return the movement classes of the module, None if they are not known."""
    game = draft.game
    if game.model is None or "movement_classes" in game.unknown:
        return None
    lost = game.lost.get("movement_classes", set())
    return frozenset(game.model.movement_classes) | lost


def _check_option(file: Checked[GameFile], loc: Loc, option: OptionModel) -> None:
    allowed = option.choices or [True, False]
    if len(set(map(repr, allowed))) < len(allowed):
        file.problem((*loc, "choices"), _("a choice stands here twice"))
    option_value(file, (*loc, "default"), option.default, option)


def option_value(file: Checked[Any], loc: Loc, value: object, option: OptionModel) -> None:
    """Check that an option may have a value."""
    allowed = option.choices or [True, False]
    if repr(value) not in map(repr, allowed):
        choices = listed(found(choice) for choice in allowed)
        sentence = _("{found} is none of: {choices}")
        file.problem(loc, sentence.format(found=found(value), choices=choices))
