"""The parameters of the rules: which keys ``rules`` of a ``module.yaml`` may have, and their types.

Not here: the values; modules have them. No rule reads these models in play.

`shared` holds what the mechanics of all families read, `ladder` and `attrition` what those of
their family read besides, `words` the words for ``clauses``. A game's plugin derives a model of
its own for what only it reads, and names that as `tabuleiro.hooks.GamePlugin.parameters`::

    class DuelParameters(LadderParameters):
        reserve: Reserve = Field(description="When the reserve may move.")

Nothing here is imported until a module is checked.
"""
