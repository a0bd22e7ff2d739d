"""The words under which mechanics ask for clauses of the rulebook: keys of ``rules: clauses``.

``{result}`` stands for each result of the tables, in small letters, ``{region}`` for each region,
``{side}`` for each side and ``{terrain}`` for each terrain.
"""

from __future__ import annotations

from typing import Final

__all__ = ["ATTRITION", "NAMED", "SHARED"]

NAMED: Final = (
    "air-classes", "arrivals", "bombardment-columns", "bombardment-sum", "bombing-sum", "held",
    "most-points", "move-price", "odds", "pool-points", "strikes", "terrain-columns", "zones",
)  # fmt: skip
"""Words of rules that give no verdict and tell nothing: only docstrings name them."""

SHARED: Final = (
    "adjacent", "advance", "advance-artillery", "advance-barred", "advance-first",
    "advance-one-hex", "advance-rain", "advance-road", "advance-second", "advance-terrain",
    "advance-two-hexes", "advance-who", "advance-zone", "air-alone-artillery", "air-attack-limits",
    "air-support", "assault", "assault-landing", "attack-sum",
    "chain-retreat", "contested-landing",
    "defence-answer", "defence-sum", "defence-support", "dice", "division", "dominance", "drop",
    "drop-contact", "drop-die", "drop-last-turn", "drop-limit", "drop-units", "duty", "duty-first",
    "enemy-hex", "engaged-artillery", "entry", "exit", "facing", "final-elimination",
    "landing-coast", "landing-limit", "landing-occupied", "landing-opened",
    "landing-terrain", "left-out", "move-limit", "must-enter", "never-returns", "no-advance",
    "no-air-power", "no-attack", "no-march", "no-retreat", "no-stop", "once-a-hex", "once-a-phase",
    "own-phase",
    "range", "recovery", "recovery-limit", "released", "result-{result}", "retreat",
    "retreat-destroys", "retreat-enemy", "retreat-full", "retreat-into-{terrain}", "retreat-loss",
    "retreat-off-{side}", "retreat-one-hex", "retreat-terrain", "retreat-zone", "return",
    "sea-move", "sea-side", "sealed", "second-loss", "setup", "siege", "siege-cancelled",
    "siege-hurt", "siege-reduced", "siege-retreat", "siege-zone", "stacking", "tie-attacker",
    "tie-defender", "unity-attacker", "unity-defender", "who-loses", "withdrawal",
    "withdrawal-order", "zone-stop", *NAMED,
)  # fmt: skip
"""Words of the mechanics that the families share."""

ATTRITION: Final = (
    "after-transfer", "air-base", "air-combat", "air-landing", "air-losses", "air-recovery",
    "air-stacking", "air-sum", "air-supply", "air-transport", "airfield-damaged",
    "allied-entry", "announce", "artillery-range", "assault-types", "base-barred",
    "base-destroyed", "base-rebuilt", "base-setup", "base-stopped", "battle-order",
    "blocked-landing", "bomb-airfield", "bomb-base", "bomb-naval", "bomb-troops", "bombardment",
    "bomber-losses", "bombing-losses", "break-contact", "captured-base", "captured-works",
    "cleared", "coast", "damaged", "delay", "emergency-transfer", "excess",
    "failed-landing", "field-damaged", "field-losses", "field-repaired", "field-taken", "final",
    "fortification", "free-move", "ground-defence", "ground-support", "guns-unsupported",
    "intercept",
    "intercept-region", "interdicted", "interdicted-lasting", "interdiction",
    "isolated-support", "jump", "jump-attack", "jump-enemy", "jump-landing", "jump-night",
    "jump-range", "jump-stay", "jump-support", "jump-terrain", "jump-units", "landing-fight",
    "loss-order", "mission", "mission-first", "naval-block", "naval-exit", "naval-move",
    "naval-recovery", "naval-transport", "naval-waters", "never-in", "never-rebuilt",
    "never-recovers", "night", "night-landing", "night-limits", "night-safe", "night-supply",
    "no-fire", "no-landing-{region}", "no-supply-restore", "no-transfer", "north-too-early",
    "old-airfield", "once", "one-base", "one-bombardment", "one-mission", "one-transport",
    "one-work", "overstack", "own-coast", "own-kind", "own-nation", "passenger-losses",
    "restore-by-air", "restore-terrain", "restored", "returns", "sea-base", "ship-losses",
    "siege-attack", "supply", "supply-base", "supply-flight", "supply-interdicted",
    "supply-own-hex", "supply-sea", "thin", "transfer", "transport-cost", "transport-count",
    "troop-losses", "unsupplied", "who-attacks", "work-terrain", "works", "works-stop",
)  # fmt: skip
"""Words that only the mechanics of the attrition family ask for."""
