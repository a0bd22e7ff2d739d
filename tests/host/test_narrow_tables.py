"""A table that is wider than its panel: it is set closer, and the panel comes to rest."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel, QScrollArea, QVBoxLayout, QWidget

from tabuleiro.host.charts import GridChart
from tabuleiro.host.panels.sideways import Sideways

ENOUGH = 40
COLUMNS = ("1-2", "1-1", "2-1", "3-1", "4-1")


class Counting(Sideways):
    """Counts how often it is given another size; after too many it no longer follows."""

    resized = 0

    def resizeEvent(self, event):  # noqa: N802 - as Qt calls it
        self.resized += 1
        if self.resized < ENOUGH:
            super().resizeEvent(event)


@pytest.fixture
def chart(qapp):
    made = GridChart(dense=True)
    made.show_table(COLUMNS, [str(n) for n in range(1, 7)], [["A1 D2"] * 5] * 6)
    return made


def test_a_table_that_is_set_closer_is_as_high(chart):
    wide = chart.sizeHint()
    chart.fit_into(wide.width() - 12)
    close = chart.sizeHint()
    assert close.width() <= wide.width() - 12
    assert close.height() == wide.height()


def test_a_panel_with_a_table_comes_to_rest_however_high_it_is(chart, qtbot):
    least, high = chart.sizeHint().width(), chart.sizeHint().height()
    table, inner, panel = Counting(chart), QWidget(), QScrollArea()
    qtbot.addWidget(panel)
    box = QVBoxLayout(inner)
    words = QLabel("Who fights")
    words.setWordWrap(True)
    box.addWidget(words)
    box.addWidget(table)
    panel.setWidgetResizable(True)
    panel.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    panel.setWidget(inner)
    margins = box.contentsMargins()
    panel.resize(least + margins.left() + margins.right() + 2, high)
    panel.show()
    for height in range(high, high + 80, 2):
        table.resized = 0
        panel.resize(panel.width(), height)
        table.bring(2)
        QApplication.processEvents()
        assert table.resized < ENOUGH
