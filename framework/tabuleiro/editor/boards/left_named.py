"""Where else places are named that are called otherwise now: rules, texts, and packs of scenarios.

What a rule means by a word the editor cannot know, and packs are files of their own. So nothing is
changed there; it is told where an author has to look.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tabuleiro.publish.manifest import AUTHORS

if TYPE_CHECKING:
    from tabuleiro.editor.draft import Draft

__all__ = ["lines_naming", "named_in_draft", "named_in_packs"]

_WORD: Final = re.compile(r"[\w:.-]+")
_OWN: Final = ("board.yaml", "scenarios/")
"""Files in which the editor renames places itself."""
_EXTENDS: Final = re.compile(r"^extends:\s*[\"']?([\w-]+)", re.MULTILINE)


def lines_naming(text: str, names: Collection[str]) -> list[int]:
    r"""Return the lines of a YAML text in which one of these places is named.

    >>> lines_naming('a: 1\nhexes: ["0101", "0203"]  # 0101\n# 0101\nroad: 0101/0102\n', {"0101"})
    [2, 4]
    """
    found = []
    for number, line in enumerate(text.splitlines(), start=1):
        said = re.split(r"(?:^|\s)#", line, maxsplit=1)[0]
        if any(word in names for word in _WORD.findall(said)):
            found.append(number)
    return found


def named_in_draft(draft: Draft, names: Collection[str]) -> Iterator[str]:
    """Yield ``file:line`` of a module's own files that the editor does not rename in."""
    for name in draft.names:
        if name.endswith(".yaml") and not name.startswith(_OWN):
            yield from (f"{name}:{line}" for line in lines_naming(draft.text(name), names))


def named_in_packs(folder: Path, game: str, names: Collection[str]) -> Iterator[str]:
    """Yield ``file:line`` of the packs in a folder that extend a game."""
    for about in sorted(folder.glob(f"*/{AUTHORS}")):
        try:
            extends = _EXTENDS.search(about.read_text(encoding="utf-8"))
            if extends is None or extends[1] != game:
                continue
            for file in sorted((about.parent / "variant").rglob("*.yaml")):
                place = file.relative_to(folder).as_posix()
                lines = lines_naming(file.read_text(encoding="utf-8"), names)
                yield from (f"{place}:{line}" for line in lines)
        except (OSError, UnicodeDecodeError):  # what cannot be read is told when it is packed
            continue
