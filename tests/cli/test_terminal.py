"""The text table: a match made, set up, played, refused, kept, and opened again by text."""

import io
import json
import re

import pytest

from tabuleiro.board import HexGrid
from tabuleiro.cli import main, textmap
from tabuleiro.cli.terminal_names import find_path, find_unit, split_target
from tabuleiro.cli.terminal_session import Session
from tabuleiro.cli.terminal_words import command
from tabuleiro.engine import GameError
from tabuleiro.i18n import language, speaking
from tabuleiro.seats import Table
from tabuleiro.store import Library, read_partida
from tabuleiro.testing import table

AXIS_SET_UP = ["place de-art-10 0101", "place de-art-xiv 0512", "place de-art-li 0702", "end"]


@pytest.fixture(autouse=True)
def library(tmp_path, monkeypatch):
    path = tmp_path / "library.db"
    monkeypatch.setenv("TABULEIRO_LIBRARY", str(path))
    return path


@pytest.fixture
def run(monkeypatch, capsys):
    """Run a command line with lines to read; return what it printed."""

    def run(*words, lines=()):
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        code = main([*words, "--lang", language()])
        said = capsys.readouterr()
        return said.out if code == 0 else said.err

    return run


@pytest.fixture
def sit(monkeypatch, capsys):
    """Sit down at a table of a rule test with lines to read; return what was printed."""

    def sit(t, *lines, side=None):
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        assert Session(Table(t.game), "Test", side).loop() == 0
        return capsys.readouterr().out

    return sit


def fight(*dice, **more):
    pieces = {
        "us-349-ri": "1007",
        "us-350-ri": "1007",
        "us-art-ii": "1008",
        "de-274-ri": "0907",
        "de-267-ri": "0907",
    }
    return table("diadem", "allied-combat", pieces, dice=dice, tracks={"air.allied": 20}, **more)


ATTACK = ["attack 0907", "join 349", "join us-350", "join us-art-ii", "air 4"]


# ----------------------------------------------------------------------------- the library


def test_new_and_games(run):
    assert "empty" in run("games")
    assert 'Match 1, "Evening"' in run("new", "diadem", "--seed", "x", "--title", "Evening")
    assert "Match 2" in run("new", "diadem", "--option", "duty=warn-and-release", "--option",
                            "sealing=open")  # fmt: skip
    assert re.search(r"1  Evening +diadem", run("games"))
    listed = json.loads(run("games", "--json"))["games"]
    assert [(e["id"], e["scenario"], e["finished"]) for e in listed] == [
        (2, "campaign", False),
        (1, "campaign", False),
    ]
    with Library() as library:
        assert library.open(1).header.seed == "x"
        assert library.open(2).header.options == {
            "duty": "warn-and-release",
            "sealing": "open",
        }


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("new", "nowhere"), "no module"),
        (("new", "diadem", "--scenario", "none"), "scenario"),
        (("new", "diadem", "--option", "duty"), "NAME=VALUE"),
        (("new", "diadem", "--option", "duty=perhaps"), "perhaps"),
        (("terminal",), "library"),
        (("terminal", "7"), "no game 7"),
        (("terminal", "none.partida"), "none.partida"),
    ],
)
def test_what_cannot_be_is_a_sentence(run, words, sentence):
    said = run(*words)
    assert sentence in said
    assert said.count("\n") == 1


def test_unknown_side(run):
    run("new", "diadem")
    assert "partisans" in run("terminal", "--side", "partisans")


# ---------------------------------------------------------------------------- a whole match


@pytest.mark.slow
def test_set_up_move_undo_save_and_reopen(run, tmp_path):
    run("new", "diadem", "--seed", "x", "--title", "Evening")
    said = run("terminal", lines=["end", *AXIS_SET_UP])
    assert "Axis: Place your units. [diadem-11.1-1]" in said
    assert "! German Tenth Army Artillery is not placed yet." in said
    assert "- XIV Panzer Corps Artillery is not placed yet. [diadem-11.1-1]" in said
    assert "Allies: Place your units." in said
    with Library() as library:
        assert len(library.open(1).rows) == 5, "each action was kept at once"

    lines = _allied_set_up()
    saved = tmp_path / "evening"
    moves = ["legal 349", "move 349 1116", "undo", "redo", "undo", f"save {saved}", "quit", "end"]
    said = run("terminal", "1", lines=[*lines, *moves])
    assert "Allied movement\nAllies: Move your units." in said
    assert "move us-349-ri (349th Infantry Regiment): " in said
    assert "349th Infantry Regiment goes to 1116" in said
    assert said.endswith("> quit\n")

    partida = read_partida(f"{saved}.partida")
    assert partida.manifest.title == "Evening"
    assert partida.position.pieces["us-349-ri"].place == "1014"
    said = run("terminal", f"{saved}.partida", lines=["redo", "log 2"])
    assert "The match is number 2 of the library now." in said
    assert "349th Infantry Regiment goes to 1116" in said
    with Library() as library:
        assert [entry.title for entry in library.list()] == ["Evening", "Evening"]
        assert library.open(2).rows == library.open(1).rows


