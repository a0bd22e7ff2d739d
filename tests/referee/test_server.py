"""Streams: bytes or text, too long lines, other programs' noise, a pipe that breaks."""

import io
import json
import subprocess
import sys

import pytest

from referee.talk import catalogue
from tabuleiro.referee import PROTOCOL, Referee, rpc, server

HELLO = '{"jsonrpc": "2.0", "id": 1, "method": "hello"}\n'


def served(text):
    answers = io.BytesIO()
    server.serve(io.BytesIO(text), answers, Referee(catalogue()))
    return [json.loads(line) for line in answers.getvalue().splitlines()]


def test_bytes():
    garbage = b"\xff\n\n{}\r\n" + HELLO.encode() + HELLO.strip().encode()  # no newline at the end
    codes = [answer.get("error", {}).get("code") for answer in served(garbage)]
    assert codes == [-32700, -32600, None, None]


def test_text():
    answers = io.StringIO()
    server.serve(io.StringIO("garbage\n" + HELLO), answers, Referee(catalogue()))
    assert [("error" in json.loads(line)) for line in answers.getvalue().splitlines()] == [
        True, False,
    ]  # fmt: skip


def test_accents_are_utf8():
    request = {"jsonrpc": "2.0", "id": "ação", "method": "catalog", "params": {"module": "diadem"}}
    answers = io.BytesIO()
    stdin = io.BytesIO(json.dumps(request, ensure_ascii=False).encode())
    server.serve(stdin, answers, Referee(catalogue(), language="pt"))
    assert "Operação Diadem".encode() in answers.getvalue()
    assert "ação".encode() in answers.getvalue()


@pytest.mark.parametrize("length", [rpc.MAX_BYTES + 1, rpc.MAX_BYTES * 3 + 17])
@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
def test_a_line_that_is_too_long(length, end):
    answers = served(b"x" * length + end + HELLO.encode())
    assert answers[0]["error"]["message"] == "The message is too long: 10 MB is the limit."
    assert answers[1]["result"]["protocol"] == PROTOCOL
    assert len(answers) == 2


def test_the_longest_line():
    line = HELLO.strip().replace("1,", f'"{"x" * (rpc.MAX_BYTES - len(HELLO))}",').encode()
    assert len(line) == rpc.MAX_BYTES
    assert "result" in served(line + b"\r\n")[0]


def test_a_line_that_is_too_long_and_the_last():
    assert served(b"x" * (rpc.MAX_BYTES + 100))[0]["error"]["code"] == -32600


def run(text, *options, check=True, **environment):
    return subprocess.run(
        [sys.executable, "-X", "utf8", "-m", "tabuleiro.referee", *options],
        input=text,
        capture_output=True,
        check=check,
        env={**environment, "PYTHONWARNINGS": "error"},
    )


def test_as_a_program():
    """In the language of the environment; what went wrong is on stderr, never on stdout."""
    done = run(b"garbage\n" + HELLO.encode(), LANG="pt_BR.UTF-8")
    first, second = (json.loads(line) for line in done.stdout.splitlines())
    assert first["error"]["message"].startswith("Isto não é JSON")
    assert second["result"]["language"] == "pt"
    assert done.stderr == b""


@pytest.fixture
def streams(monkeypatch):
    def prepare(text):
        stdin = io.TextIOWrapper(io.BytesIO(text), encoding="utf-8")
        stdout = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
        monkeypatch.setattr(sys, "stdin", stdin)
        monkeypatch.setattr(sys, "stdout", stdout)
        return stdout

    return prepare


def test_what_a_plugin_prints_is_no_answer(streams, monkeypatch, capsys):
    stdout = streams(HELLO.encode())
    handle = Referee.handle

    def noisy(self, line):
        print("hello, world")
        return handle(self, line)

    monkeypatch.setattr(Referee, "handle", noisy)
    assert server.main() == 0
    (answer,) = stdout.buffer.getvalue().splitlines()
    assert json.loads(answer)["result"]["protocol"] == PROTOCOL
    assert capsys.readouterr().err == "hello, world\n"


@pytest.mark.parametrize(("error", "code"), [(BrokenPipeError, 1), (KeyboardInterrupt, 0)])
def test_it_ends_quietly(streams, monkeypatch, error, code):
    streams(HELLO.encode())

    def burst(self, line):
        raise error

    monkeypatch.setattr(Referee, "handle", burst)
    assert server.main() == code
