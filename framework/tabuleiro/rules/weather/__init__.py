"""Weather by turn: what rain does to roads and to those who march.

Not here: night, which is a time to fly in (`rules.air`); disease, which one game has.
"""
