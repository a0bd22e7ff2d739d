"""A report of a match as one page of HTML: pictures of the turns, battles, plots, the log.

The page needs nothing else: pictures lie in it, there are no scripts, and every word in it is
escaped. It holds what one side was told, or all of it where all is seen; nobody's own notes or
plans.
"""

from __future__ import annotations

from base64 import b64encode
from contextlib import contextmanager
from html import escape
from typing import TYPE_CHECKING, Final, NamedTuple

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QPoint, QRectF
from PySide6.QtGui import QColor, QImage, QPainter, QPalette
from PySide6.QtWidgets import QWidget

from tabuleiro.host import statistics
from tabuleiro.host.charts import FacesPlot, Line, PointsPlot
from tabuleiro.host.map.export import draw_map
from tabuleiro.host.panels.log import LogPanel
from tabuleiro.host.panels.logmodel import LogModel, tell_entry
from tabuleiro.host.panels.result import points_per_turn
from tabuleiro.host.panels.statistics import chance_words, luck_table, usual_die
from tabuleiro.i18n import _, language, ngettext, text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tabuleiro.host.seat import Seat
    from tabuleiro.host.statistics import Fought
    from tabuleiro.host.window import MatchWindow
    from tabuleiro.module import Module
    from tabuleiro.seats import ToldRow

__all__ = ["Wanted", "report"]

_WIDE: Final = 1400
"""Pixels across a picture of the map."""
_MARGIN: Final = 12
_QUALITY: Final = 82
_PLOT: Final = (460, 250)
_FINE: Final = 2
_PAPER: Final = QColor("#fffdf6")
_INK: Final = QColor("#241d15")
_STYLE: Final = """
:root { color-scheme: light dark; --ink: #241d15; --page: #f4eede; --quiet: #5a503f;
--line: #8f836c; --row: #eae1cc; --link: #2f5f96; --hand: #f6d9b8; --under: #b3541e; }
@media screen and (prefers-color-scheme: dark) { :root { --ink: #ebe3d3; --page: #221f1b;
--quiet: #b5aa95; --line: #7d725f; --row: #2e2a24; --link: #8ab6e8; --hand: #573a1c;
--under: #d9793f; } }
body { font: 100%/1.5 Georgia, serif; color: var(--ink); background: var(--page); margin: 0; }
main { max-width: 1080px; margin: 0 auto; padding: 24px; }
h1 { font-size: 2.1em; margin: 8px 0 0; } h2 { font-size: 1.5em; margin: 40px 0 8px;
border-bottom: 2px solid var(--under); } h3 { font-size: 1.12em; margin: 18px 0 4px; }
img { max-width: 100%; height: auto; border: 1px solid var(--line); border-radius: 4px; }
figure { margin: 12px 0; } figcaption { font-size: 0.9em; color: var(--quiet); }
.plots { display: flex; flex-wrap: wrap; gap: 16px; } .wide { overflow-x: auto; }
table { border-collapse: collapse; } th, td { padding: 3px 10px; text-align: left; }
tr:nth-child(even) > * { background: var(--row); } .brief { white-space: nowrap; }
tr:first-child > th { border-bottom: 1px solid var(--line); }
details { margin: 10px 0; } summary { cursor: pointer; color: var(--link); }
.hand { background: var(--hand); } .side { font-weight: bold; }
@media print { h2 { break-before: page; } figure, tr { break-inside: avoid; } body { background:
none; } details::details-content { content-visibility: visible; block-size: auto; } }
"""
_SAFE: Final = "default-src 'none'; img-src data:; style-src 'unsafe-inline'"


class Wanted(NamedTuple):
    """What a report is to hold: whose knowledge (empty: that of whoever looks), and pictures."""

    side: str = ""
    pictures: bool = True
    log: bool = True


