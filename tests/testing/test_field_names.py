"""What is hidden hangs on no name of a field: events of plugins are told like all others."""

import pytest

from tabuleiro.engine import events as ev
from tabuleiro.engine.glance import Glance, Look
from tabuleiro.engine.knowledge import Knowledge, Level
from tabuleiro.testing.table import table


class Scouted(ev.Event, frozen=True):
    """Somebody saw somebody; none of the fields has a name that the engine knows."""

    whom: str
    by: tuple[str, ...] = ()
    notes: dict[str, str] = {}  # noqa: RUF012 - of a struct

    def apply(self, position):
        return position


@pytest.mark.parametrize(("level", "told"), [
    (Level.NOTHING, None),
    (Level.KIND, "~german.foot.0909.1"),
    (Level.IDENTITY, "de-191-ri"),
])  # fmt: skip
def test_an_event_of_a_plugin_names_what_is_seen(level, told):
    t = table("diadem", "allied-movement", {"us-349-ri": "1213", "de-191-ri": "0909"})
    look = Look(t.game.situation, Knowledge({"de-191-ri": level}))
    event = Scouted("de-191-ri", ("us-349-ri", "de-191-ri"), {"de-191-ri": "seen"})
    seen = event.told(Glance("allied", look, look))
    if told is None:
        assert seen is None
    else:
        assert (seen.whom, set(seen.by), set(seen.notes)) == (told, {"us-349-ri", told}, {told})
