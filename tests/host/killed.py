"""Plays a match in the real window until it is killed; a program for `test_starting`.

Says number and hash of each row on a line, once the window has shown it.
"""

import os
import sys

os.environ["QT_QPA_PLATFORM"] = "offscreen"

from PySide6.QtCore import QSettings

from tabuleiro.engine.catalogue import Catalogue
from tabuleiro.host.app import make_application
from tabuleiro.host.seat import Seat
from tabuleiro.host.settings import Settings
from tabuleiro.host.shell import Shell
from tabuleiro.seats import Table
from tabuleiro.store import Library, Seats


def main(path):
    app = make_application(["killed"])
    settings = Settings(QSettings(f"{path}.ini", QSettings.Format.IniFormat))
    settings.set("pace", "none")
    library = Library(path)
    shell = Shell(Catalogue.installed(), library, settings)
    shell.resize(900, 600)
    shell.show()
    seats = Seats({"allied": "simple", "axis": "simple"}, open_hands=True)
    game = shell.catalogue.new("diadem", seed="killed")
    library.create(game, "Killed", seats)
    seat = Seat(Table(game), players=seats.players, open_hands=True, title="Killed")
    seat.acted.connect(lambda row: print(row.n, row.hash, flush=True))
    shell.show_match(seat)
    app.exec()


if __name__ == "__main__":
    main(sys.argv[1])
