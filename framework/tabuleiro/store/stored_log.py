"""Kept games: rows as lines of JSON, and back to rows and to a game that can be played on.

The library and ``.partida`` files keep the same lines. A line is trusted only after its hash has
been computed again, over the data as they stand in the line; only then are events made of it.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec

from tabuleiro.engine.data import DataError, canonical
from tabuleiro.engine.game import Game, Header
from tabuleiro.engine.log import Row, row_from_data
from tabuleiro.engine.options import OptionError
from tabuleiro.engine.position import Position
from tabuleiro.i18n import _
from tabuleiro.store.errors import StoreError, shown

if TYPE_CHECKING:
    from tabuleiro.engine.ruleset import Ruleset
    from tabuleiro.module import Module

__all__ = [
    "BrokenRow",
    "Kept",
    "UnreadableError",
    "checked_rows",
    "differences",
    "encode_row",
    "header_of",
    "is_old",
    "kept_of",
    "parts_of",
    "plain_rows",
    "position_of",
    "read_json",
    "rechained",
    "restore",
    "revived",
]

_CHAINED_1: Final = ("kind", "side", "action", "events", "reveals", "waived")
"""What the hashes of format 1 covered, with 16 bytes; those of today cover all, with 32."""
_LONG_1: Final = 32
_DEPTH: Final = 100
MAX_PARTS: Final = 2_500_000
"""How many values all rows of a game may have, about; the 7,000 actions of the longest campaign
have 1.7 million."""
MAX_WORK: Final = 150_000_000
"""How many entries of positions all events may copy together, which takes a second; 3,000 actions
copy two million."""
MAX_ROW: Final = 1_000_000
"""Bytes of a row; the longest of a match have 10,000."""
_KINDS: Final = ("action", "free", "test")


class Kept(NamedTuple):
    """A game as it is kept: header, all rows by number, the row played on, names of rows."""

    header: Header
    rows: tuple[Row, ...]
    head: int
    names: dict[str, int]


class BrokenRow(Exception):
    """A row that is not what was written: its number (how many before it are sound), and why."""

    def __init__(self, number: int, why: str) -> None:
        super().__init__(why)
        self.number = number


class UnreadableError(ValueError):
    """A text that is no data; the reason, to be put in a sentence."""


# ---------------------------------------------------------------------------------- writing


def encode_row(row: Row) -> bytes:
    """Return a row as one line of JSON."""
    return canonical(row)


def kept_of(game: Game) -> Kept:
    """Return what is kept of a game; a fork, whose log begins midway, is refused."""
    log = game.log
    rows = tuple(log.rows[number] for number in sorted(log.rows))
    if _chain("", msgspec.to_builtins(rows[0])) != rows[0].hash:
        raise StoreError(_("A preview of a game cannot be kept, only the game itself."))
    names = {shown(name, 200): number for name, number in log.names.items()}
    return Kept(game.header, rows, log.head, names)


# ---------------------------------------------------------------------------------- reading


def read_json(raw: bytes) -> Any:
    """Return the data that a text in JSON describes, or raise `UnreadableError`.

    Data nested so deeply that a later function might run out of stack are refused, and so are
    data that would take far more memory than their text.

    >>> read_json(b'{"a": [1]}')
    {'a': [1]}
    """
    if parts_of(raw) > MAX_PARTS:
        raise UnreadableError(_("there is too much in it"))
    try:
        data = msgspec.json.decode(raw)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        raise UnreadableError(_("it is not JSON")) from None
    if raw.count(b"[") + raw.count(b"{") > _DEPTH and _deep(data):
        raise UnreadableError(_("it is nested too deeply"))
    return data


def parts_of(raw: bytes) -> int:
    """Return about how many values a text in JSON has, without reading it."""
    return raw.count(b",") + raw.count(b"[") + raw.count(b"{")


def _deep(data: object) -> bool:
    level = [data]
    for _level in range(_DEPTH):
        mappings = [inner for value in level if isinstance(value, dict) for inner in value.values()]
        level = [inner for value in level if isinstance(value, list) for inner in value] + mappings
        if not level:
            return False
    return True


def plain_rows(lines: Iterable[bytes]) -> Iterator[Any]:
    """Yield what the lines of a log say, as far as it is not too much for a log.

    Raises `BrokenRow` at the first that cannot be read.
    """
    parts = 0
    for number, line in enumerate(lines):
        parts += parts_of(line)
        if parts > MAX_PARTS or len(line) > MAX_ROW:
            raise BrokenRow(number, _("there is too much in it"))
        try:
            yield read_json(line)
        except UnreadableError as error:
            raise BrokenRow(number, str(error)) from None


def checked_rows(lines: Iterable[bytes]) -> Iterator[dict[str, Any]]:
    """Yield rows as plain data, each after its number, parent and hash were found right.

    Raises `BrokenRow` at the first that is wrong.

    >>> next(checked_rows([b"{"]))
    Traceback (most recent call last):
    tabuleiro.store.stored_log.BrokenRow: it is not JSON
    """
    hashes: list[str] = []
    old = False
    for number, data in enumerate(plain_rows(lines)):
        if not number:
            old = is_old(data)
        _check(number, data, hashes, chain=_chain_1 if old else _chain)
        hashes.append(data["hash"])
        yield data


def is_old(start: object) -> bool:
    """Return whether rows that begin with this one are of format 1: their hashes are shorter."""
    told = start.get("hash") if isinstance(start, dict) else None
    return isinstance(told, str) and len(told) == _LONG_1


def _check(
    number: int,
    data: object,
    hashes: Sequence[str],
    *,
    chain: Callable[[str, Mapping[str, Any]], str],
) -> None:
    if not isinstance(data, dict) or not _is_number(data.get("id"), number):
        raise BrokenRow(number, _("it is not the row that belongs here"))
    parent, kind = data.get("parent"), data.get("kind")
    if number == 0:
        placed = parent is None and kind == "start"
    else:
        placed = isinstance(parent, int) and 0 <= parent < number and kind in _KINDS
    if not placed:
        raise BrokenRow(number, _("it does not follow an earlier row"))
    before = hashes[parent] if isinstance(parent, int) else ""
    if chain(before, data) != data.get("hash"):
        raise BrokenRow(number, _("it was changed after it was written"))


def _is_number(value: object, wanted: int) -> bool:
    return type(value) is int and value == wanted


def _chain(parent: str, data: Mapping[str, Any]) -> str:
    """Return the engine's hash of a row that is still plain data."""
    whole = canonical({**data, "hash": ""})
    return hashlib.blake2b(parent.encode() + whole, digest_size=32).hexdigest()


