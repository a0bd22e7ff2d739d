"""Modules of VASSAL, read as data and written anew as free-table modules of ours.

A ``.vmod`` is a zip with a build file in XML, pictures and saved games. Nothing in it is run: not
its Java classes, not its expressions, not its sounds. What the reader does not take over is
counted and told by name.

`archive` opens the zip, `buildfile` and `sequences` read the two notations in it, `traits` and
`pieces` the game pieces, `reading` the whole as plain data (`game`), `saves` the set-ups. `layout`
and `table` say where things lie, `counters` what pieces become, `writing` makes the module,
`importing` does it all, and `ledger` and `report` tell what became of everything.

Not here: what the free table does with it (`rules`), and what is seen of it (`host`).
"""

from tabuleiro.vassal.errors import VassalError

__all__ = ["VassalError"]
