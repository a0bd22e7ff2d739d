"""In the air: what games with air points, and games with aircraft as pieces, have in common.

Here: points in support, orders to aircraft, the sum of a bombing, losses in the air.

Not here: air points as a number of a turn (`rules.sequence.pools`), airfields, flights and air
battles of one game (its plugin).
"""
