"""The import as a whole: a module of VASSAL in, the folder of a free-table module out."""

from __future__ import annotations

import shutil
import tempfile
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Final

from tabuleiro.harmless import harmless
from tabuleiro.i18n import _, ngettext
from tabuleiro.vassal.archive import IMAGES, Archive
from tabuleiro.vassal.buildfile import MAX_BYTES, read_xml
from tabuleiro.vassal.counters import is_short, number_span
from tabuleiro.vassal.errors import VassalError
from tabuleiro.vassal.ledger import Ledger
from tabuleiro.vassal.names import said
from tabuleiro.vassal.pictures import Converter, Pictures
from tabuleiro.vassal.pieces import Definition, Prototypes, kind_of, read_definition
from tabuleiro.vassal.reading import note_reversed, read_game
from tabuleiro.vassal.report import REPORT, report_of
from tabuleiro.vassal.saves import Save, read_save
from tabuleiro.vassal.traits import Label, Property, read_trait
from tabuleiro.vassal.writing import Writer

if TYPE_CHECKING:
    from tabuleiro.vassal.game import Game

__all__ = ["import_module"]

BUILD_FILES: Final = ("buildFile.xml", "buildFile")
MODULE_DATA: Final = "moduledata"
"""Title and version once more, for the list of modules of VASSAL."""
MAX_SAVE: Final = 20_000_000
MAX_SAVES: Final = 100
MAX_PIECES: Final = 60_000
TAKEN: Final = frozenset(
    {
        "piece",
        "prototype",
        "layer",
        "marker",
        "rotate",
        "mask",
        "hide",
        "delete",
        "does-not-stack",
        "clone",
        "replace",
        "place-marker",
        "mark-when-moved",
    }
)
"""Traits that the free table has, or that it does without being told."""


def import_module(source: Path, folder: Path, convert: Converter | None = None) -> Ledger:
    """Write the module of a ``.vmod`` file into a folder that is not there yet.

    ``convert`` writes pictures as PNG: maps that are none can be scans only so.
    Returns what became of everything in it. Raises `VassalError` with one sentence, and leaves
    nothing behind then.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        told = _("The folder {folder} is there already: name one that is not.")
        raise VassalError(told.format(folder=harmless(folder)))
    ledger = Ledger()
    try:
        with Archive(source, source.name) as archive:
            folder.parent.mkdir(parents=True, exist_ok=True)
            made = Path(tempfile.mkdtemp(prefix=".import-", dir=folder.parent))
            try:
                pictures = Pictures(archive, made / IMAGES, ledger, convert)
                _import(archive, made, folder.name, pictures, ledger)
                with suppress(FileNotFoundError):
                    folder.rmdir()
                made.rename(folder)
                folder.chmod(0o755)
            except BaseException:
                shutil.rmtree(made, ignore_errors=True)
                raise
    except OSError as error:
        told = _('"{name}" was not imported: {reason}')
        reason = error.strerror or str(error)
        raise VassalError(told.format(name=harmless(source.name), reason=reason)) from None
    return ledger


def _import(archive: Archive, made: Path, name: str, pictures: Pictures, ledger: Ledger) -> None:
    built = next((found for word in BUILD_FILES if (found := archive.find(word))), None)
    if built is None:
        told = _('"{name}" is no module of VASSAL: it has no build file.')
        raise VassalError(told.format(name=archive.name))
    root = read_xml(archive.read(built, MAX_BYTES), built)
    game = read_game(root, ledger, archive.name)
    definitions = _definitions(game, ledger)
    known = {word: definitions.get(text) for word, text in game.prototypes.items()}
    prototypes = Prototypes({word: found for word, found in known.items() if found is not None})
    saves = _saves(archive, game, ledger)
    writer = Writer(game, prototypes, pictures, ledger, unit=_unit(game))
    writer.write(made, name, saves)
    pictures.close()
    _leave_files(archive, {built, *(archive.find(file) for file in saves)}, ledger)
    for fault in sorted({f"{file}: {why}" for file, why in pictures.faults.items()})[:100]:
        ledger.note(fault)
    for missing, count in sorted(prototypes.missing.items())[:100]:
        told = ngettext(
            '{n} piece wants the prototype "{name}", which the module does not define.',
            '{n} pieces want the prototype "{name}", which the module does not define.',
            count,
        )
        ledger.note(told.format(n=count, name=said(missing)))
    (made / REPORT).write_text(report_of(ledger, game), "utf-8")


def _definitions(game: Game, ledger: Ledger) -> dict[str, Definition]:
    """Return the definitions of all pieces by their texts, and enter their traits."""
    found: dict[str, Definition] = {}
    slots = [*game.palette, *(s for m in game.maps for stack in m.stacks for s in stack.slots)]
    texts = [*(slot.text for slot in slots), *game.prototypes.values()]
    if len(texts) > MAX_PIECES:
        raise VassalError(_('"{name}" holds too many pieces.').format(name=said(game.name)))
    for text in texts:
        if text not in found:
            definition = read_definition(text)
            if definition is None:
                if text.strip():
                    ledger.trait("?", taken=False)
                continue
            found[text] = definition
        for trait, state in zip(found[text].traits, found[text].states, strict=True):
            kind, taken = _fate(trait, state)
            ledger.trait(kind, taken=taken)
    return found


def _fate(text: str, state: str) -> tuple[str, bool]:
    """Return the kind of a trait, and whether it is taken over."""
    trait = read_trait(text)
    kind = kind_of(trait)
    taken = kind in TAKEN
    if isinstance(trait, Property):
        limits = (trait.low, trait.high) if trait.numeric else (0, 0)
        taken = number_span(state, limits) is not None
    elif isinstance(trait, Label):
        taken = is_short(state)
    return kind, taken


def _saves(archive: Archive, game: Game, ledger: Ledger) -> dict[str, Save]:
    """Return the positions of all set-ups that can be read, by their files."""
    found: dict[str, Save] = {}
    tried: set[str] = set()
    for setup in game.setups:
        if not setup.file or setup.file in tried or len(tried) >= MAX_SAVES:
            continue
        tried.add(setup.file)
        entry = archive.find(setup.file)
        if entry is None:
            told = _('The set-up "{name}" has no file in the module.')
            ledger.note(told.format(name=said(setup.name)))
            continue
        try:
            raw = archive.read(entry, MAX_SAVE)
            found[setup.file] = read_save(BytesIO(raw), said(setup.file))
            _tell_of(found[setup.file], said(setup.file), ledger)
        except VassalError as error:
            ledger.note(str(error))
        if setup.file in found:
            ledger.file(entry, taken=True)
    return found


def _tell_of(save: Save, name: str, ledger: Ledger) -> None:
    """Note what of a save was not read, and boards that lie otherwise here."""
    for layout in save.layouts:
        note_reversed(layout, ledger)
    if save.other:
        told = _('"{name}": {n} commands besides pieces and boards were not read.')
        ledger.note(told.format(name=name, n=save.other))


def _leave_files(archive: Archive, used: set[str | None], ledger: Ledger) -> None:
    """Enter files that are neither pictures nor read: help, sounds, classes, other saves."""
    for name in archive.names():
        if not name.startswith(IMAGES) and name not in used and name != MODULE_DATA:
            ledger.file(name, taken=False)


def _unit(game: Game) -> float:
    """Return how many pixels wide a hex would be for the pieces of a module."""
    slots = [*game.palette, *(s for m in game.maps for stack in m.stacks for s in stack.slots)]
    widths = [slot.width for slot in slots if slot.width > 1 and not slot.card]
    return round(median(widths) / 0.75) if widths else 100.0
