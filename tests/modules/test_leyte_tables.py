"""The four tables of Batalha de Leyte and the die of its parachute drops, cell by cell.

The cells below were typed from the rulebook, not from the module; tests of their patterns find
what a slip of the pen would spoil in both.
"""

from itertools import pairwise, product

import pytest

from tabuleiro.module import find_module, load_module

MODULE = find_module("leyte")


@pytest.fixture(scope="module")
def module():
    return load_module(MODULE)


def case(clause, *values):
    """One case of a parametrized test, named after the clause that it proves."""
    return pytest.param(*values, marks=[pytest.mark.rule(clause)], id=clause)


@pytest.mark.rule("leyte-2.3-1")
def test_the_tables_and_their_sizes(module):
    assert list(module.odds) == ["combat"]
    assert list(module.values) == ["bombardment", "parachute-drop"]  # the second is the die of 4.4
    assert list(module.indices) == ["vulnerability"]
    rows = [*module.terrain, *module.hexsides, *module.networks]
    assert len(set(rows) - {"strait"}) == 9
    combat, bombardment = module.odds["combat"], module.values["bombardment"]
    assert (len(combat.rows), len(combat.columns)) == (6, 12)
    assert (len(bombardment.rows), len(bombardment.columns)) == (6, 5)
    assert len(set(module.indices["vulnerability"].rows.values())) == 4


@pytest.mark.parametrize(
    ("layer", "name", "foot", "motorized", "columns"),
    [
        case("leyte-T-terrain-1", "terrain", "clear", 1, 1, 0),
        case("leyte-T-terrain-2", "terrain", "city", 1, 1, 2),
        case("leyte-T-terrain-3", "terrain", "forest", 2, 3, 2),
        case("leyte-T-terrain-4", "terrain", "mountain", 3, None, 3),
        case("leyte-T-terrain-5", "hexsides", "river", 1, 2, 2),
        case("leyte-T-terrain-6", "networks", "road", 1, 0.5, 0),
        case("leyte-T-terrain-7", "terrain", "airfield", 1, 1, 1),
        case("leyte-T-terrain-8", "terrain", "port", 1, 1, 2),
        case("leyte-T-terrain-9", "terrain", "sea", None, None, 0),
        ("hexsides", "strait", None, None, 0),
    ],
)
def test_terrain_table(module, layer, name, foot, motorized, columns):
    row = getattr(module, layer)[name]
    points = {c: None if p is None else p / 2 for c, p in row.cost.items()}  # in half points there
    assert points == {"foot": foot, "motorized": motorized}
    assert getattr(row, "columns", 0) == columns
    assert not getattr(row, "adds", False)  # the best single value counts (5.1.2-2)
    assert not getattr(row, "no_attack", ())  # any type attacks any terrain (5.0-4)


def test_rivers_do_not_hinder_bombardment_and_roads_bridge_them(module):
    assert not any(row.bombardment for row in module.hexsides.values())
    assert all(row.bombardment for row in module.terrain.values())
    assert module.networks["road"].bridges == ("river",)


def test_where_one_may_land_and_drop(module):
    for tag in ("landing", "drop"):
        tagged = {name for name, row in module.terrain.items() if tag in row.tags}
        assert tagged == {"clear", "city", "airfield", "port"}
    assert set(module.rules["sea_moves"]["terrain"]) == tagged
    assert set(module.rules["paratroops"]["terrain"]) == tagged


CELLS = """
DVB-ARB DVB-ARI IMP     DRI-AVB DRB-AVB DRI-AVI DRB-AVI EMP     EMP     EMP     EMP     EMP
DVI-ARI DVB-ARB DVB-ARI IMP     DRI-AVB DRB-AVB DRI-AVI DRB-AVI EMP     DE-AVB  DE-AVI  DE-AVI
DVI-ARB DVI-ARI DVB-ARB DVB-ARI IMP     DRI-AVB DRB-AVB DRI-AVI DRB-AVI EMP     DE-AVB  DE-AVI
DVB-AE  DVI-ARB DVI-ARI DVB-ARB DVB-ARI IMP     DRI-AVB DRB-AVB DRI-AVI DRB-AVI EMP     DE-AVB
DVI-AE  DVB-AE  DVI-ARB DVI-ARI DVB-ARB DVB-ARI IMP     DRI-AVB DRB-AVB DRI-AVI DRB-AVI EMP
DVI-AE  DVI-AE  DVB-AE  DVI-ARB DVI-ARI DVB-ARB DVB-ARI IMP     DRI-AVB DRB-AVB DRI-AVI DRB-AVI
"""
LINES = [("2-12", (2, 12)), ("3-11", (3, 11)), ("4-10", (4, 10)), ("5-9", (5, 9)),
         ("6-8", (6, 8)), ("7", (7,))]  # fmt: skip


