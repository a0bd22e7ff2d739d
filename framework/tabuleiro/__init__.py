"""Tabuleiro: a table for hex-and-counter wargames with a referee in it."""

__version__ = "0.1.0"
