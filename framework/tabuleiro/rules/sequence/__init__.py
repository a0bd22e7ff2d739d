"""The course of a turn: the points that it brings, and what is drawn.

Not here: the phases themselves: the sequence of a module, and `rules.families` or the plugin, which
say what each asks.
"""
