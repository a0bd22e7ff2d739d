"""What `run.py` says when the libraries cannot be had."""

import importlib.util
import sys
from pathlib import Path

import pytest

RUN = Path(__file__).parents[1] / "run.py"
SAYS = {
    "SSLError: CERTIFICATE_VERIFY_FAILED: unable to get local issuer": "does not trust the certif",
    "NewConnectionError: Temporary failure in name resolution": "seems to be no network",
    "ERROR: something else": "pip failed; all it said is in",
}


@pytest.mark.parametrize("said", SAYS)
def test_what_keeps_the_libraries_away_is_told_as_it_is(said, tmp_path, monkeypatch):
    spec = importlib.util.spec_from_file_location("run_of_this_project", RUN)
    run = importlib.util.module_from_spec(spec)
    monkeypatch.setattr(sys, "argv", ["run.py"])
    monkeypatch.setitem(sys.modules, spec.name, run)
    spec.loader.exec_module(run)
    pip = tmp_path / "python"
    pip.write_text(f"#!/bin/sh\necho '{said}'\nexit 1\n", "utf-8")
    pip.chmod(0o755)
    monkeypatch.setattr(run, "PYTHON", pip)
    monkeypatch.setattr(run, "ROOT", tmp_path)
    monkeypatch.setattr(run, "LOG", tmp_path / "log.txt")
    with pytest.raises(run.SetupError, match=SAYS[said]):
        run.pip_install("nothing")
