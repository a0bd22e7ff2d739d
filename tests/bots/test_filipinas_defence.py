"""How the simple player defends the Philippines: where a naive one would lose them."""

from collections import Counter

from filipinas_play import GOOD, in_port, phase, play
from filipinas_war import at_sea, fleet
from tabuleiro_filipinas.advice.air_threat import carrier_threat
from tabuleiro_filipinas.advice.dives import dives
from tabuleiro_filipinas.advice.outlook import IslandFight, cover_of, look
from tabuleiro_filipinas.islands import island_of

PANAY_PLAIN, PALAWAN = "3137", "0347"
MANILA, BEFORE_MANILA, OUTSIDE = "2221", "2320", "2421"
CARRIERS = ("us-dpa-22", "us-dpa-23")
DESTROYERS = ("us-ddd-11", "us-ddd-23", "us-ddd-25", "us-ddd-26", "us-ddd-47", "us-ddd-48")
CONVOYS = ("us-comb-6", "us-comb-7", "us-comb-8", "us-comb-10")
PLANES = ("jp-762-kokutai", "jp-16-sentai", "jp-62-sentai", "jp-14-sentai", "jp-74-sentai",
          "jp-1-sentai", "jp-11-sentai", "jp-13-sentai", "jp-17-sentai",
          "jp-18-sentai")  # fmt: skip


def kinds(done):
    return Counter(deed.kind for deed in done)


# ------------------------------------------------------------------------------ on land


def test_troops_gather_in_the_mountains_before_who_is_stronger():
    """Three regiments of the plain stand together on high ground when a corps comes near."""
    jp = {"jp-5-ri": "2014", "jp-17-ri": "2015", "jp-31-ri": "2116"}
    us = dict.fromkeys(("us-126-ri", "us-127-ri", "us-128-ri", "us-19-ri", "us-21-ri"), "1915")
    t = phase("jp-movement", us, jp, turn=10)
    done = play(t, "jp")
    stands = Counter(t.place(piece) for piece in jp)
    place, together = stands.most_common(1)[0]
    assert together >= 2, stands
    assert cover_of(t.s, place) >= 3
    assert not kinds(done)["assault"]


def test_nobody_goes_next_to_guerrillas_for_a_point():
    """They stand high: who attacks them loses more than the point that they are worth."""
    jp, us = {"jp-guarnicao-panay": PANAY_PLAIN}, {"ph-guerrilha-panay": "3037"}
    t = phase("jp-movement", jp, us)
    assert cover_of(t.s, "3037") >= 3
    assert not kinds(play(t, "jp"))["assault"]


def test_who_owes_no_attack_keeps_out_of_a_hopeless_one():
    """A regiment outside Manila must attack; those in its walls dominate, and look on."""
    inside = {p: {"place": MANILA, "losses": 1} for p in ("jp-17-ri", "jp-31-ri", "jp-39-ri")}
    us = ("us-126-ri", "us-127-ri", "us-128-ri", "us-19-ri", "us-21-ri", "us-34-ri")
    jp = {**inside, "jp-5-ri": OUTSIDE}
    t = phase("jp-movement", dict.fromkeys(us, BEFORE_MANILA), jp, turn=10)
    t.act("end-phase")
    joined = {deed.piece for deed in play(t, "jp") if deed.kind == "join"}
    assert joined == {"jp-5-ri"}


def test_what_lies_below_takes_losses_too():
    """A reduced regiment dies of one loss, but not on top of five others."""
    weak = {"us-126-ri": {"place": "2015", "losses": 1}}
    stack = dict.fromkeys(("us-127-ri", "us-128-ri", "us-19-ri"), "2015") | weak
    worth = {}
    for name, us in (("alone", weak), ("stack", stack)):
        t = phase("jp-movement", us, {"jp-5-ri": "2016"}, turn=10)
        s = t.game.belief("jp").s
        worth[name] = IslandFight(look(s, "jp"), "2015").worth(4, ("jp-5-ri",))
    assert worth["alone"] > worth["stack"]


# ------------------------------------------------------------------------------ in the air


def prey(*ships, hurt=(), phase="us-turn-jp-air-naval-interception"):
    """One force that is found, and ten aircraft at Manila that reach it."""
    found = fleet("us-a", "4538", *ships, hurt=hurt)
    return at_sea(phase, found, pieces=dict.fromkeys(PLANES, "2222"))


def flown(t):
    return kinds(play(t, "jp", kinds=("done-striking",)))["fly-as-kamikaze"]


def test_all_dive_where_ships_go_down_and_nobody_where_they_are_only_hurt():
    """Two carriers go down under ten dives; of twelve ships, whole ones first, none would."""
    few, many = prey(*CARRIERS), prey(*CARRIERS, *DESTROYERS, *CONVOYS)
    assert flown(few) >= 8
    assert flown(many) == 0


