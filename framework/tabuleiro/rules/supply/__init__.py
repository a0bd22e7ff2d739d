"""Supply: lines over land, the bases that they begin at, and how a table shows them.

Not here: bases that a side places, and supplies by air (parts of one game), what lack of supply
costs in combat (`rules.combat`).
"""
