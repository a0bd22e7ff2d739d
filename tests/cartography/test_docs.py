"""docs/boards.md says what is so."""

import re
from pathlib import Path

from tabuleiro.cartography import SourceFile
from tabuleiro.cartography.drawing import Drawing
from tabuleiro.module.loader import parse

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "boards.md").read_text("utf-8")


def example():
    (text,) = re.findall(r"^```yaml\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    return text


def test_example_is_a_source_file():
    parsed = parse(example(), "board-source.yaml")
    assert parsed.problems == ()
    assert SourceFile.model_validate(parsed.data).id == "twins"


def test_example_has_every_key():
    assert set(parse(example(), "board-source.yaml").data) == set(SourceFile.model_fields)


def test_every_layer_of_the_drawing_is_told():
    for name in Drawing.__dataclass_fields__:
        assert f"`{name}`" in PAGE
