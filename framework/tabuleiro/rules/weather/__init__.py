"""Weather and health: rain, and disease on unhealthy ground.

Not here: what a rulebook says of night and day (`rules.air`).
"""
