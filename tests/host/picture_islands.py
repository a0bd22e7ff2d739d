"""Pages of the picture book for *Libertação das Filipinas*: what its tests play in the window.

Each scene is that of a test of `test_filipinas_boards.py`, played as far as there is something to
look at: a landing, searches, dives, a pursuit, torpedoes, a shortage, a field, a `?`, a flag.
"""

from __future__ import annotations

from picture_pages import answer, page

import filipinas_war as w
from tabuleiro.testing import action

OFF_TACLOBAN, TACLOBAN, SEA = "4537", "4437", "1023"
DIVISION = ("us-19-ri", "us-21-ri", "us-34-ri")


def sat(book, t):
    book.sit(t.game, open_hands=True)
    return t


def dice_of(book, name):
    """Let dice that fall come to rest, and take what they say."""
    book.until(lambda: book.theatre.scene is not None)
    book.window.battle.dice.skip()
    book.until(lambda: not book.window.battle.dice.tumbling)
    book.take(name)
    book.theatre.go_on()
    book.rest()


def first(book, kind):
    book.seat.act(next(a for a in book.seat.legal() if a.kind == kind))
    book.rest()


@page
def islands_landing(book):
    port = dict.fromkeys(("us-comb-6", "us-comb-7", "us-ddd-11", "us-ddd-23", "us-task-force-a"),
                         "us-fleet")  # fmt: skip
    sat(book, w.scene("us-naval-movement", port, dict.fromkeys(DIVISION, "army-6"), turn=2))
    book.take("islands-port")
    hands = book.hands
    hands.answer("form-force")
    hands.answer("ready-landing")
    hands.answer("load-us-24-di")
    book.take("islands-force")
    hands.click(OFF_TACLOBAN)
    book.take("islands-off-the-beach")
    hands.answer(f"all-{TACLOBAN}")
    hands.answer("end-voyage")
    book.take("islands-ashore-before")
    hands.answer(f"all-go-ashore-{TACLOBAN}")
    book.take("islands-ashore")


@page
def islands_search(book):
    for die, name in ((6, "found"), (1, "nothing")):
        force = w.fleet("us-a", SEA, "us-ddd-23", "us-comb-6", detected=False)
        sat(book, w.at_sea("us-turn-jp-reconnaissance", force, turn=1, dice=(die,),
                           pieces={"jp-10-sentai": "formosa"}))  # fmt: skip
        if die == 6:
            book.take("islands-search-before")
        book.hands.click_piece("jp-10-sentai")
        book.rest(600)
        book.take(f"islands-search-{name}")


@page
def islands_dives(book):
    force = w.fleet("us-a", SEA, "us-ddd-23", "us-ddd-25", "us-ddd-26")
    divers = dict.fromkeys(("jp-71-sentai", "jp-72-sentai"), "formosa")
    sat(book, w.at_sea("us-turn-jp-air-naval-interception", force, pieces=divers, turn=6,
                       dice=(1, 1, 6, 6)))  # fmt: skip
    book.seat.act(action("strike-ships", SEA))
    book.hands.answer("all-fly-as-kamikaze")
    book.take("islands-dives-before")
    book.hands.answer("confirm")
    book.seat.act(action("done-striking"))
    answer(book, "islands-dives-air-combat")
    book.theatre.go_on()
    answer(book, "islands-dive")


@page
def islands_pursuit(book):
    sat(book, w.naval(w.fleet("jp-a", "0739", "jp-den-1", "jp-den-2"),
                      w.fleet("us-a", "0740", "us-den-1", "us-den-2"),
                      w.fleet("us-b", "0737", "us-comb-6", "us-comb-7"),
                      dice=(6, 5, 4, 5)))  # fmt: skip
    hands = book.hands
    hands.click_piece("jp-task-force-a")
    dice_of(book, "islands-naval-battle")
    while book.seat.decision().actions[:1] == ("hit-ship",):
        book.take("islands-naval-hits")
        first(book, "hit-ship")
    hands.answer("fight-on")
    hands.answer("break-off")
    book.take("islands-naval-breaks-off")
    hands.click_piece("us-task-force-a")
    hands.click("0741")
    book.take("islands-pursuit")
    hands.take("jp-task-force-a")
    hands.click("0738")
    hands.click("0737")
    dice_of(book, "islands-pursuit-battle")


