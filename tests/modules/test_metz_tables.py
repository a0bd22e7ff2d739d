"""The tables of Batalha de Metz are those of its rulebook, cell by cell.

A clause is marked here only if it is about data alone; what a table does in play is proven through
the engine.
"""

from itertools import product

import pytest

from tabuleiro.module import find_module, load_module

MODULE = find_module("metz")
CLASSES = ("foot", "motorized", "armour")


@pytest.fixture(scope="module")
def module():
    return load_module(MODULE)


@pytest.fixture(scope="module")
def campaign(module):
    return module.scenarios["campaign"]


def case(clause, *values):
    """One case of a parametrized test, named after the clause that it proves."""
    return pytest.param(*values, marks=[pytest.mark.rule(clause)], id=f"{clause}-{values[1]}")


@pytest.mark.rule("metz-2.3-1")
def test_four_tables_and_the_air_die(module):
    assert list(module.odds) == ["combat"]
    assert list(module.values) == ["bombardment", "air-points"]
    assert list(module.indices) == ["vulnerability"]
    terrain = ["clear", "city", "woods", "rough", "rough-woods", "airfield"]
    assert list(module.terrain) == terrain
    assert list(module.hexsides) == ["river", "fortification"]
    assert list(module.networks) == ["road", "railway"]


@pytest.mark.parametrize(
    ("kind", "name", "cost", "columns"),
    [
        case("metz-tables-1", "terrain", "clear", (1, 3, 3), 0),
        case("metz-tables-2", "terrain", "city", (1, 1, 1), 2),
        case("metz-tables-3", "terrain", "woods", (2, 4, 4), 1),
        case("metz-tables-3", "terrain", "rough", (2, 4, 4), 1),
        case("metz-tables-4", "terrain", "rough-woods", (3, 4, None), 2),
        case("metz-tables-7", "networks", "road", (1, 0.5, 0.5), 0),
        case("metz-tables-9", "terrain", "airfield", (1, 1, 1), 1),
        ("hexsides", "river", (1, 2, None), 2),
        ("hexsides", "fortification", (0, 0, 0), 2),
        ("networks", "railway", (None, None, None), 0),
    ],
)
def test_terrain_table(module, kind, name, cost, columns):
    row = getattr(module, kind)[name]
    halves = tuple(row.cost[each] for each in CLASSES)
    assert halves == tuple(None if each is None else 2 * each for each in cost)
    assert getattr(row, "columns", 0) == columns


@pytest.mark.rule("metz-5.1.2-3")
def test_columns_by_terrain(module):
    columns = {name: row.columns for name, row in module.terrain.items()}
    assert columns == {
        "clear": 0, "woods": 1, "rough": 1, "airfield": 1, "city": 2, "rough-woods": 2,
    }  # fmt: skip
    assert not any(row.adds or row.no_attack for row in module.terrain.values())
    assert all(row.bombardment for row in module.terrain.values())


def test_fortifications_add_columns_for_germans_only(module):
    river, fortification = module.hexsides["river"], module.hexsides["fortification"]
    assert (fortification.adds, fortification.sides) == (True, ("german",))
    assert (river.adds, river.sides) == (False, ())
    assert not river.bombardment
    assert not fortification.bombardment
    assert module.rules["fortress"] == {
        "region": "metz", "side": "german", "bombardment_columns": fortification.columns,
        "hexside": "fortification", "rule": "metz-6.2-3",
    }  # fmt: skip
    assert set(fortification.tags) == {"one-sided", "always-dominant"}
    assert {row.bridges for row in module.networks.values()} == {("river",)}


LADDER = [
    "DVI AE", "DVI AE", "DVB AE", "DVI ARB", "DVI ARI", "DVB ARB", "DVB ARI", "IMP",
    "DRI AVB", "DRB AVB", "DRI AVI", "DRB AVI", "EMP", "DE AVB", "DE AVB", "DE AVI",
]  # fmt: skip
"""The results from the worst to the best for the attacker: each line is a window on them."""

ODDS = ["1-4", "1-3", "1-2", "1-1", *(f"{n}-1" for n in range(2, 10))]
LINES = [(2, 12), (3, 11), (4, 10), (5, 9), (6, 8), (7,)]
LABELS = ["2-12", "3-11", "4-10", "5-9", "6-8", "7"]


def on_the_ladder(line, column):
    """Each line is the one below moved one column; only 2-12 ends in EMP from 5-1 on."""
    rung = column + len(LINES) - 1 - line
    if line == 0 and rung >= LADDER.index("EMP"):
        return "EMP"
    return LADDER[rung]


