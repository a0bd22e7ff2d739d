"""``tabuleiro referee``: games for other programs, by JSON-RPC on stdin and stdout."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse

    from tabuleiro.cli.parser import Parser

__all__ = ["prepare", "run"]


def prepare(parser: Parser) -> None:
    """Add no arguments."""
    del parser


def run(options: argparse.Namespace) -> int:
    """Serve until nothing more comes in."""
    from tabuleiro.referee import main

    del options
    return main()
