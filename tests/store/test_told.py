"""``.partida`` files for one side: what is in them, what is not, and how they are proved."""

import json
import re
from random import Random

import msgspec
import pytest

from store.sentences import contents, is_sentence
from tabuleiro.engine import Game
from tabuleiro.engine import events as ev
from tabuleiro.engine.data import canonical
from tabuleiro.engine.game import Header
from tabuleiro.engine.knowledge import EVERYTHING, Knowledge, Level
from tabuleiro.engine.position import OFF
from tabuleiro.engine.ruleset import Ruleset
from tabuleiro.engine.told_log import ToldLog
from tabuleiro.hooks import hookimpl
from tabuleiro.store import (
    PartidaError,
    open_partida,
    prove,
    read_manifest,
    read_partida,
    read_told,
    write_partida,
)
from tabuleiro.store.archive import pack, unpack
from tabuleiro.store.partida_of_a_side import FILES
from tabuleiro.testing import action
from tabuleiro.testing.chooser import choose
from tabuleiro.testing.table import catalogue, table

FIELD = {"us-349-ri": "1413", "us-350-ri": "1413", "de-85-rm": "1313"}
SEED = "a-secret-seed"


class Unseen:
    """A house rule: a German regiment is not seen."""

    @hookimpl
    def knowledge(self, s, viewer):
        return [Knowledge({"de-85-rm": Level.NOTHING})] if viewer == "allied" else []


class Alike:
    """A house rule: of pieces of the enemy only their kind is seen."""

    @hookimpl
    def knowledge(self, s, viewer):
        levels = {p: Level.KIND for p in s.position.pieces if s.side(p) != viewer}
        return [Knowledge({p: level for p, level in levels.items() if s.on_map(p)})]


def match(rule=None, options=None, seed=SEED):
    """A match of Diadem, with a house rule of its own if one is given."""
    module = catalogue().module("diadem")
    plugin = catalogue().games["diadem"]
    rules = Ruleset(plugin, {"hidden": rule} if rule is not None else {})
    header = Header(
        module="diadem",
        scenario="campaign",
        seed=seed,
        options=dict(options or {}),
        house_rules=rules.house_rules,
        module_hash=module.content_hash,
        plugin_version=plugin.version,
        match="m",
    )
    return Game(module, rules, header)


def set_up(game, pieces, phase="allied-movement", **more):
    """Put pieces on the board, by a row of a test."""
    from tabuleiro.engine.scene import scene

    made = scene(game.situation, {"phase": phase, "pieces": pieces, **more})
    game.test([ev.PositionSet(made.to_data())], {"type": "set-position", "pieces": pieces})


def files_of(game, side, folder, name="one"):
    path = folder / f"{name}.partida"
    write_partida(path, game, "Cassino", viewer=side)
    return unpack(path.read_bytes(), FILES)


def told_lines(files):
    return [json.loads(line) for line in files["told.jsonl"].splitlines()]


def without_commitments(files):
    """The files with nothing left out but the commitments, which are as good as random."""
    lines = told_lines(files)
    found = [line.pop("commitment") for line in lines]
    assert all(re.fullmatch("[0-9a-f]{64}", one) for one in found)
    assert len(set(found)) == len(found)
    return {**files, "told.jsonl": b"\n".join(json.dumps(line).encode() for line in lines)}


def alike(one, other, side, folder):
    """Fail unless the files of a side are the same, byte for byte, for two matches."""
    first, second = (files_of(game, side, folder, "x") for game in (one, other))
    assert list(first) == list(second)
    assert {name: len(text) for name, text in first.items()} == {
        name: len(text) for name, text in second.items()
    }
    assert without_commitments(first) == without_commitments(second)


@pytest.fixture
def played():
    """A match with a battle behind it, a sealed draft, a branch and a name."""
    t = table("diadem", "allied-combat", FIELD, tracks={"air.allied": 9})
    t.act("assault", "1313").act("join", "us-349-ri").act("set-air", 3)
    t.game.name("a plan that nobody should know")
    t.act("confirm")
    t.game.goto(2)
    t.act("join", "us-350-ri")
    return t.game


