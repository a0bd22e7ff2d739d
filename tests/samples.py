"""What of many the quick run takes; the full run takes all."""

import pytest


def sampled(values, quick):
    """Parameters of a test; those that are not among ``quick`` are slow."""
    return [v if v in quick else pytest.param(v, marks=pytest.mark.slow) for v in values]
