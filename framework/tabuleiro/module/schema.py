"""JSON Schemas of the files of a module, for editors.

``python -m tabuleiro.module`` writes them anew after a model has changed.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from tabuleiro.module.free_table import MAY_LACK

if TYPE_CHECKING:
    from tabuleiro.module.models.parameters import Parameters

__all__ = ["FOLDER", "module_schema", "schema_text", "write_schemas"]

FOLDER: Final = Path(__file__).resolve().parents[1] / "schema"
"""Where the schemas lie."""


def kinds() -> tuple[str, ...]:
    """Return the kinds of files.

    >>> kinds()
    ('module', 'board', 'counters', 'tables', 'scenario', 'texts')
    """
    from tabuleiro.module.models import KINDS

    return tuple(KINDS)


def module_schema(kind: str, rules: type[Parameters] | None = None) -> dict[str, Any]:
    """Return the JSON Schema of a kind of file; ``rules`` is the model of a game's parameters.

    >>> module_schema("counters")["properties"]["counters"]["description"]
    'The counters.'
    """
    from tabuleiro.module.models import KINDS

    model = KINDS[kind]
    if rules is not None and "rules" in model.model_fields:
        from pydantic import Field, create_model

        about = Field(description=model.model_fields["rules"].description)
        model = create_model(model.__name__, __base__=model, rules=(rules, about))
    schema = _for_free_tables(model.model_json_schema(by_alias=True), MAY_LACK[kind])
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"{kind}.schema.json",
        **schema,
        "title": f"Tabuleiro {kind}",
    }


def _for_free_tables(schema: dict[str, Any], lacking: frozenset[str]) -> dict[str, Any]:
    """Let a schema pass what a module without a plugin may leave out; `validate` knows which is."""
    parts: dict[str, Any] = schema.get("$defs", {})
    for part in (schema, *parts.values()):
        if "required" in part:
            part["required"] = [key for key in part["required"] if key not in lacking]
    if "Words" in parts:
        once = {"type": "string", "description": "On a free table: the same in both languages."}
        parts["Words"] = {"anyOf": [parts["Words"], once]}
    return schema


def schema_text(kind: str, rules: type[Parameters] | None = None) -> str:
    """Return the schema as it stands in its file."""
    # Some versions of pydantic write 0.0 where others write 0.
    plain = json.loads(json.dumps(module_schema(kind, rules)), parse_float=_number)
    return json.dumps(plain, indent=2, ensure_ascii=False) + "\n"


def _number(digits: str) -> float:
    number = float(digits)
    return int(number) if number.is_integer() else number


def write_schemas(folder: Path = FOLDER) -> list[Path]:
    """Write all schemas and return their files."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for kind in kinds():
        path = folder / f"{kind}.schema.json"
        path.write_text(schema_text(kind), encoding="utf-8")
        paths.append(path)
    return paths
