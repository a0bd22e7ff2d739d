"""Editing a board: what strokes of brushes and pens come to in its file.

Functions take a board as it is (`OpenBoard`) and what a hand did, and return changes of the file's
values.

Not here: how these are written (`editor`), and what is clicked (`host.boardeditor`).
"""
