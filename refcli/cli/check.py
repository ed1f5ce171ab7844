"""`refcli check`: what is wrong with rulebooks, each finding at its place and with its remedy."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path

from refcli.cli.exits import FINDINGS, UNUSABLE, Finished, say
from refcli.diagnostics import Diagnostic, Faulty
from refcli.report.colors import paint_for
from refcli.report.findings import BookFindings, findings_json, findings_text, in_order

FORMATS = ("text", "json")
# Nothing can be said of a rulebook that isn't there or is no text.
UNREADABLE = ("S101", "S102", "S103")


def check_command(paths: Sequence[str] = (), format: str = "text", strict: bool = False, play: int = 2) -> int:
    """Prints what is wrong with rulebooks (by name or path; none: all known ones).

    `play` random games are played under each form of a rulebook. Ends with 0 without errors, 1 with findings (warnings
    count only if `strict`), 2 where one can't be read.
    """
    if format not in FORMATS:
        say(f'refcli: there is no format "{format}"; it is one of {", ".join(FORMATS)}.')
        raise Finished(UNUSABLE)
    if not paths:
        from refcli.language.load import known_rulebooks

        paths = known_rulebooks()
    books: list[BookFindings] = []
    unreadable: list[Diagnostic] = []
    for name in paths:
        try:
            books.append(_checked(name, play))
        except Faulty as faulty:
            unreadable.extend(faulty.diagnostics)
    if format == "json":
        sys.stdout.write(json.dumps(findings_json(books), ensure_ascii=False, indent=2) + "\n")
    elif books:
        sys.stdout.write(findings_text(books, paint_for(sys.stdout)))
    if unreadable:
        raise Faulty(unreadable)  # shown on standard error, exit code 2
    if any(book.errors or (strict and book.warnings) for book in books):
        raise Finished(FINDINGS)
    return 0


def _checked(name: str, play: int) -> BookFindings:
    """What checking one rulebook gives. Raises Faulty where its own file can't be read."""
    from refcli.language.load import chain, locate, read_text
    from refcli.language.merge import declared

    path = locate(name)
    read_text(path)
    found = BookFindings(path.stem, str(path), findings_of(path, play))
    try:
        books = chain(path)
    except Faulty as faulty:
        found.findings = in_order(found.findings or faulty.diagnostics, [str(path)])
        return found
    houses, options, _ = declared(books)
    found.houses, found.options = len(houses), len(options)
    try:
        from refcli.compile.rulebook import checked

        found.rules = len(checked(name, [], []).lines)
    except Faulty:
        if books[-1].part:
            from refcli.report.origins import definitions

            found.rules = len({d.ident for d in definitions(books) if not d.house and d.line.edit != "remove"})
    found.findings = in_order(found.findings, [str(path), *(book.path for book in reversed(books))])
    return found


def findings_of(path: Path, play: int) -> list[Diagnostic]:
    """Every finding about a rulebook, random play's too."""
    from refcli.language.check_book import check_book

    if play <= 0:
        return check_book(str(path))
    from refcli.generate.trial import trial

    return check_book(str(path), further=[lambda form: trial(form, play)])
