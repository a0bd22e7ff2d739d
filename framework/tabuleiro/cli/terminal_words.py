"""The words of the text table: commands in both languages, and what each of them is for."""

from __future__ import annotations

import difflib
import re
from typing import TYPE_CHECKING, Final

import msgspec

from tabuleiro.engine import Action, GameError
from tabuleiro.engine.data import class_of
from tabuleiro.i18n import N_, _, fold, language, text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tabuleiro.module import Module

__all__ = ["command", "help_lines", "known", "own_words", "word_for"]

_COMMANDS: Final[dict[str, tuple[str, str, str]]] = {
    "map": ("mapa", "[HEX]", N_("the map, around a hex if one is named")),
    "hex": ("hex", "HEX", N_("what is in a hex and on its sides")),
    "units": ("unidades", "[TEXT]", N_("units by name, place or formation")),
    "table": ("mesa", "", N_("what lies in boxes and hands, and the tracks")),
    "legal": ("legais", "[UNIT]", N_("what may be done now")),
    "place": ("colocar", "UNIT HEX", N_("place a unit during the set-up")),
    "takeup": ("recolher", "UNIT", N_("take a placed unit up again")),
    "move": ("mover", "UNIT HEX", N_("move a unit; a path is HEX,HEX,...; off: exit EDGE")),
    "turn": ("virar", "UNIT WAY", N_("turn a unit where it stands, such as: turn 1st north-east")),
    "rail": ("ferrovia", "UNIT HEX", N_("move a unit by rail")),
    "land": ("desembarcar", "UNIT HEX", N_("sail with a unit to a coast hex")),
    "drop": ("saltar", "UNIT HEX", N_("drop a unit by parachute")),
    "bridge": ("ponte", "UNIT HEX", N_("build a bridge between a unit and a hex beside it")),
    "pick": ("escolher", "UNIT", N_("choose the unit, or the formation, that is withdrawn")),
    "recover": ("recuperar", "UNIT", N_("let a unit recover")),
    "attack": ("atacar", "HEX", N_("declare an attack on a hex")),
    "bombard": ("bombardear", "HEX", N_("declare a bombardment by artillery alone")),
    "airstrike": ("incursao", "HEX", N_("declare an attack by air points alone")),
    "join": ("juntar", "UNIT", N_("commit a unit to the attack or defence")),
    "withdraw": ("retirar", "UNIT", N_("take a unit back from the declaration")),
    "air": ("ar", "N", N_("commit air points; 0 takes them back")),
    "odds": ("razao", "", N_("what the battle comes to so far")),
    "confirm": ("confirmar", "", N_("announce the attack or defence")),
    "cancel": ("cancelar", "", N_("give up the attack being declared")),
    "lose": ("perder", "UNIT", N_("choose who takes the loss")),
    "retreat": ("recuar", "UNIT HEX", N_("retreat a unit")),
    "displace": ("deslocar", "UNIT HEX", N_("send a unit on from an overfull hex")),
    "advance": ("avancar", "UNIT HEX", N_("advance a unit after combat")),
    "done": ("pronto", "", N_("advance, give up or build no more")),
    "end": ("encerrar", "", N_("end the phase, or the set-up of a side")),
    "undo": ("desfazer", "", N_("take back the last action; past dice: undo consent")),
    "redo": ("refazer", "", N_("go forward again")),
    "without": ("sem", "", N_("go on without the rule that failed last")),
    "why": ("porque", "COMMAND", N_("whether a command is allowed, and by which clauses not")),
    "log": ("registro", "[N]", N_("the last rows of the log")),
    "score": ("pontos", "", N_("the points if the match ended now")),
    "save": ("salvar", "FILE", N_("write the match to a .partida file")),
    "help": ("ajuda", "", N_("this list")),
    "quit": ("sair", "", N_("leave; everything is kept already")),
}
"""Each command: its Portuguese word, what follows it, what it is for."""

