"""Finding rulebooks: by name among the known ones or by path, with everything that they extend."""

from __future__ import annotations

from pathlib import Path

from refcli.diagnostics import Diagnostic, Faulty
from refcli.language.files import known_rulebooks, locate, read_text, texts
from refcli.syntax.tree import Book, Extends
from refcli.text import Span

__all__ = ["chain", "known_rulebooks", "locate", "parse_file", "read_text", "texts"]

_parsed: dict[tuple[str, str], Book] = {}


def parse_file(path: Path, text: str | None = None) -> Book:
    """The syntax tree of a rulebook file; each text is parsed once a process."""
    from refcli.syntax.parse import parse

    if text is None:
        text = read_text(path)
    key = (str(path), text)
    book = _parsed.get(key)
    if book is None:
        if len(_parsed) > 100:
            _parsed.clear()
        book = _parsed[key] = parse(text, str(path))
    return book


def chain(path: Path, text: str | None = None) -> list[Book]:
    """A rulebook and everything that it extends, bases first.

    Raises Faulty: S104 where a rulebook extends itself, S101 where one is missing, and what parsing finds, all together.
    """
    order: list[Book] = []
    done: set[str] = set()
    faults: list[Diagnostic] = []

    def visit(at: Path, given: str | None, trail: tuple[str, ...], span: Span | None) -> None:
        key = str(at.resolve())
        if key in done:
            return
        if key in trail:
            faults.append(
                Diagnostic(
                    "S104",
                    f"{at.stem} extends itself" + (" by way of others" if len(trail) > 1 else ""),
                    span,
                    "take this out of the extends line",
                )
            )
            return
        try:
            book = parse_file(at, given)
        except Faulty as error:
            faults.extend(error.diagnostics)
            done.add(key)
            return
        for item in book.items:
            if isinstance(item, Extends):
                for word in item.names:
                    try:
                        visit(locate(word.text, at.parent, word.span), None, (*trail, key), word.span)
                    except Faulty as error:
                        faults.extend(error.diagnostics)
        done.add(key)
        order.append(book)

    visit(path, text, (), None)
    if faults:
        raise Faulty(faults)
    return order
