"""How the simple player plays Libertação das Filipinas: where a naive one would do otherwise."""

from collections import Counter
from contextlib import suppress

import pytest

from filipinas_play import GOOD, in_port, phase, play
from filipinas_war import at_sea, fleet, naval
from tabuleiro.bots import SimplePlayer, make_player, play_match
from tabuleiro.bots.match import Stuck
from tabuleiro.engine.catalogue import Catalogue
from tabuleiro.engine.data import plain
from tabuleiro.seats import Table
from tabuleiro_filipinas.advice.air_threat import air_threat
from tabuleiro_filipinas.advice.outlook import cover_of
from tabuleiro_filipinas.cargo import supply_points
from tabuleiro_filipinas.forces import forces
from tabuleiro_filipinas.islands import island_of
from tabuleiro_filipinas.sea_lanes import touching
from tabuleiro_filipinas.supply import line_parts

CONVOYS = ("us-comb-6", "us-comb-7")
DESTROYERS = ("us-ddd-11", "us-ddd-23", "us-ddd-25", "us-ddd-26", "us-ddd-47", "us-ddd-48")
TROOPS = ("us-17-ri", "us-32-ri", "us-184-ri", "us-19-ri")
LEYTE_GARRISON = {"jp-guarnicao-leyte": "4137"}
FLEET = in_port("jp", "jp-den-1", "jp-den-2", "jp-den-3", "jp-dcr-4", "jp-ddd-2")
TACLOBAN, BURAUEN, ORMOC = "4437", "4338", "4137"


def landing(**more):
    """The naval phase of the Americans, with troops in the box and a garrison on Leyte."""
    box = dict.fromkeys(TROOPS, "army-6")
    ships = in_port("us", *CONVOYS, *DESTROYERS, *more.pop("ships", ()))
    jp = more.pop("jp", LEYTE_GARRISON)
    return phase("us-naval-movement", ships, box, jp, scenario="a-day", **more)


def at_sea_now(t, side):
    """The ships of a side at sea by type, by where they are."""
    found = {}
    for force in forces(t.s, side):
        found.setdefault(t.place(force), Counter()).update(kinds_in(t, force))
    return found


def kinds_in(t, force):
    return Counter(t.s.counter(ship).type for ship in t.s.inside(force))


def with_convoys(t):
    return [ships for ships in at_sea_now(t, "us").values() if ships["convoys"]]


# ------------------------------------------------------------------------------ at sea


def test_convoys_sail_with_more_destroyers_than_they_are():
    t = landing()
    play(t, "us")
    assert with_convoys(t)
    assert all(ships["destroyers"] > ships["convoys"] for ships in with_convoys(t))


def test_it_lands_where_supply_comes_ashore_and_brings_it():
    t = landing()
    done = play(t, "us")
    landed = [deed for deed in done if deed.kind == "put-down"]
    assert len(landed) >= 2
    for force in forces(t.s, "us"):
        convoys = [p for p in t.s.inside(force) if t.s.counter(p).type == "convoys"]
        aboard = [p for ship in convoys for p in t.s.inside(ship)]
        terrain = t.s.module.terrain
        coasts = touching(t.s, t.place(force))
        beaches = ["supply-coast" in terrain[t.s.board.terrain_at(h)].tags for h in coasts]
        if aboard:
            assert any(beaches)
            assert sum(supply_points(t.s, ship) for ship in convoys) >= len(aboard)


def test_a_landing_is_not_made_without_more_than_the_garrison():
    strong = dict.fromkeys(("jp-9-ri", "jp-20-ri", "jp-33-ri"), TACLOBAN)
    more = dict.fromkeys(("jp-41-ri", "jp-74-ri", "jp-77-ri"), "4438")
    even_more = dict.fromkeys(("jp-1-ri", "jp-49-ri", "jp-57-ri"), "4439")
    t = landing(jp={**strong, **more, **even_more})
    done = play(t, "us")
    assert not [deed for deed in done if deed.kind == "put-down" and deed.hex[:2] == "44"]


