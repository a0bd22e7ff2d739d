"""Sections 7.1.1 and 7.1.3: ships support combats on land, and bombard coasts."""

import pytest

from filipinas_war import action, at, at_sea, fleet, said, same_for, told
from tabuleiro.engine import events as ev

TARGET, BESIDE, WATER, INLAND = "4438", "4437", "4538", "4338"
"""A village on the coast of Leyte, one next to it, the sea before the first, a hex behind."""
US, JP = ("us-19-ri", "us-21-ri"), ("jp-9-ri", "jp-20-ri")
GUN = "us-art-i"
DEN, DCR, DDD, TG = "us-den-1", "us-dcr-2", "us-ddd-23", "us-tg-38-1"


def closing(*ships, jp_ships=(), us=US, jp=JP, side="us", more=(), **rest):
    """Americans next to a Japanese village announce attacks; ships lie before it."""
    forces = [fleet("us-a", WATER, *ships)] if ships else []
    forces += [fleet("jp-a", WATER, *jp_ships)] if jp_ships else []
    pieces = {**at(BESIDE if side == "us" else TARGET, *us), **at(TARGET, *jp), **dict(more)}
    t = at_sea(f"{side}-movement", *forces, pieces=pieces, turn=1,
               control={BESIDE: "us"}, **rest)  # fmt: skip
    return t.end()


def attacking(*ships, **more):
    """The same, when the attack is announced and the ships are chosen."""
    return announce(closing(*ships, **more), "assault", *more.get("us", US))


def announce(t, attack, *pieces):
    """Announce one attack, and no other."""
    t.act(attack, TARGET)
    for piece in pieces:
        t.act("join", piece)
    t.act("confirm")
    while t.top == "announce-with-duty":
        t.end()
    return t


def choosing(*ships, **more):
    """Nobody attacks on land; the ships are chosen."""
    return closing(*ships, us=(), **more)


def fought(t):
    """Run on till the battle is fought: the sums that were told."""
    for _step in range(60):
        data = said(t, "odds")
        if data:
            return data["odds"]
        done = [kind for kind in ("end-phase", "done-reacting", "stand-aside", "confirm")
                if kind in t.decision.actions]  # fmt: skip
        t.do(action(done[0]) if done else t.legal()[0])
    raise AssertionError(t.decision)


# ------------------------------------------------------------------------------ support


@pytest.mark.rule("filipinas-7.1.1-1")
@pytest.mark.rule("filipinas-7.1.1-3")
def test_ships_next_to_the_hex_add_up_to_the_land_power():
    plain = fought(attacking())
    t = attacking(DDD, DEN, "us-den-2")
    assert (t.top, t.decision.side) == ("shore-orders", "us")
    t.act("support-ashore", DDD, TARGET)
    assert t.refuses(action("support-ashore", DDD, TARGET)) == "filipinas-7.1.1-1"  # once
    with_one = fought(t.end())
    assert with_one["attack"] == plain["attack"] + 2
    t = attacking(DDD, DEN, "us-den-2")
    t.act("support-ashore", DEN, TARGET).act("support-ashore", "us-den-2", TARGET)
    land = sum(t.s.value(piece, "attack") for piece in US)
    assert land < 16
    assert fought(t.end())["attack"] == plain["attack"] + land
    far = attacking(more={"us-ddd-25": "gone"}.items())
    assert far.top != "shore-orders"  # no ship is there


@pytest.mark.rule("filipinas-9.0-8")
@pytest.mark.parametrize(("attack", "place"), [("assault", BESIDE), ("bombard", "4436")])
def test_nobody_supports_artillery_alone(attack, place):
    """Guns next to the hex, or from afar; with a regiment beside them ships may help."""
    alone, joined = (closing(DDD, us=us, more=at(place, GUN).items()) for us in ((), US[:1]))
    announce(alone, attack, GUN)
    announce(joined, "assault", GUN, *US[:1])
    assert alone.refuses(action("support-ashore", DDD, TARGET)) == "filipinas-9.0-8"
    assert joined.check(action("support-ashore", DDD, TARGET))


@pytest.mark.rule("filipinas-7.1.1-1")
def test_only_from_beside_the_hex():
    t = closing(DDD, us=(), jp=("jp-9-ri",), more=at(INLAND, "jp-20-ri").items())
    assert {move.hex for move in t.legal("bombard-shore")} == {TARGET}
    assert t.refuses(action("bombard-shore", DDD, INLAND, "troops")) == "filipinas-7.1.1-1"


@pytest.mark.rule("filipinas-7.1.1-2")
def test_which_ships_support_attack_and_defence():
    t = attacking(DEN, DCR, DDD, TG)
    assert {move.piece for move in t.legal("support-ashore")} == {DEN, DCR, DDD}
    assert t.refuses(action("support-ashore", TG, TARGET)) == "filipinas-7.1.1-1"
    t = attacking(jp_ships=("jp-den-1", "jp-dcr-4", "jp-ddd-2"))
    for _step in range(20):
        if t.top == "shore-orders":
            break
        done = [k for k in ("end-phase", "done-reacting", "stand-aside") if k in t.decision.actions]
        t.act(done[0])
    assert t.decision.side == "jp"
    assert {move.piece for move in t.legal("support-ashore")} == {"jp-dcr-4", "jp-ddd-2"}
    assert t.refuses(action("support-ashore", "jp-den-1", TARGET)) == "filipinas-7.1.1-2"
    plain = fought(attacking())
    t.act("support-ashore", "jp-ddd-2", TARGET)
    assert fought(t.end())["defence"] == plain["defence"] + 2


