"""ARCHITECTURE.md names only what is there."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "ARCHITECTURE.md"
SUFFIXES = (".py", ".md", ".lark", ".rules", ".game", ".toml", ".txt", ".json", ".ipynb")


def named_paths() -> list[str]:
    """What stands in backticks and is a path: it has a slash or a suffix that files here have."""
    text = re.sub(r"^```.*?^```", "", PAGE.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
    ticked = re.findall(r"`([^`\s]+)`", text)
    return [t for t in ticked if ("/" in t or t.endswith(SUFFIXES)) and not t.startswith(("~", "/", "$", "."))]


def test_the_page_is_there_and_names_paths() -> None:
    assert PAGE.is_file(), "ARCHITECTURE.md is missing"
    assert named_paths(), "ARCHITECTURE.md names no path in backticks"


def test_every_path_exists() -> None:
    assert PAGE.is_file(), "ARCHITECTURE.md is missing"
    gone = [path for path in named_paths() if not any(ROOT.glob(path.rstrip("/")))]
    assert not gone, f"ARCHITECTURE.md names what is not there: {', '.join(gone)}"
