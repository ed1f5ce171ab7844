"""Pages that are written from the code are as a fresh writing would make them."""

from __future__ import annotations

import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

from tests.docs.pages import ROOT

MAKER = runpy.run_path(str(ROOT / "docs" / "make_reference.py"))
COMMANDS = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")


def help_of(*command: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "refcli", *command, "--help"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


def command_names() -> list[str]:
    listed = help_of().split("Commands:")[1]
    return re.findall(r"^  ([a-z]+) ", listed, re.MULTILINE)


def test_the_list_of_phrases_is_fresh() -> None:
    page = (ROOT / "docs" / "language.md").read_text(encoding="utf-8")
    assert MAKER["fresh"](page) == page, "run python docs/make_reference.py"


@pytest.mark.parametrize("name", command_names())
def test_a_command_has_its_section_with_all_its_options(name: str) -> None:
    section = re.search(rf"^## refcli {name}\b(.*?)(?=^## |\Z)", COMMANDS, re.MULTILINE | re.DOTALL)
    assert section, f"docs/commands.md has no section on refcli {name}"
    said = set(re.findall(r"`(--[a-z-]+)", section.group(1)))
    shared = set(re.findall(r"`(--[a-z-]+)", COMMANDS.split("\n## refcli ")[0]))
    there = set(re.findall(r"(--[a-z][a-z-]+)", help_of(name)))
    assert there <= said | shared, f"docs/commands.md says nothing of {there - said - shared}"
    assert said <= there, f"docs/commands.md has options that refcli {name} hasn't: {said - there}"


def test_no_command_is_made_up() -> None:
    assert sorted(re.findall(r"^## refcli ([a-z]+)", COMMANDS, re.MULTILINE)) == sorted(command_names())


@pytest.mark.parametrize("path", ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"])
def test_links_lead_somewhere(path: str) -> None:
    check_links(ROOT / path)


@pytest.mark.parametrize("path", sorted((ROOT / "docs").rglob("*.md")), ids=lambda path: path.stem)
def test_links_of_a_page_lead_somewhere(path: Path) -> None:
    check_links(path)


def check_links(page: Path) -> None:
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if "://" in target:
            continue
        file, _, anchor = target.partition("#")
        goal = page if not file else (page.parent / file)
        assert goal.exists(), f"{page.name} links to {target}, which isn't there"
        if anchor:
            headings = re.findall(r"^#+ (.+)$", goal.read_text(encoding="utf-8"), re.MULTILINE)
            anchors = {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}
            assert anchor in anchors, f"{page.name} links to {target}, and there is no such heading"
