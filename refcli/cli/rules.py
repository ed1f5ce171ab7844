"""`refcli rules`: the rulebooks that there are, and the sheet of one of them as it is played at a table."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from refcli.cli.exits import UNUSABLE, Finished, say
from refcli.diagnostics import Diagnostic, Faulty
from refcli.language.checked import Checked
from refcli.report.colors import paint_for
from refcli.syntax import tree

FORMATS = ("text", "markdown", "html", "json")
WIDEST = 100


def rules_command(
    name: str | None = None,
    flow: bool = False,
    with_: Sequence[str] = (),
    without: Sequence[str] = (),
    format: str = "text",
) -> int:
    """Prints the list of rulebooks, or the sheet (or the flow) of one. Raises Faulty where there is none."""
    if format not in FORMATS:
        say(f'refcli: there is no format "{format}"; it is one of {", ".join(FORMATS)}.')
        raise Finished(UNUSABLE)
    if not name:
        if flow or items(with_) or items(without) or format not in ("text", "json"):
            say("refcli: say which rulebook: refcli rules NAME. Without one, all are listed, as text or json.")
            raise Finished(UNUSABLE)
        sys.stdout.write(_list(format))
        return 0
    checked, books = table(name, with_, without)
    if flow:
        from refcli.report.flow import mermaid

        picture = mermaid(checked)
        if format == "json":
            picture = json.dumps({"rulebook": checked.name, "mermaid": picture}, ensure_ascii=False, indent=2) + "\n"
        elif format == "markdown":
            picture = f"```mermaid\n{picture}```\n"
        elif format == "html":
            say("refcli: the flow is Mermaid text; it has no html form.")
            raise Finished(UNUSABLE)
        sys.stdout.write(picture)
        return 0
    sys.stdout.write(_sheet(checked, books, format))
    return 0


def items(given: Sequence[str]) -> list[str]:
    """The items of `--with` or `--without`, each of which may hold several with commas."""
    return [item.strip() for text in given for item in text.split(",") if item.strip()]


def width() -> int:
    """The width to fold to: the terminal's, but no wider than reads well."""
    return min(shutil.get_terminal_size((WIDEST - 4, 24)).columns, WIDEST)


def table(name: str, with_: Sequence[str] = (), without: Sequence[str] = ()) -> tuple[Checked, list[tree.Book]]:
    """A rulebook as it is played with these settings, and the trees of its files. Raises Faulty."""
    from refcli.compile.rulebook import checked
    from refcli.language.load import chain, locate

    books = chain(locate(name))
    try:
        return checked(name, items(with_), items(without)), books
    except Faulty as faulty:
        if books[-1].part:
            help = "name a rulebook that extends it: its sheet shows this part's rules in their place"
            sentence = f"{books[-1].name.text} is a part: it leaves things open that a rulebook says"
            raise Faulty([Diagnostic("S107", sentence, books[-1].span, help), *faulty.diagnostics]) from None
        raise


def _sheet(checked: Checked, books: list[tree.Book], format: str) -> str:
    from refcli.report.sheet import sheet

    made = sheet(checked, books)
    if format == "markdown":
        from refcli.report.sheet_markdown import sheet_markdown

        return sheet_markdown(made)
    if format == "html":
        from refcli.report.sheet_html import sheet_html

        return sheet_html(made)
    if format == "json":
        from refcli.report.sheet import sheet_json

        return json.dumps(sheet_json(made), ensure_ascii=False, indent=2) + "\n"
    from refcli.report.sheet_text import sheet_text

    return sheet_text(made, width(), paint_for(sys.stdout))


def _list(format: str) -> str:
    from refcli.report.catalogue import catalogue_text, described

    found: list[Any] = []
    for name in known():
        found.append(described(name))
    found.sort(key=lambda book: book.part)
    if format == "json":
        return json.dumps([asdict(book) for book in found], ensure_ascii=False, indent=2) + "\n"
    return catalogue_text(found, width(), paint_for(sys.stdout))


def known() -> list[str]:
    """Names of the rulebooks that come along, parts last."""
    from refcli.language.load import known_rulebooks

    return known_rulebooks()
