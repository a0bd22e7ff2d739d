"""The referee: a game driven in JSON-RPC 2.0, one message a line, as UCI drives a chess engine.

Not here: the answers themselves, which come from a seat (`seats`), and any rule.

>>> print(Referee().handle('{"jsonrpc": "2.0", "id": 1, "method": "close"}')[:60])
{"jsonrpc":"2.0","id":1,"error":{"code":2,"message":"No game

docs/referee.md describes the protocol.
"""

from tabuleiro.referee.conversation import METHODS, Referee
from tabuleiro.referee.errors import KINDS, RefereeError
from tabuleiro.referee.server import main, serve
from tabuleiro.referee.setting import PROTOCOL

__all__ = ["KINDS", "METHODS", "PROTOCOL", "Referee", "RefereeError", "main", "serve"]
