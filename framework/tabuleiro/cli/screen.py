"""What a window needs of the system, asked before Qt is: Qt ends the program when it is missing."""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Final

from tabuleiro.cli.errors import Failure
from tabuleiro.i18n import _

__all__ = [
    "QT_LIBRARIES",
    "WINDOW_LIBRARIES",
    "import_trouble",
    "libraries_told",
    "screen_trouble",
    "without_screen",
]

QT_LIBRARIES: Final = {
    "libglib-2.0.so.0": "libglib2.0-0",
    "libGL.so.1": "libgl1",
    "libEGL.so.1": "libegl1",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libfontconfig.so.1": "libfontconfig1",
    "libdbus-1.so.3": "libdbus-1-3",
}
"""Shared libraries without which Qt cannot be imported on Linux, and their Debian packages."""
WINDOW_LIBRARIES: Final = {
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-shape.so.0": "libxcb-shape0",
}
"""The same for a window under X11."""


def screen_trouble(environment: Mapping[str, str] = os.environ) -> str:
    """Return why no window can be opened, in one sentence with what to do; nothing if one can.

    >>> screen_trouble({"QT_QPA_PLATFORM": "offscreen"})
    ''
    """
    if not sys.platform.startswith("linux") or environment.get("QT_QPA_PLATFORM"):
        return ""
    if environment.get("WAYLAND_DISPLAY"):
        return ""
    if not environment.get("DISPLAY"):
        return _(
            "There is no screen here: start Tabuleiro from a desktop session, log in with"
            ' "ssh -X", or install xvfb and put "xvfb-run" before the command.'
        )
    missing = [name for name in WINDOW_LIBRARIES if not _loads(name)]
    if missing:
        return _library_sentence(WINDOW_LIBRARIES[name] for name in missing)
    if not _answers():
        return _(
            'The screen "{display}" does not answer: look at the variable DISPLAY, or start'
            " Tabuleiro from a desktop session."
        ).format(display=environment["DISPLAY"])
    return ""


def without_screen() -> str:
    """Return what can be done without a window, a line each."""
    lines = {
        "tabuleiro terminal": _("play in this terminal"),
        "tabuleiro play GAME --screenshot FILE": _("draw a game's first position into a PNG"),
        "tabuleiro playout GAME": _("let computer players play"),
        "tabuleiro --help": _("all commands"),
    }
    width = max(map(len, lines))
    told = [f"  {command:<{width}}  {what}" for command, what in lines.items()]
    return "\n".join([_("Without a screen:"), *told])


@contextmanager
def libraries_told() -> Iterator[None]:
    """Tell in a sentence which library of the window is missing, instead of how Python saw it."""
    try:
        yield
    except ImportError as error:
        trouble = import_trouble(error)
        if not trouble:
            raise
        raise Failure(trouble) from None


def import_trouble(error: ImportError) -> str:
    """Return why Qt cannot be imported, in one sentence with what to do; nothing if it is not Qt.

    >>> import_trouble(ModuleNotFoundError("No module named 'PySide6'", name="PySide6"))[:31]
    'The window needs the library Py'
    >>> "libegl1" in import_trouble(ImportError("libEGL.so.1: cannot open shared object file"))
    True
    >>> import_trouble(ImportError("cannot import name 'x' from 'tabuleiro'"))
    ''
    """
    if (error.name or "").split(".")[0] in {"PySide6", "shiboken6"} and isinstance(
        error, ModuleNotFoundError
    ):
        return _('The window needs the library PySide6: pip install "tabuleiro[host]".')
    if "cannot open shared object file" in str(error):
        named = str(error).partition(":")[0].strip()
        packages = {QT_LIBRARIES[name] for name in QT_LIBRARIES if not _loads(name)}
        packages |= {QT_LIBRARIES[named]} if named in QT_LIBRARIES else set()
        return _library_sentence(packages or {named})
    return ""


def _library_sentence(packages: Iterable[str]) -> str:
    return _(
        'Qt needs libraries that this system lacks; on Debian and Ubuntu: "{command}".'
    ).format(command=f"sudo apt-get install -y {' '.join(sorted(packages))}")


def _loads(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def _answers() -> bool:
    """Return whether the X server that the environment names can be reached."""
    try:
        xcb = ctypes.CDLL("libxcb.so.1")
        xcb.xcb_connect.restype = ctypes.c_void_p
        xcb.xcb_connect.argtypes = [ctypes.c_char_p, ctypes.c_void_p]
        xcb.xcb_connection_has_error.argtypes = [ctypes.c_void_p]
        xcb.xcb_disconnect.argtypes = [ctypes.c_void_p]
    except (OSError, AttributeError):
        return True  # Qt may know better
    connection = xcb.xcb_connect(None, None)
    broken = bool(xcb.xcb_connection_has_error(connection))
    xcb.xcb_disconnect(connection)
    return not broken