def report(window: MatchWindow, wanted: Wanted) -> str:
    """Return the page about the match of a window."""
    with _undisturbed(window), window.seat.through(wanted.side):
        body = "".join(_body(window, wanted))
    title = escape(window.windowTitle())
    return (
        f"<!DOCTYPE html>\n<html lang='{language()}'><head><meta charset='utf-8'>"
        f'<meta http-equiv="Content-Security-Policy" content="{_SAFE}">'
        "<meta name='viewport' content='width=device-width, initial-scale=1'>"
        f"<title>{title}</title><style>{_STYLE}</style></head><body><main>{body}</main>"
        "</body></html>\n"
    )


@contextmanager
def _undisturbed(window: MatchWindow) -> Iterator[None]:
    """Go through the match unseen, and leave the window as it was."""
    seat, play, view = window.seat, window.play, window.view
    row, selection = seat.shown_row, seat.selection
    following, place = view.following, view.place()
    play.travel.finish()
    window.setUpdatesEnabled(False)
    seat.select(())
    play.showing.bare = True
    play.refresh()
    view.set_zoom(1.0)  # what stands beside the board is larger where one looks from afar
    try:
        yield
    finally:
        play.showing.bare = False
        play.refresh()
        seat.look_back(row)
        seat.select(selection)
        view.go_to(*place)
        if following:
            view.fit_again()
        log = window.docks["log"].widget()
        if row is None and isinstance(log, LogPanel):
            log.view.clearSelection()
            log.view.scrollToBottom()
        window.setUpdatesEnabled(True)


def _body(window: MatchWindow, wanted: Wanted) -> Iterator[str]:
    seat = window.seat
    yield from _head(window, seat)
    fought = statistics.battles(seat)
    yield from _numbers(seat, fought)
    for turn, rows in list(statistics.turns_of(seat)):
        yield f"<h2>{escape(_turn_words(seat, turn))}</h2>"
        if wanted.pictures:
            seat.look_back(rows[-1].n)
            told = _("The map at the end of turn {turn}.").format(turn=turn)
            yield _figure(_map(window), "JPEG", told)
        yield _battles(seat.module, [each for each in fought if each.turn == turn])
        if wanted.log:
            yield _log(seat, rows)
    seat.look_back(None)


def _turn_words(seat: Seat, turn: int) -> str:
    label = next((text(each.label) for each in seat.module.turns if each.turn == turn), "")
    return _("Turn {turn} · {label}").format(turn=turn, label=label)


def _head(window: MatchWindow, seat: Seat) -> Iterator[str]:
    module, s = seat.module, seat.sight
    yield f"<h1>{escape(window.windowTitle())}</h1>"
    whose = (
        _("As told to: {side}.").format(side=text(module.sides[seat.viewer].name))
        if seat.viewer
        else _("With all that happened.") if seat.sees_all or not s.viewer else ""
    )  # fmt: skip
    yield f"<p>{escape(text(seat.scenario.name))}. {escape(whose)}</p>"
    outcome = s.position.outcome
    if outcome is None:
        yield f"<p>{escape(_('The match goes on.'))}</p>"
    elif outcome.winner is None:
        yield f"<p><b>{escape(_('A draw.'))}</b></p>"
    else:
        won = _("Winner: {side}.").format(side=text(module.sides[outcome.winner].name))
        yield f"<p><b>{escape(won)}</b></p>"
    lines = seat.ask("score")
    totals = [
        f"<tr><td>{escape(text(side.name))}</td>"
        f"<td>{sum(line.points for line in lines if line.side == side.id)}</td></tr>"
        for side in module.sides.values()
    ]
    yield f"<h3>{escape(_('Score'))}</h3><table>{''.join(totals)}</table>"


def _numbers(seat: Seat, found: Sequence[Fought]) -> Iterator[str]:
    names = {side.id: text(side.name) for side in seat.module.sides.values()}
    thrown = statistics.throws(seat)
    points, losses, ahead = (
        PointsPlot(), PointsPlot(name=_("Steps lost by turn")),
        PointsPlot(name=_("Luck in battle, by turn")),
    )  # fmt: skip
    turns, lines = points_per_turn(seat)
    points.show_lines([str(turn) for turn in turns], lines)
    for plot, (at, numbers) in (
        (losses, statistics.losses_per_turn(seat)),
        (ahead, statistics.fortune_per_turn(seat, found)),
    ):
        told = [Line(names[side], tuple(each)) for side, each in numbers.items()]
        plot.show_lines([str(turn) for turn in at], told)
    faces = FacesPlot()
    die = usual_die(thrown)
    faces.show_faces({n: statistics.faces_of(thrown, side, die) for side, n in names.items()})
    yield "<div class='plots'>"
    for each in (points, losses, faces, ahead):
        caption = each.accessibleName()
        yield _figure(_plot(each), "PNG", caption, each.accessibleDescription())
        each.deleteLater()
    yield "</div>"
    yield f"<h3>{escape(_('Luck'))}</h3>{luck_table(seat, thrown, found)}"


