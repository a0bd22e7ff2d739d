"""Beginnings: a new module, a new scenario, a pack of scenarios of one's own, a copy of a game."""

from __future__ import annotations

import itertools
import re
import shutil
import unicodedata
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Final

from tabuleiro.editor.draft import Draft
from tabuleiro.editor.entries import entry
from tabuleiro.editor.errors import EditError
from tabuleiro.harmless import harmless
from tabuleiro.i18n import LANGUAGES, _, language, set_language
from tabuleiro.module.files import SCENARIOS, read_folder
from tabuleiro.module.packs import data_folder
from tabuleiro.module.paths import Found, available_modules, find_module
from tabuleiro.module.writing import scalar
from tabuleiro.publish.manifest import AUTHORS
from tabuleiro.store.errors import os_sentence

if TYPE_CHECKING:
    from tabuleiro.module.load import RuleModels

__all__ = [
    "BOARDS",
    "add_scenario",
    "checked_id",
    "copy_module",
    "draft_of",
    "drop_empty_pack",
    "id_of",
    "new_module",
    "new_pack",
    "own_modules",
    "own_packs",
    "titled",
]

_ID: Final = re.compile(r"[a-z0-9]+([-_][a-z0-9]+)*")
_LONGEST: Final = 60

BOARDS: Final = {
    "hexes": 'grid: {columns: 12, rows: 9, orientation: flat, shift: odd, numbering: CCRR}\n'
    'terrain:\n'
    '  codes: {".": clear, "^": hill, w: woods, t: town}\n'
    '  rows: # one text for each row, one sign for each hex\n'
    + "".join(f'    - "{row}"\n' for row in (
        ". . . . . ^ ^ . . . . .", ". . w . . . ^ . . . w .", ". . w w . . . . . . . .",
        ". . . . . . . . t . . .", ". . . t . . . . . . . .", ". . . . . . . . . w w .",
        ". ^ . . . . w . . . w .", ". ^ ^ . . . . . . . . .", ". . . . . . . . ^ ^ . .",
    )),
    "squares": "grid: {kind: squares, columns: 10, rows: 8, diagonals: true, numbering: AR}\n"
    "terrain: {default: clear, places: {hill: [D4, E4], woods: [G2, G3, C6]}}\n",
    "areas": "grid:\n  kind: areas\n  unit: 100 # so many pixels are as wide as a hex would be\n"
    "  areas: # areas are neighbours if they share a border\n"
    "    - {id: north, name: {pt: Norte, en: North}, "
    "polygon: [[40, 40], [560, 20], [600, 240], [330, 300], [60, 260]]}\n"
    "    - {id: west, name: {pt: Oeste, en: West}, "
    "polygon: [[60, 260], [330, 300], [300, 560], [30, 520]]}\n"
    "    - {id: east, name: {pt: Leste, en: East}, "
    "polygon: [[330, 300], [600, 240], [640, 540], [300, 560]]}\n"
    "terrain: {default: clear, places: {hill: [north]}}\n",
    "plain": "grid: {kind: plain, unit: 75, width: 1200, height: 800}"
    " # no grid: pieces lie anywhere; or a picture, see docs\n",
}  # fmt: skip
"""What stands in ``board.yaml`` of a new module, by the kind of its board."""

_FIRST: Final = {
    "hexes": ("0305", "1005"),
    "squares": ("B4", "I4"),
    "areas": ("west", "east"),
    "plain": ("at:0300.0400", "at:0900.0400"),
}
"""Where the two sides of a new module stand, by the kind of its board."""

_MODULE: Final = """\
# A free table: the players know the rules. `tabuleiro validate` checks these files.
format: 1
id: @ID@
title: @TITLE@
summary: {pt: @TITLE@, en: @TITLE@}
sides:
  - {id: blue, name: {pt: Azul, en: Blue}, colour: "#3b6ea5"}
  - {id: red, name: {pt: Vermelho, en: Red}, colour: "#a5433b"}
turns:
  - {turn: 1, label: {pt: Manhã, en: Morning}}
  - {turn: 2, label: {pt: Tarde, en: Afternoon}}
  - {turn: 3, label: {pt: Noite, en: Night}}
sequence: # whose phase it is
  - {id: blue-turn, kind: play, side: blue, name: {pt: Vez do Azul, en: Blue to play}}
  - {id: red-turn, kind: play, side: red, name: {pt: Vez do Vermelho, en: Red to play}}
movement_classes: [foot]
unit_types:
  - {id: infantry, name: {pt: infantaria, en: infantry}, symbol: infantry, class: foot}
  - {id: cavalry, name: {pt: cavalaria, en: cavalry}, symbol: cavalry, class: foot}
dice:
  - {id: combat, name: {pt: Combate, en: Combat}, dice: 2, faces: 6}
"""