def test_carriers_stay_out_of_reach_of_fields():
    """Their groups reach the landing; the aircraft that reach the landing do not reach them."""
    fields = dict.fromkeys(("jp-17-sentai", "jp-18-sentai", "jp-19-sentai"), "4338")
    guns = ("us-den-1", "us-den-2", "us-den-5", "us-den-6", "us-dcr-3")
    t = landing(ships=("us-tg-38-1", *guns), jp={**LEYTE_GARRISON, **fields})
    play(t, "us")
    threat = air_threat(t.s, "jp")
    carriers = [place for place, ships in at_sea_now(t, "us").items() if ships["carriers"]]
    goals = [place for place, ships in at_sea_now(t, "us").items() if ships["convoys"]]
    assert carriers
    assert goals
    assert min(threat.get(goal, 0) for goal in goals) > 0 == threat.get(carriers[0], 0)
    assert min(t.s.board.grid.distance(carriers[0], goal) for goal in goals) <= 30
    ships = at_sea_now(t, "us")[carriers[0]]  # nor do they sail without guns
    assert ships["battleships"] >= 4
    t = landing(ships=("us-tg-38-1",), jp={**LEYTE_GARRISON, **fields, **FLEET})
    play(t, "us")
    assert not any(ships["carriers"] for ships in at_sea_now(t, "us").values())


def test_no_convoy_sails_where_a_fleet_would_sink_it():
    """Without guns to guard them convoys sail only while no enemy fleet is left to come."""
    assert with_convoys(sailed_against({}))
    assert not with_convoys(sailed_against(FLEET))
    guns = ("us-den-1", "us-den-2", "us-den-5", "us-den-6", "us-dcr-3")
    assert with_convoys(sailed_against(FLEET, ships=guns))[0]["battleships"] == 4


def sailed_against(enemies, **more):
    t = landing(jp={**LEYTE_GARRISON, **enemies}, **more)
    play(t, "us")
    return t


def test_an_attack_reckons_with_the_aircraft_that_support_it():
    """Two regiments are too weak for a brigade in a village, but not with bombers in range."""
    us = dict.fromkeys(("us-126-ri", "us-127-ri"), "2016")
    planes = dict.fromkeys(("us-3-gpo", "us-312-gpo", "us-417-gpo"), "1917")
    attacks = {}
    for name, more in (("with", planes), ("without", {})):
        t = phase("us-movement", us | more, {"jp-58-bgda-mista": "1915"}, turn=1,
                  control={"1917": "us"})  # fmt: skip
        attacks[name] = {deed.kind for deed in play(t, "us")}
    assert {"fly-support", "assault"} <= attacks["with"]
    assert "assault" not in attacks["without"]


def test_guns_sail_apart_from_the_convoys_that_they_guard():
    """Destroyers outnumber what submarines may hit; battleships, which they cannot, go ahead."""
    guns = ("us-den-1", "us-den-2", "us-den-5", "us-den-6", "us-dcr-3")
    t = landing(jp={**LEYTE_GARRISON, **FLEET}, ships=guns)
    done = play(t, "us")
    sailed = [deed.piece for deed in done if deed.kind == "sail-force"]
    first, second = (kinds_in(t, force) for force in dict.fromkeys(sailed))
    assert (first["battleships"], first["convoys"]) == (4, 0)
    assert second["convoys"] >= 1
    assert second["destroyers"] >= sum(second.values()) - second["destroyers"] + 2
    assert len({t.place(force) for force in sailed}) == 1


CRUISERS = ("us-dcr-3", "us-dcr-4", "us-dcr-5")


@pytest.mark.parametrize(("ships", "leave"), [
    (("us-comb-6", "us-den-1", "us-den-2", "us-den-5", "us-den-6"), False),
    (("us-comb-6", *CRUISERS), True),
    (("us-comb-32", "us-comb-30", "us-comb-38", *CRUISERS), False),
])  # fmt: skip
def test_warships_stay_with_what_they_can_defend(ships, leave):
    """Convoys that feed must stay: four battleships wait with one for a fleet, three cruisers do
    not; but with three convoys they do, for these are worth the danger.
    """
    ashore = dict.fromkeys((*TROOPS, "us-381-ri", "us-382-ri", "us-383-ri"), TACLOBAN)
    t = at_sea("us-movement", fleet("us-a", "4538", *ships), facts=GOOD, turn=3,
               pieces={**ashore, **LEYTE_GARRISON, **FLEET}, control={TACLOBAN: "us"})  # fmt: skip
    left = {deed.piece for deed in play(t, "us") if deed.kind == "leave-sea"}
    assert bool(left) is leave
    assert ships[0] in t.s.inside("us-task-force-a")


