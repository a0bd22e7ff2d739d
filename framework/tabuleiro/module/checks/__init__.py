"""What the files of a module say about each other.

Not here: whether a single value is right; the models of each file say that (`module.models`).
"""

from tabuleiro.module.checks.board import check_board
from tabuleiro.module.checks.counters import check_counters
from tabuleiro.module.checks.game import check_game
from tabuleiro.module.checks.images import check_images
from tabuleiro.module.checks.needs import check_needs
from tabuleiro.module.checks.nesting import check_nesting
from tabuleiro.module.checks.rulebook import check_rulebook
from tabuleiro.module.checks.rules import check_rules
from tabuleiro.module.checks.scenarios import check_scenarios
from tabuleiro.module.checks.tables import check_tables
from tabuleiro.module.draft import Draft

__all__ = ["check_all", "check_needs", "check_rules"]


def check_all(draft: Draft) -> None:
    """Check everything; what is wrong is kept with each file."""
    check_game(draft)
    check_tables(draft)
    check_board(draft)
    check_counters(draft)
    check_images(draft)
    check_scenarios(draft)
    check_nesting(draft)
    check_rulebook(draft)
