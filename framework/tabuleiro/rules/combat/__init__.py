"""Battles on the ground: declaring, odds, shifts, fire, results, losses, retreats, advance.

Not here: what aircraft do (`rules.air`), who comes ashore (`rules.sea`), the tables themselves
(the data of a module).
"""