def _allied_set_up():
    """Return commands that place the Allied units, each in the first hex that is legal."""
    from tabuleiro.testing.table import catalogue

    with Library() as library:
        header = library.open(1).header
        module = catalogue().module(header.module)
        game = library.resume(1, module, catalogue().ruleset(module)).fork()
    lines = []
    while (found := game.legal(kind="place")) and game.decision().side == "allied":
        game.act(found[0])
        lines.append(f"colocar {found[0].piece} {found[0].hex}")
    assert len(lines) > 5
    return [*lines, "encerrar"]


def test_one_side_alone(run, sit):
    run("new", "diadem")
    said = run("terminal", "--side", "Allies", lines=["legal", "place de-art-10 0101", "end"])
    assert "Waiting for Axis. Place your units." in said
    assert "The other side decides now." in said
    assert said.count("It is not your turn to decide.") == 2
    t = fight()
    sit(t, *ATTACK)
    said = sit(t, "odds", "log", side="axis")
    assert "Declare the attack" not in said
    assert "No battle is being declared" in said
    assert "joins" not in said


# ------------------------------------------------------------------------------- movement


def test_refusals_tell_the_clause(sit):
    t = table("diadem", "allied-movement", {"us-349-ri": "1413", "de-274-ri": "0907"})
    said = sit(t, "move 349 0707", "move 349 0907", "move 274 0908", "why move 349 0707")
    assert "349th Infantry Regiment needs " in said
    assert "[diadem-4.0-2]" in said
    assert "cannot enter 0907: enemy units are there." in said
    assert "274th Grenadier Regiment is not yours to move now." in said
    why = said.rpartition("> why")[2]
    assert "Not allowed:" in why
    assert "4.0" in why.splitlines()[-1], "the clause itself is told"
    assert t.place("us-349-ri") == "1413"


def test_paths_and_exits(sit):
    t = table("diadem", "axis-movement", {"de-274-ri": "0107", "de-267-ri": "0207"})
    said = sit(
        t, "why mover 267 0307", "mover 274 saída oeste", "move de-267-ri 0307,0407", "legal 267"
    )
    assert "Allowed." in said
    assert t.place("de-267-ri") == "0407"
    assert t.place("de-274-ri") == "exit.west", said


def test_strictness_lets_pass(sit):
    t = table("diadem", "allied-movement", {"us-349-ri": "1413"},
              options={"strictness": {"movement": "advise"}})  # fmt: skip
    said = sit(t, "why move 349 0707", "move 349 0707")
    assert "Against the rules, but this match lets it pass:" in said
    assert "~ 349th Infantry Regiment needs " in said
    assert t.place("us-349-ri") == "0707"


# --------------------------------------------------------------------------------- combat


def test_of_air_points_that_are_not_there_nothing_is_said(sit):
    t = table("diadem", "allied-combat", {"us-349-ri": "1007", "de-274-ri": "0907"},
              tracks={"air.allied": 0})  # fmt: skip
    said = sit(t, "attack 0907", "join 349")
    assert "Committed: us-349-ri" in said
    assert "Air points committed" not in said


def test_an_attack_to_its_end(sit):
    t = fight(1, 2)
    said = sit(t, *ATTACK, "withdraw us-350", "join us-350", "odds", "confirm", "odds")
    assert "Committed: us-349-ri (349th Infantry Regiment), us-350-ri" in said
    assert "Air points committed: 4; left: 20." in said
    sealed, announced = said.split("> odds")[1:]
    assert "Axis: ?" in sealed
    assert "? 274th Grenadier Regiment" in sealed
    assert "Some strengths are sealed" in sealed
    assert "Column by odds 2-1, after shifts 2-1." in announced
    assert "Hexes to choose from: 0808, 0807" in said

    said = sit(t, "undo", "retreat 274 0907", "retreat 274 0808", "retreat de-267 0807",
               "done", "lose 349", "advance 350 0907", "done", "legal")  # fmt: skip
    assert "This cannot be done now: done-losing." in said
    assert "350th Infantry Regiment advances to 0907." in said
    assert "airstrike: 0807, 0808\n  end\n" in said
    assert "undo needs the opponent's consent" in said
    assert "retreats one hex only. [diadem-5.3-2]" in said
    assert t.place("de-274-ri") == "0808"
    assert t.place("de-267-ri") == "0807"
    assert t.decision.actions == ("assault", "bombard", "air-strike", "end-phase")


def test_undo_past_dice_needs_consent(sit):
    t = fight(1, 2)
    assert "undo needs the opponent's consent" in sit(t, *ATTACK, "confirm", "undo")
    assert t.decision.kind == "path"
    sit(t, "desfazer consentido")
    assert t.decision.actions[-1] == "cancel"


def test_other_attacks_and_cancel(sit):
    t = fight()
    said = sit(t, "bombard 0907", "cancel", "airstrike 0907", "air 99", "air x", "attack 0101")
    assert "a bombardment of 0907" in said or "Not allowed:" in said
    assert "Say how many air points, such as: air 4." in said
    assert "There are no enemies in 0101." in said
    assert sit(t, "cancel", "attack 0907", "air 3", "air 0", "cancelar").count("refused") == 0


