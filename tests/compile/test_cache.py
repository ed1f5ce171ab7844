"""The cache of compiled rulebooks: it answers only with what it was told, and is never in the way."""

from __future__ import annotations

import hashlib
import json
import marshal
import os
import shutil
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, SimpleNamespace
from typing import Any

import pytest

from refcli.compile import cache, rulebook
from refcli.diagnostics import Faulty

ROOT = Path(__file__).resolve().parents[2]
BASE, BOOK = "color-cards.rules", "uno.rules"
KEY = "0123456789abcdef" * 4

needs_owners = pytest.mark.skipif(not hasattr(os, "getuid"), reason="this system has no owners and modes of files")
not_as_root = pytest.mark.skipif(getattr(os, "getuid", lambda: 0)() == 0, reason="nothing is barred to the superuser")


@pytest.fixture(autouse=True)
def _another_process() -> Iterator[None]:
    """What a process finds of its own sources is looked at once; here each test is a process."""
    cache._known.clear()
    yield
    cache._known.clear()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache of its own, and nothing loaded."""
    monkeypatch.setenv("REFCLI_CACHE", str(tmp_path / "kept" / "cache"))
    monkeypatch.setattr(rulebook, "_loaded", {})
    return tmp_path / "kept" / "cache"


@pytest.fixture
def books(tmp_path: Path) -> Path:
    """A rulebook and what it extends, to be changed at will."""
    shutil.copytree(ROOT / "rulebooks", tmp_path / "books")
    return tmp_path / "books"


class Compiler:
    """Counts how often something is compiled."""

    def __init__(self, real: Any) -> None:
        self.real = real
        self.runs = 0

    def __call__(self, *args: Any) -> CodeType:
        self.runs += 1
        code: CodeType = self.real(*args)
        return code


@pytest.fixture
def compiler(monkeypatch: pytest.MonkeyPatch) -> Compiler:
    counting = Compiler(rulebook._compiled)
    monkeypatch.setattr(rulebook, "_compiled", counting)
    return counting


def load(path: Path, *on: str, off: tuple[str, ...] = ()) -> SimpleNamespace:
    """As a new process loads a rulebook."""
    rulebook._loaded.clear()
    return rulebook.load(str(path), on, off)


def entries(folder: Path) -> list[Path]:
    return sorted(folder.iterdir()) if folder.is_dir() else []


def entry(body: bytes, key: str = KEY, digest: str | None = None) -> bytes:
    """An entry as it's written to the file."""
    shown = hashlib.sha256(body).hexdigest() if digest is None else digest
    return cache.FORMAT + key.encode() + b"\n" + shown.encode() + b"\n" + body


def plant(folder: Path, data: bytes) -> Path:
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    path = folder / (KEY + cache.SUFFIX)
    path.write_bytes(data)
    path.chmod(0o600)
    return path


def code_for(text: str) -> CodeType:
    return compile(text, "<planted>", "exec")


def result(code: CodeType | None) -> object:
    space: dict[str, object] = {}
    if code is not None:
        exec(code, space)
    return space.get("X")


# ---------------------------------------------------------------- hits and misses


def test_the_second_load_takes_what_the_first_one_kept(folder: Path, books: Path, compiler: Compiler) -> None:
    first = load(books / BOOK)
    assert len(entries(folder)) == 1
    second = load(books / BOOK)
    assert compiler.runs == 1
    assert first is not second
    assert (first.NAME, first.LINES, first.ATTRIBUTES) == (second.NAME, second.LINES, second.ATTRIBUTES)


def test_one_process_loads_once(folder: Path, books: Path, compiler: Compiler) -> None:
    first = rulebook.load(str(books / BOOK))
    shutil.rmtree(folder)
    assert rulebook.load(str(books / BOOK), [" "], []) is first
    assert compiler.runs == 1


@pytest.mark.parametrize("changed", [BOOK, BASE])
def test_a_changed_text_is_compiled_anew(folder: Path, books: Path, compiler: Compiler, changed: str) -> None:
    load(books / BOOK)
    path = books / changed
    path.write_text("# a note\n" + path.read_text(encoding="utf-8"), encoding="utf-8")
    again = load(books / BOOK)
    assert compiler.runs == 2
    assert len(entries(folder)) == 2
    assert {line[4] for line in load(books / BOOK).LINES} == {line[4] for line in again.LINES}
    assert compiler.runs == 2


