"""The quick run proves Diadem and Papua, a game of each family; the full run proves all of them."""

from pathlib import Path

import pytest

HERE = Path(__file__).parent
SAMPLE = {"diadem", "papua"}


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    for item in items:
        if item.path.is_relative_to(HERE) and item.path.parent.name not in SAMPLE:
            item.add_marker(pytest.mark.slow)
