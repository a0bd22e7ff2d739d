"""The board editor: a board is drawn with brushes and pens, and its file changes line by line.

Not here: what a stroke comes to (`editor.boards`), the files and their undo
(`editor`), and the map itself (`host.map`).
"""
