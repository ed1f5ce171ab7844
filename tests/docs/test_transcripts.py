"""The games in transcripts/ are worth reading, and every `=>` in them holds."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from refcli.record.stream import open_source, split_games
from tests.cases import differences, reports
from tests.docs.pages import ROOT

FOLDER = ROOT / "transcripts"
GAMES = sorted(FOLDER.glob("*.game"))
SOURCES = {"uno", "schitts-creek", "french-uno", "mashup", "crazy-eights"}


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_transcript_is_judged_as_it_says(path: Path) -> None:
    count, wrong = differences(path)
    assert not wrong, "\n".join(wrong)
    assert count >= 2, "a transcript says what it expects on the lines that matter"


def test_there_are_eight_and_every_source_has_one() -> None:
    assert len(GAMES) >= 8
    named = {name for path in GAMES for name in re.findall(r"^rules: (\S+)", path.read_text(encoding="utf-8"), re.M)}
    assert named >= SOURCES


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_transcript_says_what_it_is_about(path: Path) -> None:
    raw = next(iter(split_games(open_source(str(path)).lines, str(path))))
    assert raw.lines[0].startswith("# ")


def test_the_table_of_the_readme_shows_every_kind_of_remark() -> None:
    outcomes = [verdict.outcome for report in reports(FOLDER / "kitchen-table.game") for verdict in report.verdicts]
    assert {"legal", "illegal", "bluff"} <= set(outcomes)
