"""The text table: reads commands line by line until the players leave."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from tabuleiro.cli import terminal_show as show
from tabuleiro.cli.terminal_actions import is_action, make
from tabuleiro.cli.terminal_names import find_hex, find_unit
from tabuleiro.cli.terminal_odds import odds_lines
from tabuleiro.cli.terminal_words import command, fold, help_lines
from tabuleiro.cli.textmap import map_lines
from tabuleiro.engine import DiceWanted, GameError, Refused
from tabuleiro.engine.dice import by_chance
from tabuleiro.i18n import _, ngettext, text
from tabuleiro.store import StoreError, write_partida

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tabuleiro.engine import Action, Game, Row, Verdict

__all__ = ["Session"]

_ROWS = 10
_CONSENT = frozenset({"consent", "consentido", "consentimento"})


class Session:
    """A match on a text table: for one side, or for both in front of the same screen."""

    def __init__(self, game: Game, title: str, side: str | None = None) -> None:
        """Take a match over; with ``side``, only that side is shown things and may act."""
        self.game = game
        self.title = title
        self.side = side

    @property
    def viewer(self) -> str | None:
        """The side that reads the screen: the one that is asked, if no side was chosen."""
        decision = self.game.decision()
        return self.side or (decision.side if decision else None)

    def loop(self) -> int:
        """Read and obey commands until the input ends or the players leave."""
        print(_('Type "help" for all commands, "quit" to leave.'))
        self._ask()
        while (line := _read()) is not None:
            try:
                if not self.obey(line):
                    break
            except Refused as refused:
                self._explain(refused.verdict)
            except (GameError, StoreError) as error:
                print(error)
        return 0

    def obey(self, line: str) -> bool:
        """Carry out one line; return whether to go on."""
        first, _space, rest = line.strip().partition(" ")
        if not first:
            return True
        name = command(first, self.game.module)
        if name == "quit":
            return False
        words = rest.split()
        if is_action(self.game, name):
            self._act(name, words)
        elif name == "save":
            self._save(rest.strip())
        elif name in {"undo", "redo"}:
            self._travel(name, words)
        elif name == "why":
            self._why(words)
        else:
            _print(self._look(name, words))
        return True

    # acting

    def _act(self, name: str, words: list[str]) -> None:
        by = self.viewer
        action = make(self.game, name, words)
        row = self._taken(action)
        _print(show.log_lines(self.game, by, [row]))
        self._ask()

    def _taken(self, action: Action) -> Row:
        """Take an action, asking for dice as long as it wants some."""
        dice: tuple[int, ...] = ()
        while True:
            try:
                return self.game.act(action, side=self.side, dice=dice)
            except DiceWanted as wanted:
                dice += self._rolled(wanted)

    def _rolled(self, wanted: DiceWanted) -> tuple[int, ...]:
        """Ask what fell; an empty line lets the program throw, any other leaves the action be."""
        asked = ngettext(
            "{side}, {n} die: {why} Type what fell, or nothing to have it thrown.",
            "{side}, {n} dice: {why} Type what fell, or nothing to have them thrown.",
            wanted.number,
        )
        side = text(self.game.module.sides[wanted.side].name)
        why = self.game.say(wanted.why).rstrip(".") + "."
        print(asked.format(side=side, n=wanted.number, why=why))
        line = _read()
        if line is None:
            raise wanted
        faces = "".join(line.replace(",", " ").split())
        if not faces:
            return by_chance(wanted.number)
        if len(faces) != wanted.number or set(faces) - set("123456"):
            raise GameError(_("These are not the faces that were asked for; nothing was done."))
        return tuple(map(int, faces))

    def _travel(self, name: str, words: list[str]) -> None:
        if name == "redo":
            self.game.redo()
        else:
            self.game.undo(consent=any(fold(word) in _CONSENT for word in words))
        self._ask()

    def _save(self, typed: str) -> None:
        if not typed:
            raise GameError(_("Name a file."))
        path = Path(typed).expanduser()
        if path.suffix != ".partida":
            path = path.with_name(path.name + ".partida")
        write_partida(path, self.game, self.title)
        print(_("The match was written to {path}.").format(path=path))

    # asking

    def _ask(self) -> None:
        _print(show.decision_lines(self.game, self.viewer))

    def _why(self, words: list[str]) -> None:
        if not words:
            raise GameError(_("Say which command, such as: why end."))
        action = make(self.game, command(words[0], self.game.module), words[1:])
        self._explain(self.game.check(action, side=self.side), clauses=True)

    def _explain(self, verdict: Verdict, *, clauses: bool = False) -> None:
        module = self.game.module
        print(_("Allowed.") if verdict else _("Not allowed:"))
        _print(show.reason_lines(module, verdict.objections, clauses=clauses))
        if verdict.waived:
            print(_("Against the rules, but this match lets it pass:"))
            _print(show.reason_lines(module, verdict.waived, clauses=clauses))

    def _look(self, name: str, words: list[str]) -> Iterable[str]:
        """Return the lines of a command that changes nothing."""
        s, typed = self.game.situation, " ".join(words)
        match name:
            case "map":
                centre = find_hex(self.game.module, typed) if typed else None
                return map_lines(s, self.viewer, self._in_grid(centre))
            case "hex":
                hex = self._in_grid(find_hex(self.game.module, typed)) or ""
                return show.hex_lines(s, self.viewer, hex)
            case "units":
                return show.unit_lines(s, self.viewer, typed) or [_("There are no such units.")]
            case "legal":
                return self._legal(words)
            case "odds":
                return odds_lines(s, self.viewer)
            case "log":
                return self._log(typed)
            case "score":
                return show.score_lines(s)
        return help_lines(self.game.module)

    def _in_grid(self, place: str | None) -> str | None:
        if place is not None and place not in self.game.module.board.grid:
            raise GameError(_('"{place}" is not a hex of the map.').format(place=place))
        return place

    def _legal(self, words: list[str]) -> Iterable[str]:
        decision = self.game.decision()
        if decision is not None and self.viewer != decision.side:
            return [_("The other side decides now.")]
        return show.legal_lines(self.game, find_unit(self.game, words) if words else None)

    def _log(self, typed: str) -> Iterable[str]:
        if typed and not (typed.isascii() and typed.isdigit() and 0 < len(typed) < 7):
            raise GameError(_("Say how many rows, such as: log 20."))
        count = int(typed) if typed else _ROWS
        rows = self.game.log.line()[-count:] if count else []
        return show.log_lines(self.game, self.viewer, rows)


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