def test_what_fights_is_fed():
    """Three regiments ashore: a convoy with points for all of them comes to a beach of theirs."""
    ashore = {"us-381-ri": TACLOBAN, "us-382-ri": TACLOBAN, "us-383-ri": BURAUEN}
    t = phase("us-naval-movement", in_port("us", *CONVOYS, *DESTROYERS), ashore, LEYTE_GARRISON,
              scenario="a-day", control=dict.fromkeys((TACLOBAN, BURAUEN), "us"))  # fmt: skip
    play(t, "us")
    part = line_parts(t.s, "us")
    fed = [
        sum(supply_points(t.s, ship) for ship in t.s.inside(force))
        for force in forces(t.s, "us")
        if any(part.get(h) == part[TACLOBAN] for h in touching(t.s, t.place(force)))
    ]
    assert fed
    assert max(fed) >= len(ashore)


def test_the_way_leads_round_submarines():
    """One lies across the shortest way from the edge; the force sails past its area."""
    t = landing(jp={**LEYTE_GARRISON, "jp-dsb-1": "5036"})
    done = play(t, "us")
    assert any(deed.kind == "sail-force" for deed in done)
    assert not t.s.marked("jp-dsb-1", "detected")


def test_who_is_outgunned_withdraws_and_who_is_stronger_stays():
    many = ("us-den-1", "us-den-2", "us-den-5", "us-den-6")
    chosen = []
    for jp, us in ((("jp-den-1",), many), (("jp-den-1", "jp-den-2", "jp-den-3"), many[:1])):
        t = naval(fleet("jp-a", "0739", *jp), fleet("us-a", "0740", *us), dice=(6, 5))
        t.do(t.legal("give-battle")[0])
        assert (t.top, t.decision.side) == ("after-engagement", "jp")
        chosen.append(play(t, "jp", most=1)[0].kind)
    assert chosen == ["break-off", "fight-on"]


def test_a_battle_fleet_seeks_who_is_weaker_only():
    weak = fleet("us-a", "4538", "us-comb-6", "us-ddd-11")
    strong = fleet("us-b", "4640", "us-den-1", "us-den-2", "us-den-5", "us-den-6", "us-dcr-3")
    line = in_port("jp", "jp-den-1", "jp-den-2", "jp-den-3", "jp-dcr-4", "jp-ddd-2")
    near = {}
    for name, others in (("weak", (weak,)), ("strong", (strong,))):
        t = at_sea("jp-naval-movement", *others, pieces=line, facts=GOOD)
        play(t, "jp")
        near[name] = [t.s.place(force) for force in forces(t.s, "jp")]
    assert near["weak"]
    assert t.s.board.grid.distance(near["weak"][0], "4538") == 1
    assert not near["strong"]


def test_a_battle_fleet_dares_less_when_its_side_leads():
    """A force that nobody found: who has points to lose lets it be, who is behind attacks."""
    hidden = fleet("us-a", "4538", "us-den-1", "us-ddd-11", detected=False)
    line = in_port("jp", "jp-den-1", "jp-den-2", "jp-dcr-4", "jp-dcr-5")
    sailed = {}
    for scenario in ("a-day", "leyte-gulf"):
        t = at_sea("jp-naval-movement", hidden, pieces=line, facts=GOOD, scenario=scenario)
        play(t, "jp")
        sailed[scenario] = bool(forces(t.s, "jp"))
    assert sailed == {"a-day": False, "leyte-gulf": True}


def test_a_submarine_lets_pass_who_is_well_escorted():
    """With two destroyers more than other ships it would sooner be hurt than hit."""
    answers = {}
    for number in (1, 3):
        ships = ("jp-comb-1", *("jp-ddd-2", "jp-ddd-4", "jp-ddd-7")[:number])
        t = phase("jp-naval-movement", {"us-dsb-1": "0639"}, in_port("jp", *ships))
        t.act("form-force")
        for ship in ships:
            t.act("join-force", ship)
        t.act("sail-force", "jp-task-force-a", ("0139", "0239", "0339"))
        answers[number] = play(t, "us", most=1)[0].kind
    assert answers == {1: "torpedo-force", 3: "let-pass"}


