"""In whose power land is before anybody came, as `rules: control` says; the sea is nobody's."""

from tabuleiro.rules.victory.control import controller
from tabuleiro.testing import table


def test_all_land_belongs_to_somebody_and_the_sea_to_nobody():
    s = table("papua").s
    terrain, terms = s.module.terrain, s.module.rules["control"]
    owners = {hex: controller(s, hex) for hex in s.board.grid if hex not in s.position.control}
    sea = {hex for hex in owners if "sea" in terrain[s.board.terrain_at(hex)].tags}
    assert {owners[hex] for hex in sea} == {None}
    held = {s.board.places[place].hex for place in terms["held"]["japanese"]["places"]}
    for region in terms["held"]["japanese"]["regions"]:
        held |= s.board.regions[region].hexes
    land = set(owners) - sea
    assert {owners[hex] for hex in land & held} == {"japanese"}
    assert {owners[hex] for hex in land - held} == {terms["default"]} == {"allied"}
