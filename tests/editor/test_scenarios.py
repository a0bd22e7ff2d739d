"""Deeds of the scenario editor on the values of a file, be they as odd as they may."""

import copy
import random

import pytest

from tabuleiro.editor import scenarios as deeds
from tabuleiro.module import find_module, load_module
from tabuleiro.module.loader import parse

ODD = [None, 7, "word", True, [], {}, [None, 3], {"x": 1}, [[]], -1.5, [{"units": 3}], {"hexes": 4}]


@pytest.fixture(scope="module")
def module():
    return load_module(find_module("diadem"))


@pytest.fixture
def values(module):
    return parse((module.root / "scenarios/campaign.yaml").read_text("utf-8"), "x").data


def where(values, piece):
    return [
        (key, entry) for key in deeds.GROUPS for entry in values.get(key) or ()
        if piece in entry["units"]
    ]  # fmt: skip


class TestPlacing:
    def test_it_joins_the_entry_of_its_hex(self, module, values):
        deeds.place(values, module, "us-349-ri", "0914")
        ((key, entry),) = where(values, "us-349-ri")
        assert (key, entry["units"]) == ("setup", [
            "us-337-ri", "us-338-ri", "us-339-ri", "us-349-ri"
        ])  # fmt: skip

    def test_a_new_entry_stands_with_those_of_its_side(self, module, values):
        deeds.place(values, module, "us-349-ri", "0901")
        sides = [module.counters[e["units"][0]].side for e in values["setup"]]
        assert sides == sorted(sides)  # allied before axis, as before
        ((_key, entry),) = where(values, "us-349-ri")
        assert entry == {"hex": "0901", "units": ["us-349-ri"]}

    def test_a_box_and_an_inside(self, module, values):
        deeds.place(values, module, "us-349-ri", "allied-reserve")
        assert where(values, "us-349-ri")[0][1]["box"] == "allied-reserve"
        deeds.place(values, module, "us-349-ri", "in:us-350-ri")
        assert where(values, "us-349-ri")[0][1]["in"] == "us-350-ri"

    def test_losses_go_along(self, module, values):
        deeds.lose(values, module, "us-349-ri", 1)
        deeds.place(values, module, "us-349-ri", "0914")
        ((_key, entry),) = where(values, "us-349-ri")
        assert entry == {"hex": "0914", "units": ["us-349-ri"], "reduced": True}

    def test_it_is_in_one_entry_only(self, module, values):
        for deed in (
            lambda: deeds.arrive(values, module, "us-349-ri", 2),
            lambda: deeds.place(values, module, "us-349-ri", "0914"),
            lambda: deeds.arrive(values, module, "us-349-ri", 5),
        ):
            deed()
            assert len(where(values, "us-349-ri")) == 1
        deeds.take_back(values, "us-349-ri")
        assert where(values, "us-349-ri") == []

    def test_reinforcements_stand_in_the_order_of_turns(self, module, values):
        deeds.arrive(values, module, "us-349-ri", 4)
        turns = [entry["turn"] for entry in values["reinforcements"]]
        assert turns == sorted(turns)
        ((_key, entry),) = where(values, "us-349-ri")
        assert entry == {
            "side": "allied", "turn": 4, "units": ["us-349-ri"], "edges": ["east"], "when": "may"
        }  # fmt: skip

    def test_a_zone_takes_only_counters_of_its_side(self, module, values):
        number = next(n for n, e in enumerate(values["free"]) if e["side"] == "axis")
        deeds.put_into_zone(values, module, "us-349-ri", number)
        assert where(values, "us-349-ri")[0][0] == "setup"
        deeds.put_into_zone(values, module, "de-4-rpqd", number)
        assert where(values, "de-4-rpqd")[0][0] == "free"


@pytest.mark.parametrize("seed", range(40))
def test_odd_values_never_break_a_deed(module, values, seed):
    """Files are changed by hand, too: what is wrong in them is told, and not stumbled over."""
    dice = random.Random(seed)
    for _ in range(6):
        odd = copy.deepcopy(values)
        key = dice.choice(["setup", "free", "reinforcements", "objectives", "options", "opens"])
        if dice.random() < 0.4 or not isinstance(odd.get(key), list) or not odd[key]:
            odd[key] = copy.deepcopy(dice.choice(ODD))
        else:
            entry = dice.randrange(len(odd[key]))
            inner = dice.choice([*odd[key][entry], None])
            if inner is None:
                odd[key][entry] = copy.deepcopy(dice.choice(ODD))
            else:
                odd[key][entry][inner] = copy.deepcopy(dice.choice(ODD))
        deeds.standing(odd)
        deeds.waiting(odd)
        piece = dice.choice(list(module.counters))
        deeds.place(odd, module, piece, "0914")
        deeds.lose(odd, module, piece, 1)
        deeds.arrive(odd, module, piece, 3)
        if deeds.entries(odd, "free"):
            deeds.put_into_zone(odd, module, piece, 0)
            deeds.paint(odd, 0, ["0914"], on=True)
            deeds.paint(odd, 0, ["0914"], on=False)
        deeds.take_back(odd, piece)
        deeds.set_goal(odd, module, "cassino", {"allied": 3}, "axis")
        deeds.set_goal(odd, module, "cassino", None)
        deeds.set_option(odd, module, "mountain-roads", False)
        deeds.set_about(odd, "name", "pt", "Nome")