def test_submarines_lie_over_ones_own_carriers():
    """Leyte Gulf begins with all forces at sea: a submarine, or the dummy, over each carrier."""
    game = Catalogue.installed().new("filipinas", "leyte-gulf", seed="1")
    table, player = Table(game), SimplePlayer("1")
    while (asked := game.situation.asked()) is not None and asked.side == "us":
        game.act(player.choose(table.seat("us")), side="us")
    s = game.situation
    decks = [p for p in s.position.pieces if s.counter(p).type == "carriers" and s.inside(p)]
    carriers = {s.whereabouts(p) for p in decks if s.side(p) == "us"}
    under = {s.place(p) for p in s.position.pieces if p.startswith("us-dsb")}
    assert len(carriers & under) >= len(carriers) - 1


# ------------------------------------------------------------------------------ in the air


def test_it_searches_before_it_strikes():
    hidden = fleet("us-a", "4538", "us-comb-6", "us-ddd-11", detected=False)
    planes = {"jp-2-sentai": "2222", "jp-762-kokutai": "2222", "jp-16-sentai": "2222"}
    t = at_sea("us-turn-jp-reconnaissance", hidden, pieces=planes, dice=(6,))
    done = play(t, "jp")
    assert done[0].kind == "search-at-sea"
    assert t.place("us-task-force-a") == "4538"
    assert forces(t.s, "us")["us-task-force-a"].detected


def strike(**more):
    """Two forces are found: battleships, and destroyers with a convoy; who strikes has planes."""
    hard = fleet("us-a", "4640", "us-den-1", "us-den-2", "us-den-5")
    soft = fleet("us-b", "4538", "us-comb-6", "us-ddd-11", "us-ddd-23")
    names = ("jp-762-kokutai", "jp-16-sentai", "jp-62-sentai", "jp-14-sentai", "jp-74-sentai",
             "jp-1-sentai", "jp-11-sentai", "jp-13-sentai", "jp-17-sentai", "jp-18-sentai",
             "jp-51-sentai", "jp-52-sentai", "jp-55-sentai")  # fmt: skip
    planes = dict.fromkeys(names, "2222")
    return at_sea("us-turn-jp-air-naval-interception", hard, soft, pieces=planes, **more)


def test_kamikazes_dive_at_what_they_can_hurt():
    t = strike()
    done = play(t, "jp", kinds=("done-striking",))
    struck = [deed.hex for deed in done if deed.kind == "strike-ships"]
    dives = [deed for deed in done if deed.kind == "fly-as-kamikaze"]
    assert struck == ["4538"]
    assert len(dives) > 5  # whole ships are hit first: a few would sink nobody


def test_the_port_that_feeds_who_fights_is_bombed():
    """Ormoc, while enemies fight on Leyte; not where none of them is left to be fed."""
    near = dict.fromkeys(("us-3-gpo", "us-312-gpo", "us-417-gpo", "us-345-gpo"), BURAUEN)
    us = near | dict.fromkeys(("us-22-gpo", "us-43-gpo", "us-90-gpo", "us-380-gpo"), BURAUEN)
    struck = {}
    for garrison in ("4135", "4533"):
        t = phase("us-movement", us | {"us-126-ri": TACLOBAN}, {"jp-9-ri": garrison}, turn=1,
                  control=dict.fromkeys((BURAUEN, TACLOBAN), "us"))  # fmt: skip
        struck[garrison] = [deed.hex for deed in play(t, "us") if deed.kind == "strike-port"]
    assert struck == {"4135": [ORMOC], "4533": []}


# ------------------------------------------------------------------------------ on land


MANILA, MOUNTAIN, PLAIN = "2221", "1616", "1617"


