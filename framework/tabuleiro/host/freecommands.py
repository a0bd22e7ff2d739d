"""What keys do on a free table, with the pieces that are selected or that under the pointer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tabuleiro.host.commands import Kind
from tabuleiro.i18n import N_

if TYPE_CHECKING:
    from collections.abc import Callable

    from tabuleiro.host.freeplay import FreePlay
    from tabuleiro.host.window import MatchWindow

__all__ = ["FREE", "add_free_commands"]

FREE: Final = {
    kind.id: kind
    for kind in (
        Kind("free-flip", N_("Flip"), "F", "game", parts=True),
        Kind("free-turn", N_("Turn clockwise"), "T", "game"),
        Kind("free-turn-back", N_("Turn the other way"), "Shift+T", "game"),
        Kind("free-cover", N_("Face down, or up"), "D", "game"),
        Kind("free-mark", N_("Marks …"), "K", "game"),
        Kind("free-sink", N_("To the bottom of the stack"), "B", "game"),
        Kind("free-up", N_("Up in the stack"), "Ctrl+Up", "game"),
        Kind("free-down", N_("Down in the stack"), "Ctrl+Down", "game"),
        Kind("free-stack", N_("Select the stack"), "A", "game"),
        Kind("free-clone", N_("Make once more"), "Ctrl+D", "game"),
        Kind("free-delete", N_("Take out of the match"), "Del", "game"),
        Kind("free-roll", N_("Roll dice …"), "Ctrl+R", "game", parts=True),
        Kind("free-note", N_("Note on the map for all …"), "N", "game"),
    )
}
"""What can be done by a key, by id."""


def add_free_commands(window: MatchWindow, play: FreePlay) -> None:
    """Add these commands to the window of a free table."""
    deeds: dict[str, Callable[[], object]] = {
        "free-flip": lambda: play.flip(play.meant()),
        "free-turn": lambda: play.turn(play.meant(), 1),
        "free-turn-back": lambda: play.turn(play.meant(), -1),
        "free-cover": lambda: play.cover(play.meant()),
        "free-mark": play.ask_marks,
        "free-sink": lambda: play.sink(play.meant()),
        "free-up": lambda: play.shift(1),
        "free-down": lambda: play.shift(-1),
        "free-stack": play.select_stack,
        "free-clone": lambda: play.clone(play.meant()),
        "free-delete": lambda: play.delete(play.meant()),
        "free-roll": play.ask_dice,
        "free-note": lambda: play.ask_note(play.view.cursor_hex),
    }
    for id, kind in FREE.items():
        window.commands.offer(kind, deeds[id])
        play.keys[id] = window.commands[id].shortcut().toString()
