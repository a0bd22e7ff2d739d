"""Other colours and another size of writing: all that is open follows at once, and comes back."""

import pytest
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication, QLabel, QTextEdit

from tabuleiro.host.poster import Poster
from tabuleiro.host.restyle import relink
from tabuleiro.host.settingsdialog import retake
from tabuleiro.host.theme import dress
from tabuleiro.testing.table import table

DARK_LINK, LIGHT_LINK = QColor("#7fb2e5"), QColor("#2f5f96")


@pytest.fixture
def restyle(shell, settings):
    """A function that changes colours and size; at the end all is as before."""

    def change(theme="light", size=0):
        settings.set("theme", theme)
        settings.set("font-size", size)
        retake(shell)
        QApplication.processEvents()

    change()
    yield change
    settings.set("theme", "system")
    settings.set("font-size", 0)
    dress(QApplication.instance(), settings)


def open_match(shell):
    from tabuleiro.host.seat import Seat
    from tabuleiro.seats import Table

    game = table("diadem", "allied-movement", {"us-349-ri": "1413", "de-200-rpzgr": "0303"}).game
    return shell.show_match(Seat(Table(game), open_hands=True))


def colours(widget):
    image = widget.grab().toImage()
    return {image.pixel(x, y) for x in range(image.width()) for y in range(image.height())}


def test_links_have_the_colour_of_now(shell, restyle, qtbot):
    window = open_match(shell)
    for name in ("charts", "rules"):
        window.docks[name].show()
    label = QLabel('<a href="x">MMMM</a>', window)
    label.show()
    qtbot.waitExposed(label)
    for theme, link, other in (
        ("dark", DARK_LINK, LIGHT_LINK),
        ("light", LIGHT_LINK, DARK_LINK),
    ):
        restyle(theme)
        assert QApplication.palette().color(QPalette.ColorRole.Link) == link
        seen = colours(label)
        assert link.rgb() in seen
        assert other.rgb() not in seen


def test_links_of_a_page_are_coloured_and_nothing_else_is_changed(qtbot):
    page = QTextEdit()
    qtbot.addWidget(page)
    page.setHtml('<h2>Head</h2><p>Some <b>bold</b> and <a href="#x">a link</a>, and more.</p>')
    before = page.toPlainText()
    palette = page.palette()
    palette.setColor(QPalette.ColorRole.Link, DARK_LINK)
    page.setPalette(palette)
    holder = Poster()
    qtbot.addWidget(holder)
    page.setParent(holder)
    relink(holder)
    cursor = page.textCursor()
    cursor.setPosition(before.index("a link") + 2)
    assert cursor.charFormat().anchorHref() == "#x"
    assert cursor.charFormat().foreground().color() == DARK_LINK
    cursor.setPosition(before.index("more") + 2)
    assert cursor.charFormat().foreground().color() != DARK_LINK
    assert page.toPlainText() == before


def test_tables_make_room_for_other_writing_and_give_it_back(shell, restyle):
    window = open_match(shell)
    dock = window.docks["forces"]
    dock.show()
    grid = dock.widget().table

    def sizes():
        return grid.rowHeight(0), *(grid.columnWidth(n) for n in range(4))

    before = sizes()
    restyle(size=24)
    metrics = grid.fontMetrics()
    assert grid.font().pointSize() == 24
    assert grid.rowHeight(0) >= metrics.height()
    assert all(now > then for now, then in zip(sizes()[1:], before[1:], strict=True))
    assert grid.horizontalHeader().font().pointSize() == 24
    restyle()
    assert sizes() == before


@pytest.mark.parametrize("size", [0, 24])
def test_what_ends_the_phase_is_in_sight(shell, restyle, size, qtbot):
    window = open_match(shell)
    restyle(size=size)
    qtbot.wait(1)
    end = window.decision.end.end
    assert end.isVisible()
    inside = window.rect().contains(end.mapTo(window, end.rect().bottomRight()))
    assert inside
    assert end.visibleRegion().boundingRect() == end.rect()
    assert end.width() >= end.fontMetrics().horizontalAdvance(end.text())


def test_the_start_page_follows_and_comes_back(shell, restyle, qtbot):
    def look():
        QApplication.processEvents()
        return [(poster.sizeHint(), poster.font().pointSizeF())
                for poster in shell.start.posters.values()]  # fmt: skip

    before = look()
    restyle("dark", 24)
    assert all(now[0].height() > then[0].height()
               for now, then in zip(look(), before, strict=True))  # fmt: skip
    assert all(poster.height() >= poster.minimumSizeHint().height()
               for poster in shell.start.posters.values())  # fmt: skip
    restyle()
    assert look() == before


def test_large_writing_widens_no_window(shell, restyle):
    window = open_match(shell)
    for name in ("since", "forces", "history", "charts", "tracks", "notes", "statistics", "rules"):
        window.docks[name].show()
    restyle(size=24)
    for name, dock in window.docks.items():
        if dock.isVisible():
            assert dock.minimumSizeHint().width() <= 600, name


def test_a_window_that_grew_for_large_writing_gets_small_again(shell, restyle):
    window = open_match(shell)
    for name in ("forces", "history"):
        window.docks[name].show()
    QApplication.processEvents()
    shell.resize(900, 540)
    QApplication.processEvents()
    before = shell.size()
    restyle(size=30)
    for _round in range(5):
        QApplication.processEvents()
    assert shell.height() > before.height()
    restyle()
    for _round in range(5):
        QApplication.processEvents()
    assert shell.size() == before
