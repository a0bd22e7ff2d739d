"""Advice for computer players of Libertação das Filipinas, by subject.

`adviser` says who is asked what; `outlook` what islands, towns and losses are worth. Then land
(`on_land`), landings, the fleet, the fight at sea, the air, and what is stored and placed.

Not here: rules. All stands on what a side believes; whatever is advised is still checked.
"""