def test_sealed_strengths_are_not_shown(sit):
    t = fight()
    said = sit(t, "units 274", "hex 0907", "units 349")
    assert "de-274-ri (274th Grenadier Regiment) | Axis | ?-?-? | 0907" in said
    assert "us-349-ri (349th Infantry Regiment) | Allies | 3-" in said
    said = sit(fight(options={"sealing": "open"}), "units 274")
    assert "| ?-?-?" not in said


# -------------------------------------------------------------------------- looking around


def test_looking(sit):
    t = fight()
    said = sit(t, "map cassino", "map", "hex 1106", "score", "log", "log x", "help", "units zzz",
               "hex nowhere", "map exit.west", "", "save", "why", "why map", "redo",
               "legal")  # fmt: skip
    assert "0907. " in said
    assert "1106c" in said
    assert "X2" in said
    assert "1106 Cassino: City [diadem-T-TERRAIN-2]" in said
    assert "1206: River, Fortification, Road" in said
    assert "Points: Allies 0, Axis " in said
    assert "0 The match begins: Operation Diadem" in said
    for sentence in (
        "Say how many rows", "There are no such units.", '"nowhere" is not a hex of this board',
        '"exit.west" is not a hex of the map.', "Name a file.", "Say which command",
        '"map" is not an action of the game.', "There is nothing to redo.", "attack: 0907",
    ):  # fmt: skip
        assert sentence in said


def test_both_languages(sit):
    with speaking("pt"):
        said = sit(fight(), "ajuda", "mapa 0907", "atacar 0907", "juntar 349", "razão", "pontos",
                   "bogus", "avançr 1", "unidades 349", "legais")  # fmt: skip
    assert "avancar UNIDADE HEX" in said
    assert "Terreno: " in said
    assert "Há forças lacradas" in said
    assert 'Não existe o comando "bogus".' in said
    assert "Quis dizer avancar" in said
    assert "retirar us-349-ri" in said
    assert "There is" not in said


def test_a_finished_match(sit):
    t = table("diadem", "axis-combat", {"us-349-ri": "1413"}, turn=12, keep=True)
    for _phase in range(60):
        if t.game.over:
            break
        ends = t.legal("end-phase") or t.legal()
        t.game.act(ends[0])
    said = sit(t, "legal", "end", "units", "odds")
    assert t.game.over
    assert "The match has ended" in said
    assert "The match is over." in said


# ----------------------------------------------------------------------------------- names


def test_units_by_parts_of_their_names():
    seat = Table(fight().game).seat("allied")
    assert find_unit(seat, ["us-349-ri"]) == find_unit(seat, ["349", "RI"]) == "us-349-ri"
    assert find_unit(seat, ["349th", "Infantry"]) == "us-349-ri"
    with pytest.raises(GameError, match=r'Several units are called "us"\. Did you mean us-'):
        find_unit(seat, ["us"])
    with pytest.raises(GameError, match="Did you mean us-349-ri"):
        find_unit(seat, ["us-349-rx"])
    with pytest.raises(GameError, match=r'No unit is called "zzzzzz"\.$'):
        find_unit(seat, ["zzzzzz"])
    with pytest.raises(GameError, match="Name a unit"):
        find_unit(seat, [])


def test_places():
    seat = Table(fight().game).seat("allied")
    assert find_path(seat, ["1413,1412"]) == ("1413", "1412")
    assert find_path(seat, ["Monte", "Cassino"]) == ("1006",)
    assert find_path(seat, ["exit", "west"]) == find_path(seat, ["saida", "oeste"])
    assert find_path(seat, ["exit.west"]) == ("exit.west",)
    with pytest.raises(GameError, match="names no single edge"):
        find_path(seat, ["exit", "south"])
    with pytest.raises(GameError, match="Name a hex"):
        find_path(seat, [])
    assert split_target(["349"]) == ([], ["349"])


def test_commands():
    assert command("AVANÇAR") == "advance"
    assert command("fim") == "end"
    with pytest.raises(GameError, match=r"Did you mean attack, \w+"):
        command("attac")


# ------------------------------------------------------------------------------------- map


def test_letters_differ():
    found = textmap.letters({"a": "Axis", "b": "Axis", "c": "Axis"})
    assert found == {"a": "A", "b": "X", "c": "I"}


def test_pointy_maps():
    class Board:
        grid = HexGrid(3, 2, orientation="pointy")

    assert textmap._window(Board.grid, None) == (range(1, 4), range(1, 3))
    assert textmap._window(Board.grid, "0101") == (range(1, 4), range(1, 3))


def test_a_hex_tells_on_which_side_of_a_line_it_lies(sit):
    t = table("metz", "us-movement", {"us-101-ri": "0222"})
    said = sit(t, "hex 1502")
    assert (
        "  Fortification (Germans): it helps a defender here against 1501 Malling, 1403, 1402."
        in said
    )