_KINDS: Final = (
    ("infantry", "infantaria", "Infantry", 3, 4, 4),
    ("cavalry", "cavalaria", "Cavalry", 1, 3, 8),
)
"""Of each side: so many counters of a type, with attack and move."""
_WIDTH: Final = 100
_LONG: Final = 200
"""Counters are one to a line, however long."""


def own_modules() -> Path:
    """Return the folder in which modules of this user lie, and are found."""
    return data_folder() / "modules"


def own_packs() -> Path:
    """Return the folder in which packs lie that this user is writing."""
    return data_folder() / "scenarios"


def checked_id(id: str) -> str:
    """Return an id, or raise `EditError` if it is none.

    >>> checked_id("cassino-3")
    'cassino-3'
    """
    if not _ID.fullmatch(id) or len(id) > _LONGEST:
        sentence = _(
            '"{id}" is no id: small letters and digits, with "-" between words, at most {n} in all.'
        )
        raise EditError(sentence.format(id=harmless(id[:_LONGEST]), n=_LONGEST))
    return id


def id_of(title: str, where: Path | None = None, taken: Container[str] = ()) -> str:
    """Return an id made of a title, which nothing in a folder or among those taken has.

    >>> id_of("Três turnos em Cassino"), id_of("The Hill", taken={"the-hill"})
    ('tres-turnos-em-cassino', 'the-hill-2')
    """
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode().lower()
    stem = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[: _LONGEST - 4].strip("-") or "scenario"
    ids = (stem if n == 1 else f"{stem}-{n}" for n in itertools.count(1))
    return next(id for id in ids if id not in taken and not (where and (where / id).exists()))


def titled(id: str, title: str = "") -> str:
    """Return a title, made of an id if there is none.

    >>> titled("three-turns"), titled("x", "The Hill")
    ('Three turns', 'The Hill')
    """
    title = " ".join(title.split()) or id.replace("-", " ").replace("_", " ").capitalize()
    if title != harmless(title) or len(title) > 100:
        raise EditError(_("A title is one line of at most {n} letters.").format(n=100))
    return title


def new_module(id: str, where: Path, kind: str = "hexes", title: str = "") -> Path:
    """Write a small module without rules into a new folder in ``where``, and return it."""
    found = {module.id for module in available_modules()}
    if checked_id(id) in found:
        raise EditError(_('There is a game "{id}" already.').format(id=id))
    words = _MODULE.replace("@ID@", id).replace("@TITLE@", scalar(titled(id, title)))
    sides = (("blue", "azul", "Blue"), ("red", "vermelha", "Red"))
    counters = [each for side in sides for each in _counters(*side)]
    scenario = {
        "format": 1,
        "id": "start",
        "name": {"pt": "Início", "en": "Start"},
        "text": {"pt": "Dois lados frente a frente.", "en": "Two sides face to face."},
        "first_turn": 1,
        "last_turn": 3,
        "setup": [
            {"hex": place, "units": [c["id"] for c in counters if c["nation"] == side]}
            for (side, _pt, _en), place in zip(sides, _FIRST[kind], strict=True)
        ],
    }
    remark = "# The counters; `reduced` is the back.\nformat: 1\ncounters:"
    files = {
        "module.yaml": words,
        "board.yaml": f"# The map.\nformat: 1\nid: {id}\n{BOARDS[kind]}",
        "counters.yaml": _lines(remark, (entry("  -", each, _LONG) for each in counters)),
        f"{SCENARIOS}/start.yaml": _written("# How it begins.", scenario),
    }
    return _write_folder(where / id, {name: text.encode() for name, text in files.items()})


def _lines(head: str, parts: Iterable[list[str]]) -> str:
    return "\n".join([head, *(line for part in parts for line in part), ""])


def _written(remark: str, data: Mapping[str, Any]) -> str:
    """Return the text of a file."""
    return _lines(remark, (entry(f"{key}:", value, _WIDTH) for key, value in data.items()))


