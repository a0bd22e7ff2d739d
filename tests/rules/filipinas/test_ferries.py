"""Decks: changing ships in port, ferrying army groups, losses of carriers (7.2.1, 4.2.7-8)."""

import pytest

from filipinas_air import fly
from filipinas_scenes import A, us
from filipinas_war import at_sea, fleet, weather
from tabuleiro.engine.change import Change
from tabuleiro.engine.dice import Throws
from tabuleiro.testing import action
from tabuleiro_filipinas.ship_losses import hit_ship

TG, DPA, OTHER = "us-tg-38-2", "us-dpa-22", "us-dpa-23"
LEYTE = "4438"
P47, BOMBER, CVG = "us-58-gpo", "us-90-gpo", "us-cvg-3"
DECK = ("us-cvg-8", "us-cvg-18", "us-cvlg-29")


def port(pieces, **more):
    ships = dict.fromkeys((TG, DPA, OTHER, A), "us-fleet")
    t = us("reinforcement", {**ships, **pieces}, turn=2, **more)
    while t.top == "arrive":
        t.end()
    return t


def deed(piece, ship):
    return action("change-ship", piece, ship)


@pytest.mark.rule("filipinas-7.2.1-1")
@pytest.mark.rule("filipinas-4.2.1-3")
def test_carriers_ferry_army_fighters_from_the_box():
    t = port({P47: "army-6", BOMBER: "army-6"})
    t.do(deed(P47, DPA))
    assert t.place(P47) == f"in:{DPA}"
    assert t.refuses(deed(BOMBER, DPA)) == "filipinas-7.2.1-1"
    t.act("leave-deck", P47)
    assert t.place(P47) == "army-6"


@pytest.mark.rule("filipinas-7.2.1-2")
def test_who_has_flown_ashore_does_not_come_back():
    t = port({P47: "4438", CVG: "army-6"})
    assert t.refuses(deed(P47, DPA)) == "filipinas-4.2.7-8"
    assert P47 not in {one.piece for one in t.legal("change-ship")}


@pytest.mark.rule("filipinas-7.2.1-4")
def test_a_ferried_group_takes_a_place():
    full = dict.fromkeys(("us-cveg-37", "us-cveg-60"), f"in:{DPA}")
    t = port({P47: "army-6", **full})
    assert t.refuses(deed(P47, DPA)) == "filipinas-2.2.3-4"
    assert t.allows(deed(P47, OTHER))


@pytest.mark.rule("filipinas-7.2.1-5")
@pytest.mark.rule("filipinas-7.2.1-3")
def test_who_does_not_transfer_goes_back_and_suffers_with_the_ship():
    t = port({P47: "army-6"}).do(deed(P47, DPA))
    while t.phase == "us-reinforcement":
        t.end()
    t.act("form-force").act("join-force", DPA).act("sail-force", A, ("5530", "5430"))
    change = Change(t.s, Throws("x", 0))
    hit_ship(change, DPA, "filipinas-7.1.2-10")
    t.game.test(change.events, {"type": "hit"})
    assert t.losses(P47) == 1
    t.act("end-voyage")
    while t.s.turn == 2:
        t.end()
    assert t.place(P47) == "army-6"
    assert t.place(DPA) == "us-fleet"


@pytest.mark.rule("filipinas-4.2.7-8")
@pytest.mark.rule("filipinas-2.2.3-5")
def test_groups_change_ships_in_port():
    t = port({CVG: "army-6", **dict.fromkeys(DECK, f"in:{TG}")})
    assert t.refuses(deed(CVG, DPA)) == "filipinas-2.2.3-5"
    t.do(deed(CVG, TG))
    assert t.place(CVG) == f"in:{TG}"


@pytest.mark.rule("filipinas-8.0-6")
def test_all_groups_share_the_losses_of_their_carrier():
    t = port(dict.fromkeys(DECK, f"in:{TG}"))
    change = Change(t.s, Throws("x", 0))
    hit_ship(change, TG, "filipinas-7.1.2-10")
    assert [change.piece(group).losses for group in DECK] == [1, 1, 1]
    hit_ship(change, TG, "filipinas-7.1.2-10")
    assert {change.place(group) for group in (*DECK, TG)} == {"dead"}


@pytest.mark.rule("filipinas-7.0-10")
def test_how_far_a_side_is_in_its_secret_decisions_is_told_to_nobody():
    """Nobody else learns whether it still says who goes on which deck, or repairs ships already."""
    pieces = {P47: "army-6", "us-ddd-23": {"place": "us-fleet", "losses": 1}}
    points = {"us-naval.us": 5}
    loading, done = port(pieces, tracks=points), port(pieces, tracks=points).end()
    assert (loading.top, done.top) == ("load-decks", "replace-losses")
    agendas = [t.game.belief("jp").s.position.agenda for t in (loading, done)]
    assert agendas[0] == agendas[1]


def ferried(phase, **about):
    """An army fighter and a naval one aboard carriers that were found, within reach of Leyte."""
    return at_sea(phase, fleet("us-a", "4639", DPA, OTHER), turn=1,
                  pieces={P47: f"in:{DPA}", "us-cveg-37": f"in:{OTHER}", **about.pop("pieces", {})},
                  control={LEYTE: "us"}, **about)  # fmt: skip


@pytest.mark.rule("filipinas-7.2.1-3")
def test_who_is_ferried_does_not_rise_when_the_carrier_is_attacked():
    t = ferried("us-turn-jp-air-naval-interception", pieces={"jp-763-kokutai": "3841"})
    fly(t, "strike-ships", "4639", "jp-763-kokutai")
    t.act("done-striking")
    verdict = t.check(action("intercept", P47, "4639"))
    assert {bar.rule for bar in verdict.objections} == {"filipinas-6.1-20", "filipinas-7.2.1-3"}
    assert t.allows(action("intercept", "us-cveg-37", "4639"))


@pytest.mark.rule("filipinas-7.2.1-5")
def test_who_is_ferried_transfers_ashore_in_the_movement_on_land():
    t = ferried("us-movement")
    t.act("change-base", P47, LEYTE)
    assert t.place(P47) == LEYTE
    t = ferried("us-movement", facts=weather("monsoon"))
    assert not t.legal("change-base", piece=P47)
    assert t.refuses(action("change-base", P47, LEYTE)) == "filipinas-12.3-1"
    while t.s.turn == 1:
        t.end()
    assert (t.place(P47), t.place(DPA)) == ("army-6", "us-fleet")
