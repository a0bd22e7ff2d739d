"""Changing the values of a YAML file without touching what lies around them.

A file is not written anew: of the old values and the new ones it is found out what differs, and
only those stretches of the text are replaced. So comments, order, quotes, columns and the width of
lines stay as their author left them, in every file that the module format can read.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from itertools import zip_longest
from typing import Any, Final, NamedTuple

import yaml

from tabuleiro.editor.alignment import aligned, same
from tabuleiro.editor.entries import entry
from tabuleiro.module.errors import Unreadable
from tabuleiro.module.loader import parse
from tabuleiro.module.writing import flow, scalar

__all__ = ["rewritten"]

Node = Any
"""A node of PyYAML: a value with the marks of where it stands."""

_NARROWEST: Final = 100
_WIDEST: Final = 150


class Patch(NamedTuple):
    """A stretch of the text, and what stands there from now on."""

    start: int
    end: int
    text: str


class Misfit(Exception):
    """This cannot be patched so finely; whoever asked writes a larger part anew."""


def rewritten(text: str, name: str, data: Mapping[str, Any]) -> str:
    r"""Return a YAML text with other values; ``name`` is the file of which faults are told.

    Raises `Unreadable` if the text is not what the module format can read.

    >>> rewritten(
    ...     "turns: 7  # as printed\nsides: [a,  b]\n", "x.yaml", {"turns": 8, "sides": ["b"]}
    ... )
    'turns: 8  # as printed\nsides: [b]\n'
    """
    parsed = parse(text, name)
    if parsed.problems:
        raise Unreadable(parsed.problems[0], parsed.problems[1:])
    if same(parsed.data, data):
        return text
    new = _patched(text, parsed.data, data)
    if new is not None and _says(new, name, data):
        return new
    lines = [line for key, value in data.items() for line in entry(f"{scalar(key)}:", value, 100)]
    return "\n".join([*lines, ""])


def _says(text: str, name: str, data: Mapping[str, Any]) -> bool:
    try:
        parsed = parse(text, name)
    except Unreadable:
        return False
    return not parsed.problems and same(parsed.data, data)


def _patched(text: str, old: Mapping[str, Any], new: Mapping[str, Any]) -> str | None:
    """Return the text with other values, None if nothing of it can stay."""
    writer = _Writer(text)
    root: Node = yaml.compose(text, Loader=yaml.CSafeLoader)
    try:
        writer.value(root, old, new, Around(root.start_mark.index, -2, in_flow=False))
        return writer.result()
    except Misfit:
        return None


class Around(NamedTuple):
    """What stands around a value."""

    begins: int
    """Where the value may begin: behind its colon or its dash."""
    indent: int
    """The column of its key or dash."""
    in_flow: bool
    """Whether it stands between brackets."""


class _Writer:
    """Collects the patches of one text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.newline = "\r\n" if "\r\n" in text else "\n"
        longest = max(map(len, text.splitlines()), default=0)
        self.width = min(max(longest, _NARROWEST), _WIDEST)
        self.patches: list[Patch] = []

    def result(self) -> str:
        """Return the text with all patches."""
        parts: list[str] = []
        at = 0
        for start, end, text in sorted(self.patches, key=lambda patch: patch[:2]):
            if start < at:
                raise Misfit
            parts += [self.text[at:start], text]
            at = end
        return "".join([*parts, self.text[at:]])

    # ------------------------------------------------------------------- values

    def value(self, node: Node, old: Any, new: Any, around: Around) -> None:
        """Write what differs between an old and a new value."""
        if same(old, new):
            return
        before = len(self.patches)
        try:
            if self._inside(node, old, new):
                return
        except Misfit:
            del self.patches[before:]
        self._replace(node, new, around)

    def _inside(self, node: Node, old: Any, new: Any) -> bool:
        """Write what differs inside of a value; False if it has to be written anew."""
        if not (old and new):
            return False
        if isinstance(node, yaml.MappingNode) and isinstance(new, Mapping):
            self._mapping(node, old, new)
        elif isinstance(node, yaml.SequenceNode) and isinstance(new, list):
            self._sequence(node, old, new)
        else:
            return False
        return True

    def _replace(self, node: Node, new: Any, around: Around) -> None:
        """Write a value anew."""
        end = self._end(node)
        start = min(node.start_mark.index, end)
        if around.indent < 0:
            raise Misfit
        plain = not isinstance(new, Mapping | list)
        single = isinstance(node, yaml.ScalarNode) and node.style not in ("|", ">")
        if around.in_flow or (plain and single and self._fits(node, new)):
            gap = " " if start == around.begins and self.text[start - 1] in ":,-" else ""
            self.patches.append(Patch(start, end, gap + self._in_style(node, new)))
            return
        lead = " " * around.indent + "-" if self._dash(around) else " " * around.indent + "x:"
        tall = isinstance(node, yaml.MappingNode) and not node.flow_style
        lines = entry(lead, new, self.width, tall=tall)
        head = self.text[around.begins : start].partition("\n")[0].rstrip("\r ")
        remark = head if head.lstrip().startswith("#") else ""
        rest = self.text[end:].partition("\n")[0].strip()
        if rest.startswith("#") and len(lines) > 1:  # a remark behind the value stays on its line
            stop = end + len(self.text[end:].partition("\n")[0].rstrip("\r"))
            remark, end = "  " + rest, stop
        elif rest and len(lines) > 1:
            raise Misfit
        first = lines[0][len(lead) :] + remark
        text = self.newline.join([first, *lines[1:]])
        self.patches.append(Patch(around.begins, end, text))

    def _dash(self, around: Around) -> bool:
        return self.text[around.begins - 1] == "-"

    def _fits(self, node: Node, new: Any) -> bool:
        line_end = self.text.find("\n", node.end_mark.index)
        rest = (len(self.text) if line_end < 0 else line_end) - node.end_mark.index
        return not isinstance(new, str) or (
            "\n" not in new and node.start_mark.column + len(scalar(new)) + rest <= self.width
        )

    def _in_style(self, node: Node, new: Any) -> str:
        """Return a value on one line, in the quotes of the old one if that had any."""
        if isinstance(new, str) and isinstance(node, yaml.ScalarNode):
            if node.style == '"':
                return json.dumps(new, ensure_ascii=False)
            if node.style == "'" and new.isprintable():
                return "'" + new.replace("'", "''") + "'"
        return flow(new)

    def _end(self, node: Node) -> int:
        """Return where a value really ends: what follows a block belongs to its neighbours."""
        if isinstance(node, yaml.ScalarNode):
            if node.style in ("|", ">"):
                text = self.text[node.start_mark.index : node.end_mark.index]
                return int(node.start_mark.index + len(text.rstrip()))
            return int(node.end_mark.index)
        if node.flow_style:
            return int(node.end_mark.index)
        last = node.value[-1]
        if isinstance(node, yaml.MappingNode):
            key, value = last
            return max(self._end(value), self._colon(key))
        return self._end(last)

    def _colon(self, key: Node) -> int:
        """Return the index behind the colon of a key."""
        return self.text.index(":", key.end_mark.index) + 1

    def _line_start(self, index: int) -> int:
        return self.text.rfind("\n", 0, index) + 1

    def _line_end(self, index: int) -> int:
        """Return where the next line begins."""
        end = self.text.find("\n", index)
        return len(self.text) if end < 0 else end + 1

    def _begins_line(self, index: int) -> bool:
        return not self.text[self._line_start(index) : index].strip(" ")

    # ----------------------------------------------------------------- mappings

    def _mapping(self, node: Node, old: Mapping[str, Any], new: Mapping[str, Any]) -> None:
        pairs = [(key.value, key, value) for key, value in node.value]
        for word, key, value in pairs:
            if word in new:
                around = Around(self._colon(key), key.start_mark.column, bool(node.flow_style))
                self.value(value, old[word], new[word], around)
        gone = [word not in new for word, _key, _value in pairs]
        if all(gone):
            raise Misfit
        places: dict[int, list[tuple[str, Any]]] = {}
        before = -1
        order = {word: index for index, (word, _key, _value) in enumerate(pairs)}
        for word, value in new.items():
            if word in order:
                before = order[word]
            else:
                places.setdefault(before, []).append((word, value))
        if node.flow_style:
            spans = [(key.start_mark.index, self._end_of(key, value)) for _w, key, value in pairs]
            texts = {
                place: [f"{scalar(word)}: {flow(value)}" for word, value in items]
                for place, items in places.items()
            }
            self._in_brackets(spans, gone, texts)
            return
        column = node.start_mark.column
        starts = [key.start_mark.index for _w, key, _value in pairs]
        ends = [self._end_of(key, value) for _w, key, value in pairs]
        rows = {
            place: [
                line
                for word, value in items
                for line in entry(f"{' ' * column}{scalar(word)}:", value, self.width)
            ]
            for place, items in places.items()
        }
        self._in_lines(starts, ends, gone, rows)

    def _end_of(self, key: Node, value: Node) -> int:
        return max(self._end(value), self._colon(key))

    # -------------------------------------------------------------------- lists

    def _sequence(self, node: Node, old: list[Any], new: list[Any]) -> None:
        nodes = node.value
        gone = [True] * len(old)
        places: dict[int, list[Any]] = {}
        before = -1
        pairs = list(aligned(old, new))
        if not node.flow_style and all(None in pair for pair in pairs) and _plain(old + new):
            pairs = list(zip_longest(range(len(old)), range(len(new))))  # row by row
        for one, other in pairs:
            if one is None and other is not None:
                places.setdefault(before, []).append(new[other])
            elif one is not None:
                before = one
                gone[one] = other is None
                if other is not None:
                    around = self._around_item(node, nodes[one])
                    self.value(nodes[one], old[one], new[other], around)
        if all(gone):
            raise Misfit
        if node.flow_style:
            spans = [(each.start_mark.index, self._end(each)) for each in nodes]
            self._in_brackets(spans, gone, {at: [*map(flow, v)] for at, v in places.items()})
            return
        lead = " " * node.start_mark.column + "-"
        rows = {
            at: [
                line
                for value in values
                for line in entry(lead, value, self.width, tall=self._is_tall(nodes[max(at, 0)]))
            ]
            for at, values in places.items()
        }
        starts = [self._around_item(node, each).begins - 1 for each in nodes]
        self._in_lines(starts, [self._end(each) for each in nodes], gone, rows)

    def _around_item(self, node: Node, item: Node) -> Around:
        if node.flow_style:
            return Around(item.start_mark.index, node.start_mark.column, in_flow=True)
        dash = self.text.rindex("-", 0, item.start_mark.index)
        return Around(dash + 1, node.start_mark.column, in_flow=False)

    def _is_tall(self, node: Node) -> bool:
        return isinstance(node, yaml.MappingNode) and not node.flow_style

    # ------------------------------------------------------- what comes and goes

    def _in_lines(
        self, starts: list[int], ends: list[int], gone: list[bool], rows: dict[int, list[str]]
    ) -> None:
        """Take away entries that have lines of their own, and put lines behind others."""
        for index, (start, end, away) in enumerate(zip(starts, ends, gone, strict=True)):
            if not away:
                continue
            if self._begins_line(start):
                self.patches.append(Patch(self._line_start(start), self._line_end(end), ""))
            elif index + 1 < len(starts) and not gone[index + 1]:
                self.patches.append(Patch(start, starts[index + 1], ""))
            else:
                raise Misfit
        for place, lines in _behind_what_stays(rows, gone).items():
            text = self.newline.join([*lines, ""])
            if place >= 0:
                at = self._line_end(ends[place])
                if self.text[at - 1] != "\n":  # the last line of the file
                    text = self.newline + text.removesuffix(self.newline)
            elif self._begins_line(starts[0]):
                at = self._line_start(starts[0])
            else:
                raise Misfit
            self.patches.append(Patch(at, at, text))

    def _in_brackets(
        self, spans: list[tuple[int, int]], gone: list[bool], texts: dict[int, list[str]]
    ) -> None:
        """Take away entries between brackets, and put others behind those that stay."""
        first = gone.index(False)
        for index, (start, end) in enumerate(spans):
            if not gone[index]:
                continue
            last = index + 1 == len(spans)
            remark = index > 0 and "#" in self.text[spans[index - 1][1] : start]
            if index < first or (remark and not last):
                self.patches.append(Patch(start, spans[index + 1][0], ""))
            else:
                self.patches.append(Patch(start if remark else spans[index - 1][1], end, ""))
        for place, words in _behind_what_stays(texts, gone).items():
            if place < 0:
                at = spans[0][0]
                self.patches.append(Patch(at, at, "".join(f"{word}, " for word in words)))
            else:
                self.patches.append(self._behind(spans[place][1], words))

    def _behind(self, at: int, words: Iterable[str]) -> Patch:
        """Return a patch with further entries behind one, on new lines if they are too long."""
        start = self._line_start(at)
        line = self.text[start : self._line_end(at)].rstrip()
        used = len(line)
        indent = len(line) - len(line.lstrip())
        goes_on = bool(line.strip()) and line.lstrip()[0] != "-" and ":" not in line
        lead = " " * (indent if goes_on else indent + 4)
        text = ""
        for word in words:
            if used + len(word) + 2 > self.width:
                text += f",{self.newline}{lead}{word}"
                used = len(lead) + len(word)
            else:
                text += f", {word}"
                used += len(word) + 2
        return Patch(at, at, text)


def _plain(values: Iterable[Any]) -> bool:
    return not any(isinstance(each, Mapping | list) for each in values)


def _behind_what_stays(news: dict[int, list[str]], gone: list[bool]) -> dict[int, list[str]]:
    """Return what is new by the last entry before it that stays, -1 for none."""
    found: dict[int, list[str]] = {}
    for place, lines in news.items():
        stays = next((each for each in range(place, -1, -1) if not gone[each]), -1)
        found.setdefault(stays, []).extend(lines)
    return found
