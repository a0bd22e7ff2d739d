"""Faulty modules: each is refused with sentences that name file, line and column.

Most cases stand in ``fixtures/faults.yaml``; those that cannot be written as a change of text are
functions here. Whatever is wrong, only `ModuleError` is raised and nothing is written.
"""

from __future__ import annotations

import os
import shutil

import pytest
import yaml
from tabuleiro.i18n import speaking
from tabuleiro.module import Cache, ModuleError, load_module

from .conftest import FIXTURES