def test_places_are_those_of_the_file_that_was_loaded(folder: Path, books: Path, compiler: Compiler) -> None:
    load(books / BOOK)
    shutil.copytree(books, books.parent / "moved")
    moved = load(books.parent / "moved" / BOOK)
    assert compiler.runs == 2
    assert {Path(line[3]).parent.name for line in moved.LINES} == {"moved"}


def test_settings_have_entries_of_their_own(folder: Path, books: Path, compiler: Compiler) -> None:
    house = next(name for name, (active, *_) in load(books / BOOK).HOUSES.items() if not active)
    assert load(books / BOOK, house).HOUSES[house][0]
    assert compiler.runs == 2
    load(books / BOOK, f"  {house} ", off=("",))
    assert compiler.runs == 2
    load(books / BOOK, house, off=(house,))
    assert compiler.runs == 3


def test_settings_are_sorted_where_their_order_does_not_matter() -> None:
    assert cache.normalised(["b  2", "a", "", "b 1"], ["d", " c", "d"]) == (["a", "b 2", "b 1"], ["c", "d"])


def test_the_key_tells_names_texts_and_settings_apart() -> None:
    files = [("a.rules", "x"), ("b.rules", "y")]
    keys = [
        cache.key("n", files, ["a"], []),
        cache.key("m", files, ["a"], []),
        cache.key("n", files[::-1], ["a"], []),
        cache.key("n", [("a.rules", "xb"), (".rules", "y")], ["a"], []),
        cache.key("n", files, [], ["a"]),
        cache.key("n", files, ["a", "b"], []),
        cache.key("n", files, ["a b"], []),
    ]
    assert len(set(keys)) == len(keys)
    assert keys[0] == cache.key("n", files, ["a"], [])


@pytest.mark.parametrize(
    ("where", "value"),
    [
        ("refcli.compile.cache.__version__", "0.0.0"),
        ("sys.version", "another Python"),
        ("refcli.compile.cache._sources", lambda: iter([("compile", "full.py", 1, 1)])),
    ],
)
def test_another_refcli_or_python_has_entries_of_its_own(
    folder: Path, books: Path, compiler: Compiler, monkeypatch: pytest.MonkeyPatch, where: str, value: object
) -> None:
    load(books / BOOK)
    monkeypatch.setattr(where, value)
    cache._known.clear()  # another process
    load(books / BOOK)
    assert compiler.runs == 2


def test_the_code_generator_and_the_grammar_are_part_of_the_key() -> None:
    found = {(Path(part).name, name) for part, name, _, _ in cache._sources()}
    assert {("compile", "full.py"), ("language", "phrasebook.py"), ("syntax", "parse.py")} <= found
    assert any(name.endswith(".lark") for _, name in found)


