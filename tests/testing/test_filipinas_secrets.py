"""What nobody learns in Libertação das Filipinas: each thing hidden, by itself.

Each is changed so that the enemy cannot tell (a twin), and nothing differs; then the leak is opened
on purpose, and the kit for secrecy must find it.
"""

from random import Random

import pytest
from msgspec.structs import replace

from filipinas_air import fly
from filipinas_hidden import (
    BELOW,
    BELOW_2,
    BLUFF,
    COVERED,
    DECK,
    DECK_2,
    FIELD,
    FIELD_2,
    FOOT,
    FOOT_2,
    FOUND,
    GROUP,
    GROUP_2,
    HELD,
    HIDDEN,
    IN_POOL,
    JP_RI,
    RI,
    RI_2,
    ROWS,
    TOP,
    VILLAGE,
    B,
    made,
    war,
)
from filipinas_war import at_sea, fleet, naval, scene
from tabuleiro.engine import events as ev
from tabuleiro.engine import eyes
from tabuleiro.engine.data import plain
from tabuleiro.engine.glance import Look
from tabuleiro.engine.knowledge import Knowledge, Level
from tabuleiro.engine.told_log import ToldLog
from tabuleiro.testing.chooser import choose
from tabuleiro.testing.secrecy import Pair, SecrecyReport, Twin, new_match
from tabuleiro.testing.table import catalogue
from tabuleiro_filipinas import (
    enemy_stacks,
    fog_of_war,
    forces,
    land_combat,
    submarines,
)
from tabuleiro_filipinas.naval_engagement import ships_of


def differences(game, twin, viewer="jp"):
    """What the kit finds between a position and its twin; nothing worked out before counts."""
    report = SecrecyReport("filipinas", "covered")
    for start in range(2):
        Pair(game.copy(), viewer, twin, report, "by hand").run(Random(start), steps=3)
    assert report.pairs or report.differences
    return report.differences


def nothing_hidden(*_about):
    return Knowledge()


def how_deep(look, piece, state):
    return replace(state, spent=look.s.at(state.place).index(piece))


OPENED = {
    "forces": (forces, "_hide", nothing_hidden),
    "facts of forces": (forces, "_hide", lambda sea, _aboard, _facts: forces_alone(sea)),
    "what is inside": (eyes, "known_inside", lambda _s, _side, known: known),
    "boxes and decks": (fog_of_war, "_unseen", lambda _hidden: []),
    "submarines": (submarines, "Knowledge", lambda _levels: Knowledge()),
    "unknown pieces": (enemy_stacks, "unknowns", lambda _s, _side: {}),
    "depths": (Look, "seen_state", how_deep),
    "below the top": (enemy_stacks, "_below", lambda _s, _top: Level.ALL),
    "losses": (Look, "seen_state", lambda _look, _piece, state: state),
    "attacks": (land_combat, "attacks_told", lambda _s, _viewer: {}),
}
"""By name: what stands between a secret and the enemy, and what is put in its place."""


def forces_alone(sea):
    hidden = [force for force, seen in sea.items() if not seen.detected]
    handles = {force: f"force-{sea[force].handle}" for force in hidden}
    return Knowledge(dict.fromkeys(hidden, Level.KIND), handles=handles)


def opened(monkeypatch, leak):
    where, name, instead = OPENED[leak]
    monkeypatch.setattr(where, name, instead)


@pytest.mark.slow
@pytest.mark.parametrize("row", ROWS)
def test_nothing_tells_of_what_is_hidden(monkeypatch, row):
    way, wanted, leak = ROWS[row]
    game = war()
    twin = made(game, way, wanted)
    assert differences(game, twin) == []
    opened(monkeypatch, leak)
    assert differences(war(), twin)


# --------------------------------------------------------------------------- what is planned


def attack(gun):
    """An announced attack that one of two guns supports; one lies on top of each."""
    pieces = {RI: BLUFF, "us-art-x": FIELD_2, FOOT: FIELD_2, "us-art-xxiv": "4337", FOOT_2: "4337",
              JP_RI: VILLAGE, HIDDEN: "1917", "jp-20-ri": "1918"}  # fmt: skip
    t = scene("us-movement", pieces, control=HELD, options=COVERED).end()
    return t.attack(VILLAGE, RI, gun)


