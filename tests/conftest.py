"""What every test has at hand, and how the collector of memory goes about them."""

import gc

pytest_plugins = ["boards", "tabuleiro.proofs", "clauses", "pytester", "watching"]


def pytest_collection_finish():
    """The collector need not look again and again through thousands of tests, which all stay.

    Play makes and drops many small things that never form a circle: it need not look often.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)