def test_without_sources_there_is_no_key(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(cache, "PACKAGE", str(tmp_path / "zipped"))
    assert cache.key("n", [], [], []) is None


# ---------------------------------------------------------------- what is not kept


def test_a_faulty_rulebook_is_never_kept(folder: Path, books: Path) -> None:
    (books / BOOK).write_text((books / BOOK).read_text(encoding="utf-8") + "\nnonsense here\n", encoding="utf-8")
    for _ in range(2):
        with pytest.raises(Faulty):
            load(books / BOOK)
    with pytest.raises(Faulty, match="no rulebook file"):
        load(books / "missing.rules")
    assert not entries(folder)


def test_what_changes_while_it_is_compiled_is_not_kept(
    folder: Path, books: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = rulebook._compiled

    def slow(*args: Any) -> CodeType:
        code = real(*args)
        path = books / BASE
        path.write_text(path.read_text(encoding="utf-8") + "# later\n", encoding="utf-8")
        return code

    monkeypatch.setattr(rulebook, "_compiled", slow)
    load(books / BOOK)
    assert not entries(folder)


def test_what_has_a_file_that_the_search_missed_is_not_kept(
    folder: Path, books: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rulebook, "texts", lambda name, beside=None: [(Path(name), "")])
    load(books / BOOK)
    assert not entries(folder)


@pytest.mark.parametrize("path", sorted((ROOT / "rulebooks").glob("*.rules")), ids=lambda path: path.stem)
def test_the_search_without_parsing_finds_all_that_parsing_finds(folder: Path, path: Path) -> None:
    key = rulebook._key(path.stem, [], [], None)
    assert key is not None
    assert rulebook._key(path.stem, [], [], None, parsed=True) == key


# ---------------------------------------------------------------- damaged and foreign entries


def test_an_entry_is_what_was_kept(folder: Path) -> None:
    assert cache.fetch(KEY) is None
    cache.store(KEY, code_for("X = 1"))
    assert result(cache.fetch(KEY)) == 1
    written = (folder / (KEY + cache.SUFFIX)).read_bytes()
    assert written == entry(written.split(b"\n", 3)[3])


def damages(whole: bytes) -> Iterator[tuple[str, bytes]]:
    yield "empty", b""
    for share in (1, 2, 3, 10, 100):
        yield f"cut to 1/{share}", whole[: len(whole) // share - 1]
    yield "longer", whole + b"\0"
    for place in (*range(0, 200, 7), len(whole) // 2, len(whole) - 1):
        yield f"byte {place} flipped", whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :]


def test_a_damaged_entry_is_compiled_and_written_anew(folder: Path, books: Path, compiler: Compiler) -> None:
    load(books / BOOK)
    [path] = entries(folder)
    whole = path.read_bytes()
    for number, (damage, data) in enumerate(damages(whole), 1):
        path.write_bytes(data)
        assert cache.fetch(path.name.removesuffix(cache.SUFFIX)) is None, damage
        if number % 10 == 1:
            runs = compiler.runs
            assert load(books / BOOK).LINES
            assert compiler.runs == runs + 1
            load(books / BOOK)
            assert compiler.runs == runs + 1, "it was written anew"


def test_a_body_that_does_not_fit_its_digest_is_never_executed(folder: Path, books: Path, tmp_path: Path) -> None:
    trace = tmp_path / "executed"
    body = marshal.dumps(code_for(f"open({str(trace)!r}, 'w').close()"))
    lines = load(books / BOOK).LINES
    [path] = entries(folder)
    key = path.name.removesuffix(cache.SUFFIX)
    real_digest = path.read_bytes().split(b"\n")[2].decode()
    for planted in (
        entry(body, key, real_digest),
        entry(body, key, "0" * 64),
        entry(body, key, ""),
        entry(body, KEY),
        entry(body, key.upper()),
        entry(body, key).replace(b"rulebook 1", b"rulebook 0"),
        body,
    ):
        path.write_bytes(planted)
        assert lines == load(books / BOOK).LINES
        assert not trace.exists()
    # The trap works: with the key and the digest right, and only then, it would have gone off.
    path.write_bytes(entry(body, key))
    load(books / BOOK)
    assert trace.exists()


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"\0",
        b"garbage",
        b"c" * 50,
        marshal.dumps(("no", "code")),
        marshal.dumps(None),
        marshal.dumps(code_for(""))[:-9],
    ],
    ids=range(7),
)
def test_garbage_is_no_code_even_with_its_own_digest(folder: Path, body: bytes) -> None:
    plant(folder, entry(body))
    assert cache.fetch(KEY) is None
    cache.store(KEY, code_for("X = 2"))
    assert result(cache.fetch(KEY)) == 2


def test_an_entry_under_another_name_is_refused(folder: Path) -> None:
    cache.store(KEY, code_for("X = 1"))
    other = "f" * 64
    (folder / (KEY + cache.SUFFIX)).rename(folder / (other + cache.SUFFIX))
    assert cache.fetch(other) is None


def test_an_enormous_entry_is_not_read(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache.store(KEY, code_for("X = 1"))
    monkeypatch.setattr(cache, "LARGEST", 100)
    assert cache.fetch(KEY) is None


@needs_owners
def test_folder_and_entry_are_private(folder: Path, books: Path) -> None:
    load(books / BOOK)
    [path] = entries(folder)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


@needs_owners
def test_what_belongs_to_somebody_else_is_neither_read_nor_replaced(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache.store(KEY, code_for("X = 1"))
    before = (folder / (KEY + cache.SUFFIX)).stat()
    me = os.getuid()
    monkeypatch.setattr(os, "getuid", lambda: me + 1)
    assert cache.fetch(KEY) is None
    cache.store(KEY, code_for("X = 2"))
    assert [path.stat().st_ino for path in entries(folder)] == [before.st_ino]


@needs_owners
def test_the_superuser_makes_no_folder_in_the_home_of_others(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = os.stat

    def owned_by_another(path: Any, **more: Any) -> os.stat_result:
        found = real(path, **more)
        return os.stat_result((*found[:4], 1234, *found[5:]))

    monkeypatch.setattr(os, "getuid", lambda: 0)
    monkeypatch.setattr(os, "stat", owned_by_another)
    cache.store(KEY, code_for("X = 1"))
    monkeypatch.undo()
    assert not folder.exists()


@needs_owners
@pytest.mark.parametrize("mode", [0o770, 0o707, 0o777])
def test_a_folder_that_others_can_write_to_is_not_used(folder: Path, mode: int) -> None:
    cache.store(KEY, code_for("X = 1"))
    folder.chmod(mode)
    assert cache.fetch(KEY) is None
    cache.store("f" * 64, code_for("X = 2"))
    assert len(entries(folder)) == 1


@needs_owners
@pytest.mark.parametrize("mode", [0o620, 0o602, 0o666])
def test_an_entry_that_others_can_write_to_is_replaced(folder: Path, mode: int) -> None:
    cache.store(KEY, code_for("X = 1"))
    [path] = entries(folder)
    path.chmod(mode)
    assert cache.fetch(KEY) is None
    cache.store(KEY, code_for("X = 2"))
    assert result(cache.fetch(KEY)) == 2
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


@needs_owners
def test_a_link_is_no_entry(folder: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    data = entry(marshal.dumps(code_for("X = 1")))
    elsewhere.write_bytes(data)
    elsewhere.chmod(0o600)
    path = plant(folder, b"")
    path.unlink()
    path.symlink_to(elsewhere)
    assert cache.fetch(KEY) is None
    cache.store(KEY, code_for("X = 2"))
    assert not path.is_symlink()
    assert result(cache.fetch(KEY)) == 2
    assert elsewhere.read_bytes() == data, "what the link led to is untouched"


@needs_owners
def test_a_link_is_no_cache_folder(folder: Path, tmp_path: Path) -> None:
    cache.store(KEY, code_for("X = 1"))
    folder.rename(tmp_path / "real")
    folder.symlink_to(tmp_path / "real")
    assert cache.fetch(KEY) is None
    cache.store("f" * 64, code_for("X = 2"))
    assert len(entries(tmp_path / "real")) == 1


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_is_no_entry(folder: Path) -> None:
    path = plant(folder, b"")
    path.unlink()
    os.mkfifo(path, 0o600)
    assert cache.fetch(KEY) is None


# ---------------------------------------------------------------- no cache, and no harm


@pytest.mark.parametrize("off", ["off", "OFF", " off "])
def test_it_can_be_switched_off(
    folder: Path, books: Path, compiler: Compiler, monkeypatch: pytest.MonkeyPatch, off: str
) -> None:
    monkeypatch.setenv("REFCLI_CACHE", off)
    load(books / BOOK)
    load(books / BOOK)
    assert compiler.runs == 2
    assert not folder.exists()


def test_a_file_where_the_folder_should_be_is_no_harm(folder: Path, books: Path, compiler: Compiler) -> None:
    folder.parent.mkdir()
    folder.write_text("mine", encoding="utf-8")
    assert load(books / BOOK).LINES
    assert load(books / BOOK).LINES
    assert compiler.runs == 2
    assert folder.read_text(encoding="utf-8") == "mine"
    folder.unlink()
    folder.parent.rmdir()
    folder.parent.write_text("mine too", encoding="utf-8")
    assert load(books / BOOK).LINES


@needs_owners
@not_as_root
def test_a_folder_that_cannot_be_written_to_is_no_harm(folder: Path, books: Path) -> None:
    folder.mkdir(parents=True)
    folder.chmod(0o500)
    assert load(books / BOOK).LINES
    folder.chmod(0o000)
    assert load(books / BOOK).LINES
    folder.chmod(0o700)
    assert not entries(folder)


@pytest.mark.parametrize("broken", ["makedirs", "open", "replace", "write"])
def test_a_full_or_barred_disk_is_no_harm(
    folder: Path, books: Path, monkeypatch: pytest.MonkeyPatch, broken: str
) -> None:
    def fail(*args: Any, **more: Any) -> Any:
        raise OSError(28, "No space left on device")

    if broken == "write":
        real = os.fdopen

        class Full:
            def __init__(self, number: int, mode: str) -> None:
                self.file = real(number, mode)

            def __enter__(self) -> Full:
                return self

            def __exit__(self, *args: object) -> None:
                self.file.close()

            write = fail

        monkeypatch.setattr(cache, "open", Full, raising=False)
    else:
        monkeypatch.setattr(f"refcli.compile.cache.os.{broken}", fail)
    cache.store(KEY, code_for("X = 1"))
    monkeypatch.undo()
    assert not entries(folder), "nothing is left half-written"


def test_code_that_fails_is_not_kept(folder: Path, books: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rulebook, "_compiled", lambda *args: code_for("raise ValueError('as told')"))
    with pytest.raises(ValueError, match="as told"):
        load(books / BOOK)
    assert not entries(folder)


# ---------------------------------------------------------------- where it lies


@pytest.mark.parametrize(
    ("platform", "variables", "expected"),
    [
        ("linux", {}, "HOME/.cache/refcli"),
        ("linux", {"XDG_CACHE_HOME": "HOME/x"}, "HOME/x/refcli"),
        ("linux", {"XDG_CACHE_HOME": "relative"}, "HOME/.cache/refcli"),
        ("darwin", {"XDG_CACHE_HOME": "HOME/x"}, "HOME/Library/Caches/refcli"),
        ("win32", {"LOCALAPPDATA": "HOME/local"}, "HOME/local/refcli"),
        ("win32", {}, "HOME/AppData/Local/refcli"),
        ("linux", {"REFCLI_CACHE": "HOME/mine"}, "HOME/mine"),
        ("linux", {"REFCLI_CACHE": "off"}, None),
        ("linux", {"REFCLI_CACHE": ""}, "HOME/.cache/refcli"),
    ],
)
def test_the_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, platform: str, variables: dict[str, str], expected: str | None
) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setattr(os.path, "expanduser", lambda path: str(tmp_path))
    for name in ("REFCLI_CACHE", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value.replace("HOME", str(tmp_path)))
    found = cache.folder()
    assert found == (None if expected is None else os.path.normpath(expected.replace("HOME", str(tmp_path))))


def test_without_a_home_there_is_no_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os.path, "expanduser", lambda path: path)
    for name in ("REFCLI_CACHE", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    assert cache.folder() is None


# ---------------------------------------------------------------- old entries


def test_the_entries_used_least_recently_go(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "MOST", 3)
    keys = [digit * 64 for digit in "abcd"]
    now = time.time()
    for age, key in enumerate(reversed(keys[:3]), 1):
        cache.store(key, code_for("X = 1"))
        os.utime(folder / (key + cache.SUFFIX), (now - age * 86400,) * 2)
    foreign = folder / "notes.txt"
    foreign.write_text("mine", encoding="utf-8")
    os.utime(foreign, (0, 0))
    half, young = (folder / f"{KEY}.{name}{cache.TEMPORARY}" for name in ("1.old", "2.new"))
    half.touch()
    young.touch()
    os.utime(half, (now - 2 * cache.HOUR,) * 2)
    assert cache.fetch(keys[0]) is not None, "the oldest one is used, so the second oldest has to go"
    cache.store(keys[3], code_for("X = 1"))
    left = {path.name.split(".")[0][0] for path in entries(folder) if path.name.endswith(cache.SUFFIX)}
    assert left == {"a", "c", "d"}
    assert foreign.exists()
    assert young.exists()
    assert not half.exists()


# ---------------------------------------------------------------- processes

LOAD = """\
import json, sys
from refcli.compile.rulebook import load
rules = load(sys.argv[1])
print(json.dumps([rules.LINES, sorted(m for m in sys.modules if m.startswith(("refcli.", "lark", "hashlib")))]))
"""


def start(book: Path, folder: Path) -> subprocess.Popen[str]:
    environment = {**os.environ, "REFCLI_CACHE": str(folder)}
    return subprocess.Popen(
        [sys.executable, "-c", LOAD, str(book)], cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True
    )


def outcome(process: subprocess.Popen[str]) -> tuple[list[Any], set[str]]:
    out, _ = process.communicate(timeout=120)
    assert process.returncode == 0
    lines, modules = json.loads(out)
    return lines, set(modules)


def test_processes_at_once_get_the_same_and_leave_one_entry(folder: Path, books: Path) -> None:
    running = [start(books / BOOK, folder) for _ in range(3)]
    outcomes = [outcome(process)[0] for process in running]
    assert outcomes[0] == outcomes[1] == outcomes[2]
    assert len(entries(folder)) == 1


def test_a_warm_start_loads_no_parser_no_checker_no_generator(folder: Path, books: Path) -> None:
    cold, all_modules = outcome(start(books / BOOK, folder))
    warm, modules = outcome(start(books / BOOK, folder))
    assert warm == cold
    assert "lark" in all_modules
    ours = ("lark", "refcli.syntax", "refcli.language", "refcli.compile")
    needed = {"language", "language.files", "compile", "compile.cache", "compile.rulebook"}
    assert {module for module in modules if module.startswith(ours)} == {f"refcli.{module}" for module in needed}
    assert "hashlib" not in modules
