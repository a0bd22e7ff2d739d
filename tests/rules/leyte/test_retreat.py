"""Section 5.3: retreats, chains of them, rivers, and retreats out of encirclement."""

import pytest

from leyte_scenes import GROUND, at, battle, hurt, scene

A, B, C, D, E = "us-21-ri-1", "us-34-ri-1", "us-32-ri-1", "us-184-ri-1", "us-383-ri-1"
J, K, L, M = "jp-20-ri-1", "jp-33-ri-1", "jp-9-ri-1", "jp-1-ri-1"
N, S, P = "jp-49-ri-1", "jp-57-ri-1", "jp-41-ri-1"
WEAK, TANK = "jp-bi-buri", "us-44-bt"


def ends(t, piece):
    """Where a piece may retreat to."""
    return {action.path[-1] for action in t.legal("retreat", piece=piece)}


def beaten(defenders, attackers=None, *, losses=False, **more):
    """Japanese must retreat from the ground: intact (DRI AVI) or with losses (DRB AVI)."""
    attackers = attackers or at("2310", A, B)
    odds, dice, code = ("4-1", (1, 1), "DRB AVI") if losses else ("3-1", (1, 1), "DRI AVI")
    t = battle(attackers, defenders, odds, dice=dice, **more)
    assert t.told()["code"] == code
    return t


@pytest.mark.rule("leyte-5.3-1", "leyte-5.3-2", "leyte-5.3-4")
def test_not_next_to_the_enemy():
    t = beaten(at(GROUND, J, WEAK))
    assert ends(t, J) == {"2212", "2111", "2110"}
    t = beaten(at(GROUND, J, WEAK), also={C: "2112"})
    assert ends(t, J) == {"2110"}
    t = beaten(at(GROUND, J, WEAK), also={C: "2312", D: "2012"})
    assert ends(t, J) == {"2110"}
    t = beaten(at(GROUND, J, WEAK))
    t.retreat(J, "2110").retreat(WEAK, "2212")
    assert (t.place(J), t.place(WEAK)) == ("2110", "2212")
    assert {t.losses(J), t.losses(WEAK)} == {0}


@pytest.mark.rule("leyte-5.3-3", "leyte-5.3.3-3")
def test_who_cannot_retreat_is_eliminated():
    # 2619 Dulag: sea on three sides
    t = battle({A: "2518", B: "2618", C: "2620"}, at("2619", J), "3-1", target="2619",
               also={D: "2519"}, options={"duty": "warn-and-release"}, dice=(1, 1))  # fmt: skip
    assert t.place(J) == "dead"


@pytest.mark.rule("leyte-5.3-3", "leyte-5.3.3-1")
def test_with_a_free_hex_beyond_it_is_not_eliminated():
    t = beaten(at(GROUND, J), {A: "2310", B: "2111"})
    two = [m for m in t.legal("retreat") if len(m.path) == 2]
    assert two
    t.do(two[0])
    assert (t.losses(J), t.place(J)) == (1, two[0].path[-1])


@pytest.mark.rule("leyte-5.3-5")
def test_attackers_retreat_by_the_same_rules():
    others = {K: "2409", L: "2412", M: "2511"}
    t = battle(at("2310", A), at(GROUND, J), None, dice=(3, 4), also=others)
    assert t.told()["code"] == "DVI ARB"
    assert t.place(A) == "dead"  # it took the loss of the combat, and is surrounded
    t = battle(at("2310", A, B), at(GROUND, J), None, dice=(3, 4), also=others)
    assert t.told()["code"] == "DVI ARI"
    for move in t.legal("retreat"):
        assert len(move.path) == 2
        assert move.path[-1] not in t.s.board.grid.neighbours(GROUND)
    t.do(t.legal("retreat", piece=A)[0])
    assert t.losses(A) == 1


