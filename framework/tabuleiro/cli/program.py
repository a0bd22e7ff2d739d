"""The program: finds the command, speaks the language asked for, lets no traceback through."""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from typing import Any, Final, NamedTuple, Protocol, cast

from tabuleiro import __version__
from tabuleiro.cli.common import forget_told, tell_faults
from tabuleiro.cli.errors import Failure, UsageError
from tabuleiro.cli.output import harmless_output
from tabuleiro.cli.parser import Parser, command_parser
from tabuleiro.i18n import N_, _, detect_language, language, set_language

__all__ = ["COMMANDS", "main"]

_NO_PLUGINS: Final = "--no-plugins"
_TRACEBACK: Final = "--traceback"
_OWN_PLUGINS: Final = "TABULEIRO_PLUGINS"
"""As `engine.plugins` has it, which is slow to import."""


_SHOWN: Final = "TABULEIRO_TRACEBACK"


class Known(NamedTuple):
    """A command: where it lies, and what it does, in one line."""

    module: str
    summary: str


class CommandModule(Protocol):
    """What the module of a command has."""

    def prepare(self, parser: Parser) -> None:
        """Add the arguments."""

    def run(self, options: argparse.Namespace) -> int:
        """Do it; return the exit code."""


COMMANDS: Final = {
    "play": Known("play", N_("open the table: its window")),
    "terminal": Known("terminal", N_("play a match in this terminal")),
    "new": Known("games", N_("begin a match and keep it in the library")),
    "games": Known("games", N_("list the matches in the library")),
    "list": Known("listing", N_("list the games that are installed")),
    "show": Known("show", N_("show a game: board, counters, tables, scenarios")),
    "rules": Known("rules", N_("show the rules of a game, and the tests that prove them")),
    "playout": Known("playout", N_("let computer players play matches")),
    "replay": Known("replay", N_("check a .partida file by playing it again")),
    "check": Known("check", N_("try all that a game must keep, on matches at random")),
    "validate": Known("validate", N_("check the files of a module")),
    "new-plugin": Known("newplugin", N_("write a small game to be changed into your own")),
    "new-module": Known("creating", N_("write a small module without rules, on any board")),
    "new-scenario": Known("creating", N_("write a scenario of a module, or a pack with one")),
    "scenario-of": Known("creating", N_("write the position of a match out as a scenario")),
    "import": Known("importing", N_("make a free table of a module of VASSAL")),
    "print": Known("printing", N_("print a game: counters, map, charts and arrivals, as PDF")),
    "pack": Known("packing", N_("make a pack of a game, scenarios, house rules or a plugin")),
    "key": Known("packing", N_("make the key with which a publisher signs, or show its words")),
    "sign": Known("packing", N_("sign a pack")),
    "verify": Known("packing", N_("say what is in a pack, who signed it, and whether it is whole")),
    "install": Known("installing", N_("install a pack")),
    "update": Known("installing", N_("install a newer version of a pack")),
    "remove": Known("installing", N_("remove a pack")),
    "packs": Known("installing", N_("list the packs that are installed, and the code of others")),
    "allow": Known("installing", N_("agree that the code of a plugin runs")),
    "forbid": Known("installing", N_("take that back")),
    "migrate": Known("migrating", N_("say what the newest versions would change in a match")),
    "schema": Known("schema", N_("print the JSON Schema of a file of a module")),
    "board": Known("board", N_("build the board of a module, or draw it")),
    "referee": Known("referee", N_("serve games to other programs: JSON-RPC, a message a line")),
}
"""The commands, in the order of the help."""


def main(words: Sequence[str] | None = None) -> int:
    """Do what the words of the command line say; return the exit code."""
    before = language()
    set_language(detect_language(os.environ))
    _use_any_letter()
    try:
        asked = list(sys.argv[1:] if words is None else words)
        with harmless_output(), _set(_SHOWN, wanted=_TRACEBACK in asked):
            return _run(asked)
    finally:
        set_language(before)


