"""Going back and forth tells a seat nothing of what others did unseen, and forces nobody."""

import pytest

from tabuleiro.seats import Table as Seats
from tabuleiro.testing import action, table

GUN, OTHER, ENEMY, TARGET = "us-349-ri", "us-350-ri", "de-131-ri", "1311"


class Sitting:
    """A battle of Diadem is about to begin, and both sides sit at the table."""

    def __init__(self, drafts=0):
        """Begin with so many attacks that were prepared and given up again, told to nobody."""
        pieces = {GUN: "1312", OTHER: "1312", ENEMY: TARGET}
        self.t = table("diadem", "allied-combat", pieces, dice=(3, 3))
        self.seats = Seats(self.t.game)
        self.allied, self.axis = (self.seats.seat(side) for side in ("allied", "axis"))
        for _draft in range(drafts):
            self.allied.act(action("assault", TARGET))
            self.allied.act(action("join", GUN))
            self.allied.undo()
            self.allied.undo()

    def attack(self):
        for deed in (("assault", TARGET), ("join", GUN), ("join", OTHER), ("confirm",)):
            self.allied.act(action(*deed))
        while self.seats.asked == "axis":
            self.axis.act(self.axis.legal().now()[-1].action)
        return self


@pytest.fixture(params=[(0, 1), (1, 3)])
def two(request):
    """Two tables that the Axis cannot tell apart: the Allies changed their mind more or less."""
    return tuple(Sitting(drafts) for drafts in request.param)


def lines(seat):
    return seat.branches(), seat.can_redo(), seat.ahead(), seat.names(), seat.head()


def test_what_was_prepared_and_given_up_is_no_line_and_cannot_be_done_again(two):
    one, other = two
    assert lines(one.axis) == lines(other.axis)
    assert not other.axis.can_redo()
    for sitting in two:
        sitting.attack()
    assert lines(one.axis) == lines(other.axis)
    assert len(other.axis.branches()) == 1
    assert len(other.allied.branches()) > 1


def test_a_line_keeps_its_name_when_something_was_prepared_after_it(two):
    for sitting in two:
        sitting.axis.name("before the attack")
    more = two[1].allied
    more.act(action("assault", TARGET))
    more.undo()
    found = [sitting.axis.branches() for sitting in two]
    assert found[0] == found[1]
    assert [branch.name for branch in found[0]] == ["before the attack"]


def test_a_request_names_a_row_by_the_number_under_which_each_was_told_it(two):
    requests, heard = [], []
    for sitting in two:
        sitting.attack().axis.listen(lambda news: heard.append(news.request))
        asked = sitting.allied.undo().now()
        (told,) = sitting.axis.requests()
        assert asked.id == told.id
        requests.append(told)
    assert requests[0] == requests[1]
    assert heard == requests


@pytest.fixture
def played():
    """The Allies end their movement and the Axis moves; then all of it is taken back."""
    pieces = {GUN: "1312", ENEMY: "0907"}
    seats = Seats(table("diadem", "allied-movement", pieces).game)
    allied, axis = (seats.seat(side) for side in ("allied", "axis"))
    begun = allied.head().n
    while seats.asked == "allied":
        allied.act(action("end-phase"))
    between = allied.head()
    moved = axis.act(action("move", ENEMY, ("0906",))).now()
    axis.answer(allied.undo(begun).now().id, yes=True)
    assert seats.asked == "allied"
    return allied, axis, between, moved


def test_what_another_took_back_is_done_again_with_its_consent_alone(played):
    _allied, axis, _between, _moved = played
    before = axis.head()
    for again in (axis.redo, lambda: axis.goto(axis.ahead())):
        assert again().now().needs == ("allied",)
        assert axis.head() == before


def test_who_does_his_own_again_decides_nothing_for_others(played):
    allied, axis, between, moved = played
    while allied.can_redo() and allied.standing().mine:
        allied.redo()
    assert allied.head() == between
    assert axis.redo().now() == moved
