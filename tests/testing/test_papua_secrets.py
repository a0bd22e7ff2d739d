"""What Papua gives a side that asks all it can: two tables that differ in what the other hides.

Each test is an attack: something is different that the side may not know, and all that it is given
is compared, byte for byte. Where a difference must show, a row says so.
"""

import re
from random import Random

import msgspec
import pytest

from papua_scenes import (
    DOBODURA,
    FOREST,
    JACKSON,
    LAE,
    MIDWAY,
    RABAUL,
    SUPPLIED,
    TOWNSVILLE,
    at,
    hurt,
    on_to,
    places,
    raid,
)
from tabuleiro.engine import events as ev
from tabuleiro.engine.told_log import ToldLog
from tabuleiro.engine.views import view
from tabuleiro.store.partida_of_a_side import told_files
from tabuleiro.testing import action, step
from tabuleiro.testing.chooser import choose
from tabuleiro.testing.mutants import mutants
from tabuleiro.testing.secrecy import Pair, SecrecyReport, Twin, new_match
from tabuleiro.testing.secrecy.twins import twin_of
from tabuleiro.testing.table import Table, catalogue

MITCHELLS = ("us-bs-13", "us-bs-90", "us-bs-71")
ZEROS = ("jp-4ku-1", "jp-4ku-2", "jp-4ku-3")
BETTYS = ("jp-4ku-4", "jp-4ku-5", "jp-4ku-6")
FIGHTERS = ("us-fs-7", "us-fs-8")
TROOPS = ("jp-144-1", "jp-144-2", "jp-144-3")
RING = ("1020", "1120", "1121", "1022", "0921", "0920")
OPEN, SEA, TARGET, ROADS = "1214", "1312", "0717", ("0405", "1215")
DURAND = "0517"
POINTS = {"au-air.allied": 5, "us-air.allied": 5, "jp-air.japanese": 5}
KINDS = ("sealed", "kind")
HIDING = ("covered", *KINDS)


def scene(hiding, phase, *pieces, dice=(), turn=MIDWAY, marks=None, **more):
    """A phase of a match in which much is hidden, with these pieces alone."""
    t = Table(new_match(catalogue(), "papua", hiding, "test"))
    t.dice(*dice)
    marks = {**SUPPLIED, **(marks or {})}
    return t.set(phase, places(t, *pieces), turn=turn, marks=marks, **more)


def rows(t, viewer):
    """The rows that a side was told after the scene was set."""
    told = ToldLog(t.game, viewer).line()
    return told[1 + max(n for n, row in enumerate(told) if row.kind in {"test", "start"}) :]


def events(t, viewer, kind):
    """The events of a kind that a side was told."""
    return [e for row in rows(t, viewer) for e in row.events if isinstance(e, kind)]


def given(t, viewer):
    """All that a side is given now, byte for byte."""
    game, asked = t.game, t.s.asked()
    found = {"rows": rows(t, viewer), "view": view(game, viewer), "belief": belief(t, viewer),
             **told_files(game, "", viewer)}  # fmt: skip
    if asked is not None and asked.side == viewer:
        actions = game.legal()
        found |= {"decision": game.decision(), "legal": actions}
        found |= {str(one): game.check(one) for one in mutants(game, actions, Random(1), count=40)}
    return {name: COMMITMENT.sub(b"", encode(value)) for name, value in found.items()}


def encode(value):
    return value if isinstance(value, bytes) else msgspec.json.encode(value, enc_hook=str)


COMMITMENT = re.compile(rb'"commitment":"[0-9a-f]{64}"')
"""What binds a row of a file to the true one: it looks like chance, and differs."""


def differences(one, other, viewer):
    """What differs in all that a side is given."""
    first, second = given(one, viewer), given(other, viewer)
    return [name for name in {**first, **second} if first.get(name) != second.get(name)]


def belief(t, viewer):
    """What a side believes, with the agenda."""
    return t.game.belief(viewer).s.position.to_data()


# ------------------------------------------------------------------------- who is back


def destroyed(*pieces):
    """Squadrons that were destroyed in Townsville."""
    state = {"place": "dead", "losses": 1, "marks": [f"fell-{TOWNSVILLE}"]}
    return dict.fromkeys(pieces, state)


