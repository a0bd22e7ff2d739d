"""Editing modules: a draft of their files, which keeps what their authors wrote around the values.

Not here: what is seen and clicked (`host`), and what a module is (`module`).
"""

from tabuleiro.editor.draft import Draft
from tabuleiro.editor.errors import EditError
from tabuleiro.editor.rewriting import rewritten
from tabuleiro.editor.writing_out import WrittenOut, scenario_of

__all__ = ["Draft", "EditError", "WrittenOut", "rewritten", "scenario_of"]