def _counters(side: str, pt: str, en: str) -> Iterator[dict[str, Any]]:
    for kind, called_pt, called_en, count, attack, move in _KINDS:
        for number in range(1, count + 1):
            yield {
                "id": f"{side}-{kind}-{number}",
                "name": {"pt": f"{number}ª {called_pt} {pt}", "en": f"{en} {called_en} {number}"},
                "short": {"left": str(number)},
                "nation": side,
                "type": kind,
                "size": "regiment",
                "values": {"attack": attack, "move": move},
                "reduced": {"attack": attack // 2},
            }


def new_pack(game: str, id: str, where: Path, title: str = "", publisher: str = "") -> Path:
    """Write a pack for scenarios of a game into a new folder in ``where``, and return it.

    It has no scenario yet: see `add_scenario`.
    """
    base = _found(game)
    if checked_id(id) in {module.id for module in available_modules()}:
        raise EditError(_('There is a game "{id}" already.').format(id=id))
    version = base.version or "1.0.0"
    major = int(version.split(".")[0]) + 1
    pack = {
        "format": 1,
        "id": id,
        "kind": "scenarios",
        "version": "1.0.0",
        "title": dict.fromkeys(LANGUAGES, titled(id, title)),
        "summary": _in_both(lambda: _("Scenarios of {game}.").format(game=_title(base))),
        "publisher": titled("anonymous", publisher),
        "licence": {"pt": "não dita", "en": "not stated"},
        "languages": list(LANGUAGES),
        "extends": base.id,
        "needs": {base.id: f">={version},<{major}.0.0"},
    }
    text = _written("# What this pack is; docs/publishing.md says more.", pack)
    return _write_folder(where / id, {AUTHORS: text.encode()})


def drop_empty_pack(folder: Path) -> None:
    """Take away a pack of one's own in which nothing was ever saved."""
    inside = [path.name for path in folder.iterdir()] if folder.parent == own_packs() else []
    if inside == [AUTHORS]:
        shutil.rmtree(folder, ignore_errors=True)


def _title(found: Found) -> str:
    return found.title.get(language()) or found.id


def _in_both(say: Callable[[], str]) -> dict[str, str]:
    """Return a sentence in each language."""
    now = language()
    try:
        said = {}
        for each in LANGUAGES:
            set_language(each)
            said[each] = say()
    finally:
        set_language(now)
    return said


def _found(game: str) -> Found:
    for module in available_modules():
        if module.id == game:
            return module
    raise EditError(_('The game "{id}" is not installed.').format(id=harmless(game)))


def copy_module(game: str, id: str, where: Path) -> Path:
    """Write a copy of a game with an id of its own into a new folder in ``where``."""
    if checked_id(id) in {module.id for module in available_modules()}:
        raise EditError(_('There is a game "{id}" already.').format(id=id))
    files = read_folder(find_module(game)).with_images()
    folder = _write_folder(where / id, files)
    draft = Draft(folder)
    with draft.edit("id") as values:
        values["module.yaml"]["id"] = id
        if "id" in values["board.yaml"]:
            values["board.yaml"]["id"] = id
    draft.save()
    return folder


def draft_of(path: Path, rules: RuleModels | None = None) -> Draft:
    """Return a draft of a folder; raises `EditError` if it holds neither a module nor a pack."""
    if not ((path / "module.yaml").is_file() or (path / AUTHORS).is_file()):
        sentence = _("{folder} is neither the folder of a module nor of a pack.")
        raise EditError(sentence.format(folder=harmless(path)))
    return Draft(path, rules=rules)


def add_scenario(
    draft: Draft,
    id: str,
    *,
    like: str = "",
    name: Mapping[str, str] | None = None,
    data: Mapping[str, Any] | None = None,
) -> str:
    """Put a new scenario into a draft, as one step, and return its file.

    It is like another of the game, the first one if none is named, or has the ``data`` given.
    """
    file = draft.path(f"{SCENARIOS}/{checked_id(id)}.yaml")
    if file in draft.names:
        raise EditError(_('There is a scenario "{id}" already.').format(id=id))
    label = _("New scenario")
    if data is not None:
        with draft.edit(label) as files:
            files[file] = {**data, "id": id}
        return file
    known = draft.scenario_texts()
    like = like or next(iter(known), "")
    if like and like not in known:
        sentence = _('There is no scenario "{id}" to begin with: there are {known}.')
        raise EditError(sentence.format(id=harmless(like), known=", ".join(known)))
    words = dict(name) if name is not None else dict.fromkeys(LANGUAGES, titled(id))
    changes = {"id": id, "name": words}
    if like:
        draft.add_like(file, known[like], changes, label)
    else:
        with draft.edit(label) as files:
            files[file] = {
                "format": 1, **changes, "text": words, "first_turn": 1, "last_turn": 1, "setup": [],
            }  # fmt: skip
    return file


def _write_folder(folder: Path, files: Mapping[str, bytes]) -> Path:
    """Write files into a new folder: all of them, or nothing."""
    if folder.exists() or folder.is_symlink():
        raise EditError(_("{folder} is there already.").format(folder=harmless(folder)))
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(prefix=".tabuleiro-", dir=folder.parent) as unfinished:
            made = Path(unfinished) / folder.name
            made.mkdir()
            for name, content in files.items():
                path = made / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(content)
            made.rename(folder)
    except OSError as error:
        shutil.rmtree(folder, ignore_errors=True)
        raise EditError(os_sentence(error, str(folder))) from None
    return folder
