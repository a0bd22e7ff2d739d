"""What can be ordered in the naval phase, and what only in the land and air movement."""

import pytest

from filipinas_air import DULAG, action, at, scene

CEBU = "3841"
FLEET = {"us-task-force-a": "us-fleet", "us-ddd-23": "us-fleet", "us-comb-6": "us-fleet"}


@pytest.mark.rule("filipinas-3.0-5", "filipinas-3.0-8")
def test_aircraft_are_ordered_in_the_land_and_air_movement_alone():
    bombers = at(DULAG, "us-5-gpo")
    at_sea, ashore = (scene(phase, bombers, FLEET) for phase in
                      ("us-naval-movement", "us-movement"))  # fmt: skip
    strike = action("strike-field", CEBU)
    assert {a.kind for a in at_sea.game.legal()} == {"form-force", "end-phase"}
    assert ashore.game.check(strike)
    assert not at_sea.game.check(strike)
