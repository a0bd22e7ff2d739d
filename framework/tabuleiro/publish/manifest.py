"""What a pack says of itself: ``pack.yaml`` of its author, and ``manifest.json`` made of it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal, TypeVar

from pydantic import Field, StringConstraints, ValidationError

from tabuleiro.i18n import _
from tabuleiro.module.draft import Checked
from tabuleiro.module.error_sentences import problems_of
from tabuleiro.module.errors import Unreadable
from tabuleiro.module.files import decode
from tabuleiro.module.loader import parse
from tabuleiro.module.models.base import Id, Model, Told, Version, Words
from tabuleiro.module.models.game import CreditModel
from tabuleiro.publish.errors import PackError
from tabuleiro.publish.versions import RANGE_PATTERN

__all__ = ["AUTHORS", "Kind", "Manifest", "PackFile", "digest_of", "read_author", "read_manifest"]

AUTHORS: Final = "pack.yaml"
"""The file in which an author says what the pack is."""
MAX_MANIFEST: Final = 1_000_000

Kind = Literal["module", "scenarios", "house-rules", "plugin"]
Line = Annotated[str, StringConstraints(pattern=r"^\S[^\r\n\t]*$", max_length=100)]
Name = Annotated[str, StringConstraints(pattern=r"^[a-z0-9]+([-_][a-z0-9]+)*$", max_length=60)]
Range = Annotated[str, StringConstraints(pattern=RANGE_PATTERN, max_length=100)]
Language = Annotated[str, StringConstraints(pattern="^[a-z]{2}(-[A-Z]{2})?$")]
Digest = Annotated[str, StringConstraints(pattern="^[0-9a-f]{64}$")]

P = TypeVar("P", bound="PackFile")


class PackFile(Model):
    """A pack of Tabuleiro, as its author describes it."""

    format: Literal[1] = Field(description="Version of the format of packs: 1.")
    id: Name = Field(description="Id of the pack. Of a module it is that of the module.")
    kind: Kind = Field(description="What it is.")
    version: Version = Field(description="Version of the pack, such as `1.0.0`.")
    title: Words = Field(description="Title of the pack.")
    summary: Words = Field(description="What it is about, in a sentence or two.")
    publisher: Line = Field(description="Who publishes it.")
    licence: Told = Field(description="Under which licence, such as `CC BY 4.0`.")
    credits: list[CreditModel] = Field(default=[], max_length=200, description="Who made what.")
    languages: list[Language] = Field(
        min_length=1, max_length=20, description="The languages of its texts."
    )
    extends: Id | None = Field(
        default=None, description="Of scenarios: the id of the game that they belong to."
    )
    needs: dict[Id, Range] = Field(
        default={},
        max_length=50,
        description="Versions that it needs: of `tabuleiro`, of games, of packs.",
    )
    brings: list[Id] = Field(
        default=[], max_length=50, description="Of code: the games and house rules that it knows."
    )


class FileModel(Model):
    """A file of a pack."""

    sha256: Digest
    size: int = Field(ge=0)


class Manifest(PackFile):
    """What ``manifest.json`` says: all that the author said, and what each file must be."""

    files: dict[str, FileModel]

    def to_bytes(self) -> bytes:
        """Return the one text of the manifest."""
        data = self.model_dump(mode="json")
        return (json.dumps(data, indent=1, sort_keys=True, ensure_ascii=False) + "\n").encode()

    @property
    def digest(self) -> str:
        """What stands for the whole content of the pack, and nothing else."""
        return digest_of(self.to_bytes())

    @classmethod
    def of(cls, said: PackFile, files: Mapping[str, bytes]) -> Manifest:
        """Return the manifest for what an author said and some files."""
        listed = {
            name: FileModel(sha256=digest_of(content), size=len(content))
            for name, content in files.items()
        }
        return cls.model_validate({**said.model_dump(), "files": {
            name: file.model_dump() for name, file in listed.items()
        }})  # fmt: skip


def digest_of(content: bytes | memoryview) -> str:
    """Return what stands for some bytes."""
    return hashlib.sha256(content).hexdigest()


def read_author(raw: bytes) -> PackFile:
    """Return what an author says in ``pack.yaml``; the first fault is told with its line."""
    return _read(PackFile, raw, AUTHORS)


def read_manifest(raw: bytes) -> Manifest:
    """Return what a manifest says, if it is written as it must be."""
    manifest = _read(Manifest, raw, "manifest.json")
    if manifest.to_bytes() != raw:
        raise PackError(_("The manifest of the pack is not written as it must be."))
    return manifest


def _read(kind: type[P], raw: bytes, name: str) -> P:
    if len(raw) > MAX_MANIFEST:
        raise PackError(_("The file {name} is too large.").format(name=name))
    file = Checked[Model](name)
    data: dict[str, Any] = {}
    try:
        file.text = decode(raw, name)
        parsed = parse(file.text, name)
        data = parsed.data
        if parsed.problems:
            raise PackError(f"{parsed.problems[0]}.")
        said = kind.model_validate(data)
    except Unreadable as unreadable:
        raise PackError(f"{unreadable.problem}.") from None
    except ValidationError as error:
        loc, message, hint = problems_of(error, kind, data)[0]
        file.problem(loc, message, hint)
        raise PackError(f"{file.problems[0]}.") from None
    if wrong := _at_odds(said):
        file.problem(*wrong)
        raise PackError(f"{file.problems[0]}.")
    return said


def _at_odds(said: PackFile) -> tuple[tuple[str, ...], str] | None:
    """Return where a pack contradicts itself, and how."""
    if said.kind == "scenarios" and said.extends is None:
        return (), _('scenarios need "extends": the game that they belong to')
    if said.kind != "scenarios" and said.extends is not None:
        return ("extends",), _("only scenarios belong to another game")
    if said.kind in {"module", "scenarios"} and said.brings:
        return ("brings",), _("only code brings games and house rules")
    return None
