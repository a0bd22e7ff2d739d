"""Supply: lines over land, the bases that they begin at, and how a table shows them.

Not here: supplies dropped by aircraft (`rules.air.air_transport`), what lack of supply costs in
combat (`rules.combat`).
"""
