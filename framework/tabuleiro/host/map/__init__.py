"""The map widget: a board drawn from tiles, with counters and overlays on it.

Not here: panels beside the map (`host.panels`), and what a click does (`host.play`).
"""
