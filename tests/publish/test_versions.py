"""A match goes on with the versions with which it was begun; `migrate` says what would change."""

import json

import pytest

from publish.conftest import module_pack, plugin_pack, signed, write

RESUME = """
import json, sys
from tabuleiro.engine.catalogue import Catalogue
from tabuleiro.store import Library, differences
with Library() as library:
    header = library.header(1)
    module, ruleset = Catalogue.installed().of_match(header)
    game = library.resume(1, module, ruleset)
    game.act(game.legal()[0])
    told = [module.version, ruleset.plugin.version, differences(header, module, ruleset)]
json.dump(told, sys.stdout)
"""
YES = ["--yes", "--new-key", "--allow-code"]


@pytest.fixture
def resume(ask_elsewhere):
    return lambda: json.loads(ask_elsewhere(RESUME))


def shipped(tmp_path, key, version, change=None):
    folder = tmp_path / version
    plugin_pack(folder, version=version)
    if change is not None:
        path = folder / "tabuleiro_duel" / "modules" / "duel" / "counters.yaml"
        path.write_text(change(path.read_text("utf-8")), "utf-8")
    from tabuleiro.publish.packing import make_pack

    return write(signed(make_pack(folder), key), tmp_path / f"{version}.tabuleiro")


@pytest.fixture
def begun(tabuleiro, tmp_path, key, ask_elsewhere):
    """A match that was begun with version 1.0.0 of module and plugin."""
    assert tabuleiro("install", shipped(tmp_path, key, "1.0.0"), *YES).code == 0
    ask_elsewhere("""
        from tabuleiro.engine.catalogue import Catalogue
        from tabuleiro.store import Library
        with Library() as library:
            library.create(Catalogue.installed().new("duel", seed="1"), "Friday")
    """)


def stronger(text):
    assert "attack: 4" in text
    return text.replace("attack: 4", "attack: 5", 1)


@pytest.mark.slow
def test_a_match_goes_on_with_its_versions(tabuleiro, home, tmp_path, key, begun, resume):
    assert resume() == ["1.0.0", "1.0.0", []]
    newer = shipped(tmp_path, key, "1.1.0", stronger)
    assert tabuleiro("update", newer, "--yes", "--allow-code").code == 0
    home.ran.unlink()
    assert resume() == ["1.0.0", "1.0.0", []]
    assert home.runs() == ["duel 1.0.0"]


@pytest.mark.slow
def test_a_new_match_takes_the_newest(tabuleiro, home, tmp_path, key, begun, ask_elsewhere):
    newer = shipped(tmp_path, key, "1.1.0")
    assert tabuleiro("update", newer, "--yes", "--allow-code").code == 0
    told = ask_elsewhere("""
        from tabuleiro.engine.catalogue import Catalogue
        header = Catalogue.installed().new("duel", seed="1").header
        print(header.plugin_version)
    """)
    assert told.strip() == "1.1.0"


@pytest.mark.slow
def test_without_its_version_it_says_what_has_changed(tabuleiro, tmp_path, key, begun, resume):
    newer = shipped(tmp_path, key, "1.1.0", stronger)
    assert tabuleiro("update", newer, "--yes", "--allow-code").code == 0
    assert tabuleiro("remove", "duel", "--only", "1.0.0").code == 1
    assert tabuleiro("remove", "duel", "--only", "1.0.0", "--force").code == 0
    module, plugin, differences = resume()
    assert (module, plugin, len(differences)) == ("1.1.0", "1.1.0", 2)


MIGRATE = """
import json, sys
from tabuleiro.cli import main
sys.exit(main(["migrate", "1", "--json", *json.loads(sys.argv[1])]) > 1)
"""


@pytest.fixture
def migrate(home):
    """Each time in a process of its own: one process has one version of a plugin."""
    import os
    import subprocess
    import sys

    def ask(*words):
        done = subprocess.run(
            [sys.executable, "-c", MIGRATE, json.dumps(words)],
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
            capture_output=True,
            encoding="utf-8",
            check=True,
        )
        return json.loads(done.stdout) if done.stdout else done.stderr

    return ask


@pytest.mark.slow
def test_migrate_says_what_would_change(tabuleiro, home, tmp_path, key, begun, migrate, resume):
    assert migrate()["changes"] == []
    newer = shipped(tmp_path, key, "1.1.0", stronger)
    assert tabuleiro("update", newer, "--yes", "--allow-code").code == 0
    told = migrate()
    assert told["same"] is True
    assert told["copy"] is None
    sentences = "\n".join(told["changes"])
    assert 'The data of "duel": version 1.0.0 becomes 1.1.0.' in sentences
    assert "counters.yaml is otherwise: counters (" in sentences
    assert "The rules of duel: version 1.0.0 becomes 1.1.0." in sentences
    assert resume()[:2] == ["1.0.0", "1.0.0"]
    assert migrate("--do")["copy"] == 2
    titles = {game["id"]: game["title"] for game in tabuleiro("games", "--json").json["games"]}
    assert titles == {1: "Friday", 2: "Friday (newest versions)"}


