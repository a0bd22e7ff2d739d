"""The long run: ``python -m tabuleiro.testing.secrecy GAMES HIDING --seeds 1-50``."""

from __future__ import annotations

import argparse
import sys
import time

from tabuleiro.engine.catalogue import Catalogue
from tabuleiro.testing.secrecy.house import HOUSE_RULES
from tabuleiro.testing.secrecy.pairs import SecrecyReport, check_secrecy

_GAMES = ("diadem", "leyte", "metz", "papua")
_SEALING = ("covered", "sealed")


def _numbers(text: str) -> range:
    first, _dash, last = text.partition("-")
    return range(int(first), int(last or first) + 1)


def _options(texts: list[str]) -> dict[str, str]:
    return dict(text.split("=", 1) for text in texts)


def main() -> int:
    """Play matches with twins; print what was compared, and every difference."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="?", default=",".join(_GAMES))
    parser.add_argument("hiding", nargs="?", default=",".join((*_SEALING, *HOUSE_RULES)))
    parser.add_argument("--seeds", type=_numbers, default=range(1, 6))
    parser.add_argument("--probes", type=int, default=20, help="positions of a match with twins")
    parser.add_argument("--option", action="append", default=[], help="of the game: name=value")
    asked = parser.parse_args()
    catalogue = Catalogue.installed()
    found = 0
    for game in asked.games.split(","):
        for hiding in asked.hiding.split(","):
            whole = SecrecyReport(game, hiding)
            begun = time.process_time()
            for seed in asked.seeds:
                whole.add(check_secrecy(
                    game, hiding, seed=seed, probes=asked.probes, catalogue=catalogue,
                    options=_options(asked.option),
                ))  # fmt: skip
            found += len(whole.differences)
            seconds = time.process_time() - begun
            print(
                f"{game} {hiding} seeds {asked.seeds[0]}-{asked.seeds[-1]} {asked.option or ''}: "
                f"{sum(whole.twins.values())} twins {whole.twins}, {whole.pairs} pairs, "
                f"{whole.rows} rows, {whole.revealed} revealed, {whole.parted} parted, "
                f"{len(whole.differences)} differences, {seconds:.0f} s",
                *whole.differences, sep="\n  ", flush=True,
            )  # fmt: skip
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
