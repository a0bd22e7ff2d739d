"""Running the command line in this process."""

import io
import json

import pytest

from tabuleiro.cli import main


class Said:
    """What a command left behind."""

    def __init__(self, code, out, err):
        self.code, self.out, self.err = code, out, err

    @property
    def json(self):
        return json.loads(self.out)

    @property
    def lines(self):
        return self.out.splitlines()

    def failed(self, code=1):
        """Check that there is one sentence and nothing else; return it."""
        assert (self.code, self.out) == (code, "")
        assert self.err.count("\n") == 1
        assert "Traceback" not in self.err
        return self.err.strip()


@pytest.fixture
def tabuleiro(capsys, monkeypatch, tmp_path):
    """Run ``tabuleiro`` with words; English, and a library of its own."""
    monkeypatch.setenv("TABULEIRO_LANGUAGE", "en")
    monkeypatch.setenv("TABULEIRO_LIBRARY", str(tmp_path / "library.db"))
    monkeypatch.setenv("COLUMNS", "100")

    def run(*words, stdin=""):
        monkeypatch.setattr("sys.stdin", io.StringIO(stdin))
        capsys.readouterr()
        code = main([str(word) for word in words])
        said = capsys.readouterr()
        return Said(code, said.out, said.err)

    return run
