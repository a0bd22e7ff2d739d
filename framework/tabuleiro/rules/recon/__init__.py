"""What a side may know of the other: sealed and covered counters, and what is said of them.

Not here: how belief is made of it (`engine.eyes`).
"""
