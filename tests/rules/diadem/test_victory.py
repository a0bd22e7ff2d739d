"""The end of the match: final eliminations, objectives, and who wins (2.4.1, 11.2)."""

import pytest

from battles import hurt
from tabuleiro.testing import action, table

GERMANS = tuple(
    name for name, c in table("diadem").game.module.counters.items() if c.side == "axis"
)
ALLIES = tuple(
    name
    for name, c in table("diadem").game.module.counters.items()
    if c.side == "allied" and c.formation is None
)
OUT = dict.fromkeys(GERMANS, "exit.north")
"""No German unit has to enter; those named elsewhere are where it is said there."""
OBJECTIVES = {
    "11.2-3": "1006", "11.2-4": "0302", "11.2-5": "0806", "11.2-6": "0213", "11.2-7": "0607",
}  # fmt: skip
REAR = tuple(f"{column:02}08" for column in range(3, 7))
EAST = ("1508", "1408", "1308", "1509")


def last_phase(pieces, **more):
    """A table in the last phase of the match."""
    more.setdefault("turn", 7)
    return table("diadem", "axis-combat", OUT | pieces, tracks={"air.allied": 0}, **more)


def spread(pieces, hexes):
    """Reduced pieces, four to a hex."""
    return {p: {"place": hexes[n // 4], "losses": 1} for n, p in enumerate(pieces)}


def dead(t):
    return t.at("dead")


@pytest.mark.rule("diadem-2.4.1-3")
def test_the_match_ends_with_the_axis_combat_phase_of_turn_7():
    t = last_phase({"de-211-ri": "0808", "us-337-ri": "1508"})
    assert not t.game.over
    t.end()
    assert t.game.over
    assert t.game.decision() is None
    assert t.s.position.outcome.points == t.points()
    t = last_phase({"de-211-ri": "0808"}, turn=6).end()
    assert (t.game.over, t.s.turn) == (False, 7)


@pytest.mark.rule("diadem-2.4.1-3", "diadem-11.2-1")
def test_final_eliminations_come_at_once_each_by_its_owner():
    pieces = spread(GERMANS[:7], REAR) | {"us-337-ri": "1508", GERMANS[8]: "0508"}
    t = last_phase(pieces).end()
    assert not t.game.over
    assert t.decision.side == "axis"
    assert {deed.piece for deed in t.legal("lose")} == set(GERMANS[:7])
    t.refuses(action("lose", "us-337-ri"))
    t.lose(GERMANS[3])
    assert not t.game.over
    t.lose(GERMANS[5])
    assert t.game.over
    assert dead(t) == {GERMANS[3], GERMANS[5]}


@pytest.mark.rule("diadem-11.2-1")
@pytest.mark.parametrize(("reduced", "lost"), [(2, 0), (3, 1), (5, 1), (6, 2), (7, 2), (9, 3)])
def test_a_third_rounded_down_of_the_german_units_with_losses_goes(reduced, lost):
    intact = dict.fromkeys(GERMANS[20:24], "0608")
    t = last_phase(spread(GERMANS[:reduced], REAR) | intact).end()
    while not t.game.over:
        t.do(t.legal("lose")[0])
    assert len(dead(t)) == lost


@pytest.mark.rule("diadem-11.2-1")
def test_both_sides_lose_a_third_of_what_is_on_the_board():
    """Paratroops on Monte Cassino keep in contact with the Allies, who do not recover."""
    pieces = hurt("1007", "us-337-ri", "us-338-ri", "us-339-ri") | {"de-4-rpqd": "1006"}
    pieces |= spread(GERMANS[:3], REAR) | hurt("exit.west", *GERMANS[8:14])
    t = last_phase(pieces).end()
    assert t.decision.side == "allied"
    t.lose("us-338-ri")
    assert t.decision.side == "axis"
    t.lose(GERMANS[1])
    assert t.game.over
    assert dead(t) == {"us-338-ri", GERMANS[1]}


@pytest.mark.rule("diadem-11.2-2")
def test_final_eliminations_count_as_destroyed():
    t = last_phase(spread(GERMANS[:7], REAR))
    before = t.points()
    t.end().lose(GERMANS[0], GERMANS[1])
    after = t.s.position.outcome.points
    assert after["allied"] == before["allied"] + 6
    assert after["axis"] == before["axis"] - 2  # two Germans less on the board


@pytest.mark.parametrize(
    "hex",
    [
        pytest.param(place, marks=pytest.mark.rule(f"diadem-{clause}"))
        for clause, place in OBJECTIVES.items()
    ],
)
def test_an_objective_is_worth_ten_points_to_whoever_holds_it(hex):
    held = {
        side: last_phase({}, control={hex: side}).end().s.position.outcome.points
        for side in ("allied", "axis")
    }
    assert held["allied"]["allied"] == held["axis"]["allied"] + 10
    assert held["allied"]["axis"] == held["axis"]["axis"] - 10


@pytest.mark.rule(*(f"diadem-{clause}" for clause in OBJECTIVES))
def test_the_five_objectives_are_the_five_places():
    module = table("diadem").game.module
    names = ("monte-cassino", "arce", "piedimonte", "itri", "pontecorvo")
    assert [module.board.places[name].hex for name in names] == list(OBJECTIVES.values())
    assert {goal.hex for goal in table("diadem").s.scenario.objectives} == set(OBJECTIVES.values())


@pytest.mark.rule("diadem-11.2-8")
def test_all_objectives_are_german_at_the_start():
    assert dict(table("diadem").s.position.control) == dict.fromkeys(OBJECTIVES.values(), "axis")


def held(t, hex="0607"):
    return t.s.position.control[hex]


@pytest.mark.rule("diadem-11.2-8")
def test_whoever_was_there_last_holds_an_objective():
    t = table("diadem", "allied-movement", OUT | {"uk-61-bgda": "0706", "de-211-ri": "0308"})
    assert held(t) == "axis"
    t.go("uk-61-bgda", "0607", "0606", "0605")
    assert (t.place("uk-61-bgda"), held(t)) == ("0605", "allied")
    assert t.points() == {"allied": 10, "axis": 40 + 1}
    t.end().end().go("de-211-ri", "0408", "0507", "0607")
    assert held(t) == "axis"


@pytest.mark.rule("diadem-11.2-8")
def test_an_objective_is_also_taken_by_an_advance():
    pieces = OUT | {"uk-61-bgda": "0606"} | hurt("0607", "de-211-ri")
    t = table("diadem", "allied-combat", pieces, tracks={"air.allied": 20}, dice=(1, 1))
    t.attack("0607", "uk-61-bgda", air=7)
    assert held(t) == "axis"  # nobody of the Allies is there yet
    assert held(t.advance("uk-61-bgda", "0607")) == "allied"


@pytest.mark.rule("diadem-11.2-8")
def test_a_retreat_also_takes_an_objective_back():
    pieces = OUT | {"uk-61-bgda": "0408", "de-art-li": "0507"}
    t = table(
        "diadem", "allied-combat", pieces, control={"0607": "allied"},
        tracks={"air.allied": 20}, dice=(1, 1),
    ).attack("0507", "uk-61-bgda", air=1)  # fmt: skip
    assert t.told()["code"] == "DRI AVI"
    assert held(t) == "allied"
    assert held(t.retreat("de-art-li", "0607")) == "axis"


def balance(*, objectives, germans_dead, allies_dead, germans_left):
    """A last phase whose points are ten for each objective, three and ten for each dead unit."""
    places = dict.fromkeys(GERMANS[:germans_dead], "dead")
    places |= dict.fromkeys(ALLIES[:allies_dead], "dead")
    rest = GERMANS[germans_dead : germans_dead + germans_left]
    places |= {piece: REAR[n // 4] for n, piece in enumerate(rest)}
    control = dict.fromkeys(list(OBJECTIVES.values())[:objectives], "allied")
    return last_phase(places, control=control).end().s.position.outcome


@pytest.mark.rule("diadem-11.2-9", "diadem-11.2-10")
@pytest.mark.parametrize(
    ("sums", "allied", "axis", "winner"),
    [
        ((4, 7, 4, 10), 61, 60, "allied"),
        ((4, 7, 4, 11), 61, 61, None),
        ((4, 7, 4, 12), 61, 62, "axis"),
        ((3, 10, 3, 10), 60, 60, None),
        ((3, 10, 3, 9), 60, 59, "allied"),
    ],
)
def test_more_points_win_and_equal_points_are_a_draw(sums, allied, axis, winner):
    objectives, germans, allies, left = sums
    outcome = balance(
        objectives=objectives, germans_dead=germans, allies_dead=allies, germans_left=left
    )
    assert outcome.points == {"allied": allied, "axis": axis}
    assert outcome.winner == winner
