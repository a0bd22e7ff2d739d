"""The map widget: a board drawn from tiles, with counters and overlays on it."""