@pytest.mark.parametrize("hiding", KINDS)
def test_a_row_says_which_squadron_is_back_as_the_view_does(hiding):
    told = []
    for piece in ("us-bs-13", "us-bs-90"):
        pieces = destroyed("us-bs-13", "us-bs-90"), at(TOWNSVILLE, "us-bs-71")
        t = scene(hiding, "allied-recovery", *pieces, tracks=POINTS)
        t.do(action("rebuild", piece, TOWNSVILLE))
        (moved,) = events(t, "japanese", ev.Moved)
        assert (moved.was, moved.piece[0]) == (piece, "~")
        seen = belief(t, "japanese")["pieces"]
        assert [p for p in ("us-bs-13", "us-bs-90") if seen[p]["place"] == "dead"] != [piece]
        told.append(rows(t, "japanese"))
    assert told[0] != told[1]


# ---------------------------------------------------------------------- losses in the air


def over_lae(hiding, *, dice, zeros=ZEROS, **more):
    """American bombers raid Lae and meet all that the Japanese have there."""
    fighters = ("us-fs-8", "us-fs-36", "us-fs-39")
    t = scene(hiding, "allied-movement", at(JACKSON, *MITCHELLS, *fighters), at(LAE, *zeros),
              dice=dice, **more)  # fmt: skip
    raid(t, action("bomb-field", LAE), *MITCHELLS, fighters=fighters).end()
    return t.do(*(action("intercept", p, LAE) for p in zeros), action("done-reacting"))


@pytest.mark.parametrize("hiding", HIDING)
def test_how_many_losses_the_enemy_has_dealt_out_is_not_seen(hiding):
    t = over_lae(hiding, dice=(1,))
    assert t.top == "air-losses"
    assert t.decision.side == "japanese"
    before, told = belief(t, "allied"), rows(t, "allied")
    assert t.decision.data["times"] == 2
    t.lose(ZEROS[0])
    assert t.top == "air-losses"
    assert belief(t, "allied") == before
    assert rows(t, "allied") == told


@pytest.mark.parametrize("hiding", HIDING)
def test_who_took_the_first_of_two_losses_is_not_seen(hiding):
    def bombed(first):
        t = scene(hiding, "allied-movement", at(JACKSON, *MITCHELLS), at(OPEN, *TROOPS),
                  dice=(1, 1))  # fmt: skip
        raid(t, action("bomb-troops", OPEN), *MITCHELLS).end()
        assert t.top == "two-losses"
        return t.lose(first)

    one, other = bombed(TROOPS[0]), bombed(TROOPS[1])
    assert one.top == other.top == "two-losses"
    assert differences(one, other, "allied") == []


@pytest.mark.parametrize("hiding", HIDING)
def test_that_the_losses_are_dealt_out_is_told_when_the_ground_attacks_begin(hiding):
    """Who still deals them out, and who chooses the next attack, is asked by another step."""
    t = scene(hiding, "japanese-movement", at(RABAUL, *BETTYS), at("1213", *TROOPS[:2]),
              at("1114", TROOPS[2]), at(OPEN, "au-49"), at("1115", "au-3"),
              at(JACKSON, *FIGHTERS), dice=(1, 1, 6))  # fmt: skip
    raid(t, action("interdict", TARGET), *BETTYS).end()
    t.attack(OPEN, TROOPS[0]).attack("1115", TROOPS[2])
    t.do(*(action("intercept", p, TARGET) for p in FIGHTERS), action("done-reacting"))
    assert (t.top, t.decision.side) == ("take-loss", "japanese")
    told = len(rows(t, "allied"))
    t.do(t.legal()[0])
    assert (t.top, t.decision.side) == ("battles", "japanese")
    assert len(rows(t, "allied")) > told


@pytest.mark.parametrize("hiding", HIDING)
def test_who_must_choose_a_loss_has_begun_nothing_in_secret(hiding):
    """The phase was ended, and all are told so, whatever comes of it."""
    t = scene(hiding, "japanese-movement", at(RABAUL, *BETTYS), at(JACKSON, "us-bs-13"),
              dice=(1, 6))  # fmt: skip
    raid(t, action("interdict", TARGET), *BETTYS).end()
    assert (t.top, t.decision.side) == ("take-loss", "japanese")
    assert {"type": "end-phase"} in [row.action for row in rows(t, "allied")]


# ------------------------------------------------------------------- what bombs tell


