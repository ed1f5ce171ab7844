"""The files of rulebooks: where they lie and what stands in them, found without parsing.

Apart from `load`, because a rulebook that is compiled already needs no more than this: no syntax tree, no parser.
"""

from __future__ import annotations

import re
from pathlib import Path

from refcli.diagnostics import Diagnostic, Faulty
from refcli.resources import rulebook_folder
from refcli.text import Span

_EXTENDS = re.compile(r"^extends[ \t]+(.+?)[ \t]*(?:#.*)?$", re.MULTILINE)


def known_rulebooks() -> list[str]:
    """Names of the rulebooks that come along."""
    return sorted(path.stem for path in rulebook_folder().glob("*.rules"))


def locate(name: str, beside: Path | None = None, at: Span | None = None) -> Path:
    """The file of a rulebook that is given by name or by a path, relative to the folder `beside`.

    Raises Faulty (S101) with a "did you mean" where there is none.
    """
    if name.endswith(".rules") or "/" in name or "\\" in name:
        path = Path(name)
        if not path.is_absolute() and beside is not None:
            path = beside / path
        if path.is_file():
            return path
        hint = "check the path; it is taken from the folder of the file that names it"
        raise Faulty([Diagnostic("S101", f"there is no rulebook file {name}", at, hint)])
    if beside is not None and (beside / f"{name}.rules").is_file():
        return beside / f"{name}.rules"
    path = rulebook_folder() / f"{name}.rules"
    if re.fullmatch(r"[\w.' -]+", name) and path.is_file():
        return path
    from difflib import get_close_matches

    shown = name if len(name) < 60 else name[:57] + "…"
    close = get_close_matches(name, known_rulebooks(), n=1)
    hint = f"did you mean {close[0]}?" if close else "known rulebooks: " + ", ".join(known_rulebooks())
    raise Faulty([Diagnostic("S101", f'no rulebook is called "{shown}"', at, hint)])


def read_text(path: Path, at: Span | None = None) -> str:
    """The text of a rulebook file; Faulty (S102) where it can't be read."""
    try:
        data = path.read_bytes()
    except OSError as error:
        reason = error.strerror or "it can't be read"
        raise Faulty([Diagnostic("S102", f"{path}: {reason}", at, "give a rulebook file that can be read")]) from None
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        span = Span(str(path), line, 1, line, 2)
        raise Faulty([Diagnostic("S103", "this file is no UTF-8 text", span, "save it as UTF-8")]) from None


def texts(name: str, beside: Path | None = None) -> list[tuple[Path, str]]:
    """The files of a rulebook and of all that it extends, bases first, found without parsing (for the cache's key)."""
    found: dict[Path, str] = {}

    def visit(path: Path, trail: tuple[Path, ...]) -> None:
        if path in found or path in trail:
            return
        text = read_text(path)
        for match in _EXTENDS.finditer(text):
            for part in re.split(r"\s+and\s+|\s*,\s*", match.group(1)):
                try:
                    visit(locate(part, path.parent), (*trail, path))
                except Faulty:
                    continue  # reported where the rulebook is checked
        found[path] = text

    visit(locate(name, beside), ())
    return list(found.items())
