"""Terms: what the rules of this game read of ``rules`` in its module, a file for each subject.

Each says at its end which terms it has (``TERMS``) and which words for clauses (``WORDS``).

Not here: terms that rules of several games read (`tabuleiro.rules`), and the rules.
"""

from __future__ import annotations

from typing import Final

from tabuleiro_filipinas.parameters import air, course, ground, sea, war

__all__ = ["TERMS", "WORDS"]

_SUBJECTS = (course, ground, sea, air, war)

TERMS: Final = tuple(kind for subject in _SUBJECTS for kind in subject.TERMS)
WORDS: Final = tuple(word for subject in _SUBJECTS for word in subject.WORDS)
