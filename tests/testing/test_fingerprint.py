"""Fingerprints and playthroughs: what they must not notice, and what they must."""

from random import Random

import msgspec
import pytest

from tabuleiro.engine.catalogue import Catalogue
from tabuleiro.engine.dice import Dice
from tabuleiro.engine.position import Outcome, PieceState
from tabuleiro.engine.steps import Step
from tabuleiro.testing.chooser import choose
from tabuleiro.testing.fingerprint import fingerprint
from tabuleiro.testing.playthrough import main, playthrough, verify


class Fighting(Step, frozen=True):
    hex: str
    left: int = 3


class Battling(Step, frozen=True):
    hex: str
    left: int = 3


@pytest.fixture(scope="module")
def position():
    game = Catalogue.installed().new("diadem", seed="1")
    rng = Random(1)
    for _ in range(30):
        game.act(choose(game, rng))
    return game.position


def changed(position, **members):
    return fingerprint(msgspec.structs.replace(position, **members))


def test_the_name_of_a_step_is_left_out(position):
    fight, battle = ((*position.agenda, step) for step in (Fighting("0101"), Battling("0101")))
    assert changed(position, agenda=fight) == changed(position, agenda=battle)


@pytest.mark.parametrize("step", [Fighting("0102"), Fighting("0101", 2)])
def test_what_a_step_holds_is_not(position, step):
    fight = (*position.agenda, Fighting("0101"))
    assert changed(position, agenda=(*position.agenda, step)) != changed(position, agenda=fight)


def test_the_order_of_steps_is_not(position):
    steps = (Fighting("0101"), Fighting("0102"))
    assert changed(position, agenda=steps) != changed(position, agenda=steps[::-1])


def test_dice_are_left_out(position):
    assert changed(position, dice=Dice(99, (6,))) == fingerprint(position)


@pytest.mark.parametrize(
    ("member", "value"),
    [
        ("turn", 2),
        ("phase", 7),
        ("pieces", {"us-349-ri": PieceState("0101")}),
        ("stacks", {"0101": ("us-349-ri",)}),
        ("tracks", {"air": 1}),
        ("control", {"0101": "axis"}),
        ("marks", {"0101": ("smoke",)}),
        ("facts", {"weather": "rain"}),
        ("outcome", Outcome("axis", {"axis": 1})),
    ],
)
def test_everything_else_is_not(position, member, value):
    assert changed(position, **{member: value}) != fingerprint(position)


@pytest.mark.slow
@pytest.mark.no_cover
def test_a_playthrough_is_written_anew_by_its_actions(tmp_path):
    text = playthrough("diadem", 5)
    path = tmp_path / "diadem-5.txt"
    lines = text.splitlines()
    stale = ["= 000000000000" if line.startswith("= ") else line for line in lines]
    path.write_text("\n".join(stale) + "\n", "utf-8")
    main("again", str(path))
    assert path.read_text("utf-8") == text
    assert verify(text) == ""


@pytest.mark.slow
def test_a_new_playthrough_is_printed(capsys):
    main("diadem", "5")
    assert capsys.readouterr().out.startswith("game: diadem\nscenario: campaign\nseed: 5\n")
