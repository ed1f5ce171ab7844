"""The checks of meaning: each faulty rulebook in bad/ says which findings it expects on which of its lines."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from refcli.diagnostics import Diagnostic
from refcli.language.check_book import check_book
from refcli.language.checks import ALL, EACH, findings
from refcli.language.checks_deck import HEADER_KEYS
from refcli.language.load import chain, known_rulebooks, locate
from refcli.language.merge import merge
from refcli.language.phrasebook import BOOK
from refcli.language.resolve import Resolver
from refcli.record.header import _READERS

BAD = Path(__file__).parent / "bad"
FILES = sorted(BAD.glob("*.rules"))
EXPECTED = re.compile(r"^# expect: ([A-Z]\d+) (\d+)$", re.MULTILINE)


def of(name: str) -> list[Diagnostic]:
    return check_book(BAD / f"{name}.rules")


def only(name: str, code: str) -> Diagnostic:
    """The one finding with a code."""
    (found,) = [d for d in of(name) if d.code == code]
    return found


def test_there_are_faulty_rulebooks() -> None:
    assert len(FILES) > 20


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_findings_are_those_expected(path: Path) -> None:
    """Nothing less, nothing more; a finding in another file counts with that file's name."""
    expected = sorted((code, path.name, int(line)) for code, line in EXPECTED.findall(path.read_text(encoding="utf-8")))
    found = []
    for d in check_book(path):
        assert d.span is not None
        found.append((d.code, Path(d.span.path).name, d.span.line))
    assert sorted(found) == expected


def test_every_code_has_a_faulty_rulebook() -> None:
    expected = {code for path in FILES for code, _ in EXPECTED.findall(path.read_text(encoding="utf-8"))}
    assert set(EACH) | set(ALL) <= expected


def test_every_check_says_what_it_finds() -> None:
    """The first line of a check's docstring is its entry in the reference."""
    for check in [*EACH.values(), *(check for checks in ALL.values() for check in checks)]:
        first = (check.__doc__ or "").strip().splitlines()[:1]
        assert first, check
        assert first[0].endswith("."), check


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_finding_has_a_sentence_and_a_remedy(path: Path) -> None:
    for d in check_book(path):
        assert d.sentence
        assert not d.sentence.endswith(".")
        assert d.help
        assert not re.search(r"[{}$]|None|\bTrue\b|Token", d.sentence + d.help)


# ---------------------------------------------------------------- the rulebooks that come along


@pytest.mark.parametrize("name", known_rulebooks())
def test_the_rulebooks_that_come_along_are_sound(name: str) -> None:
    assert [f"{d.span}: {d.code} {d.sentence}" for d in check_book(name)] == []


def test_one_form_can_be_checked_by_itself() -> None:
    merged = merge(chain(locate("shedding")), [], [])
    resolver = Resolver(merged)
    assert findings(resolver.resolve(), resolver.used, merged) == []


# ---------------------------------------------------------------- what is said


def test_errors_come_before_warnings() -> None:
    order = [d.severity for d in of("c420")]
    assert order == sorted(order)


def test_a_typing_error_is_met_with_a_name_that_exists() -> None:
    hints = " / ".join(d.help for d in of("s210"))
    for name in ("draw", "drawn", "called-twice", "turn", "out", "suit"):
        assert f'did you mean "{name}"' in hints or f"did you mean {name}?" in hints


def test_a_rulebook_that_extends_itself() -> None:
    assert only("s104", "S104").sentence == "s104 extends itself"


def test_house_rules_that_change_one_line_are_shown_with_both_places() -> None:
    found = only("l303", "L303")
    assert found.sentence == "one-more and pass-on both change turn/draw"
    assert found.span is not None
    assert [span.line for _, span in found.others] == [7]


def test_house_rules_whose_order_matters_are_shown_with_both_places() -> None:
    found = only("l305", "L305")
    assert "before onward in played" in found.sentence
    assert len(found.others) == 1


def test_house_rules_that_fail_together_are_named() -> None:
    found = only("pairs", "C410")
    assert found.sentence.startswith("with hold and use: a dead end in drawn: if ")
    assert {"the house rule hold", "the house rule use"} <= {text for text, _ in found.others}


def test_a_dead_end_says_when() -> None:
    ends = [d.sentence for d in of("c410")]
    assert ends[0] == "a dead end in pond: if nothing is left to draw, no arrow leaves and nobody may do anything"
    assert "the lamps is not 0 and the lamps is not at least 2" in ends[1]


def test_a_check_of_a_further_stage_is_asked_for_each_sound_form() -> None:
    """Random play hooks in here: it gets the rulebook alone and with each house rule."""
    asked: list[tuple[str, ...]] = []

    def further(form: object) -> list[Diagnostic]:
        asked.append(getattr(form, "settings", ()))
        return [Diagnostic("C499", "somebody got stuck", None)]

    found = check_book(BAD / "pairs.rules", further=[further])
    assert asked == [(), ("hold",), ("use",), ("hold", "dry")]
    assert [d.code for d in found] == ["C499", "C410"]


def test_header_keys_are_those_of_records() -> None:
    assert set(HEADER_KEYS) == set(_READERS)


def patterns_in(path: Path) -> set[str]:
    """The string constants of a module that look like patterns of the phrase book."""
    module = ast.parse(path.read_text(encoding="utf-8"))
    shown = {id(part) for node in ast.walk(module) if isinstance(node, ast.JoinedStr) for part in node.values}
    texts = {n.value for n in ast.walk(module) if isinstance(n, ast.Constant) and id(n) not in shown}
    hole = re.compile(r"\{(name\.\w+|player|card|cards|value|number|#)\}")
    return {text for text in texts if isinstance(text, str) and hole.search(text)}


def test_the_checks_know_the_phrases_that_they_name() -> None:
    """A pattern, or the start or end of one, that a check looks for is in the phrase book."""
    patterns = [entry.pattern for entry in BOOK]
    for path in sorted((Path(__file__).parents[2] / "refcli" / "language").glob("*.py")):
        if path.stem in ("facts", "quantities", "descriptions", "drift", "graph", "layers") or path.stem.startswith(
            "checks"
        ):
            for text in patterns_in(path):
                assert any(p.startswith(text) or p.endswith(text) for p in patterns), f"{path.name}: {text}"
