"""Reading the words of a command, with help and errors in the player's language."""

from __future__ import annotations

import argparse
import re
import shutil
from collections.abc import Iterable
from typing import Any, Final, NoReturn

from tabuleiro.cli.errors import UsageError
from tabuleiro.i18n import LANGUAGES, N_, _

__all__ = ["Parser", "command_parser"]

_COMPLAINTS: Final = (
    (r"the following arguments are required: (?P<names>.*)", N_("something is missing: {names}")),
    (r"unrecognized arguments: (?P<names>.*)", N_("not understood: {names}")),
    (
        r"argument (?P<name>[^:]+): invalid choice: (?P<found>.*?) \(choose from (?P<known>.*)\)",
        N_("{name} cannot be {found}, only {known}"),
    ),
    (
        r"argument (?P<name>[^:]+): invalid \S+ value: (?P<found>.*)",
        N_("{name} cannot be {found}"),
    ),
    (r"argument (?P<name>[^:]+): expected .*argument.*", N_("{name} wants a value")),
    (
        r"argument (?P<name>[^:]+): not allowed with argument (?P<other>.*)",
        N_("{name} does not go together with {other}"),
    ),
    (r"ambiguous option: (?P<found>\S+) could match (?P<known>.*)",
     N_("{found} may mean several things: {known}")),
)  # fmt: skip
"""What argparse complains about, and the same as a sentence of ours."""


class _Help(argparse.HelpFormatter):
    def __init__(self, prog: str) -> None:
        super().__init__(prog, max_help_position=28, width=min(_columns(), 100))

    def add_usage(
        self,
        usage: str | None,
        actions: Iterable[argparse.Action],
        groups: Any,
        prefix: str | None = None,
    ) -> None:
        super().add_usage(usage, actions, groups, _("usage: ") if prefix is None else prefix)


def _columns() -> int:
    return max(shutil.get_terminal_size((100, 24)).columns - 2, 40)


class Parser(argparse.ArgumentParser):
    """A parser that raises `UsageError` instead of ending the program."""

    def __init__(self, prog: str, description: str, epilog: str = "") -> None:
        super().__init__(
            prog=prog,
            description=description,
            epilog=epilog,
            formatter_class=_Help,
            add_help=False,
            allow_abbrev=False,
        )
        self._positionals.title = _("what")
        self._optionals.title = _("options")
        self.add_argument(
            "--lang",
            choices=LANGUAGES,
            default=argparse.SUPPRESS,
            help=_("the language of texts; without it that of the system"),
        )

    def error(self, message: str) -> NoReturn:
        """Complain in one sentence."""
        raise UsageError(f"{self.prog}: {_said(message)}. {self._hint()}")

    def _hint(self) -> str:
        return _("See {command}.").format(command=f"{self.prog} --help")


def _said(message: str) -> str:
    for pattern, sentence in _COMPLAINTS:
        found = re.fullmatch(pattern, message)
        if found:
            return _(sentence).format(**found.groupdict())
    return message


def command_parser(name: str, description: str, epilog: str = "") -> Parser:
    """Return the parser of a command."""
    parser = Parser(f"tabuleiro {name}", description, epilog)
    parser.add_argument("-h", "--help", action="help", help=_("show this help"))
    return parser
