"""What the tests of the command line share: running it in this process or in one of its own, and golden files."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from typer.testing import CliRunner

from refcli.cli.app import app

ROOT = Path(__file__).resolve().parents[2]

# GOLDEN=write python -m pytest tests/cli writes the golden files anew: look at what changed before keeping it.
WRITE = os.environ.get("GOLDEN") == "write"


@dataclass
class Done:
    """What a run of the command line gave."""

    code: int
    out: str
    err: str


@pytest.fixture
def refcli(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., Done]:
    """Runs the command line in this process, in an empty folder or in `folder`."""
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)

    def run(*arguments: str, stdin: bytes = b"", folder: Path = tmp_path) -> Done:
        monkeypatch.chdir(folder)
        result = CliRunner().invoke(app, list(arguments), input=stdin, prog_name="refcli")
        assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
        return Done(result.exit_code, result.stdout_bytes.decode("utf-8"), result.stderr)

    return run


@pytest.fixture
def process() -> Callable[..., Done]:
    """Runs the command line in a process of its own."""
    return _process


def _process(*arguments: str, folder: Path = ROOT, stdin: bytes = b"", **environment: str) -> Done:
    inherited = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "FORCE_COLOR")}
    done = subprocess.run(
        [sys.executable, "-m", "refcli", *arguments],
        cwd=folder,
        input=stdin,
        env={**inherited, "PYTHONPATH": str(ROOT), **environment},
        capture_output=True,
        check=False,
    )
    return Done(done.returncode, done.stdout.decode(), done.stderr.decode())


def _settled(text: str) -> str:
    """A report without what changes when a rulebook grows: the numbers of its lines, and where it lies."""
    text = text.replace(str(ROOT), "")
    text = re.sub(r"(rulebooks/[\w-]+\.rules):\d+", r"\1:N", text)
    return re.sub(r"^( {18}) *\d+ \| {3}", r"\1    N |   ", text, flags=re.MULTILINE)
    return re.sub(r'("path": "/rulebooks/[^"]*", "line": )\d+', r"\1N", text)


@pytest.fixture
def golden() -> Callable[[Path, str], None]:
    """Compares a report with the file that holds what it should be."""

    def compare(path: Path, text: str) -> None:
        text = _settled(text)
        if WRITE:
            path.write_bytes(text.encode())
        assert text == path.read_bytes().decode(), f"{path.name} differs; GOLDEN=write writes it anew"

    return compare
