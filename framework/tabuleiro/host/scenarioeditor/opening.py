"""Opening the scenario editor: a new scenario, one of one's own, or the position of a match."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QFormLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QVBoxLayout,
    QWidget,
)

from tabuleiro.editor import EditError, scenario_of
from tabuleiro.editor.beginning import (
    add_scenario,
    draft_of,
    drop_empty_pack,
    id_of,
    new_pack,
    own_modules,
    own_packs,
    titled,
)
from tabuleiro.host.app import fit_screen
from tabuleiro.host.buttons import Usual, button_box, warn
from tabuleiro.host.scenarioeditor.session import Session
from tabuleiro.host.scenarioeditor.window import ScenarioEditor
from tabuleiro.host.steady import steady
from tabuleiro.i18n import LANGUAGES, _, text
from tabuleiro.module import ModuleError, load_module
from tabuleiro.module.earlier_data import keep_files
from tabuleiro.module.errors import Unreadable
from tabuleiro.publish.errors import PackError
from tabuleiro.publish.manifest import AUTHORS

if TYPE_CHECKING:
    from tabuleiro.editor import Draft, WrittenOut
    from tabuleiro.engine.catalogue import Catalogue
    from tabuleiro.host.shell import Shell
    from tabuleiro.module import Module

__all__ = ["OwnScenario", "edit_scenario", "new_scenario", "own_scenarios", "write_out"]


class OwnScenario(NamedTuple):
    """A scenario in a folder of one's own."""

    folder: Path
    file: str
    game: str
    """Of which game, or in which pack."""
    title: str


class NewScenarioDialog(QDialog):
    """Asks of which game, and what the new scenario is called."""

    def __init__(self, games: dict[str, Module], game: str, parent: QWidget) -> None:
        """Offer games, this one first."""
        super().__init__(parent)
        self.setWindowTitle(_("New scenario"))
        self._games = games
        self.game = steady(QComboBox())
        for id, module in games.items():
            self.game.addItem(text(module.title), id)
        self.game.setCurrentIndex(max(0, self.game.findData(game)))
        self.game.currentIndexChanged.connect(lambda _number: self._list())
        self.like = steady(QComboBox())
        self.title = QLineEdit()
        self.title.setPlaceholderText(_("Three turns at the river"))
        self.title.textChanged.connect(lambda _words: self._check())
        self.hint = QLabel()
        self.hint.setWordWrap(True)
        self.buttons = button_box(Usual.Ok, Usual.Cancel, of=self)
        form = QFormLayout()
        form.addRow(_("Game"), self.game)
        form.addRow(_("Begins as"), self.like)
        form.addRow(_("Title"), self.title)
        box = QVBoxLayout(self)
        box.addLayout(form)
        box.addWidget(self.hint)
        box.addWidget(self.buttons)
        self._list()
        self._check()

    def _list(self) -> None:
        self.like.clear()
        for scenario in self._games[self.game.currentData()].scenarios.values():
            self.like.addItem(text(scenario.name), scenario.id)

    def _check(self) -> None:
        self.buttons.button(Usual.Ok).setEnabled(bool(self.title.text().strip()))

    def for_position(self) -> None:
        """Ask only what the position of a match is to be called."""
        self.game.setEnabled(False)
        self.like.setEnabled(False)
        self.setWindowTitle(_("Write the position out"))


def _games(catalogue: Catalogue) -> dict[str, Module]:
    """Return the games that can be played, by id."""
    found = {}
    for name in catalogue.module_ids():
        try:
            module = catalogue.module(name)
        except ModuleError:
            continue
        if catalogue.knows(module.plugin):
            found[name] = module
    return found


def _own_draft(shell: Shell, module: Module, title: str) -> Draft:
    """Return a draft of a module of one's own; of another game of a new pack for it."""
    rules = shell.catalogue.parameters
    draft = draft_of(module.root, rules)
    if not draft.read_only:
        return draft
    folder = own_packs()
    id = id_of(f"{module.id}-{title}", folder, shell.catalogue.module_ids())
    return draft_of(new_pack(module.id, id, folder, title), rules)


def new_scenario(shell: Shell, game: str | None = None) -> ScenarioEditor | None:
    """Ask for a new scenario and edit it."""
    games = _games(shell.catalogue)
    here = shell.match.seat.module.id if shell.match is not None else None
    if not games:
        return None
    dialog = NewScenarioDialog(games, game or here or next(iter(games)), shell)
    good = bool(dialog.exec())
    module = games[dialog.game.currentData()]
    title, like = dialog.title.text(), dialog.like.currentData()
    dialog.deleteLater()
    return begin_scenario(shell, module, title, like=like) if good else None


def begin_scenario(
    shell: Shell, module: Module, title: str, *, like: str = "", written: WrittenOut | None = None
) -> ScenarioEditor | None:
    """Edit a new scenario that is like another, or a position that was written out."""
    try:
        title = titled("scenario", title)
        draft = _own_draft(shell, module, title)
        id = id_of(title, taken=draft.scenario_texts())
        data = None
        if written is not None:
            data = {**written.data, "name": dict.fromkeys(LANGUAGES, title)}
        name = dict.fromkeys(LANGUAGES, title)
        file = add_scenario(draft, id, like=like, name=name, data=data)
    except (EditError, PackError) as error:
        warn(shell, _("Scenario"), str(error))
        return None
    return _open(shell, draft, file, module)


