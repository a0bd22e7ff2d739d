"""What several units do at one gesture: all that may join, a group that moves, a whole set-up."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Final

from tabuleiro.bots import make_player
from tabuleiro.engine.messages import listing
from tabuleiro.host.gestures import aim, aimed, path_of, piece_of
from tabuleiro.host.words import piece_name
from tabuleiro.i18n import N_, ngettext
from tabuleiro.seats.telling import say

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tabuleiro.engine import Action
    from tabuleiro.host.seat import Seat
    from tabuleiro.seats import Sight

__all__ = [
    "GROUP_NAMES", "Group", "begin_with", "commit", "go_all", "go_together", "guns_reach",
    "joiners", "place_for_me", "places_for_me", "stayed_words", "who_goes",
]  # fmt: skip

_MOST_PLACED: Final = 200
_NAMED: Final = 3
"""So many who stayed are named."""


class Group(StrEnum):
    """Who is committed at once."""

    ADJACENT = "adjacent"
    ARTILLERY = "artillery"


GROUP_NAMES: Final = {
    Group.ADJACENT: N_("Commit all adjacent"),
    Group.ARTILLERY: N_("Commit all artillery"),
}


# ------------------------------------------------------------------------------- a battle


def joiners(seat: Seat, group: Group) -> list[Action]:
    """Return what commits the units of a group to the attack that is being declared."""
    decision, draft = seat.decision(), seat.ask("declared")
    if decision is None or decision.kind != "allocate" or draft is None:
        return []
    s = seat.sight
    near = set(s.board.grid.neighbours(draft.target)) | {draft.target}
    by_piece: dict[str, list[Action]] = {}
    for action in seat.legal():
        piece = piece_of(action)
        if piece is not None and aim(action) is None and not action.retracts:
            by_piece.setdefault(piece, []).append(action)
    wanted = group is Group.ADJACENT
    return [
        found[0]
        for piece, found in by_piece.items()
        if len(found) == 1 and _near(s, piece, near) == wanted
    ]


def _near(s: Sight, piece: str, near: set[str]) -> bool:
    """Return whether a piece fights from where it stands: next to the target, or landing on it."""
    place = s.whereabouts(piece)
    return place in near or place not in s.board.grid


def commit(seat: Seat, *groups: Group) -> int:
    """Commit all of some groups; return how many."""
    return seat.act_all(_joining(seat, groups))


def begin_with(seat: Seat, action: Action, *groups: Group) -> None:
    """Begin an attack, and commit all of some groups to it."""

    def actions() -> Iterator[Action]:
        yield action
        yield from _joining(seat, groups)

    seat.act_all(actions())


def _joining(seat: Seat, groups: tuple[Group, ...]) -> Iterator[Action]:
    for group in groups:
        tried: set[str] = set()
        while left := [a for a in joiners(seat, group) if piece_of(a) not in tried]:
            tried.add(piece_of(left[0]) or "")
            yield left[0]


def guns_reach(seat: Seat, attack: Action) -> bool:
    """Return whether anybody could join an attack from afar, once it is begun."""
    asked, target = seat.decision(), aim(attack)
    if asked is None or target is None:
        return False
    s = seat.sight
    near = {*s.board.grid.neighbours(target), target}

    def find() -> bool:
        game = seat.place(asked.side).imagine()
        game.act(attack)
        joins = [a for a in game.legal() if aim(a) is None and not a.retracts]
        return any(not _near(s, p, near) for a in joins if (p := piece_of(a)) is not None)

    found: bool = s.cache_here(("host-guns-reach", attack), find)
    return found


# ------------------------------------------------------------------------------- a move


def go_together(seat: Seat, pieces: tuple[str, ...], place: str) -> list[str]:
    """Let several units go to one place, as many as can; return those that stayed, in hand."""
    stayed: list[str] = []

    def actions() -> Iterator[Action]:
        for piece in pieces:
            found = aimed(seat.legal(piece=piece)).get(place, [])
            if found:
                yield found[0]
            elif piece in seat.sight.position.pieces and seat.sight.place(piece) != place:
                stayed.append(piece)

    seat.act_all(actions(), left=stayed)
    return stayed


def stayed_words(seat: Seat, stayed: list[str], place: str) -> tuple[str, str]:
    """Return who stayed and why, in a sentence, and the clause of the first reason.

    What holds for several alike is said once.
    """
    module = seat.module
    why: dict[str, str] = {}
    rule = ""
    for piece in stayed:
        verdict = seat.why(piece, place) if piece in seat.sight.position.pieces else None
        for objection in verdict.objections[:1] if verdict is not None else ():
            why.setdefault(objection.message.text, say(objection.message, module))
            rule = rule or objection.rule
    told = ngettext("{n} unit stays", "{n} units stay", len(stayed)).format(n=len(stayed))
    if len(stayed) > 1:
        names = listing([piece_name(module, piece) for piece in stayed[:_NAMED]])
        told = f"{told} ({names}{', …' if len(stayed) > _NAMED else ''})"
    return f"{told}: {' · '.join(list(why.values())[:2])}", rule


def who_goes(seat: Seat, kind: str, place: str) -> tuple[str, ...]:
    """Return who gets to a place if all go there who may, one after the other: room may end."""

    def ways(actions: Iterable[Action]) -> dict[str, Action]:
        near = (a for a in actions if a.kind == kind and path_of(a) == (place,))
        return {piece: action for action in near if (piece := piece_of(action)) is not None}

    able = ways(seat.legal())
    asked = seat.decision()
    if len(able) <= 1 or asked is None:
        return tuple(able)

    def find() -> tuple[str, ...]:
        game = seat.place(asked.side).imagine()
        gone: list[str] = []
        while (now := game.decision()) is not None and now.side == asked.side:
            left = {p: a for p, a in ways(game.legal()).items() if p not in gone}
            if now.kind != "path" or not left:
                break
            piece, action = next(iter(left.items()))
            gone.append(piece)
            game.act(action)
        return tuple(gone)

    found: tuple[str, ...] = seat.sight.cache_here(("host-who-goes", kind, place), find)
    return found


def go_all(seat: Seat, place: str) -> None:
    """Let all advance or retreat to a place who may, as long as they may."""

    def actions() -> Iterator[Action]:
        tried: set[str] = set()
        while True:
            decision = seat.decision()
            found = next(
                (
                    a
                    for a in seat.legal()
                    if path_of(a) and aim(a) == place and piece_of(a) not in tried
                ),
                None,
            )
            if decision is None or decision.kind != "path" or found is None:
                return
            tried.add(piece_of(found) or "")
            yield found

    seat.act_all(actions())


# ------------------------------------------------------------------------------- a set-up


def places_for_me(seat: Seat) -> bool:
    """Return whether there are units to be placed that a computer player could place."""
    decision = seat.decision()
    return decision is not None and decision.kind == "phase" and "place" in decision.actions and (
        any(a.kind == "place" for a in seat.legal())
    )  # fmt: skip


def place_for_me(seat: Seat) -> int:
    """Place all that waits as a computer player would; return how many were placed."""
    bot = make_player("simple", seed=seat.title or "placed")
    side = getattr(seat.decision(), "side", "")

    def actions() -> Iterator[Action]:
        for _step in range(_MOST_PLACED):
            decision = seat.decision()
            if decision is None or decision.side != side or not places_for_me(seat):
                return
            action = bot.choose(seat.place(side))
            if action.kind != "place":
                action = next((a for a in seat.legal() if a.kind == "place"), action)
            if action.kind != "place":
                return
            yield action

    placed = seat.act_all(actions())
    seat.select(())  # or the last one would be what buttons and lists are about
    return placed