def _use_any_letter() -> None:
    """Let a terminal that does not know a letter show another in its place."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _run(words: list[str]) -> int:
    forget_told()
    try:
        code = _consenting(words)
        sys.stdout.flush()
        tell_faults()
    except SystemExit as done:  # argparse after --help
        return done.code if isinstance(done.code, int) else 0
    except Failure as failure:
        return _complain(str(failure), failure.code)
    except KeyboardInterrupt:
        sys.stderr.write("\n")
        return 130
    except BrokenPipeError:
        return _nobody_reads()
    except Exception as error:  # noqa: BLE001 - a plugin may raise anything
        _show_traceback(error)
        return _complain(_sentence_of(error), 1)
    return code


def _show_traceback(error: Exception) -> None:
    """Write a traceback where it was asked for: of what failed, not of what was foreseen."""
    if not os.environ.get(_SHOWN):
        return
    from tabuleiro.cli.error_sentences import sentence_of
    from tabuleiro.engine.faults import RuleFault, show_traceback

    if isinstance(error, RuleFault) or not sentence_of(error):
        show_traceback(error)


def _complain(sentence: str, code: int) -> int:
    sys.stdout.flush()
    if sentence not in tell_faults():
        sys.stderr.write(f"{sentence}\n")
    return code


def _nobody_reads() -> int:
    """End quietly when the reader of our output has gone, as `head` does."""
    try:
        handle = sys.stdout.fileno()
    except (OSError, ValueError):
        return 0
    os.dup2(os.open(os.devnull, os.O_WRONLY), handle)
    return 0


def _sentence_of(error: Exception) -> str:
    """Return one sentence about an exception; unforeseen ones say where they came from."""
    from tabuleiro.cli.error_sentences import sentence_of

    known = sentence_of(error)
    if known:
        return known
    import traceback

    frames = traceback.extract_tb(error.__traceback__)
    where = f"{os.path.basename(frames[-1].filename)}:{frames[-1].lineno}" if frames else "?"  # noqa: PTH119
    return _("Something went wrong in the program or in a plugin: {error} ({where}).").format(
        error=f"{type(error).__name__}: {error}".splitlines()[0], where=where
    )


def _consenting(words: list[str]) -> int:
    """Obey, and once more when somebody has agreed to the code that was wanting."""
    with _plugins_allowed(words):
        rest = [word for word in words if word not in {_NO_PLUGINS, _TRACEBACK}]
        if os.environ.get(_OWN_PLUGINS):
            _load_own()
        while True:
            try:
                return _obey(rest)
            except RuntimeError as error:
                wanted = getattr(error, "plugin", None)
                if wanted is None or not _agreed(wanted):
                    raise


def _load_own() -> None:
    """Load the plugins that the user names as his own: each command says which cannot be used."""
    from tabuleiro.cli.common import catalogue

    catalogue()


def _agreed(plugin: Any) -> bool:
    from tabuleiro.cli.common import catalogue
    from tabuleiro.cli.installing import consent_at_terminal

    given = consent_at_terminal(plugin)
    catalogue.cache_clear()
    return given


@contextmanager
def _plugins_allowed(words: Sequence[str]) -> Iterator[None]:
    """Let nothing but the program's own plugins be found, if that is asked for."""
    if _NO_PLUGINS not in words:
        yield
        return
    from tabuleiro.cli.common import catalogue
    from tabuleiro.engine.plugins import NO_PLUGINS

    catalogue.cache_clear()
    try:
        with _set(NO_PLUGINS, wanted=True):
            yield
    finally:
        catalogue.cache_clear()


@contextmanager
def _set(variable: str, *, wanted: bool) -> Iterator[None]:
    """Let a variable of the environment say something for a while."""
    before = os.environ.get(variable)
    if wanted:
        os.environ[variable] = "1"
    try:
        yield
    finally:
        if wanted:
            del os.environ[variable]
            if before is not None:
                os.environ[variable] = before


def _obey(words: list[str]) -> int:
    parser = _top_parser()
    options = parser.parse_args(words)
    if "lang" in options:
        set_language(options.lang)
    if options.version:
        print(f"Tabuleiro {__version__}")
        return 0
    if options.help or options.command is None:
        print(_overview())
        return 0
    return _command(options.command, options.rest)


def _top_parser() -> Parser:
    parser = Parser("tabuleiro", "")
    parser.add_argument("--version", action="store_true")
    parser.add_argument("command", nargs="?")
    parser.add_argument("rest", nargs=argparse.REMAINDER)
    parser.add_argument("-h", "--help", action="store_true")
    return parser


def _command(name: str, words: list[str]) -> int:
    known = COMMANDS.get(name)
    if known is None:
        from difflib import get_close_matches

        close = get_close_matches(name, COMMANDS, n=1)
        hint = _(' Did you mean "{word}"?').format(word=close[0]) if close else ""
        sentence = _('There is no command "{name}".').format(name=name)
        raise UsageError(
            f"{sentence}{hint} {_('See {command}.').format(command='tabuleiro --help')}"
        )
    _speak(words)
    module = cast("CommandModule", import_module(_full(known.module)))
    parser = command_parser(name, _capital(_(known.summary)))
    parser.set_defaults(command=name)
    module.prepare(parser)
    options: Any = parser.parse_args(words)
    return module.run(options)


def _full(module: str) -> str:
    return module if "." in module else f"tabuleiro.cli.{module}"


def _speak(words: Sequence[str]) -> None:
    """Speak the language asked for before help is written."""
    for word, after in zip(words, [*words[1:], ""], strict=False):
        asked = after if word == "--lang" else word.removeprefix("--lang=")
        if word.startswith("--lang") and asked in {"pt", "en"}:
            set_language(asked)


def _capital(sentence: str) -> str:
    return f"{sentence[:1].upper()}{sentence[1:]}."


def _overview() -> str:
    width = max(map(len, COMMANDS))
    lines = [
        _("Tabuleiro: a table for hex-and-counter wargames, with a referee in it."),
        "",
        _("usage: ")
        + "tabuleiro [--lang pt|en] [--no-plugins] [--traceback] [--version] "
        + _("COMMAND ..."),
        "",
        *(f"  {name:<{width}}  {_(known.summary)}" for name, known in COMMANDS.items()),
        "",
        _("A first match, in the window or in the terminal:"),
        "  tabuleiro play",
        "  tabuleiro new diadem",
        "  tabuleiro terminal",
        "",
        _("tabuleiro COMMAND --help tells more of each."),
    ]
    return "\n".join(lines)
