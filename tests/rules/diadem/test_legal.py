"""What is listed as legal is allowed, and what is allowed is listed, in set-up and movement."""

import random

import pytest

from samples import sampled
from tabuleiro.testing import action, table


def crowded(side, seed, *, turn=3):
    """A movement phase with pieces anywhere that terrain and stacking let them stand."""
    chance = random.Random(seed)
    t = table("diadem")
    board, counters = t.s.board, t.s.module.counters
    land = [h for h in board.grid if board.terrain_at(h) in {"clear", "city", "mountain-city"}]
    land += [h for h in board.grid if h[:2] in {"01", "15"} and board.terrain_at(h) == "mountain"]
    chance.shuffle(land)
    half = len(land) // 2
    homes = {"allied": land[:half], "axis": land[half:]}
    pieces, full = {}, dict.fromkeys(land, 0)
    for piece in chance.sample(list(counters), 45):
        home = chance.choice(homes[counters[piece].side])
        if full[home] < 4:
            pieces[piece], full[home] = home, full[home] + 1
    return table("diadem", f"{side}-movement", pieces, turn=turn)


def done(t, deed):
    """The game after an action, on a branch of its own."""
    other = t.game.fork()
    other.act(deed)
    return other


def wandering(t, piece, chance):
    """A path of a few random steps, some of them off the board or onto it."""
    grid, edges = t.s.board.grid, [f"exit.{edge}" for edge in t.s.board.edges]
    here = t.place(piece)
    path = [] if here in grid else [chance.choice(t.s.board.edge_hexes("west"))]
    for _ in range(chance.randint(1, 4)):
        last = path[-1] if path else here
        near = list(grid.neighbours(last)) if last in grid else []
        path.append(chance.choice([*near, *near, *edges]))
    return path


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("side", ["allied", "axis"])
def test_every_legal_move_is_allowed_and_goes_where_it_says(side, seed):
    t = crowded(side, seed)
    moves = t.legal("move")
    assert len(moves) > 100
    for move in moves:
        assert t.allows(move), t.why(move)
    for move in random.Random(seed).sample(moves, 60):
        after = done(t, move).position.pieces[move.piece]
        assert after.place == move.path[-1]
        assert 0 < after.spent <= 2 * t.s.value(move.piece, "move")
    assert (action("end-phase") in t.legal()) is t.allows(action("end-phase"))


@pytest.mark.slow
@pytest.mark.parametrize("seed", sampled(range(4), range(2)))
@pytest.mark.parametrize("side", ["allied", "axis"])
def test_a_path_is_allowed_only_to_a_place_that_is_listed_and_no_dearer(side, seed):
    t, chance = crowded(side, seed), random.Random(seed)
    mine = [p for p in t.decision.pieces if t.s.side(p) == side]
    tried = {True: 0, False: 0}
    for piece in mine:
        listed = {move.path[-1]: move for move in t.legal("move", piece=piece)}
        for path in (wandering(t, piece, chance) for _ in range(40)):
            move = t.move(piece, *path)
            allowed = t.allows(move)
            tried[allowed] += 1
            if allowed:
                assert path[-1] in listed
                best = done(t, listed[path[-1]]).position.pieces[piece].spent
                assert best <= done(t, move).position.pieces[piece].spent
            elif path[-1] in listed:
                assert listed[path[-1]].path != move.path
    assert min(tried.values()) > 50


@pytest.mark.slow
@pytest.mark.parametrize("seed", sampled(range(3), {0}))
def test_whole_turns_by_legal_actions(seed):
    """From the first gun to the second turn: everything that is listed is accepted."""
    chance = random.Random(seed)
    t = table("diadem")
    for _ in range(2000):
        if t.s.turn == 2:
            break
        actions = t.legal()
        assert actions
        for deed in chance.sample(actions, min(5, len(actions))):
            assert t.allows(deed)
            done(t, deed)
        for place in chance.sample(t.s.board.grid.hexes, 2):
            assert all(deed in actions for deed in t.legal(hex=place))
        moves = [
            a for a in actions if not a.retracts and (a.kind != "move" or chance.random() < 0.2)
        ]
        t.do(chance.choice(moves or actions))
    assert t.s.turn == 2