def mission(bomber):
    """A raid that one of two bombers of a field flies, below one that stays."""
    t = scene("us-movement", dict.fromkeys((BELOW, BELOW_2, TOP), FIELD), {JP_RI: VILLAGE},
              control=HELD, turn=1, options=COVERED)  # fmt: skip
    return fly(t, "strike-troops", VILLAGE, bomber)


def dive(group):
    """A strike on ships in which one of two groups in a box dives."""
    groups = dict.fromkeys(("jp-14-sentai", "jp-60-sentai", "jp-62-sentai"), "formosa")
    t = at_sea("us-turn-jp-air-naval-interception", fleet("us-a", "1023", "us-dcr-2"),
               pieces=groups, turn=1, options=COVERED)  # fmt: skip
    return fly(t, "strike-ships", "1023", divers=(group,))


def forming(ship):
    """A force that is being formed of one of two ships."""
    ships = ("us-ddd-47", "us-ddd-48", B)
    t = scene("us-naval-movement", dict.fromkeys(ships, "us-fleet"), options=COVERED)
    return t.act("form-force").act("join-force", ship)


def restored(unit):
    """One of two ships in the pool takes back its loss."""
    ships = {ship: {"place": "us-fleet", "losses": 1} for ship in ("us-ddd-23", "us-ddd-25")}
    t = scene("us-reinforcement", ships, tracks={"us-naval.us": 2}, options=COVERED)
    return t.act("restore-unit", unit)


PLANS = {
    "who attacks": (attack, ("us-art-x", "us-art-xxiv"), "jp", "attacks"),
    "who flies": (mission, (BELOW, BELOW_2), "jp", "below the top"),
    "who dives": (dive, ("jp-14-sentai", "jp-60-sentai"), "us", "below the top"),
    "what a force is formed of": (forming, (IN_POOL, "us-ddd-48"), "jp", "boxes and decks"),
    "who was restored": (restored, ("us-ddd-23", "us-ddd-25"), "jp", "boxes and decks"),
}
"""By what is planned or done unseen: how, with whom, who may not learn it, which leak shows it."""


@pytest.mark.slow
@pytest.mark.parametrize("plan", PLANS)
def test_nothing_tells_of_what_is_planned(monkeypatch, plan):
    scene_of, ways, viewer, leak = PLANS[plan]
    one, other = (scene_of(which) for which in ways)
    rows = [told_since(t, viewer) for t in (one, other)]
    assert rows[0] == rows[1]
    assert one.game.position != other.game.position
    twin = Twin(other.game.position, base=one.game.position)
    assert differences(one.game, twin, viewer) == []
    opened(monkeypatch, leak)
    assert differences(scene_of(ways[0]).game, twin, viewer)


def told_since(t, side):
    """The rows that a side was told of a scene, without what binds each to those before it."""
    log = ToldLog(t.game, side)
    log.head()
    return [{**plain(row), "hash": ""} for row in log.rows]


CEBU = "3841"


# ----------------------------------------------------- what the kit found, each by itself


def rows_of(t, side):
    """The events that a side was told, without what came before the scene."""
    return [event for row in told_since(t, side)[1:] for event in row["events"]]


def kinds_of(t, side, kind):
    return [event for event in map(plain, rows_of(t, side)) if event["type"] == kind]


def fought(*, dice):
    """Groups of carriers that nobody has found attack a field; fighters there and in a box rise."""
    force = fleet("us-b", "4639", DECK, DECK_2, detected=False)
    pieces = {
        GROUP: f"in:{DECK}",
        GROUP_2: f"in:{DECK_2}",
        "jp-3-sentai": CEBU,
        "jp-17-sentai": CEBU,
    }
    t = at_sea("us-movement", force, pieces=pieces, turn=1, options=COVERED, dice=dice)
    fly(t, "strike-field", CEBU, GROUP, GROUP_2).end()
    t.act("intercept", "jp-3-sentai", CEBU).act("intercept", "jp-17-sentai", CEBU)
    while t.decision.side == "jp" and "done-reacting" in t.decision.actions:
        t.act("done-reacting")
    return t


def test_from_which_deck_a_group_rose_is_not_told():
    shown = [one for one in kinds_of(fought(dice=(1, 1)), "jp", "shown") if one["piece"] == GROUP]
    assert {one["place"] for one in shown} == {"unseen"}
    assert f"in:{DECK}" not in str(told_since(fought(dice=(1, 1)), "jp"))