def test_a_pack_whose_game_says_another_version_is_refused(tabuleiro, home, tmp_path, key):
    pack = plugin_pack(tmp_path / "odd", code=_odd())
    path = write(signed(pack, key), tmp_path / "odd.tabuleiro")
    assert tabuleiro("install", path, *YES).code == 0
    told = tabuleiro("new", "duel").err
    assert 'the pack has the version 1.0.0, and its game "9.9.9"' in told


def _odd():
    from publish.conftest import CODE

    return CODE.replace('version="{version}"', 'version="9.9.9"').replace("{id!r}", '"{id}"')


def test_the_data_of_a_module_pack_stay_too(tabuleiro, home, tmp_path, key, ask_elsewhere):
    from tabuleiro.module import find_module, load_module
    from tabuleiro.publish.installing import install

    install(module_pack(tmp_path / "a"))
    before = load_module(find_module("duel")).content_hash
    install(module_pack(tmp_path / "b", version="2.0.0"))
    ask_elsewhere(f"""
        from tabuleiro.engine.catalogue import Catalogue
        from tabuleiro.engine.game import Header
        path = Catalogue().begun_with(Header("duel", "battle", "1", module_hash="{before}"))
        assert path.parts[-4:] == ("duel", "1.0.0", "modules", "duel"), path
    """)


@pytest.mark.slow
def test_each_version_is_agreed_to_by_itself(tabuleiro, home, tmp_path, key):
    for version in ("1.0.0", "1.1.0"):
        path = shipped(tmp_path, key, version)
        assert tabuleiro("install", path, "--yes", "--new-key").code == 0
    assert tabuleiro("allow", "duel", "--yes", "--json").json["version"] == "1.1.0"
    told = tabuleiro("allow", "duel", "--only", "1.0.0", "--yes", "--json").json
    assert (told["version"], told["allowed"]) == ("1.0.0", True)
    assert tabuleiro("allow", "duel", "--only", "3.0.0", "--yes").code == 1
    agreed = json.loads((home.data / "consent.json").read_text("utf-8"))["plugins"]
    assert [entry[1] for entry in agreed] == ["1.1.0", "1.0.0"]
    assert home.runs() == []


@pytest.mark.slow
def test_two_versions_in_one_run_are_refused(tabuleiro, tmp_path, key, begun, ask_elsewhere):
    newer = shipped(tmp_path, key, "1.1.0", stronger)
    assert tabuleiro("update", newer, "--yes", "--allow-code").code == 0
    told = ask_elsewhere("""
        from tabuleiro.engine.catalogue import Catalogue
        from tabuleiro.engine.ruleset import RulesetError
        from tabuleiro.store import Library
        known = Catalogue.installed()
        with Library() as library:
            module, ruleset = known.of_match(library.header(1))
        print(module.version, ruleset.plugin.version)
        try:
            known.new("duel", seed="1")
        except RulesetError as error:
            print(error)
    """).splitlines()
    assert told[0] == "1.0.0 1.0.0"
    assert "another version of it is in use; start the program anew" in told[1]


HOUSE = """
from tabuleiro.hooks import hookimpl

class Fog:
    version = "{version}"

@hookimpl
def tabuleiro_house_rules():
    return {{"fog": Fog()}}
"""


@pytest.mark.slow
def test_a_match_keeps_the_version_of_its_house_rules(
    tabuleiro, home, tmp_path, key, ask_elsewhere
):
    from publish.conftest import project
    from tabuleiro.publish.packing import make_pack

    for version in ("1.0.0", "1.1.0"):
        folder = project(tmp_path / version, id="fog", kind="house-rules", version=version)
        package = folder / "tabuleiro_fog"
        package.mkdir()
        (package / "__init__.py").write_text(HOUSE.format(version=version), "utf-8")
        path = write(signed(make_pack(folder), key), tmp_path / f"{version}.tabuleiro")
        assert tabuleiro("install", path, *YES).code == 0
        if version == "1.0.0":
            ask_elsewhere("""
                from tabuleiro.engine.catalogue import Catalogue
                from tabuleiro.store import Library
                game = Catalogue.installed().new("diadem", seed="1", house_rules=["fog"])
                assert game.header.house_rules == ("fog@1.0.0",)
                with Library() as library:
                    library.create(game, "Fog")
            """)
    ask_elsewhere("""
        from tabuleiro.engine.catalogue import Catalogue
        from tabuleiro.store import Library, differences
        known = Catalogue.installed()
        with Library() as library:
            header = library.header(1)
            module, ruleset = known.of_match(header)
            library.resume(1, module, ruleset).legal()
        assert known.house_rules["fog"].version == "1.0.0"
        assert differences(header, module, ruleset) == []
    """)
    ask_elsewhere("""
        from tabuleiro.engine.catalogue import Catalogue
        game = Catalogue.installed().new("diadem", seed="1", house_rules=["fog"])
        assert game.header.house_rules == ("fog@1.1.0",)
    """)
