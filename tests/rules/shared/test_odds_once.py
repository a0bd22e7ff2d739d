"""A battle is reckoned once: previews, the window, the report and the dice read the same sum."""

import pytest

from papua_scenes import JACKSON, RABAUL, airwar, at, raid
from tabuleiro.engine import msg
from tabuleiro.rules.combat import odds as reckoning
from tabuleiro.rules.combat.reckoning import kept_reckoning
from tabuleiro.seats import Table
from tabuleiro.testing import action
from tabuleiro.testing.table import table as set_table

FIELD = {"us-349-ri": "1413", "us-350-ri": "1413", "de-85-rm": "1312", "de-art-li": "1112"}
GUNS = ("us-art-ii",)


@pytest.fixture
def reckoned(monkeypatch):
    """The battles for which a sum is reckoned, in that order."""
    seen = []
    for name in ("assault_odds", "bombardment_odds"):
        monkeypatch.setattr(reckoning, name, counting(getattr(reckoning, name), seen))
    return seen


def counting(reckon, seen):
    def count(s, battle):
        seen.append(battle)
        return reckon(s, battle)

    return count


def told(row_events):
    """The report of a battle: what the log says of its sum."""
    return next(e.data for e in row_events if "odds" in getattr(e, "data", {}))


def shown(seat):
    """What the battle panel shows while the battle is declared."""
    return seat.ask("tell-battle", battle=seat.ask("declared").now()).now()


def by_figures(sum_):
    return [sum_["attack"], sum_["defence"], sum_["base"], sum_["column"]]


def test_from_the_draft_to_the_dice_each_attack_and_each_answer_is_reckoned_once(reckoned):
    t = set_table("diadem", "allied-combat", FIELD, options={"sealing": "open"})
    seats = Table(t.game)
    allied, axis = seats.seat("allied"), seats.seat("axis")
    allied.act(action("assault", "1312"))
    for piece in ("us-349-ri", "us-350-ri"):
        allied.act(action("join", piece))
    drafted = allied.preview().now()
    assert by_figures(drafted) == by_figures(shown(allied))
    attack = allied.ask("declared").now()
    assert allied.ask("odds", battle=attack).now() is allied.ask("odds", battle=attack).now()
    allied.act(action("confirm"))
    assert axis.decision().data["attack"] == drafted["attack"]
    assert by_figures(shown(axis)) == by_figures(drafted)
    assert reckoned == [attack]
    axis.act(action("join", "de-art-li"))
    answered = axis.preview().now()
    battle = axis.ask("declared").now()
    axis.act(action("confirm"))
    assert reckoned == [attack, battle]
    report = told(t.game.log.rows[t.game.log.head].events)
    words = ("attack", "defence", "base_label", "column_label")
    assert [report["odds"][word] for word in words] == by_figures(answered)
    table, faces = t.s.module.odds["combat"], sum(report["faces"])
    assert report["code"] == table.cell(report["odds"]["column"], faces)


@pytest.mark.parametrize("sealing", ["covered", "sealed"])
def test_where_strengths_are_hidden_the_sum_told_is_that_of_the_dice(sealing):
    t = set_table("diadem", "allied-combat", FIELD, options={"sealing": sealing})
    row = t.declare("1312", "us-349-ri", "us-350-ri").game.act(action("confirm"))
    (attack,) = sums_told(row)
    t.act("join", "de-art-li")
    row = t.game.act(action("confirm"))
    odds = told(row.events)["odds"]
    assert sums_told(row) == [odds["defence"]]
    assert odds["attack"] == attack


def sums_told(row):
    """The sums that a row tells in sentences."""
    messages = (e.message for e in row.events if "n" in getattr(e, "message", msg("")).values)
    return [message.values["n"] for message in messages]


@pytest.mark.parametrize(("kind", "guns", "air"), [("bombardment", GUNS, 0), ("air", (), 8)])
def test_what_nobody_answers_is_reckoned_once(reckoned, kind, guns, air):
    pieces = {**dict.fromkeys(GUNS, "1414"), "de-85-rm": "1312"}
    t = set_table("diadem", "allied-combat", pieces, options={"sealing": "open"},
                  tracks={"air.allied": 10})  # fmt: skip
    t.declare("1312", *guns, kind=kind, air=air)
    preview = Table(t.game).seat("allied").preview().now()
    row = t.game.act(action("confirm"))
    odds = told(row.events)["odds"]
    assert len(reckoned) == 1
    assert sums_told(row) == [preview["attack"]] == [odds["attack"]]
    assert preview["column"] == odds["column_label"]


def test_in_the_air_the_dice_read_the_sum_that_is_told():
    zeros, bettys = ("jp-4ku-1", "jp-4ku-2"), ("jp-4ku-4", "jp-4ku-5")
    t = airwar("japanese", at(RABAUL, *zeros, *bettys), at(JACKSON, "us-fs-8"), dice=(4, 3, 3))
    raid(t, action("bomb-field", JACKSON), *bettys, fighters=zeros).end()
    t.act("intercept", "us-fs-8", JACKSON)
    coming = Table(t.game).seat("allied").ask("reckonings").now()
    t.act("done-reacting")
    while t.decision.actions == ("lose",):
        t.do(t.legal("lose")[0])
    found = [e.data for row in t.game.log.line() for e in row.events
             if "reckoning" in getattr(e, "data", {})]  # fmt: skip
    assert {data["reckoning"]["table"] for data in found} == {"air-combat", "bombardment"}
    assert found[0]["reckoning"] == kept_reckoning(coming[0])
    for data in found:
        sum_ = data["reckoning"]
        table = t.s.module.values[sum_["table"]]
        cell = table.cell(sum_["column"], sum(data["faces"]), band=sum_["band"])
        assert data["code"] == cell