class TestWhatIsInIt:
    def test_three_files_that_a_person_can_read(self, played, tmp_path):
        files = files_of(played, "axis", tmp_path)
        manifest = json.loads(files["manifest.json"])
        assert list(files) == ["manifest.json", "told.jsonl", "sight.json"]
        assert manifest["for"] == "axis"
        assert manifest["game"]["seed"] == ""
        assert manifest["names"] == {}
        assert manifest["head"] == ToldLog(played, "axis").head().n
        assert [line["n"] for line in told_lines(files)] == list(range(len(told_lines(files))))

    def test_it_is_read_as_it_was_written(self, played, tmp_path):
        for side in ("allied", "axis"):
            files_of(played, side, tmp_path, side)
            told = read_told(tmp_path / f"{side}.partida")
            log = ToldLog(played, side)
            log.head()
            assert told.side == side
            assert canonical(told.rows) == canonical(log.rows)
            assert told.position.digest() == played.belief(side).s.position.digest()
            assert told.known["de-85-rm" if side == "allied" else "us-349-ri"] == "identity"

    def test_neither_seed_nor_true_rows_nor_names(self, played, tmp_path):
        for side in ("allied", "axis"):
            text = b"".join(files_of(played, side, tmp_path).values()).decode()
            assert played.header.seed not in re.sub(r'"kind":"test"', "", text).split('"')
            assert "nobody should know" not in text
            assert not any(row.hash in text for row in played.log.rows.values())
            assert played.position.digest() not in text

    def test_its_position_holds_no_dice_and_nothing_that_others_met(self, tmp_path):
        """Where nothing is hidden, what is believed is the true position: not all of that."""
        game = match(options={"sealing": "open"})
        met = ev.Met("allied", {"de-85-rm": "1313"}, "")
        game.test([ev.DiceQueued((6, 6, 1)), met], {"type": "set-dice"})
        game.test([ev.Remembered("allied", {"de-85-rm": {"place": "1313"}})], {"type": "x"})
        true = game.position.to_data()
        assert true["dice"]["queue"]
        assert true["met"]
        assert true["memory"]
        for side, mine in (("axis", False), ("allied", True)):
            sight = json.loads(files_of(game, side, tmp_path)["sight.json"])["position"]
            assert "queue" not in sight.get("dice", {})
            assert bool(sight.get("met")) == mine
            assert bool(sight.get("memory")) == mine

    def test_the_same_match_makes_the_same_bytes(self, played, tmp_path):
        for name in ("one", "two"):
            files_of(played, "axis", tmp_path, name)
        assert len(set(contents(tmp_path).values())) == 1

    def test_a_side_that_there_is_not(self, played, tmp_path):
        with pytest.raises(PartidaError, match="There is no side called italian") as error:
            write_partida(tmp_path / "x.partida", played, "x", viewer="italian")
        assert is_sentence(error.value)
        assert contents(tmp_path) == {}


