"""Advice for computer players, by the rules of a family: what is worth doing now.

Not here: rules. Whatever is advised is still checked, and a bad adviser loses, but breaks nothing.
"""
