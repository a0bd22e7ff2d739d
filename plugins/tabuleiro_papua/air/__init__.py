"""In the air over Papua: raids and battles, transport by air, what aircraft do for those below.

Not here: what another game has as well (`tabuleiro.rules.air`).
"""
