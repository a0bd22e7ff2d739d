"""The set-up (11.1): the lists, and where the free pieces may be placed."""

import pytest

from tabuleiro.testing import action, table

GERMAN_GUNS = {"de-art-10-ex": "0608", "de-art-xiv": "1011", "de-art-li": "0806"}
ALLIED_FREE = [
    "fr-1-gtm", "fr-3-gtm", "fr-4-gtm", "us-art-5-ex", "uk-art-8-ex", "us-art-ii", "fr-art-cef",
    "uk-art-xiii", "pl-art-ii", "uk-art-x", "ca-art-i",
]  # fmt: skip


def germans_placed():
    """The match when the Axis has placed its guns and it is the turn of the Allies."""
    return table("diadem").do(*(action("place", *where) for where in GERMAN_GUNS.items())).end()


def offered(t, piece):
    return {deed.hex for deed in t.legal("place", piece=piece)}


def placed(t):
    """The same, with all free pieces placed and the first turn begun."""
    for piece in ALLIED_FREE:
        t.do(t.legal("place", piece=piece)[0])
    return t.end()


@pytest.mark.rule("diadem-11.1-1")
def test_after_the_set_up_every_piece_is_where_the_lists_say():
    t = placed(germans_placed())
    assert (t.s.turn, t.phase) == (1, "allied-movement")
    listed = {unit: entry.hex for entry in t.s.scenario.setup for unit in entry.units}
    later = {unit for entry in t.s.scenario.reinforcements for unit in entry.units}
    assert len(listed) == 97 - 14 - 18 == 65
    assert listed.items() <= {piece: t.place(piece) for piece in t.s.position.pieces}.items()
    assert {piece for piece in t.s.position.pieces if t.place(piece) == "off"} == later
    assert max(len(t.at(place)) for place in t.s.board.grid) == 4


@pytest.mark.rule("diadem-11.1-2")
def test_the_axis_places_first_then_the_allies_then_turn_1_begins():
    t = table("diadem")
    assert (t.decision.side, set(t.decision.pieces)) == ("axis", set(GERMAN_GUNS))
    assert t.refuses(action("place", "us-art-ii", "1114"))
    assert t.refuses(action("end-phase"))
    t.do(*(action("place", *where) for where in GERMAN_GUNS.items())).end()
    assert (t.decision.side, set(t.decision.pieces)) == ("allied", set(ALLIED_FREE))
    assert t.phase == "setup"
    assert t.refuses(action("take-up", "de-art-li"))
    assert len(t.decision.obligations) == len(ALLIED_FREE)
    assert t.refuses(action("end-phase"))
    assert (placed(t).phase, t.s.turn) == ("allied-movement", 1)


def test_a_piece_can_be_taken_up_and_placed_anew():
    t = table("diadem").do(action("place", "de-art-li", "0806"))
    assert t.refuses(action("place", "de-art-li", "0705")) == "diadem-11.1-1"
    t.do(action("take-up", "de-art-li"))
    assert (t.place("de-art-li"), len(t.decision.obligations)) == ("off", 3)
    assert t.do(action("place", "de-art-li", "0705")).place("de-art-li") == "0705"
    assert t.refuses(action("take-up", "de-85-rm"))  # his place is in the lists


@pytest.mark.rule("diadem-11.1.1-24")
def test_independent_french_pieces_start_with_the_french_divisions():
    t = germans_placed()
    french = {"1411", "1412", "1313", "1214"}
    assert offered(t, "fr-1-gtm") == french
    assert t.refuses(action("place", "fr-1-gtm", "1014")) == "diadem-11.1.1-24"
    assert t.refuses(action("place", "fr-1-gtm", "1413")) == "diadem-11.1.1-24"
    t.do(action("place", "fr-1-gtm", "1411"))
    assert offered(t, "fr-3-gtm") == french - {"1411"}  # each holds three already
    t.do(action("place", "fr-3-gtm", "1313"), action("place", "fr-4-gtm", "1214"))


ACCEPTED = [
    ("diadem-11.1.1-25", "us-art-5-ex", ["1414"]),
    ("diadem-11.1.1-25", "uk-art-8-ex", ["1405"]),
    ("diadem-11.1.1-26", "uk-art-xiii", ["1407"]),
    ("diadem-11.1.1-26", "us-art-ii", ["1114"]),
    ("diadem-11.1.1-27", "ca-art-i", ["1405", "1205"]),
    ("diadem-11.1.2-17", "de-art-10-ex", ["0608", "0101"]),
    ("diadem-11.1.2-18", "de-art-xiv", ["1011"]),
]
REFUSED = [
    ("diadem-11.1.1-25", "us-art-5-ex", ["1405", "1011", "0911", "0613"]),
    ("diadem-11.1.1-25", "uk-art-8-ex", ["1414", "1206", "1403"]),
    ("diadem-11.1.1-26", "uk-art-xiii", ["1403", "1305"]),
    ("diadem-11.1.1-26", "us-art-ii", ["1011", "0911", "1414"]),
    ("diadem-11.1.2-17", "de-art-10-ex", ["1206", "0416", "1502"]),
    ("diadem-11.1.2-18", "de-art-xiv", ["1202", "0608"]),
    ("diadem-11.1.2-18", "de-art-li", ["1011", "0608"]),
]


def cases(table_of_cases):
    return [
        pytest.param(clause, piece, places, marks=pytest.mark.rule(clause), id=piece)
        for clause, piece, places in table_of_cases
    ]