def test_dives_finish_what_was_hurt():
    """Ten do little to four whole carriers and their destroyers, and sink them if all are hurt."""
    ships = (*CARRIERS, "us-dpa-24", "us-dpa-25", *DESTROYERS[:2])
    whole, hurt = prey(*ships), prey(*ships, hurt=ships)
    assert dives(whole.s, "jp", "4538", 10)[1] < 5 < dives(hurt.s, "jp", "4538", 10)[1]


def test_a_convoy_on_its_way_out_is_worth_what_it_carries():
    """In the enemy's turn troops are aboard; in Japan's they have gone ashore."""
    out = prey(*CONVOYS[:2])
    home = prey(*CONVOYS[:2], phase="jp-movement")
    assert dives(out.s, "jp", "4538", 10)[1] > 5 > dives(home.s, "jp", "4538", 10)[1]


def test_the_invader_bombs_who_stands_too_high_to_be_attacked():
    """On an island that he fights for, however far from his troops; not on one where he is not."""
    names = ("us-3-gpo", "us-312-gpo", "us-417-gpo", "us-345-gpo", "us-22-gpo", "us-43-gpo",
             "us-90-gpo", "us-380-gpo")  # fmt: skip
    bombers = dict.fromkeys(names, "4338")
    stacks = {"jp-9-ri": "4238", "jp-20-ri": "4238", "jp-5-ri": "3037", "jp-17-ri": "3037"}
    held = dict.fromkeys(("4338", "4437"), "us")
    guards = dict.fromkeys(("us-126-ri", "us-127-ri"), "4338")
    t = phase("us-movement", bombers, guards, stacks, turn=1, control=held)
    struck = [deed.hex for deed in play(t, "us") if deed.kind == "strike-troops"]
    assert struck == ["4238"]


# ------------------------------------------------------------------------------ at sea


def sailing(*others, jp=()):
    """The naval phase of Japan with a regiment in Japan and a convoy."""
    ships = in_port("jp", "jp-comb-1", "jp-ddd-2")
    pieces = {"jp-1-ri": "japan"} | ships | dict(jp)
    return at_sea("jp-naval-movement", *others, pieces=pieces, facts=GOOD)


def landed(t):
    """Where the regiment is to go ashore."""
    play(t, "jp")
    return t.s.position.facts["cargo-jp"]["units"]["jp-1-ri"]["goal"]


def test_no_troops_sail_where_carriers_reach_them():
    """With carriers off Mindoro they land in the north of Luzon, not on Palawan."""
    near = fleet("us-a", "1938", "us-tg-38-1", "us-tg-38-2", "us-tg-38-3")
    free, chased = sailing(), sailing(near)
    reached = carrier_threat(chased.s, "us")
    assert landed(free) in reached
    assert landed(chased) not in reached


def test_troops_go_where_few_are():
    """To an island that a regiment more would hold, not to one where four stand already."""
    crowd = dict.fromkeys(("jp-5-ri", "jp-17-ri", "jp-31-ri", "jp-39-ri"), PALAWAN)
    few, many = sailing(), sailing(jp=crowd)
    assert island_of(few.s, landed(few)) == "palawan"
    assert island_of(many.s, landed(many)) != "palawan"


def test_troops_sail_among_destroyers():
    """Whole ships are hit first: with troops goes every destroyer that is left, up to a number."""
    names = [f"jp-ddd-{n}" for n in (2, 4, 7, 10, 11, 16, 17, 18)]
    t = sailing(jp=in_port("jp", *names))
    play(t, "jp")
    together = t.s.inside(t.s.within("jp-comb-1"))
    assert sum(t.s.counter(p).type == "destroyers" for p in together) == 6


def test_destroyers_that_are_left_sail_with_the_convoys():
    """Dives hit whole ships first: among many destroyers a convoy is not reached."""
    troops = dict.fromkeys(("us-17-ri", "us-32-ri", "us-184-ri", "us-19-ri"), "army-6")
    garrison, at_sea_with = {"jp-guarnicao-leyte": "4137"}, {}
    for name, more in (("few", ()), ("many", DESTROYERS[4:])):
        ships = in_port("us", *CONVOYS[:2], *DESTROYERS[:4], *more)
        t = phase("us-naval-movement", ships, troops, garrison, scenario="a-day")
        play(t, "us")
        force = t.s.within("us-comb-6")
        at_sea_with[name] = sum(t.s.counter(p).type == "destroyers" for p in t.s.inside(force))
    assert at_sea_with["few"] == 4 < at_sea_with["many"]
