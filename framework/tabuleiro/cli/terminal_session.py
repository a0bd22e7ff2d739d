"""The text table: reads commands line by line until the players leave."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from tabuleiro.cli import terminal_show as show
from tabuleiro.cli.failing import tell_kept
from tabuleiro.cli.terminal_actions import is_action, make
from tabuleiro.cli.terminal_hands import table_lines
from tabuleiro.cli.terminal_names import find_hex, find_unit
from tabuleiro.cli.terminal_odds import odds_lines
from tabuleiro.cli.terminal_words import command, help_lines
from tabuleiro.cli.textmap import map_lines
from tabuleiro.engine import DiceWanted, GameError, Refused
from tabuleiro.engine.dice import by_chance
from tabuleiro.engine.faults import RuleFault, show_traceback
from tabuleiro.engine.freehand import SetAside
from tabuleiro.engine.knowledge import EVERYTHING
from tabuleiro.engine.seat import Request
from tabuleiro.i18n import _, fold, ngettext, text
from tabuleiro.seats.telling import say
from tabuleiro.store import StoreError, write_partida
from tabuleiro.store.failed import keep_failed

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tabuleiro.engine import Action, Verdict
    from tabuleiro.module import Module
    from tabuleiro.seats import LocalSeat, Mark, Table

__all__ = ["Session"]

_ROWS = 10
_CONSENT = frozenset({"consent", "consentido", "consentimento"})


class Session:
    """A match on a text table: for one side, or for both in front of the same screen."""

    def __init__(self, table: Table, title: str, side: str | None = None) -> None:
        """Take a match over; with ``side``, only that side is shown things and may act."""
        self.title = title
        self.side = side
        self._table = table
        self._seats: dict[str, LocalSeat] = {}
        self._fault: RuleFault | None = None

    @property
    def seat(self) -> LocalSeat:
        """The seat of whoever reads the screen: of the side that is asked, if none was chosen."""
        sides = tuple(self._table.game.module.sides)
        side = self.side
        if side is None:
            standing = self._at(sides[0]).standing()
            side = standing.side if standing else sides[0]
        return self._at(side)

    def _at(self, side: str) -> LocalSeat:
        if side not in self._seats:
            self._seats[side] = self._table.seat(side)
        return self._seats[side]

    @property
    def module(self) -> Module:
        """The game that is played."""
        return self.seat.sight().module

    def loop(self) -> int:
        """Read and obey commands until the input ends or the players leave."""
        print(_('Type "help" for all commands, "quit" to leave.'))
        try:
            self._ask()
        except RuleFault as fault:
            self._failed(fault)
        while (line := _read()) is not None:
            try:
                if not self.obey(line):
                    break
            except Refused as refused:
                self._explain(refused.verdict)
            except RuleFault as fault:
                self._failed(fault)
            except (GameError, StoreError) as error:
                print(error)
        return 0

    def obey(self, line: str) -> bool:
        """Carry out one line; return whether to go on."""
        first, _space, rest = line.strip().partition(" ")
        if not first:
            return True
        name = self._command(first)
        if name == "quit":
            return False
        words = rest.split()
        if is_action(self.seat, name):
            self._act(name, words)
        elif name == "save":
            self._save(rest.strip())
        elif name in {"undo", "redo"}:
            self._travel(name, words)
        elif name == "why":
            self._why(words)
        elif name == "without":
            self._without()
        else:
            _print(self._look(name, words))
        return True

    def _command(self, word: str) -> str:
        """Return the command that a word means, or the kind of an action that is offered now."""
        seat = self.seat
        return command(word, self.module, lambda kind: bool(seat.legal(kind=kind).now()))

    def _failed(self, fault: RuleFault) -> None:
        """Say which rule failed, and how one can go on."""
        show_traceback(fault)
        self._fault = fault
        print(fault)
        kept = keep_failed(self._table.game, fault)
        tell_kept([str(kept)] if kept else [])
        print(_('The match stays where it was. Type "undo" to take back, or "without" to go on'
                " without this rule where it fails."))  # fmt: skip

    def _without(self) -> None:
        """Set the rule aside that failed last."""
        if self._fault is None:
            raise GameError(_("No rule has failed."))
        fault, self._fault = self._fault, None
        seat = self.seat
        before = seat.head()
        seat.act(SetAside(fault.rule))
        _print(show.log_lines(seat.sight(), seat.rows(before.n)))
        self._ask()

    # acting

    def _act(self, name: str, words: list[str]) -> None:
        seat = self.seat
        before = seat.head()
        self._taken(seat, make(seat, name, words))
        _print(show.log_lines(seat.sight(), seat.rows(before.n)))
        self._ask()

    def _taken(self, seat: LocalSeat, action: Action) -> Mark:
        """Take an action, asking for dice as long as it wants some."""
        dice: tuple[int, ...] = ()
        while True:
            try:
                return seat.act(action, dice=dice).now()
            except DiceWanted as wanted:
                dice += self._rolled(wanted)

    def _rolled(self, wanted: DiceWanted) -> tuple[int, ...]:
        """Ask what fell; an empty line lets the program throw, any other leaves the action be."""
        asked = ngettext(
            "{side}, {n} die: {why} Type what fell, or nothing to have it thrown.",
            "{side}, {n} dice: {why} Type what fell, or nothing to have them thrown.",
            wanted.number,
        )
        side = text(self.module.sides[wanted.side].name)
        why = say(wanted.why, self.module).rstrip(".") + "."
        print(asked.format(side=side, n=wanted.number, why=why))
        line = _read()
        if line is None:
            raise wanted
        faces = "".join(line.replace(",", " ").split())
        if not faces:
            return by_chance(wanted.number, wanted.die)
        words = faces if wanted.die < 10 else line.replace(",", " ").split()
        rolled = tuple(int(word) if word.isdecimal() else 0 for word in words)
        if len(rolled) != wanted.number or not all(0 < face <= wanted.die for face in rolled):
            raise GameError(_("These are not the faces that were asked for; nothing was done."))
        return rolled

    def _travel(self, name: str, words: list[str]) -> None:
        seat = self._traveller(name)
        found = seat.redo().now() if name == "redo" else seat.undo().now()
        if isinstance(found, Request):
            if not any(fold(word) in _CONSENT for word in words):
                for side in found.needs:
                    self._at(side).answer(found.id, yes=False)
                    break
                raise GameError(
                    _("Dice fell or something hidden was shown: undo needs the opponent's consent.")
                )
            for side in found.needs:  # they sit before the same screen, and said so
                self._at(side).answer(found.id, yes=True)
        self._ask()

    def _traveller(self, name: str) -> LocalSeat:
        """Return the seat that goes back or forward: that of the side that was chosen.

        Where all sit before this screen it goes one row back, for whoever wrote that row, or one
        row forward.
        """
        if self.side is not None:
            return self.seat
        everybody = self._table.seat(*self._table.game.module.sides)
        last = everybody.row(everybody.head().n).side
        return everybody if name == "redo" or last is None else self._at(last)

    def _save(self, typed: str) -> None:
        if not typed:
            raise GameError(_("Name a file."))
        path = Path(typed).expanduser()
        if path.suffix != ".partida":
            path = path.with_name(path.name + ".partida")
        write_partida(path, self._table.game, self.title, viewer=EVERYTHING)
        print(_("The match was written to {path}.").format(path=path))

    # asking

    def _ask(self) -> None:
        _print(show.decision_lines(self.seat))

    def _why(self, words: list[str]) -> None:
        if not words:
            raise GameError(_("Say which command, such as: why end."))
        action = make(self.seat, self._command(words[0]), words[1:])
        self._explain(self.seat.check(action).now(), clauses=True)

    def _explain(self, verdict: Verdict, *, clauses: bool = False) -> None:
        module = self.module
        print(_("Allowed.") if verdict else _("Not allowed:"))
        _print(show.reason_lines(module, verdict.objections, clauses=clauses))
        if verdict.waived:
            print(_("Against the rules, but this match lets it pass:"))
            _print(show.reason_lines(module, verdict.waived, clauses=clauses))

    def _look(self, name: str, words: list[str]) -> Iterable[str]:
        """Return the lines of a command that changes nothing."""
        seat, typed = self.seat, " ".join(words)
        match name:
            case "map":
                centre = find_hex(self.module, typed) if typed else None
                return map_lines(seat.sight(), self._in_grid(centre))
            case "hex":
                hex = self._in_grid(find_hex(self.module, typed)) or ""
                return show.hex_lines(seat, hex)
            case "units":
                return show.unit_lines(seat.sight(), typed) or [_("There are no such units.")]
            case "legal":
                return self._legal(words)
            case "odds":
                return odds_lines(seat)
            case "log":
                return self._log(typed)
            case "score" | "table":
                return table_lines(seat.sight()) if name == "table" else show.score_lines(seat)
        return help_lines(self.module)

    def _in_grid(self, place: str | None) -> str | None:
        if place is not None and place not in self.module.board.grid:
            raise GameError(_('"{place}" is not a hex of the map.').format(place=place))
        return place

    def _legal(self, words: list[str]) -> Iterable[str]:
        seat = self.seat
        standing = seat.standing()
        if standing is not None and not standing.mine:
            return [_("The other side decides now.")]
        return show.legal_lines(seat, find_unit(seat, words) if words else None)

    def _log(self, typed: str) -> Iterable[str]:
        if typed and not (typed.isascii() and typed.isdigit() and 0 < len(typed) < 7):
            raise GameError(_("Say how many rows, such as: log 20."))
        count = int(typed) if typed else _ROWS
        rows = self.seat.line()[-count:] if count else []
        return show.log_lines(self.seat.sight(), rows)


def _print(lines: Iterable[str]) -> None:
    for line in lines:
        print(line)


def _read() -> str | None:
    """Return the next line, None when there are no more; a pipe's lines are shown as if typed."""
    try:
        if sys.stdin.isatty():
            return input("> ")
        line = sys.stdin.readline()
    except (EOFError, KeyboardInterrupt):
        print()
        return None
    if not line:
        return None
    print(f"> {line.rstrip()}")
    return line
