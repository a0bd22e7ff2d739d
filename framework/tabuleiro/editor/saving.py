"""Writing several files so that all of them are changed, or none."""

from __future__ import annotations

import contextlib
import os
import secrets
from collections.abc import Mapping
from pathlib import Path

from tabuleiro.editor.errors import EditError
from tabuleiro.harmless import harmless
from tabuleiro.i18n import _

__all__ = ["write_all"]


def write_all(root: Path, changes: Mapping[str, tuple[bytes | None, bytes | None]]) -> None:
    """Write files of a folder: to each name what it holds now and will hold; None is no file.

    Raises `EditError`, and leaves all as it was, if one holds something else by now or cannot be
    written.
    """
    for name, (old, _new) in changes.items():
        if _read(root / name) != old:
            sentence = _(
                "{file} was changed by something else meanwhile, and nothing was saved:"
                " close the editor and open it again."
            )
            raise EditError(sentence.format(file=harmless(root / name)))
    drafts: dict[str, Path] = {}
    written: list[str] = []
    try:
        for name, (_old, new) in changes.items():
            if new is not None:
                drafts[name] = _draft(root / name, new)
        for name in changes:
            _put(root / name, drafts.get(name))
            written.append(name)
    except OSError as error:
        for name in written:
            _restore(root / name, changes[name][0])
        sentence = _("It cannot be saved: {reason}. Nothing was changed.")
        reason = error.strerror or str(error)
        raise EditError(sentence.format(reason=harmless(reason))) from None
    finally:
        for path in drafts.values():
            path.unlink(missing_ok=True)


def _read(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        sentence = _("{file} cannot be read: {reason}.")
        reason = error.strerror or str(error)
        raise EditError(sentence.format(file=harmless(path), reason=harmless(reason))) from None


def _draft(path: Path, content: bytes) -> Path:
    """Write a file beside its place, down to the disk."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    with draft.open("wb") as stream:
        stream.write(content)
        stream.flush()
        os.fsync(stream.fileno())
    if path.exists():
        draft.chmod(path.stat().st_mode & 0o777)
    return draft


def _put(path: Path, draft: Path | None) -> None:
    if draft is None:
        path.unlink(missing_ok=True)
    else:
        draft.replace(path)


def _restore(path: Path, content: bytes | None) -> None:
    with contextlib.suppress(OSError):
        if content is None:
            path.unlink(missing_ok=True)
        else:
            _draft(path, content).replace(path)
