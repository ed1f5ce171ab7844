"""The documentation as tests see it: pages with their code blocks, and the console blocks run and compared.

    ```rules                      a whole rulebook: it is checked, and has no errors
    ```rules in NAME              items for a rulebook that extends NAME
    ```rules wrong CODE in NAME   the same, and check finds CODE in it
    ```rules file=NAME            a whole rulebook that the page's console blocks find under this name
    ```game                       a record: it is read and refereed, and every `=>` in it holds
    ```game file=NAME             the same, and the page's console blocks find it
    ```console                    `$ refcli …` lines (or `$ python -m refcli.…`) with what they print; a line `…` stands
                                  for any lines

`python -m tests.docs.pages` writes line numbers of rulebooks, where they have moved, anew into console blocks, and
prints what differs otherwise.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FENCE = re.compile(r"^```(\S*)[ \t]*(.*)$")
ANY = "…"
OURS = ("refcli", "python -m refcli.")  # the commands that are run
# Numbers of lines in rulebooks, which move whenever somebody edits one.
MOVED = re.compile(r"(?<=\.rules:)\d+|^ *\d+(?= \|)")


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block: language, the words behind it, its text, the line at which the text begins."""

    page: Path
    language: str
    info: str
    text: str
    line: int

    @property
    def name(self) -> str:
        return f"{self.page.relative_to(ROOT)}:{self.line}"

    @property
    def file(self) -> str:
        """The name under which console blocks find it, if it has one."""
        found = re.search(r"\bfile=(\S+)", self.info)
        return found.group(1) if found else ""


def pages() -> list[Path]:
    """README and everything in docs."""
    return [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def blocks(page: Path) -> Iterator[Block]:
    """The fenced blocks of a page."""
    language, info, start = "", "", 0
    rows: list[str] = []
    for number, row in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
        fence = FENCE.match(row)
        if fence and not start:
            language, info, start, rows = fence.group(1), fence.group(2).strip(), number + 1, []
        elif row.startswith("```") and start:
            yield Block(page, language, info, "\n".join(rows) + "\n", start)
            start = 0
        elif start:
            rows.append(row)
    assert not start, f"{page}: a block is never closed"


def all_blocks(language: str) -> list[Block]:
    return [block for page in pages() for block in blocks(page) if block.language == language]


# ---------------------------------------------------------------- console


@dataclass(frozen=True, slots=True)
class Command:
    """A `$` line of a console block and the lines that it is said to print."""

    line: str
    expected: tuple[str, ...]
    at: int


def commands(block: Block) -> list[Command]:
    """The commands of a console block."""
    found: list[Command] = []
    rows: list[str] = []
    for number, row in enumerate(block.text.splitlines(), block.line):
        if row.startswith("$ "):
            rows = []
            found.append(Command(row[2:].strip(), (), number))
        elif found:
            rows.append(row.rstrip())
            found[-1] = Command(found[-1].line, tuple(rows), found[-1].at)
    return found


class Workplace:
    """A folder in which a page's commands run: its files, and the project's records and rulebooks."""

    def __init__(self, page: Path, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(exist_ok=True)
        for name in ("transcripts", "rulebooks", "tests"):
            (folder / name).symlink_to(ROOT / name)
        for block in blocks(page):
            if block.file:
                (folder / block.file).write_text(block.text, encoding="utf-8")

    def run(self, line: str) -> list[str]:
        """What a command prints, errors too, as lines without blanks at their ends."""
        words = shlex.split(line)
        if words[:2] == ["python", "-m"] and words[2].startswith("refcli."):
            words = words[2:]
        assert words[0].partition(".")[0] == "refcli", f"only refcli is run here: {line}"
        return self._printed([sys.executable, "-m", *words])

    def python(self, program: str) -> list[str]:
        """What a program prints."""
        return self._printed([sys.executable, "-c", program])

    def _printed(self, command: list[str]) -> list[str]:
        path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
        environment = {**os.environ, "COLUMNS": "88", "NO_COLOR": "1", "PYTHONPATH": str(ROOT), "PATH": path}
        done = subprocess.run(
            command,
            cwd=self.folder,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
            timeout=120,
            check=False,
        )
        return trimmed(done.stdout.splitlines())


def trimmed(rows: list[str] | tuple[str, ...]) -> list[str]:
    """Lines without blanks behind them, and without empty lines at both ends."""
    found = [row.rstrip() for row in rows]
    while found and not found[-1]:
        found.pop()
    while found and not found[0]:
        found.pop(0)
    return found


def matched(expected: list[str], printed: list[str], loose: bool = False) -> list[str] | None:
    """The expected lines as they are printed, `…` lines kept; None where they differ. `loose`: but for line numbers."""

    def same(one: str, other: str) -> bool:
        if not loose:
            return one == other
        return MOVED.sub("0", one) == MOVED.sub("0", other)

    if not expected:
        return [] if not printed else None
    if expected[0] == ANY:
        for skip in range(len(printed) + 1):
            rest = matched(expected[1:], printed[skip:], loose)
            if rest is not None:
                return [ANY, *rest]
        return None
    if not printed or not same(expected[0], printed[0]):
        return None
    rest = matched(expected[1:], printed[1:], loose)
    return None if rest is None else [printed[0], *rest]


def refresh(page: Path) -> list[str]:
    """Writes moved numbers into a page's console blocks; gives back the commands whose output differs otherwise."""
    rows = page.read_text(encoding="utf-8").splitlines()
    wrong: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        place = Workplace(page, Path(folder))
        for block in blocks(page):
            for command in commands(block) if block.language == "console" else []:
                if not command.line.startswith(OURS):
                    continue
                lines = trimmed(command.expected)
                printed = place.run(command.line)
                fresh = matched(lines, printed, loose=True)
                if fresh is None:
                    wrong.append(f"{block.name}: $ {command.line}\n" + "\n".join(printed))
                elif fresh != lines:
                    start = command.at
                    while rows[start].rstrip() != lines[0]:
                        start += 1
                    rows[start : start + len(lines)] = fresh
    page.write_text("\n".join(rows) + "\n", encoding="utf-8")
    return wrong


if __name__ == "__main__":
    differing = [text for page in pages() for text in refresh(page)]
    print("\n\n".join(differing))
    sys.exit(bool(differing))
