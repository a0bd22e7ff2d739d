"""Checks of ``counters.yaml``."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final, TypeVar

from tabuleiro.i18n import _
from tabuleiro.module.checks.game import movement_classes
from tabuleiro.module.draft import Checked, Draft
from tabuleiro.module.files import FREE_TABLE
from tabuleiro.module.loader import Loc
from tabuleiro.module.models import CountersFile, Model
from tabuleiro.module.models.base import Holds
from tabuleiro.module.models.counters import CounterModel, FormationModel, MarkerModel, StateModel
from tabuleiro.module.models.game import UnitTypeModel

__all__ = ["check_counters", "check_holds"]

M = TypeVar("M", bound=Model)

_MARKABLE: Final = frozenset(
    {"name", "short", "nation", "type", "size", "formation", "model", "reduced", "tags"}
)
"""What else besides the values of a counter may be reconstructed."""
MAX_LEVELS: Final = 20
"""How many formations may stand above one, from its division to the whole army."""
_MARKER_PARTS: Final = frozenset({"name", "short", "side", "count", "tags"})


def check_counters(draft: Draft) -> None:
    """Check formations and counters."""
    file = draft.counters
    counters = file.model
    if counters is None:
        return
    game = draft.game.model
    free = game is not None and game.plugin == FREE_TABLE
    if not free:
        _check_filled(draft, file, counters)
    for key in ("formations", "counters", "palette", "markers", "states"):
        file.unique(key, getattr(counters, key))
    _check_types(draft)
    for loc, state in file.numbered("states", counters.states):
        _check_state(draft, file, loc, state)
    for loc, marker in file.numbered("markers", counters.markers):
        _check_marker(draft, file, loc, marker)
    for loc, formation in file.numbered("formations", counters.formations):
        _check_formation(draft, file, loc, formation)
    _check_parents(file, counters)
    sides = {formation.id: formation.side for formation in counters.formations}
    taken = {counter.id for counter in counters.counters}
    for loc, counter in file.numbered("palette", counters.palette):
        if counter.id in taken:
            sentence = _('there is a counter "{id}" already')
            file.problem((*loc, "id"), sentence.format(id=counter.id))
    for loc, counter in (
        *file.numbered("counters", counters.counters),
        *file.numbered("palette", counters.palette),
    ):
        _check_counter(draft, file, loc, counter)
        if counter.values or free:
            _check_values(file, loc, counter)
        side = draft.nation_sides.get(counter.nation)
        above = sides.get(counter.formation or "", side)
        if side is not None and above != side:
            sentence = _('the formation "{formation}" belongs to another side')
            file.problem((*loc, "formation"), sentence.format(formation=counter.formation))


def _check_types(draft: Draft) -> None:
    game = draft.game.model
    for loc, kind in draft.game.numbered("unit_types", game.unit_types if game else ()):
        if kind.holds is not None:  # which values its counters have is said with each of them
            check_holds(draft, draft.game, (*loc, "holds"), kind.holds, None)


def _check_filled(draft: Draft, file: Checked[CountersFile], counters: CountersFile) -> None:
    """Check that there are counters with values, which rules ask about.

    A type that does not move may be one of which nothing is printed: cards.
    """
    wanted = _("at least one item is wanted here")
    if not counters.counters and not {"counters"} & (file.unknown | file.kept.keys()):
        file.problem(("counters",), wanted)
    game = draft.game.model
    still = {kind.id for kind in game.unit_types if kind.movement_class is None} if game else set()
    printed = {one.type for one in (*counters.counters, *counters.palette) if one.values}
    for key in ("counters", "palette"):
        for loc, counter in file.numbered(key, getattr(counters, key)):
            if counter.values or counter.type in still - printed:
                continue
            if "values" in counter.model_fields_set:
                file.problem((*loc, "values"), wanted)
            else:
                file.problem(loc, _('the key "{key}" is missing').format(key="values"))


def _check_formation(
    draft: Draft, file: Checked[CountersFile], loc: Loc, formation: FormationModel
) -> None:
    game = draft.game
    known = file.refer((*loc, "side"), formation.side, game.ids("sides"), _("unknown side"))
    file.refer((*loc, "nation"), formation.nation, game.ids("nations"), _("unknown nation"))
    parents = file.ids("formations")
    file.refer((*loc, "parent"), formation.parent, parents, _("unknown formation"))
    side = draft.nation_sides.get(formation.nation)
    if known and side is not None and side != formation.side:
        sentence = _('the nation "{nation}" belongs to another side')
        file.problem((*loc, "nation"), sentence.format(nation=formation.nation))


def _check_parents(file: Checked[CountersFile], counters: CountersFile) -> None:
    """Check that no formation stands above itself, nor below too many others."""
    parents = {formation.id: formation.parent for formation in counters.formations}
    for loc, formation in file.numbered("formations", counters.formations):
        above = [formation.id]
        parent = formation.parent
        while parent is not None and parent not in above and len(above) <= MAX_LEVELS + 1:
            above.append(parent)
            parent = parents.get(parent)
        if parent == formation.id:
            chain = " → ".join([*above, formation.id])
            sentence = _("the formation stands above itself: {chain}")
            file.problem((*loc, "parent"), sentence.format(chain=chain))
        elif len(above) > MAX_LEVELS + 1:
            sentence = _("more than {n} formations stand above this one")
            file.problem((*loc, "parent"), sentence.format(n=MAX_LEVELS))


def _check_counter(
    draft: Draft, file: Checked[CountersFile], loc: Loc, counter: CounterModel
) -> None:
    game = draft.game
    file.refer((*loc, "nation"), counter.nation, game.ids("nations"), _("unknown nation"))
    file.refer((*loc, "type"), counter.type, game.ids("unit_types"), _("unknown unit type"))
    formations = file.ids("formations")
    file.refer((*loc, "formation"), counter.formation, formations, _("unknown formation"))
    if counter.holds is not None:
        check_holds(draft, file, (*loc, "holds"), counter.holds, counter.values)
    elif game.model is not None:
        _check_limit_of_type(file, loc, counter, game.model.unit_types)


def _check_limit_of_type(
    file: Checked[CountersFile], loc: Loc, counter: CounterModel, types: list[UnitTypeModel]
) -> None:
    """Check that a counter has the value by which its unit type says how much it holds."""
    kind = next((kind for kind in types if kind.id == counter.type), None)
    limit = kind.holds.limit if kind is not None and kind.holds is not None else None
    if isinstance(limit, str):
        what = _("its unit type holds as many as a value that this counter has not:")
        file.refer((*loc, "values"), limit, counter.values.keys(), what)


def check_holds(
    draft: Draft, file: Checked[M], loc: Loc, holds: Holds, values: Collection[str] | None
) -> None:
    """Check what a counter, or each of a unit type, may hold."""
    for number, name in enumerate(holds.types):
        known = draft.game.ids("unit_types")
        file.refer((*loc, "types", number), name, known, _("unknown unit type"))
    for number, name in enumerate(holds.classes):
        known = movement_classes(draft)
        file.refer((*loc, "classes", number), name, known, _("unknown movement class"))
    if isinstance(holds.limit, str):
        file.refer((*loc, "limit"), holds.limit, values, _("the counter has no value"))
    counters = draft.counters.model
    whole = counters is not None and not {"counters", "palette"} & draft.counters.kept.keys()
    pieces = (*counters.counters, *counters.palette) if counters is not None and whole else ()
    if holds.takes is not None and pieces:
        printed = {name for piece in pieces for name in piece.values}
        file.refer((*loc, "takes"), holds.takes, printed, _("no counter has a value"))
    if holds.takes is not None and holds.limit is None:
        file.problem((*loc, "takes"), _("`takes` says nothing without `limit`"))


def _check_marker(draft: Draft, file: Checked[CountersFile], loc: Loc, marker: MarkerModel) -> None:
    file.refer((*loc, "side"), marker.side, draft.game.ids("sides"), _("unknown side"))
    methods = file.model.methods if file.model else {}
    for value, method in marker.reconstructed.items():
        here = (*loc, "reconstructed", value)
        if file.refer(here, value, _MARKER_PARTS, _("the counter has no value")):
            file.method(here, method, methods)


def _check_state(draft: Draft, file: Checked[CountersFile], loc: Loc, state: StateModel) -> None:
    known = draft.game.ids("unit_types")
    for number, name in enumerate(state.types):
        file.refer((*loc, "types", number), name, known, _("unknown unit type"))
    seen: set[str] = set()
    for number, value in enumerate(state.values):
        if value.id in seen:
            sentence = _('"{name}" stands here twice').format(name=value.id)
            file.problem((*loc, "values", number, "id"), sentence)
        seen.add(value.id)


def _check_values(file: Checked[CountersFile], loc: Loc, counter: CounterModel) -> None:
    sides = counter.sides_after_losses
    many = isinstance(counter.reduced, list)
    names = [f"reduced.{n}" if many else "reduced" for n in range(1, len(sides) + 1)] or ["reduced"]
    for number, side in enumerate(sides):
        here = (*loc, "reduced", number) if many else (*loc, "reduced")
        for value in side:
            what = _("the reduced side has a value that the full side has not:")
            file.refer((*here, value), value, counter.values.keys(), what)
    backs = (f"{name}.{value}" for name in names for value in counter.values)
    markable = {*counter.values, *_MARKABLE, *backs}
    methods = file.model.methods if file.model else {}
    for value, method in counter.reconstructed.items():
        here = (*loc, "reconstructed", value)
        if file.refer(here, value, markable, _("the counter has no value")):
            file.method(here, method, methods)