class TestNonInterference:
    """Two matches that differ only in what a side may not know give it the same file."""

    def test_what_is_committed_in_a_sealed_draft(self, tmp_path):
        one, other = match(), match()
        for game, piece, air in ((one, "us-349-ri", 2), (other, "us-350-ri", 5)):
            set_up(game, FIELD, "allied-combat", tracks={"air.allied": 9})
            for deed in (action("assault", "1313"), action("join", piece), action("set-air", air)):
                game.act(deed)
            alike(one, one, "axis", tmp_path)
        alike(one, other, "axis", tmp_path)
        with pytest.raises(AssertionError):
            alike(one, other, "allied", tmp_path)

    def test_how_many_rows_a_sealed_draft_took(self, tmp_path):
        """Who changes his mind leaves no gap, whichever numbers the tree has."""
        one, other = match(), match()
        for game, changes in ((one, 0), (other, 3)):
            set_up(game, FIELD, "allied-combat", tracks={"air.allied": 9})
            game.act(action("assault", "1313"))
            for _change in range(changes):
                game.act(action("join", "us-350-ri"))
                game.act(action("withdraw", "us-350-ri"))
            game.act(action("join", "us-349-ri"))
        told = [len(told_lines(files_of(game, "axis", tmp_path))) for game in (one, other)]
        assert told[0] == told[1], "a count of hidden rows"
        alike(one, other, "axis", tmp_path)

    def test_losses_that_are_covered(self, tmp_path):
        one, other = match(), match()
        for game, losses in ((one, 0), (other, 1)):
            set_up(game, {**FIELD, "de-85-rm": {"place": "1313", "losses": losses}})
            game.act(action("move", "us-349-ri", ("1412",)))
        alike(one, other, "allied", tmp_path)
        with pytest.raises(AssertionError):
            alike(one, other, "axis", tmp_path)

    def test_who_is_who_where_kinds_alone_are_seen(self, tmp_path):
        pair = ("de-85-rm", "de-100-rm")
        one, other = match(Alike()), match(Alike())
        assert len({(c.nation, c.type) for c in map(one.module.counters.get, pair)}) == 1
        for game, pieces in ((one, pair), (other, pair[::-1])):
            places = dict(zip(pieces, ("1313", "1110"), strict=True))
            set_up(game, {"us-349-ri": "1413", **places})
            game.act(action("move", "us-349-ri", ("1412",)))
            game.act(action("end-phase"))
        alike(one, other, "allied", tmp_path)
        text = b"".join(files_of(one, "allied", tmp_path).values()).decode()
        assert "~" in text

    def test_what_is_not_seen_at_all(self, tmp_path):
        one, other = match(Unseen()), match(Unseen())
        for game, there in ((one, "0503"), (other, "0702")):
            set_up(game, {"us-349-ri": "1413", "de-85-rm": there}, "axis-movement")
            game.act(action("move", "de-85-rm", (_beside(game, there),)))
        alike(one, other, "allied", tmp_path)
        assert len(told_lines(files_of(one, "allied", tmp_path))) == 2, "of the move nothing"

    def test_how_often_the_unseen_moved(self, tmp_path):
        one, other = match(Unseen()), match(Unseen())
        for game, times in ((one, 1), (other, 3)):
            set_up(game, {"us-349-ri": "1413", "de-85-rm": "0503"}, "axis-movement")
            for _time in range(times):
                game.act(
                    action("move", "de-85-rm", (_beside(game, game.situation.place("de-85-rm")),))
                )
        alike(one, other, "allied", tmp_path)

    def test_branches_that_the_other_tried(self, tmp_path):
        one, other = match(Unseen()), match(Unseen())
        for game, back in ((one, False), (other, True)):
            set_up(game, {"us-349-ri": "1413", "de-85-rm": "0503"}, "axis-movement")
            if back:
                here = game.log.head
                game.act(action("move", "de-85-rm", (_beside(game, "0503"),)))
                game.goto(here)
        alike(one, other, "allied", tmp_path)

    def test_names_that_the_other_gave(self, tmp_path):
        one, other = match(), match()
        other.name("I attack 1313 next turn")
        alike(one, other, "allied", tmp_path)

    def test_a_seed_that_was_typed_cannot_be_tried(self, tmp_path):
        """Whoever guesses it cannot see that he is right: what tells matches apart is chance."""

        def begun(match=None):
            return catalogue().new("diadem", seed="7", match=match)

        one, other = begun(), begun()
        files = files_of(one, "axis", tmp_path)
        assert not any(one.header.match.encode() in content for content in files.values())
        assert one.header.match != other.header.match
        shown = json.loads(files["manifest.json"])["game"]["match"]
        tried = (other, begun(shown), begun(""))
        right = [line["commitment"] for line in told_lines(files)]
        for game in tried:
            found = told_lines(files_of(game, "axis", tmp_path, "tried"))
            assert [line["commitment"] for line in found] != right
            assert game.log.rows[0].hash != one.log.rows[0].hash
        again = begun(one.header.match)
        assert told_lines(files_of(again, "axis", tmp_path, "again")) == told_lines(files)

    def test_nor_by_a_computer_player(self):
        game = catalogue().new("diadem", seed="7")
        imagined = game.imagine("axis").header
        assert imagined.match == game.header.public().match != game.header.match
        assert imagined.seed != "7"


