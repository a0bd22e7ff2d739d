"""The quick run proves the shared rules, Diadem and Papua, and samples of the other games."""

from pathlib import Path

import pytest

HERE = Path(__file__).parent
SAMPLE = {
    "diadem",
    "papua",
    "shared",
    "filipinas/test_airlift.py",
    "filipinas/test_naval_actions.py",
    "filipinas/test_transport.py",
    "leyte/test_guerrillas.py",
    "leyte/test_landings.py",
    "metz/test_railways_and_bridges.py",
}


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    for item in items:
        if item.path.is_relative_to(HERE):
            path = item.path.relative_to(HERE)
            if SAMPLE.isdisjoint({path.parts[0], path.as_posix()}):
                item.add_marker(pytest.mark.slow)
