"""What stands round the map: decisions, units, the log, charts.

Not here: what lies on the map (`host.map`), and which panels there are (`host.docks`).
"""
