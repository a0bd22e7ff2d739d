"""Sections 4.2 and 12.1: who comes when and where; beaches, ports, lost ports, the first wave."""

import pytest

from leyte_scenes import asked, at, moving, said, scene, spent
from tabuleiro.rules.arrivals.setup import Place
from tabuleiro.rules.ground.movement_phase import EndPhase
from tabuleiro.rules.ground.special_moves import ASSAULT
from tabuleiro.testing import action, table

A, B, C = "us-21-ri-1", "us-34-ri-1", "us-32-ri-1"
J, K = "jp-20-ri-1", "jp-33-ri-1"
PORTS = {
    "ormoc": "1217",
    "carigara": "1409",
    "palompon": "0415",
    "albuera": "1520",
    "tinago": "0204",
}
BEACHES = {
    "white": {"2611", "2612"}, "red": {"2612", "2513"}, "orange": {"2617"}, "blue": {"2618"},
    "yellow": {"2620", "2521"},
}  # fmt: skip
ALL = set().union(*BEACHES.values())


def firsts(t, piece):
    """The hexes in which a piece may come ashore."""
    return {place for place in t.s.board.grid if t.allows(t.move(piece, place))}


def lost(*names):
    """Ports in American hands."""
    return {PORTS[name]: "american" for name in names}


# ------------------------------------------------------------------- how they come (4.2)


@pytest.mark.rule("leyte-4.2-1", "leyte-12.1.2-1")
def test_reinforcements_land_for_nothing():
    piece = "jp-5-ri-1"
    t = moving("japanese", turn=10, waiting=[piece]).go(piece, "1217")
    assert spent(t, piece) == 0
    assert t.go(piece, "1216", "1215").place(piece) == "1215"
    assert spent(t, piece) == 3
    t = moving("japanese", turn=10, waiting=[piece])
    assert firsts(t, piece) == {"1217"}
    assert t.refuses(action("end-phase")) == "leyte-4.2-3"


@pytest.mark.rule("leyte-4.2-2")
def test_a_landing_in_a_zone_engages():
    piece = "jp-5-ri-1"
    t = moving("japanese", at("1216", A), turn=10, waiting=[piece])
    assert t.allows(action("end-phase"))  # nobody must land in a zone
    t.go(piece, "1217")
    assert t.reach(piece) == set()
    t.end()
    assert asked(t) == ("japanese", {piece})
    assert t.refuses(action("end-phase")) == "leyte-4.1.2-17"


TURN_4 = [
    *[f"jp-{n}-ri-{i}" for n in (1, 49, 57) for i in (1, 2, 3)],
    "jp-12-ri-1", "jp-77-bg-2", "jp-78-bg-2", "jp-102-bart", "jp-102-reng",
]  # fmt: skip


@pytest.mark.rule("leyte-4.2-3")
def test_fourteen_units_enter_one_after_another():
    navy = at("1217", "jp-bin-ormoc-1", "jp-bin-ormoc-2")
    t = moving("japanese", navy, turn=4, waiting=TURN_4)
    for number, piece in enumerate(TURN_4[:12]):
        t.go(piece, "1217", ["1216", "1317", "1316"][number % 3])
    for piece in TURN_4[12:]:
        t.go(piece, "1217")
    assert len(t.at("1217")) == 4
    assert t.allows(action("end-phase"))
    t = moving("japanese", navy, at("1316", A), turn=4, waiting=TURN_4)
    t.go(TURN_4[0], "1217").go(TURN_4[1], "1217")
    assert all(not t.allows(t.move(piece, "1217")) for piece in TURN_4[2:])
    assert {t.place(piece) for piece in TURN_4[2:]} == {"off"}
    t = moving("japanese", navy, turn=5, waiting=TURN_4[2:])
    assert t.allows(t.move(TURN_4[2], "1217"))


# -------------------------------------------------------------------- Japanese ports

JAPANESE = [
    (1, "jp-41-ri-1", "albuera"), (1, "jp-55-bg-1", "albuera"), (1, "jp-57-bg-1", "carigara"),
    (2, "jp-77-bg-1", "carigara"), (3, "jp-41-ri-3", "albuera"), (4, "jp-102-reng", "ormoc"),
    (5, "jp-bt", "ormoc"), (9, "jp-26-rc", "ormoc"), (10, "jp-fed-ito", "ormoc"),
    (11, "jp-77-ri-1", "palompon"), (11, "jp-68-bg-1", "tinago"),
]  # fmt: skip


