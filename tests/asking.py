"""What tests ask of the rules: the one place that says where it stands now."""

from tabuleiro.rules.air.aircraft_orders import FLOWN
from tabuleiro.rules.arrivals.out_of_contact import CONTACT, HURT
from tabuleiro.rules.combat.battle import Battle, Shift
from tabuleiro.rules.combat.declared_attacks import announced
from tabuleiro.rules.combat.duty_to_attack import ACTED
from tabuleiro.rules.combat.losses import take_loss
from tabuleiro.rules.combat.odds import odds_of, table_of
from tabuleiro.rules.combat.preview import chances, declared, objections, preview, step_prices
from tabuleiro.rules.combat.retreat import cut_off, surrounded, ways
from tabuleiro.rules.combat.shifts import shifted
from tabuleiro.rules.combat.terrain import bombardment_covers, cover, shelters
from tabuleiro.rules.ground.land_units import land_units
from tabuleiro.rules.ground.movement_points import MOVED
from tabuleiro.rules.ground.special_moves import ASSAULT, BY_SEA
from tabuleiro.rules.ground.stacking import full_hexes
from tabuleiro.rules.ground.zones import dominant, dominates, engaged, zone
from tabuleiro.rules.sea.afloat import beachhead
from tabuleiro.rules.sequence.pools import chits
from tabuleiro.rules.supply.supply_view import SupplyLine
from tabuleiro.rules.victory.control import controller
from tabuleiro.rules.victory.scoring import score
from tabuleiro_filipinas.weather import weather_at
from tabuleiro_leyte.paratroops import LOST
from tabuleiro_metz.bridges import bridges_left
from tabuleiro_metz.rail import AT_RAILS, BY_RAIL
from tabuleiro_papua.air.airfields import is_damaged
from tabuleiro_papua.air.paratroops_in_transports import ALONE, shared_hexes, without_line
from tabuleiro_papua.air.sorties import TRANSFERRED, hexes_flown, in_range, sorties
from tabuleiro_papua.exits_and_returns import exit_turn
from tabuleiro_papua.free_moves import WENT
from tabuleiro_papua.invariants import misplaced
from tabuleiro_papua.movement_costs import LANDED
from tabuleiro_papua.overstacking import excess, overfull
from tabuleiro_papua.replacements import RESTORED
from tabuleiro_papua.sea_transport import slots_left
from tabuleiro_papua.supply_lines import supplied
from tabuleiro_papua.waters import naval_next_to

__all__ = [
    "ACTED",
    "ALONE",
    "ASSAULT",
    "AT_RAILS",
    "BY_RAIL",
    "BY_SEA",
    "CONTACT",
    "FLOWN",
    "HURT",
    "LANDED",
    "LOST",
    "MOVED",
    "RESTORED",
    "TRANSFERRED",
    "WENT",
    "Battle",
    "Shift",
    "SupplyLine",
    "announced",
    "beachhead",
    "bombardment_covers",
    "bridges_left",
    "chances",
    "chits",
    "controller",
    "cover",
    "cut_off",
    "declared",
    "dominant",
    "dominates",
    "engaged",
    "excess",
    "exit_turn",
    "full_hexes",
    "hexes_flown",
    "in_range",
    "is_damaged",
    "land_units",
    "misplaced",
    "naval_next_to",
    "objections",
    "odds_of",
    "overfull",
    "preview",
    "score",
    "shared_hexes",
    "shelters",
    "shifted",
    "slots_left",
    "sorties",
    "step_prices",
    "supplied",
    "surrounded",
    "table_of",
    "take_loss",
    "ways",
    "weather_at",
    "without_line",
    "zone",
]
