"""Fingerprints as words that two people can read to each other, in Portuguese as in English.

All words are written alike in both languages, so that a fingerprint is the same for everybody.
"""

from __future__ import annotations

import hashlib
from typing import Final

__all__ = ["COUNT", "WORDS", "fingerprint"]

_ALL: Final = """
    acre alga alpaca altar anaconda angora aorta arena armada aroma atlas aura aurora banal banana
    banjo boa bolero brutal canal canasta capital cargo casual cello central cereal chip cinema
    circular civil clone cobra coma condor coral cordial cultural decimal delta diploma disco diva
    dogma drama dual editor elite enigma era escudo euro fado fatal fauna favela federal feudal
    fiasco final flora formal frontal gala general glacial granola guru habitat halo hangar hotel
    iguana impala jaguar jazz kiwi lambada larva laser lateral lava legal literal local lunar
    magenta magma manga mania manual menu metal mineral moral motor mural musical natural naval
    nova opal original oval panda panorama pasta piano pizza plasma polar polo portal puma quasar
    radar rival rodeo rural saga salsa samba sauna silo sonar tango tuba zebra
"""

WORDS: Final = tuple(_ALL.split())
"""A hundred and twenty-eight words: seven bits each."""

COUNT: Final = 12
"""Words of a fingerprint: 84 bits, which nobody hits by trying."""
_BITS: Final = 7


def fingerprint(key: bytes) -> str:
    """Return the words that stand for a public key, in threes.

    >>> fingerprint(bytes(32)).count(" ")
    11
    """
    number = int.from_bytes(hashlib.sha256(b"tabuleiro key\0" + key).digest(), "big")
    words = []
    for _word in range(COUNT):
        number, rest = divmod(number, 1 << _BITS)
        words.append(WORDS[rest])
    return " ".join(words)
