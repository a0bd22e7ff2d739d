"""What strictness let pass, as it is told to those who do not see all."""

from tabuleiro.engine import hex_ref, msg, piece_ref
from tabuleiro.engine.knowledge import Level
from tabuleiro.engine.verdicts import Objection, as_told


def waived(piece, **more):
    message = msg("{piece} needs {n} points.", piece=piece_ref(piece), n=7, hex=hex_ref("0101"))
    return Objection(message, "duel-1", "movement", hexes=("0101",), **more)


def test_of_whom_all_is_known_all_is_told():
    assert as_told([waived("seen")], {"other": Level.NOTHING}) == (waived("seen"),)


def test_where_values_are_hidden_the_clause_is_told_and_no_number():
    (told,) = as_told([waived("covered")], {"covered": Level.IDENTITY})
    assert (told.rule, told.topic, told.hexes, told.message.values) == (
        "duel-1",
        "movement",
        (),
        {},
    )


def test_of_whom_nothing_is_known_nothing_is_told():
    levels = {"hidden": Level.KIND, "met": Level.STATE}
    assert as_told([waived("hidden"), waived("met", pieces=("hidden",))], levels) == ()
    assert as_told([waived("met")], levels) == (waived("met"),)


def test_of_what_names_no_piece_the_clause_is_told():
    (told,) = as_told([Objection(msg("{n} points are left.", n=3), "duel-2", "air")], {})
    assert (told.rule, told.message.values) == ("duel-2", {})
