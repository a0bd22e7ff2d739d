"""``tabuleiro rules``: the clauses of a rulebook, what proves them, and where they stand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from tabuleiro.cli.common import add_game_argument, catalogue, one_of
from tabuleiro.cli.output import paragraph, print_json, print_table
from tabuleiro.cli.places import Place, Places, find_places, shown
from tabuleiro.cli.rulebook import Clause, Section, read_rulebook
from tabuleiro.i18n import _, ngettext, text
from tabuleiro.proofs import Proofs, read_proofs

if TYPE_CHECKING:
    import argparse

    from tabuleiro.cli.parser import Parser
    from tabuleiro.module import Module

__all__ = ["clause_lines", "clauses_by_section", "prepare", "run"]

_MANY: Final = 30
"""More places than these are counted only: each counter of a kind may name its clause."""


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
    """Show the state of a rulebook, or the text of a clause, its proofs and its places."""
    module = catalogue().module(options.game)
    sections = read_rulebook(module)
    proofs = read_proofs(module.root)
    if options.clause is not None:
        section, clause = _find(module, sections, options.clause)
        wanted = [c for c in section.clauses if clause is None or c.id == clause]
        places = find_places(module, clauses_by_section(sections))
        if options.json:
            clauses = [
                {**_data(one, proofs), "places": _places_data(one.id, places)} for one in wanted
            ]
            told = {"section": section.anchor, "title": section.title, "lines": section.lines}
            print_json({"game": module.id, **told, "clauses": clauses})
        else:
            lines = [*clause_lines(section, clause), "", *_proven(module, wanted, proofs), ""]
            print("\n".join([*lines, *_standing(wanted, places)]))
    elif options.json:
        print_json(_state(module, sections, proofs))
    else:
        _print(module, sections, proofs)
    return 0


def clauses_by_section(sections: list[Section]) -> dict[str, list[str]]:
    """Return the ids of the clauses of each section."""
    return {each.anchor: [clause.id for clause in each.clauses] for each in sections}


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


def _proven(module: Module, clauses: list[Clause], proofs: Proofs) -> list[str]:
    if not proofs.known:
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
    files = {test.partition("::")[0] for c in clauses for test in proofs.tests.get(c.id, ())}
    if files and not any((folder / min(files)).is_file() for folder in module.root.parents):
        lines.append(_("The tests themselves lie in the source tree, which is not here."))
    return lines


def _no_proofs() -> str:
    return _("Nothing is known of tests: no test run has written down what it proved.")


def _standing(clauses: list[Clause], places: Places) -> list[str]:
    """Return where clauses stand in data and code; of one that nothing names, what it shows."""
    lines = []
    if not places.source:
        lines.append(_("The source of the rules is not all here: code may be missing below."))
    for clause in clauses:
        if found := places.of(clause.id):
            sentence = _("{clause} stands in:")
            if not places.named(clause.id):
                sentence = _("Nothing names {clause}; what it shows stands in:")
            lines += [sentence.format(clause=clause.id), *_place_lines(found)]
        else:
            lines.append(_("Nothing in data or code names {clause}.").format(clause=clause.id))
    return lines


def _place_lines(places: list[Place]) -> list[str]:
    shortest = places[:_MANY]
    lines = [
        f"  {shown(place.file)}:{','.join(map(str, place.lines))}  {place.name}"
        for place in shortest
    ]
    if more := len(places) - len(shortest):
        lines.append("  " + ngettext("and {n} more", "and {n} more", more).format(n=more))
    return lines


def _places_data(clause: str, places: Places) -> list[dict[str, Any]]:
    return [
        {"file": shown(place.file), "name": place.name, "lines": list(place.lines)}
        for place in places.of(clause)
    ]


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
        "known": proofs.known,
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
    if not proofs.known:
        print(_no_proofs())
        print_table([(row[0], row[2]) for row in rows], (_("section"), _("clauses")))
        return
    print_table(rows, (_("section"), _("proven"), _("clauses"), _("not yet")))
    sentence = _("{proven} of {total} clauses are proven by tests; {n} cannot be tested.")
    print(sentence.format(proven=state["proven"], total=state["total"], n=state["untestable"]))
    for clause in state["clauses"]:
        if clause["untestable"] is not None:
            print(paragraph(f"{clause['id']}: {clause['untestable']}", "  "))
