"""Compare the data of Operação Diadem with a rule ledger and, if given, with the rulebooks.

    python tests/modules/ledger_compare.py diadem.yaml [leyte.yaml] [--rulebook diadem.txt]

The ledger and the rulebook are not part of the project. Nothing is changed: every difference is
printed in one line, and the program ends with 1 if there is any. What was found and who was right
stands in docs/modules/diadem.md.
"""

import argparse
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeAlias

import yaml

from tabuleiro.module import find_module

Comparison: TypeAlias = tuple[str, str]
MODULE = find_module("diadem")
NATIONS = {
    "German": "german",
    "French": "french",
    "British": "british",
    "American": "american",
    "Canadian": "canadian",
    "Polish": "polish",
    "Indian": "indian",
    "New Zealand": "new-zealand",
    "South African": "south-african",
    "Italian": "italian",
}
DIVISIONS = {
    "5 DM": "de-5-dm",
    "44 DI": "de-44-di",
    "1 DPQD": "de-1-dpqd",
    "71 DI": "de-71-di",
    "94 DI": "de-94-di",
    "305 DI": "de-305-di",
    "15 DPzGr": "de-15-dpzgr",
    "114 Light": "de-114-dl",
}
TYPES = {
    "motorized infantry": "motorized-infantry",
    "infantry": "infantry",
    "armour": "armour",
    "mountain": "mountain",
    "paratroops": "paratroops",
    "engineers": "engineers",
    "artillery": "artillery",
}


class Data:
    """The files of the module, as plain values: hexes stay text because they are quoted there."""

    def __init__(self, folder: Path) -> None:
        self.game = self.read(folder / "module.yaml")
        self.tables = self.read(folder / "tables.yaml")
        self.scenario = self.read(folder / "scenarios" / "campaign.yaml")
        listed = self.read(folder / "counters.yaml")
        self.counters = {each["id"]: each for each in listed["counters"]}
        self.by_rule: dict[str, list[dict[str, Any]]] = {}
        for part in ("setup", "free", "reinforcements", "objectives", "pools"):
            for entry in self.scenario[part]:
                self.by_rule.setdefault(entry["rule"], []).append(entry)

    @staticmethod
    def read(path: Path) -> dict[str, Any]:
        """One file."""
        content: dict[str, Any] = yaml.safe_load(path.read_text("utf-8"))
        return content

    def count(self, key: str, value: str) -> int:
        """How many counters have this value."""
        return sum(each[key] == value for each in self.counters.values())

    def names(self, rule: str) -> list[str]:
        """The numbers of the counters that a clause places."""
        units = [unit for entry in self.by_rule.get(rule, []) for unit in entry["units"]]
        return sorted(self.counters[unit]["short"]["left"] for unit in units)


def number(piece: str) -> str:
    """What a ledger calls `10 Bgda` bears a 10; `H.D.` bears its letters."""
    return piece.strip().split(" ")[0].rstrip(",") if not piece.startswith("H.D") else "H.D."


def compare(where: str, source: object, data: object) -> Comparison:
    """What was compared, and a sentence if the two values are not the same."""
    return where, "" if source == data else f"source {source!r}, data {data!r}"


def places(data: Data, rules: dict[str, dict[str, Any]]) -> Iterator[Comparison]:
    """Set-up: hex, names and number of pieces of each clause."""
    for rule, clause in rules.items():
        found = re.search(r"hex (\d{4}) contains (.+?)\.?$", clause["check"].strip())
        if not rule.startswith("diadem-11.1.") or not found:
            continue
        pieces = [number(p) for p in found[2].split(", ")]
        yield compare(f"{rule} hex", [found[1]], [e["hex"] for e in data.by_rule.get(rule, [])])
        yield compare(f"{rule} pieces", sorted(pieces), data.names(rule))


def arrivals(data: Data, rules: dict[str, dict[str, Any]]) -> Iterator[Comparison]:
    """Reinforcements of the Axis: turn and names."""
    for rule, clause in rules.items():
        text = clause["rule"].strip()
        found = re.match(r"Axis reinforcement of turn (\d): .*\(\d pieces?: (.+?)\)", text)
        if found:
            pieces = sorted(number(p) for p in found[2].split(", "))
            yield compare(f"{rule} pieces", pieces, data.names(rule))
            turns = [entry["turn"] for entry in data.by_rule.get(rule, [])]
            yield compare(f"{rule} turn", [int(found[1])], turns)


