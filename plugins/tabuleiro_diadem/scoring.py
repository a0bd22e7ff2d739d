"""The score besides objectives: destroyed units, divisions out, the 36th, Germans saved (11.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabuleiro.engine import Step, exit_place, is_exit, msg
from tabuleiro.engine import events as ev
from tabuleiro.rules.combat.shifts import complete_formations
from tabuleiro.rules.victory.scoring import ScoreLine, dead
from tabuleiro_diadem.parameters import Division36Terms, ExitFlipTerms, ScoringTerms

if TYPE_CHECKING:
    from tabuleiro.engine import Change, Situation

__all__ = ["Withdrawal", "broken_out", "division_36_withdrawn", "divisions_out", "score_lines"]


def score_lines(s: Situation) -> list[ScoreLine]:
    """Return destroyed units, divisions out, the 36th Division, German units kept or saved."""
    points = s.terms(ScoringTerms)
    allied, axis = points.allied, points.axis
    germans, allies = len(dead(s, "axis")), len(dead(s, "allied"))
    divisions = len(divisions_out(s))
    withdrawn = allied.division_36_out if division_36_withdrawn(s) else 0
    return [
        ScoreLine("allied", allied.enemy_destroyed * germans,
              msg("German units destroyed: {n}", n=germans), "diadem-11.2.1-1"),
        ScoreLine("allied", allied.division_out_west * divisions,
              msg("complete divisions out by the west edge: {n}", n=divisions),
              "diadem-11.2.1-2"),
        ScoreLine("allied", withdrawn, msg("36th Division withdrawn in time"),
                  "diadem-11.2.1-4"),
        ScoreLine("axis", axis.enemy_destroyed * allies,
              msg("Allied units destroyed: {n}", n=allies), "diadem-11.2.2-1"),
        _germans_saved(s, axis.remaining_or_out),
    ]  # fmt: skip


class Withdrawal(Step, frozen=True):
    """The last turn in which withdrawing the 36th Division counts is over."""

    def run(self, change: Change) -> None:
        change.finish()
        if division_36_withdrawn(change):
            change.emit(ev.FactSet(_WITHDRAWN, value=True))


_WITHDRAWN = "division-36-withdrawn"


def divisions_out(s: Situation) -> list[str]:
    """Return the Allied divisions all whose pieces have left by the west edge (11.2.1-3)."""
    gone = [piece for piece in s.at(_west(s)) if s.side(piece) == "allied"]
    return complete_formations(s, gone)


def division_36_withdrawn(s: Situation) -> bool:
    """Return whether the US 36th Division was withdrawn by its last turn, or is so far."""
    terms = s.terms(Division36Terms)
    if s.turn > terms.last_turn:
        return bool(s.position.facts.get(_WITHDRAWN))
    pieces = s.module.formation_counters(terms.formation)
    places = [s.place(piece) for piece in pieces if piece in s.position.pieces]
    if not places:  # a scenario without the division
        return False
    if s.option("division-36") == "east-edge":
        return all(place == exit_place("east") for place in places)
    return all(is_exit(place) for place in places)


def _west(s: Situation) -> str:
    return exit_place(s.terms(ExitFlipTerms).exit_flip_edge)


def broken_out(s: Situation) -> bool:
    """Return whether the Allies got out by the west edge."""
    if s.option("exit-flip") == "complete-division":
        return bool(divisions_out(s))
    return any(s.side(piece) == "allied" for piece in s.at(_west(s)))


def _germans_saved(s: Situation, points: int) -> ScoreLine:
    """Return the line for German pieces: those out after a break-out, else those on the board."""
    germans = [piece for piece in s.position.pieces if s.side(piece) == "axis"]
    if broken_out(s):
        out = sum(is_exit(s.place(piece)) for piece in germans)
        label = msg("Allies broke out; German units out: {n}", n=out)
        return ScoreLine("axis", points * out, label, "diadem-11.2.2-3")
    here = sum(s.on_map(piece) for piece in germans)
    label = msg("no Allied break-out; German units on the board: {n}", n=here)
    return ScoreLine("axis", points * here, label, "diadem-11.2.2-2")
