"""The examples of docs/widgets.md run as they stand there."""

import re
from pathlib import Path

PAGE = Path(__file__).resolve().parents[2] / "docs" / "widgets.md"


def test_the_examples_run(qapp, capsys):
    del qapp
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    assert len(blocks) == 3
    names = {}
    for block in blocks:
        exec(block, names)
    assert capsys.readouterr().out.splitlines() == [
        "3-4-6 ?-?-? 96",
        "3-1 / 4-10 / DRI AVB",
        "2.5",
    ]
