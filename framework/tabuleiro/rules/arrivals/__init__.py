"""Who comes and who goes: set-up, arrivals, exits, withdrawals, recovery.

Not here: landings, drops from the air and replacements of one game (its plugin).
"""