@pytest.mark.rule("leyte-12.1.2-1")
@pytest.mark.parametrize(("turn", "piece", "port"), JAPANESE)
def test_each_lands_in_its_port_on_its_turn(turn, piece, port):
    t = moving("japanese", turn=turn, waiting=[piece])
    assert firsts(t, piece) == {PORTS[port]}
    if turn > 1:
        early = moving("japanese", turn=turn - 1, waiting=[piece])
        assert firsts(early, piece) == set()
        assert early.allows(action("end-phase"))


@pytest.mark.rule("leyte-12.1.2-2")
@pytest.mark.parametrize(
    ("taken", "goal"),
    [
        (["ormoc"], {"1520"}),  # 4 hexes; Palompon is 8, Carigara 8
        (["ormoc", "albuera"], {"1409", "0415"}),  # equally near
        (["ormoc", "albuera", "carigara"], {"0415"}),
        (["ormoc", "albuera", "carigara", "palompon"], {"0204"}),
    ],
)
def test_the_nearest_port_left(taken, goal):
    t = moving("japanese", turn=5, waiting=["jp-bt"], control=lost(*taken))
    distance = t.s.board.grid.distance
    near = min(distance("1217", p) for n, p in PORTS.items() if n not in taken)
    assert {distance("1217", place) for place in firsts(t, "jp-bt")} == {near}
    assert firsts(t, "jp-bt") <= {p for n, p in PORTS.items() if n not in taken}
    if len(taken) != 2:
        assert firsts(t, "jp-bt") == goal


@pytest.mark.rule("leyte-12.1.2-3")
def test_without_ports_nobody_comes_any_more():
    due, later, waiting = "jp-5-ri-1", "jp-68-bg-1", "jp-bt"
    where = at("0304", J), at("2211", A)
    t = scene("american-combat", *where, turn=10, waiting=[due, later, waiting],
              control=lost(*PORTS))  # fmt: skip
    t.end()
    assert t.place(due) == "gone"
    assert (t.place(later), t.place(waiting)) == ("off", "off")  # the tank was due on turn 5
    t.go(J, "0204").go(waiting, "0204").end().end().end().end()
    assert (t.s.turn, t.phase) == (11, "japanese-movement")
    assert firsts(t, due) == set()
    assert t.place(later) == "off"
    assert t.go(later, "0204").place(later) == "0204"
    assert t.points()["american"] == 70  # four of the ports at ten to thirty, nobody destroyed


@pytest.mark.rule("leyte-12.1.2-2")
def test_guerrillas_in_a_port_send_ships_to_the_next_one():
    """They do not take the port, but nobody can enter their hex."""
    tank = "jp-bt"
    t = scene("american-combat", at("1217", "ph-92-1"), at("2211", A), at("0304", J), turn=5,
              waiting=[tank]).end()  # fmt: skip
    assert t.s.position.control["1217"] == "japanese"
    assert firsts(t, tank) == {"1520"}
    assert t.refuses(EndPhase()) == "leyte-4.2-3"
    (told,) = [sentence for sentence in said(t) if "Enemies" in sentence]
    assert told == "Enemies stand in 1217 Ormoc: who is due there lands in 1520 Albuera."


@pytest.mark.rule("leyte-12.1.2-2", "leyte-12.1.2-3", "leyte-12.2-2")
def test_where_guerrillas_bar_the_last_port_ships_wait():
    tank = "jp-bt"
    t = scene("american-combat", at("0204", "ph-92-1"), at("2211", A), at("0304", J), turn=5,
              waiting=[tank], control=lost("ormoc", "carigara", "palompon", "albuera"))  # fmt: skip
    t.end()
    assert t.place(tank) == "off"
    assert firsts(t, tank) == set()
    assert any("no other port is open" in sentence for sentence in said(t))
    t.end().end().go("ph-92-1", "0205").end().end()
    assert (t.s.turn, t.phase) == (6, "japanese-movement")
    assert t.go(tank, "0204").place(tank) == "0204"


@pytest.mark.rule("leyte-12.1.2-2")
def test_nothing_is_told_of_a_port_where_nobody_is_due():
    t = scene("american-combat", at("0204", "ph-92-1"), at("2211", A), at("0304", J), turn=5,
              waiting=["jp-bt"]).end()  # fmt: skip
    assert firsts(t, "jp-bt") == {"1217"}
    assert not any("Enemies stand" in sentence for sentence in said(t))


# ------------------------------------------------------------------- American beaches


