"""Rules that several games share, written as steps and functions over a situation.

Not here: rules of one game alone (its plugin has them), numbers (a module's `rules:` and tables),
and the turning of positions into events and rows (`engine`).

:mod:`tabuleiro.mechanics.ladder` puts them together for games with ladder results.
"""