_HANDS: Final[dict[str, tuple[str, str, str]]] = {
    "table": ("mesa", "", N_("what lies in boxes and hands, tracks, notes, dice, the palette")),
    "move": ("mover", "UNITS PLACE", N_("put units somewhere: u1, u2 0502; beside the board: off")),
    "flip": ("inverter", "UNITS", N_("turn to the next face")),
    "turn": ("virar", "UNITS VALUE", N_("give a state another value, such as: turn u1 north")),
    "cover": ("cobrir", "UNITS [PLACE]", N_("turn face down, or put somewhere face down")),
    "uncover": ("descobrir", "UNITS", N_("turn face up")),
    "mark": ("marcar", "UNIT|HEX MARK", N_("put a mark on a unit, or a marker on a hex")),
    "unmark": ("desmarcar", "UNIT|HEX MARK", N_("take it off")),
    "under": ("embaixo", "UNITS PLACE", N_("put under all others: at the bottom of a deck")),
    "order": ("ordem", "PLACE UNITS", N_("put a stack in order, the lowest first")),
    "make": ("fazer", "PIECE PLACE", N_("make a piece of the palette")),
    "clone": ("duplicar", "UNITS", N_("make units once more")),
    "delete": ("apagar", "UNITS", N_("take units out of the match")),
    "draw": ("comprar", "DECK [PLACE] [N]", N_("draw, to your hand if no place is named")),
    "deal": ("distribuir", "DECK [N] [PLACES]", N_("deal so many to each hand, or to the places")),
    "shuffle": ("embaralhar", "PLACE", N_("shuffle what lies there")),
    "look": ("olhar", "UNIT|DECK [N]", N_("look at what lies face down, or on top of a deck")),
    "show": ("mostrar", "SIDE UNITS", N_("show a side what it does not see")),
    "roll": ("rolar", "[DICE]", N_("throw dice of the game, or any: 2d6+1")),
    "track": ("trilha", "TRACK N", N_("set a track to a number, or by one: +1, -1")),
    "note": ("nota", "PLACE [TEXT]", N_("write a note for all, or take it away")),
    "goto": ("turno", "TURN [PHASE]", N_("go to a turn and a phase")),
    "give": ("entregar", "SIDE", N_("hand the table over")),
    "control": ("controle", "HEX SIDE", N_("give a hex into the power of a side")),
}  # fmt: skip
"""The same for what hands do on a free table."""
_LOOKING: Final = frozenset({
    "map", "hex", "units", "table", "legal", "odds", "undo", "redo", "without", "why", "log",
    "score", "save", "help", "quit",
})  # fmt: skip
"""Commands that are no actions."""
_ON_FREE_TABLES: Final = frozenset({
    "map", "hex", "units", "legal", "end", "undo", "redo", "why", "log", "save", "help", "quit",
})  # fmt: skip
"""Which of the others a free table has a use for."""

_ALSO: Final = {
    "?": "help", "q": "quit", "exit": "quit", "assault": "attack", "air-strike": "airstrike",
    "bombardeio": "bombard", "ataque-aereo": "airstrike", "aereo": "airstrike", "fim": "end",
    "terminar": "end", "feito": "done", "por-que": "why", "diario": "log",
    "chances": "odds", "placar": "score", "gravar": "save", "take-up": "takeup",
    "unit": "units", "unidade": "units", "ataque": "attack", "hexagono": "hex",
    "trem": "rail", "train": "rail", "construir": "bridge",
}  # fmt: skip

_ARGUMENTS: Final = {
    "HEX": N_("HEX"), "[HEX]": N_("[HEX]"), "[TEXT]": N_("[TEXT]"), "[UNIT]": N_("[UNIT]"),
    "UNIT": N_("UNIT"), "UNIT HEX": N_("UNIT HEX"),
    "UNITS": N_("UNITS"), "UNITS PLACE": N_("UNITS PLACE"), "UNITS VALUE": N_("UNITS VALUE"),
    "UNITS [PLACE]": N_("UNITS [PLACE]"), "UNIT|HEX MARK": N_("UNIT|HEX MARK"),
    "PLACE UNITS": N_("PLACE UNITS"), "PIECE PLACE": N_("PIECE PLACE"), "PLACE": N_("PLACE"),
    "DECK [PLACE] [N]": N_("DECK [PLACE] [N]"), "DECK [N] [PLACES]": N_("DECK [N] [PLACES]"),
    "UNIT|DECK [N]": N_("UNIT|DECK [N]"), "SIDE UNITS": N_("SIDE UNITS"), "[DICE]": N_("[DICE]"),
    "TRACK N": N_("TRACK N"), "PLACE [TEXT]": N_("PLACE [TEXT]"), "HEX SIDE": N_("HEX SIDE"),
    "TURN [PHASE]": N_("TURN [PHASE]"), "SIDE": N_("SIDE"),
    "UNIT WAY": N_("UNIT WAY"), "COMMAND": N_("COMMAND"), "FILE": N_("FILE"),
}  # fmt: skip


def own_words(module: Module) -> dict[str, str]:
    """Return the words for actions that only this game has, each with the kind that it means.

    A game names its actions in ``texts.yaml``; the words of a name are joined by hyphens.
    """
    found: dict[str, str] = {}
    for key, names in module.texts.items():
        kind = key.removeprefix("action.")
        if kind != key and not known(kind):
            found |= {_joined(name): kind for name in (*names.values(), kind)}
    return found


