"""Every annotated game, the project's own and those that lie beside it, says what the referee says."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cases import HERE, SHARED, differences

OWN = sorted(HERE.rglob("*.game"))
BESIDE = sorted(SHARED.rglob("*.game")) if SHARED.is_dir() else []
TRANSCRIPTS = sorted((HERE.parent / "transcripts").glob("*.game"))


def own_cases() -> list[Path]:
    """Games with expectations; games under a folder of input to the command line are tested there."""
    return [
        path for path in OWN if "=>" in path.read_text(encoding="utf-8", errors="replace") and "cli" not in path.parts
    ]


@pytest.mark.parametrize("path", [*own_cases(), *BESIDE], ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_the_game_is_judged_as_it_says(path: Path) -> None:
    count, wrong = differences(path)
    assert not wrong, "\n".join(wrong)
    assert count, f"{path} expects nothing"


def test_there_are_cases() -> None:
    assert len(own_cases()) >= 10
