"""The course of a turn: what begins and ends with it, and the points that it brings.

Not here: the phases themselves: the sequence of a module, and `rules.families`, which says
what each asks.
"""
