"""Scenes in which a computer player of Libertação das Filipinas plays a phase, for its tests."""

from filipinas_war import scene
from tabuleiro.bots import SimplePlayer
from tabuleiro.seats import Table

US_LETTERS = tuple(f"us-task-force-{letter}" for letter in "abcdef")
JP_LETTERS = tuple(f"jp-task-force-{letter}" for letter in "abcdef")
GOOD = {"weather": dict.fromkeys(("north", "central", "south"), "good")}


def in_port(side, *ships):
    """Ships, and letters enough, in the pool of a side."""
    letters = US_LETTERS if side == "us" else JP_LETTERS
    return dict.fromkeys((*letters, *ships), f"{side}-fleet")


def play(t, side, *, kinds=(), most=400, seed="1"):
    """Let the player play as long as its side is asked in this phase; return what it did.

    With ``kinds`` it stops after the first action of one of them.
    """
    player, seat = SimplePlayer(seed), Table(t.game).seat(side)
    phase, done = t.s.phase, []
    while t.s.phase == phase and len(done) < most:
        asked = t.game.situation.asked()
        if asked is None or asked.side != side:
            break
        deed = player.choose(seat)
        t.game.act(deed, side=side)
        done.append(deed)
        if deed.kind in kinds:
            break
    return done


def phase(name, *pieces, **more):
    """A phase of turn 2 in good weather with these pieces and nobody else."""
    facts = {**GOOD, **more.pop("facts", {})}
    return scene(name, *pieces, facts=facts, **more)
