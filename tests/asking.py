"""What tests ask of the rules that games share: the one place that says where it stands now."""

from tabuleiro.mechanics.pools import chits
from tabuleiro.mechanics.zones import engaged, zone

__all__ = [
    "chits",
    "engaged",
    "zone",
]