def test_manila_is_held_though_nobody_is_told_to():
    """Of two regiments near the city one stands in it when the enemy is close."""
    us = dict.fromkeys(("us-1-bgda-cav", "us-2-bgda-cav", "us-511-rplan"), "2017")
    t = phase("jp-movement", us, {"jp-5-ri": "2320", "jp-17-ri": "2219"}, turn=10)
    play(t, "jp")
    assert any(t.place(piece) == MANILA for piece in ("jp-5-ri", "jp-17-ri"))


def test_troops_in_the_mountains_stay_there():
    """The enemy stands on the plain before them: they neither come down nor attack."""
    us = dict.fromkeys(("us-126-ri", "us-127-ri", "us-128-ri"), PLAIN)
    t = phase("jp-movement", {"jp-71-ri": MOUNTAIN}, us, turn=10)
    assert cover_of(t.s, MOUNTAIN) >= 3 > cover_of(t.s, PLAIN)
    done = play(t, "jp")
    assert cover_of(t.s, t.place("jp-71-ri")) >= 3
    assert "assault" not in {deed.kind for deed in done}


def test_who_would_die_withdraws():
    """A regiment on the plain next to three divisions would owe an attack: it goes away."""
    us = ("us-126-ri", "us-127-ri", "us-128-ri", "us-19-ri", "us-21-ri")
    t = phase("jp-movement", {"jp-9-ri": "2016"}, dict.fromkeys(us, "2015"), turn=10)
    done = play(t, "jp")
    near = t.s.board.grid.distance(t.place("jp-9-ri"), "2015")
    assert near > 1
    assert "assault" not in {deed.kind for deed in done}


def test_a_stack_is_not_attacked_for_its_top_alone():
    """Three regiments attack a lone battalion, but not the one that lies on top of five others."""
    alone = ("us-1118-eng-comb",)
    stack = ("us-126-ri", "us-127-ri", "us-128-ri", "us-19-ri", "us-21-ri", *alone)
    jp = dict.fromkeys(("jp-5-ri", "jp-17-ri", "jp-31-ri", "jp-39-ri"), "2016")
    kinds = {}
    for name, us in (("alone", alone), ("stack", stack)):
        t = phase("jp-movement", dict.fromkeys(us, "2015"), jp, turn=10)
        kinds[name] = {deed.kind for deed in play(t, "jp")}
    assert "assault" in kinds["alone"]
    assert "assault" not in kinds["stack"]


def test_who_fights_alone_does_not_keep_the_guns_from_firing():
    """With guerrillas of another hex no gun may fire: troops attack with guns, without them."""
    troops = dict.fromkeys(("us-126-ri", "us-127-ri", "us-128-ri"), "2016")
    us = {**troops, "us-art-x": "2116", "ph-guerrilha-luzon-1": "1916"}
    t = phase("us-movement", us, {"jp-58-bgda-mista": "1915"}, turn=1)
    t.act("end-phase")  # nobody marches
    done = play(t, "us")
    joined = {deed.piece for deed in done if deed.kind == "join"}
    assert {"us-126-ri", "us-art-x"} <= joined
    assert "ph-guerrilha-luzon-1" not in joined
    assert "cancel" not in {deed.kind for deed in done}


def test_a_port_that_is_about_to_fall_is_demolished():
    """Six regiments stand before Manila: a single one demolishes the port, four of them keep it."""
    us = ("us-126-ri", "us-127-ri", "us-128-ri", "us-19-ri", "us-21-ri", "us-34-ri")
    holders = ("jp-5-ri", "jp-17-ri", "jp-31-ri", "jp-39-ri")
    done = {}
    for number in (1, 4):
        jp = dict.fromkeys(holders[:number], MANILA)
        t = phase("jp-movement", dict.fromkeys(us, "2220"), jp, turn=10)
        done[number] = {deed.kind for deed in play(t, "jp")}
    assert "demolish-port" in done[1]
    assert "demolish-port" not in done[4]


# ------------------------------------------------------------------------------ without ships


T, CUT_OFF = "us-317-gpo", "4337"
"""A transport, and a hex of mountain forest where no line of supply leads."""


