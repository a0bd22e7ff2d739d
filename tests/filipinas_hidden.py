"""Something of each kind that Libertação das Filipinas hides, and how it is changed unseen."""

from random import Random

from msgspec.structs import replace

from filipinas_war import at_sea, fleet
from tabuleiro.testing.secrecy import at
from tabuleiro.testing.secrecy.twins import twin_of

COVERED = {"sealing": "covered"}
FOUND, B, C = (f"us-task-force-{letter}" for letter in "abc")
DECK, DECK_2, GROUP, GROUP_2 = "us-tg-38-1", "us-tg-38-2", "us-cvg-7", "us-cvg-13"
CONVOY, CONVOY_2, RI, RI_2 = "us-comb-6", "us-comb-7", "us-19-ri", "us-21-ri"
IN_POOL, IN_ARMY_6, IN_ARMY_8 = "us-ddd-47", "us-1-ri", "us-20-ri"
SUBMARINE, DUMMY = "us-dsb-1", "us-dsb-9"
FIELD, FIELD_2, COVERED_HEX, BLUFF, VILLAGE = "4438", "4437", "4338", "4336", "4236"
TOP, BELOW, FOOT = "us-345-gpo", "us-38-gpo", "us-17-ri"
TOP_2, BELOW_2, FOOT_2 = "us-348-gpo-p47", "us-42-gpo", "us-32-ri"
HIDDEN, JP_RI = "us-34-ri", "jp-9-ri"
HELD = dict.fromkeys((FIELD, FIELD_2, COVERED_HEX, BLUFF), "us")


def war(phase="us-movement", also=(), **more):
    """A war in which something of each kind is hidden from the Japanese."""
    fleets = [
        fleet("us-a", "5530", DECK, DECK_2, CONVOY, CONVOY_2),
        fleet("us-b", "5330", "us-ddd-23", "us-ddd-25", "us-dcr-3", detected=False),
        fleet("us-c", "5230", "us-ddd-91", "us-ddd-92", "us-dcr-4", detected=False),
    ]
    pieces = {
        GROUP: f"in:{DECK}", GROUP_2: f"in:{DECK_2}", RI: f"in:{CONVOY}", RI_2: f"in:{CONVOY_2}",
        IN_POOL: "us-fleet", IN_ARMY_6: "army-6", IN_ARMY_8: "army-8",
        SUBMARINE: "5532", DUMMY: "5432",
        FOOT: FIELD, BELOW: FIELD, TOP: FIELD,
        FOOT_2: FIELD_2, BELOW_2: FIELD_2, TOP_2: FIELD_2,
        HIDDEN: COVERED_HEX, JP_RI: VILLAGE, **dict(also),
    }  # fmt: skip
    spent = {"cargo-us": {"spent": {CONVOY: 40, CONVOY_2: 8}},
             "air-fed-us": {FOOT: ["us-54-gpo", True]}}  # fmt: skip
    t = at_sea(phase, *fleets, pieces=pieces, unknown=[("us", COVERED_HEX), ("us", BLUFF)],
               control=HELD, facts=spent, options=COVERED, **more)  # fmt: skip
    return at(t.game, replace(t.game.position, memory={}))  # nobody saw them come


def made(game, way, wanted, viewer="jp"):
    """A twin made in some way that differs as wanted."""
    for seed in range(120):
        twin = twin_of(game, viewer, way, Random(seed))
        if twin is not None and wanted(game.position, twin):
            return twin
    raise AssertionError(f"{way} does not bite")


def moved(piece, before, after):
    """Whether a twin has a piece that was in one place in the other."""

    def wanted(position, twin):
        now = twin.position.pieces[piece].place
        return position.pieces[piece].place == before and now == after

    return wanted


def swapped(one, other):
    """Whether two pieces play each other's parts in a twin."""
    return lambda _position, twin: twin.roles.get(one) == other


def forgot(fact):
    """Whether something of a fact is not noted in a twin."""
    return lambda position, twin: position.facts[fact] != twin.position.facts.get(fact)


def hurt(piece):
    """Whether a piece has other losses in a twin."""
    return lambda position, twin: (
        position.pieces[piece].losses != twin.position.pieces[piece].losses
    )


def in_other_order(place):
    """Whether aircraft and foot lie otherwise in a twin, below the same one on top."""

    def kinds(position):
        return ["gpo" in piece for piece in position.stacks[place]]

    return lambda position, twin: kinds(position) != kinds(twin.position)


ROWS = {
    "the letter of a force": ("identities", swapped(B, C), "forces"),
    "ships between forces": ("cargo", moved("us-dcr-3", f"in:{B}", f"in:{C}"), "forces"),
    "ships in the pool": ("boxes", moved("us-ddd-25", f"in:{B}", "us-fleet"), "boxes and decks"),
    "groups on decks": ("cargo", moved(GROUP, f"in:{DECK}", f"in:{DECK_2}"), "boxes and decks"),
    "cargo": ("cargo", moved(RI, f"in:{CONVOY}", f"in:{CONVOY_2}"), "what is inside"),
    "units aboard or in a box": ("boxes", moved(RI, f"in:{CONVOY}", "army-8"), "what is inside"),
    "capacity left": ("notes", forgot("cargo-us"), "facts of forces"),
    "whom flights feed": ("notes", forgot("air-fed-us"), "facts of forces"),
    "boxes of armies": ("boxes", moved(IN_ARMY_6, "army-6", "army-8"), "boxes and decks"),
    "the dummy": ("identities", swapped(SUBMARINE, DUMMY), "submarines"),
    "what lies under an unknown piece": (
        "places", moved(HIDDEN, COVERED_HEX, BLUFF), "unknown pieces"),
    "the order below the top": ("order", in_other_order(FIELD), "depths"),
    "who lies below the top": ("identities", swapped(FOOT, FOOT_2), "below the top"),
    "aircraft on a field": ("identities", swapped(BELOW, BELOW_2), "below the top"),
    "losses of the unseen": ("losses", hurt(BELOW), "losses"),
    "losses in a box": ("losses", hurt(IN_ARMY_8), "boxes and decks"),
}  # fmt: skip
"""By what is hidden: how it is changed, what a twin must have, and which leak shows it."""
