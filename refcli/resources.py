"""Where the data files lie: the grammar and the rulebooks that come with refcli.

In a wheel they are inside the package; in a checkout, and so in an editable install, they are beside it.
"""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def _folder(name: str) -> Path:
    inside = _PACKAGE / name
    return inside if inside.is_dir() else _PACKAGE.parent / name


def grammar(name: str) -> str:
    """The text of the grammar file `name`, suffix included; FileNotFoundError where there is none."""
    return (_folder("grammar") / name).read_text(encoding="utf-8")


def rulebook_folder() -> Path:
    """The folder of the rulebooks that come with refcli."""
    return _folder("rulebooks")
