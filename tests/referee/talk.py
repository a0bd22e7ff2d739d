"""A conversation as tests hold it: methods called by name, errors expected by kind."""

import json
from functools import lru_cache

from tabuleiro.engine.catalogue import Catalogue
from tabuleiro.referee import KINDS, METHODS, Referee

FIELD = {
    "phase": "allied-combat",
    "pieces": {"us-349-ri": "1413", "us-350-ri": "1413", "de-85-rm": "1313"},
    "tracks": {"air.allied": 10},
}
"""Two American regiments over the river from a German one."""


@lru_cache(maxsize=1)
def catalogue():
    return Catalogue.installed()


class Talk:
    """Calls methods and unwraps the answers."""

    def __init__(self, **about):
        self.referee = Referee(catalogue(), **about)
        self.count = 0

    def send(self, message):
        """Send a value as JSON, or a text as it is; return the answer as data."""
        line = message if isinstance(message, str | bytes) else json.dumps(message)
        answer = self.referee.handle(line)
        if answer is not None:
            assert "\n" not in answer
        return None if answer is None else json.loads(answer)

    def ask(self, method, /, **params):
        """Ask for everything if no side is named, which each test would have to say otherwise."""
        self.count += 1
        sided = method in METHODS and any(p.name == "side" for p in METHODS[method].params)
        if sided and "module" not in params:
            params = {"side": "everything", **params}
        request = {"jsonrpc": "2.0", "id": self.count, "method": method, "params": params}
        answer = self.send(request)
        assert answer["jsonrpc"] == "2.0"
        assert answer["id"] == self.count
        return answer

    def call(self, method, /, **params):
        """Return the result of a method, which must not fail."""
        answer = self.ask(method, **params)
        assert "error" not in answer, answer["error"]
        return answer["result"]

    def fault(self, kind, method, /, **params):
        """Return the sentence of an error of this kind; nothing must have changed."""
        before = self.state()
        answer = self.ask(method, **params)
        assert "result" not in answer, answer
        error = answer["error"]
        assert error["data"]["kind"] == kind, error
        assert error["code"] == KINDS[kind]
        assert is_sentence(error["message"]), error["message"]
        assert self.state() == before
        self.data = error["data"]
        return error["message"]

    def state(self):
        """Return all that an error must leave as it was."""
        desk = self.referee.desk
        games = [
            (here.id, here.title, here.game.log.head, len(here.game.log), dict(here.game.log.names),
             here.game.position.digest())
            for here in desk.games.values()
        ]  # fmt: skip
        return desk.language, games

    def new(self, **about):
        return self.call("new", module="diadem", **{"seed": "cassino", **about})

    def act(self, type, side="everything", **fields):
        return self.call("act", action={"type": type, **fields}, side=side)


def is_sentence(text):
    """Whether a text is one sentence for a person to read, not a piece of a traceback."""
    return text.isprintable() and text.endswith((".", "?")) and "Traceback" not in text