@pytest.mark.rule("metz-5.1.5-2")
def test_combat_table_cell_by_cell(module):
    table = module.odds["combat"]
    assert list(table.columns) == ODDS
    assert [row.label for row in table.rows] == LABELS
    spots = list(product(range(len(LINES)), range(len(ODDS))))
    cells = {(line, column): table.cells[line][column] for line, column in spots}
    assert len(cells) == 72 == sum(map(len, table.cells))
    assert cells == {spot: on_the_ladder(*spot) for spot in spots}
    facts = {("1-1", 7): "DVI ARB", ("3-1", 6): "DVB ARI", ("4-1", 8): "IMP", ("9-1", 2): "EMP",
             ("9-1", 11): "DE AVI", ("8-1", 3): "DE AVB", ("9-1", 10): "DE AVB"}  # fmt: skip
    for (odds, total), result in facts.items():
        assert table.cell(table.index(odds), total) == result
    assert not table.reconstructed
    assert not table.variants


def test_the_rungs_about_imp_mirror_each_other():
    losses = {"AE": "E", "ARB": "B", "ARI": "I", "DVB": "B", "DVI": "I"}
    rungs = [rung for rung in LADDER if rung != "EMP"]
    middle = rungs.index("IMP")
    differ = []
    for step in range(1, middle + 1):
        defence, attack = rungs[middle - step].split()
        lost = "DE" if losses[attack] == "E" else f"DR{losses[attack]}"
        if rungs[middle + step] != f"{lost} AV{losses[defence]}":
            differ.append((rungs[middle - step], rungs[middle + step]))
    assert differ == [("DVI AE", "DE AVB")]  # the rung that Leyte prints as DE AVI


def test_cells_hold_a_pair_of_codes_or_one_alone(module):
    defence, attack = {"DE", "DRB", "DRI", "DVB", "DVI"}, {"AVI", "AVB", "ARI", "ARB", "AE"}
    cells = {cell for line in module.odds["combat"].cells for cell in line}
    pairs = {f"{first} {second}" for first, second in product(defence, attack)}
    assert cells <= pairs | {"EMP", "IMP"}
    used = {code for cell in cells for code in cell.split()}
    assert used == defence | attack | {"EMP", "IMP"}
    assert set(module.results) == used | {"DI", "DB"}


@pytest.mark.parametrize(("kind", "name"), [("odds", "combat"), ("values", "bombardment")])
def test_lines_of_the_dice(module, kind, name):
    table = getattr(module, kind)[name]
    assert table.dice == 2
    assert [row.sums for row in table.rows] == LINES
    for column, total in product(range(len(table.columns)), range(2, 13)):
        assert table.cell(column, total) == table.cell(column, 14 - total)


@pytest.mark.rule("metz-2.3-2")
def test_bombardment_table(module):
    table = module.values["bombardment"]
    ranges = [(1, 12), (13, 24), (25, 36), (37, 48), (49, None)]
    assert [(column.low, column.high) for column in table.columns] == ranges
    first_loss = {2: 0, 3: 1, 4: 2, 5: 3, 6: 4, 7: 5}
    for column, total in product(range(5), range(2, 13)):
        hit = column >= first_loss[min(total, 14 - total)]
        assert table.cell(column, total) == ("DB" if hit else "DI")
    for value, total, result in ((24, 11, "DB"), (24, 10, "DI"), (60, 8, "DB"), (60, 7, "DI")):
        assert table.cell(table.column(value), total) == result


@pytest.mark.rule("metz-2.3-5")
def test_vulnerability(module):
    table = module.indices["vulnerability"]
    assert list(table.columns) == ["air", "artillery"]
    for name, kind in module.unit_types.items():
        wanted = (2, 2) if name == "artillery" else (2, 1) if "armour" in kind.tags else (1, 2)
        assert (table.value(name, "air"), table.value(name, "artillery")) == wanted


def test_air_die(module, campaign):
    table = module.values["air-points"]
    assert (table.dice, len(table.columns)) == (1, 1)
    points = [int(table.cell(0, face)) for face in range(1, 7)]
    assert points == [0, 10, 10, 10, 10, 30]
    (pool,) = campaign.pools
    assert (pool.id, pool.side, pool.roll, pool.saved) == ("air", "us", "air-points", False)
    assert {pool.points(turn) for turn in range(1, 21)} == {0}
