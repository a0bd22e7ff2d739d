"""A figure that was measured, its aim, and what stands beside it: a line of a table."""

from typing import NamedTuple


class Figure(NamedTuple):
    """What was measured; with ``more`` an aim that is to be reached and not to be kept under."""

    what: str
    value: float
    unit: str
    aim: float | None = None
    beside: str = ""
    more: bool = False

    def holds(self):
        """Return whether the aim holds."""
        return self.aim is None or (self.value >= self.aim if self.more else self.value <= self.aim)

    def cells(self):
        """Return the cells of the line."""
        aim = "" if self.aim is None else f"{_number(self.aim)} {self.unit}"
        return (self.what, f"{_number(self.value)} {self.unit}", aim, self.beside)


def _number(value):
    return f"{value:,.0f}" if value >= 100 or value == int(value) else f"{value:.3g}"


def print_table(figures):
    """Print the lines as a table of Markdown; mark those whose aim does not hold."""
    print("| what | measured | aim | beside |\n|---|---|---|---|")
    for figure in figures:
        what, value, aim, beside = figure.cells()
        print(f"| {what} | {value} | {aim}{'' if figure.holds() else ' **missed**'} | {beside} |")
