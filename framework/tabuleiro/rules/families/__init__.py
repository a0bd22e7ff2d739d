"""Families of games: which rules they share, wired to the hooks. No rule lives here.

Not here: any rule (the other packages of `rules`).
"""
