"""At sea and from the sea: ships, coasts, landings, transport over water.

Not here: the battle for a beach (`rules.combat`).
"""