def _beside(game, place):
    return next(iter(game.module.board.grid.neighbours(place)))


@pytest.mark.parametrize("name", ["diadem", "leyte", "metz", "papua"])
def test_a_match_of_each_game_is_told_and_proved(name, tmp_path):
    """At random, with a look back on the way; what is read is what each side was told."""
    game = catalogue().new(name, seed="told")
    rng = Random(name)
    for number in range(120):
        game.act(choose(game, rng))
        if number == 80:
            game.goto(60)
    write_partida(tmp_path / "all.partida", game, "All", viewer=EVERYTHING)
    whole = open_partida(tmp_path / "all.partida", game.module, game.ruleset)
    for side in game.module.sides:
        path = tmp_path / f"{side}.partida"
        write_partida(path, game, "One", viewer=side)
        told = read_told(path)
        assert path.stat().st_size < 200_000
        proof = prove(told, whole)
        assert proof.holds, proof.why
        assert proof.rows == len(told.rows) > 1


class TestReading:
    @pytest.fixture
    def path(self, played, tmp_path):
        files_of(played, "axis", tmp_path, "axis")
        return tmp_path / "axis.partida"

    def test_nobody_plays_on_from_it(self, path, played):
        for ask in (
            lambda: open_partida(path, played.module, played.ruleset),
            lambda: read_partida(path),
        ):
            with pytest.raises(PartidaError, match=r"for one side, axis: .* cannot be played") as e:
                ask()
            assert is_sentence(e.value)

    def test_what_it_says_of_itself(self, path):
        manifest = read_manifest(path)
        assert (manifest.viewer, manifest.title, manifest.game.seed) == ("axis", "Cassino", "")

    def test_a_file_with_everything_is_none_of_a_side(self, played, tmp_path):
        write_partida(tmp_path / "all.partida", played, "x", viewer=EVERYTHING)
        with pytest.raises(PartidaError, match="for no side alone") as error:
            read_told(tmp_path / "all.partida")
        assert is_sentence(error.value)

    def test_every_field_of_a_row_is_in_the_chain(self, path):
        files = unpack(path.read_bytes(), FILES)
        lines = told_lines(files)
        number = next(n for n, line in enumerate(lines) if line["events"] and n)
        odd = {"n": 9, "parent": 5, "kind": "free", "side": "x", "action": {"type": "x"},
               "events": [], "waived": [1], "reveals": "x", "hash": "0" * 64,
               "commitment": "0"}  # fmt: skip
        assert odd.keys() == lines[number].keys()
        for key, value in odd.items():
            forged = [dict(line) for line in lines]
            forged[number][key] = value
            refused(path, files, "told.jsonl", b"\n".join(map(canonical, forged)))

    @pytest.mark.parametrize(
        ("key", "value"),
        [("head", 10**6), ("head", -1), ("format", 3), ("format", 1), ("for", "everything"),
         ("for", 5), ("names", {"x": 1}), ("game", {}), ("title", None)],
    )  # fmt: skip
    def test_manifests_that_do_not_fit(self, path, key, value):
        files = unpack(path.read_bytes(), FILES)
        manifest = json.loads(files["manifest.json"])
        refused(path, files, "manifest.json", json.dumps({**manifest, key: value}).encode())

    def test_a_seed_has_no_place_in_it(self, path):
        files = unpack(path.read_bytes(), FILES)
        manifest = json.loads(files["manifest.json"])
        manifest["game"]["seed"] = "x"
        refused(path, files, "manifest.json", json.dumps(manifest).encode())

    @pytest.mark.parametrize(
        "text", [b"", b"[]", b"{}", b"null", b'{"position": {}, "known": {}}', b"[" * 10_000,
                 b'{"position": [], "known": 5}']
    )  # fmt: skip
    def test_sights_that_are_none(self, path, text):
        refused(path, unpack(path.read_bytes(), FILES), "sight.json", text)

    @pytest.mark.parametrize("text", [b"", b"{", b"[]\n", b"5\n", b"{}\n", b"null", b"[" * 10_000])
    def test_rows_that_are_none(self, path, text):
        refused(path, unpack(path.read_bytes(), FILES), "told.jsonl", text)

    def test_bits_that_fell_over(self, path):
        raw, dice = path.read_bytes(), Random(5)
        before = read_told(path)
        for _time in range(200):
            changed = bytearray(raw)
            changed[dice.randrange(len(raw))] ^= 1 << dice.randrange(8)
            path.write_bytes(changed)
            try:
                after = read_told(path)
            except PartidaError as error:
                is_sentence(error)
            else:
                assert after == before


