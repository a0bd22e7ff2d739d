"""The examples in docstrings, run as doctest runs them."""

import doctest
import importlib
import linecache


def run_examples(module):
    """Run the examples of a module, given by name, and return how many failed and were tried.

    Before each docstring doctest looks whether any file has changed of which a line was ever read;
    in a long run of tests these are hundreds.
    """
    linecache.clearcache()
    return doctest.testmod(importlib.import_module(module))
