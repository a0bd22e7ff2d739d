"""Who knows what off the map (7.0-8, 7.0-10, R26): boxes, pools and decks are their owner's."""

import pytest

from filipinas_course import begin, send
from filipinas_war import levels, same_for
from tabuleiro.testing import action

GOOD = {"weather": dict.fromkeys(("north", "central", "south"), "good")}
CARRIERS = {"us-tg-38-1": "us-fleet", "us-tg-38-2": "us-fleet"}


def two(one, other, phase="us-movement", **about):
    """Two tables that differ in what the enemy cannot see."""
    return begin(phase, one, **about), begin(phase, other, **about)


class TestBoxes:
    def test_which_army_a_unit_is_with(self):
        same_for("jp", *two({"us-1-ri": "army-6"}, {"us-1-ri": "army-8"}))

    def test_losses_of_who_waits_in_a_box(self):
        hurt = {"us-1-ri": {"place": "army-6", "losses": 1}}
        same_for("jp", *two({"us-1-ri": "army-6"}, hurt))

    def test_japan_is_hidden_from_the_americans(self):
        pieces = {"jp-73-ri": "japan", "jp-den-1": "jp-fleet"}
        t = begin("us-movement", pieces)
        assert {levels(t, "us")[piece] for piece in pieces} == {"NOTHING"}
        assert not levels(t, "jp").keys() & pieces.keys(), "its own player knows all"

    def test_which_deck_a_group_is_on(self):
        decks = [{**CARRIERS, "us-cvg-7": f"in:us-tg-38-{n}"} for n in (1, 2)]
        same_for("jp", *two(*decks))

    def test_an_option_opens_them(self):
        t = begin("us-movement", {"us-1-ri": "army-8", **CARRIERS, "us-cvg-7": "in:us-tg-38-1"},
                  options={"open-boxes": True})  # fmt: skip
        assert "us-1-ri" not in levels(t, "jp")


class TestArrivals:
    @pytest.mark.parametrize("boxes", [("army-6", "army-8"), ("army-8", "army-6")])
    def test_where_somebody_arrives_is_told_to_nobody(self, boxes):
        """Each choice takes a row; what it was nobody else reads."""
        tables = [begin("us-reinforcement", turn=7) for _ in boxes]
        for t, box in zip(tables, boxes, strict=True):
            t.do(send("us-1-ri", box))
        same_for("jp", *tables)
        assert tables[0].place("us-1-ri") != tables[1].place("us-1-ri")

    def test_which_deck_has_room_is_not_told_by_who_is_asked(self):
        """VC-84 may embark, or may not because the decks are full: the enemy reads the same."""
        full = {"us-dpa-30": "us-fleet", "us-vc-11": "in:us-dpa-30", "us-vc-3": "in:us-dpa-30"}
        free = {"us-dpa-30": "us-fleet", "us-vc-11": "in:us-dpa-30", "us-vc-3": "army-6"}
        tables = two(full, free, "us-reinforcement", turn=3, facts=GOOD)
        same_for("jp", *tables)
        for t in tables:
            t.do(action("end-phase"))

    def test_who_is_withdrawn_out_of_a_box_or_off_a_deck(self):
        """VC-8 leaves in turn 3, from wherever it is."""
        places = [
            {"us-dpa-30": "us-fleet", "us-vc-8": where} for where in ("in:us-dpa-30", "army-6")
        ]
        same_for("jp", *two(*places, "us-reinforcement", turn=3, facts=GOOD))
