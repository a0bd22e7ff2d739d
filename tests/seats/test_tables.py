"""Tables and seats: what one side does, asks and hears is no window on the other."""

import pytest

from tabuleiro.engine import GameError, Refused
from tabuleiro.engine.catalogue import Catalogue
from tabuleiro.engine.seat import Request, SeatError, Stale
from tabuleiro.engine.views import view
from tabuleiro.seats import EVERYTHING, Table
from tabuleiro.seats.log_sentences import story
from tabuleiro.testing import action
from tabuleiro.testing.table import table as set_table

FIELD = {"us-349-ri": "1413", "us-350-ri": "1413", "de-85-rm": "1312", "de-577-ri": "1212"}


@pytest.fixture
def combat():
    """The Allies may attack 1312."""
    return Table(set_table("diadem", "allied-combat", FIELD).game)


@pytest.fixture
def moving():
    return Table(set_table("diadem", "allied-movement", FIELD).game)


def seats(table):
    return table.seat("allied"), table.seat("axis")


def fight(seat):
    """Attack 1312 with one unit; the dice fall unless the defender is asked for support."""
    for deed in (
        action("assault", "1312"),
        action("join", "us-349-ri"),
        action("confirm"),
    ):
        seat.act(deed)


class TestActing:
    def test_an_action_for_another_position_is_stale_and_changes_nothing(self, moving):
        allied, _axis = seats(moving)
        before = allied.head()
        allied.act(allied.legal(piece="us-349-ri").now()[0].action)
        after, position = allied.head(), moving.game.position
        with pytest.raises(Stale):
            allied.act(allied.legal(piece="us-350-ri").now()[0].action, on=before)
        assert allied.head() == after
        assert moving.game.position is position

    def test_the_other_side_and_onlookers_cannot_act(self, moving):
        _allied, axis = seats(moving)
        assert axis.legal().now() == ()
        with pytest.raises(Refused):
            axis.act(action("end-phase"))
        with pytest.raises(SeatError):
            moving.seat().act(action("end-phase"))

    def test_a_seat_holds_one_side_or_all(self, moving):
        with pytest.raises(SeatError):
            moving.seat("nobody")
        assert moving.seat("allied", "axis").viewer is EVERYTHING

    def test_offers_of_a_piece_have_prices_up_to_each_hex(self, moving):
        allied, _axis = seats(moving)
        offers = allied.legal(piece="us-349-ri", kind="move").now()
        assert offers
        for offer in offers:
            assert offer.price == offer.steps[-1] > 0
            assert len(offer.steps) == len(offer.action.path)
            before = moving.game.position.pieces["us-349-ri"].spent
            trial = moving.game.copy()
            trial.act(offer.action)
            spent = trial.position.pieces["us-349-ri"].spent - before
            assert spent == offer.price

    def test_why_a_hex_is_refused(self, moving):
        allied, _axis = seats(moving)
        verdict = allied.why("us-349-ri", "1312").now()
        assert not verdict
        assert verdict.rule.startswith("diadem-")
        assert seats(moving)[1].why("us-349-ri", "1312").now() is None


class TestRows:
    def test_numbers_have_no_gaps_and_the_chain_holds(self, combat):
        allied, axis = seats(combat)
        fight(allied)
        for seat in (allied, axis, combat.seat()):
            rows = list(seat.rows())
            assert [row.n for row in rows] == list(range(len(rows)))
            assert len({row.hash for row in rows}) == len(rows)
            assert all(len(row.hash) == 64 for row in rows)

    def test_of_a_draft_the_enemy_is_told_nothing_until_it_is_announced(self, combat):
        allied, axis = seats(combat)
        heard = []
        axis.listen(heard.append)
        before, standing = axis.head(), axis.standing()
        allied.act(action("assault", "1312"))
        allied.act(action("join", "us-349-ri"))
        allied.act(action("join", "us-350-ri"))
        assert (axis.head(), axis.standing(), heard) == (before, standing, [])
        allied.act(action("confirm"))
        told = list(axis.rows(before.n))
        assert len(told) == 1
        assert told[0].action is None
        assert [news.row for news in heard] == told

    def test_the_size_of_a_draft_does_not_show_in_numbers(self, combat):
        other = Table(set_table("diadem", "allied-combat", FIELD).game)
        first, second = combat.seat("allied"), other.seat("allied")
        first.act(action("assault", "1312"))
        for deed in ("assault", "cancel", "assault"):
            second.act(action(deed, "1312") if deed == "assault" else action(deed))
        for seat in (first, second):
            seat.act(action("join", "us-349-ri"))
            seat.act(action("confirm"))
        assert list(combat.seat("axis").rows()) == list(other.seat("axis").rows())

    def test_what_was_told_is_fixed(self, combat):
        allied, axis = seats(combat)
        fight(allied)
        before = list(axis.rows())
        while combat.asked == "allied":
            offers = [o for o in allied.legal().now() if not o.action.retracts]
            allied.act(offers[0].action)
        assert list(axis.rows())[: len(before)] == before

    def test_what_is_said_while_a_match_is_set_up_is_in_the_log(self):
        table = Table(Catalogue.installed().new("filipinas", "ashore", seed="1"))
        for seat in (table.seat("us"), table.seat("jp"), table.seat()):
            first = next(iter(seat.rows()))
            said = [message.text for message in story(first, "ashore")]
            assert said[0] == "The match begins: {scenario}."
            assert "Weather: north {north}, centre {central}, south {south}." in said
            assert "FactSet" not in {type(event).__name__ for event in first.events}

    def test_the_seed_is_told_to_nobody(self):
        game = Catalogue.installed().new("diadem", seed="not-for-your-eyes")
        table = Table(game)
        for seat in (*seats(table), table.seat()):
            assert "not-for-your-eyes" not in str(list(seat.rows()))
            assert "not-for-your-eyes" not in str(seat.sight().position)


