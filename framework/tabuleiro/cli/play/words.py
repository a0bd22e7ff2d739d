"""The words that a player types, in Portuguese and English, and what each of them wants."""

from __future__ import annotations

import unicodedata
from difflib import get_close_matches
from typing import Final, NamedTuple

from tabuleiro.cli.faults import Failure
from tabuleiro.i18n import N_, _, language

__all__ = ["WORDS", "Word", "find_word", "help_lines", "plain"]


class Word(NamedTuple):
    """A word: its id (the English word), the Portuguese one, its arguments, what it does."""

    id: str
    pt: str
    wants: str
    summary: str

    @property
    def said(self) -> str:
        """The word in the current language."""
        return self.pt if language() == "pt" else self.id

    @property
    def other(self) -> str:
        """The word in the other language."""
        return self.id if language() == "pt" else self.pt


WORDS: Final = (
    Word("status", "situacao", "", N_("whose decision it is, and what is still obligatory")),
    Word("map", "mapa", "[HEX] [N]", N_("the map, or N hexes around a hex")),
    Word("look", "olhar", "HEX|UNIT", N_("a hex with all that is in it, or a unit")),
    Word("units", "unidades", "[all]", N_("the units that can act now, or all of the side")),
    Word("legal", "lances", "[UNIT|HEX]", N_("what is allowed, numbered; a number does it")),
    Word("move", "mover", "UNIT HEX ...", N_("move by the cheapest path, or by a path")),
    Word("place", "colocar", "UNIT HEX", N_("place a unit in the set-up")),
    Word("takeup", "recolher", "UNIT", N_("take up a unit that was placed")),
    Word("attack", "atacar", "HEX", N_("begin to declare an attack")),
    Word("bombard", "bombardear", "HEX", N_("begin to declare a bombardment by guns alone")),
    Word("airstrike", "aviacao", "HEX", N_("begin to declare an attack by air points alone")),
    Word("join", "juntar", "UNIT ...", N_("commit units to the attack or defence")),
    Word("leave", "retirar", "UNIT ...", N_("take units back from it")),
    Word("air", "ar", "N", N_("commit air points")),
    Word("odds", "chances", "[HEX [UNIT ...]]", N_("the sum of a battle and its chances")),
    Word("confirm", "confirmar", "", N_("announce the attack or defence")),
    Word("cancel", "cancelar", "", N_("give the attack up")),
    Word("lose", "perder", "UNIT ...", N_("choose who takes a loss")),
    Word("retreat", "recuar", "UNIT HEX ...", N_("retreat a unit")),
    Word("displace", "deslocar", "UNIT HEX", N_("send a unit on from a hex that is too full")),
    Word("advance", "avancar", "UNIT HEX ...", N_("advance after combat")),
    Word("end", "encerrar", "", N_("end the phase, or stop advancing or losing")),
    Word("do", "fazer", "KIND NAME=VALUE ...", N_("any action, as the referee protocol names it")),
    Word("why", "porque", "[UNIT HEX ...]", N_("why the last thing was refused, or a move would be")),
    Word("undo", "desfazer", "", N_("take the last action back")),
    Word("redo", "refazer", "", N_("do again what was taken back")),
    Word("auto", "automatico", "[N]", N_("let the computer go on until the phase ends, or N actions")),
    Word("log", "registro", "[N]", N_("the last things that happened")),
    Word("score", "pontos", "", N_("the points if the match ended now")),
    Word("rule", "regra", "CLAUSE", N_("the text of a rule")),
    Word("save", "salvar", "FILE", N_("write the match to a .partida file")),
    Word("help", "ajuda", "[WORD]", N_("these words")),
    Word("quit", "sair", "", N_("leave; the match stays in the library")),
)  # fmt: skip


def plain(word: str) -> str:
    """Return a word without accents and capitals.

    >>> plain("Avançar")
    'avancar'
    """
    split = unicodedata.normalize("NFKD", word.casefold())
    return "".join(c for c in split if not unicodedata.combining(c))


def find_word(said: str) -> Word:
    """Return the word that was said, in either language, abbreviated if that is clear.

    >>> find_word("mov").id, find_word("avançar").id
    ('move', 'advance')
    """
    wanted = plain(said)
    names = {name: word for word in WORDS for name in (word.id, word.pt)}
    if wanted in names:
        return names[wanted]
    found = list(dict.fromkeys(w for name, w in names.items() if name.startswith(wanted)))
    if len(found) == 1:
        return found[0]
    mine = [word for word in found if word.said.startswith(wanted)]
    if len(mine) == 1:
        return mine[0]
    if found:
        many = ", ".join(word.said for word in found)
        raise Failure(_('"{word}" may mean several things: {many}.').format(word=said, many=many))
    close = get_close_matches(wanted, names, n=1)
    hint = _(' Did you mean "{word}"?').format(word=close[0]) if close else ""
    sentence = _('There is no word "{word}" here; "{help}" lists them.')
    raise Failure(sentence.format(word=said, help=names["help"].said) + hint)


def help_lines(wanted: str = "") -> list[str]:
    """Return the words with what they do, or one of them."""
    words = [find_word(wanted)] if wanted else WORDS
    width = max(len(f"{word.said} {word.wants}") for word in words)
    return [
        f"  {word.said + ' ' + word.wants:<{width}}  {_(word.summary)} ({word.other})"
        for word in words
    ]
