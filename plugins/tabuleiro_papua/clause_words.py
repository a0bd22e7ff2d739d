"""The words under which the rules of Papua ask for clauses: keys of ``rules: clauses``."""

from __future__ import annotations

from typing import Final

__all__ = ["WORDS"]

WORDS: Final = (
    "adjacent", "advance", "advance-artillery", "after-transfer", "air-base", "air-classes",
    "air-combat", "air-landing", "air-losses", "air-recovery", "air-stacking", "air-sum",
    "air-supply", "air-transport", "allied-entry", "announce", "arrivals", "artillery-range",
    "assault-landing", "assault-types", "attack-sum", "base-barred", "base-destroyed",
    "base-rebuilt", "base-setup", "base-stopped", "battle-order", "blocked-landing",
    "bomb-airfield", "bomb-base", "bomb-naval", "bomb-troops", "bombardment", "bombardment-sum",
    "bomber-losses", "bombing-losses", "bombing-sum", "break-contact", "captured-base",
    "captured-works", "cleared", "coast", "damaged", "defence-sum", "defence-support", "delay",
    "dice", "emergency-transfer", "enemy-hex", "entry", "excess", "exit", "failed-landing",
    "field-damaged", "field-losses", "field-repaired", "field-taken", "final", "fortification",
    "free-move", "ground-defence", "ground-support", "guns-unsupported", "held", "intercept",
    "intercept-region", "interdicted", "interdicted-lasting", "interdiction", "isolated-support",
    "jump", "jump-attack", "jump-enemy", "jump-landing", "jump-night", "jump-range", "jump-stay",
    "jump-support", "jump-terrain", "jump-units", "landing-fight", "loss-order", "mission",
    "mission-first", "most-points", "move-limit", "move-price", "naval-block", "naval-exit",
    "naval-move", "naval-recovery", "naval-transport", "naval-waters", "never-in", "never-rebuilt",
    "never-recovers", "never-returns", "night", "night-landing", "night-limits", "night-safe",
    "night-supply", "no-advance", "no-fire", "no-landing-{region}", "no-march", "no-retreat",
    "no-supply-restore", "no-transfer", "north-too-early", "odds", "old-airfield", "once",
    "once-a-phase", "one-base", "one-bombardment", "one-mission", "one-transport", "one-work",
    "overstack", "own-coast", "own-kind", "own-nation", "own-phase", "passenger-losses",
    "pool-points", "range", "recovery", "restore-by-air", "restore-terrain", "restored",
    "result-{result}", "retreat", "retreat-enemy", "retreat-into-{terrain}", "retreat-off-{side}",
    "retreat-one-hex", "returns", "sea-base", "sealed", "second-loss", "setup", "shift-order",
    "ship-losses", "siege", "siege-attack", "stacking", "strikes", "supply", "supply-base",
    "supply-flight", "supply-interdicted", "supply-own-hex", "supply-sea", "terrain-columns",
    "thin", "transfer", "transport-cost", "transport-count", "troop-losses", "unity-attacker",
    "unity-defender", "unsupplied", "who-attacks", "who-loses", "withdrawal", "work-terrain",
    "works", "works-stop", "zones",
)  # fmt: skip
