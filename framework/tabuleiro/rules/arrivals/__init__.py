"""Who comes and who goes: set-up, reinforcements, exits, withdrawals, replacements, recovery.

Not here: landings from the sea (`rules.sea`), drops from the air (`rules.air`).
"""
