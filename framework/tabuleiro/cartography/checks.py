"""Checks of a source file by itself, before any map is asked."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import chain, pairwise

from tabuleiro.cartography.reading import Sources
from tabuleiro.cartography.source import Basis
from tabuleiro.i18n import _
from tabuleiro.module.errors import did_you_mean
from tabuleiro.module.loader import Loc
from tabuleiro.module.models import BoardFile

__all__ = ["check_source"]


def check_source(sources: Sources) -> None:
    """Say everything that is wrong with a source file by itself."""
    _check_ids(sources)
    _check_terrain(sources)
    _check_overrides(sources)
    _check_hexes(sources)
    _check_sides(sources)
    _check_roads(sources)
    _check_islands(sources)
    _check_places(sources)
    _check_choices(sources)
    for loc, basis in _bases(sources):
        sources.file.method((*loc, "method"), basis.method, sources.model.methods)


def _check_ids(sources: Sources) -> None:
    model, file = sources.model, sources.file
    for key in ("islands", "rivers", "hexsides", "roads", "places", "regions", "edges"):
        file.unique(key, getattr(model, key))
    for key in ("boxes", "tracks"):
        file.unique(key, getattr(model, key))
    straits = {strait.id for strait in model.water.named}
    rivers = {river.id for river in model.rivers}
    known = [(("rivers", n), each.id, straits) for n, each in enumerate(model.rivers)]
    known += [(("hexsides", n), each.id, straits | rivers) for n, each in enumerate(model.hexsides)]
    for loc, id, others in known:
        if id in others:
            sentence = _('the id "{id}" is used by a river or a strait as well')
            sources.say((*loc, "id"), sentence.format(id=id))
    layers = [key for key in BoardFile.model_fields if key not in {"format", "id", "layers"}]
    for name, method in model.layers.items():
        file.refer(("layers", name), name, layers, _("unknown layer"))
        file.method(("layers", name), method, model.methods)


def _check_terrain(sources: Sources) -> None:
    terrain = sources.model.terrain
    kinds = set(terrain.codes.values())
    unknown = _("unknown terrain")
    sources.file.refer(("terrain", "sea"), terrain.sea, kinds, unknown)
    sources.file.refer(("terrain", "lake"), terrain.lake, kinds, unknown)
    for number, band in enumerate(terrain.bands):
        sources.file.refer(("terrain", "bands", number), band.terrain, kinds, unknown)
    for number, (low, high) in enumerate(pairwise(terrain.bands), start=1):
        if high.above <= low.above:
            sentence = _("bands must rise: {above} m does not lie above {below} m")
            told = sentence.format(above=high.above, below=low.above)
            sources.say(("terrain", "bands", number), told)


def _check_overrides(sources: Sources) -> None:
    kinds = set(sources.model.terrain.codes.values())
    given: dict[tuple[bool, str], int] = {}
    for number, entry in enumerate(sources.model.overrides):
        loc = ("overrides", number)
        sources.file.refer((*loc, "terrain"), entry.terrain, kinds, _("unknown terrain"))
        if entry.clause is None and entry.method is None:
            sentence = _("an override needs its reason: a `clause` or a `method`")
            sources.say(loc, sentence)
        for place, hex in enumerate(entry.hexes):
            key = (entry.clause is not None, hex)
            first = given.setdefault(key, number)
            if first != number or hex in entry.hexes[:place]:
                sentence = _("hex {hex} is given a terrain twice, here and in overrides[{first}]")
                sources.say((*loc, "hexes", place), sentence.format(hex=hex, first=first))


# ------------------------------------------------------------------------------------- hexes


def _check_hexes(sources: Sources) -> None:
    for loc, hex in _hexes(sources):
        check_hex(sources, loc, hex)
    model = sources.model
    lists = [(("islands", n, "hexes"), each.hexes) for n, each in enumerate(model.islands)]
    lists += [(("regions", n, "hexes"), each.hexes) for n, each in enumerate(model.regions)]
    lists += [(("edges", n, "hexes"), each.hexes or []) for n, each in enumerate(model.edges)]
    for loc, hexes in lists:
        for place, hex in enumerate(hexes):
            if hex in hexes[:place]:
                sources.say((*loc, place), _("hex {hex} stands here twice").format(hex=hex))


def check_hex(sources: Sources, loc: Loc, hex: str) -> bool:
    """Say it if a hex is not on the board."""
    if hex in sources.grid:
        return True
    error = sources.grid.unknown(hex)
    sources.say(loc, _(error.message).format(**error.values))
    return False


def _hexes(sources: Sources) -> Iterator[tuple[Loc, str]]:
    """Yield all hexes of the file, apart from those of roads and hexsides."""
    model = sources.model
    for number, anchor in enumerate(model.georeference.anchors):
        yield ("georeference", "anchors", number, "hex"), anchor.hex
    for key in ("overrides", "demands", "islands", "regions", "edges"):
        for number, entry in enumerate(getattr(model, key)):
            for place, hex in enumerate(entry.hexes or []):
                yield (key, number, "hexes", place), hex
    for number, area in enumerate(model.regions):
        if area.coast is not None:
            for key, hex in (("start", area.coast.start), ("end", area.coast.end)):
                if hex is not None:
                    yield ("regions", number, "coast", key), hex
        if area.cut is not None:
            yield ("regions", number, "cut", "hex"), area.cut.hex
    boxes = {box.id for box in model.boxes}
    for number, spot in enumerate(model.places):
        if spot.hex is not None and spot.hex not in boxes:
            yield ("places", number, "hex"), spot.hex


def _check_sides(sources: Sources) -> None:
    model = sources.model
    groups: list[tuple[Loc, Sequence[str]]] = [
        (("water", "open"), [each.side for each in model.water.open]),
        (("water", "shut"), [each.side for each in model.water.shut]),
    ]
    groups += [(("rivers", n, "sides"), each.sides) for n, each in enumerate(model.rivers)]
    groups += [(("hexsides", n, "sides"), each.sides) for n, each in enumerate(model.hexsides)]
    for loc, sides in groups:
        seen: set[frozenset[str]] = set()
        for place, side in enumerate(sides):
            here = (*loc, place)
            a, b = side.split("/")
            good = check_hex(sources, here, a) and check_hex(sources, here, b)
            if good and not sources.grid.are_neighbours(a, b):
                sources.say(here, _("hexes {a} and {b} do not touch").format(a=a, b=b))
            if frozenset({a, b}) in seen:
                sources.say(here, _("hexside {side} stands here twice").format(side=side))
            seen.add(frozenset({a, b}))


def _check_roads(sources: Sources) -> None:
    places = {spot.id for spot in sources.model.places}
    for number, road in enumerate(sources.model.roads):
        loc = ("roads", number)
        if bool(road.chain) == bool(road.through):
            sources.say(loc, _("a road needs its hexes: either `chain` or `through`"))
        good = [check_hex(sources, (*loc, "chain", n), hex) for n, hex in enumerate(road.chain)]
        for n, (a, b) in enumerate(pairwise(road.chain), start=1):
            if good[n - 1] and good[n] and not sources.grid.are_neighbours(a, b):
                sentence = _('road "{id}" jumps from {a} to {b}, which do not touch')
                sources.say((*loc, "chain", n), sentence.format(id=road.id, a=a, b=b))
        for n, stop in enumerate(road.through):
            if stop not in places:
                check_stop(sources, (*loc, "through", n), stop, places)


def check_stop(sources: Sources, loc: Loc, stop: str, places: Collection[str]) -> None:
    """Say it if a stop of a road is neither a hex nor a place."""
    if stop not in sources.grid:
        sentence = _('there is no hex or place "{stop}" for a road to pass')
        sources.say(loc, sentence.format(stop=stop), did_you_mean(stop, places))


# --------------------------------------------------------------------------- what else there is


def _check_islands(sources: Sources) -> None:
    model = sources.model
    known = {island.id for island in model.islands}
    unknown = _("unknown island")
    for number, strait in enumerate(model.water.named):
        for place, island in enumerate(strait.between):
            where = ("water", "named", number, "between", place)
            sources.file.refer(where, island, known, unknown)
    for key in ("regions", "edges"):
        for number, entry in enumerate(getattr(model, key)):
            sources.file.refer((key, number, "island"), entry.island, known, unknown)
    roads = {road.id for road in model.roads}
    for number, area in enumerate(model.regions):
        if area.coast is not None:
            loc = ("regions", number, "coast", "island")
            sources.file.refer(loc, area.coast.island, known, unknown)
        if area.cut is not None:
            loc = ("regions", number, "cut", "road")
            sources.file.refer(loc, area.cut.road, roads, _("unknown road"))


def _check_places(sources: Sources) -> None:
    for number, spot in enumerate(sources.model.places):
        loc = ("places", number)
        ways = [way for way in (spot.hex, spot.at, spot.town) if way is not None]
        if len(ways) != 1:
            sources.say(loc, _("a place needs one of these: `hex`, `at` or `town`"))
        elif spot.town is not None and len(sources.towns.get(spot.town, [])) != 1:
            count = len(sources.towns.get(spot.town, []))
            sentence = _('the file of places has {n} towns called "{town}": say `at` or `hex`')
            hint = did_you_mean(spot.town, sources.towns) if not count else ""
            sources.say((*loc, "town"), sentence.format(n=count, town=spot.town), hint)


def _check_choices(sources: Sources) -> None:
    rivers = {river.id for river in sources.model.rivers} | {"sea", "edge", "lake"}
    for number, river in enumerate(sources.model.rivers):
        loc = ("rivers", number)
        if sum(map(bool, (river.line, river.points, river.sides))) != 1:
            sources.say(loc, _("a river needs one of these: `line`, `points` or `sides`"))
        if river.line is not None and river.line not in sources.rivers:
            sentence = _('no file of rivers has a line called "{name}"')
            hint = did_you_mean(river.line, sources.rivers)
            sources.say((*loc, "line"), sentence.format(name=river.line), hint)
        if len(river.points) == 1:
            sources.say((*loc, "points"), _("a river needs two points at least"))
        sources.file.refer((*loc, "into"), river.into, rivers, _("unknown river"))
    for number, area in enumerate(sources.model.regions):
        if sum(map(bool, (area.hexes, area.island, area.coast, area.cut))) != 1:
            sentence = _("a region needs one of these: `hexes`, `island`, `coast` or `cut`")
            sources.say(("regions", number), sentence)


def _bases(sources: Sources) -> Iterator[tuple[Loc, Basis]]:
    model = sources.model
    keys = ("overrides", "rivers", "hexsides", "roads", "places")
    for key in keys:
        for number, entry in enumerate(getattr(model, key)):
            yield (key, number), entry
    for number, given in enumerate(chain(model.water.open, model.water.shut)):
        key = "open" if number < len(model.water.open) else "shut"
        place = number if key == "open" else number - len(model.water.open)
        yield ("water", key, place), given
