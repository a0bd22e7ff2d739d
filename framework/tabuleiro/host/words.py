"""What the table says about actions, pieces and places, in the language of the player."""

from __future__ import annotations

import re
from html import escape
from typing import TYPE_CHECKING, Any, Final

from tabuleiro.engine import DEAD, OFF
from tabuleiro.engine.messages import listing, place_name
from tabuleiro.host.counter.face import figures_seen
from tabuleiro.host.gestures import aim, piece_of
from tabuleiro.i18n import N_, _, text
from tabuleiro.module.unknown import unknown_counter
from tabuleiro.seats.details import details

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tabuleiro.engine import Action
    from tabuleiro.module import Counter, Module
    from tabuleiro.seats import Sight

__all__ = [
    "action_label",
    "counter_of",
    "in_order",
    "names_of",
    "phase_name",
    "piece_line",
    "piece_name",
    "place_words",
    "points",
    "reading_order",
    "sides_words",
    "turn_words",
    "wrapped",
]

_DIGITS: Final = re.compile(r"(\d+)")
_LABELS: Final[Mapping[str, str]] = {
    "move": N_("Move"),
    "end-phase": N_("End the phase"),
    "assault": N_("Attack"),
    "bombard": N_("Bombard with artillery"),
    "air-strike": N_("Attack from the air"),
    "join": N_("Commit"),
    "withdraw": N_("Leave out"),
    "set-air": N_("Commit air points"),
    "take-air-back": N_("Withdraw the air points"),
    "confirm": N_("Announce"),
    "cancel": N_("Cancel attack"),
    "lose": N_("Take the loss"),
    "done-losing": N_("No further losses"),
    "retreat": N_("Retreat"),
    "displace": N_("Make room"),
    "advance": N_("Advance"),
    "done-advancing": N_("End the advance"),
    "place": N_("Place"),
    "take-up": N_("Pick up"),
    "land": N_("Go by sea"),
    "drop": N_("Drop by parachute"),
    "rail-move": N_("Go by rail"),
    "build-bridge": N_("Build a bridge"),
    "done-building": N_("No more bridges"),
    "pick-formation": N_("Withdraw this formation"),
    "pick-unit": N_("Withdraw this unit first"),
    "turn": N_("Turn round"),
    "recover": N_("Recover"),
    "done-recovering": N_("Nobody else recovers"),
}


def action_label(module: Module, action: Action, *, full: bool = False) -> str:
    """Return what a button for an action says; ``full`` names piece and place, too.

    A game names its own actions in ``texts.yaml``: ``action.build-airfield``.
    """
    own = module.text(f"action.{action.kind}")
    known = _LABELS.get(action.kind)
    label = text(own) if own else _(known) if known else action.kind.replace("-", " ")
    number = getattr(action, "points", None)
    if isinstance(number, int):
        label = f"{label}: {number}"
    state = module.states.get(getattr(action, "state", None) or "")
    value = state.value(getattr(action, "value", "")) if state is not None else None
    if value is not None:
        label = f"{label}: {text(value.name)}"
    formation = module.formations.get(getattr(action, "formation", None) or "")
    if formation is not None:
        label = f"{label}: {text(formation.name)}"
    transport = module.counters.get(getattr(action, "transport", None) or "")
    if transport is not None:
        label = _("{action} with {unit}").format(action=label, unit=text(transport.name))
    if getattr(action, "night", None) is True:
        label = f"{label} · {_('by night')}"
    for _field, told, _words in details(module, action):
        label = f"{label}: {told}" if ":" not in label else f"{label}, {told}"
    if not full:
        return label
    parts = [label]
    piece, place = piece_of(action), aim(action)
    if piece is not None and piece in module.counters:
        parts.append(text(module.counters[piece].name))
    if place is not None:
        parts.append(place_name(place, module))
    return " · ".join(parts)


def phase_name(s: Sight) -> str:
    """Return the name of the phase in progress."""
    return text(s.phase.name) if s.phase else _("Set-up")


def turn_words(s: Sight) -> str:
    """Return number and date of the turn."""
    label = next((text(turn.label) for turn in s.module.turns if turn.turn == s.turn), "")
    return _("Turn {turn} · {label}").format(turn=s.turn, label=label)


def points(halves: int) -> str:
    """Return half points as a player writes them.

    >>> points(5), points(4)
    ('2½', '2')
    """
    whole, half = divmod(halves, 2)
    if not half:
        return str(whole)
    return f"{whole}½" if whole else "½"


def sides_words(module: Module) -> str:
    """Return what all sides together are called."""
    return _("Both sides") if len(module.sides) == 2 else _("All sides")


def place_words(module: Module, place: str) -> str:
    """Return where something is."""
    if place == OFF:
        return _("not yet arrived")
    if place == DEAD:
        return _("eliminated")
    return place_name(place, module)


def piece_name(module: Module, piece: str) -> str:
    """Return what a unit is called."""
    return text(counter_of(module, piece).name)


def reading_order(words: str) -> list[tuple[int, int, str]]:
    """Return a key by which words are put in order as one reads them: by letters and by numbers.

    >>> sorted(["10 Division", "2 Division", "Alpha 10", "Alpha 9"], key=reading_order)
    ['2 Division', '10 Division', 'Alpha 9', 'Alpha 10']
    """
    parts = (part for part in _DIGITS.split(words.casefold()) if part)
    return [(0, int(part), "") if part.isdecimal() else (1, 0, part) for part in parts]


def in_order(module: Module, pieces: Iterable[str]) -> tuple[str, ...]:
    """Return units by their names, as one reads them."""
    return tuple(sorted(pieces, key=lambda piece: reading_order(piece_name(module, piece))))


def names_of(module: Module, pieces: Iterable[str]) -> str:
    """Return what units are called, as one reads a list aloud: "A, B and C"."""
    *names, last = (piece_name(module, piece) for piece in pieces)
    return _("{some} and {last}").format(some=listing(names), last=last) if names else last


def counter_of(module: Module, piece: str) -> Counter:
    """Return the counter of a piece; of one that was seen and not known what is usual for it.

    A report goes on naming it so when all is known again.
    """
    return unknown_counter(module, piece) or module.counters[piece]


def piece_line(module: Module, piece: str, seen: Mapping[str, Any] | None) -> str:
    """Return a line about a piece: name and strengths as far as they may be known."""
    counter = counter_of(module, piece)
    known = seen.get("values") if seen is not None else counter.values
    return f"{text(counter.name)}  {figures_seen(counter, known)}"


def wrapped(told: str) -> str:
    r"""Return plain lines for a tip, whose lines Qt breaks only where it is rich text.

    >>> wrapped("4 < 5\nand more"), wrapped("")
    ('<p>4 &lt; 5<br>and more</p>', '')
    """
    return f"<p>{escape(told, quote=False)}</p>".replace("\n", "<br>") if told else ""
