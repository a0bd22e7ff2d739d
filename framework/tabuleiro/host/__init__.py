"""The table: the desktop application. The only package that knows Qt.

Not here: rules and matches. The window sees what a seat shows and does what a seat allows.

Three widgets carry it, each usable by itself: `tabuleiro.host.map.BoardView` (a board with
counters), `tabuleiro.host.counter` (counters, drawn at any size) and `tabuleiro.host.charts`
(tables, tracks, orders of battle). `tabuleiro.host.window.Window` puts them together.
"""
