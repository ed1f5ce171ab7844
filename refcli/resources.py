"""Where the data files lie: the grammar and the rulebooks that come with refcli.

In a wheel they are inside the package; in a checkout, and so in an editable install, they are beside it.
"""

from __future__ import annotations

import os

TYPE_CHECKING = False  # as in typing, which isn't imported where a start has to be quick
if TYPE_CHECKING:
    from pathlib import Path

_PACKAGE = os.path.dirname(os.path.realpath(__file__))


def _folder(name: str) -> str:
    inside = os.path.join(_PACKAGE, name)
    return inside if os.path.isdir(inside) else os.path.join(os.path.dirname(_PACKAGE), name)


def grammar(name: str) -> str:
    """The text of the grammar file `name`, suffix included; FileNotFoundError where there is none."""
    with open(os.path.join(_folder("grammar"), name), encoding="utf-8") as file:
        return file.read()


def rulebooks() -> str:
    """The folder of the rulebooks that come with refcli, as a plain string."""
    return _folder("rulebooks")


def rulebook_folder() -> Path:
    """The folder of the rulebooks that come with refcli."""
    from pathlib import Path

    return Path(rulebooks())
