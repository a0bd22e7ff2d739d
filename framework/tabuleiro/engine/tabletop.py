"""What hands do on a table without a referee: several things at once, cards, dice, notes, the turn.

These are actions of a free hand (`engine.freehand`). Whoever may use one may use these, in a match
with a referee too; on a free table there is nothing else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from msgspec.structs import replace

from tabuleiro.engine import events as ev
from tabuleiro.engine.actions import Action
from tabuleiro.engine.data import DataError
from tabuleiro.engine.dice import MOST_FACES
from tabuleiro.engine.draws import HAND, is_deck, is_drawn_from, is_held
from tabuleiro.engine.freehand import (
    FreeAction,
    can_go,
    is_place,
    known_piece,
    no_such_place,
    put,
    within_reach,
)
from tabuleiro.engine.messages import hex_ref, key_ref, msg, piece_ref, side_ref
from tabuleiro.engine.position import UNSEEN
from tabuleiro.engine.verdicts import Verdict
from tabuleiro.harmless import HARMFUL
from tabuleiro.module.made import FACE_DOWN
from tabuleiro.module.unknown import is_unknown

if TYPE_CHECKING:
    from tabuleiro.engine.change import Change
    from tabuleiro.engine.glance import Glance
    from tabuleiro.engine.situation import Situation

__all__ = [
    "AT_TABLE",
    "MOST_AT_ONCE",
    "NOTE",
    "FreeCover",
    "FreeDeal",
    "FreeLook",
    "FreeNote",
    "FreePass",
    "FreeRoll",
    "FreeSeveral",
    "FreeShuffle",
    "FreeTurn",
    "FreeUnder",
]

AT_TABLE: Final = "at-table"
"""The fact that says who was given the table, and in which phase."""
NOTE: Final = "note "
"""With what the facts begin that are notes on places."""
MOST_AT_ONCE: Final = 2000
"""So many things are done at once at most."""
_LONGEST_NOTE: Final = 500
_MOST_DICE: Final = 100


class FreeSeveral(FreeAction, frozen=True):
    """Several deeds of a free hand at once: one row of the log, taken back together."""

    deeds: tuple[dict[str, Any], ...]

    @classmethod
    def of(cls, *deeds: FreeAction) -> FreeAction:
        """Return deeds as one; one alone stays itself.

        >>> FreeSeveral.of(FreeShuffle("deck"))
        FreeShuffle(place='deck')
        """
        return deeds[0] if len(deeds) == 1 else cls(tuple(deed.to_data() for deed in deeds))

    def each(self) -> list[FreeAction]:
        """Return the deeds; raises ``DataError`` if something else is among them."""
        found = [Action.from_data(deed) for deed in self.deeds]
        wrong = [a for a in found if not isinstance(a, FreeAction) or isinstance(a, FreeSeveral)]
        if wrong:
            raise DataError(f"no deed of a free hand: {wrong[0].kind}")
        return found  # type: ignore[return-value]

    def sense(self, s: Situation) -> Verdict:
        """Check each of them."""
        if not 0 < len(self.deeds) <= MOST_AT_ONCE:
            return Verdict.no(msg("From 1 to {n} things are done at once.", n=MOST_AT_ONCE))
        try:
            deeds = self.each()
        except DataError:
            return Verdict.no(msg("Only what a free hand does can be done together."))
        for deed in deeds:
            verdict = deed.check(s)
            if not verdict:
                return verdict
        return Verdict.yes()

    def act(self, change: Change) -> None:
        """Do one after the other; what has become senseless by those before is left out."""
        for deed in self.each():
            if deed.sense(change):
                deed.act(change)

    def told(self, glance: Glance) -> Action | None:
        """Tell those of which something may be told."""
        told = (deed.told(glance) for deed in self.each())
        deeds = tuple(deed.to_data() for deed in told if deed is not None)
        return replace(self, deeds=deeds) if deeds else None


class FreeCover(FreeAction, frozen=True):
    """Turn a piece face down, so that its side alone sees what it is, or face up again."""

    piece: str
    up: bool = False
    to: str = ""
    """Where it is put as well: so a card is played face down."""

    def sense(self, s: Situation) -> Verdict:
        """A side's own pieces are turned up by it alone; who sees them it does."""
        reach = can_go(s, self.piece, self.to) if self.to else within_reach(s, self.piece)
        if self.to and not is_place(s, self.to):
            return no_such_place(self.to)
        if reach and not self.to and is_held(s, s.place(self.piece)):
            place = hex_ref(s.place(self.piece))
            return Verdict.no(msg("In {place} all pieces lie face down.", place=place))
        if reach and is_unknown(self.piece) and s.side(self.piece) in s.module.played_sides:
            side = side_ref(s.side(self.piece))
            return Verdict.no(msg("Only {side} turns up its own pieces.", side=side))
        return reach

    def act(self, change: Change) -> None:
        """Turn it over; it is named as it is seen before it goes down, and after it came up."""
        marks, piece, to = (FACE_DOWN,), piece_ref(self.piece), self.to
        if not self.up:
            words = msg("{piece} is turned face down.", piece=piece)
            if to:
                words = msg("{piece} is put face down in {place}.", piece=piece, place=hex_ref(to))
            change.say(words)
        add, remove = ((), marks) if self.up else (marks, ())
        change.emit(ev.FaceTurned(self.piece, add, remove))
        if to:
            put(change, self.piece, to)
        if self.up:
            change.say(msg("{piece} is turned face up.", piece=piece))


