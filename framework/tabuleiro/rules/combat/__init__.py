"""Battles on the ground: declaring, odds, shifts, fire, results, losses, retreats, advance.

Not here: what aircraft do (`rules.air`), landings under fire (`rules.sea`), the tables
themselves (the data of a module).
"""
