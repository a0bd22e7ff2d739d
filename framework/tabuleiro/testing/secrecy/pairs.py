"""Pairs: a match and its twin, played alike, and all that a side is given compared."""

from __future__ import annotations

import re
import traceback
from itertools import zip_longest
from random import Random
from typing import TYPE_CHECKING, Any

import msgspec

from tabuleiro.engine import Action, Game
from tabuleiro.engine import events as ev
from tabuleiro.engine.data import plain
from tabuleiro.engine.knowledge import Level
from tabuleiro.engine.renaming import rename
from tabuleiro.engine.told_log import ToldLog
from tabuleiro.seats import Table
from tabuleiro.testing.free_deeds import free_actions
from tabuleiro.testing.mutants import mutants
from tabuleiro.testing.secrecy.at_referee import AtReferee
from tabuleiro.testing.secrecy.at_seat import as_bytes, safely, told_row
from tabuleiro.testing.secrecy.given import attempts, given
from tabuleiro.testing.secrecy.revelations import goes_on_as_planned, is_stopped, lays_open
from tabuleiro.testing.secrecy.strangers import Acquaintances, believed
from tabuleiro.testing.secrecy.twins import Twin, at, next_action, part_in

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tabuleiro.engine.told_log import ToldRow
    from tabuleiro.seats.local import LocalSeat
    from tabuleiro.testing.secrecy.report import SecrecyReport

__all__ = ["Pair"]

_STEPS = 10
_DEEP = 0.1
_DEEP_WAITING = 0.02
_ODD = 0.1
"""How often something is done that is on no list, and allowed all the same."""
_TRIED = 2
_BY_SEAT = 0.5
"""How often what is tried is tried at the seat; else the referee is asked to do it."""
_HASH = re.compile(rb'"hash":"[0-9a-f]{64}"')
_AROUND = 160
_PATIENCE = 12
_PLANNED = ("secret-play", "alike", "notes")
"""Ways in which twins differ in what the other side planned: its announcement may tell it."""
_OPEN_MARKS = frozenset({"out-of-supply"})
"""Marks that stand for markers that lie openly by the rules, whoever bears them."""
_CHOICES = 60
"""So many things are tried to find one that the other game has done already, unasked."""


