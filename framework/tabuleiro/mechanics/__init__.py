"""Rules that several games share, written as steps and functions over a situation.

:mod:`tabuleiro.mechanics.ladder` puts them together for games with ladder results.
"""
