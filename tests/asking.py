"""What tests ask of the rules that games share: the one place that says where it stands now."""

from tabuleiro.mechanics.afloat import beachhead
from tabuleiro.mechanics.attrition.airfields import is_damaged
from tabuleiro.mechanics.attrition.announcements import announced
from tabuleiro.mechanics.attrition.crowding import excess, overfull
from tabuleiro.mechanics.attrition.exits import exit_turn
from tabuleiro.mechanics.attrition.free_moves import WENT
from tabuleiro.mechanics.attrition.jumps import ALONE, shared_hexes, without_line
from tabuleiro.mechanics.attrition.lawful import broken_rules
from tabuleiro.mechanics.attrition.marching import LANDED
from tabuleiro.mechanics.attrition.replacements import RESTORED
from tabuleiro.mechanics.attrition.sealift import slots_left
from tabuleiro.mechanics.attrition.ships import naval_next_to
from tabuleiro.mechanics.attrition.sorties import FLOWN, TRANSFERRED, hexes_flown, in_range, sorties
from tabuleiro.mechanics.attrition.supply import supplied
from tabuleiro.mechanics.battle import Battle, Shift
from tabuleiro.mechanics.contact import CONTACT, HURT
from tabuleiro.mechanics.control import controller
from tabuleiro.mechanics.drops import LOST
from tabuleiro.mechanics.duties import ACTED
from tabuleiro.mechanics.losses import take_loss
from tabuleiro.mechanics.odds import odds_of, shifted, table_of
from tabuleiro.mechanics.pools import chits
from tabuleiro.mechanics.presence import troops
from tabuleiro.mechanics.preview import chances, declared, objections, preview, step_prices
from tabuleiro.mechanics.profiles import BY_RAIL, MOVED
from tabuleiro.mechanics.rail import AT_RAILS
from tabuleiro.mechanics.retreat import cut_off, surrounded, ways
from tabuleiro.mechanics.scoring import score
from tabuleiro.mechanics.special import ASSAULT, BY_SEA
from tabuleiro.mechanics.supply_view import SupplyLine
from tabuleiro.mechanics.terrain import bombardment_covers, cover, shelters
from tabuleiro.mechanics.works import bridges_left
from tabuleiro.mechanics.zones import dominant, dominates, engaged, zone

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
    "broken_rules",
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
    "hexes_flown",
    "in_range",
    "is_damaged",
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
    "troops",
    "ways",
    "without_line",
    "zone",
]
