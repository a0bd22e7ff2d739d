"""``tabuleiro rules``: the clauses of a rulebook, their text, and the tests that prove them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tabuleiro.cli.common import add_game_argument, catalogue, one_of
from tabuleiro.cli.output import paragraph, print_json, print_table
from tabuleiro.cli.proofs import Proofs, find_proofs
from tabuleiro.cli.rulebook import Clause, Section, read_rulebook
from tabuleiro.i18n import _, text

if TYPE_CHECKING:
    import argparse

    from tabuleiro.cli.parser import Parser
    from tabuleiro.module import Module

__all__ = ["clause_lines", "prepare", "run"]


def prepare(parser: Parser) -> None:
    """Add the arguments."""
    add_game_argument(parser)
    parser.add_argument(
        "clause",
        metavar="CLAUSE",
        nargs="?",
        help=_("a clause or section, such as 4.1.1-1 or 4.1.1"),
    )
    parser.add_argument("--json", action="store_true", help=_("for programs"))


def run(options: argparse.Namespace) -> int:
    """Show the state of a rulebook, or the text of a clause."""
    module = catalogue().module(options.game)
    sections = read_rulebook(module)
    known = {clause.id for section in sections for clause in section.clauses}
    proofs = find_proofs(known, module.root)
    if options.clause is not None:
        section, clause = _find(module, sections, options.clause)
        wanted = [c for c in section.clauses if clause is None or c.id == clause]
        if options.json:
            clauses = [_data(one, proofs) for one in wanted]
            told = {"section": section.anchor, "title": section.title, "lines": section.lines}
            print_json({"game": module.id, "source": proofs.source, **told, "clauses": clauses})
        else:
            print("\n".join([*clause_lines(section, clause), "", *_proven(wanted, proofs)]))
    elif options.json:
        print_json(_state(module, sections, proofs))
    else:
        _print(module, sections, proofs)
    return 0


def _find(module: Module, sections: list[Section], word: str) -> tuple[Section, str | None]:
    """Return the section of a clause (and the clause), or a section by its number."""
    by_clause = {clause.id: section for section in sections for clause in section.clauses}
    by_anchor = {section.anchor: section for section in sections}
    if word in by_anchor:
        return by_anchor[word], None
    full = word if word.startswith(f"{module.id}-") else f"{module.id}-{word}"
    known = [*by_anchor, *(c.removeprefix(f"{module.id}-") for c in by_clause)]
    if full not in by_clause:
        sentence = _('The rulebook has no clause "{word}"')
        one_of(full.removeprefix(f"{module.id}-"), known, sentence)
        return by_anchor[full.removeprefix(f"{module.id}-")], None
    return by_clause[full], full


def clause_lines(section: Section, clause: str | None) -> list[str]:
    """Return a section to read; an arrow stands before the clause that was asked for."""
    lines = [section.title, ""]
    for line in section.lines:
        asked = clause is not None and line.removeprefix("> ").startswith(f"[{clause}]")
        if line.startswith(("|", "- ")):
            lines.append(line)
        elif line:
            lines.append(paragraph(f"→ {line}" if asked else line))
        else:
            lines.append("")
    return lines


def _proven(clauses: list[Clause], proofs: Proofs) -> list[str]:
    if proofs.source is None:
        return [_no_proofs()]
    lines = []
    for clause in clauses:
        tests = proofs.tests.get(clause.id)
        if tests:
            lines += [
                _("{clause} is proven by:").format(clause=clause.id),
                *(f"  {t}" for t in tests),
            ]
        elif clause.id in proofs.untestable:
            lines.append(f"{clause.id}: {proofs.untestable[clause.id]}")
        else:
            lines.append(_("{clause} is proven by no test yet.").format(clause=clause.id))
    return lines


def _no_proofs() -> str:
    return _("The tests are not here: this program does not run from its source tree.")


def _data(clause: Clause, proofs: Proofs) -> dict[str, Any]:
    return {
        "id": clause.id,
        "section": clause.section,
        "kind": "example" if clause.example else "clause",
        "tests": proofs.tests.get(clause.id, []),
        "untestable": proofs.untestable.get(clause.id),
    }


def _state(module: Module, sections: list[Section], proofs: Proofs) -> dict[str, Any]:
    clauses = [_data(clause, proofs) for section in sections for clause in section.clauses]
    return {
        "game": module.id,
        "source": proofs.source,
        "total": len(clauses),
        "proven": sum(bool(clause["tests"]) for clause in clauses),
        "untestable": sum(clause["untestable"] is not None for clause in clauses),
        "sections": [{"anchor": s.anchor, "title": s.title} for s in sections],
        "clauses": clauses,
    }


def _print(module: Module, sections: list[Section], proofs: Proofs) -> None:
    state = _state(module, sections, proofs)
    rows = []
    for section in sections:
        mine = [clause for clause in state["clauses"] if clause["section"] == section.anchor]
        bare = [c["id"] for c in mine if not c["tests"] and c["untestable"] is None]
        proven = str(sum(bool(c["tests"]) for c in mine))
        if mine:
            left = " ".join(name.rpartition("-")[2] for name in bare)
            rows.append((section.title, proven, str(len(mine)), left))
    print(text(module.title))
    if proofs.source is None:
        print(_no_proofs())
        print_table([(row[0], row[2]) for row in rows], (_("section"), _("clauses")))
        return
    print_table(rows, (_("section"), _("proven"), _("clauses"), _("not yet")))
    sentence = _("{proven} of {total} clauses are named by a test; {n} cannot be tested.")
    print(sentence.format(proven=state["proven"], total=state["total"], n=state["untestable"]))
    for clause in state["clauses"]:
        if clause["untestable"] is not None:
            print(paragraph(f"{clause['id']}: {clause['untestable']}", "  "))
