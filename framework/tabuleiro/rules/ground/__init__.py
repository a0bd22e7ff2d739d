"""Land pieces on the map: movement, its prices, stacking, zones, edges, moves of other kinds.

Not here: attacks and retreats (`rules.combat`), arrivals and withdrawals (`rules.arrivals`),
ships (`rules.sea`).
"""
