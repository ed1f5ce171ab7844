"""Every console block of the documentation prints what it says."""

from __future__ import annotations

import difflib
import re
from pathlib import Path

import pytest

from tests.docs.pages import OURS, ROOT, Block, Workplace, all_blocks, commands, matched, trimmed

BLOCKS = all_blocks("console")


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block.name)
def test_the_commands_print_what_the_page_says(block: Block, tmp_path: Path) -> None:
    place = Workplace(block.page, tmp_path)
    for command in commands(block):
        if not command.line.startswith(OURS):
            continue
        printed, expected = place.run(command.line), trimmed(command.expected)
        if matched(expected, printed) is None:
            differs = "\n".join(difflib.unified_diff(expected, printed, "the page", "the command", lineterm=""))
            pytest.fail(f"{block.name}: $ {command.line}\n{differs}")


def test_every_other_command_is_a_target_of_the_makefile() -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    others = [command.line for block in BLOCKS for command in commands(block) if not command.line.startswith(OURS)]
    for line in others:
        tool, *words = line.split()
        known = (tool == "make" and words[0] in targets) or tool in ("pip", "pipx", "git", "cd")
        assert known, f"nobody tests `{line}`"


def test_there_are_blocks() -> None:
    assert len(BLOCKS) > 5
    assert all(commands(block) for block in BLOCKS)
