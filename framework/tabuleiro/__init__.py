"""Tabuleiro: a table for hex-and-counter wargames with a referee in it.

Here lie only what all packages share: languages (`i18n`), harmless texts, proofs of clauses.

Not here: rules, games and Qt; each package below says what it holds. docs/architecture.md has the
picture.
"""

__version__ = "0.1.0"
