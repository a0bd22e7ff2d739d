"""Serving: a conversation over two streams, one message a line."""

from __future__ import annotations

import contextlib
import logging
import sys
from collections.abc import Iterator
from typing import IO, Any, Final, TypeAlias

from tabuleiro.i18n import _, language, speaking
from tabuleiro.referee import rpc
from tabuleiro.referee.conversation import Referee
from tabuleiro.referee.errors import RefereeError

__all__ = ["main", "serve"]

Stream: TypeAlias = IO[str] | IO[bytes]

_TOO_LONG: Final = None


def serve(stdin: Stream, stdout: Stream, referee: Referee | None = None) -> None:
    """Answer what comes in on a stream until it ends. Streams of bytes and of text both do.

    >>> import io
    >>> answers = io.StringIO()
    >>> serve(io.StringIO('{"jsonrpc": "2.0", "id": 1, "method": "language"}'), answers)
    >>> answers.getvalue()  # doctest: +ELLIPSIS
    '{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"...
    """
    referee = referee or Referee()
    for line in _lines(getattr(stdin, "buffer", stdin)):
        answer = _refusal(referee) if line is _TOO_LONG else referee.handle(line)
        if answer is not None:
            _write(getattr(stdout, "buffer", stdout), answer + "\n")


def _lines(stream: Any) -> Iterator[str | bytes | None]:
    """Yield the lines of a stream; None stands for one that is too long, of which none is kept."""
    limit = rpc.MAX_BYTES + 2
    while line := stream.readline(limit):
        end = "\n" if isinstance(line, str) else b"\n"
        if len(line) < limit or line.endswith(end):
            yield line
            continue
        while line and not line.endswith(end):
            line = stream.readline(limit)
        yield _TOO_LONG


def _refusal(referee: Referee) -> str:
    with speaking(referee.desk.language):
        sentence = _("The message is too long: {limit} MB is the limit.")
        fault = RefereeError("request", sentence.format(limit=rpc.MAX_BYTES // 10**6))
        return rpc.encode(rpc.answer(None, fault=fault))


def _write(stream: Any, text: str) -> None:
    stream.write(text if hasattr(stream, "encoding") else text.encode())
    stream.flush()


def main() -> int:
    """Serve on the standard streams, in the language of the program; return the exit code.

    What plugins print goes to standard error.
    """
    logging.basicConfig(level=logging.WARNING, stream=sys.stderr)
    out = sys.stdout
    with contextlib.redirect_stdout(sys.stderr), contextlib.suppress(KeyboardInterrupt):
        try:
            serve(sys.stdin, out, Referee(language=language()))
        except BrokenPipeError:  # nobody listens any more
            return 1
    return 0
