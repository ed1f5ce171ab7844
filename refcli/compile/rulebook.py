"""A rulebook ready to referee: found, checked, compiled, or taken from the cache."""

from __future__ import annotations

from types import CodeType, SimpleNamespace

from refcli.compile import cache
from refcli.faulty import Faulty
from refcli.language.files import locate, texts

# Whatever else compiling takes is imported only where it's compiled: a rulebook from the cache needs none of it.
TYPE_CHECKING = False  # as in typing, which isn't imported where a start has to be quick
if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from typing import Any

    from refcli.language.checked import Checked
    from refcli.syntax.tree import Book
    from refcli.text import Span

_loaded: dict[tuple[Any, ...], SimpleNamespace] = {}


def checked(
    name: str, on: list[str], off: list[str], beside: str | Path | None = None, at: Span | None = None
) -> Checked:
    """The checked form of a rulebook under some settings. Raises Faulty with every finding."""
    from refcli.language.load import chain
    from refcli.language.merge import merge
    from refcli.language.resolve import resolve

    form = resolve(merge(chain(locate(name, beside, at)), on, off, at))
    form.settings = (*on, *(f"without {item}" for item in off))
    return form


def load(
    name: str, on: list[str] | tuple[str, ...] = (), off: list[str] | tuple[str, ...] = (), beside: str | Path | None = None,
    at: Span | None = None,
) -> SimpleNamespace:  # fmt: skip
    """The compiled rulebook. One object for each choice of settings in a process."""
    on, off = cache.normalised(on, off)
    chosen = (name, tuple(on), tuple(off), str(beside) if beside else "")
    found = _loaded.get(chosen)
    if found is None:
        found = _loaded[chosen] = run(code(name, on, off, beside, at))
    return found


def code(
    name: str, on: list[str], off: list[str], beside: str | Path | None = None, at: Span | None = None
) -> CodeType:
    """The code of a rulebook, taken from the cache or kept there."""
    on, off = cache.normalised(on, off)
    key = _key(name, on, off, beside)
    kept = cache.fetch(key) if key else None
    if kept is not None:
        return kept
    made = _compiled(name, on, off, beside, at)
    run(made)  # what fails is not kept
    if key and _key(name, on, off, beside, parsed=True) == key:
        cache.store(key, made)
    return made


def code_once(name: str, on: list[str], off: list[str], beside: str | Path | None = None) -> CodeType:
    """The code of a rulebook that only judges, kept nowhere.

    Who tries many settings would push out of the cache what the user's own games need.
    """
    on, off = cache.normalised(on, off)
    return _compiled(name, on, off, beside, None, bare=True)


def run(code: CodeType, option: Callable[[str, int, int, int], Any] | None = None) -> SimpleNamespace:
    """The compiled rulebook that some code makes.

    `option` may give another value for an option; it is told its name, its value, and the least and the greatest.
    """
    space: dict[str, Any] = {"OPTION": option or (lambda name, value, least, most: value)}
    exec(code, space)
    return SimpleNamespace(**space)


def _compiled(
    name: str, on: list[str], off: list[str], beside: str | Path | None, at: Span | None, bare: bool = False
) -> CodeType:
    from refcli.compile.full import generate
    from refcli.language.load import chain

    source = generate(checked(name, on, off, beside, at), bare) + _touching(chain(locate(name, beside, at)))
    return compile(source, f"<{name}>", "exec", dont_inherit=True)


_touches: dict[tuple[int, ...], tuple[list[Book], str]] = {}


def _touching(books: list[Book]) -> str:
    """What settings have a say in, as source; the same for all choices of settings."""
    from refcli.language.touches import touches

    key = tuple(map(id, books))
    if key not in _touches:
        found = touches(books)
        # Sorted, so that the same rulebook always gives the same text.
        places = {setting: tuple(sorted(places)) for setting, places in sorted(found.places.items())}
        together = tuple(sorted(tuple(sorted(names)) for names in found.together))
        _touches[key] = (books, f"TOUCHES = {places!r}\nTOGETHER = {together!r}\n")
    return _touches[key][1]


def _key(name: str, on: list[str], off: list[str], beside: str | Path | None, parsed: bool = False) -> str | None:
    """The cache's key of a rulebook; None where there is no cache, or where a file can't be read (checking says which).

    With `parsed` its files are those that parsing finds. That is asked once the code is there: it is kept only if the
    search without parsing missed no file and none has changed in the meantime.
    """
    if cache.folder() is None:
        return None
    try:
        files = texts(name, beside)
        if parsed:
            from refcli.language.load import chain

            if not {book.path for book in chain(locate(name, beside))} <= {path for path, _ in files}:
                return None
    except Faulty:
        return None
    return cache.key(name, files, on, off)