@pytest.mark.parametrize("hiding", HIDING)
def test_a_ship_that_is_bombed_is_laid_open_for_its_defence_counts(hiding):
    told = []
    for ship in (at(SEA, "jp-naval"), hurt(SEA, "jp-naval")):
        t = scene(hiding, "allied-movement", at(JACKSON, *MITCHELLS), ship, dice=(3, 4))
        raid(t, action("bomb-ship", SEA), *MITCHELLS)
        told.append(rows(t, "allied"))
        t.end()
        (shown,) = (e for e in events(t, "allied", ev.Shown) if e.piece == "jp-naval")
        assert shown.losses == t.losses("jp-naval")
        assert next(r for r in rows(t, "allied") if shown in r.events).reveals
    assert told[0] == told[1]


def test_troops_that_nobody_saw_are_seen_when_bombs_fall_on_them():
    t = scene("nothing", "allied-movement", at(JACKSON, *MITCHELLS), at(OPEN, *TROOPS[:1]),
              dice=(3, 4))  # fmt: skip
    t.game.test([ev.Met("allied", {TROOPS[0]: OPEN})], {"type": "met"})
    raid(t, action("bomb-troops", OPEN), *MITCHELLS)
    t.game.test([ev.Moved(TROOPS[1], OPEN)], {"type": "came"})
    t.end()
    assert TROOPS[1] in {shown.piece for shown in events(t, "allied", ev.Shown)}


def test_how_troops_lie_that_bombs_fall_on_is_not_told():
    told = []
    for lie in (TROOPS, TROOPS[::-1]):
        t = scene("nothing", "allied-movement", at(JACKSON, *MITCHELLS), at(OPEN, *TROOPS),
                  dice=(3, 4))  # fmt: skip
        t.game.test([ev.Met("allied", dict.fromkeys(TROOPS, OPEN))], {"type": "met"})
        raid(t, action("bomb-troops", OPEN), *MITCHELLS)
        t.game.test([ev.Reordered(OPEN, lie)], {"type": "reordered"})
        told.append(events(t.end(), "allied", ev.Said))
    assert any("reckoning" in said.data for said in told[0])
    assert told[0] == told[1]


# -------------------------------------------------------------- who is sent, and in what order


def answered(hiding, order):
    """An American raid on two hexes, answered by fighters of two fields: who is where is hidden."""
    fighters = [at(base, piece) for base, piece in zip((LAE, DOBODURA), order, strict=True)]
    t = scene(hiding, "allied-movement", at(JACKSON, *MITCHELLS), *fighters,
              marks={"1313": ["supply-base-japanese"]},
              control=dict.fromkeys((DOBODURA, "1313"), "japanese"))  # fmt: skip
    for n, place in enumerate(ROADS):
        raid(t, action("interdict", place), MITCHELLS[n])
    t.end()
    return t.do(*(action("intercept", *pair) for pair in zip(order, ROADS, strict=True)))


@pytest.mark.parametrize("hiding", KINDS)
def test_who_intercepts_is_told_in_an_order_that_tells_nothing(hiding):
    one, other = (answered(hiding, order) for order in (ZEROS[:2], ZEROS[1::-1]))
    assert differences(one, other, "allied") == []
    said = []
    for t in (one, other):
        t.do(action("done-reacting"))
        told = [e for e in events(t, "allied", ev.Said) if "flights" in e.data]
        said.append([e for e in told if "intercept" in e.message.text])
    assert len(said[0]) == 2
    assert said[0] == said[1]


@pytest.mark.parametrize("hiding", KINDS)
def test_flights_to_one_place_are_told_in_an_order_that_tells_nothing(hiding):
    said = []
    for order in (FIGHTERS, FIGHTERS[::-1]):
        pieces = [at(b, p) for b, p in zip((JACKSON, DURAND), order, strict=True)]
        t = scene(hiding, "japanese-movement", at(RABAUL, *BETTYS), *pieces)
        raid(t, action("interdict", TARGET), BETTYS[0]).end()
        t.do(*(action("intercept", piece, TARGET) for piece in order), action("done-reacting"))
        told = [e for e in events(t, "japanese", ev.Said) if "flights" in e.data]
        said.append([e for e in told if "intercept" in e.message.text])
    assert said[0] == said[1]


