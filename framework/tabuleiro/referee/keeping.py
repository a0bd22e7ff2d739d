"""Methods that keep games: ``.partida`` files."""

from __future__ import annotations

from typing import Any

from tabuleiro.engine.ruleset import RulesetError
from tabuleiro.i18n import _
from tabuleiro.referee.desk import Desk, OpenGame, about_desk, about_game
from tabuleiro.referee.errors import RefereeError, shown
from tabuleiro.referee.param_types import a_player
from tabuleiro.referee.params import ARBITER, Param, a_flag, a_name, a_text
from tabuleiro.seats import EVERYTHING
from tabuleiro.seats.telling import tell_standing
from tabuleiro.store import StoreError, open_partida, read_manifest, write_partida

__all__ = ["load", "save"]


@about_game(
    Param("path", a_text, required=True),
    Param("for", a_player, required=True),
    Param("title", a_name),
)
def save(here: OpenGame, path: str, title: str | None, **whom: str) -> dict[str, Any]:
    """Write a ``.partida`` file: with the whole game, or with what one side was told of it."""
    title = title or here.title
    reader = whom["for"]
    try:
        viewer = EVERYTHING if reader == ARBITER else reader
        write_partida(path, here.game, title, viewer=viewer)
    except StoreError as error:
        raise RefereeError("store", str(error), path=path) from None
    here.title = title
    rows = here.seat(reader).told_rows
    return {"path": path, "title": title, "for": reader, "rows": rows}


@about_desk(Param("path", a_text, required=True), Param("verify", a_flag, default=True))
def load(desk: Desk, path: str, *, verify: bool) -> dict[str, Any]:
    """Open a ``.partida`` file as a new game; unless told not to, play its log again."""
    desk.make_room()
    warnings: list[str] = []
    try:
        manifest = read_manifest(path)
        module = desk.module(_known(desk, manifest.game.module))
        ruleset = desk.catalogue.ruleset(module, manifest.game.house_rules)
        game = open_partida(path, module, ruleset, verify=verify, warn=warnings.append)
    except StoreError as error:
        raise RefereeError("store", str(error), path=path) from None
    except RulesetError as error:
        raise RefereeError("module", str(error), path=path) from None
    here = desk.open(game, manifest.title)
    return {
        "game": here.id,
        "title": here.title,
        "module": module.id,
        "scenario": game.header.scenario,
        "rows": len(game.log),
        "warnings": warnings,
        **tell_standing(here.seat(ARBITER)),
    }


def _known(desk: Desk, name: str) -> str:
    """Return the id of a module that a file names; a path in a file leads nowhere."""
    if name not in desk.catalogue.module_ids():
        sentence = _("The game of the file needs the module {module}, which is not here.")
        raise RefereeError("module", sentence.format(module=shown(name)))
    return name
