"""What the reader makes of VASSAL's notations: sequences, traits, pieces, build files, saves."""

import pkgutil
from io import BytesIO

import pytest

import tabuleiro.vassal
from docstrings import run_examples
from tabuleiro.vassal.buildfile import read_xml
from tabuleiro.vassal.errors import VassalError
from tabuleiro.vassal.ledger import Ledger
from tabuleiro.vassal.pieces import PieceLayer, Prototypes, kind_of, read_definition, read_place
from tabuleiro.vassal.reading import read_game
from tabuleiro.vassal.saves import read_save
from tabuleiro.vassal.sequences import chain, split
from tabuleiro.vassal.traits import KINDS, read_trait
from vassal import vmods as v

MODULES = [
    f"tabuleiro.vassal.{info.name}" for info in pkgutil.iter_modules(tabuleiro.vassal.__path__)
]


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings_run(name):
    assert run_examples(name).failed == 0


def piece_of(*traits, **definitions):
    known = {name: read_definition(text) for name, text in definitions.items()}
    return Prototypes(known).piece(read_definition(v.piece(*traits)))


@pytest.mark.parametrize(
    "parts",
    [
        ["a", "b", ""],
        ["a;b", "c\\", "'quoted'", ";", "\\;"],
        ["", ""],
        ["it's", "'"],
        ["one"],
    ],
)
def test_a_sequence_reads_as_it_was_written(parts):
    assert split(v.sequence(parts), ";") == parts


@pytest.mark.parametrize("depth", [1, 2, 3, 7, 40])
def test_traits_lie_one_around_the_other(depth):
    inner = v.piece(v.place("x"), v.basic("a.png", "A/B"))
    kinds = [*(f"cmt;{n};{inner}\\" for n in range(depth)), "piece;;;a.png;A"]
    assert chain(v.nested(kinds)) == kinds


def test_a_piece_in_the_words_of_a_real_module():
    """The form that modules of version 3.6 have, with what is escaped twice."""
    text = (
        "+/null/hideCmd;x;Hide;{(A == 0)};57356\\,0\\,Use\tplacemark;;57355,0,Do;+\\/null\\/"
        "prototype\\;Marker\\\\\tpiece\\;\\;\\;\\;Javelins\\/\\\\\tnull\\;65\\;65\\;1299\\;0;null;"
        "0;0;false;;;1299;0;false\\\tpiece;;;a.png;377\\/101/\t\\\tnull;1;2;3;0"
    )
    found = Prototypes({}).piece(read_definition(text))
    assert (found.name, found.image, found.slot) == ("377/101", "a.png", "3")
    assert read_place(read_definition(text)) == ("", 1, 2)
    inside = read_definition(found.places[0].spec)
    assert inside.traits == ("prototype;Marker", "piece;;;;Javelins")


def test_each_trait_says_what_it_says():
    found = piece_of(
        v.delete(),
        v.clone(),
        v.label("hello"),
        v.rotate(6, 4),
        v.mask("back.png", "Card", by="axis"),
        v.hide(by="axis"),
        v.immobile("n"),
        v.marker(Side="Axis", Type="Inf, heavy"),
        v.dynamic("Steps", 3, numeric=True),
        v.replace("VASSAL.build.module.PieceWindow:Pieces"),
        v.layer(["one.png", "two.png"], ["", "reduced"], level=2, name="State"),
        v.basic("front.png", "12th", gpid="7", x=10, y=20),
    )
    assert (found.name, found.image, found.slot) == ("12th", "front.png", "7")
    assert found.layers == [PieceLayer("State", ("one.png", "two.png"), ("", "reduced"), 2)]
    assert (found.facings, found.facing, found.masked, found.hidden) == (6, 4, True, True)
    assert (found.lies, found.deletes, found.clones) == ("fixed", True, True)
    assert found.marks == {"Side": "Axis", "Type": "Inf, heavy"}
    assert (found.properties, found.labels) == ({"Steps": "3"}, ["hello"])
    assert (found.masks[0].image, found.places[0].kind) == ("back.png", "replace")


@pytest.mark.parametrize(
    ("trait", "level"),
    [
        (v.layer(["b.png"], level=-1), 0),
        (v.layer(["b.png"], level=""), 0),
        (v.layer(["b.png"], level="", always=True), 1),
        (v.layer(["b.png"], level="", always=True, version=0), 1),
        (v.layer(["b.png", "c.png"], level=2, version=0), 2),
        (v.layer(["b.png"], level=9), 1),
        (v.old_layer(["b.png"]), 0),
        (v.old_layer(["b.png", "c.png"], ["", "worn"], level=2), 2),
    ],
)
def test_layers_of_all_versions(trait, level):
    found = piece_of(trait, v.basic("a.png", "A")).layers[0]
    assert (found.images[0], found.level) == ("b.png", level)


