"""Supply: how a line of supply is told to a table, in whichever way a game draws it.

Not here: the lines and bases of one game (its plugin), what lack of supply costs in combat
(`rules.combat`).
"""
