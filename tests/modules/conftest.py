"""The quick run takes one game as a sample of the data; the full run takes all of them."""

from pathlib import Path

import pytest

HERE = Path(__file__).parent
SAMPLE = "diadem"


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    for item in items:
        if item.path.parent == HERE and SAMPLE not in item.path.name:
            item.add_marker(pytest.mark.slow)