@pytest.mark.parametrize("hiding", ["covered", "sealed"])
def test_who_was_assigned_first_to_a_raid_is_not_told(hiding):
    def sent(order):
        t = scene(hiding, "allied-movement", at(JACKSON, *MITCHELLS), at(LAE, *ZEROS))
        return raid(t, action("bomb-field", LAE), *order)

    assert differences(sent(MITCHELLS), sent(MITCHELLS[::-1]), "japanese") == []


# --------------------------------------------------------------------------- transports

DAKOTAS = ("us-ts-6", "us-ts-21")
CUT_OFF = ("au-39", "au-49")
ROUGH, ROUGH2 = "0407", "0412"
"""Trackless mountains, which no supply line reaches."""


def supplied(hiding, order, hex=None):
    """Two transports from two fields bring supplies to two battalions: which is which is hidden."""
    fields = [at(base, piece) for base, piece in zip((DURAND, JACKSON), order, strict=True)]
    t = scene(hiding, "allied-movement", *fields, at(ROUGH, CUT_OFF[0]), at(ROUGH2, CUT_OFF[1]))
    for piece, transport, place in zip(CUT_OFF, order, (ROUGH2, ROUGH)[::-1], strict=True):
        t.do(action("fly-supplies", piece, transport, hex or place))
    return t


@pytest.mark.parametrize("hiding", KINDS)
def test_transports_arrive_in_an_order_that_tells_nothing(hiding):
    one, other = (supplied(hiding, order).end() for order in (DAKOTAS, DAKOTAS[::-1]))
    said = [[e for e in events(t, "japanese", ev.Said) if "brings supplies" in e.message.text]
            for t in (one, other)]  # fmt: skip
    assert len(said[0]) == 2
    assert said[0] == said[1]


def test_who_is_back_from_a_flight_is_no_word_on_the_agenda():
    """A battalion lands, drives squadrons out of the airfield, and somebody is asked meanwhile."""
    t = supplied("sealed", DAKOTAS)
    begun = step("strikes", side="allied", done=("supply:us-ts-6", "field:0403"))
    assert begun.told(t.s, "japanese").done == ()
    assert begun.told(t.s, "allied") is begun


@pytest.mark.parametrize("hiding", KINDS)
def test_what_was_brought_does_not_tell_which_of_two_transports_flew(hiding):
    """Both are home again; a turn later one of them moves to another airfield."""
    both = []
    for flies in DAKOTAS:
        t = scene(hiding, "allied-movement", at(JACKSON, *DAKOTAS), at(ROUGH, CUT_OFF[0]),
                  at(LAE, *ZEROS), dice=(6,) * 4)  # fmt: skip
        t.do(action("fly-supplies", CUT_OFF[0], flies, ROUGH)).end()
        both.append(on_to(on_to(t, "japanese-movement"), "allied-movement"))
        assert t.s.rules.supply_line(s=t.s, piece=CUT_OFF[0]).source == flies
    assert differences(*both, "japanese") == []
    for t in both:
        t.do(action("transfer", DAKOTAS[0], DURAND))
    assert differences(*both, "japanese") == []


# ------------------------------------------------------------------- what nobody sees at all


def test_nobody_comes_upon_enemies_because_these_announce_attacks():
    """The other side may have something to answer to: it waits for its turn, and sees nothing."""
    t = scene("nothing", "allied-movement", at("1215", "au-39", "au-49"), at(OPEN, *TROOPS),
              at(LAE, *ZEROS), at(JACKSON, "us-bs-13", *FIGHTERS))  # fmt: skip
    t.game.test([ev.Met("japanese", {"us-bs-13": JACKSON}),
                 ev.Met("allied", {TROOPS[0]: OPEN})], {"type": "met"})  # fmt: skip
    raid(t, action("bomb-field", LAE), "us-bs-13") if t.legal("bomb-field", hex=LAE) else None
    t.end()
    assert t.top == "announce"
    assert t.decision.side == "allied"
    assert events(t, "japanese", ev.Met) == []
    assert not any(e for e in events(t, "japanese", ev.Shown) if e.piece.startswith("au"))


def test_where_an_unseen_transport_flies_is_not_told():
    one, other = (supplied("nothing", DAKOTAS) for _ in range(2))
    one.do(action("call-back", DAKOTAS[0]))
    assert differences(one, other, "japanese") == []
    assert rows(one, "japanese") == []


