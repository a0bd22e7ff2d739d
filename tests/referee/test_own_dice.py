"""Players who roll their own dice, and a program between them and the referee."""

import pytest

from referee.talk import FIELD

WANTED = "The players roll their own dice: the faces of 2 dice are wanted."
CONFIRM = {"type": "confirm"}


@pytest.fixture
def ready(talk):
    """An attack that is declared; to confirm it throws the dice."""
    talk.new(position=FIELD, options={"dice": "own"})
    talk.act("assault", target="1313")
    talk.act("join", piece="us-349-ri")
    return talk


def test_dice_are_asked_for_and_nothing_happens_before(ready):
    assert ready.fault("dice", "act", action=CONFIRM) == WANTED
    told = {key: ready.data[key] for key in ("number", "side", "why", "rule")}
    assert told == {
        "number": 2,
        "side": "allied",
        "why": "attack on 1313",
        "rule": "diadem-5.1.5-2",
    }
    assert ready.fault("dice", "act", action=CONFIRM, dice=[6]).startswith(
        "The players roll their own dice: the face of 1 die"
    )


def test_faces_are_used_and_told(ready):
    told = ready.call("act", action=CONFIRM, dice=[3, 4])
    (rolled,) = [event for event in told["events"] if event["type"] == "rolled"]
    assert (rolled["faces"], rolled["queued"]) == ([3, 4], 2)
    assert "Rolled by hand: 3, 4." in told["text"]


def test_dice_that_do_not_suit_are_sent_back(ready):
    assert ready.fault("game", "act", action=CONFIRM, dice=[1, 2, 3]) == (
        "1 die too many was given."
    )
    sentence = ready.fault("parameters", "act", action=CONFIRM, dice=[1, 7])
    assert sentence == '"dice.1" of "act" must be a whole number from 1 to 6, not 7.'


def test_dice_of_a_seed_are_not_given(field):
    action = {"type": "assault", "target": "1313"}
    assert field.fault("game", "act", action=action, dice=[1, 1]) == (
        "The dice of this match are thrown from its seed; none can be given."
    )


def test_dice_that_were_set_are_used_first(ready):
    ready.call("set_dice", faces=[5])
    assert ready.fault("dice", "act", action=CONFIRM).endswith("the face of 1 die is wanted.")
    told = ready.call("act", action=CONFIRM, dice=[2])
    (rolled,) = [event for event in told["events"] if event["type"] == "rolled"]
    assert rolled["faces"] == [5, 2]