@pytest.mark.rule("leyte-5.3-6")
def test_no_retreat_into_forbidden_terrain():
    for piece in (A, TANK):  # 2516, a mountain, is the only hex out of all zones
        odds = "3-1" if piece == A else "2-1"  # surrounded: one more
        t = battle({J: "2316", K: "2415"}, at("2416", piece), odds, side="japanese",
                   target="2416", dice=(1, 1))  # fmt: skip
        assert t.told()["code"] == "DRI AVI"
        if piece == A:
            assert t.place(A) == "2516"
        else:
            assert all(len(m.path) == 2 and "2516" not in m.path for m in t.legal("retreat"))
    t = battle({J: "2316", K: "2415"}, at("2416", TANK), "2-1", side="japanese", target="2416",
               dice=(1, 1), also={L: "2615", M: "2618", N: "2419", S: "2413", P: "2215",
                                  "jp-41-ri-2": "2219"})  # fmt: skip
    assert t.place(TANK) == "dead"


# ------------------------------------------------------------------------------- chains


@pytest.mark.rule("leyte-5.3.1-1")
@pytest.mark.parametrize("moved", [K, L, M, N, J])
def test_a_full_hex_sends_one_on(moved):
    full = at("2110", K, L, M, N)
    closed = {C: "2012", D: "2312"}  # only 2110 is left
    t = beaten(at(GROUND, J), also={**full, **closed})
    assert t.place(J) == "2110"
    assert set(t.decision.pieces) == {J, K, L, M, N}
    t.displace(moved, "2109")
    assert len(t.at("2110")) == 4
    assert t.place(moved) == "2109"
    assert {t.losses(p) for p in (J, K, L, M, N)} == {0}


@pytest.mark.rule("leyte-5.3.1-2")
def test_chains_go_on():
    full = {**at("2110", K, L, M, N), **at("2109", S, P, "jp-41-ri-2", "jp-41-ri-3")}
    closed = {C: "2012", D: "2312"}
    t = beaten(at(GROUND, J), also={**full, **closed})
    t.displace(K, "2109")
    assert set(t.decision.pieces) >= {S, P}
    t.displace(S, "2108")
    assert (len(t.at("2110")), len(t.at("2109")), t.place(S)) == (4, 4, "2108")


@pytest.mark.rule("leyte-5.3.1-2")
def test_without_an_end_the_hex_is_closed():
    t = beaten(at(GROUND, J), also={**at("2110", K, L, M, N), C: "2012", D: "2312"})
    assert t.place(J) == "2110"
    t = beaten(at(GROUND, J), also={**at("2110", K, L, M, N), C: "2012", D: "2312", E: "2009"})
    assert t.place(J) != "2110"
    assert t.at("2110") == {K, L, M, N}


# ------------------------------------------------------------------------------- rivers


RIVER = [(TANK, 1), ("us-632-btd", 1), (A, 0), ("us-eng-1", 0), ("us-13-bart", 0)]


def driven(piece, place="1910", enemies=("1909", "1810"), losses=0):
    """A piece that Japanese drive off intact; a river runs between 1910 and 2010, 2011."""
    state = {piece: {"place": place, "losses": losses}}
    where = dict(zip((J, K), enemies, strict=True))
    gun = piece == "us-13-bart"
    t = battle(where, state, "4-1" if gun else "3-1", side="japanese", target=place,
               dice=(1, 2) if gun else (1, 1))  # fmt: skip
    assert t.told()["code"] == "DRI AVI"
    return t


@pytest.mark.rule("leyte-5.3.2-1", "leyte-5.3.2-2", "leyte-5.3.2-4")
@pytest.mark.parametrize(("piece", "loss"), RIVER)
def test_retreats_across_a_river(piece, loss):
    t = driven(piece)
    assert "2011" in ends(t, piece)
    assert t.retreat(piece, "2011").losses(piece) == loss
    t = driven(piece)
    assert "1911" in ends(t, piece)
    assert t.retreat(piece, "1911").losses(piece) == 0