@pytest.mark.parametrize("line", [case(f"leyte-T-crt-{n + 1}", n) for n in range(6)])
def test_combat_table_cell_by_cell(module, line):
    table = module.odds["combat"]
    wanted = CELLS.strip().split("\n")[line].split()
    cells = [cell.replace(" ", "-") for cell in table.cells[line]]
    assert cells == wanted
    assert (table.rows[line].label, table.rows[line].sums) == LINES[line]
    assert not table.reconstructed
    assert not table.variants


@pytest.mark.rule("leyte-T-crt-7")
def test_combat_columns(module):
    table = module.odds["combat"]
    odds = ["1-4", "1-3", "1-2", "1-1", *(f"{n}-1" for n in range(2, 10))]
    assert list(table.columns) == odds
    assert table.index("1-1") - 1 == table.index("1-2")
    assert table.index("1-1") + 2 == table.index("3-1")


def test_each_line_is_the_one_below_moved_a_column(module):
    """From 5-1 on the first line stays at EMP; everywhere else the pattern holds."""
    cells = module.odds["combat"].cells
    off = [
        (line, column)
        for line, (row, below) in enumerate(pairwise(cells))
        for column in range(11)
        if row[column] != below[column + 1]
    ]
    assert off == [(0, column) for column in (8, 9, 10)]
    assert cells[0][7:] == ("EMP",) * 5


def test_results_mirror_each_other_around_imp(module):
    """As far below IMP as above it, the two sides have changed places; EMP stands aside."""
    cells = module.odds["combat"].cells
    ladder = [cells[5][0], *(row[0] for row in reversed(cells[:5])), *cells[0][1:7]]
    middle = ladder.index("IMP")
    for step in range(1, len(ladder) - middle):
        assert ladder[middle + step] == mirrored(ladder[middle - step])


def mirrored(result):
    """What happens to each side happens to the other."""
    defence, attack = result.split()
    losses = {"ARB": "B", "ARI": "I", "DVB": "B", "DVI": "I"}
    return f"DR{losses[attack]} AV{losses[defence]}"


@pytest.mark.rule("leyte-5.1.5-2")
@pytest.mark.parametrize(("layer", "name"), [("odds", "combat"), ("values", "bombardment")])
def test_lines_of_the_dice(module, layer, name):
    table = getattr(module, layer)[name]
    assert [(row.label, row.sums) for row in table.rows] == LINES
    assert table.dice == 2
    for column, total in product(range(len(table.columns)), range(2, 13)):
        assert table.cell(column, total) == table.cell(column, 14 - total)


@pytest.mark.rule("leyte-T-bomb-1")
def test_bombardment_columns(module):
    table = module.values["bombardment"]
    bounds = [(c.low, c.high) for c in table.columns]
    assert bounds == [(1, 12), (13, 24), (25, 36), (37, 48), (49, None)]
    labels = [f"{low}-{high}" if high else f"{low}+" for low, high in bounds]
    assert [column.label for column in table.columns] == labels
    for value, column in {12: 0, 13: 1, 36: 2, 48: 3, 49: 4, 500: 4}.items():
        assert table.column(value) == column


@pytest.mark.rule("leyte-T-bomb-2")
def test_bombardment_results(module):
    table = module.values["bombardment"]
    wanted = ["DB DB DB DB DB", "DI DB DB DB DB", "DI DI DB DB DB", "DI DI DI DB DB",
              "DI DI DI DI DB", "DI DI DI DI DI"]  # fmt: skip
    assert [" ".join(row) for row in table.cells] == wanted


def test_the_die_of_a_drop(module):
    table = module.values["parachute-drop"]
    assert table.dice == 1
    assert [row.label for row in table.rows] == ["1, 6", "2-5"]
    assert [table.cell(0, die) for die in range(1, 7)] == ["SI", "SB", "SB", "SB", "SB", "SI"]


@pytest.mark.parametrize(
    ("types", "air", "artillery"),
    [
        case(
            "leyte-T-vuln-1",
            "infantry cavalry paratroops marines naval-infantry airborne engineers",
            1,
            2,
        ),
        case("leyte-T-vuln-2", "armour tank-destroyers", 2, 1),
        case("leyte-T-vuln-3", "artillery", 2, 2),
        case("leyte-T-vuln-4", "guerrillas", 1, 1),
    ],
)
def test_vulnerability(module, types, air, artillery):
    table = module.indices["vulnerability"]
    found = {name for name, row in table.rows.items() if tuple(row) == (air, artillery)}
    assert found == set(types.split())
    assert table.columns == ("air", "artillery")
    assert set(table.rows) == set(module.unit_types)


def test_results_are_those_of_the_cells(module):
    tables = (*module.odds.values(), *module.values.values())
    codes = {code for t in tables for row in t.cells for cell in row for code in cell.split()}
    assert set(module.results) == codes