@pytest.mark.parametrize("there", [True, False])
def test_whether_a_ship_is_there_is_not_told_by_asking_to_bomb_it(there):
    ship = at(SEA, "jp-naval") if there else at("2504", "jp-naval")
    t = scene("nothing", "allied-movement", at(JACKSON, *MITCHELLS), ship)
    assert t.legal("bomb-ship") == []
    verdict = t.check(action("bomb-ship", SEA))
    assert [o.message.text for o in verdict.objections] == [
        "There is no target for this in {hex}: {errand}."
    ]


def test_the_price_of_a_march_past_the_unseen_is_that_of_a_free_road():
    """Breaking contact costs a point: with whom nobody sees."""
    both = []
    for place in (OPEN, "0902"):
        t = scene("nothing", "allied-movement", at("1215", "au-39"), at(place, *TROOPS))
        both.append(t)
    assert differences(*both, "allied") == []


def test_the_dice_of_disease_do_not_tell_whether_somebody_else_is_ill():
    """One of those at risk was met and is seen; another one is not seen at all."""
    both = []
    for place in (ROUGH, JACKSON):
        t = scene("nothing", "japanese-recovery", at(ROUGH2, "au-39"), at(place, "au-49"),
                  hurt(LAE, "jp-144-1"), dice=(6, 6),
                  tracks={"jp-infantry.japanese": 5})  # fmt: skip
        t.game.test([ev.Met("japanese", {"au-39": ROUGH2})], {"type": "met"})
        both.append(t)
    for t in both:
        while t.phase not in {"allied-reinforcement", "allied-movement"}:
            t.do(next(a for a in t.legal() if a.kind == "end-phase" or a.kind.startswith("done")))
    assert differences(*both, "japanese") == []


@pytest.mark.parametrize(("hiding", "shows"), [("nothing", True), ("kind", False)])
def test_an_airfield_that_works_again_shows_that_somebody_has_come(hiding, shows):
    """Dobodura waits for troops."""
    t = scene(hiding, "japanese-movement", at(DOBODURA, *TROOPS), at(JACKSON, *FIGHTERS),
              marks={DOBODURA: ["airfield-damaged", "abandoned"]},
              control={DOBODURA: "japanese"}).end()  # fmt: skip
    (row,) = (row for row in rows(t, "allied") if "works again" in str(row.events))
    assert row.reveals == shows


@pytest.mark.parametrize("cut", [True, False])
def test_who_is_found_to_be_cut_off_sees_by_whom(cut):
    """The die of disease tells whether there is supply, and so of enemies who are not seen."""
    army = (*TROOPS, "jp-41-1", "jp-41-2", "jp-41-3")
    around = dict(zip(army, RING, strict=True)) if cut else at(LAE, *army)
    t = scene("nothing", "japanese-movement", at(FOREST, "au-39"), around, dice=(6,) * 7)
    on_to(t, "allied-movement")
    told = [e for row in rows(t, "allied") for e in row.events]
    met = [n for n, e in enumerate(told) if isinstance(e, ev.Met) and e.side == "allied"]
    (ill,) = (n for n, e in enumerate(told) if isinstance(e, ev.Said) and "disease" in e.data)
    assert told[ill].data["disease"][0]["supplied"] is not cut
    assert bool(met) == cut
    assert all(n < ill for n in met)


# ------------------------------------------------------------------------ reinforcements


@pytest.mark.parametrize("hiding", KINDS)
def test_which_of_two_battalions_has_come_and_which_waits_is_not_seen(hiding):
    both = [
        scene(hiding, "allied-movement", at(OPEN, pair[0]), {pair[1]: "off"}, at(LAE, *ZEROS))
        for pair in (("au-39", "au-49"), ("au-49", "au-39"))
    ]
    assert differences(*both, "japanese") == []


# ------------------------------------------------------------------------------ engineers

ENGINEERS, RIFLES = "us-eng-43-1", "us-126-1"


def work(done):
    """A fortification that is being built, with its marker."""
    here = [{"what": "fortification", "side": "allied", "done": done}]
    return {"facts": {"works": {OPEN: here}}, "marks": {OPEN: ["works"]}}


