"""Conversations: lines come in, lines go out, and nothing that comes in stops them."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any, Final

from tabuleiro.engine.catalogue import Catalogue
from tabuleiro.engine.seat import SeatError
from tabuleiro.i18n import _, speaking
from tabuleiro.referee import (
    describing,
    keeping,
    looking,
    playing,
    previewing,
    rpc,
    setting,
)
from tabuleiro.referee.desk import Desk, Method
from tabuleiro.referee.errors import RefereeError, bug, unknown_method
from tabuleiro.store import StoreError

if TYPE_CHECKING:
    from tabuleiro.referee.rpc import Request

__all__ = ["METHODS", "Referee"]

METHODS: Final[dict[str, Method]] = {
    method.name: method
    for method in (
        *(setting.hello, setting.language, setting.catalog, setting.new, setting.close),
        *(looking.position, looking.view, looking.decision, looking.legal, looking.why),
        *(playing.check, playing.act, previewing.preview),
        *(playing.undo, playing.redo, playing.goto, playing.answer),
        *(looking.branches, playing.name_branch),
        *(setting.set_position, setting.set_dice),
        *(looking.log, keeping.save, keeping.load, looking.score, describing.describe),
    )
}
"""All methods of the protocol, by name."""

_log = logging.getLogger(__name__)


class Referee:
    """A conversation, line by line, without streams.

    >>> referee = Referee()
    >>> referee.handle('{"jsonrpc": "2.0", "id": 1, "method": "score"}')  # doctest: +ELLIPSIS
    '{"jsonrpc":"2.0","id":1,"error":{"code":2,"message":"No game is open: begin one with ...
    """

    def __init__(self, catalogue: Catalogue | None = None, *, language: str = "en") -> None:
        self.desk = Desk(catalogue or Catalogue.installed(), language)

    def handle(self, line: str | bytes) -> str | None:
        """Return the answer to a message, None if it needs none: blank lines, notifications."""
        line = line.strip()
        if not line:
            return None
        with speaking(self.desk.language):
            try:
                value = rpc.parse(line)
                answer = self._batch(value) if isinstance(value, list) else self._one(value)
            except RefereeError as fault:
                answer = rpc.answer(None, fault=fault)
            return None if answer is None else rpc.encode(answer)

    def _batch(self, values: list[Any]) -> list[dict[str, Any]] | None:
        if not values:
            raise RefereeError("request", _("A batch must hold at least one request."))
        if len(values) > rpc.MAX_BATCH:
            sentence = _("A batch may hold {n} requests at most.")
            raise RefereeError("request", sentence.format(n=rpc.MAX_BATCH))
        answers = [self._one(value) for value in values]
        return [answer for answer in answers if answer is not None] or None

    def _one(self, value: object) -> dict[str, Any] | None:
        try:
            request = rpc.request(value)
        except RefereeError as fault:
            id = value.get("id") if isinstance(value, dict) else None
            silent = fault.kind == "parameters" and isinstance(value, dict) and "id" not in value
            return None if silent else rpc.answer(id if rpc.is_id(id) else None, fault=fault)
        with speaking(self.desk.language):  # a batch may change it
            answer = self._answer(request)
        return answer if request.answered else None

    def _answer(self, request: Request) -> dict[str, Any]:
        method = METHODS.get(request.method)
        if method is None:
            return rpc.answer(request.id, fault=unknown_method(request.method, list(METHODS)))
        try:
            return rpc.answer(request.id, result=method.call(self.desk, request.params))
        except RefereeError as fault:
            return rpc.answer(request.id, fault=fault)
        except SeatError as error:
            return rpc.answer(request.id, fault=RefereeError("game", str(error)))
        except StoreError as error:  # the library could not keep a row
            return rpc.answer(request.id, fault=RefereeError("store", str(error)))
        except Exception as error:  # noqa: BLE001 - the conversation goes on
            _log.exception('"%s" failed', method.name)
            return rpc.answer(request.id, fault=bug(error, method.name))
