"""Words in which tests ask about a board, and about the file that it is written in."""

from itertools import pairwise


def column(hex):
    return int(hex[:2])


def row(hex):
    return int(hex[2:])


def place(board, name):
    return board.places[name].hex


def region(board, name):
    return board.regions[name].hexes


def around(board, hex):
    return frozenset(board.grid.neighbours(hex))


def named(written, layer, name):
    return next(each for each in written[layer] if each["id"] == name)


def of_kind(written, layer, kind):
    return {each["id"]: each for each in written[layer] if each["kind"] == kind}


def uncrossed(board, *features):
    """A step of `flood` that crosses none of these rivers, lines or waters."""
    return lambda a, b: not any(board.side_has(a, b, each) for each in features)


def ends(board, side):
    return {(round(x, 6), round(y, 6)) for x, y in board.geometry.side_line(*side)}


def course(board, feature):
    """The corners that a chain of hexsides passes, from its start to its end."""
    steps = [ends(board, side.split("/")) for side in feature["sides"]]
    if len(steps) == 1:
        return sorted(steps[0])  # a single one does not say whither
    shared = [one & other for one, other in pairwise(steps)]
    assert all(len(each) == 1 for each in shared), "hexsides that do not follow on each other"
    (start,), (end,) = steps[0] - shared[0], steps[-1] - shared[-1]
    return [start, *(corner for (corner,) in shared), end]


def touching(board, point):
    """The hexes that have a corner there."""
    corners = board.geometry.corners
    return {h for h in board.grid if point in {(round(x, 6), round(y, 6)) for x, y in corners(h)}}
