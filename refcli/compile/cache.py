"""Compiled rulebooks, kept in the user's cache folder, so that a rulebook is compiled once and not at every start.

An entry is found by a key over everything that decides the code. It is executed only if it is what this user's refcli
wrote for exactly this key: a regular file of the user in a folder of the user, which nobody else can write to, with the
key inside and a digest that fits. Whatever is off about an entry or a folder is no error: the rulebook is compiled as
if there were no cache.

This module runs at every start, so it imports next to nothing.
"""

from __future__ import annotations

import marshal
import os
import stat
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from types import CodeType

from refcli import __version__

FORMAT = b"refcli compiled rulebook 1\n"
SUFFIX = ".compiled"
TEMPORARY = ".writing"
MOST = 200  # entries that are kept
LARGEST = 1 << 26  # bytes of an entry; a real one has some tens of thousands
HOUR = 3600  # seconds: how exactly the last use of an entry is noted, and when a half-written one is given up

PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
STAGES = ("", "syntax", "language", "compile")  # folders of the package whose code decides what is generated

_NO_LINK = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
_READ = os.O_RDONLY | _NO_LINK | getattr(os, "O_NONBLOCK", 0)  # a named pipe must not keep us waiting
_CREATE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | _NO_LINK


def folder() -> str | None:
    """The folder of the cache, whether or not it is there; None where there shall be none.

    REFCLI_CACHE names another one than the platform's, or is `off`.
    """
    said = os.environ.get("REFCLI_CACHE", "").strip()
    if said:
        return None if said.lower() == "off" else os.path.abspath(said)
    home = os.path.expanduser("~")
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA", "") or os.path.join(home, "AppData", "Local")
    elif sys.platform == "darwin":
        base = os.path.join(home, "Library", "Caches")
    else:
        base = os.environ.get("XDG_CACHE_HOME", "")
        if not os.path.isabs(base):
            base = os.path.join(home, ".cache")
    return os.path.join(base, "refcli") if os.path.isabs(base) else None


def normalised(on: Iterable[str], off: Iterable[str]) -> tuple[list[str], list[str]]:
    """Settings in one of the ways to say them: blanks and, where it can't matter, order are the same.

    What is switched on is sorted by its first word only: of two values for one option the later one counts.
    """
    words_on = [words for text in on if (words := text.split())]
    words_off = {" ".join(words) for text in off if (words := text.split())}
    return [" ".join(words) for words in sorted(words_on, key=lambda words: words[0].lower())], sorted(words_off)


def key(name: str, files: Iterable[tuple[object, str]], on: list[str], off: list[str]) -> str | None:
    """The key of a rulebook under some settings; None where it can't be told what generates the code.

    `files` are the paths and texts of the rulebook and all that it extends: generated code names the lines' places.
    """
    try:
        sources = _at_start()
    except OSError:
        return None
    if not sources:
        return None
    python = (sys.version, sys.implementation.name, sys.implementation.cache_tag, sys.flags.optimize)
    books = [(str(path), text) for path, text in files]
    return _digest(repr((FORMAT, __version__, PACKAGE, sources, python, name, books, on, off)).encode())


def fetch(key: str) -> CodeType | None:
    """The code that is kept for a key, None where there is none that can be trusted."""
    place = folder()
    if place is None:
        return None
    path = os.path.join(place, key + SUFFIX)
    try:
        if not (_ours(os.lstat(place), stat.S_ISDIR) and _ours(os.lstat(path), stat.S_ISREG)):
            return None
        with open(os.open(path, _READ), "rb") as file:
            found = os.fstat(file.fileno())
            if not _ours(found, stat.S_ISREG) or found.st_size > LARGEST:
                return None
            data = file.read(LARGEST)
    except (OSError, ValueError):
        return None
    start = FORMAT + key.encode() + b"\n"
    digest, _, body = data[len(start) :].partition(b"\n")
    if not data.startswith(start) or digest != _digest(body).encode():
        return None
    try:
        code = marshal.loads(body)
    except Exception:  # whatever it stumbles over: it is no code
        return None
    if not isinstance(code, CodeType):
        return None
    if time.time() - found.st_mtime > HOUR:
        with suppress(OSError):
            os.utime(path)
    return code


