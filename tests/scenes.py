"""What the scenes of several games are put together from: pieces in places, all others gone."""


def at(place, *pieces):
    """Pieces in a hex."""
    return dict.fromkeys(pieces, place)


def hurt(place, *pieces):
    """Pieces with losses in a hex."""
    return {piece: {"place": place, "losses": 1} for piece in pieces}


def marked(place, *pieces, marks):
    """Pieces with marks in a hex."""
    return {piece: {"place": place, "marks": list(marks)} for piece in pieces}


def places(t, *pieces, waiting=()):
    """These pieces on the board of a table, ``waiting`` ones about to arrive, and nobody else."""
    gone = {piece: "gone" for piece in t.s.position.pieces if piece not in waiting}
    return {**gone, **{piece: place for some in pieces for piece, place in some.items()}}


def sums(t):
    """Attack, defence and the column of the odds in the last battle."""
    odds = t.told()["odds"]
    return odds["attack"], odds["defence"], odds["base_label"]


def column(t):
    """The column of the last battle, after all shifts."""
    return t.told()["odds"]["column_label"]


def shifts(t):
    """The shifts in the last battle: whom they favour, and by how much."""
    return sorted((s["favours"], s["columns"]) for s in t.told()["odds"]["shifts"])
