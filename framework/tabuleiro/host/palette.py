"""A few colours in place of many: pictures in an eighth of the room."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

__all__ = ["palette_of"]

_BITS: Final = 5
_ROUNDS: Final = 4

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float64]


def palette_of(pixels: Bytes, colours: int = 256) -> tuple[Bytes, Bytes]:
    """Return the colours that serve a picture best, and which of them each pixel takes.

    Colours that differ by less than eight parts in 256 are looked at as one; the cloud of them is
    cut in two where it spreads most, until there are enough pieces (median cut), and the middles
    of the pieces are then moved to where the pixels lie.

    >>> picture = np.array([[[0, 0, 0], [250, 250, 250]], [[250, 250, 250], [0, 0, 0]]])
    >>> palette, places = palette_of(picture.astype(np.uint8), 2)
    >>> palette[places].tolist() == picture.tolist()
    True
    """
    cells, inverse = _cells(pixels)
    count = np.bincount(inverse).astype(np.float64)
    sums = [np.bincount(inverse, weights=pixels[..., axis].ravel()) for axis in range(3)]
    points: Floats = np.column_stack(sums) / count[:, None]
    # Rare colours count for more than their number: a thin line is few pixels.
    weight = np.sqrt(count)
    middles = _cut(points, weight, min(colours, len(cells)))
    for _round in range(_ROUNDS):
        nearest = _nearest(points, middles)
        total = np.bincount(nearest, weights=weight, minlength=len(middles))
        used = total > 0
        for axis in range(3):
            moved = np.bincount(nearest, weights=weight * points[:, axis], minlength=len(middles))
            middles[used, axis] = moved[used] / total[used]
    closest: Bytes = _nearest(points, middles).astype(np.uint8)
    palette = np.clip(np.rint(middles), 0, 255).astype(np.uint8)
    places: Bytes = closest[inverse]
    return palette, places.reshape(pixels.shape[0], pixels.shape[1])


def _cells(pixels: Bytes) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the coarse colours there are, and which of them each pixel has."""
    coarse = (pixels >> (8 - _BITS)).astype(np.int64)
    keys = (coarse[..., 0] << 2 * _BITS) | (coarse[..., 1] << _BITS) | coarse[..., 2]
    cells, inverse = np.unique(keys.ravel(), return_inverse=True)
    return cells, inverse.ravel()


def _cut(points: Floats, weight: Floats, colours: int) -> Floats:
    """Cut a cloud of colours until there are enough pieces; return their middles."""
    pieces = [np.arange(len(points))]
    spreads = [_spread(points, weight, pieces[0])]
    while len(pieces) < colours:
        widest = int(np.argmax(spreads))
        if spreads[widest] <= 0:
            break
        one, other = _halves(points, weight, pieces[widest])
        pieces[widest] = one
        spreads[widest] = _spread(points, weight, one)
        pieces.append(other)
        spreads.append(_spread(points, weight, other))
    middles: Floats = np.array(
        [np.average(points[piece], axis=0, weights=weight[piece]) for piece in pieces]
    )
    return middles


def _spread(points: Floats, weight: Floats, piece: NDArray[np.int64]) -> float:
    if len(piece) < 2:
        return 0.0
    middle = np.average(points[piece], axis=0, weights=weight[piece])
    return float(np.max(((points[piece] - middle) ** 2 * weight[piece, None]).sum(axis=0)))


def _halves(
    points: Floats, weight: Floats, piece: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    inside = points[piece]
    middle = np.average(inside, axis=0, weights=weight[piece])
    axis = int(np.argmax(((inside - middle) ** 2 * weight[piece, None]).sum(axis=0)))
    ordered = piece[np.argsort(inside[:, axis], kind="stable")]
    below = int((points[ordered, axis] <= middle[axis]).sum())
    place = min(max(below, 1), len(ordered) - 1)
    return ordered[:place], ordered[place:]


def _nearest(points: Floats, middles: Floats) -> NDArray[np.int64]:
    found: NDArray[np.int64] = np.argmin(
        (points**2).sum(axis=1)[:, None] - 2 * points @ middles.T + (middles**2).sum(axis=1), axis=1
    )
    return found
