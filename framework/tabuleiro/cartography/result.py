"""The board that was built, checked by the same rules as any board of a module."""

from __future__ import annotations

from pathlib import Path

from tabuleiro.module.checks.board import check_board
from tabuleiro.module.draft import Draft, read_draft
from tabuleiro.module.errors import ModuleError
from tabuleiro.module.files import Folder, names_plugin, read_raw
from tabuleiro.module.images import read_images
from tabuleiro.module.models import BoardFile

__all__ = ["check_result", "read_board"]


def _draft(root: Path, texts: dict[str, bytes]) -> Draft:
    images, faults = read_images(root)
    draft = read_draft(Folder(root, texts, (), (), images=images, image_faults=faults))
    check_board(draft)
    return draft


def check_result(id: str, texts: dict[str, str]) -> None:
    """Raise `ModuleError` if a text of ``board.yaml`` is not sound by itself."""
    draft = _draft(Path(), {name: text.encode() for name, text in texts.items()})
    if draft.board.problems:
        raise ModuleError(id, draft.board.problems)


def read_board(folder: Path, *, unmade: str | None = None) -> tuple[BoardFile, bytes | None]:
    """Return the board of a folder and the bytes of its drawing, without the rest of the module.

    ``unmade`` is the name of a drawing that may be lacking.
    """
    names = ["board.yaml", *sorted(path.name for path in folder.glob("*.json"))]
    raw = {name: read_raw(folder, name) for name in names}
    game = read_raw(folder, "module.yaml") if (folder / "module.yaml").is_file() else b"plugin:"
    if not names_plugin(game):
        raw["module.yaml"] = game  # a free table: it says what its board leaves out
    if unmade is not None:
        raw.setdefault(unmade, b"{}")
    draft = _draft(folder, raw)
    model = draft.board.model
    wrong = [problem for problem in draft.board.problems if problem.file != "module.yaml"]
    if wrong or model is None:
        raise ModuleError(folder.name, wrong)
    return model, raw.get(model.drawing or "")
