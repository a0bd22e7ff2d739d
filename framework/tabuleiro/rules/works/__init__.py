"""What engineers make: airfields, fortifications, roads that are cleared.

Not here: airfields once they are there (`rules.air.airfields`), bridges, which one game has, and
what any bridge is worth to those who march (`rules.ground.crossings`).
"""
