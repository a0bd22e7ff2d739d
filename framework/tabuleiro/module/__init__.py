"""Modules: the data of a game, from a folder of YAML to a checked whole.

Not here: what the data mean in play (`rules` and plugins), how a board is reckoned (`board`),
and how one is made from maps (`cartography`).

>>> module = load_module(find_module("diadem"))
>>> module.id, module.board.terrain_at("1006")
('diadem', 'mountain')
"""

from tabuleiro.module.cache import Cache
from tabuleiro.module.errors import ModuleError, Problem
from tabuleiro.module.load import RuleModelError, RuleModels, load_module
from tabuleiro.module.module import Module
from tabuleiro.module.paths import (
    Found,
    FoundScenario,
    available_modules,
    find_module,
    module_folders,
    scenarios_of,
)
from tabuleiro.module.records import (
    UNLIMITED,
    Counter,
    CounterImage,
    Credit,
    Formation,
    Holds,
    Marker,
    Nation,
    Option,
    Phase,
    Short,
    Side,
    State,
    StateValue,
    Turn,
    UnitType,
    Words,
)
from tabuleiro.module.scenario_records import (
    FreePlacement,
    MarkerPlace,
    Objective,
    Opening,
    OpeningPiece,
    Pool,
    Reinforcement,
    Scenario,
    SetUp,
    Withdrawal,
)
from tabuleiro.module.schema import module_schema
from tabuleiro.module.tables import (
    Chart,
    DiceRow,
    HexsideKind,
    IndexTable,
    Line,
    NetworkKind,
    OddsTable,
    Result,
    Site,
    Terrain,
    ValueColumn,
    ValueTable,
)

__all__ = [
    "UNLIMITED",
    "Cache",
    "Chart",
    "Counter",
    "CounterImage",
    "Credit",
    "DiceRow",
    "Formation",
    "Found",
    "FoundScenario",
    "FreePlacement",
    "HexsideKind",
    "Holds",
    "IndexTable",
    "Line",
    "Marker",
    "MarkerPlace",
    "Module",
    "ModuleError",
    "Nation",
    "NetworkKind",
    "Objective",
    "OddsTable",
    "Opening",
    "OpeningPiece",
    "Option",
    "Phase",
    "Pool",
    "Problem",
    "Reinforcement",
    "Result",
    "RuleModelError",
    "RuleModels",
    "Scenario",
    "SetUp",
    "Short",
    "Side",
    "Site",
    "State",
    "StateValue",
    "Terrain",
    "Turn",
    "UnitType",
    "ValueColumn",
    "ValueTable",
    "Withdrawal",
    "Words",
    "available_modules",
    "find_module",
    "load_module",
    "module_folders",
    "module_schema",
    "scenarios_of",
]