def test_the_order_in_which_pieces_joined_an_attack_is_told_to_nobody():
    pieces = {RI: BLUFF, RI_2: BLUFF, "us-art-x": FIELD_2, FOOT: FIELD_2, JP_RI: VILLAGE}
    t = scene("us-movement", pieces, control=HELD, options=COVERED).end()
    t.attack(VILLAGE, RI_2, "us-art-x", RI)
    battle = t.told()["battle"]
    assert (battle["attackers"], battle["support"]) == ((RI, RI_2), ("us-art-x",))


def unfed(place_of):
    """Two regiments without supply, each below another one, in two places."""
    pieces = {**place_of, FOOT: FIELD, FOOT_2: FIELD_2}
    t = scene("us-movement", pieces, control=dict.fromkeys((FIELD, FIELD_2), "us"), turn=3,
              options=COVERED)  # fmt: skip
    return t.end()


def test_who_is_named_first_as_out_of_supply_is_not_told_by_who_it_is():
    one = unfed({RI: FIELD, RI_2: FIELD_2})
    other = unfed({RI: FIELD_2, RI_2: FIELD})
    marked = [kinds_of(t, "jp", "marked") for t in (one, other)]
    assert marked[0]
    assert marked[0] == marked[1]


@pytest.mark.slow
@pytest.mark.parametrize("scenario", ["ashore", "leyte-gulf"])
def test_nobody_comes_upon_what_lies_elsewhere(scenario):
    """What a side does not know of the others' notes is no reason to show it their troops."""
    game = new_match(catalogue(), f"filipinas/{scenario}", "covered", "m0")
    rng = Random(0)
    while not game.over:
        row = game.act(choose(game, rng), thrown=game.module.sides)
        met = [event for event in row.events if isinstance(event, ev.Met)]
        assert met == [], row.action


def test_in_which_order_ships_joined_their_force_is_told_to_nobody():
    """Whoever hits them chooses from all of them."""
    ships = ("us-ddd-23", "us-dcr-2", "us-ddd-25")
    orders = (ships, ships[::-1])
    one, other = (naval(fleet("us-a", "1023", *order)).s for order in orders)
    assert one.inside(FOUND) != other.inside(FOUND)
    assert ships_of(one, [FOUND]) == ships_of(other, [FOUND])


# ------------------------------------------------------------------------ phases of the enemy


def able_to_sail(*, letter):
    """The phase after the reinforcements: Americans have a letter for a force, or have none."""
    ship = {"place": "us-fleet", "losses": 1}
    pieces = {**ASHORE, "us-ddd-23": ship, "us-ddd-25": "us-fleet",
              B: "us-fleet" if letter else "gone"}  # fmt: skip
    t = scene("us-reinforcement", pieces, tracks={"us-naval.us": 2}, options=COVERED)
    return t.end()


def able_to_search(*, group):
    """Carriers that nobody has found have aircraft to search with, or have none."""
    ships = [fleet("us-b", "5330", DECK, detected=False),
             fleet("jp-a", "5025", "jp-den-1", detected=False)]  # fmt: skip
    pieces = {**ASHORE, GROUP: f"in:{DECK}" if group else "us-fleet",
              "jp-den-3": "jp-fleet", "jp-task-force-b": "jp-fleet"}  # fmt: skip
    return at_sea("jp-naval-movement", *ships, pieces=pieces, options=COVERED).end()


ASHORE = {HIDDEN: "1917", "jp-20-ri": CEBU}
"""A regiment of each side far from the other, so that something is on the map."""


def passed(t, phase):
    """The rows that the Japanese are told if the Americans end a phase, and if they were asked."""
    asked = t.phase == phase
    while t.phase == phase:
        t.act(next(word for word in t.decision.actions if word.startswith(("end-", "done-"))))
    rows = [(row["side"], row["action"], row["events"]) for row in told_since(t, "jp")]
    begin = next(n for n, row in enumerate(rows) if f"phase.{phase}" in str(row[2]))
    return asked, begin, rows[begin:]


@pytest.mark.parametrize(
    ("able", "how", "phase"),
    [
        (able_to_sail, "letter", "us-naval-movement"),
        (able_to_search, "group", "jp-turn-us-reconnaissance"),
    ],
)
def test_a_phase_ends_with_the_same_row_whatever_could_be_done_in_it(able, how, phase):
    one, other = (passed(able(**{how: which}), phase) for which in (True, False))
    (asked, *rows), (idle, *others) = one, other
    assert (asked, idle) == (True, False)
    assert rows == others
