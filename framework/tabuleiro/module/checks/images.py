"""Checks of the pictures of counters and markers."""

from __future__ import annotations

from typing import Any

from tabuleiro.i18n import _
from tabuleiro.module.draft import Checked, Draft
from tabuleiro.module.errors import did_you_mean
from tabuleiro.module.images import MAX_FACE
from tabuleiro.module.loader import Loc
from tabuleiro.module.models.base import ImageModel
from tabuleiro.module.models.counters import StateModel

__all__ = ["check_images"]


def check_images(draft: Draft) -> None:
    """Check that all pictures of counters are there and small enough, and their states known."""
    game, counters = draft.game.model, draft.counters.model
    for loc, kind in draft.game.numbered("unit_types", game.unit_types if game else ()):
        _check(draft, draft.game, (*loc, "image"), kind.image)
    board = draft.board.model
    for loc, box in draft.board.numbered("boxes", board.boxes if board else ()):
        if box.back is not None:
            _check_file(draft, draft.board, (*loc, "back"), box.back)
    if counters is None:
        return
    file = draft.counters
    for key, items in (("counters", counters.counters), ("palette", counters.palette)):
        for loc, counter in file.numbered(key, items):
            _check(draft, file, (*loc, "image"), counter.image)
            sides = counter.sides_after_losses
            if counter.image is not None and counter.image.back is not None and not sides:
                sentence = _("this picture is never seen: the counter has no `reduced`")
                file.warn((*loc, "image", "back"), sentence)
    for loc, marker in file.numbered("markers", counters.markers):
        if marker.image is not None:
            _check_file(draft, file, (*loc, "image"), marker.image)


def _check(draft: Draft, file: Checked[Any], loc: Loc, image: ImageModel | None) -> None:
    if image is None:
        return
    for key in ("front", "back", "hidden"):
        name = getattr(image, key)
        if name is not None:
            _check_file(draft, file, (*loc, key), name)
    for number, name in enumerate(image.steps):
        _check_file(draft, file, (*loc, "steps", number), name)
    states = {state.id: state for state in _states(draft)}
    for state, values in image.states.items():
        here = (*loc, "states", state)
        known = file.refer(here, state, draft.counters.ids("states"), _("unknown state"))
        inside = {value.id for value in states[state].values} if state in states else None
        for value, name in values.items():
            if known:
                file.refer((*here, value), value, inside, _("unknown value of the state"))
            _check_file(draft, file, (*here, value), name)


def _states(draft: Draft) -> list[StateModel]:
    return draft.counters.model.states if draft.counters.model is not None else []


def _check_file(draft: Draft, file: Checked[Any], loc: Loc, name: str) -> None:
    faults, images = draft.folder.image_faults, draft.folder.images
    image = images.get(name)
    if name in faults:
        file.problem(loc, f"{name}: {faults[name]}")
    elif image is None:
        sentence = _('there is no picture "{name}" in the folder `images`')
        file.problem(loc, sentence.format(name=name), did_you_mean(name, images))
    elif image.kind != "svg" and max(image.width, image.height) > MAX_FACE:
        sentence = _("the picture of a counter has at most {n} pixels a side")
        file.problem(loc, sentence.format(n=MAX_FACE))
