"""Typed in both languages: trains, ships, drops, bridges, withdrawals and a game's own actions."""

import pytest

from leyte_scenes import at, moving, scene
from lorraine import FOOT, march
from tabuleiro.cli.terminal_session import Session
from tabuleiro.cli.terminal_words import command, own_words, word_for
from tabuleiro.engine import GameError, Refused
from tabuleiro.i18n import speaking
from tabuleiro.seats import Table
from tabuleiro.testing import table

ENGINEERS, HERE, THERE = "us-1117-geng", "0509", "0508"


def taken(t, *lines):
    """Type lines; return the kind of action that the last one took."""
    head = t.game.log.head
    for line in lines:
        Session(Table(t.game), "Test").obey(line)
    assert t.game.log.head != head
    return t.game.log.rows[t.game.log.head].action["type"]


@pytest.mark.parametrize("line", [f"rail {FOOT} 1203", "trem 101 1203", "ferrovia 101-ri 1203"])
def test_a_train(line):
    t = march({FOOT: "0820"})
    assert taken(t, line) == "rail-move"
    assert t.place(FOOT) == "1203"


@pytest.mark.parametrize("line", ["land 21-ri-1 1419", "desembarcar 21-ri-1 1419"])
def test_a_landing(line):
    t = moving("american", at("2620", "us-21-ri-1"), turn=11, control={"2620": "american"})
    assert taken(t, line) == "land"
    assert t.place("us-21-ri-1") == "1419"


@pytest.mark.parametrize(("build", "done"), [("bridge", "done"), ("ponte", "pronto")])
def test_a_bridge_and_no_other(build, done):
    other = "us-1135-geng"
    t = table("metz", "us-movement", {ENGINEERS: HERE, other: HERE}, turn=5,
              control=dict.fromkeys((HERE, THERE, "0409"), "us"),
              facts={"works": {ENGINEERS: HERE, other: HERE}})  # fmt: skip
    assert taken(t, f"{build} 1117 {THERE}") == "build-bridge"
    assert t.s.place_marked("0508/0509", "bridge")
    assert taken(t, done) == "done-building"
    assert t.decision.kind == "phase"


def weak():
    """Of two weak armoured divisions one is to leave."""
    pieces = {**at("0222", *_combat_commands("4-db")), **at("1112", *_combat_commands("6-db")[:2]),
              **at("0611", *_combat_commands("10-db")[:2])}  # fmt: skip
    gone = at("dead", _combat_commands("6-db")[2], _combat_commands("10-db")[2])
    return march({**pieces, **gone}, "us", turn=15)


def _combat_commands(division):
    return [f"us-{division}-cc{letter}" for letter in "abr"]


@pytest.mark.parametrize("line", ["pick us-10-db", "escolher 10ª DB americana", "pick 10th"])
def test_a_formation_by_its_id_or_name(line, capsys):
    t = weak()
    Session(Table(t.game), "Test").obey("legal")
    assert "10th" in capsys.readouterr().out
    assert taken(t, line) == "pick-formation"
    assert {t.place(piece) for piece in _combat_commands("10-db")} == {"gone", "dead"}


def test_a_formation_that_could_be_several():
    with pytest.raises(GameError, match=r"no single formation.*us-4-db"):
        Session(Table(weak().game), "Test").obey("pick db")


def bonus(turn=9):
    return moving("japanese", at("2211", "jp-20-ri-1"), turn=turn, tracks={"air.japanese": 3})


@pytest.mark.parametrize("line", ["gather-aircraft", "reunir-avioes", "Reunir-Aviões"])
def test_an_action_that_only_this_game_has(line):
    t = bonus()
    assert taken(t, line) == "gather-aircraft"
    assert t.s.position.tracks["air.japanese"] > 3
    with pytest.raises(Refused) as caught:
        Session(Table(t.game), "Test").obey(line)
    assert caught.value.verdict.rule == "leyte-6.0-2"


def why(t, line, capsys):
    Session(Table(t.game), "Test").obey(f"why {line}")
    return capsys.readouterr().out


def test_why_an_action_of_the_games_own_is_refused(capsys):
    """Too early, once too often, by the wrong side, in the wrong phase: the clause is told."""
    told = why(bonus(turn=4), "gather-aircraft", capsys)
    assert "Aircraft can be gathered from turn 5 on." in told
    assert "[leyte-6.0-2]" in told
    t = bonus()
    assert "Allowed." in why(t, "gather-aircraft", capsys)
    Session(Table(t.game), "Test").obey("gather-aircraft")
    capsys.readouterr()
    told = why(t, "gather-aircraft", capsys)
    assert "Aircraft were gathered in turn 9." in told
    assert "[leyte-6.0-2]" in told
    t = moving("american", at("2211", "us-21-ri-1"), turn=9)
    assert "[leyte-6.0-2]" in why(t, "gather-aircraft", capsys)
    t = scene("japanese-combat", at("2211", "jp-20-ri-1"), turn=9)
    told = why(t, "gather-aircraft", capsys)
    assert "cannot be done now" in told
    assert "[leyte-" in told


def test_the_words_of_one_game_mean_nothing_in_another():
    leyte, metz = bonus().s.module, march({FOOT: "0820"}).s.module
    assert own_words(leyte) == {"reunir-avioes": "gather-aircraft",
                                "gather-aircraft": "gather-aircraft"}  # fmt: skip
    assert own_words(metz) == {}
    with pytest.raises(GameError, match="There is no command"):
        command("gather-aircraft", metz)
    with speaking("pt"):
        assert word_for("gather-aircraft", leyte) == "reunir-avioes"
        assert word_for("rail-move", leyte) == "ferrovia"