def asked(piece):
    return table("diadem") if piece.startswith("de") else germans_placed()


@pytest.mark.parametrize(("clause", "piece", "places"), cases(ACCEPTED))
def test_behind_the_own_lines(clause, piece, places):
    for place in places:
        t = asked(piece)
        assert place in offered(t, piece)
        assert t.do(action("place", piece, place)).place(piece) == place


@pytest.mark.parametrize(("clause", "piece", "places"), cases(REFUSED))
def test_not_behind_the_own_lines(clause, piece, places):
    t = asked(piece)
    for place in places:
        assert t.refuses(action("place", piece, place)) == clause
        assert place not in offered(t, piece)


def behind(t, place, references, side, *, steps):
    """Whether a hex is behind one of these, word by word as the ruling on 11.1.1-25 has it."""
    grid, enemy = t.s.board.grid, t.s.enemy(side)
    enemies = {t.place(p) for p in t.s.position.pieces if t.s.side(p) == enemy and t.s.on_map(p)}
    zones = {near for hex in enemies for near in grid.neighbours(hex)}
    free = set(grid) - set(t.s.board.hexes_of("sea")) - enemies - zones

    def danger(hex):
        return min(grid.distance(hex, each) for each in enemies)

    def reached(start):
        found = {start}
        for _ in range(steps):
            found |= {near for hex in found for near in grid.neighbours(hex) if near in free}
        return found

    def backward(reference):
        ahead = int(place[:2]) - int(reference[:2])
        return ahead >= 0 if side == "allied" else ahead <= 0

    return place in free and any(
        backward(ref) and danger(place) > danger(ref) and place in reached(ref)
        for ref in references
    )


DIVISIONS = {
    "us-art-5-ex": ["1411", "1412", "1313", "1214", "1014", "0914", "1415"],
    "uk-art-8-ex": ["1304", "1104", "1105", "1307", "1408", "1308", "1508", "1509"],
    "us-art-ii": ["1014", "0914"],
    "fr-art-cef": ["1411", "1412", "1313", "1214"],
    "uk-art-xiii": ["1307", "1408", "1308"],
    "pl-art-ii": ["1104", "1105"],
    "uk-art-x": ["1304"],
    "de-art-xiv": ["1210", "1212", "1112", "1013", "0813", "0714"],
    "de-art-li": ["1402", "1203", "1003", "0904", "1006", "1106", "1007"],
    "de-art-10-ex": [
        "1402", "1203", "1003", "0904", "1006", "1106", "1007", "1008", "1108", "1210", "1212",
        "1112", "1013", "0813", "0714",
    ],
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.rule(
    "diadem-11.1.1-25",
    "diadem-11.1.1-26",
    "diadem-11.1.2-17",
    "diadem-11.1.2-18",
    "diadem-11.0-1",
    "diadem-11.0-2",
    "diadem-11.0-3",
)
@pytest.mark.parametrize("piece", sorted(DIVISIONS))
def test_exactly_the_hexes_behind_the_divisions_are_offered(piece):
    """Where Allied guns can stand, east of the Gari, the armies part along row 10."""
    t = asked(piece)
    side = "axis" if piece.startswith("de") else "allied"
    steps = 40 if piece == "de-art-10-ex" else 3  # that one need not be near
    wanted = {h for h in t.s.board.grid if behind(t, h, DIVISIONS[piece], side, steps=steps)}
    wanted = {h for h in wanted if len(t.at(h)) < 4}
    if piece == "us-art-5-ex":
        wanted = {h for h in wanted if int(h[2:]) >= 10}
    if piece == "uk-art-8-ex":
        wanted = {h for h in wanted if int(h[2:]) <= 10}
    assert wanted
    assert offered(t, piece) == wanted


@pytest.mark.rule("diadem-11.1.1-27")
def test_canadian_guns_may_stand_like_those_of_the_8th_army():
    t = germans_placed()
    poles, canadians = DIVISIONS["pl-art-ii"], ["1508", "1509"]
    for place in offered(t, "pl-art-ii"):
        assert place in offered(t, "ca-art-i")
    assert any(behind(t, h, poles, "allied", steps=3) for h in offered(t, "ca-art-i"))
    own = {h for h in t.s.board.grid if behind(t, h, canadians, "allied", steps=3)}
    assert offered(t, "ca-art-i") == offered(t, "uk-art-8-ex") | own
    assert t.refuses(action("place", "ca-art-i", "1414")) == "diadem-11.1.1-27"


@pytest.mark.rule("diadem-T-TERRAIN-8")
def test_nobody_is_placed_in_the_sea():
    t = table("diadem")
    for piece in GERMAN_GUNS:
        for sea in t.s.board.hexes_of("sea"):
            assert t.refuses(action("place", piece, sea))


@pytest.mark.rule("diadem-11.0-4")
def test_after_the_set_up_armies_and_the_liri_restrict_nothing():
    """A gun of the 5th Army supports Poles north of the Liri, and Poles go south of it."""
    pieces = {"us-art-5-ex": "1110", "pl-1-bgda": "1105", "de-3-rpqd": "1106"}
    t = table("diadem", "allied-combat", pieces).do(action("assault", "1106"))
    t.do(action("join", "pl-1-bgda"), action("join", "us-art-5-ex"))
    t = table("diadem", "allied-movement", {"pl-1-bgda": "0908", "us-349-ri": "0909"})
    t.go("pl-1-bgda", "0909").go("us-349-ri", "0908")
    assert t.at("0909") == {"pl-1-bgda"}