@pytest.mark.parametrize(("enemy", "flown"), [("4237", [CUT_OFF]), ("2016", [])])
def test_who_fights_cut_off_is_fed_by_air(enemy, flown):
    """Where no enemy is near nobody flies: to go without harms nobody."""
    us = {"us-126-ri": CUT_OFF, T: "morotai"}
    t = phase("us-movement", us, {"jp-9-ri": enemy}, turn=3, control={CUT_OFF: "us"})
    done = play(t, "us")
    assert [deed.hex for deed in done if deed.kind == "supply-flight"] == flown


def test_who_is_fed_already_gets_no_flight():
    force = fleet("us-a", "4538", "us-comb-6")
    us = {"us-126-ri": TACLOBAN, T: "morotai", "jp-9-ri": "4337"}
    flown = {}
    for name, forces_ in (("convoy", (force,)), ("nobody", ())):
        t = at_sea("us-movement", *forces_, pieces=us, facts=GOOD, turn=3,
                   control={TACLOBAN: "us"})  # fmt: skip
        flown[name] = "supply-flight" in {deed.kind for deed in play(t, "us")}
    assert flown == {"convoy": False, "nobody": True}


def crossed(us, jp=(), side="us"):
    """Where barges take somebody in A-Day, where Leyte and Samar count."""
    t = phase(f"{side}-movement", us, dict(jp), turn=3, scenario="a-day", control={TACLOBAN: "us"})
    return [island_of(t.s, deed.path[-1]) for deed in play(t, side) if deed.kind == "barge"]


def test_a_free_island_is_taken_by_barge():
    """By who is not needed where he is: not by the last, nor from an island that is fought for."""
    two = dict.fromkeys(("us-126-ri", "us-127-ri"), TACLOBAN)
    assert crossed(two) == ["samar"]
    assert not crossed({"us-126-ri": TACLOBAN})
    assert not crossed(two, {"jp-9-ri": "4137"})
    assert not crossed(two, {"jp-guarnicao-samar": "4533"})


def test_barges_bring_help_to_an_island_that_is_fought_for():
    cebu = dict.fromkeys(("jp-77-ri", "jp-74-ri"), "3838")
    us, leyte = dict.fromkeys(("us-126-ri", "us-127-ri"), TACLOBAN), {"jp-9-ri": "4137"}
    assert crossed(us, cebu | leyte, "jp") == ["leyte"]
    assert not crossed({}, cebu | leyte, "jp")
    assert not crossed(us, {"jp-77-ri": "3838"} | leyte, "jp")


TAKEN = dict.fromkeys((BURAUEN, TACLOBAN, "leyte", "samar", "biliran", "panaon"), "us")


def flown_by(us, jp=()):
    """Who drops or is flown where, while all are supplied, and Leyte and its neighbours taken."""
    t = phase("us-movement", us, dict(jp), turn=1, control=TAKEN)
    done = play(t, "us")
    return [(deed.piece, island_of(t.s, deed.hex), deed.kind) for deed in done
            if deed.kind in {"drop-unit", "lift-unit"}]  # fmt: skip


def test_the_airborne_drop_on_an_island_that_nobody_holds():
    """One regiment stays; not where a garrison stands, nor while an enemy is on their own."""
    field = dict.fromkeys(("us-126-ri", "us-503-rpqd", T), BURAUEN)
    assert flown_by(field) == [("us-503-rpqd", "luzon", "drop-unit")]
    ((_unit, elsewhere, _kind),) = flown_by(field, {"jp-5-ri": MANILA})
    assert elsewhere not in {"luzon", *TAKEN}
    assert not flown_by(field, {"jp-9-ri": ORMOC})
    assert not flown_by(dict.fromkeys(("us-503-rpqd", T), BURAUEN))


def test_the_airborne_go_to_where_transports_are():
    """From the next hex they march to the field; other troops of an island that is taken do not."""
    us = {"us-126-ri": "4438", "us-503-rpqd": "4438", "us-127-ri": "4438", T: BURAUEN}
    t = phase("us-movement", us, turn=3, control=TAKEN)
    play(t, "us")
    assert t.place("us-503-rpqd") == BURAUEN