def _battles(module: Module, found: Sequence[Fought]) -> str:
    if not found:
        return ""
    heads = (_("Side"), _("Where"), _("Column"), _("Dice"), _("Result"), _("Chance of it"))
    rows = ["".join(f"<th>{escape(head)}</th>" for head in heads)]
    for each in found:
        result = " · ".join(filter(None, (each.code, each.words)))
        dice = " + ".join(map(str, each.faces))
        side = text(module.sides[each.attacker].name)
        brief = " class='brief'"
        cells = (
            (brief, side), ("", each.title), (brief, each.column), (brief, dice), ("", result),
            (brief, chance_words(each)),
        )  # fmt: skip
        rows.append("".join(f"<td{kind}>{escape(cell)}</td>" for kind, cell in cells))
    table = "".join(f"<tr>{row}</tr>" for row in rows)
    return f"<h3>{escape(_('Battles'))}</h3><div class='wide'><table>{table}</table></div>"


def _log(seat: Seat, rows: Sequence[ToldRow]) -> str:
    model = LogModel(seat)
    lines = []
    for row in rows:
        entry = tell_entry(seat, row)
        if entry.plain or entry.faces:
            kind = " class='hand'" if entry.by_hand else ""
            lines.append(f"<li{kind}>{escape(model.spoken(entry))}</li>")
    model.deleteLater()
    n = len(lines)
    head = ngettext("The log: {n} line", "The log: {n} lines", n).format(n=n)
    return f"<details><summary>{escape(head)}</summary><ol>{''.join(lines)}</ol></details>"


# ------------------------------------------------------------------------------ pictures


def _figure(picture: QImage, kind: str, caption: str, told: str = "") -> str:
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    picture.save(buffer, kind, _QUALITY if kind == "JPEG" else -1)  # type: ignore[call-overload]
    buffer.close()
    encoded = b64encode(data.data()).decode()
    words = escape(f"{caption}\n{told}".strip(), quote=True)
    wide = round(picture.width() / picture.devicePixelRatio())
    return (
        f"<figure><img width='{wide}' alt=\"{words}\" "
        f"src='data:image/{kind.lower()};base64,{encoded}'>"
        f"<figcaption>{escape(caption)}</figcaption></figure>"
    )


def _map(window: MatchWindow) -> QImage:
    """Return the whole board as it is shown now, with what is in use beside it."""
    view = window.view
    area = QRectF(view.picture.size)
    for id in view.beside.active:
        area = area.united(view.beside.spots[id].area)
    area.adjust(-_MARGIN, -_MARGIN, _MARGIN, _MARGIN)
    by = _WIDE / area.width()
    image = QImage((area.size() * by).toSize(), QImage.Format.Format_RGB32)
    painter = QPainter(image)
    draw_map(view, painter, area, QRectF(image.rect()))
    painter.end()
    return image


def _plot(plot: QWidget) -> QImage:
    """Return a plot on paper, whatever the colours of the window are."""
    palette = plot.palette()
    for role, colour in (
        (QPalette.ColorRole.Text, _INK), (QPalette.ColorRole.Mid, QColor("#b9ab8f")),
    ):  # fmt: skip
        palette.setColor(role, colour)
    plot.setPalette(palette)
    plot.resize(*_PLOT)
    image = QImage(plot.size() * _FINE, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(_FINE)
    image.fill(_PAPER)
    plot.render(image, QPoint(), renderFlags=QWidget.RenderFlag.DrawChildren)
    return image