@pytest.mark.rule("leyte-5.3.2-2")
def test_a_second_loss_in_the_river_destroys():
    t = battle({J: "1909", K: "1810"}, hurt("1910", TANK), "3-1", side="japanese",
               target="1910", dice=(1, 1))  # fmt: skip
    assert t.retreat(TANK, "2011").place(TANK) == "dead"


@pytest.mark.rule("leyte-5.3.2-3")
def test_the_loss_of_the_combat_and_of_the_river():
    t = scene("japanese-combat", at("1910", TANK, A), {J: "1909", K: "1810"},
              tracks={"air.japanese": 60}, dice=(1, 1))  # fmt: skip
    t.attack("1910", J, K, air=4 * 8 - 4)
    assert t.told()["code"] == "DRB AVI"
    t.lose(TANK)
    t.retreat(TANK, "2011").retreat(A, "2011")
    assert (t.place(TANK), t.losses(A)) == ("dead", 0)


@pytest.mark.rule("leyte-5.3.2-4")
@pytest.mark.parametrize("piece", [TANK, "us-632-btd"])
def test_a_bridge_is_no_river(piece):
    t = driven(piece, "1911", ("1811", "1812"))
    assert t.retreat(piece, "2011").losses(piece) == 0
    t = driven(piece, "1911", ("1811", "1812"))
    assert t.retreat(piece, "2012").losses(piece) == 1


# ------------------------------------------------------------------------- encirclement

RING = {A: "2310", B: "2111"}


@pytest.mark.rule("leyte-5.3.3-1")
def test_two_hexes_and_a_loss_for_all():
    t = beaten(at(GROUND, J, WEAK), RING)
    for piece in (J, WEAK):
        moves = t.legal("retreat", piece=piece)
        assert {len(move.path) for move in moves} == {2}
        t.do(moves[0])
        assert t.losses(piece) == 1


@pytest.mark.rule("leyte-5.3.3-2", "leyte-5.3.3-6")
def test_without_a_free_second_hex_all_are_destroyed():
    wide = {C: "2208", D: "2009", E: "2413", "us-127-ri-1": "2214"}
    t = beaten(at(GROUND, J, WEAK), RING, also=wide)
    assert t.place(J) == t.place(WEAK) == "dead"


@pytest.mark.rule("leyte-5.3.3-4")
def test_the_one_with_the_loss_is_lost():
    t = beaten(at(GROUND, J, WEAK), {A: "2310", B: "2111"}, losses=True)
    t.lose(J)
    assert {m.piece for m in t.legal("retreat")} == {WEAK}
    t.do(t.legal("retreat")[0])
    assert t.place(J) == "dead"
    assert t.losses(WEAK) == 1


SHELTER = {M: "2212"}


@pytest.mark.rule("leyte-5.3.3-5")
def test_shelter_saves_from_the_loss():
    t = beaten(at(GROUND, J), RING, also=SHELTER, losses=True)
    assert t.losses(J) == 1
    assert {m.path[0] for m in t.legal("retreat", piece=J)} == {"2212"}
    t.retreat(J, "2212", "2213")
    assert (t.losses(J), t.place(J)) == (1, "2213")


@pytest.mark.rule("leyte-5.3.3-5")
def test_shelter_helps_the_unhurt_too():
    t = beaten(at(GROUND, J), RING, also=SHELTER)
    t.do(next(m for m in t.legal("retreat") if m.path[0] == "2212"))
    assert t.losses(J) == 0


@pytest.mark.rule("leyte-5.3.3-7")
def test_the_flipped_are_destroyed_without_shelter():
    t = beaten(hurt(GROUND, J), {A: "2310", B: "2111"})
    assert t.place(J) == "dead"
    t = beaten(hurt(GROUND, J), {A: "2310", B: "2111"}, also=SHELTER)
    assert {m.path[0] for m in t.legal("retreat", piece=J)} == {"2212"}
    t.retreat(J, "2212", "2213")
    assert (t.losses(J), t.place(J)) == (1, "2213")