def test_troops_are_flown_to_a_field_of_an_island_that_is_fought_for():
    base = dict.fromkeys(("jp-5-ri", "jp-17-ri", "jp-sentai-teisin"), "1917")
    near = {"jp-9-ri": "4137"}
    enemy = {"us-126-ri": "4437"}
    t = phase("jp-movement", enemy, base | near, turn=3, scenario="a-day")
    done = [deed for deed in play(t, "jp") if deed.kind == "lift-unit"]
    assert [island_of(t.s, deed.hex) for deed in done] == ["leyte"]
    t = phase("jp-movement", enemy, base, turn=3, scenario="a-day")
    assert "lift-unit" not in {deed.kind for deed in play(t, "jp")}


# ------------------------------------------------------------------------------ as a whole


@pytest.fixture(scope="module")
def lesson():
    """A match of the lesson, with how often each step was answered and nothing left to chance."""
    game = Catalogue.installed().new("filipinas", "ashore", seed="3")
    table = Table(game)
    seats = {side: table.seat(side) for side in game.module.sides}
    players = {side: make_player("simple", f"3/{side}") for side in seats}
    for player in players.values():
        player._random.pick = _nobody
    kinds = Counter()
    while (asked := game.situation.asked()) is not None:
        deed = players[asked.side].choose(seats[asked.side])
        kinds[asked.side, deed.kind] += 1
        game.act(deed, side=asked.side, thrown=players)
    return game, kinds


@pytest.mark.slow
@pytest.mark.parametrize(("scenario", "actions"), [("leyte-gulf", 3_000), ("a-day", 1_400)])
def test_larger_battles_leave_nothing_to_chance(scenario, actions):
    game = Catalogue.installed().new("filipinas", scenario, seed="5")
    players = {side: make_player("simple", f"3/{side}") for side in game.module.sides}
    for player in players.values():
        player._random.pick = _nobody
    begun = game.position.turn
    with suppress(Stuck):  # so many actions are enough
        play_match(game, players, limit=actions)
    assert game.over or game.position.turn >= begun + 2


def _nobody(game):
    raise AssertionError(f"left to chance: {type(game.position.top).__name__}")


def test_the_lesson_is_played_to_its_end(lesson):
    game, kinds = lesson
    assert game.over
    assert kinds["us", "assault"] >= 3


def test_the_same_seed_plays_alike(lesson):
    game, _kinds = lesson
    rows = [row.action for _n, row in sorted(game.log.rows.items()) if row.kind == "action"]
    again = Catalogue.installed().new("filipinas", "ashore", seed="3")
    table = Table(again)
    players = {side: SimplePlayer(f"3/{side}") for side in again.module.sides}
    for action in rows[:40]:
        side = again.situation.asked().side
        deed = players[side].choose(table.seat(side))
        again.act(deed, side=side, thrown=players)
        assert {**plain(deed), "type": deed.kind} == action


def test_secrets_of_the_enemy_change_no_move():
    """What two forces that nobody found are made of, and who lies under a `?`, swapped."""
    ships = (("us-den-1", "us-den-2", "us-tg-38-1"), ("us-comb-6", "us-ddd-11", "us-ddd-23"))
    planes = {"jp-2-sentai": "2222", "jp-762-kokutai": "2222"}
    line = in_port("jp", "jp-den-1", "jp-den-2", "jp-dcr-4", "jp-ddd-2")
    moves = []
    for one, other in (ships, ships[::-1]):
        forces_ = (fleet("us-a", "5136", *one, detected=False),
                   fleet("us-b", "4932", *other, detected=False))  # fmt: skip
        naval = at_sea("jp-naval-movement", *forces_, pieces=planes | line)
        search = at_sea("us-turn-jp-reconnaissance", *forces_, pieces=planes, dice=(1, 1))
        moves.append([play(naval, "jp", kinds=("sail-force",)), play(search, "jp", most=1)])
    assert moves[0] == moves[1]
    marches = []
    us = dict.fromkeys(("us-126-ri", "us-127-ri", "us-128-ri", "us-19-ri"), "2018")
    for one, other in (("jp-9-ri", "jp-2-reg-movel"), ("jp-2-reg-movel", "jp-9-ri")):
        t = phase("us-movement", us, {one: "2016", other: "2114"}, turn=10,
                  unknown=(("jp", "2016"), ("jp", "2114")))  # fmt: skip
        marches.append(play(t, "us", kinds=("end-phase",)))
    assert marches[0] == marches[1]
