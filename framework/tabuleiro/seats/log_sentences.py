"""The story of a log row: what happened, in sentences for players."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from tabuleiro.engine import DEAD, GONE, OFF, Message, msg
from tabuleiro.engine import events as ev
from tabuleiro.engine.messages import hex_ref, key_ref, piece_ref, side_ref
from tabuleiro.i18n import N_
from tabuleiro.module.places import holder_in

if TYPE_CHECKING:
    from tabuleiro.engine.position import Outcome
    from tabuleiro.engine.seat import ToldRow

__all__ = ["story"]

_ACTIONS: Final[Mapping[str, str]] = {
    "assault": N_("{side}: an attack on {target} is declared."),
    "bombard": N_("{side}: a bombardment of {target} is declared."),
    "air-strike": N_("{side}: an air attack on {target} is declared."),
    "join": N_("{piece} joins."),
    "withdraw": N_("{piece} is left out again."),
    "set-air": N_("{side}: air points are committed: {points}."),
    "take-air-back": N_("{side}: no air points."),
    "cancel": N_("{side}: the declaration is cancelled."),
    "end-phase": N_("{side}: end of the phase."),
    "done-advancing": N_("{side}: no further advance."),
    "done-losing": N_("{side}: no further losses."),
    "done-recovering": N_("{side}: nobody else recovers."),
    "free-order": N_("The stack in {place} is put in another order."),
}
"""Actions of which no event tells."""
_ABOUT: Final = {"piece": piece_ref, "hex": hex_ref, "target": hex_ref, "place": hex_ref}
_REFERENCES: Final = {"target": hex_ref, "place": hex_ref, "piece": piece_ref}


def story(row: ToldRow, scenario: str, tracks: Collection[str] = ()) -> Iterator[Message]:
    """Yield what a row tells: what the rules said, and events about which they said nothing.

    Of a row whose action was taken in secret only the events are told. ``tracks`` are those of the
    board; pools have sentences of their own.
    """
    events = row.events
    if row.kind == "start":
        yield msg("The match begins: {scenario}.", scenario={"key": f"scenario.{scenario}"})
    elif row.kind == "test" and (row.action or {}).get("type") == "set-position":
        yield msg("A position is set up outside of the rules.")
    told = [message for event in events for message in _event(event, row, _said(events))]
    told += _tracks_set(events, tracks) if row.kind != "free" else ()
    yield from told
    if row.kind in {"action", "free"} and not told:
        yield _nothing(row) if row.action is None else _action(row)


def _said(events: Sequence[ev.Event]) -> set[str]:
    """Return the pieces and places of which the rules said something."""
    messages = (event.message for event in events if isinstance(event, ev.Said))
    values = (value for message in messages for value in message.values.values())
    references = (value for value in values if isinstance(value, dict))
    return {value[key] for value in references for key in ("piece", "place") if key in value}


def _tracks_set(events: Sequence[ev.Event], tracks: Collection[str]) -> Iterator[Message]:
    """Yield where the markers stand that were moved, each once."""
    now = {event.track: event.value for event in events if isinstance(event, ev.TrackSet)}
    for track in (name for name in now if name in tracks):
        yield msg("{track} is now {n}.", track=_track_ref(track), n=now[track])


def _event(event: ev.Event, row: ToldRow, said: set[str]) -> Iterator[Message]:
    match event:
        case ev.Said(message):
            yield message
        case ev.Moved(piece) if event.free or piece not in said:
            yield _moved(event)
        case ev.Lost(piece, losses) if piece not in said:
            yield msg("Losses of {piece} are now {n}.", piece=piece_ref(piece), n=losses)
        case ev.CameIntoSight() | ev.WentOutOfSight() | ev.Made():
            yield _sighted(event)
        case ev.StateSet(piece, state, value) if piece not in said:
            yield msg("{piece}: {state} is now {value}.", piece=piece_ref(piece),
                      state=key_ref(f"state.{state}"),
                      value=key_ref(f"value.{state}.{value}"))  # fmt: skip
        case ev.FaceTurned() if said:
            pass  # whoever turns a piece over says so, by the name that it had or has
        case ev.TrackSet() | ev.Marked() | ev.PlaceMarked() if row.kind == "free":
            yield from _by_hand(event)
        case ev.Controlled(place, side) if place not in said:
            yield msg("Control of {hex}: {side}.", hex=hex_ref(place), side=side_ref(side))
        case ev.DiceQueued(faces) if row.kind != "test":
            yield msg("Rolled by hand: {faces}.", faces=[str(face) for face in faces])
        case ev.DiceQueued(faces):
            yield msg("The next dice are set: {faces}.", faces=[str(face) for face in faces])
        case ev.Ended(outcome):
            yield _ended(outcome)


def _ended(outcome: Outcome) -> Message:
    won = [side_ref(side) for side in outcome.winners]
    if not won:
        return msg("The match is over: a draw.")
    if outcome.allies:
        return msg("The match is over; the winners: {sides}.", sides=won)
    return msg("The match is over; the winner: {side}.", side=won[0])


def _sighted(event: ev.CameIntoSight | ev.WentOutOfSight | ev.Made) -> Message:
    if isinstance(event, ev.Made):
        return msg("{piece} is made in {hex}.", piece=piece_ref(event.piece), hex=hex_ref(event.to))
    holder = holder_in(event.place)
    piece, place = piece_ref(event.piece), piece_ref(holder) if holder else hex_ref(event.place)
    if isinstance(event, ev.CameIntoSight):
        if event.place == DEAD:
            return msg("{piece} is eliminated.", piece=piece)
        return msg("{piece} comes into sight in {hex}.", piece=piece, hex=place)
    return msg("{piece} is no longer seen in {hex}.", piece=piece, hex=place)


def _by_hand(event: ev.TrackSet | ev.Marked | ev.PlaceMarked) -> Iterator[Message]:
    """Tell to what a free hand set a track, or what it put on a piece or a place, or took off."""
    if isinstance(event, ev.TrackSet):
        yield msg("{track} is set to {n} by hand.", track=_track_ref(event.track), n=event.value)
        return
    kind = "marker" if isinstance(event, ev.PlaceMarked) else "state"
    it = hex_ref(event.place) if isinstance(event, ev.PlaceMarked) else piece_ref(event.piece)
    for mark in event.add:
        yield msg("{what} is marked by hand: {mark}.", what=it, mark=key_ref(f"{kind}.{mark}"))
    for mark in event.remove:
        yield msg("By hand taken off {what}: {mark}.", what=it, mark=key_ref(f"{kind}.{mark}"))


def _track_ref(track: str) -> list[dict[str, str]]:
    """Return a reference to a track, or to a pool and whose it is."""
    pool, _dot, side = track.rpartition(".")
    return [key_ref(f"pool.{pool}"), side_ref(side)] if pool else [key_ref(f"track.{track}")]


def _left(to: str, piece: dict[str, str]) -> Message:
    """Return the sentence for a piece that leaves the map."""
    if to == DEAD:
        return msg("{piece} is eliminated.", piece=piece)
    if to == GONE:
        return msg("{piece} is taken out of the match.", piece=piece)
    return msg("{piece} is taken off the board.", piece=piece)


def _moved(event: ev.Moved) -> Message:
    piece, to = piece_ref(event.piece), hex_ref(event.to)
    holder = holder_in(event.to)
    if event.lost_with:
        return msg("{piece} is lost with {holder}.", piece=piece, holder=piece_ref(event.lost_with))
    if holder is not None and event.free:
        return msg("{piece} is put into {holder} by hand.", piece=piece, holder=piece_ref(holder))
    if holder is not None:
        return msg("{piece} enters {holder}.", piece=piece, holder=piece_ref(holder))
    if event.to in {DEAD, GONE, OFF}:
        return _left(event.to, piece)
    if isinstance(event, ev.Drawn):
        return msg("{piece} is drawn and comes to {hex}.", piece=piece, hex=to)
    if event.free:
        return msg("{piece} is put in {hex} by hand.", piece=piece, hex=to)
    return msg("{piece} goes to {hex}.", piece=piece, hex=to)


def _action(row: ToldRow) -> Message:
    action: Mapping[str, Any] = row.action or {}
    kind = action.get("type", "")
    values = {
        name: _REFERENCES[name](value) if name in _REFERENCES else value
        for name, value in action.items()
        if name != "type"
    }
    bare = kind == "set-air" and not values.get("points")
    sentence = _ACTIONS.get("take-air-back" if bare else kind)
    if sentence is None:
        return _named(row, action)
    return Message(sentence, {"side": side_ref(row.side or ""), **values})


def _named(row: ToldRow, action: Mapping[str, Any]) -> Message:
    """Tell an action by the name that its game gives it, with the piece and the place in it."""
    side, kind = side_ref(row.side or ""), key_ref(f"action.{action.get('type', '')}")
    about = [ref(action[name]) for name, ref in _ABOUT.items() if isinstance(action.get(name), str)]
    if about:
        return msg("{side}: {kind} ({what}).", side=side, kind=kind, what=about)
    return msg("{side}: {kind}.", side=side, kind=kind)


def _nothing(row: ToldRow) -> Message:
    if not row.side:
        return msg("A sealed choice.")
    return msg("{side}: a sealed choice.", side=side_ref(row.side))
