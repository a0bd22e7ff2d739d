"""Editing modules: a draft of their files, which keeps what their authors wrote around the values.

Not here: what is seen and clicked (`host.editing`), and what a module is (`module`).
"""

from tabuleiro.editor.draft import Draft
from tabuleiro.editor.errors import EditError
from tabuleiro.editor.rewriting import rewritten

__all__ = ["Draft", "EditError", "rewritten"]