class FreeUnder(FreeAction, frozen=True):
    """Put a piece under all others of a place: at the bottom of a stack, or of a deck."""

    piece: str
    to: str

    def sense(self, s: Situation) -> Verdict:
        """Check that piece and place exist."""
        if not is_place(s, self.to):
            return no_such_place(self.to)
        return can_go(s, self.piece, self.to)

    def act(self, change: Change) -> None:
        """Put it there, and under the others."""
        if change.place(self.piece) != self.to:
            put(change, self.piece, self.to)
        others = tuple(piece for piece in change.at(self.to) if piece != self.piece)
        if others:
            change.emit(ev.Reordered(self.to, (self.piece, *others)))


class FreeShuffle(FreeAction, frozen=True):
    """Put the pieces of a place in an order by chance."""

    place: str

    def sense(self, s: Situation) -> Verdict:
        """Check that there is something to shuffle."""
        if self.place == UNSEEN or not s.at(self.place):
            return Verdict.no(msg("There is nothing in {place}.", place=hex_ref(self.place)))
        return Verdict.yes()

    def act(self, change: Change) -> None:
        """Shuffle."""
        if change.at(self.place):
            change.say(msg("{place} is shuffled.", place=hex_ref(self.place)))
            change.shuffle(self.place)


class FreeDeal(FreeAction, frozen=True):
    """Deal pieces out of a cup or deck, one by one to several places in turn."""

    cup: str
    to: tuple[str, ...]
    count: int = 1
    """How many come to each place."""

    def sense(self, s: Situation) -> Verdict:
        """Check that there is such a cup, and to where it is dealt."""
        if not is_drawn_from(s, self.cup):
            return Verdict.no(msg("Nothing is drawn out of {place}.", place=self.cup))
        wrong = [place for place in self.to if not is_place(s, place)]
        if wrong or not self.to:
            return no_such_place((*wrong, "")[0])
        if not 1 <= self.count <= MOST_AT_ONCE or not s.at(self.cup):
            return Verdict.no(msg("Nothing is left to draw."))
        return Verdict.yes()

    def act(self, change: Change) -> None:
        """Deal, as long as something is left."""
        for _turn in range(self.count):
            for place in self.to:
                if change.at(self.cup):
                    change.draw(self.cup, place)


class FreeLook(FreeAction, frozen=True):
    """Let a side look at a piece that lies face down, or at what lies on top of a deck.

    It goes on seeing it until it is moved or shuffled. That it looked is told to all.
    """

    side: str
    at: str
    """A piece, or a deck."""
    count: int = 0
    """How many, from the top; 0 for all."""

    def sense(self, s: Situation) -> Verdict:
        """Nobody shows what he does not see, but for what belongs to nobody."""
        if self.side not in s.module.sides:
            return Verdict.no(msg("There is no such hex or side."))
        if is_deck(s, self.at):
            if s.at(self.at) and self.count >= 0:
                return Verdict.yes()
            return Verdict.no(msg("There is nothing in {place}.", place=hex_ref(self.at)))
        known = known_piece(s, self.at)
        if known and is_unknown(self.at):
            own = s.side(self.at) in s.module.played_sides or is_held(s, s.place(self.at))
            if own:
                side = side_ref(s.side(self.at))
                return Verdict.no(msg("Only {side} shows its own pieces.", side=side))
        return known

    def act(self, change: Change) -> None:
        """Show it."""
        side = side_ref(self.side)
        if self.at in change.position.pieces:
            found: tuple[str, ...] = (self.at,)
            change.say(msg("{side} looks at {piece}.", side=side, piece=piece_ref(self.at)))
        else:
            found = change.at(self.at)[-self.count or None :]
            change.say(msg("{side} looks at {n} in {place}.", side=side, n=len(found),
                           place=hex_ref(self.at)))  # fmt: skip
        places = change.position.pieces
        change.emit(ev.Met(self.side, {piece: places[piece].place for piece in sorted(found)}))
        change.reveal()


