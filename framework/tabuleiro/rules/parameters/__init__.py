"""The terms of the shared rules: which keys ``rules`` of a ``module.yaml`` may have, with types.

Not here: the values; modules have them.

`shared` holds what the rules of all families read, `ladder` and `attrition` what those of their
family read besides, `words` the words for ``clauses``. A rule that lies in a plugin has its terms
there; how one is written, `tabuleiro.module.terms` says. A part names what it reads::

    class Rail:
        parameters = (RailwayTerms,)
"""