def _joined(name: str) -> str:
    return "-".join(re.findall(r"[a-z0-9]+", fold(name)))


def known(kind: str) -> bool:
    """Return whether there is a command of this program for a kind of action."""
    return kind in _KINDS or (kind in _COMMANDS and kind not in _LOOKING)


def _commands(module: Module | None) -> dict[str, tuple[str, str, str]]:
    """Return the commands of a game: on a free table those of hands, and of others the useful."""
    if module is None or not module.free_table:
        return _COMMANDS
    useful = {name: about for name, about in _COMMANDS.items() if name in _ON_FREE_TABLES}
    return {**_HANDS, **useful}


def _words(module: Module | None) -> dict[str, str]:
    commands = _commands(module)
    portuguese = {words[0]: name for name, words in commands.items()}
    also = {word: name for word, name in _ALSO.items() if name in commands}
    return {**also, **portuguese, **{name: name for name in commands}}


def command(
    word: str, module: Module | None = None, offered: Callable[[str], bool] | None = None
) -> str:
    """Return the command, or the kind of a game's own action, that a word in either language means.

    Where an action of the game goes by the word of another one, it is meant if the other is not
    among those that are offered now.

    >>> command("Avançar"), command("move")
    ('advance', 'move')
    """
    own = own_words(module) if module else {}
    words = {**own, **_words(module)}
    found = words.get(fold(word))
    meant = own.get(fold(word))
    if module and not module.free_table and found and meant and found != meant and offered:
        others = (kind for kind in (found, *_KINDS) if _KINDS.get(kind, kind) == found)
        found = meant if found not in _LOOKING and not any(map(offered, others)) else found
    if found is None:
        raise GameError(
            _('There is no command "{word}".').format(word=word) + _meant(fold(word), list(words))
        )
    return found


def _meant(word: str, known: list[str]) -> str:
    """Return the question whether something known was meant, or what else to do."""
    near = difflib.get_close_matches(word, known, n=3, cutoff=0.6)
    if not near:
        return " " + _('Type "help" for all commands.')
    return " " + _("Did you mean {names}?").format(names=", ".join(near))


_KINDS: Final = {
    "assault": "attack", "air-strike": "airstrike", "end-phase": "end", "set-air": "air",
    "take-air-back": "air", "take-up": "takeup", "done-advancing": "done", "done-losing": "done",
    "done-building": "done", "done-recovering": "done", "rail-move": "rail",
    "build-bridge": "bridge", "pick-unit": "pick", "pick-formation": "pick",
}  # fmt: skip


def word_for(kind: str, module: Module | None = None) -> str:
    """Return the command for a kind of action, in the current language.

    >>> word_for("assault"), word_for("move")
    ('attack', 'move')
    """
    name = _KINDS.get(kind, kind)
    own = module.text(f"action.{kind}") if module and not known(kind) else None
    if own:
        return _own_word(kind, _joined(text(own)), module)
    return _COMMANDS[name][0] if language() == "pt" and name in _COMMANDS else name


def _own_word(kind: str, word: str, module: Module | None) -> str:
    """Return the word for an action of a game's own: its name, but if a command is called so."""
    return kind if not word or word in _words(module) else word


_FIELDS: Final = {
    "piece": "UNIT", "card": "UNIT", "hex": "HEX", "target": "HEX", "to": "HEX", "path": "HEX",
    "place": "PLACE", "box": "PLACE",
}  # fmt: skip


def _fields_of(kind: str) -> Iterator[str]:
    """Yield what is typed behind an action of a game's own, in its order."""
    found = class_of(Action, kind)
    for field in msgspec.structs.fields(found) if found is not None else ():
        word = _FIELDS.get(field.name)
        typed = _(_ARGUMENTS[word]) if word else field.name.upper()
        yield typed if field.required else f"[{typed}]"


def help_lines(module: Module | None = None) -> Iterator[str]:
    """Yield a line for each command and each action of the game's own, in the current language."""
    yield _("Commands (English and Portuguese words are both understood):")
    for name, (portuguese, what, purpose) in _commands(module).items():
        word = portuguese if language() == "pt" else name
        follows = _(_ARGUMENTS[what]) if what in _ARGUMENTS else what
        both = f"{word} {follows}"
        yield f"  {both:24} {_(purpose)}"
    for kind in dict.fromkeys(own_words(module).values()) if module else ():
        if kind.startswith("free-"):
            continue
        own = module.text(f"action.{kind}") if module else None
        both = " ".join((word_for(kind, module), *_fields_of(kind)))
        yield f"  {both:24} {text(own) if own else kind}"
    yield _("A unit may be named by any part of its id or name that only it has.")
