"""The package as a whole: its examples, its two languages, what it imports."""

import pkgutil
import re
import subprocess
import sys
from pathlib import Path

import pytest

import tabuleiro.store
from docstrings import run_examples
from tabuleiro.engine.game import Header
from tabuleiro.engine.log import Row
from tabuleiro.engine.told_log import ToldRow
from tabuleiro.i18n import extract, read_po, speaking
from tabuleiro.store import Library, Manifest, StoreError
from tabuleiro.store.migrations import FORMAT
from tabuleiro.store.schema import SCHEMA

FOLDER = Path(tabuleiro.store.__file__).parent
MODULES = ["tabuleiro.store"] + [
    f"tabuleiro.store.{info.name}" for info in pkgutil.iter_modules(tabuleiro.store.__path__)
]


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings_run(name):
    results = run_examples(name)
    assert results.failed == 0


def test_all_names_are_there_and_documented():
    for name in tabuleiro.store.__all__:
        assert getattr(tabuleiro.store, name).__doc__, name


def test_every_sentence_is_there_in_portuguese():
    found = extract([FOLDER])
    assert found.faults == ()
    path = FOLDER.parent / "locale" / "pt" / "LC_MESSAGES" / "store.po"
    known = read_po(path.read_text("utf-8")).sentences
    wanted = {sentence.id for sentence in found.sentences}
    assert wanted - set(known) == set()
    assert set(known) - wanted == set(), "no longer said"
    for sentence, translation in known.items():
        assert set(re.findall(r"{\w+}", sentence)) == set(re.findall(r"{\w+}", translation))
        assert sentence.endswith(".") == translation.endswith(".")


def test_faults_are_told_in_portuguese(tmp_path):
    words = r"Não há partida 3 na biblioteca\."
    with (
        Library(tmp_path / "library.db") as library,
        speaking("pt"),
        pytest.raises(StoreError, match=words),
    ):
        library.open(3)


def test_neither_qt_nor_slow_libraries():
    program = (
        "import sys, tabuleiro.store\n"
        "slow = {'PySide6', 'pydantic', 'numpy', 'shapely', 'yaml', 'platformdirs'}\n"
        "print(sorted(slow & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"


def test_the_page_on_formats_names_everything(tmp_path):
    page = (FOLDER.parents[2] / "docs" / "file-formats.md").read_text("utf-8")
    wanted = {*Manifest.__struct_encode_fields__, *Header.__struct_fields__}
    wanted |= {*Row.__struct_fields__, *ToldRow.__struct_fields__, "commitment"}
    wanted |= {"manifest.json", "log.jsonl", "position.json", "told.jsonl", "sight.json"}
    with Library(tmp_path / "library.db") as library, library._database.reading() as db:
        for table in ("games", "rows", "names"):
            wanted |= {table, *(column[1] for column in db.execute(f"PRAGMA table_info({table})"))}
        for pragma in ("application_id", "user_version"):
            wanted.add(pragma)
    assert {name for name in wanted if f"`{name}`" not in page} == set()
    assert f"the number of the format: {FORMAT}" in page
    assert f"the number of the schema: {SCHEMA}" in page


@pytest.mark.slow
def test_the_benchmark_runs():
    from benchmarks import bench_store

    rows = bench_store.measure(actions=40, repeat=1)
    assert all(row.seconds > 0 for row in rows)
