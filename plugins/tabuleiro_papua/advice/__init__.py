"""Advice for computer players of Papua - Nova Guiné: `adviser` asks for it, `campaign` gives it.

`ground` weighs fights, `air` what squadrons do, `theatre` where the front is and what is missing.

Not here: rules. Whatever is advised is still checked.
"""