@pytest.mark.rule("leyte-12.1.4-1", "leyte-12.1.4-16")
@pytest.mark.parametrize(
    ("turn", "piece", "beaches"),
    [
        (2, "us-8-rc-1", ["white", "red"]), (2, "us-13-bart", ["white", "red"]),
        (2, "us-381-ri-1", ["orange", "blue"]), (2, "us-17-ri-2", ["yellow"]),
        (2, "us-44-bt", BEACHES), (3, "us-465-bart", BEACHES), (4, A, BEACHES),
        (6, "us-112-rc-1", BEACHES), (7, "us-511-rpqd-1", BEACHES), (8, "us-706-bt", BEACHES),
        (9, "us-howitzer-105", BEACHES), (10, "us-149-ri-1", BEACHES), (11, "us-gun-3", BEACHES),
    ],
)  # fmt: skip
def test_the_beaches_of_each(turn, piece, beaches):
    wanted = set().union(*(BEACHES[name] for name in beaches))
    t = moving("american", turn=turn, waiting=[piece])
    assert firsts(t, piece) == wanted
    assert t.refuses(action("end-phase")) == "leyte-4.2-3"
    assert firsts(moving("american", turn=turn - 1, waiting=[piece]), piece) == set()
    later = moving("american", turn=min(turn + 3, 15), waiting=[piece])
    assert firsts(later, piece) == wanted


@pytest.mark.rule("leyte-12.1.4-1")
def test_who_finds_enemies_on_the_beach_waits():
    piece = "us-17-ri-2"
    t = moving("american", at("2620", J), at("2521", K), turn=2, waiting=[piece])
    assert firsts(t, piece) == set()
    t.end()
    t = moving("american", at("2620", J), turn=3, waiting=[piece])
    assert firsts(t, piece) == {"2521"}


@pytest.mark.rule("leyte-12.1.4-16", "leyte-4.2-1")
def test_beaches_know_no_types_no_limit_and_no_halving():
    t = moving("american", at("2612", B), turn=2, waiting=["us-44-bt", "us-763-bt", "us-767-bt",
                                                           "us-eng-1", "us-gun-1"])  # fmt: skip
    for piece in ("us-44-bt", "us-763-bt", "us-767-bt", "us-eng-1"):
        t.go(piece, "2620", "2520")
    t.go("us-gun-1", "2612", "2512")
    assert spent(t, "us-44-bt") < 12
    assert t.s.value("us-44-bt", "move") == 12
    assert t.allows(t.move("us-44-bt", "2519"))


WAVE = {
    "us-5-rc-1": "white", "us-19-ri-1": "red", "us-383-ri-1": "orange", "us-382-ri-1": "blue",
    "us-32-ri-1": "yellow", "us-17-ri-1": "yellow",
}  # fmt: skip


@pytest.mark.rule("leyte-12.1.3-2")
@pytest.mark.parametrize(("piece", "beach"), WAVE.items())
def test_the_first_wave_pays_for_its_beach(piece, beach):
    t = moving("american", turn=1, waiting=[piece])
    assert {action.hex for action in t.legal("place")} == BEACHES[beach]
    place = min(BEACHES[beach])
    t.do(Place(piece, place))
    assert spent(t, piece) == 1
    assert t.s.marked(piece, ASSAULT)
    assert t.s.position.control[place] == "american"
    assert t.reach(piece)
    free = moving("american", turn=1, waiting=[piece], options={"first-wave": "free"})
    assert spent(free.do(Place(piece, place)), piece) == 0


@pytest.mark.rule("leyte-12.1.3-2")
def test_the_first_wave_is_ashore_before_anybody_moves():
    t = moving("american", at("2230", "ph-92-1"), turn=1, waiting=WAVE)
    assert asked(t) == ("american", set(WAVE))
    assert len(t.decision.obligations) == len(WAVE)
    for deed in (EndPhase(), t.move("ph-92-1", "2229"), t.move("us-5-rc-1", "2611"),
                   Place("ph-92-1", "2611"), Place("us-5-rc-1", "2617")):  # fmt: skip
        assert t.refuses(deed) == "leyte-12.1.3-2"
    for piece, beach in WAVE.items():
        assert not t.allows(EndPhase())
        t.do(Place(piece, min(BEACHES[beach])))
    assert t.allows(t.move("ph-92-1", "2229"))
    assert t.allows(EndPhase())


@pytest.mark.rule("leyte-12.1.3-2")
def test_no_zone_keeps_the_first_wave_off_its_beach():
    """It is engaged then, as who begins a phase next to an enemy: it leaves, or attacks."""
    piece = "us-382-ri-1"
    t = moving("american", at("2517", J), at("2518", K), turn=1, waiting=[piece])
    assert t.refuses(EndPhase()) == "leyte-12.1.3-2"
    t.do(Place(piece, "2618"))
    assert spent(t, piece) == 1
    assert spent(t.go(piece, "2619"), piece) == 3
    t = moving("american", at("2517", J), at("2518", K), turn=1, waiting=[piece])
    t.do(Place(piece, "2618")).end()
    assert t.refuses(EndPhase()) == "leyte-4.1.2-17"


