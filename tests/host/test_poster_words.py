"""Words on a poster: whole sentences, as many as have room."""

from PySide6.QtGui import QFont

from tabuleiro.host.poster import _wrapped

WORDS = "Monte Cassino, May 1944. In seven turns they break the line. The Germans are fewer."


def test_no_sentence_breaks_off(qapp):
    font = QFont("DejaVu Sans", 10)
    whole = _wrapped(WORDS, font, 230, 9)
    assert " ".join(whole) == WORDS
    for most in range(1, len(whole)):
        lines = _wrapped(WORDS, font, 230, most)
        assert len(lines) <= most
        assert lines[-1].endswith(".")


def test_where_not_even_the_first_has_room_it_says_so(qapp):
    lines = _wrapped(WORDS.replace(".", ","), QFont("DejaVu Sans", 10), 230, 2)
    assert len(lines) == 2
    assert lines[-1].endswith("…")
