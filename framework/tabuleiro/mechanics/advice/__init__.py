"""Advice for computer players, by the rules of a family: what is worth doing now."""