class FreeRoll(FreeAction, frozen=True):
    """Throw dice: those that the module names, or any."""

    side: str
    die: str = ""
    """A throw that the module names; else how many dice with how many faces."""
    dice: int = 1
    faces: int = 6
    plus: int = 0

    def sense(self, s: Situation) -> Verdict:
        """Check that there are such dice."""
        if self.side not in s.module.sides:
            return Verdict.no(msg("There is no such hex or side."))
        if self.die and self.die not in s.module.dice:
            return Verdict.no(msg("This match has no dice called {name}.", name=self.die))
        if 1 <= self.dice <= _MOST_DICE and 2 <= self.faces <= MOST_FACES:
            return Verdict.yes()
        return Verdict.no(msg("From 1 to {n} dice with 2 to {faces} faces are thrown.",
                              n=_MOST_DICE, faces=MOST_FACES))  # fmt: skip

    def act(self, change: Change) -> None:
        """Throw them, and add up."""
        named = change.module.dice.get(self.die)
        number, die, plus = self.dice, self.faces, self.plus
        why: Any = f"{number}d{die}" + (f"{plus:+d}" if plus else "")
        if named is not None:
            number, die, plus = named.dice, named.sides, named.plus
            why = key_ref(f"die.{named.id}")
        rolled = change.roll(number, self.side, msg("{what}", what=why), die=die)
        side = side_ref(self.side)
        if named is not None and not isinstance(named.faces, int):
            shown = [named.faces[face - 1] for face in rolled]
            change.say(msg("{side} rolls {what}: {faces}.", side=side, what=why, faces=shown))
            return
        shown = [str(face) for face in rolled]
        change.say(msg("{side} rolls {what}: {faces} = {sum}.", side=side, what=why, faces=shown,
                       sum=sum(rolled) + plus))  # fmt: skip


class FreeNote(FreeAction, frozen=True):
    """Write a note on a place for all to read, in place of the one that is there."""

    place: str
    text: str = ""
    """Nothing takes the note away."""

    def sense(self, s: Situation) -> Verdict:
        """Check the place and the text."""
        if self.place not in s.board.grid and self.place not in s.board.boxes:
            return no_such_place(self.place)
        bad = self.text.startswith("~") or HARMFUL.search(self.text)  # so begin names that are seen
        if bad or len(self.text) > _LONGEST_NOTE:
            return Verdict.no(msg("A note has {n} plain characters at most.", n=_LONGEST_NOTE))
        return Verdict.yes()

    def told(self, glance: Glance) -> Action | None:
        """All read it; a word in it that is the id of a piece is a word."""
        return self

    def act(self, change: Change) -> None:
        """Write it, or take it away."""
        # With a space before it, it is never taken for the id of a piece, which not all may know.
        written = f" {self.text.strip()}".rstrip()
        change.emit(ev.FactSet(NOTE + self.place, written or None))
        place = hex_ref(self.place)
        if written:
            change.say(msg("Note on {place}:{text}", place=place, text=written))
        else:
            change.say(msg("The note on {place} is taken away.", place=place))


class FreeTurn(FreeAction, frozen=True):
    """Go to any turn and phase."""

    turn: int
    phase: int = 0

    def sense(self, s: Situation) -> Verdict:
        """Check that there is such a turn."""
        scenario, phases = s.scenario, len(s.module.sequence)
        if scenario.first_turn <= self.turn <= scenario.last_turn and 0 <= self.phase < phases:
            return Verdict.yes()
        return Verdict.no(msg("There is no such turn in this match."))

    def act(self, change: Change) -> None:
        """Go there."""
        change.emit(ev.PhaseSet(self.turn, self.phase))
        phase = change.module.sequence[self.phase]
        change.say(msg("Turn {turn}: {phase}", turn=self.turn, phase=key_ref(f"phase.{phase.id}")),
                   phase.rule or "", phase=phase.id, turn=self.turn)  # fmt: skip


class FreePass(FreeAction, frozen=True):
    """Hand the table over to a side; all others may go on acting, too."""

    side: str

    def sense(self, s: Situation) -> Verdict:
        """Check that somebody plays the side."""
        if self.side in s.module.played_sides:
            return Verdict.yes()
        return Verdict.no(msg("There is no such hex or side."))

    def act(self, change: Change) -> None:
        """Hand it over, for this phase."""
        p = change.position
        change.emit(ev.FactSet(AT_TABLE, {"side": self.side, "turn": p.turn, "phase": p.phase}))
        change.say(msg("{side} is at the table.", side=side_ref(self.side)))


def hands_of(s: Situation) -> dict[str, str]:
    """Return the hand of each side that has one, the first if there are several."""
    boxes = [box for box in s.board.boxes.values() if box.kind == HAND and box.side]
    return {str(box.side): box.id for box in reversed(boxes)}
