"""The kit with which a plugin author proves a plugin."""

from tabuleiro.testing.table import Table, table

__all__ = ["Table", "table"]