@page
def islands_torpedoes(book):
    pieces = {"jp-task-force-a": "jp-fleet", "jp-comb-1": "jp-fleet", "jp-26-ri": "japan",
              "us-dsb-1": "0639"}  # fmt: skip
    t = sat(book, w.scene("jp-naval-movement", pieces, dice=(6, 6, 6)))
    hands = book.hands
    hands.answer("form-force")
    hands.answer("more-jp-comb-1")
    hands.answer(f"load-{t.s.counter('jp-26-ri').formation or 'jp-26-ri'}")
    hands.click("0339")
    book.take("islands-submarine-before")
    hands.answer("torpedo-force")
    dice_of(book, "islands-torpedoes")
    book.take("islands-convoy-lost")


@page
def islands_shortage(book):
    units = ("us-17-ri", "us-184-ri", "us-19-ri", "us-21-ri")
    force = w.fleet("us-a", "4538", "us-comb-30")
    sat(book, w.at_sea("us-movement", force, pieces=w.at("4438", *units), turn=3))
    book.show("filipinas-supply")
    book.take("islands-supply-board")
    book.hands.answer("end-phase")
    book.take("islands-shortage")
    book.hands.click_piece("us-21-ri")
    book.take("islands-hungry")


@page
def islands_field(book):
    stood = {"engineers-since": {"us-932-eng-av": ["4336", 1]}}
    raiders = dict.fromkeys(("jp-7-sentai", "jp-16-sentai"), "3841")
    t = sat(book, w.scene("us-movement", w.at("4336", "us-932-eng-av"), raiders, turn=3,
                          control={"4336": "us"}, facts=stood, dice=(6, 6, 6)))  # fmt: skip
    book.seat.act(action("build-field", "us-932-eng-av"))
    book.take("islands-field-built")
    while t.phase != "jp-movement":
        legal = [a for a in book.seat.legal() if a.kind in {"end-phase", "done-reacting"}]
        book.seat.act(legal[0])
        book.rest()
    book.seat.act(action("strike-field", "4336"))
    book.hands.answer("all-fly-as-bomber")
    book.take("islands-field-mission")
    book.hands.answer("confirm")
    answer(book, "islands-field-bombed")
    book.theatre.go_on()
    book.take("islands-field-damaged")


@page
def islands_scouted(book):
    for die, name in ((6, "found"), (1, "nothing")):
        sat(book, w.scene("us-movement", w.at("4136", "jp-5-ri"), {"us-71-gpo": "4437"},
                          unknown=[("jp", "4136")], dice=(die,), control={"4437": "us"},
                          turn=1))  # fmt: skip
        if die == 6:
            book.take("islands-scout-before")
        looks = [a for a in book.seat.legal() if a.kind.startswith("scout")]
        book.seat.act(looks[0])
        book.rest(600)
        book.take(f"islands-scout-{name}")


@page
def islands_flag(book):
    t = sat(book, w.scene("jp-movement", w.at("4533", "us-19-ri"), turn=3, control={"4533": "us"},
                          marks={"4632": ["jp-flag"]}))  # fmt: skip
    while t.s.turn < 4:
        book.seat.act(next(a for a in book.seat.legal() if a.kind == "end-phase"))
        book.rest()
    book.take("islands-flag")
    book.hands.click_ground("4632")
    book.take("islands-flag-near")


@page
def islands_begin(book):
    for scenario in ("ashore", "a-day", "leyte-gulf", "eighth-army", "lingayen-manila"):
        book.sit(
            book.catalogue.new("filipinas", scenario, seed="pictures"), {"jp": "simple"}, pace=0
        )
        book.until(lambda: (d := book.seat.decision()) is not None and d.side == "us")
        book.rest(500)
        book.take(f"islands-begin-{scenario}")
