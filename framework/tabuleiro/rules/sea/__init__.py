"""From the sea to the shore: who waits off a coast, who comes ashore, where ships may fire.

Not here: ships, sealift and landings of one game (its plugin), the battle for a beach
(`rules.combat`).
"""
