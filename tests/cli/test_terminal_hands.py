"""A free table by text: whatever the menu of the window can do is a command."""

import io
from pathlib import Path

import pytest

from tabuleiro.cli.terminal_hands import HANDS
from tabuleiro.cli.terminal_session import Session
from tabuleiro.cli.terminal_words import command, help_lines
from tabuleiro.engine import GameError
from tabuleiro.i18n import speaking
from tabuleiro.seats import Table
from tabuleiro.testing.table import catalogue

EXAMPLES = Path(__file__).resolve().parents[2] / "docs" / "examples"


@pytest.fixture
def game(monkeypatch):
    monkeypatch.setenv("TABULEIRO_MODULES", str(EXAMPLES))
    return catalogue().new("free-table-example", seed="clara")


@pytest.fixture
def sit(game, monkeypatch, capsys):
    """Type lines at the table; return what was printed."""

    def sit(*lines, side="blue"):
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        with speaking("en"):
            assert Session(Table(game), "Test", side).loop() == 0
        return capsys.readouterr().out

    return sit


def test_units_are_moved_one_by_one_and_together(sit, game):
    sit("move blue-cav, blue-guns 0502", "move signpost off", "move blue inf 1 santa clara")
    s = game.situation
    assert s.at("0502") == ("blue-cav", "blue-guns")
    assert s.place("signpost") == "off"
    assert s.place("blue-inf-1") == "0704"
    assert game.log.head == 3, "several at once are one row"


def test_faces_states_and_marks(sit, game):
    said = sit("flip blue-inf-1", "turn blue-inf-1 north-east", "mark blue-inf-1 moved", "hex 0304")
    piece = game.situation.piece("blue-inf-1")
    assert (piece.losses, piece.states["facing"], piece.marks) == (1, "north-east", ("moved",))
    assert "reduced | North-east | moved" in said
    sit("unmark blue-inf-1 shaken", "unmark blue-inf-1 moved", "flip blue-inf-1, blue-guns")
    assert game.situation.piece("blue-inf-1").losses == 0
    assert game.situation.piece("blue-inf-1").marks == ()
    assert game.situation.piece("blue-guns").marks == ("face-down",)


def test_markers_control_and_notes_on_places(sit, game):
    said = sit("mark 0101 fort", "hex 0101", "control 0101 red", "note 0101 hold it", "table")
    assert "Also here: earthworks" in said
    assert "Note on 0101: hold it" in said
    assert game.position.marks["0101"] == ("fort",)
    assert game.position.control["0101"] == "red"
    sit("unmark 0101 fort", "note 0101")
    assert not game.position.marks.get("0101")
    assert "note 0101" not in game.position.facts


def test_cards_are_drawn_dealt_looked_at_and_put_back(sit, game):
    sit("draw deck", "deal deck 2", "draw chits discard", "draw deck discard 2")
    s = game.situation
    count = {box: len(s.at(box)) for box in ("blue-hand", "red-hand", "discard", "deck", "chits")}
    assert count == {"blue-hand": 3, "red-hand": 2, "discard": 3, "deck": 5, "chits": 5}
    card = s.at("blue-hand")[0]
    sit(f"under {card} deck", f"show red {s.at('blue-hand')[1]}", "look deck 1", "shuffle deck")
    assert card in game.situation.at("deck")
    assert game.situation.at("blue-hand")[1] in game.belief("red").s.position.pieces


def test_a_card_is_played_face_down_and_turned_up(sit, game):
    sit("draw deck")
    card = game.situation.at("blue-hand")[0]
    sit(f"cover {card} 0404", "uncover ~nobody.any.0404.1")
    assert game.situation.at("0404") == (card,)
    assert game.situation.piece(card).marks == ()
    said = sit("uncover ~red.any.0805.1")
    assert "Only Red turns up its own pieces." in said


def test_what_others_hold_is_not_listed(sit, game):
    sit("deal deck 1")
    held = game.situation.at("red-hand")[0]
    name = game.module.counters[held].name["en"]
    (line,) = [line for line in sit("table").splitlines() if "[red-hand]" in line]
    assert line == "  Red hand [red-hand] (1)"
    (line,) = [line for line in sit("table", side="red").splitlines() if "[red-hand]" in line]
    assert name in line