def test_which_ships_fire_is_not_told_before_they_do():
    pair = [attacking(DDD, "us-ddd-25") for _twice in range(2)]
    for t, ship in zip(pair, (DDD, "us-ddd-25"), strict=True):
        t.act("support-ashore", ship, TARGET)
    same_for("jp", *pair)
    for t in pair:
        t.end()
    same_for("jp", *pair)
    assert '"n":1' in told(pair[0], "jp")


# ------------------------------------------------------------------------------ bombardment


def shelled(t):
    """What was told of the bombardment, to whoever sees all."""
    for row in t.game.log.line():
        for event in row.events:
            if isinstance(event, ev.Said) and "shelling" in event.data:
                return event.data
    return None


def bombarded(*ships, dice=(), aim="troops", hex=TARGET, **more):
    t = choosing(*ships, **more)
    for ship in ships:
        t.act("bombard-shore", ship, hex, aim)
    t.dice(*dice)
    t.end()
    for _step in range(30):
        if shelled(t):
            return t
        done = [k for k in ("end-phase", "done-reacting", "stand-aside") if k in t.decision.actions]
        t.act(done[0])
    raise AssertionError(t.decision)


@pytest.mark.rule("filipinas-7.1.3-1")
def test_as_aircraft_bomb():
    t = bombarded(DEN, jp=("jp-9-ri",), dice=(6,))
    data = shelled(t)["shelling"]
    assert (data["points"], data["factor"], data["total"]) == (8, 1, 8)
    assert data["column_label"] == "7-12"
    assert t.losses("jp-9-ri") == 1
    t = bombarded(DEN, jp=("jp-9-ri",), dice=(5,))  # 1*: the asterisk hurts no ship
    assert (t.losses("jp-9-ri"), t.losses(DEN)) == (1, 0)
    t = closing(TG, DEN, us=(), jp=JP)
    assert t.refuses(action("bombard-shore", TG, TARGET, "troops")) == "filipinas-7.1.1-1"
    port = closing(DEN, us=(), jp=())
    kinds = {move.aim for move in port.legal("bombard-shore")} if port.top == "shore-orders" else ()
    assert "troops" not in kinds


@pytest.mark.rule("filipinas-7.1.3-2")
def test_a_force_with_another_use_does_not_bombard():
    t = attacking(DDD, "us-ddd-25", more=at("4439", "jp-17-ri").items())
    assert t.allows(action("bombard-shore", "us-ddd-25", "4439", "troops"))
    t.act("support-ashore", DDD, TARGET)
    assert t.refuses(action("bombard-shore", "us-ddd-25", "4439", "troops")) == "filipinas-7.1.3-2"
    t.act("spare-ship", DDD).act("bombard-shore", "us-ddd-25", "4439", "troops")
    assert t.refuses(action("support-ashore", DDD, TARGET)) == "filipinas-7.1.3-2"
    assert {deed.hex for deed in choosing(DDD, "us-ddd-25").legal("bombard-shore")} == {TARGET}
    carrying = choosing(DDD, "us-ddd-25", more={"us-34-ri": "in:us-ddd-25"}.items())
    assert carrying.top != "shore-orders"
    fed = choosing(DDD, facts={"cargo-us": {"uses": {DDD: ["supplied"]}}})
    assert fed.top != "shore-orders"


@pytest.mark.rule("filipinas-7.1.3-3")
@pytest.mark.rule("filipinas-7.1.3-5")
def test_twelve_points_a_hex():
    t = choosing(DEN, "us-den-2", DDD, "us-ddd-25", "us-ddd-26", "us-dcr-8",
                 jp=(*JP,))  # fmt: skip
    t.act("bombard-shore", DEN, TARGET, "troops")
    for one_more in ("us-den-2", "us-dcr-8"):  # 8 and 8, 8 and 5
        assert t.refuses(action("bombard-shore", one_more, TARGET, "troops")) == "filipinas-7.1.3-3"
    t.act("bombard-shore", DDD, TARGET, "troops").act(
        "bombard-shore", "us-ddd-25", TARGET, "troops"
    )
    assert t.refuses(action("bombard-shore", "us-ddd-26", TARGET, "troops")) == "filipinas-7.1.3-3"
    two = closing(DEN, "us-den-2", us=(), more=at("4439", "jp-17-ri").items())
    two.act("bombard-shore", DEN, TARGET, "troops").act(
        "bombard-shore", "us-den-2", "4439", "troops"
    )


@pytest.mark.rule("filipinas-7.1.3-4")
def test_americans_spare_the_cities():
    cebu, water = "3841", "3940"
    ours = fleet("us-a", water, DEN)
    t = at_sea("us-movement", ours, pieces=at(cebu, "jp-78-bgda"), turn=1).end()
    assert t.top != "shore-orders"
    beach = at_sea("us-movement", ours, fleet("us-b", WATER, DDD), turn=1,
                   pieces={**at(cebu, "jp-78-bgda"), **at(TARGET, "jp-9-ri")}).end()  # fmt: skip
    assert beach.refuses(action("bombard-shore", DEN, cebu, "troops")) == "filipinas-7.1.3-4"
    theirs = fleet("jp-a", water, "jp-den-1")
    t = at_sea("jp-movement", theirs, pieces=at(cebu, "us-19-ri"), turn=1,
               control={cebu: "us"}).end()  # fmt: skip
    assert t.allows(action("bombard-shore", "jp-den-1", cebu, "troops"))
