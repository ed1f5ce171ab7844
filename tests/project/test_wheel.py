"""What is built works elsewhere: the wheel, in an empty environment, from another folder."""

from __future__ import annotations

import os
import subprocess
import sys
import venv
import zipfile
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

GAME = """\
rules: uno
players: Ann, Bo
hand Ann: red 5, red 6, red 7, red 8, red 9, blue 1, blue 2
start: red 1

Ann plays red 5   => legal
"""


@dataclass
class Installed:
    wheel: Path
    command: Path
    elsewhere: Path

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        return run([str(self.command), *arguments], self.elsewhere)


def run(command: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    clean = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV")}
    return subprocess.run(command, cwd=folder, env=clean, capture_output=True, text=True, check=False)


def must(command: list[str], folder: Path) -> None:
    done = run(command, folder)
    assert done.returncode == 0, f"{' '.join(command)}\n{done.stdout}{done.stderr}"


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    folder = tmp_path_factory.mktemp("wheel")
    quiet = ["--quiet", "--disable-pip-version-check"]
    must([sys.executable, "-m", "pip", "wheel", *quiet, "--no-deps", "--wheel-dir", str(folder), str(ROOT)], folder)
    (wheel,) = folder.glob("refcli-*.whl")
    venv.create(folder / "env", with_pip=True)
    programs = folder / "env" / "bin"
    must([str(programs / "python"), "-m", "pip", "install", *quiet, str(wheel)], folder)
    elsewhere = folder / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "small.game").write_text(GAME, encoding="utf-8")
    return Installed(wheel, programs / "refcli", elsewhere)


@pytest.mark.parametrize("folder", ["grammar", "rulebooks"])
def test_the_data_files_are_inside(installed: Installed, folder: str) -> None:
    here = {f"refcli/{p.relative_to(ROOT).as_posix()}" for p in (ROOT / folder).rglob("*") if p.is_file()}
    assert here, f"{folder}/ is empty"
    missing = here - set(zipfile.ZipFile(installed.wheel).namelist())
    assert not missing, f"not in the wheel: {', '.join(sorted(missing))}"


def test_the_wheel_carries_the_readme(installed: Installed) -> None:
    archive = zipfile.ZipFile(installed.wheel)
    (metadata,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
    text = archive.read(metadata).decode()
    assert "Description-Content-Type: text/markdown" in text, 'add readme = "README.md" to pyproject.toml'


def test_rules_are_printed(installed: Installed) -> None:
    done = installed.run("rules", "uno")
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()


def test_a_game_is_replayed(installed: Installed) -> None:
    done = installed.run("replay", "small.game")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Ann plays red 5" in done.stdout