def refused(path, files, name, content):
    """Fail unless the file with another content is refused in a sentence."""
    path.write_bytes(pack({**files, name: content}))
    with pytest.raises(PartidaError) as error:
        read_told(path)
    assert is_sentence(error.value)


class TestProving:
    def pair(self, game, folder, side="axis"):
        files_of(game, side, folder, side)
        return read_told(folder / f"{side}.partida")

    def test_the_match_may_have_gone_on(self, played, tmp_path):
        told = self.pair(played, tmp_path)
        assert prove(told, played).holds
        for _row in range(3):
            played.act(played.legal()[0])
        played.goto(1)
        assert prove(told, played).holds

    def test_another_match(self, tmp_path):
        """The same in all that was told, but of another seed: the commitments know it."""
        told = self.pair(match(), tmp_path)
        proof = prove(told, match(seed="another"))
        assert (proof.holds, proof.rows) == (False, 0)
        assert proof.why == "Row 0 is bound to another row than that of the arbiter."
        proof = prove(told, table("diadem").game)
        assert proof.why == "The two files are not of the same match."

    def test_a_secret_that_was_changed_later(self, tmp_path):
        """The other side cannot say afterwards that it had planned something else."""
        one, other = match(), match()
        for game, piece in ((one, "us-349-ri"), (other, "us-350-ri")):
            set_up(game, FIELD, "allied-combat")
            game.act(action("assault", "1313"))
            game.act(action("join", piece))
            game.act(action("withdraw", piece))
            game.act(action("join", "us-349-ri"))
            game.act(action("confirm"))
        told = self.pair(one, tmp_path)
        assert prove(told, one).holds
        alike(one, other, "axis", tmp_path)
        proof = prove(told, other)
        assert not proof.holds
        assert is_sentence(proof.why)
        assert proof.why.endswith("is bound to another row than that of the arbiter.")

    def test_rows_that_the_arbiter_has_not(self, played, tmp_path):
        short = match()
        set_up(short, FIELD, "allied-combat")
        long = match()
        set_up(long, FIELD, "allied-combat")
        long.act(action("assault", "1313"))
        told = self.pair(long, tmp_path, "allied")
        proof = prove(told, short)
        assert proof == type(proof)(2, "The file of the arbiter has no row 2 of this side.")

    def test_a_row_that_was_told_otherwise(self, tmp_path):
        one, other = match(), match()
        for game, there in ((one, "1412"), (other, "1414")):
            set_up(game, {"us-349-ri": "1413"})
            game.act(action("move", "us-349-ri", (there,)))
        proof = prove(self.pair(one, tmp_path), other)
        assert proof == type(proof)(2, "Row 2 was not told as the file of the side says.")

    def test_a_sight_that_was_made_up(self, played, tmp_path):
        told = self.pair(played, tmp_path)
        pieces = {**told.position.pieces}
        pieces["de-85-rm"] = msgspec.structs.replace(pieces["de-85-rm"], losses=0, place=OFF)
        forged = told.__class__(
            told.manifest, told.rows, told.commitments,
            msgspec.structs.replace(told.position, pieces=pieces), told.known,
        )  # fmt: skip
        proof = prove(forged, played)
        assert proof.why == "The side did not see what its file says that it saw."
