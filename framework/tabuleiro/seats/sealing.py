"""How far the enemy's pieces are sealed: the option of the games that seal them, and its ways."""

from tabuleiro.rules.recon.secrecy import COVERED, OPEN, SEALED, SEALING

__all__ = ["COVERED", "OPEN", "SEALED", "SEALING"]