def store(key: str, code: CodeType) -> None:
    """Keep the code for a key, all of it or nothing. Where that can't be done, it isn't."""
    place = folder()
    if place is None:
        return
    body = marshal.dumps(code)
    data = FORMAT + key.encode() + b"\n" + _digest(body).encode() + b"\n" + body
    temporary = os.path.join(place, f"{key}.{os.getpid()}.{os.urandom(4).hex()}{TEMPORARY}")
    try:
        if not _made(place):
            return
        try:
            with open(os.open(temporary, _CREATE, 0o600), "wb") as file:
                file.write(data)
            os.replace(temporary, os.path.join(place, key + SUFFIX))
        except BaseException:
            with suppress(OSError):
                os.unlink(temporary)
            raise
        _prune(place)
    except (OSError, ValueError):
        return


def _digest(data: bytes) -> str:
    """SHA-256 in hexadecimal.

    Python's own, where it can be had: hashlib loads a library for cryptography, which takes longer than all else here.
    """
    from importlib import import_module

    try:
        own = import_module("_sha2" if sys.version_info >= (3, 12) else "_sha256")
        return str(own.sha256(data).hexdigest())
    except (ImportError, AttributeError):
        from hashlib import sha256

        return sha256(data).hexdigest()


_known: list[object] = []


def _at_start() -> list[object]:
    """The sources as this process found them: what it compiles later is still compiled by the code it has loaded."""
    if not _known:
        _known.append(sorted(_sources()))
    return _known[0]  # type: ignore[return-value]


def _sources() -> Iterator[tuple[str, str, int, int]]:
    """What shows that the code or the grammar that rulebooks are compiled with has changed."""
    for part in STAGES:
        with os.scandir(os.path.join(PACKAGE, part)) as entries:
            for entry in entries:
                if entry.name.endswith(".py"):
                    found = entry.stat()
                    yield part, entry.name, found.st_size, found.st_mtime_ns
    for base in (PACKAGE, os.path.dirname(PACKAGE)):
        with suppress(FileNotFoundError), os.scandir(os.path.join(base, "grammar")) as entries:
            for entry in entries:
                if entry.name.endswith(".lark"):
                    found = entry.stat()
                    yield base, entry.name, found.st_size, found.st_mtime_ns


def _user() -> int | None:
    """The user's number; None where the system has none (there the cache folder is private by where it lies)."""
    getuid: Callable[[], int] | None = getattr(os, "getuid", None)
    return None if getuid is None else getuid()


def _ours(found: os.stat_result, kind: Callable[[int], bool]) -> bool:
    """Whether this is the right kind of thing, no link, belongs to the user, and nobody else can write to it."""
    user = _user()
    return kind(found.st_mode) and (user is None or (found.st_uid == user and not found.st_mode & 0o022))


def _made(place: str) -> bool:
    """Whether the cache's folder is there and ours, after making it where it is missing."""
    if not os.path.lexists(place):
        above = os.path.dirname(place)
        while not os.path.exists(above) and above != os.path.dirname(above):
            above = os.path.dirname(above)
        # The superuser leaves nothing behind in somebody else's home: they couldn't write to it later.
        if _user() == 0 and os.stat(above).st_uid != 0:
            return False
        os.makedirs(place, 0o700, exist_ok=True)
    return _ours(os.lstat(place), stat.S_ISDIR)


def _prune(place: str) -> None:
    """Remove the entries used least recently beyond MOST, and what writers left half-written. Foreign files stay."""
    entries: list[tuple[float, str]] = []
    with os.scandir(place) as found:
        for entry in found:
            kind = entry.name[64:] if _is_key(entry.name[:64]) else ""
            with suppress(OSError):
                used = entry.stat(follow_symlinks=False).st_mtime
                if kind == SUFFIX:
                    entries.append((used, entry.path))
                elif kind.endswith(TEMPORARY) and time.time() - used > HOUR:
                    os.unlink(entry.path)
    entries.sort()
    for _, path in entries[:-MOST]:
        with suppress(OSError):
            os.unlink(path)


def _is_key(text: str) -> bool:
    return len(text) == 64 and not text.strip("0123456789abcdef")