@pytest.mark.parametrize("hiding", KINDS)
def test_work_that_stops_is_a_revelation(hiding):
    """Those who stand there are no engineers, or have losses: who was not told that learns it."""
    t = scene(hiding, "allied-movement", at(OPEN, RIFLES), at(LAE, *ZEROS), **work(0)).end()
    (row,) = (row for row in rows(t, "japanese") if "stops" in str(row.events))
    assert row.reveals
    kinds = [type(e) for e in row.events if getattr(e, "key", "works") == "works"]
    assert kinds.index(ev.PlaceMarked) < kinds.index(ev.FactSet), "nothing is told before it shows"


@pytest.mark.parametrize("hiding", KINDS)
def test_so_is_a_road_that_is_cleared(hiding):
    t = scene(hiding, "japanese-movement", at(OPEN, ENGINEERS), at(LAE, *ZEROS),
              marks={OPEN: ["interdicted-lasting"]}, facts={"engineers": {ENGINEERS: OPEN}},
              dice=(6,))  # fmt: skip
    on_to(t, "allied-movement")
    (row,) = (row for row in rows(t, "japanese") if "clears" in str(row.events))
    assert row.reveals


# ---------------------------------------------------------------------- rows and their ends


def test_what_is_kept_in_mind_does_not_tell_whether_the_enemy_was_asked():
    """After the battle the Allies restore somebody, or nobody has losses: there the row ends."""
    told = []
    for far in (hurt(JACKSON, "au-39"), at(JACKSON, "au-39")):
        t = scene("covered", "japanese-combat", at("1213", *TROOPS), at(OPEN, "au-49", "au-3"), far,
                  dice=(3, 4), tracks={"au-infantry.allied": 5})  # fmt: skip
        t.attack(OPEN, *TROOPS)
        while t.phase == "japanese-combat":
            t.do(next((a for a in t.legal() if a.kind.startswith(("done", "end", "confirm"))),
                      t.legal()[0]))  # fmt: skip
        told.append(rows(t, "japanese"))
    assert any(isinstance(e, ev.Remembered) for row in told[0] for e in row.events)
    assert told[1][: len(told[0])] == told[0]


# --------------------------------------------------------------------------------- the kit


def test_a_twin_of_the_kit_has_no_past_of_its_own():
    """With other losses nobody may be asked any more; what happens then is no part of a twin."""
    game = over_lae("covered", dice=(1,)).game
    for start in range(30):
        twin = twin_of(game, "allied", "several", Random(start))
        assert twin is None or twin.position.agenda == game.position.agenda


@pytest.mark.slow
def test_what_the_enemy_can_do_in_one_twin_alone_may_be_announced():
    t = scene("covered", "japanese-movement", at("1213", TROOPS[0]), at(OPEN, "au-49"))
    state = t.game.position.pieces[TROOPS[0]]
    hindered = {**t.game.position.pieces, TROOPS[0]: ev.replace(state, marks=("restored",))}
    report = SecrecyReport("papua", "covered")
    for start in range(40):
        twin = Twin(ev.replace(t.game.position, pieces=hindered))
        Pair(t.game, "allied", twin, report, "by hand").run(Random(start))
    assert report.pairs
    assert report.differences == []


@pytest.mark.slow
def test_the_kit_takes_a_flight_to_an_unseen_piece_for_another_deed_if_that_is_elsewhere():
    """The transport was met, and everybody sees where it flies to."""
    t = scene("nothing", "allied-movement", at(JACKSON, DAKOTAS[0]), at(ROUGH, CUT_OFF[0]))
    t.game.test([ev.Met("japanese", {DAKOTAS[0]: JACKSON})], {"type": "met"})
    elsewhere = ev.Moved(CUT_OFF[0], ROUGH2).apply(t.game.position)
    report = SecrecyReport("papua", "nothing")
    for start in range(40):
        Pair(t.game, "japanese", Twin(elsewhere), report, "places").run(Random(start), steps=4)
    assert report.parted
    assert report.differences == []


@pytest.mark.slow
def test_in_an_open_match_plans_lie_open_too():
    """Nothing is sealed there but what is just being drafted."""
    match = new_match(catalogue(), "papua", "open", "1", {})
    rng, seen = Random(3), set()
    for _row in range(700):
        match.act(choose(match, rng), thrown=match.module.sides)
        for side in match.module.sides:
            seen_by_it = match.belief(side).s.position
            for part in ("pieces", "stacks", "facts", "tracks", "marks"):
                assert getattr(seen_by_it, part) == getattr(match.position, part)
        seen |= match.position.facts.keys()
    assert {"sorties", "engineers", "attacks"} <= seen
