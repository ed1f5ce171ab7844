"""Imports point one way along the stages, and the command line starts without what it doesn't need yet."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "refcli"

# A module may import its own stage and those before it.
ORDER = (
    "text",
    "faulty",
    "diagnostics",
    "resources",
    "syntax",
    "language",
    "compile",
    "record",
    "referee",
    "generate",
    "questions",
    "report",
    "cli",
    "__main__",
)

# (stage, module): an exception is caught where a start has to be quick, what it carries is only named there, as a type.
ALLOWED = {("faulty", "refcli.diagnostics")}

MODULES = sorted(PACKAGE.rglob("*.py"))


def stage(module: str) -> str:
    """The stage of `refcli.syntax.tree`: syntax. The package itself (its version) is below all: ""."""
    return module.partition(".")[2].partition(".")[0]


def module_name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imported(path: Path) -> Iterator[tuple[int, str]]:
    """Line and full name of every refcli module that `path` imports, inside functions and for types only too."""
    name = module_name(path)
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                above = ".".join(package.split(".")[: len(package.split(".")) - node.level + 1])
                base = f"{above}.{base}" if base else above
            # `from refcli import text` names a module; `from refcli import __version__` doesn't.
            if base == "refcli":
                names = [f"refcli.{a.name}" for a in node.names if not a.name.startswith("__") or a.name in ORDER]
            else:
                names = [base]
        else:
            continue
        yield from ((node.lineno, n) for n in names if n == "refcli" or n.startswith("refcli."))


def test_every_module_has_a_stage() -> None:
    assert MODULES, "refcli/ has no module"
    strangers = [str(p.relative_to(ROOT)) for p in MODULES if stage(module_name(p)) not in ("", *ORDER)]
    assert not strangers, f"give these a place in ORDER: {', '.join(strangers)}"


@pytest.mark.parametrize("path", MODULES, ids=module_name)
def test_no_import_points_upwards(path: Path) -> None:
    here = stage(module_name(path))
    upward = []
    for line, name in imported(path):
        there = stage(name)
        if not there or (here, name) in ALLOWED:
            continue
        if there not in ORDER or not here or ORDER.index(there) > ORDER.index(here):
            upward.append(f"{path.relative_to(ROOT)}:{line} imports {name}")
    assert not upward, "\n".join(upward)


def test_every_exception_is_needed() -> None:
    used = {(stage(module_name(path)), name) for path in MODULES for _, name in imported(path)}
    assert used >= ALLOWED, f"no longer needed in ALLOWED: {sorted(ALLOWED - used)}"


def loaded_by(module: str) -> set[str]:
    """Top-level packages that are loaded after `import module` in a fresh Python."""
    code = f"import json, sys, {module}; print(json.dumps(sorted(sys.modules)))"
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    return {name.partition(".")[0] for name in json.loads(run.stdout)}


def test_the_command_line_starts_light() -> None:
    """Lark runs only when a rulebook is new, rich only when there is something to show."""
    heavy = {"lark", "rich", "pydantic", "pydantic_core", "pygments", "markdown_it", "hypothesis", "pytest"}
    surplus = (loaded_by("refcli.cli") & heavy) - (loaded_by("typer") - {"lark"})
    assert not surplus, f"importing refcli.cli loads {', '.join(sorted(surplus))}"


GAME = """\
rules: uno
players: Ann, Bo
hand Ann: red 1, red 2, red 3, red 4, red 5, red 6, red 7
hand Bo: blue 1, blue 2, blue 3, blue 4, blue 5, blue 6, blue 7
start: red 9
Ann plays red 1
Bo plays blue 1
"""


def test_totals_of_clean_games_load_next_to_nothing(tmp_path: Path) -> None:
    record = tmp_path / "a.game"
    record.write_text(GAME, encoding="utf-8")
    code = (
        "import json, sys; before = set(sys.modules); from refcli.cli import main\n"
        f"sys.argv = ['refcli', 'replay', '--summary', {str(record)!r}]; code = main()\n"
        "print(json.dumps([code, sorted(set(sys.modules) - before)]))"
    )
    for _ in range(2):  # the first compiles the rulebook, if need be
        run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    status, loaded = json.loads(run.stdout.splitlines()[-1])
    assert (status, run.stdout.splitlines()[-2]) == (0, "2 events, 1 games, 0 faulty")
    slow = {"typing", "dataclasses", "inspect", "pathlib", "difflib", "typer", "lark", "rich", "hashlib", "json"}
    assert not slow & set(loaded), sorted(slow & set(loaded))