def write_out(shell: Shell) -> ScenarioEditor | None:
    """Write the position that is seen out as a scenario, and edit that."""
    if shell.match is None:
        return None
    seat = shell.match.seat
    words = dict.fromkeys(LANGUAGES, "?")
    try:
        written = scenario_of(seat.sight, "new", words, seat.sight.scenario.text)
    except EditError as error:
        warn(shell, _("Scenario"), str(error))
        return None
    module = shell.catalogue.module(seat.module.id)
    dialog = NewScenarioDialog({module.id: module}, module.id, shell)
    dialog.for_position()
    dialog.hint.setText("\n".join(written.left_out))
    good, title = bool(dialog.exec()), dialog.title.text()
    dialog.deleteLater()
    return begin_scenario(shell, module, title, written=written) if good else None


def own_scenarios(catalogue: Catalogue) -> list[OwnScenario]:
    """Return the scenarios of the modules and packs of this user."""
    folders = [*own_modules().glob("*"), *own_packs().glob("*"), *catalogue.taken_folders()]
    found = []
    for folder in dict.fromkeys(folders):
        try:
            draft = draft_of(folder, catalogue.parameters)
            if draft.read_only:
                continue
            title = folder.name
            for name in draft.names:
                if "scenarios/" in name and name.endswith(".yaml"):
                    said = draft.data(name).get("name")
                    called = text(said) if isinstance(said, dict) else name
                    found.append(OwnScenario(folder, name, title, called))
        except (EditError, ModuleError, PackError, Unreadable, OSError, ValueError):
            continue
    return found


def edit_scenario(shell: Shell) -> ScenarioEditor | None:
    """Ask which scenario of one's own is to be edited, and edit it."""
    found = own_scenarios(shell.catalogue)
    dialog = QDialog(shell)
    dialog.setWindowTitle(_("Edit a scenario"))
    chosen = QListWidget()
    for each in found:
        chosen.addItem(QListWidgetItem(f"{each.title} · {each.game}"))
    chosen.setCurrentRow(0)
    chosen.itemActivated.connect(lambda _item: dialog.accept())
    buttons = button_box(Usual.Ok, Usual.Cancel, of=dialog)
    buttons.button(Usual.Ok).setEnabled(bool(found))
    box = QVBoxLayout(dialog)
    if not found:
        words = _("There is none of your own yet: New scenario makes one of any game.")
        label = QLabel(words)
        label.setWordWrap(True)
        box.addWidget(label)
    box.addWidget(chosen)
    box.addWidget(buttons)
    good, row = bool(dialog.exec()), chosen.currentRow()
    dialog.deleteLater()
    return open_own(shell, found[row]) if good and found else None


def open_own(shell: Shell, own: OwnScenario) -> ScenarioEditor | None:
    """Edit a scenario of one's own."""
    try:
        draft = draft_of(own.folder, shell.catalogue.parameters)
        module = draft.module() or _base_module(shell, draft)
        if draft.has_pictures and draft.module() is not None:
            module = _kept(shell, draft, module)
    except (EditError, ModuleError, OSError, PackError) as error:
        warn(shell, _("Scenario"), str(error).splitlines()[0])
        return None
    return _open(shell, draft, own.file, module)


def _base_module(shell: Shell, draft: Draft) -> Module:
    """Return a module on whose board a scenario with problems can be shown."""
    if draft.is_pack:
        return shell.catalogue.module(str(draft.data(AUTHORS)["extends"]))
    problem = draft.problems()[0]
    if "scenarios/" not in problem.file:
        raise EditError(str(problem))
    good = draft.with_a_sound_scenario()
    if good is None:
        raise EditError(str(problem))
    return good


def _open(shell: Shell, draft: Draft, file: str, module: Module) -> ScenarioEditor:
    editor = ScenarioEditor(Session(draft, file, module), shell.settings, shell)
    editor.play_asked.connect(lambda: _play(shell, editor))
    editor.closed.connect(lambda: _closed(shell, editor))
    shell.editors.append(editor)
    fit_screen(editor)
    editor.show()
    editor.view.fit()
    return editor


def _closed(shell: Shell, editor: ScenarioEditor) -> None:
    if editor in shell.editors:
        shell.editors.remove(editor)
        drop_empty_pack(editor.session.draft.root)
        editor.deleteLater()


def _play(shell: Shell, editor: ScenarioEditor) -> None:
    """Begin a match of a scenario as it is now, saved or not; it goes on with these very files."""
    session = editor.session
    session.check()
    module = session.draft.module()
    if module is None:
        warn(editor, _("Scenario"), str(session.problems[0]))
        return
    try:
        kept = _kept(shell, session.draft, module)
    except OSError as error:
        warn(editor, _("Scenario"), str(error))
        return
    if shell.new_match_of(kept, session.id):
        shell.raise_()
        shell.activateWindow()


def _kept(shell: Shell, draft: Draft, module: Module) -> Module:
    """Return the module of a draft, read from files that stay as they are, pictures and all."""
    files, library = draft.files_to_play(), shell.library.path
    folder = keep_files(module.id, module.content_hash, files, library)
    return module if folder is None else load_module(folder, rules=shell.catalogue.parameters)
