"""What a match is about: control, objectives, points, the outcome.

Not here: the points themselves: `rules: scoring` of a module, and the plugins that count in
ways of their own.
"""
