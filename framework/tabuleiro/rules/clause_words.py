"""The words under which mechanics ask for clauses of the rulebook: keys of ``rules: clauses``.

``{result}`` stands for each result of the tables, in small letters, ``{region}`` for each region,
``{side}`` for each side and ``{terrain}`` for each terrain.
"""

from __future__ import annotations

from typing import Final

__all__ = ["NAMED", "SHARED"]

NAMED: Final = (
    "air-classes", "arrivals", "bombardment-columns", "bombardment-sum", "bombing-sum", "held",
    "most-points", "move-price", "odds", "pool-points", "shift-order", "strikes", "terrain-columns",
    "zones",
)  # fmt: skip
"""Words of rules that give no verdict and tell nothing: only docstrings name them."""

SHARED: Final = (
    "adjacent", "advance", "advance-artillery", "advance-barred", "advance-first",
    "advance-one-hex", "advance-rain", "advance-road", "advance-second", "advance-terrain",
    "advance-two-hexes", "advance-who", "advance-zone", "air-alone-artillery", "air-attack-limits",
    "air-support", "assault", "assault-landing", "attack-sum", "chain-retreat", "contested-landing",
    "defence-answer", "defence-sum", "defence-support", "dice", "division", "dominance", "duty",
    "duty-first", "enemy-hex", "engaged-artillery", "entry", "exit", "facing", "final-elimination",
    "left-out", "move-limit", "must-enter", "never-returns", "no-advance", "no-air-power",
    "no-attack", "no-march", "no-retreat", "no-stop", "once-a-hex", "once-a-phase", "own-phase",
    "range", "recovery", "recovery-limit", "released", "result-{result}", "retreat",
    "retreat-destroys", "retreat-enemy", "retreat-full", "retreat-into-{terrain}", "retreat-loss",
    "retreat-off-{side}", "retreat-one-hex", "retreat-terrain", "retreat-zone", "return",
    "sea-move", "sea-side", "sealed", "second-loss", "setup", "siege", "siege-cancelled",
    "siege-hurt", "siege-reduced", "siege-retreat", "siege-zone", "stacking", "tie-attacker",
    "tie-defender", "unity-attacker", "unity-defender", "who-loses", "withdrawal",
    "withdrawal-order", "zone-stop", *NAMED,
)  # fmt: skip
"""Words that the rules of most games ask for; what fewer ask for their parts name."""
