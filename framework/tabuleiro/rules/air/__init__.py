"""In the air: squadrons, missions and raids, interception, airfields, transport, paratroops.

Not here: air points as a number of a turn (`rules.sequence.pools`), flak as a table
(the data of a module).
"""
