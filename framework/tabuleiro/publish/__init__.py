"""Packs: a game, scenarios, house rules or a plugin in one file, signed, installed, removed.

A pack (``.tabuleiro``) has one form only, so that the same files give the same bytes on every
machine and nothing can be hidden in it. Nothing of a pack runs by being packed, checked, installed
or listed.

Not here: what a module must be (`module`), where installed packs and their code are found
(`module.packs`, `engine.plugins`), and who agreed to what code (`engine.consent`).
"""

from tabuleiro.publish.errors import PackError

__all__ = ["PackError"]