def test_pieces_are_made_cloned_and_deleted(sit, game):
    sit("make blue-flag 0101", "make Red flag 0102", "clone blue-cav", "delete blue-guns")
    s = game.situation
    assert s.at("0101")[0].startswith("blue-flag--")
    assert s.at("0102")[0].startswith("red-flag--")
    assert s.at("0205")[1].startswith("blue-cav--")
    assert not s.alive("blue-guns")


def test_stacks_are_put_in_order(sit, game):
    sit("order 0304 blue-inf-2 blue-inf-1")
    assert game.situation.at("0304") == ("blue-inf-2", "blue-inf-1")


def test_dice_tracks_turns_and_who_is_at_the_table(sit, game):
    said = sit("roll combat", "roll 3d10+2", "roll", "track morale-blue 5", "track morale-blue -2",
               "goto 2 red-turn", "give blue")  # fmt: skip
    assert "Blue rolls Combat:" in said
    assert "Blue rolls 3d10+2:" in said
    assert "Blue rolls 1d6:" in said
    assert game.position.tracks["morale-blue"] == 3
    assert (game.position.turn, game.position.phase) == (2, 1)
    assert game.situation.asked().side == "blue"


def test_a_deed_is_taken_back_past_what_it_showed(sit, game):
    before = game.position
    assert "consent" in sit("draw deck", "undo")
    sit("draw deck", "undo consent", "undo consent", side=None)
    assert game.position.stacks == before.stacks


@pytest.mark.parametrize(
    ("line", "part"),
    [
        ("move", "Name a unit."),
        ("move blue-cav", "Name a unit."),
        ("move nobody-here 0101", 'No unit is called "nobody-here".'),
        ("turn blue-cav sideways", "Facing (north, north-east"),
        ("turn blue-cav", "Name a unit and a value"),
        ("mark blue-cav", "and a mark"),
        ("mark blue-cav rusty", 'There is no mark "rusty".'),
        ("mark 0101 rusty", 'There is no mark "rusty".'),
        ("make tank 0101", 'The palette has no "tank".'),
        ("make blue-flag", "where it is put"),
        ("draw", "Name a deck: deck, chits."),
        ("draw bag", 'There is no box "bag".'),
        ("draw discard", "Nothing is drawn out of"),
        ("deal", "how many cards"),
        ("look blue-cav zz", "No unit is called"),
        ("show green blue-cav", 'There is no side "green".'),
        ("show red", "what it is shown"),
        ("roll 0d6", "From 1 to 100 dice"),
        ("roll bones", '"bones" are no dice'),
        ("track morale-blue", "There is no track"),
        ("track morale-blue much", "or by how much"),
        ("note", "Name a hex."),
        ("note 9999 x", "is not a hex of this board"),
        ("goto", "Say which turn"),
        ("goto 9", "There is no such turn"),
        ("goto 2 siesta", 'There is no phase "siesta".'),
        ("give nobody", 'There is no side "nobody".'),
        ("control 0101", "Name a hex and a side."),
        ("order 0304", "the lowest first"),
        ("order 0304 blue-inf-1", "name each piece"),
        ("move signpost 0101", "is fixed on the map"),
        ("attack 0101", 'There is no command "attack".'),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence(sit, game, line, part):
    said = sit(line)
    assert part in said
    assert "Traceback" not in said
    assert game.log.head == 0


def test_every_command_has_a_word_in_both_languages_and_a_line_of_help(game):
    module = game.module
    with speaking("pt"):
        said = "\n".join(help_lines(module))
    for name in HANDS:
        assert command(name, module) == name
    words = ("mover", "comprar", "rolar", "mesa", "desfazer")
    assert [command(word, module) for word in words] == ["move", "draw", "roll", "table", "undo"]
    assert "embaralhar LUGAR" in said
    assert "atacar" not in said
    with pytest.raises(GameError):
        command("airstrike", module)


def test_what_leaves_the_match_is_said_so(sit):
    assert "Blue Guns is taken out of the match." in sit("delete blue-guns")