def test_a_layer_follows_a_property():
    layer = v.layer(["a.png", "b.png", "c.png"], follows="Steps", first=2, level=1)
    assert piece_of(layer, v.dynamic("Steps", 3), v.basic("", "A")).layers[0].level == 2
    assert piece_of(layer, v.dynamic("Steps", "$x$"), v.basic("", "A")).layers[0].level == 1


def test_prototypes_are_put_in_wherever_they_are_named():
    unit = v.piece(v.prototype("Base"), v.delete(), v.basic("", ""))
    base = v.piece(v.rotate(6), v.basic("", ""))
    found = piece_of(v.prototype("Unit"), v.basic("a.png", "A"), Unit=unit, Base=base)
    assert (found.name, found.facings, found.deletes) == ("A", 6, True)


def test_prototypes_that_name_themselves_come_to_an_end():
    loop = v.piece(v.prototype("B"), v.delete(), v.basic("", ""))
    back = v.piece(v.prototype("A"), v.clone(), v.basic("", ""))
    found = piece_of(v.prototype("A"), v.basic("a.png", "A"), A=loop, B=back)
    assert (found.deletes, found.clones, found.name) == (True, True, "A")


@pytest.mark.parametrize("kind", sorted(v.OTHERS))
def test_what_is_not_taken_over_has_a_name(kind):
    assert kind_of(read_trait(v.OTHERS[kind])) == kind
    assert kind in KINDS.values()


@pytest.mark.parametrize("writing", [v.obfuscated, v.packed, str.encode])
def test_saves_of_all_versions(writing):
    first = v.piece(v.basic("a.png", "A", gpid="1"), id="11")
    second = v.piece(v.layer(["b.png"], level=1), v.basic("a.png", "B", gpid="1"), id="12")
    commands = [
        v.boards_of("Main Map", ("East", 1, 0), ("West/rev", 0, 0)),
        v.sequence([first, v.heap("20", "Main Map", 100, 200, "11", "12")], v.ESCAPE),
        second,
        v.dealt("30", "Main Map", 5, 6, "Events", "13", "14"),
        "TURN\tsomething",
    ]
    found = read_save(BytesIO(v.save(*commands, writing=writing)), "a.vsav")
    assert found.boards == {"Main Map": [("East", 1, 0), ("West", 0, 0)]}
    assert set(found.pieces) == {"11", "12"}
    heap, deck = found.heaps
    assert (heap.map, heap.x, heap.y, heap.pieces, heap.deck) == (
        "Main Map",
        100,
        200,
        ["11", "12"],
        "",
    )
    assert (deck.deck, deck.face_down, deck.pieces) == ("Events", True, ["13", "14"])
    assert found.other == 1


def test_every_element_is_in_the_ledger():
    root = read_xml(
        v.build_file(
            v.roster("Axis", "Allied"),
            v.window(
                "Main",
                v.element("Zoomer"),
                v.element("MassKeyCommand", name="Flip all"),
                v.element("MapSubFolder", v.stack("S", v.slot("x", "A")), name="Folder"),
                boards=[v.board("B", "b.png", v.element("HexGrid", dx=50, dy=58))],
            ),
            v.element("GlobalProperties", v.element("GlobalProperty", name="Turn")),
            v.element("DiceButton", name="2d6", nDice=2, nSides=6),
        ),
        "b",
    )
    ledger = Ledger()
    game = read_game(root, ledger, "b")
    assert (game.sides, game.dice[0].faces, game.maps[0].stacks[0].name) == (
        ["Axis", "Allied"],
        6,
        "S",
    )
    assert ledger.elements == ledger.accounted() == sum(1 for _ in root.walk())
    assert ledger.ours == {"Zoomer": 1}
    assert dict(ledger.left["MassKeyCommand"]) == {"Flip all": 1}


@pytest.mark.parametrize(
    ("raw", "told"),
    [
        (b"<a", "no XML that can be read"),
        (b"", "no XML that can be read"),
        (b'<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>', "declares a document type"),
        (b'<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>', "declares a document type"),
        (b"<a>" * 101 + b"</a>" * 101, "deeper ones"),
        (b'<?xml version="1.0" encoding="klingon"?><a/>', "an encoding that cannot"),
        (
            b"<a " + b" ".join(b'x%d="y"' % n for n in range(200_000)) + b"/>",
            "tag that is too long",
        ),
    ],
)
def test_xml_that_is_refused(raw, told):
    with pytest.raises(VassalError, match=told):
        read_xml(raw, "buildFile.xml")


@pytest.mark.parametrize(
    ("tag", "told"), [("ModuleExtension", "an extension"), ("Map", "no module")]
)
def test_what_is_no_module(tag, told):
    with pytest.raises(VassalError, match=told):
        read_game(read_xml(v.build_file(tag=tag), "b"), Ledger(), "b")