class Pair:
    """Two games that a side cannot tell apart, and what it was told in both."""

    def __init__(
        self,
        game: Game,
        viewer: str,
        twin: Twin,
        report: SecrecyReport,
        what: str,
        *,
        way: str = "by hand",
    ) -> None:
        """Begin with a position and its twin."""
        self.viewer = viewer
        self.roles = twin.roles
        self.report = report
        self.what = what
        self.way = way
        self.games = (at(game, twin.base or game.position), at(game, twin.position))
        self.logs = tuple(ToldLog(one, viewer) for one in self.games)
        both = zip(self.games, self.logs, strict=True)
        self.known = tuple(Acquaintances(one, log) for one, log in both)
        sides = (viewer,) if viewer else ()
        self.seats = tuple(Table(one).seat(*sides) for one in self.games)
        self._desks: tuple[AtReferee, ...] = ()
        self.same_past = True
        """Whether all rows so far were the same: then their hashes are, too."""
        self._done: list[dict[str, Any]] = []
        self._compared = 0
        self.plans = any(way in what for way in _PLANNED) or self._drafts_differ()
        self.over = False

    def _drafts_differ(self) -> bool:
        """Return whether other pieces are part of what is being prepared in secret.

        All of it may be secret, or a part, such as who flies of those who may answer in the air.
        """
        s, other = (game.situation for game in self.games)
        top = s.position.top
        secret = top is not None and top.told(s, self.viewer) != top
        return secret and top != other.position.top

    def run(self, rng: Random, steps: int = _STEPS) -> None:
        """Compare, act in both, compare again, until something is revealed."""
        try:
            self._run(rng, steps)
        except Exception as error:  # noqa: BLE001 - whatever breaks is a finding
            where = traceback.extract_tb(error.__traceback__)[-1]
            about = f"{error!r} in {where.filename}:{where.lineno}"
            self._differs("it broke off", about.encode(), b"")

    def _run(self, rng: Random, steps: int) -> None:
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
        if self.roles:
            self._unmask()
        action = self._odd_action(rng) or next_action(first, rng)
        if action is None:
            return False
        mine = self._asked()[0] == self.viewer
        mapped = action if mine else self._recast(action)
        self._done.append(plain(action))
        if mine:
            for one in self.games:
                one.act(action, thrown=one.module.sides)
            return self._rows()
        follows = bool(second.check(mapped)) and not self._aims_elsewhere(action, mapped)
        apart = self._at_other_steps()
        first.act(action, thrown=first.module.sides)
        if follows:
            second.act(mapped, thrown=second.module.sides)
            if len({*self._told()}) > 1 and (apart or self._at_other_steps()):
                self.report.parted += 1  # "done" ends in one what is a secret, in the other a phase
                return False
            self.plans = self.plans or self._drafts_differ()
        elif self._told()[0] > self._told()[1]:
            self.report.parted += 1
            return False
        else:
            self.plans = True  # what it does in secret is no longer the same in both
        return self._rows()

    def _odd_action(self, rng: Random) -> Action | None:
        """Return, now and then, an action that is on no list and allowed, if there is one."""
        if rng.random() > _ODD:
            return None
        first, second = (type(game.position.top) for game in self.games)
        if first is not second:  # what all see would be done at another time in each
            return None
        game = self.games[0]
        asked = game.situation.asked()
        assert asked is not None
        odd = [*mutants(game, game.legal(), rng, count=_PATIENCE)]
        odd += free_actions(game.belief(asked.side).s, rng)
        rng.shuffle(odd)
        return next((action for action in odd if game.check(action)), None)

    def _at_other_steps(self) -> bool:
        """Return whether what is asked in one game is of another kind than in the other."""
        one, other = (type(game.position.top) for game in self.games)
        return one is not other

    def _told(self) -> tuple[int, int]:
        """Return how many rows the side was told in each game."""
        for log in self.logs:
            log.head()
        one, other = (len(log.rows) for log in self.logs)
        return one, other

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

    def _unmask(self) -> None:
        """Let pieces that lie open now play their own parts from here on.

        Whatever happens to them is seen: with another of them the other side would do another deed.
        """
        levels = [game.eyes(self.viewer).knowledge(game.situation).levels for game in self.games]
        self.roles = {
            one: other
            for one, other in self.roles.items()
            if all(
                known.get(p, Level.ALL) < Level.IDENTITY for known in levels for p in (one, other)
            )
        }

    def _recast(self, action: Action) -> Action:
        found, _whole = rename(action, part_in(self.roles))
        return found  # type: ignore[no-any-return]

    def _in_step(self, rng: Random) -> bool:
        """Let the other side finish what it does in secret in one game alone."""
        for _turn in range(_PATIENCE):
            one, other = self._asked()
            if one == other:
                return True
            if not self.viewer and one and other:
                if not any(self._silently(game, rng, forced=False) for game in self.games):
                    break
                continue
            late = self.games[0] if other == self.viewer or other is None else self.games[1]
            late_side = late.situation.asked()
            if late_side is None or late_side.side == self.viewer:
                return self._differs("asked", repr(one).encode(), repr(other).encode())
            if not self._silently(late, rng):
                self.report.parted += 1
                return False
        self.report.parted += 1
        return False

    def _silently(self, game: Game, rng: Random, *, forced: bool = True) -> bool:
        """Let the other side do something of which this side is told nothing, if there is any.

        Where nobody was asked in the other game, that is done if it is told the same. If ``forced``
        it does something in any case.
        """
        which = self.games.index(game)
        told = [self._content(row) for row in self.logs[1 - which].rows]
        self.plans = True  # in the other game it does, or can do, no such thing
        listed = game.legal()
        some = rng.sample(listed, min(len(listed), _CHOICES))
        for action in some:
            trial = at(game, game.position)
            rows = len(self.logs[which].rows)
            log = ToldLog(trial, self.viewer)
            trial.act(action, thrown=trial.module.sides)
            log.head()
            new = [self._content(row) for row in log.rows[1:]]
            if new == told[rows : rows + len(new)]:
                game.act(action, thrown=game.module.sides)
                return self._rows()
        if some and forced:
            game.act(some[0], thrown=game.module.sides)
            return self._rows()
        return False

    def _content(self, row: ToldRow) -> bytes:
        """Return a row but for its place in the log."""
        return as_bytes(msgspec.structs.replace(row, n=0, parent=None, hash=""))

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
        if not self.same_past:
            first, second = (msgspec.structs.replace(row, hash="") for row in (first, second))
        text = tuple(as_bytes(row) for row in (first, second))
        for known, words in zip(self.known, text, strict=True):
            if unknown := known.strangers(words):
                return self._differs(f"row {first.n} names {unknown}", words, b"")
        if text[0] != text[1]:
            declared = self._declares(0, first) or self._declares(1, second)
            goes_on = self.plans and goes_on_as_planned(first, second)
            if declared or goes_on or self._marked_openly(first, second):
                self.report.revealed += 1
                whole = self.plans or self._declared_alone(first, second)
                return whole and self._alike_again()
            return self._differs(f"row {first.n}", *text)
        said = [told_row(seat, row) for seat, row in zip(self.seats, (first, second), strict=True)]
        return said[0] == said[1] or self._differs(f"texts of row {first.n}", *said)

    def _marked_openly(self, first: ToldRow, second: ToldRow) -> bool:
        """Return whether what was chosen in secret is done now, and shows by markers alone.

        Who goes hungry is chosen so: its marker lies openly, and no row need say more.
        """
        agendas = [game.position.agenda for game in self.games]
        bare = [msgspec.structs.replace(row, events=(), hash="") for row in (first, second)]
        if not self.plans or agendas[0] != agendas[1] or bare[0] != bare[1]:
            return False
        rows = (first.events, second.events), (second.events, first.events)
        alone = [event for mine, theirs in rows for event in mine if event not in theirs]
        marked = {mark for e in alone if isinstance(e, ev.Marked) for mark in (*e.add, *e.remove)}
        alike = all(isinstance(event, ev.Marked | ev.Said) for event in alone)
        return alike and marked <= _OPEN_MARKS

    def _but_for_the_past(self, answer: bytes) -> bytes:
        """Return an answer, without hashes of rows if rows differed."""
        return answer if self.same_past else _HASH.sub(b"", answer)

    def _declared_alone(self, first: ToldRow, second: ToldRow) -> bool:
        """Look whether a row that lays something open differs only from there on.

        Sums are told in a sentence, and dice fall, before the pieces are laid open.
        """
        s = self.games[0].situation
        for pair in zip_longest(first.events, second.events):
            if any(lays_open(event, s) or isinstance(event, ev.Rolled) for event in pair):
                break
            if pair[0] == pair[1]:
                continue
            if any(isinstance(event, ev.Said) for event in pair):
                break
            if is_stopped(*pair, (first, second), self.viewer, s):
                break
            return self._differs(f"row {first.n} before anything shows",
                                 *(as_bytes(event) for event in pair))  # fmt: skip
        return True

    def _alike_again(self) -> bool:
        """Return whether the side cannot tell the games apart any more, but for what was shown.

        What followed at once from what was shown may be told otherwise.
        """
        self.same_past = False
        if len({len(log.rows) for log in self.logs}) > 1:
            return False
        self._compared = len(self.logs[0].rows)
        one, other = (as_bytes(game.belief(self.viewer).s.position) for game in self.games)
        return one == other

    def _declares(self, which: int, row: ToldRow) -> bool:
        """Return whether a row says what the side learns from it, but for dice.

        Where the twins differ in what the other side planned, its announcement will do.
        """
        game, log = self.games[which], self.logs[which]
        told = game.told(game.log.rows[log.row_id(row.n)], self.viewer)
        if told is None or not told.reveals:
            return False
        return self.plans or any(lays_open(event, game.situation) for event in row.events)

    def _compare(self, rng: Random) -> bool:
        """Compare all that the side is given; return whether the pair goes on."""
        if not self._rows():
            return False
        mine = self._asked()[0] == self.viewer
        if len({len(log.rows) for log in self.logs}) > 1:
            return not (mine or self._asked()[0] is None) or self._number_of_rows()
        if self._asked()[0] is None:  # the match is over, and everything lies open
            return False
        seen = as_bytes([*believed(self.games[0], self.viewer)])
        if unknown := self.known[0].strangers(seen):
            return self._differs(f"belief that names {unknown}", seen, b"")
        deep = rng.random() < (_DEEP if mine else _DEEP_WAITING)
        start = rng.getrandbits(32) if deep else None
        tries = attempts(self.games[0], Random(start), self.viewer) if deep else []
        things = [
            given(game, seat, tries, None if start is None else Random(start),
                  files=self.same_past)
            for game, seat in zip(self.games, self.seats, strict=True)
        ]  # fmt: skip
        ways = self.report.ways
        ways[self.way] = ways.get(self.way, 0) + 1
        if not self._same(*things):
            return False
        if deep and not self._answered(tries, Random(start)):
            return False
        return not (deep and mine) or self._tried(tries, rng)

    def _answered(self, tries: list[Action], rng: Random) -> bool:
        """Compare what the referee answers."""
        asked = rng.getrandbits(32)
        past = self.same_past
        things = [desk.answers(tries, Random(asked), past=past) for desk in self._referees()]
        return self._same(*things)

    def _referees(self) -> tuple[AtReferee, ...]:
        """Return a referee at each game; few pairs ask any."""
        if not self._desks:
            self._desks = tuple(AtReferee(game, self.viewer) for game in self.games)
        return self._desks

    def _same(self, ours: Iterable[tuple[str, bytes]], theirs: Iterable[tuple[str, bytes]]) -> bool:
        """Compare answers, each of which has a name."""
        for (name, first), (_name, second) in zip(ours, theirs, strict=True):
            if self._but_for_the_past(first) != self._but_for_the_past(second):
                return self._differs(name, first, second)
        return True

    def _number_of_rows(self) -> bool:
        """Look into the first row that was told in one of the games alone: it must show something.

        Returns whether the pair goes on.
        """
        numbers = [len(log.rows) for log in self.logs]
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

    def _tried(self, tries: list[Action], rng: Random) -> bool:
        """Compare what comes of attempts: of refused ones the error, of others the rows."""
        for action in rng.sample(tries, min(len(tries), _TRIED)):
            start = self.games[0].position
            twin = Twin(self.games[1].position, self.roles, start)
            pair = Pair(self.games[0], self.viewer, twin, self.report, f"{self.what}, tried",
                        way=self.way)  # fmt: skip
            pair._done = [*self._done, plain(action)]
            if not pair.attempt(action, rng):
                self.over = pair.over
                return not pair.over
        return True

    def attempt(self, action: Action, rng: Random) -> bool:
        """Let the side do something in both games and compare what comes of it.

        If the other side has something to answer in one of them alone, and so the rest is told
        only there at once, that is answered first: how long somebody thinks is not compared.
        """
        sides = self.games[0].module.sides
        own_dice = any(game.own_dice for game in self.games)  # the referee throws for nobody
        if own_dice or rng.random() < _BY_SEAT:
            came = [safely(_act, seat, action, sides) for seat in self.seats]
        else:
            came = [desk.ask("act", action=plain(action)) for desk in self._referees()]
        if not self._rows():
            return False
        one, other = self._asked()
        late = self._behind()
        if one == other and late is not None and all(map(_carried_out, came)):
            return self._silently(late, rng)  # it is asked in one game for what passes in the other
        if one != other and all(map(_carried_out, came)):
            if not self._in_step(rng):
                return False
            if len({len(log.rows) for log in self.logs}) > 1:
                return self._number_of_rows()
        elif came[0] != came[1] and self.same_past:
            return self._differs(f"what comes of {action}", *came)
        one, other = self._asked()
        return one != other or one is None or self._compare_shallow()

    def _behind(self) -> Game | None:
        """Return the game of which less was told, if others are asked in it."""
        numbers = [len(log.rows) for log in self.logs]
        late = self.games[numbers[0] > numbers[1]]
        asked = late.situation.asked()
        others = asked is not None and asked.side != self.viewer
        return late if others and numbers[0] != numbers[1] else None

    def _compare_shallow(self) -> bool:
        things = [
            given(game, seat, [], files=False)
            for game, seat in zip(self.games, self.seats, strict=True)
        ]
        return self._same(*things)

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


def _carried_out(answer: bytes) -> bool:
    """Return whether a seat answered with the number of a row, or a referee with one."""
    return answer.isdigit() or b'"result":' in answer


def _act(seat: LocalSeat, action: Action, sides: Iterable[str]) -> int:
    return seat.act(action, thrown=tuple(sides)).now().n
