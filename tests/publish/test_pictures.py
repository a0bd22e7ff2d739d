"""Pictures of a module in packs: they travel with it, and an altered one is told."""

from publish.conftest import duel_module, project
from tabuleiro.module.files import read_folder
from tabuleiro.publish.matches import changes
from tabuleiro.publish.packing import make_pack
from tabuleiro.publish.variants import made_module

SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9"/></svg>'


def with_pictures(folder, drawing=SVG):
    duel_module(folder)
    (folder / "images").mkdir()
    (folder / "images" / "face.svg").write_text(drawing)
    counters = folder / "counters.yaml"
    text = counters.read_text("utf-8")
    counters.write_text(text.replace("    nation:", "    image: face.svg\n    nation:", 1), "utf-8")
    return folder


def test_a_pack_holds_the_pictures_of_its_game(tmp_path):
    project(tmp_path)
    with_pictures(tmp_path / "modules" / "duel")
    assert make_pack(tmp_path).files["modules/duel/images/face.svg"] == SVG.encode()


def test_scenarios_stand_on_a_game_with_its_pictures(tmp_path):
    project(tmp_path)
    base = read_folder(with_pictures(tmp_path / "modules" / "duel"))
    pack = make_pack(tmp_path)
    made = made_module(base.with_images(), pack.manifest, {})
    assert made["images/face.svg"] == SVG.encode()


def test_an_altered_picture_is_told(tmp_path):
    old = with_pictures(tmp_path / "old" / "duel")
    new = with_pictures(tmp_path / "new" / "duel", SVG.replace("9", "8"))
    assert "images/face.svg is otherwise: its picture." in changes(old, new)
