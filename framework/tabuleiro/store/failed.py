"""Matches in which a rule failed, kept as files: to be sent to whoever wrote the rule.

Beside each ``.partida`` lies a text with what was to be done, the sentence and the traceback.
"""

from __future__ import annotations

import json
import traceback
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from tabuleiro.engine.data import digest
from tabuleiro.engine.knowledge import EVERYTHING
from tabuleiro.module.packs import data_folder
from tabuleiro.store.partida import write_partida

if TYPE_CHECKING:
    from pathlib import Path

    from tabuleiro.engine import Game
    from tabuleiro.engine.faults import RuleFault

__all__ = ["MOST", "failed_folder", "keep_failed"]

MOST: Final = 20
"""So many are kept; of more the oldest go."""


def failed_folder() -> Path:
    """Return the folder of matches in which a rule failed."""
    return data_folder() / "failed"


def keep_failed(game: Game, fault: RuleFault) -> Path | None:
    """Write a match as it was when a rule failed; return the file, None if it cannot be written.

    The same failure at the same place is written once.
    """
    about = [game.position.digest(), fault.action, str(fault)]
    name = f"{game.module.id}-{len(game.log)}-{digest(about)[:8]}"
    path = failed_folder() / f"{name}.partida"
    try:
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            write_partida(path, game, f"{game.module.id}: {fault}", viewer=EVERYTHING)
            path.with_suffix(".txt").write_text(_report(fault), encoding="utf-8")
            _forget_old(path.parent)
    except Exception:  # noqa: BLE001 - what failed may fail again; the match matters more
        return None
    return path


def _report(fault: RuleFault) -> str:
    error = fault.__cause__ or fault
    lines = [str(fault), ""]
    if fault.action is not None:
        lines += [json.dumps(fault.action, ensure_ascii=False), ""]
    return (
        "\n".join([*lines, *(line.rstrip() for line in traceback.format_exception(error))]) + "\n"
    )


def _forget_old(folder: Path) -> None:
    files = sorted(folder.glob("*.partida"), key=lambda path: path.stat().st_mtime, reverse=True)
    for path in files[MOST:]:
        for each in (path, path.with_suffix(".txt")):
            with suppress(OSError):
                each.unlink()
