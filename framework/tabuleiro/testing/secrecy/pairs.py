"""Pairs: a match and its twin, played alike, and all that a side is given compared."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any

import msgspec

from tabuleiro.engine import Action, Game
from tabuleiro.engine import events as ev
from tabuleiro.engine.catalogue import Catalogue
from tabuleiro.engine.data import plain
from tabuleiro.engine.glance import rename
from tabuleiro.engine.position import DEAD, GONE
from tabuleiro.engine.told_log import ToldLog
from tabuleiro.testing.chooser import choose
from tabuleiro.testing.secrecy.given import attempts, given, told_texts
from tabuleiro.testing.secrecy.house import new_match
from tabuleiro.testing.secrecy.twins import MUTATORS, Twin, at, twin_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tabuleiro.engine.told_log import ToldRow

__all__ = ["Pair", "SecrecyReport", "check_secrecy", "try_twins"]

_STEPS = 12
_DEEP = 0.2
_AROUND = 160
_PATIENCE = 12
_LENGTH = 700


@dataclass
class SecrecyReport:
    """What was compared, and what differed."""

    game: str
    hiding: str
    twins: dict[str, int] = field(default_factory=dict)
    """How many twins were made, by the way they were made."""
    pairs: int = 0
    """Pairs of positions at which all was compared that the side was given."""
    rows: int = 0
    revealed: int = 0
    parted: int = 0
    """Twins in which the other side could not go on doing the same."""
    differences: list[str] = field(default_factory=list)

    def add(self, other: SecrecyReport) -> None:
        """Count another report in."""
        for name, number in other.twins.items():
            self.twins[name] = self.twins.get(name, 0) + number
        self.pairs += other.pairs
        self.rows += other.rows
        self.revealed += other.revealed
        self.parted += other.parted
        self.differences += other.differences


class Pair:
    """Two games that a side cannot tell apart, and what it was told in both."""

    def __init__(
        self, game: Game, viewer: str, twin: Twin, report: SecrecyReport, what: str
    ) -> None:
        """Begin with a position and its twin."""
        self.viewer = viewer
        self.roles = twin.roles
        self.report = report
        self.what = what
        self.strict = "order" not in what and "several" not in what
        """Whether it goes on after a row that reveals something and is the same for all that."""
        self.games = (at(game, twin.base or game.position), at(game, twin.position))
        self.logs = tuple(ToldLog(one, viewer) for one in self.games)
        self.hidden = frozenset(game.eyes(viewer).knowledge(game.situation).levels)
        self._done: list[dict[str, Any]] = []
        self._compared = 0
        self.plans = "secret-play" in what or "alike" in what
        self.over = False

    def run(self, rng: Random, steps: int = _STEPS) -> None:
        """Compare, act in both, compare again, until something is revealed."""
        for _step in range(steps):
            if not self._in_step(rng):
                break
            if not self._compare(rng):
                break
            if self._asked() == (None, None) or not self._act(rng):
                break
        if not self.over:
            self._anew()

    def _anew(self) -> None:
        """See that the side is told the same of old rows as when they were new."""
        for game, log in zip(self.games, self.logs, strict=True):
            again = ToldLog(game, self.viewer)
            again.head()
            log.head()
            if again.rows != log.rows:
                self._differs(
                    "rows told again", *(msgspec.json.encode(r.rows) for r in (log, again))
                )
                return

    # ------------------------------------------------------------------------------- playing

    def _asked(self) -> tuple[str | None, str | None]:
        one, other = ((a.side if (a := g.situation.asked()) else None) for g in self.games)
        return one, other

    def _act(self, rng: Random) -> bool:
        """Take an action in both games; return whether the pair goes on."""
        first, second = self.games
        action = choose(first, rng)
        mine = self._asked()[0] == self.viewer
        mapped = action if mine else self._recast(action)
        self._done.append(plain(action))
        if mine:
            for one in self.games:
                one.act(action, thrown=one.module.sides)
            return self._rows()
        follows = bool(second.check(mapped)) and not self._aims_elsewhere(action, mapped)
        first.act(action, thrown=first.module.sides)
        if follows:
            second.act(mapped, thrown=second.module.sides)
        elif self._told_more():
            self.report.parted += 1
            return False
        else:
            self.plans = True  # what it does in secret is no longer the same in both
        return self._rows()

    def _told_more(self) -> bool:
        """Return whether the side was told more in the first game than in the second."""
        one, other = ((log.head(), len(log.rows))[1] for log in self.logs)
        return one > other

    def _aims_elsewhere(self, action: Action, mapped: Action) -> bool:
        """Return whether an action means another place in the twin, for it goes where a piece is.

        What flies there is seen to do so: that is not the same deed.
        """
        grid, (first, second) = self.games[0].module.board.grid, self.games
        fields = list(zip(plain(action).values(), plain(mapped).values(), strict=True))
        words = [pair for pair in fields if all(isinstance(word, str) for word in pair)]
        if len(words) < len(fields) or any(word in grid for word, _same in words):
            return False
        pieces, others = first.position.pieces, second.position.pieces
        return any(one in pieces and pieces[one].place != others[two].place for one, two in words)

    def _recast(self, action: Action) -> Action:
        found, _whole = rename(action, lambda text: self.roles.get(text, text))
        return found  # type: ignore[no-any-return]

    def _in_step(self, rng: Random) -> bool:
        """Let the other side finish what it does in secret in one game alone."""
        for _turn in range(_PATIENCE):
            one, other = self._asked()
            if one == other:
                return True
            late = self.games[0] if other == self.viewer or other is None else self.games[1]
            late_side = late.situation.asked()
            if late_side is None or late_side.side == self.viewer:
                return self._differs("asked", repr(one).encode(), repr(other).encode())
            if not self._silently(late, rng):
                self.report.parted += 1
                return False
        self.report.parted += 1
        return False

    def _silently(self, game: Game, rng: Random) -> bool:
        """Let the other side do something of which this side is told nothing, if there is any."""
        log = self.logs[self.games.index(game)]
        rows = len(log.rows)
        self.plans = True  # in the other game it does, or can do, no such thing
        listed = game.legal()
        for action in rng.sample(listed, min(len(listed), _PATIENCE)):
            game.act(action, thrown=game.module.sides)
            log.head()
            if len(log.rows) == rows:
                return True
            return self._rows()
        return False

    # ----------------------------------------------------------------------------- comparing

    def _rows(self) -> bool:
        """Compare what was told since; return whether the pair goes on."""
        for log in self.logs:
            log.head()
        one, other = (log.rows for log in self.logs)
        while self._compared < min(len(one), len(other)):
            first, second = one[self._compared], other[self._compared]
            self._compared += 1
            self.report.rows += 1
            if not self._row(first, second):
                return False
        return self._nothing_empty()

    def _nothing_empty(self) -> bool:
        """Look for rows that tell nothing: how many there are would tell something."""
        for log in self.logs:
            for row in log.rows[1:]:
                if row.kind == "action" and row.action is None and not row.events:
                    return self._differs(f"row {row.n} tells nothing", b"", b"")
        return True

    def _row(self, first: ToldRow, second: ToldRow) -> bool:
        text = tuple(msgspec.json.encode(row) for row in (first, second))
        if text[0] != text[1]:
            if self._declares(0, first) or self._declares(1, second):
                self.report.revealed += 1
                return False
            return self._differs(f"row {first.n}", *text)
        if (self.plans or not self.strict) and self._declares(0, first):
            self.report.revealed += 1
            return False
        module = self.games[0].module
        said = [told_texts(row, module) for row in (first, second)]
        return said[0] == said[1] or self._differs(f"texts of row {first.n}", *said)

    def _declares(self, which: int, row: ToldRow) -> bool:
        """Return whether a row says what the side learns from it, but for dice.

        Where the twins differ in what the other side planned, its announcement will do.
        """
        game, log = self.games[which], self.logs[which]
        told = game.told(game.log.rows[log.row_id(row.n)], self.viewer)
        if told is None or not told.reveals:
            return False
        return self.plans or any(_lays_open(event) for event in row.events)

    def _compare(self, rng: Random) -> bool:
        """Compare all that the side is given; return whether the pair goes on."""
        if not self._rows():
            return False
        mine = self._asked()[0] == self.viewer
        numbers = [len(log.rows) for log in self.logs]
        if numbers[0] != numbers[1] and (mine or self._asked()[0] is None):
            longer = self.logs[numbers[1] > numbers[0]].rows[min(numbers)]
            if self._declares(numbers[1] > numbers[0], longer):
                self.report.revealed += 1
                return False
            return self._differs(
                "number of rows",
                *(
                    str(n).encode() + msgspec.json.encode(log.rows[min(numbers) :])
                    for n, log in zip(numbers, self.logs, strict=True)
                ),
            )
        if numbers[0] != numbers[1]:
            return True
        if self._asked()[0] is None:  # the match is over, and everything lies open
            return False
        deep = rng.getrandbits(32) if mine and rng.random() < _DEEP else None
        tries = attempts(self.games[0], Random(deep)) if deep is not None else []
        things = [
            given(one, self.viewer, tries, None if deep is None else Random(deep))
            for one in self.games
        ]
        self.report.pairs += 1
        for (name, first), (_name, second) in zip(*things, strict=True):
            if first != second:
                return self._differs(name, first, second)
        return True

    def _differs(self, what: str, first: bytes, second: bytes) -> bool:
        begin = next((n for n, (a, b) in enumerate(zip(first, second, strict=False)) if a != b), 0)
        cut = slice(max(begin - _AROUND, 0), begin + _AROUND)
        self.report.differences.append(
            f"{self.report.game} {self.report.hiding}: {self.what}, after {self._done[-3:]}: "
            f"{what}:\n"
            f"    {first[cut].decode(errors='replace')}\n    {second[cut].decode(errors='replace')}"
        )
        self.over = True
        return False


_SHOWING = (ev.Shown, ev.Met, ev.CameIntoSight, ev.WentOutOfSight, ev.Controlled, ev.Ended)


def _lays_open(event: ev.Event) -> bool:
    """Return whether an event tells what was not seen before."""
    if isinstance(event, ev.Moved):
        return event.to in {DEAD, GONE} or bool(event.was)
    if isinstance(event, ev.PlaceMarked):
        return bool(event.remove)  # what upheld a marker is there no more
    return isinstance(event, _SHOWING)


def try_twins(
    game: Game,
    report: SecrecyReport,
    rng: Random,
    *,
    viewers: Iterable[str] = (),
    mutators: Iterable[str] = tuple(MUTATORS),
    about: str = "",
) -> None:
    """Make twins of a position in all ways for all sides, and play them."""
    for viewer in viewers or game.module.sides:
        for mutator in mutators:
            start = rng.getrandbits(32)
            twin = twin_of(game, viewer, mutator, Random(start))
            if twin is None:
                continue
            report.twins[mutator] = report.twins.get(mutator, 0) + 1
            what = f"{about}, {viewer}, {mutator} {start}"
            Pair(game, viewer, twin, report, what).run(Random(start))


def check_secrecy(
    name: str,
    hiding: str,
    *,
    seed: int,
    probes: int = 20,
    catalogue: Catalogue | None = None,
    options: Mapping[str, Any] | None = None,
    mutators: tuple[str, ...] = tuple(MUTATORS),
    length: int = _LENGTH,
) -> SecrecyReport:
    """Play a match at random, and at some of its positions try twins of all kinds."""
    catalogue = catalogue or Catalogue.installed()
    game = new_match(catalogue, name, hiding, str(seed), options)
    report = SecrecyReport(name, hiding)
    rng = Random(f"{name} {hiding} {seed}")
    wanted = set(rng.sample(range(length), probes))
    for count in range(length):
        if game.over:
            break
        if count in wanted:
            about = f"seed {seed}, action {count}"
            try_twins(game, report, rng, mutators=mutators, about=about)
        game.act(choose(game, rng), thrown=game.module.sides)
    return report
