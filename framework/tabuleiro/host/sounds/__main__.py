"""Writes the sounds beside their program."""

from tabuleiro.host.sounds import SOUNDS, write

if __name__ == "__main__":
    for name in SOUNDS:
        write(name)
