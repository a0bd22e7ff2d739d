"""Colours and fonts of the table, light and dark."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tabuleiro.host.settings import Settings

__all__ = ["ACCENT", "Overlay", "apply_theme", "dress", "is_dark", "wants_dark"]

ACCENT: Final = "#b3541e"


class Overlay:
    """Colours of what is laid over the board: blue and orange, told apart by all eyes."""

    LEGAL: Final = QColor(38, 110, 190, 96)
    LEGAL_EDGE: Final = QColor(20, 78, 150, 230)
    OTHERWISE: Final = QColor(84, 40, 160, 190)
    OTHERWISE_EDGE: Final = QColor(84, 40, 160, 240)
    TARGET: Final = QColor(222, 120, 20, 105)
    TARGET_EDGE: Final = QColor(170, 78, 0, 240)
    REFUSED: Final = QColor(90, 30, 30, 110)
    SELECTED: Final = QColor(255, 214, 70)
    PATH: Final = QColor(20, 60, 130)
    ZONE: Final = QColor(200, 95, 0, 60)
    OWN_ZONE: Final = QColor(40, 100, 190, 50)
    POINTED: Final = QColor(255, 255, 255, 190)


_PICTURES: Final = Path(__file__).resolve().parent / "pictures"
_SYSTEM: Final = "system-font-size"
_STYLE: Final = "style-set"
"""That it was chosen: to choose it again looks through all widgets, and changes nothing."""
_LIGHT: Final[Mapping[str, str]] = {
    "Window": "#efe8d8", "WindowText": "#241d15", "Base": "#fbf7ec", "AlternateBase": "#f3ecdb",
    "Text": "#241d15", "Button": "#e6dcc6", "ButtonText": "#241d15", "ToolTipBase": "#fffdf5",
    "ToolTipText": "#241d15", "Highlight": "#2f6aa8", "HighlightedText": "#ffffff",
    "PlaceholderText": "#6e6453", "Link": "#2f5f96", "Mid": "#b9ab8f", "Dark": "#8f836c",
    "Light": "#fffaf0", "Midlight": "#f6efe0", "Shadow": "#5a503f", "BrightText": "#ffffff",
}  # fmt: skip
_DARK: Final[Mapping[str, str]] = {
    "Window": "#24221f", "WindowText": "#ebe4d6", "Base": "#1b1a18", "AlternateBase": "#211f1c",
    "Text": "#ebe4d6", "Button": "#34312c", "ButtonText": "#ebe4d6", "ToolTipBase": "#34312c",
    "ToolTipText": "#f5efe2", "Highlight": "#3d7ab8", "HighlightedText": "#ffffff",
    "PlaceholderText": "#9a9282", "Link": "#7fb2e5", "Mid": "#4a463f", "Dark": "#151412",
    "Light": "#4d4942", "Midlight": "#3c3933", "Shadow": "#000000", "BrightText": "#ffffff",
}  # fmt: skip

_IN_SHEET: Final = ("mid", "button", "midlight", "highlight", "highlightedtext", "base", "window")
_SHEET: Final = """
QDialogButtonBox, QMessageBox, QInputDialog {{ dialogbuttonbox-buttons-have-icons: 0; }}
QToolTip {{ border: 1px solid {mid}; padding: 4px; }}
QDockWidget {{
    font-weight: 600; titlebar-close-icon: url("{close}"); titlebar-normal-icon: url("{apart}");
}}
QDockWidget::title {{ background: {button}; padding: 5px 8px; border-bottom: 1px solid {mid}; }}
QMainWindow > QTabBar {{ qproperty-elideMode: ElideNone; }}
QMainWindow > QTabBar::tab {{
    padding: 4px 5px; border: 1px solid {mid}; border-top: none; background: {button};
    border-bottom-left-radius: 4px; border-bottom-right-radius: 4px; margin-right: 1px;
}}
QMainWindow > QTabBar::tab:selected {{ background: {base}; }}
QMainWindow > QTabBar::tab:hover:!selected {{ background: {midlight}; }}
QPushButton {{
    padding: 5px 12px; border: 1px solid {mid}; border-radius: 5px; background: {button};
}}
QPushButton:hover {{ background: {midlight}; }}
QPushButton:focus {{ border: 2px solid {highlight}; padding: 4px 11px; }}
QPushButton:disabled {{ color: {placeholder}; }}
QPushButton[primary="true"] {{
    background: {accent}; color: #ffffff; font-weight: 600; border-color: {accent};
}}
QPushButton[primary="true"]:disabled, QPushButton[resting="true"] {{
    background: {button}; border-color: {mid}; color: {placeholder};
}}
QPushButton[choice="true"]:checked {{
    background: {highlight}; border-color: {highlight}; color: {highlightedtext};
    font-weight: 600;
}}
QLabel[asked="true"] {{ font-weight: 600; }}
QAbstractItemView, QTextBrowser {{
    border: 1px solid {mid}; border-radius: 3px;
}}
QAbstractItemView:focus, QTextBrowser:focus {{ border: 2px solid {highlight}; }}
QSlider:focus, QCheckBox:focus {{ background: {midlight}; }}
QCheckBox::indicator:unchecked, QGroupBox::indicator:unchecked {{
    width: 12px; height: 12px; border: 1px solid {placeholder}; border-radius: 2px;
    background: {base};
}}
QLabel[display="true"] {{ font-size: {display}pt; font-weight: 700; }}
QLabel[headline="true"] {{ font-size: {headline}pt; font-weight: 600; }}
QLabel[title="true"] {{ font-size: {title}pt; font-weight: 600; }}
QLabel[reading="true"] {{ font-size: {reading}pt; }}
QLabel#banner {{
    background: #7a1d12; color: #fff8ee; border-radius: 6px; padding: 5px 10px;
}}
QLabel#ribbon {{
    background: rgba(122, 29, 18, 235); color: #fff8ee; border: 2px solid #e9c46a;
    border-radius: 8px; padding: 6px 18px; font-size: {headline}pt;
}}
QToolBar {{ border: none; spacing: 3px; padding: 3px; background: {window}; }}
QStatusBar {{ background: {window}; }}
QGroupBox {{
    font-weight: 600; border: 1px solid {mid}; border-radius: 5px;
    margin-top: 9px; padding-top: 6px;
}}
QGroupBox::title {{ subcontrol-origin: margin; left: 8px; padding: 0 3px; }}
QHeaderView::section {{
    background: {button}; border: none; border-right: 1px solid {mid}; padding: 4px;
}}
"""


def apply_theme(app: QApplication, *, dark: bool) -> None:
    """Give the program its colours."""
    colours = _DARK if dark else _LIGHT
    palette = QPalette()
    for name, value in colours.items():
        palette.setColor(QPalette.ColorRole[name], QColor(value))
    for name in ("WindowText", "Text", "ButtonText"):
        grey = QColor(colours["PlaceholderText"])
        palette.setColor(QPalette.ColorGroup.Disabled, QPalette.ColorRole[name], grey)
    if app.property(_STYLE) is None:
        app.setStyle("Fusion")
        app.setProperty(_STYLE, True)
    app.setPalette(palette)
    named = {name.lower(): value for name, value in colours.items()}
    size = app.font().pointSizeF()
    app.setStyleSheet(_SHEET.format(
        accent=ACCENT, placeholder=named["placeholdertext"],
        display=round(2.6 * size, 1), headline=round(1.5 * size, 1), title=round(1.2 * size, 1),
        reading=round(1.12 * size, 1),
        close=_icon("close", dark=dark), apart=_icon("float", dark=dark),
        **{key: named[key] for key in _IN_SHEET},
    ))  # fmt: skip


def _icon(deed: str, *, dark: bool) -> str:
    """Return the picture on a button of a panel's title: those of the style are always dark."""
    look = "dark" if dark else "light"
    return (_PICTURES / f"dock-{deed}-{look}.png").as_posix()


def dress(app: QApplication, settings: Settings) -> None:
    """Give the program the colours and the size of writing that the player has set."""
    system = app.property(_SYSTEM)
    if system is None:
        system = app.font().pointSizeF()
        app.setProperty(_SYSTEM, system)
    font = app.font()
    font.setPointSizeF(float(settings.font_size or system))
    app.setFont(font)
    apply_theme(app, dark=wants_dark(app, settings))


def wants_dark(app: QApplication, settings: Settings) -> bool:
    """Return whether the player, or else the system, prefers dark colours."""
    return is_dark(app) if settings.theme == "system" else settings.theme == "dark"


def is_dark(app: QApplication) -> bool:
    """Return whether the system prefers dark colours."""
    return bool(app.styleHints().colorScheme() == Qt.ColorScheme.Dark)
