"""The files of rulebooks: where they lie and what stands in them, found without parsing.

Apart from `load`, because a rulebook that is compiled already needs no more than this: no syntax tree, no parser.
"""

from __future__ import annotations

import os
import re

from refcli.faulty import Faulty
from refcli.resources import rulebook_folder, rulebooks

TYPE_CHECKING = False  # as in typing, which isn't imported where a start has to be quick
if TYPE_CHECKING:
    from pathlib import Path

    from refcli.text import Span

_EXTENDS = re.compile(r"^extends[ \t]+(.+?)[ \t]*(?:#.*)?$", re.MULTILINE)


def known_rulebooks() -> list[str]:
    """Names of the rulebooks that come along."""
    return sorted(path.stem for path in rulebook_folder().glob("*.rules"))


def locate(name: str, beside: str | Path | None = None, at: Span | None = None) -> Path:
    """The file of a rulebook that is given by name or by a path, relative to the folder `beside`.

    Raises Faulty (S101) with a "did you mean" where there is none.
    """
    from pathlib import Path

    return Path(find(name, beside, at))


def find(name: str, beside: str | Path | None = None, at: Span | None = None) -> str:
    """The same as a plain string, written as a Path would be."""
    if name.endswith(".rules") or "/" in name or "\\" in name:
        path = name if beside is None or os.path.isabs(name) else os.path.join(beside, name)
        if os.path.isfile(path):
            return _as_path(path)
        hint = "check the path; it is taken from the folder of the file that names it"
        raise _fault("S101", f"there is no rulebook file {name}", at, hint)
    if beside is not None and os.path.isfile(own := os.path.join(beside, f"{name}.rules")):
        return _as_path(own)
    path = os.path.join(rulebooks(), f"{name}.rules")
    if re.fullmatch(r"[\w.' -]+", name) and os.path.isfile(path):
        return path
    from difflib import get_close_matches

    shown = name if len(name) < 60 else name[:57] + "…"
    close = get_close_matches(name, known_rulebooks(), n=1)
    hint = f"did you mean {close[0]}?" if close else "known rulebooks: " + ", ".join(known_rulebooks())
    raise _fault("S101", f'no rulebook is called "{shown}"', at, hint)


def _as_path(path: str) -> str:
    """A path as pathlib writes it; most are that already, and pathlib takes long to import."""
    parts = path.split("/")
    if os.sep == "/" and "." not in parts and "" not in parts[1:]:
        return path
    from pathlib import Path

    return str(Path(path))


def _fault(code: str, sentence: str, at: Span | None, hint: str) -> Faulty:
    from refcli.diagnostics import Diagnostic

    return Faulty([Diagnostic(code, sentence, at, hint)])


def read_text(path: str | Path, at: Span | None = None) -> str:
    """The text of a rulebook file; Faulty (S102) where it can't be read."""
    try:
        with open(path, "rb") as file:
            data = file.read()
    except OSError as error:
        reason = error.strerror or "it can't be read"
        raise _fault("S102", f"{path}: {reason}", at, "give a rulebook file that can be read") from None
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError as error:
        from refcli.text import Span

        line = data[: error.start].count(b"\n") + 1
        span = Span(str(path), line, 1, line, 2)
        raise _fault("S103", "this file is no UTF-8 text", span, "save it as UTF-8") from None


def texts(name: str, beside: str | Path | None = None) -> list[tuple[str, str]]:
    """The files of a rulebook and of all that it extends, bases first, found without parsing (for the cache's key)."""
    found: dict[str, str] = {}

    def visit(path: str, trail: tuple[str, ...]) -> None:
        if path in found or path in trail:
            return
        text = read_text(path)
        for match in _EXTENDS.finditer(text):
            for part in re.split(r"\s+and\s+|\s*,\s*", match.group(1)):
                try:
                    visit(find(part, os.path.dirname(path) or "."), (*trail, path))
                except Faulty:
                    continue  # reported where the rulebook is checked
        found[path] = text

    visit(find(name, beside), ())
    return list(found.items())
