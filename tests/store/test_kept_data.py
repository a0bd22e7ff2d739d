"""A match of a game of the program goes on with the data with which it was begun."""

import shutil

import pytest

from tabuleiro.engine.catalogue import Catalogue
from tabuleiro.module import earlier_data
from tabuleiro.publish.matches import migration
from tabuleiro.store import Library


@pytest.fixture
def games(tmp_path, monkeypatch):
    """A folder with Diadem in it, as if it had come with the program; and a library."""
    folder = tmp_path / "games"
    shutil.copytree(Catalogue.installed().module("diadem").root, folder / "diadem")
    monkeypatch.setenv("TABULEIRO_MODULES", str(folder))
    monkeypatch.setenv("TABULEIRO_LIBRARY", str(tmp_path / "library.db"))
    monkeypatch.setattr(earlier_data, "bundled_folders", lambda: [folder])
    return folder


def update(games):
    """Bring a new version of the data, as a new version of the program does."""
    path = games / "diadem" / "module.yaml"
    text = path.read_text("utf-8")
    assert "\nversion: 1.0.0\n" in text
    path.write_text(text.replace("\nversion: 1.0.0\n", "\nversion: 1.1.0\n"), "utf-8")


def test_it_goes_on_with_the_data_with_which_it_was_begun(games):
    with Library() as library:
        number = library.create(Catalogue.installed().new("diadem", seed="1"), "a match").id
        header = library.header(number)
        assert Catalogue.installed().of_match(header)[0].root == games / "diadem"
        update(games)
        now = Catalogue.installed()
        module, _rules = now.of_match(header)
        assert (module.version, module.content_hash) == ("1.0.0", header.module_hash)
        assert now.module("diadem").version == "1.1.0"
        assert "version 1.0.0 becomes 1.1.0" in migration(now, library, number).changes[0]


def test_one_copy_is_kept_for_each_version(games, tmp_path):
    with Library() as library:
        for seed in "12":
            library.create(Catalogue.installed().new("diadem", seed=seed), "a match")
        update(games)
        library.create(Catalogue.installed().new("diadem", seed="3"), "a match")
    assert len(list((tmp_path / "versions").iterdir())) == 2


def test_data_that_were_changed_since_are_not_taken(games, tmp_path):
    with Library() as library:
        header = library.header(
            library.create(Catalogue.installed().new("diadem", seed="1"), "a match").id
        )
    update(games)
    (path,) = tmp_path.glob("versions/*/diadem/texts.yaml")
    path.write_text(path.read_text("utf-8") + "# changed\n", "utf-8")
    assert Catalogue.installed().of_match(header)[0].version == "1.1.0"


def test_a_library_in_no_file_keeps_none(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with Library(":memory:") as library:
        library.create(Catalogue.installed().new("diadem", seed="1"), "a try")
    assert list(tmp_path.iterdir()) == []
