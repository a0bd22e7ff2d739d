"""The quick run proves the shared rules, Diadem and Papua; the full run proves all games."""

from pathlib import Path

import pytest

HERE = Path(__file__).parent
SAMPLE = {"diadem", "papua", "shared"}


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    for item in items:
        if item.path.is_relative_to(HERE) and item.path.parent.name not in SAMPLE:
            item.add_marker(pytest.mark.slow)
