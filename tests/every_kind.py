"""A board with every kind of thing that the boards of the games have, written by hand."""

TERRAIN = {
    ".": "open",
    "w": "woods",
    "r": "rough",
    "W": "wooded-rough",
    "s": "swamp",
    "f": "forest",
    "j": "jungle",
    "^": "mountain",
    "F": "mountain-forest",
    "h": "hill",
    "v": "village",
    "V": "village-mountain-forest",
    "t": "town",
    "c": "city",
    "C": "city-fortification",
    "a": "airfield",
    "b": "bivouac",
    "p": "port",
    "o": "lake",
    "~": "sea",
}

BOARD = """\
format: 1
id: every
grid: {columns: 10, rows: 8, km: 4}
terrain:
  codes: {CODES}
  rows:
    - "...wwrrWW."
    - ".s.wwrrWWf"
    - "ssvt.c.Cff"
    - ".jj^^hhVFF"
    - "..a.b..o.."
    - "p...tt...."
    - "~~~~~~...."
    - "~~~~~~~~~~"
hexsides:
  - {id: rhine, kind: river, name: {pt: Reno, en: Rhine}, sides: [
      "0401/0501", "0402/0501", "0402/0502", "0403/0502", "0403/0503", "0404/0503", "0404/0504",
      "0405/0504", "0405/0505", "0406/0505", "0406/0506", "0407/0506"]}
  - {id: brook, kind: river, sides: ["0701/0801", "0602/0701", "0701/0702"]}
  - {id: west-wall, kind: fortification, faces: west, sides: [
      "0802/0901", "0802/0902", "0803/0902"]}
  - {id: ring, kind: fortification, sides: [
      "0702/0703", "0703/0803", "0703/0804", "0703/0704", "0604/0703", "0603/0703"]}
  - {id: arm, kind: sea-arm, sides: ["0105/0205", "0106/0206"]}
  - {id: sound, kind: strait, sides: ["0904/0905", "0905/1005"]}
  - {id: frontier, kind: border, name: {pt: Fronteira, en: Frontier}, sides: [
      "0803/0903", "0804/0903", "0804/0904"]}
  - {id: odd, kind: weather-line, sides: ["0205/0304", "0205/0305"]}
networks:
  - {id: highway, kind: road, chain: ["0103", "0203", "0303", "0403", "0503", "0603", "0703"],
     leaves: {start: west}}
  - {id: iron, kind: railway, chain: [
      "0103", "0203", "0303", "0403", "0503", "0603", "0604", "0605"]}
  - {id: path, kind: trail, chain: ["0704", "0804", "0904", "1004"], leaves: {end: east}}
places:
  - {id: capital, hex: "0603", kind: city, importance: 1, name: {pt: Capital, en: Capital}}
  - {id: hamlet, hex: "0303", kind: village, importance: 4, name: {pt: Aldeia, en: Hamlet}}
  - {id: harbour, hex: "0606", kind: port, importance: 3, name: {pt: Cais, en: Quay}}
  - {id: strip, hex: "0606", kind: air-base, importance: 3, name: {pt: Pista, en: Strip}}
  - {id: keep, hex: "0606", kind: fortress, importance: 3, name: {pt: Torre, en: Keep}}
  - {id: farm, hex: "0805", kind: village, importance: 4, name: {pt: Granja, en: Farm}}
  - {id: north-zone, hex: "0307", kind: region, importance: 2, name: {pt: Norte, en: North}}
  - {id: far-town, hex: britain, kind: city, importance: 3, name: {pt: Rabaul, en: Rabaul}}
regions: []
edges: []
boxes:
  - {id: britain, kind: displaced, name: {pt: Nova Bretanha, en: New Britain}, hexes: [rabaul],
     distances: {"1001": 12, "1002": 12, "1003": 13, "1004": 14, australia: 40}}
  - {id: australia, kind: displaced, name: {pt: Austrália, en: Australia},
     distances: {"0108": 9, "1001": 31}}
  - {id: reserve, kind: reserve, name: {pt: Reserva, en: Reserve}}
tracks:
  - {id: turns, name: {pt: Turnos, en: Turns}, spaces: 20, where: south}
  - {id: air, name: {pt: Ar, en: Air}, spaces: 10, where: north-east}
  - {id: left, name: {pt: Reposições, en: Replacements}, spaces: 4, where: south-east}
drawing: drawing.json
""".replace("CODES", ", ".join(f'"{sign}": {kind}' for sign, kind in TERRAIN.items()))

SOURCE = """\
format: 1
id: every
title: {pt: Um tabuleiro com tudo, en: A board with everything}
keep: board.yaml
georeference:
  affine: {lon0: 120, lon_x: 0.1, lon_y: 0, lat0: 10, lat_x: 0, lat_y: -0.1}
inputs:
  - {kind: land, file: land.geojson, credit: a mapmaker, licence: CC0}
  - {kind: lakes, file: lakes.geojson, credit: a mapmaker, licence: CC0}
  - {kind: borders, file: borders.geojson, credit: a mapmaker, licence: CC0}
rivers:
  - {id: rhine, width: [0.04, 0.12]}
drawing: {pixels: 4, borders: {pt: Linha do tempo, en: Weather line}}
"""
