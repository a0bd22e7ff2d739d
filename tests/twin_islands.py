"""A small world on paper: two islands, an islet, a mountain, a river."""

import json

SOURCE = """\
format: 1
id: twins
title: {pt: As ilhas gêmeas, en: The twin islands}
grid: {columns: 8, rows: 7, km: 5}
georeference:
  affine: {lon0: 120, lon_x: 0.1, lon_y: 0, lat0: 10, lat_x: 0, lat_y: -0.1}
inputs:
  - {kind: land, file: land.geojson, credit: a mapmaker, licence: CC0}
  - {kind: lakes, file: lakes.geojson, credit: a mapmaker, licence: CC0}
  - {kind: rivers, file: rivers.geojson, credit: a mapmaker, licence: CC0}
  - {kind: borders, file: borders.geojson, credit: a mapmaker, licence: CC0}
  - {kind: places, file: places.json, credit: a mapmaker, licence: CC0}
  - {kind: relief, file: relief.json, credit: a surveyor, licence: CC0}
methods:
  ground: {pt: Do mapa., en: From the map.}
  guess: {pt: Palpite., en: A guess.}
layers: {terrain: ground, heights: ground}
terrain:
  codes: {".": clear, f: forest, "^": mountain, c: city, o: lake, "~": sea}
  lake: lake
  bands:
    - {above: -100, terrain: clear}
    - {above: 120, terrain: forest}
    - {above: 350, terrain: mountain}
overrides:
  - {terrain: forest, hexes: ["0705"], method: guess}
  - {terrain: city, hexes: ["0304", "0705"], clause: twins-1.1}
demands:
  - {hexes: ["0304", "0703"], clause: twins-2.1}
islands:
  - {id: west, name: {pt: Oeste, en: West}, at: [120.3, 9.6]}
  - {id: east, name: {pt: Leste, en: East}, at: [120.6, 9.6]}
water:
  method: ground
  named:
    - {id: sound, name: {pt: Canal, en: Sound}, between: [west, east]}
rivers:
  - {id: rill, name: {pt: Riacho, en: Rill}, line: Rill, method: guess}
hexsides:
  - {id: wall, kind: fortification, sides: ["0302/0303"], faces: south, method: guess}
roads:
  - {id: way, name: {pt: Caminho, en: Way}, chain: ["0303", "0304", "0404"], method: guess}
  - {id: track, kind: trail, through: [alpha, "0306"], method: guess}
places:
  - {id: alpha, name: {pt: Alfa, en: Alpha}, kind: city, importance: 1, hex: "0304",
     clause: twins-1.1}
  - {id: beta, name: {pt: Beta, en: Beta}, kind: town, town: Beta, method: ground}
  - {id: top, name: {pt: Cume, en: Summit}, kind: peak, importance: 4, at: [120.35, 9.7],
     method: ground}
  - {id: gulf, name: {pt: Golfo, en: Gulf}, kind: sea, importance: 2, hex: "0107", afloat: true}
  - {id: beach, name: {pt: Praia, en: Beach}, kind: beach-red, hex: "0204", method: guess}
regions:
  - {id: shore, name: {pt: Costa, en: Shore}, coast: {island: west, start: "0204", end: "0402"}}
  - {id: all-shores, name: {pt: Costas, en: Shores}, coast: {island: east}}
  - {id: south, name: {pt: Sul, en: South}, cut: {road: track, hex: "0206"}}
  - {id: pair, name: {pt: Par, en: Pair}, hexes: ["0303", "0304"]}
edges:
  - {id: north, edge: north, name: {pt: Norte, en: North}}
boxes:
  - {id: reserve, name: {pt: Reserva, en: Reserve}, kind: reserve}
tracks:
  - {id: turns, name: {pt: Turnos, en: Turns}, spaces: 5, where: south}
drawing: {pixels: 6, relief: 3.0, detail: 0.4}
"""


def globe(x, y):
    """The longitude and latitude of a point of the board."""
    return [round(120 + 0.1 * x, 6), round(10 - 0.1 * y, 6)]


def ring(*points):
    return [globe(*point) for point in (*points, points[0])]


def box(left, top, right, bottom):
    return ring((left, top), (right, top), (right, bottom), (left, bottom))


def feature(kind, coordinates, **properties):
    geometry = {"type": kind, "coordinates": coordinates}
    return json.dumps({"type": "Feature", "properties": properties, "geometry": geometry})


def collection(*features):
    return '{"type": "FeatureCollection", "features": [\n' + ",\n".join(features) + "\n]}\n"


WEST = box(1.3, 1.6, 4.9, 6.6)
EAST = box(5.1, 1.6, 7.6, 6.6)
ISLET = box(0.7, 6.9, 1.05, 7.25)
