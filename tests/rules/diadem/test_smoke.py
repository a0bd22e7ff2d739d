from tabuleiro.testing import table


def test_move():
    t = table("diadem", "allied-movement", {"us-349-ri": "1413"})
    t.go("us-349-ri", "1313")
    assert t.place("us-349-ri") == "1313"