def _chain_1(parent: str, data: Mapping[str, Any]) -> str:
    """Return the hash of a row as format 1 had it."""
    parts = canonical([data.get(name) for name in _CHAINED_1])
    return hashlib.blake2b(parent.encode() + parts, digest_size=16).hexdigest()


def rechained(rows: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return rows, as plain data, with the hashes that fit them: the last step of a migration."""
    done: list[dict[str, Any]] = []
    for row in rows:
        before = done[row["parent"]]["hash"] if row["parent"] is not None else ""
        done.append({**row, "hash": _chain(before, row)})
    return done


def revived(rows: Iterable[Mapping[str, Any]]) -> Iterator[Row]:
    """Yield rows made of plain data; `StoreError` where the program does not know an event."""
    for number, data in enumerate(rows):
        try:
            yield row_from_data(data)
        except DataError as error:
            raise StoreError(
                _("Row {number} means nothing to this program and its plugins: {why}.").format(
                    number=number, why=shown(error, 200)
                )
            ) from None


def header_of(start: Mapping[str, Any]) -> Header:
    """Return the header that is written in the first row."""
    try:
        return msgspec.convert(start["action"], Header, strict=True)
    except msgspec.ValidationError as error:
        raise BrokenRow(0, shown(error, 200)) from None


def position_of(kept: Kept) -> Position:
    """Return the position at the head, from events alone: needs no module.

    All branches are gone through, so that none of them can keep anybody waiting later on.
    """
    children = Counter(row.parent for row in kept.rows)
    positions: dict[int | None, Position] = {None: _NOTHING}
    head, work = _NOTHING, 0
    try:
        for row in kept.rows:
            position, cost = _after(row, positions[row.parent], MAX_WORK - work)
            work += cost
            children[row.parent] -= 1
            if not children[row.parent]:
                del positions[row.parent]
            if children[row.id]:
                positions[row.id] = position
            if row.id == kept.head:
                head = position
    except StoreError:
        raise
    except Exception as error:
        raise StoreError(_events_do_not_fit(kept.header, error)) from error
    return head


def _after(row: Row, position: Position, most: int) -> tuple[Position, int]:
    """Return the position after a row, and how much its events had to copy."""
    work = 0
    for event in row.events:
        before, position = position, event.apply(position)
        work += _copied(before, position)
        if work > most:
            raise StoreError(_("The events of this game are too much for this program."))
    return position, work


_NOTHING: Final = Position(turn=0, phase=-1, pieces={}, stacks={})
_COST: Final = {"pieces": 1, "stacks": 1, "tracks": 1, "control": 1, "agenda": 1,
                "marks": 20, "facts": 20}  # fmt: skip
"""The parts of a position that events copy, with the cost of an entry."""


def _copied(before: Position, after: Position) -> int:
    """Return how much an event had to copy: what grows without end costs more each time."""
    parts = (
        cost * len(getattr(after, part))
        for part, cost in _COST.items()
        if getattr(after, part) is not getattr(before, part)
    )
    return 1 + sum(parts) + len(after.dice.queue)


# --------------------------------------------------------------------------------- restoring


def restore(module: Module, ruleset: Ruleset, kept: Kept) -> Game:
    """Return the game that was kept, without playing it again; `StoreError` if that cannot be."""
    header = kept.header
    if header.module != module.id:
        raise StoreError(
            _('This is a game of the module "{theirs}", not of "{ours}".').format(
                theirs=shown(header.module), ours=module.id
            )
        )
    if header.scenario not in module.scenarios:
        raise StoreError(
            _('The module "{module}" has no scenario "{scenario}".').format(
                module=module.id, scenario=shown(header.scenario)
            )
        )
    position_of(kept)
    try:
        game = Game.restore(module, ruleset, header, kept.rows, kept.head)
        game.decision()
    except OptionError as error:
        raise StoreError(shown(error, 300)) from None
    except Exception as error:
        raise StoreError(_events_do_not_fit(header, error)) from error
    _check_pieces(module, game.position)
    game.log.names.update(kept.names)
    return game


def _check_pieces(module: Module, position: Position) -> None:
    unknown = [piece for piece in position.pieces if piece not in module.counters]
    wrong = position.inconsistency()
    if unknown:
        wrong = _('the module has no counter "{piece}"').format(piece=shown(min(unknown)))
    if wrong:
        raise StoreError(
            _('The position does not fit the module "{module}": {wrong}.').format(
                module=module.id, wrong=shown(wrong, 200)
            )
        )


def _events_do_not_fit(header: Header, error: Exception) -> str:
    reason = shown(f"{type(error).__name__}: {error}")
    return _('The events of this game do not fit the module "{module}" ({reason}).').format(
        module=shown(header.module), reason=reason
    )


def differences(header: Header, module: Module, ruleset: Ruleset) -> list[str]:
    """Return a sentence for each thing that has changed since a game was begun.

    They are no reason not to play on; replaying the log shows whether they matter.
    """
    found = []
    if header.module_hash not in ("", module.content_hash):
        found.append(
            _('The data of the module "{module}" have changed since this game was begun.').format(
                module=module.id
            )
        )
    if header.plugin_version not in ("", ruleset.plugin.version):
        found.append(
            _("This game was begun with version {then} of its rules; this is {now}.").format(
                then=shown(header.plugin_version), now=ruleset.plugin.version
            )
        )
    if set(header.house_rules) != set(ruleset.house_rules):
        rules = ", ".join(map(shown, header.house_rules)) or _("none")
        found.append(_("This game was begun with other house rules: {rules}.").format(rules=rules))
    return found