class TestGoingBack:
    def test_a_move_is_taken_back_freely(self, moving):
        allied, _axis = seats(moving)
        before = moving.game.position
        allied.act(allied.legal(piece="us-349-ri").now()[0].action)
        assert not isinstance(allied.undo().now(), Request)
        assert moving.game.position.digest() == before.digest()

    def test_past_dice_the_other_seat_must_agree(self, combat):
        allied, axis = seats(combat)
        fight(allied)
        after = combat.game.position
        asked = allied.undo().now()
        assert isinstance(asked, Request)
        assert asked.needs == ("axis",)
        assert combat.game.position is after
        with pytest.raises(SeatError):
            allied.answer(asked.id, yes=True)
        axis.answer(asked.id, yes=False)
        assert combat.game.position is after
        asked = allied.undo().now()
        axis.answer(asked.id, yes=True)
        assert combat.game.log.head < len(combat.game.log) - 1

    def test_what_the_other_side_did_is_taken_back_with_its_consent_alone(self, moving):
        allied, axis = seats(moving)
        start = allied.head().n
        allied.act(action("end-phase"))
        while moving.asked == "allied":
            allied.act(action("end-phase"))
        assert moving.asked == "axis"
        asked = axis.goto(start).now()
        assert isinstance(asked, Request)
        assert asked.needs == ("allied",)

    def test_computers_agree(self, combat):
        table = Table(combat.game, agreeable=("axis",))
        seat = table.seat("allied")
        fight(seat)
        assert not isinstance(seat.undo().now(), Request)

    @pytest.mark.slow
    def test_a_throw_that_was_taken_back_falls_otherwise(self):
        same = 0
        for seed in range(40):
            game = set_table("diadem", "allied-combat", FIELD).game.fork(seed=str(seed))
            table = Table(game, agreeable=game.module.sides)
            seat = table.seat("allied", "axis")
            first, again = throw(seat), throw(seat)
            same += first == again
        assert same < 8, "one in 36 is chance"


def throw(seat):
    """Fight, return the faces, and take it all back."""
    start = seat.head().n
    fight(seat)
    faces = None
    while faces is None:
        rolled = [e for row in seat.rows(start) for e in row.events if type(e).__name__ == "Rolled"]
        faces = rolled[0].faces if rolled else None
        if faces is None:
            seat.act(action("confirm"))
    seat.goto(start)
    return faces


class TestThinking:
    def test_what_is_imagined_has_no_secrets_in_it(self):
        pieces = {**FIELD, "de-85-rm": {"place": "1312", "losses": 1}}
        game = set_table("diadem", "allied-movement", pieces, options={"sealing": "covered"}).game
        imagined = Table(game).seat("allied").imagine()
        assert game.position.pieces["de-85-rm"].losses == 1
        assert imagined.position.pieces["de-85-rm"].losses == 0
        assert "de-85-rm" in imagined.situation.unknown

    def test_unknown_pieces_have_names_of_what_is_seen(self):
        game = set_table("diadem", "allied-movement", FIELD, options={"sealing": "sealed"}).game
        sight = Table(game).seat("allied").sight()
        names = sight.at("1312")
        assert len(names) == 1
        assert names[0].startswith("~")
        assert "de-85-rm" not in names[0]
        assert sight.place("de-85-rm") == "unseen"
        assert sight.seen("de-85-rm") is None
        assert "values" not in sight.seen(names[0])


@pytest.mark.parametrize("viewer", [None, "nobody", "Axis", 7])
def test_nobody_sees_everything_because_nobody_was_named(viewer):
    game = set_table("diadem", "allied-movement", FIELD).game
    with pytest.raises(GameError):
        view(game, viewer)
    with pytest.raises(GameError):
        game.belief(viewer)
    assert view(game, EVERYTHING)["pieces"]["de-85-rm"]["known"] == "all"
    assert view(game, "")["pieces"]["de-85-rm"]["known"] == "identity"
