"""Every rulebook and every record that the documentation shows is what it says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from refcli.language.check_book import check_book
from tests.cases import differences, reports
from tests.docs.pages import Block, Workplace, all_blocks, blocks, trimmed

RULES = all_blocks("rules")
GAMES = all_blocks("game")
HEAD = 'rulebook example "An example of the documentation"\nextends {base}\n'
A_WORD = (
    '\nword fits, fit "A card fits that has the same face."\n  a card fits if its face is the face of the top card\n'
)


def whole(block: Block) -> str:
    """The text of a rulebook: the block itself, or the block below a heading."""
    found = re.search(r"\bin (\S+)", block.info)
    if not found:
        return block.text
    text = HEAD.format(base=found.group(1)) + block.text
    if found.group(1) == "shedding":
        text += "" if "\nplayers " in text else "\nplayers 2 to 5\n"
        text += "" if "\nword fits" in text else A_WORD
    return text


def put_rulebooks(block: Block, folder: Path) -> None:
    """The rulebooks that the block's page has under a name, for examples that build on them."""
    for other in RULES:
        if other.page == block.page and other.file:
            (folder / other.file).write_text(other.text, encoding="utf-8")


@pytest.mark.parametrize("block", RULES, ids=lambda block: block.name)
def test_a_rulebook_reads_and_makes_sense(block: Block, tmp_path: Path) -> None:
    put_rulebooks(block, tmp_path)
    path = tmp_path / (block.file or "example.rules")
    path.write_text(whole(block), encoding="utf-8")
    found = check_book(path)
    errors = [f"{d.span} {d.code}: {d.sentence} ({d.help})" for d in found if d.severity == "error"]
    wrong = re.search(r"\bwrong (\S+)", block.info)
    if wrong:
        codes = [d.code for d in found]
        assert wrong.group(1) in codes, f"{block.name} is to show {wrong.group(1)}, and check finds {codes}"
    else:
        assert not errors, f"{block.name}\n" + "\n".join(errors)


@pytest.mark.parametrize("block", GAMES, ids=lambda block: block.name)
def test_a_record_reads_and_is_judged_as_it_says(block: Block, tmp_path: Path) -> None:
    put_rulebooks(block, tmp_path)
    path = tmp_path / "example.game"
    path.write_text(block.text, encoding="utf-8")
    assert reports(path), f"{block.name} holds no game"
    _, wrong = differences(path)
    assert not wrong, f"{block.name}\n" + "\n".join(wrong)


@pytest.mark.parametrize("block", all_blocks("jsonl"), ids=lambda block: block.name)
def test_a_record_in_json_lines_reads(block: Block, tmp_path: Path) -> None:
    path = tmp_path / "example.jsonl"
    path.write_text(block.text, encoding="utf-8")
    lines = Workplace(block.page, tmp_path / "place").run(f"refcli replay {path}")
    assert lines[-1].endswith("all legal"), "\n".join(lines)


@pytest.mark.parametrize("block", all_blocks("python"), ids=lambda block: block.name)
def test_a_program_prints_what_the_page_says(block: Block, tmp_path: Path) -> None:
    printed = next(b for b in blocks(block.page) if b.info == "printed" and b.line > block.line)
    place = Workplace(block.page, tmp_path / "place")
    assert place.python(block.text) == trimmed(printed.text.splitlines())


def test_there_are_examples() -> None:
    assert len(RULES) > 20
    assert len(GAMES) > 3