def counts(data: Data, rules: dict[str, dict[str, Any]]) -> Iterator[Comparison]:
    """Pieces by nationality and by type; German divisions."""
    text = rules["diadem-2.2-1"]["rule"]
    for amount, word in re.findall(r"(\d+) ([A-Z]\w+(?: [A-Z]\w+)?)", text):
        if word in NATIONS:
            yield compare(f"2.2-1 {word}", int(amount), data.count("nation", NATIONS[word]))
    for word, amount in re.findall(r"([a-z ]+?) (\d+)", rules["diadem-2.2.1-12"]["check"]):
        kind = TYPES.get(word.strip())
        if kind:
            yield compare(f"2.2.1-12 {kind}", int(amount), data.count("type", kind))
    text = rules["diadem-5.1.4-9"]["rule"]
    for name, formation in DIVISIONS.items():
        listed = re.search(rf"{name} = ([^;(]+)", text)
        members = re.findall(r"H\.D\.|\d+", listed[1]) if listed else []
        found = [
            c["short"]["left"] for c in data.counters.values() if c.get("formation") == formation
        ]
        yield compare(f"5.1.4-9 {name}", sorted(members), sorted(found))


def combat(data: Data, leyte: dict[str, dict[str, Any]]) -> Iterator[Comparison]:
    """The combat table, row by row, with the ledger of Leyte."""
    for index, row in enumerate(data.tables["odds"][0]["cells"], 1):
        check = leyte[f"leyte-T-crt-{index}"]["check"].strip()
        yield compare(f"leyte-T-crt-{index}", check.strip("[]").split(", "), row)


def rulebook(data: Data, text: str) -> Iterator[Comparison]:
    """The lists of 11.1 in the rulebook itself: hexes in their order, turns, objectives."""
    start = text.index("11.1.1 –")
    lists = text[start : text.index("11.1.3 –")]
    hexes = re.findall(r"– (\d{4});", lists)
    entries = [entry["hex"] for entry in data.scenario["setup"]]
    once = [h for i, h in enumerate(entries) if i == 0 or entries[i - 1] != h]
    yield compare("rulebook 11.1: hexes", hexes, once)
    turns = re.findall(r"(\d)º Turno – ([^;.]+)", text[text.index("11.1.4 –") :])
    listed = {int(turn): names for turn, names in turns}
    axis = [entry for entry in data.scenario["reinforcements"] if entry["side"] == "axis"]
    yield compare("rulebook 11.1.4: turns", sorted(listed), sorted({e["turn"] for e in axis}))
    points = re.findall(r"• ([\w ]+) – (\d+) pontos", text[text.index("11.2 –") :])
    objectives = data.scenario["objectives"]
    here = [(each["place"].replace("-", " "), each["points"]["axis"]) for each in objectives]
    printed = [(name.lower(), int(amount)) for name, amount in points[:5]]
    yield compare("rulebook 11.2: objectives", printed, here)
    for heading in re.findall(r"\d{1,2}-\d{1,2}-\d{1,2}\b", text):
        values = tuple(int(value) for value in heading.split("-"))
        known = {tuple(c["values"].values())[:3] for c in data.counters.values()}
        yield compare(f"rulebook: values {heading}", True, values in known)


def comparisons(ledger: Path, leyte: Path | None, text: Path | None) -> Iterator[Comparison]:
    """Everything that can be compared."""
    data = Data(MODULE)
    rules = {rule["id"]: rule for rule in Data.read(ledger)["rules"]}
    yield from counts(data, rules)
    yield from places(data, rules)
    yield from arrivals(data, rules)
    if leyte:
        yield from combat(data, {rule["id"]: rule for rule in Data.read(leyte)["rules"]})
    if text:
        yield from rulebook(data, text.read_text("utf-8"))


def main() -> int:
    """Print the differences."""
    parser = argparse.ArgumentParser(description="Compare Operação Diadem with a rule ledger.")
    parser.add_argument("ledger", type=Path)
    parser.add_argument("leyte", type=Path, nargs="?")
    parser.add_argument("--rulebook", type=Path)
    options = parser.parse_args()
    found = list(comparisons(options.ledger, options.leyte, options.rulebook))
    different = [f"{where}: {sentence}" for where, sentence in found if sentence]
    print(*different, f"{len(found)} compared, {len(different)} different", sep="\n")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
