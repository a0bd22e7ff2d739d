"""Messages: sentences as data, said in the language of whoever reads them.

A message keeps its English sentence (which is its id in the catalogues) and its values. Values that
name a piece, a hex, a side or another message are references, so that the same message can be
rendered with Portuguese or English names.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from tabuleiro.engine.position import GONE
from tabuleiro.harmless import harmless
from tabuleiro.i18n import _, text
from tabuleiro.module.places import holder_in
from tabuleiro.module.unknown import unknown_counter

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tabuleiro.module import Module

__all__ = [
    "Message",
    "hex_ref",
    "key_ref",
    "listing",
    "msg",
    "named",
    "nmsg",
    "piece_ref",
    "render",
    "side_ref",
]


class Message(msgspec.Struct, frozen=True, gc=False):
    """A sentence with named holes and the values that fill them."""

    text: str
    values: dict[str, Any] = {}


def msg(sentence: str, /, **values: Any) -> Message:
    """Return a message; the sentence is found by the catalogue extractor.

    >>> msg("{n} points left", n=3).values
    {'n': 3}
    """
    return Message(sentence, {k: _plain(v) for k, v in values.items()})


def nmsg(one: str, many: str, number: int | str, /, **values: Any) -> Message:
    """Return a message about a number of things; exactly one has a sentence of its own.

    >>> nmsg("{n} point left", "{n} points left", 1, n=1).text
    '{n} point left'
    """
    return msg(one if str(number) == "1" else many, **values)


def _plain(value: object) -> object:
    if isinstance(value, Message):
        return {"message": {"text": value.text, "values": value.values}}
    if isinstance(value, list | tuple):
        return [_plain(v) for v in value]
    return value


def piece_ref(piece: str) -> dict[str, str]:
    """Return a reference to a piece, for a message's values."""
    return {"piece": piece}


def hex_ref(place: str) -> dict[str, str]:
    """Return a reference to a hex or another place, for a message's values."""
    return {"place": place}


def side_ref(side: str) -> dict[str, str]:
    """Return a reference to a side, for a message's values."""
    return {"side": side}


def key_ref(key: str) -> dict[str, str]:
    """Return a reference to a text of the module (``texts.yaml``, tracks, results, pools)."""
    return {"key": key}


def named(message: Message, what: str) -> tuple[str, ...]:
    """Return the ids of the pieces (or places) to which a message refers, each once.

    >>> crowd = msg("{a} and {b}", a=piece_ref("rifles"), b=[piece_ref("tanks"), hex_ref("0101")])
    >>> named(crowd, "piece"), named(crowd, "place")
    (('rifles', 'tanks'), ('0101',))
    """
    return tuple(dict.fromkeys(_named(list(message.values.values()), what)))


def _named(values: list[Any], what: str) -> Iterator[str]:
    for value in values:
        if isinstance(value, list):
            yield from _named(value, what)
        elif isinstance(value, dict) and what in value:
            yield str(value[what])
        elif isinstance(value, dict) and "message" in value:
            yield from _named(list(value["message"]["values"].values()), what)


def render(message: Message, module: Module) -> str:
    """Return the message in the current language, with the module's names in it."""
    values = {k: _value(v, module) for k, v in message.values.items()}
    return _(message.text).format(**values)


def _value(value: object, module: Module) -> str:
    if isinstance(value, list):
        return listing([_value(v, module) for v in value])
    if not isinstance(value, dict):
        return harmless(value)  # a file from elsewhere may have anything there
    if "piece" in value:
        counter = module.counters.get(value["piece"]) or unknown_counter(module, value["piece"])
        return text(counter.name) if counter else str(value["piece"])
    if "place" in value:
        return place_name(value["place"], module)
    if "side" in value:
        side = module.sides.get(value["side"])
        return text(side.name) if side else str(value["side"])
    if "formation" in value:
        formation = module.formations.get(value["formation"])
        return text(formation.name) if formation else str(value["formation"])
    if "key" in value:
        found = module.text(value["key"])
        return text(found) if found else str(value["key"]).rpartition(".")[2]
    inner = value["message"]
    return render(Message(inner["text"], inner["values"]), module)


def listing(names: Sequence[str]) -> str:
    """Return names one after the other, so that a comma within one of them parts none.

    >>> listing(["A", "B"]), listing(["1st Bn, 36th ID", "3rd Bde"])
    ('A, B', '1st Bn, 36th ID; 3rd Bde')
    """
    return ("; " if any(", " in name for name in names) else ", ").join(names)


def place_name(place: str, module: Module) -> str:
    """Return a hex with the name of what lies there (``1106 Cassino``), or a place's name.

    A region may be a place, too: that of an objective.
    """
    if place == GONE:
        return _("out of the match")
    if place.startswith("exit."):
        stretch = module.board.edges.get(place[5:])
        return text(stretch.name) if stretch else place[5:]
    holder = holder_in(place)
    if holder is not None:
        return _("in {holder}").format(holder=_value({"piece": holder}, module))
    if place in module.board.boxes:
        return text(module.board.boxes[place].name)
    if place in module.board.regions:
        return text(module.board.regions[place].name)
    if place not in module.board.grid:
        return place
    called = module.called(place)
    here = module.board.place_at(place)
    if here is None:
        return called
    return f"{called} {text(here.name)}" if called == place else f"{called} ({text(here.name)})"
