"""What every test has at hand, and how memory goes about them."""

import ctypes
import gc
import os
from pathlib import Path

import pytest

pytest_plugins = ["boards", "tabuleiro.proofs", "clauses", "pytester", "watching"]

MUCH = 1 << 30
"""Bytes that a process of tests may hold before it gives back what it does not use."""
SIZES = Path("/proc/self/statm")


def pytest_collection_finish():
    """The collector need not look again and again through thousands of tests, which all stay.

    Play makes and drops many small things that never form a circle: it need not look often.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(200_000, 20, 20)


@pytest.fixture(scope="module", autouse=True)
def _memory_goes_back():
    """Give memory back after a file: the C library keeps gigabytes of what pictures took."""
    yield
    if SIZES.exists() and int(SIZES.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") > MUCH:
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
        if trim is not None:
            trim(0)