@pytest.mark.rule("leyte-12.1.3-2")
def test_of_the_first_wave_nobody_comes_later():
    piece = "us-5-rc-1"
    t = moving("american", turn=2, waiting=[piece])
    assert t.legal(piece=piece) == []
    assert t.refuses(t.move(piece, "2611")) == "leyte-4.2-1"
    assert t.allows(EndPhase())


@pytest.mark.rule("leyte-12.1.3-2")
def test_the_first_wave_leaves_room_for_all():
    """White and Red Beach share 2612, and their twelve units fill their three hexes."""
    white = [f"us-{n}-rc-{k}" for n in (5, 7, 12) for k in (1, 2)]
    red = [f"us-{n}-ri-{k}" for n in (19, 34) for k in (1, 2, 3)]
    t = moving("american", turn=1, waiting=[*white, *red])
    t.do(Place(white[0], "2612"), Place(white[1], "2612"))
    assert t.refuses(Place(white[2], "2612")) == "leyte-12.1.3-2"
    assert "no room" in t.why(Place(white[2], "2612"))
    assert {a.hex for a in t.legal("place", piece=white[2])} == {"2611"}
    for piece in red[:4]:
        t.do(Place(piece, "2513"))
    assert t.refuses(Place(red[4], "2513")) == "leyte-4.1.1-1"
    for piece, place in [*((p, "2611") for p in white[2:]), *((p, "2612") for p in red[4:])]:
        t.do(Place(piece, place))
    assert {len(t.at(place)) for place in ("2611", "2612", "2513")} == {4}


@pytest.mark.rule("leyte-12.1.3-2")
def test_a_beach_that_is_full_keeps_nobody_waiting_for_ever():
    crowd = ["us-305-ri-1", "us-305-ri-2", "us-305-ri-3", "us-306-ri-1"]
    t = moving("american", at("2617", *crowd), turn=1, waiting=["us-383-ri-1", "us-382-ri-1"])
    assert {a.piece for a in t.legal("place")} == {"us-382-ri-1"}
    t.do(Place("us-382-ri-1", "2618"))
    t.go(crowd[0], "2517")
    assert t.allows(t.move("us-383-ri-1", "2617"))


@pytest.mark.rule("leyte-12.1-1", "leyte-12.1.3-2")
def test_order_of_the_set_up():
    t = table("leyte")
    assert asked(t) == ("american", {"ph-92-1", "ph-92-2"})
    assert len([p for p, s in t.s.position.pieces.items() if s.place in t.s.board.grid]) == 23
    assert t.refuses(action("end-phase")) == "leyte-12.1-1"
    t.do(action("place", "ph-92-1", "2230"), action("place", "ph-92-2", "2230"))
    t.end()
    assert (t.phase, t.s.turn) == ("american-movement", 1)
    wave = set(t.decision.pieces)
    assert len(wave) == 25
    while t.legal("place"):
        t.do(t.legal("place")[0])
    assert wave == {p for places in BEACHES.values() for h in places for p in t.at(h)}
    assert t.legal("move")


@pytest.mark.rule("leyte-12.1.5-1")
@pytest.mark.parametrize(
    ("place", "fit"),
    [("2030", True), ("2230", True), ("2331", True), ("2228", False), ("2025", False),
     ("2022", False), ("1916", False), ("2525", False), ("2826", False)],
)  # fmt: skip
def test_guerrillas_start_in_the_mountains_of_the_south(place, fit):
    t = table("leyte")
    assert t.allows(action("place", "ph-92-1", place)) is fit


@pytest.mark.rule("leyte-3.0-5")
def test_order_within_a_turn():
    pieces = [
        at("2512", "us-19-ri-1", "us-19-ri-2"),
        {"us-34-ri-1": {"place": "2513", "losses": 1}},
    ]
    t = scene("japanese-combat", *pieces, at("0407", J), turn=7, waiting=["us-706-bt"])
    t.end()
    assert (t.s.turn, t.phase) == (8, "american-movement")
    assert t.s.position.tracks == {"air.american": 30, "air.japanese": 5}
    assert t.place("us-19-ri-1") == t.place("us-19-ri-2") == "gone"
    assert t.allows(t.move("us-706-bt", "2612"))
    assert t.losses("us-34-ri-1") == 0  # at the end of turn 7
