"""Twenty-odd modules that the tests build, of several versions of VASSAL, each of another make."""

from vassal import vmods as v

NUMBERS = {"first": "H", "hOff": 1, "vOff": 1, "hLeading": 1, "vLeading": 1, "sep": "",
           "hType": "N", "vType": "N", "hDescend": "false", "vDescend": "false"}  # fmt: skip


def hexes(*, numbered=True, sideways=False, dx=52.0, dy=60.0, x0=26, y0=30, **numbering):
    about = {**NUMBERS, "stagger": "false", **numbering}
    inside = [v.element("HexGridNumbering", **about)] if numbered else []
    return v.element("HexGrid", *inside, dx=dx, dy=dy, x0=x0, y0=y0, snapTo="true",
                     sideways=str(sideways).lower())  # fmt: skip


def squares(size=50, **numbering):
    about = v.element("SquareGridNumbering", **{**NUMBERS, **numbering})
    return v.element("SquareGrid", about, dx=size, dy=size, x0=size // 2, y0=size // 2)


def regions(*points):
    inside = (v.element("Region", name=n, originx=x, originy=y) for n, x, y in points)
    return v.element("RegionGrid", *inside, snapto="true")


def zone(name, *corners, grids=()):
    path = ";".join(f"{x},{y}" for x, y in corners)
    return v.element("Zone", *grids, name=name, path=path, useParentGrid=str(not grids).lower())


def unit(name, image, *traits, gpid="", **place):
    return v.piece(*traits, v.basic(image, name, gpid=gpid, **place))


def slots(*definitions, card=False, first=1):
    return [
        v.slot(text, f"Slot {n}", gpid=str(n), card=card)
        for n, text in enumerate(definitions, first)
    ]


def simple(*parts, grid=None, version="3.7.0", name="Test", **more):
    """A module with one map of 600 by 400 pixels and whatever else."""
    board = v.board("Board", "map.png", *([grid] if grid else []))
    lying = more.pop("lying", ())
    whole = v.window("Main Map", *lying, boards=[board])
    return v.build_file(whole, *parts, name=name, vassal=version)


MAP = {"images/map.png": v.png(600, 400)}
UNITS = [f"u{n}.png" for n in range(1, 7)]


def module_of_hexes():
    texts = [unit(f"Inf {n}", f"u{n}.png", gpid=str(n)) for n in (1, 2, 3)]
    lying = [
        v.stack("A", *slots(*texts[:2]), x=78, y=120),
        v.stack("B", *slots(texts[2], first=3), x=26, y=30),
    ]
    return simple(v.roster("Blue", "Red"), v.palette(*slots(*texts)), grid=hexes(), lying=lying), {}


def module_of_staggered_hexes():
    lying = [v.stack("A", *slots(unit("Tank", "u1.png")), location="0203", x=500, y=10)]
    return simple(grid=hexes(stagger="true"), lying=lying), {}


def module_of_sideways_hexes():
    lying = [v.stack("A", *slots(unit("Tank", "u1.png")), x=90, y=26)]
    return simple(grid=hexes(sideways=True), lying=lying), {}


def module_of_hexes_off_the_edge():
    """The first column lies left of the board; the next one is the first that counts."""
    lying = [v.stack("A", *slots(unit("Tank", "u1.png")), x=92, y=32)]
    return simple(grid=hexes(x0=-19, y0=32, dx=55.4256, dy=64, hOff=0), lying=lying), {}


def module_of_hexes_that_count_down():
    lying = [v.stack("A", *slots(unit("Tank", "u1.png")), x=78, y=120)]
    return simple(grid=hexes(vDescend="true"), lying=lying), {}


def module_of_squares():
    lying = [v.stack("A", *slots(unit("Rook", "u1.png")), x=25, y=25)]
    return simple(grid=squares(hType="A", sep="."), lying=lying), {}


def module_of_regions():
    points = regions(("Paris", 100, 100), ("Lyon", 300, 200), ("Paris", 500, 300))
    lying = [v.stack("A", *slots(unit("Army", "u1.png")), x=5, y=5, location="Lyon")]
    return simple(grid=points, lying=lying), {}


def module_of_zones():
    west, east = (
        ((0, 0), (300, 0), (300, 400), (0, 400)),
        ((300, 0), (600, 0), (600, 400), (300, 400)),
    )
    grid = v.element("ZonedGrid", zone("West", *west), zone("East", *east))
    lying = [v.stack("A", *slots(unit("Army", "u1.png")), x=450, y=100)]
    return simple(grid=grid, lying=lying), {}


def module_of_a_zoned_hex_map():
    off = zone("Turns", (0, 0), (100, 0), (100, 50), (0, 50), grids=[squares(25)])
    grid = v.element("ZonedGrid", hexes(), off)
    return simple(grid=grid, lying=[v.stack("A", *slots(unit("A", "u1.png")), x=78, y=60)]), {}


def module_without_grid():
    lying = [
        v.stack("A", *slots(unit("Ship", "u1.png")), x=123, y=45),
        v.stack("B", *slots(unit("Port", "u2.png")), x=599, y=401),
    ]
    return simple(lying=lying), {}


def module_of_two_boards_and_edges():
    boards = [
        v.board("West", "map.png", hexes()),
        v.board("East", "map.png", hexes()),
        v.board("Spare", "map.png"),
    ]
    lying = [v.stack("A", *slots(unit("A", "u1.png")), x=78, y=60, board="East")]
    chosen = v.boards_of("Main", ("West/rev", 0, 0), ("East", 1, 0))
    whole = v.window("Main", *lying, boards=boards, chosen=chosen, edgeWidth=50, edgeHeight=20)
    return v.build_file(whole), {}


def module_of_several_windows():
    first = v.window("Europe", boards=[v.board("E", "map.png", hexes())])
    second = v.window("Asia", boards=[v.board("A", "map.png", squares())])
    plain = v.window("Box", boards=[v.board("Plain", "", width=200, height=100, color="0,0,0")])
    return v.build_file(first, second, plain), {}


def module_of_layers():
    texts = [
        unit("Flips", "u1.png", v.layer(["u2.png"], level=-1)),
        unit("Flipped", "u1.png", v.layer(["u2.png"], level=1)),
        unit("Steps", "", v.layer(["u1.png", "u2.png", "u3.png"], level=2, always=True)),
        unit(
            "Overlay",
            "u1.png",
            v.layer(["dot.png", "dot2.png"], ["Moved", "Out"], level=2, name="Status"),
        ),
        unit("Old", "u4.png", v.old_layer(["u5.png"], level=1)),
        unit("Follows", "", v.dynamic("Steps", 2), v.layer(["u1.png", "u2.png"], follows="Steps")),
    ]
    files = {"images/dot.png": v.png(10, 10), "images/dot2.png": v.png(10, 10)}
    return simple(lying=[v.stack("A", *slots(*texts), x=10, y=10)], version="3.1.0"), files


def module_of_all_traits():
    traits = [
        v.delete(),
        v.clone(),
        v.label("HQ"),
        v.label("A text that is too long for it"),
        v.rotate(1, 90),
        v.mask("u6.png", "Unknown", by="Blue"),
        v.hide(by="Red"),
        v.immobile("n", "V"),
        v.marker(Side="Red", Attack="4", Weapon="Gun"),
        v.dynamic("Ammo", 3, numeric=True, low=0, high=9),
        v.dynamic("Note", "words"),
        v.replace(unit("Wreck", "u2.png")),
        v.place(unit("Smoke", "u3.png")),
        v.layer(["u4.png"]),
        v.prototype("Nobody"),
    ]
    others = [v.other(kind) for kind in v.OTHERS.values()]
    text = v.piece(*others, *traits, v.basic("u1.png", "All of it", gpid="1"))
    lying = [v.stack("A", *slots(text), x=10, y=10)]
    return simple(
        v.roster("Blue", "Red"), v.palette(*slots(text)), lying=lying, version="3.6.0"
    ), {}


def module_of_prototypes():
    base = v.piece(v.rotate(6), v.delete(), v.basic("", ""))
    blue = v.piece(v.prototype("Base"), v.marker(Side="Blue"), v.basic("", ""))
    loop = v.piece(v.prototype("Loop"), v.basic("", ""))
    texts = [unit(f"U{n}", f"u{n}.png", v.prototype("Blue")) for n in (1, 2)]
    texts.append(unit("U3", "u3.png", v.prototype("Loop")))
    known = v.prototypes(Base=base, Blue=blue, Loop=loop)
    return simple(v.roster("Blue", "Red"), known, v.palette(*slots(*texts))), {}


def module_of_decks_and_hands():
    cards = slots(*(unit(f"Card {n}", f"u{n}.png", v.mask("u6.png")) for n in (1, 2, 3)), card=True)
    lying = [
        v.deck("Events", *cards),
        v.deck("Discards", shuffle="Never", face_down="Never"),
        v.deck("Ordered", *slots(unit("Last", "u4.png"), first=4), shuffle="Never"),
    ]
    hands = [
        v.window("Blue hand", tag="PlayerHand", side="Blue"),
        v.window(
            "Red tray",
            v.stack("T", *slots(unit("Secret", "u5.png"), first=5)),
            tag="PrivateMap",
            side="Red",
        ),
        v.window(
            "Everybody", tag="PrivateMap", side="Blue,Red", boards=[v.board("Tray", "map.png")]
        ),
    ]
    return simple(v.roster("Blue", "Red"), *hands, lying=lying), {}


def module_of_charts_dice_and_turns():
    pictures = [("CRT", "map.png"), ("Lost", "none.png")]
    shown = [v.element("Chart", chartName=name, fileName=file) for name, file in pictures]
    charts = v.element("ChartWindow", v.element("TabWidget", *shown, entryName="Tabs"), name="All")
    faces = [v.element("SpecialDieFace", text=t, icon="", value=n) for n, t in enumerate("ABC")]
    dice = [
        v.element("DiceButton", name="2d6", nDice=2, nSides=6, addToTotal=1),
        v.element("DiceButton", name="Odd", nDice=0, nSides=0),
        v.element("SpecialDiceButton", v.element("SpecialDie", *faces, name="Fate"), name="Fate"),
        v.element("RandomTextButton", name="Weather", nDice=1, faces="Sun,Rain,Snow"),
    ]
    phases = v.element("ListTurnLevel", property="Phase", list="Move,Fight")
    turns = v.element("TurnTracker", v.element("CounterTurnLevel", phases, property="Turn", start=3,
                      loop="true", loopLimit=6), name="Turn")  # fmt: skip
    return simple(charts, *dice, turns), {}


def _battle(writing):
    first = unit("Inf 1", "u1.png", v.layer(["u2.png"], level=1), gpid="1")
    commands = [
        v.boards_of("Main Map", ("Board", 0, 0)),
        v.piece(v.layer(["u2.png"], level=1), v.basic("u1.png", "Inf 1", gpid="1"), id="11"),
        v.piece(v.layer(["u2.png"], level=-1), v.basic("u1.png", "Inf 1", gpid="1"), id="12"),
        v.piece(v.mask("u6.png", by="Blue"), v.basic("u3.png", "Spy", gpid="3"), id="13"),
        v.piece(
            v.immobile(), v.basic("u4.png", "Fort", gpid="4", map="Main Map", x=130, y=60), id="14"
        ),
        v.heap("20", "Main Map", 78, 120, "11", "12"),
        v.heap("21", "Main Map", 26, 30, "13"),
        v.piece(v.basic("u5.png", "Card", gpid="5"), id="15"),
        v.dealt("22", "Main Map", 0, 0, "Events", "15"),
        v.heap("23", "Nowhere", 1, 1, "16"),
        v.piece(v.basic("u5.png", "Lost", gpid="6"), id="16"),
    ]
    inside = v.element(
        "PredefinedSetup", name="The battle", file="battle.vsav", useFile="true", isMenu="false"
    )
    missing = v.element("PredefinedSetup", name="No file", file="gone.vsav", useFile="true")
    menu = v.element(
        "PredefinedSetup", inside, missing, name="Scenarios", isMenu="true", useFile="true"
    )
    lying = [v.stack("A", *slots(first), x=26, y=90), v.deck("Events")]
    built = simple(
        v.roster("Blue", "Red"), menu, v.palette(*slots(first)), grid=hexes(), lying=lying
    )
    return built, {"battle.vsav": v.save(*commands, writing=writing)}


def module_with_a_save():
    return _battle(v.obfuscated)


def module_with_a_packed_save():
    return _battle(v.packed)


def module_with_a_plain_save():
    return _battle(str.encode)


def module_of_version_2():
    text = "+/null/" + v.nested([v.old_layer(["u2.png"])[0], "piece;K;D;u1.png;Guns"]) + "/"
    text += v.nested(["-1;", "null;29;104"])
    return simple(v.palette(v.slot(text, "Guns")), version="2.9b2"), {}


def module_of_furniture():
    """Everything that every module has, and much that only its own program understands."""
    inside = [
        v.element(tag) for tag in ("StackMetrics", "Scroller", "Zoomer", "CounterDetailViewer")
    ]
    inside += [
        v.element("MassKeyCommand", name="Clear all", hotkey="67,195"),
        v.element("LOS_Thread", threadName="LOS"),
    ]
    more = [
        v.element("BasicCommandEncoder"), v.element("Chatter"), v.element("KeyNamer"),
        v.element("GlobalOptions", v.element("option", name="stepIcon", content="x")),
        v.element("GlobalProperties", v.element("GlobalProperty", name="VP", initialValue=0)),
        v.element("GlobalKeyCommand", name="End"), v.element("ToolbarMenu", text="Menu"),
        v.element("my.own.Thing", name="Special"),
        v.element("Documentation", v.element("HelpFile", title="Rules")),
    ]  # fmt: skip
    return v.build_file(v.window("Main", *inside, boards=[v.board("B", "map.png")]), *more), {}


def module_without_pieces():
    return simple(grid=hexes()), {}


def module_of_drawings():
    texts = [
        unit("Drawn", "u1.svg"),
        unit("Gif", "old.gif"),
        unit("No picture", "none.png"),
        unit("No file", ""),
    ]
    gif = v.gif()
    files = {"images/u1.svg": v.svg(), "images/old.gif": gif, "images/broken.png": b"no picture"}
    return simple(v.palette(*slots(*texts, unit("Broken", "broken.png")))), files


def module_in_strange_letters():
    name = "Опера\u202eция «Б» <b>&amp;</b> \\ / ; , ' \""
    side = "Côté d'Azur"
    text = unit(name, "Ü ber'blick; 1.png", v.marker(Ключ="значение", Side=side))
    files = {"images/Ü ber'blick; 1.png": v.png()}
    return simple(v.roster(side, "赤軍", side), v.palette(v.slot(text, name)), name=name), files


SETS = {
    name.removeprefix("module_").replace("_", "-"): make
    for name, make in list(globals().items())
    if name.startswith("module_")
}


def build(name, path):
    """Write one of the modules to a file."""
    built, files = SETS[name]()
    old = name == "of-version-2"
    return v.vmod(path, built, {**MAP, **files}, pictures=UNITS, data=not old,
                  build_name="buildFile" if old else "buildFile.xml")  # fmt: skip
