"""What engineers make: bridges, airfields, fortifications, roads that are cleared.

Not here: airfields once they are there (`rules.air.airfields`).
"""
