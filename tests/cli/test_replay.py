"""What `refcli replay` says, how it ends, and what its options change."""

from __future__ import annotations

import os
import pty
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
Run = Callable[..., Any]

HEADER = "rules: uno\nplayers: Ann, Bo, Cy\nhand Ann: red 5, green 1, blue 7\nhand Bo: blue 3, blue 4\ntop: red 1\n"


def said(refcli: Run, lines: str, *options: str, header: str = HEADER) -> Any:
    return refcli("replay", "-", *options, stdin=(header + lines).encode())


@pytest.mark.parametrize(
    ("lines", "code"),
    [
        ("Ann plays red 5", 0),
        ("Ann plays blue 7", 1),
        ("Ann plays red 9", 1),
        ("Ann plays red 5\nBo draws\nCy plays wild draw four choosing green", 0),
        ("Ann plays red 5 => illegal", 1),
        ("Ann plays blue 7 => illegal", 1),
        ("? whose turn => Bo", 1),
        ("? whose turn => Ann", 0),
        ("Ann playz red 5", 2),
        ("Ann plays blue 7\nAnn playz red 5", 2),
    ],
)
def test_exit_codes(refcli: Run, lines: str, code: int) -> None:
    for options in ([], ["--summary"], ["--format", "json"], ["--format", "annotated"], ["--only-faults"]):
        assert said(refcli, lines, *options).code == code, options


def test_a_wrong_play_is_told_with_its_rule_and_what_was_allowed(refcli: Run) -> None:
    text = said(refcli, "Ann plays blue 7").out
    assert "✗ ILLEGAL" in text
    assert "Play one card that fits the top card." in text
    assert "turn/play" in text
    assert "rulebooks/shedding.rules:" in text
    assert "red 1" in text
    assert "Ann could: play red 5 · play green 1 · draw" in text
    assert "standard input:6" in text


def test_a_duty_passed_over_names_who_left_it(refcli: Run) -> None:
    header = HEADER.replace("uno\n", "french-uno\n", 1)
    text = said(refcli, "Ann plays red 5\nBo passes\nCy draws", header=header).out
    assert "ILLEGAL" in text


def test_a_player_out_of_turn_is_told_whose_turn_it_was(refcli: Run) -> None:
    assert "Bo could only wait: it was Ann's turn" in said(refcli, "Bo plays blue 3").out


def test_options_extend_and_override_the_header(refcli: Run) -> None:
    lines = "Ann plays red 5"
    assert "stacking, uno-penalty 4" in said(refcli, lines, "--with", "stacking,uno-penalty 4").out
    off = said(refcli, lines, "--without", "stacking", header="with: stacking\n" + HEADER).out
    assert off.splitlines()[0] == "standard input · UNO · no stacking · Ann, Bo, Cy"
    assert "French UNO" in said(refcli, lines, "--rules", "french-uno").out


def test_only_faults_leaves_out_what_is_legal(refcli: Run) -> None:
    text = said(refcli, "Ann plays red 5\nBo plays blue 3\n? whose turn", "--only-faults").out
    assert "Ann plays red 5" not in text
    assert "Bo plays blue 3" in text
    assert "whose turn" not in text


def test_verbose_justifies_what_is_legal(refcli: Run) -> None:
    text = said(refcli, "Ann plays red 5\nBo draws", "--verbose").out
    assert "turn/play" in text
    assert "red 5 has the color in force, red" in text


def test_what_is_legal_against_expectation_is_justified(refcli: Run) -> None:
    text = said(refcli, "Ann plays red 5 => illegal\nBo draws").out
    assert "expected  illegal, not legal" in text
    assert "red 5 has the color in force, red" in text


def test_the_last_line_of_a_summary(refcli: Run) -> None:
    games = "".join(f"game: {n}\n{HEADER}Ann plays {card}\n" for n, card in enumerate(["red 5", "blue 7", "red 9"]))
    done = refcli("replay", "-", "--summary", stdin=games.encode())
    assert done.out.splitlines()[-1] == "3 events, 3 games, 2 faulty"
    assert "Ann plays" not in done.out


def test_a_stream_prints_each_game(refcli: Run) -> None:
    games = "".join(f"game: {n}\n{HEADER}Ann plays {card}\n" for n, card in enumerate(["red 5", "blue 7"]))
    done = refcli("replay", "-", stdin=games.encode())
    assert "game 0" in done.out
    assert "game 1" in done.out
    assert "2 games, 1 faulty" in done.out


def test_a_folder_stands_for_the_records_below_it(refcli: Run, tmp_path: Path) -> None:
    (tmp_path / "a" / "b").mkdir(parents=True)
    (tmp_path / "a" / "b" / "one.game").write_text(HEADER + "Ann plays red 5\n")
    (tmp_path / "a" / "two.game").write_text(HEADER + "Ann plays red 5\n")
    (tmp_path / "a" / "notes.txt").write_text("nothing")
    assert refcli("replay", "a", "--summary").out.splitlines()[-1] == "2 events, 2 games, 0 faulty"


def test_json_lines_are_read(refcli: Run) -> None:
    record = (
        b'{"rules": "uno", "players": ["Ann", "Bo"], "top": "red 1"}\n'
        b'{"player": "Ann", "verb": "plays", "cards": ["blue 7"]}\n'
    )
    done = refcli("replay", "-", stdin=record)
    assert done.code == 1
    assert "ILLEGAL" in done.out
    refused = refcli("replay", "-", "--format", "annotated", stdin=record)
    assert refused.code == 2
    assert "--format json" in refused.err


@pytest.mark.parametrize(
    ("options", "environment", "colored"),
    [
        ([], {}, False),
        ([], {"FORCE_COLOR": "1"}, True),
        ([], {"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
        (["--color", "always"], {"NO_COLOR": "1"}, True),
        (["--color", "never"], {"FORCE_COLOR": "1"}, False),
    ],
)
def test_colors(process: Run, options: list[str], environment: dict[str, str], colored: bool) -> None:
    done = process("replay", "-", *options, stdin=(HEADER + "Ann plays blue 7").encode(), **environment)
    assert ("\x1b[" in done.out) is colored


def on_a_terminal(path: Path, *options: str, report: Path | None = None, **environment: str) -> bytes:
    """What the command line writes to a terminal; the report goes there, or into a file."""
    ours, theirs = pty.openpty()
    clean = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "FORCE_COLOR")}
    command = [sys.executable, "-m", "refcli", *(options or ("replay",)), str(path)]
    env = {**clean, "PYTHONPATH": str(ROOT), "TERM": "xterm", "COLUMNS": "80", **environment}
    out = theirs if report is None else os.open(report, os.O_WRONLY | os.O_CREAT)
    with subprocess.Popen(command, stdout=out, stderr=theirs, stdin=theirs, env=env) as run:
        os.close(theirs)
        found = b""
        while True:
            try:
                piece = os.read(ours, 65536)
            except OSError:
                break
            if not piece:
                break
            found += piece
        run.wait()
    os.close(ours)
    return found


LONG = 25_000  # games of two lines: more than a moment's work


def test_long_work_shows_how_far_it_is(tmp_path: Path) -> None:
    hands = "hand Ann: red 1, red 2, red 3, red 4, red 5, red 6, red 7\nhand Bo: blue 1, blue 2, blue 3, blue 4, blue 5, blue 6, blue 7\n"
    game = f"game: a\nrules: uno\nplayers: Ann, Bo\n{hands}start: red 9\nAnn plays red 1\nBo plays blue 1\n"
    path = tmp_path / "many.game"
    path.write_text(game * LONG)
    found = on_a_terminal(path, "replay", "--summary").decode()
    assert "games, files" in found
    assert found.rstrip().endswith(f"{2 * LONG} events, {LONG} games, 0 faulty")


def test_a_report_in_a_file_has_all_of_it_while_the_terminal_shows_how_far_it_is(tmp_path: Path) -> None:
    for number in range(60):
        (tmp_path / f"{number}.game").write_text(HEADER + "Ann plays blue 7 => legal\n")
    report = tmp_path / "report.txt"
    shown = on_a_terminal(tmp_path, "test", report=report).decode()
    assert "games, files" in shown
    assert "expected" not in shown
    text = report.read_text()
    assert text.count("expected  legal") == 60
    assert text.endswith("0 passed, 60 failed\n")


def test_a_terminal_has_colors_unless_told_otherwise(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    path.write_text(HEADER + "Ann plays blue 7\n")
    assert b"\x1b[31;1m" in on_a_terminal(path)
    assert b"\x1b" not in on_a_terminal(path, NO_COLOR="1")
    assert b"\x1b" not in on_a_terminal(path, TERM="dumb")


def test_a_fault_of_our_own_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "a.game").write_text(HEADER + "Ann plays red 5\n")
    broken = "import sys, refcli.cli.sources as s\ns.refereed = lambda *a: 1 / 0\nfrom refcli.cli import main\nsys.exit(main())"
    command = [sys.executable, "-c", broken, "replay", "a.game"]
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 3
    (line,) = done.stderr.splitlines()
    assert "this is a fault of refcli, please report it: ZeroDivisionError" in line
    assert "a.game" in line
    assert "--debug" in line
    done = subprocess.run([*command, "--debug"], cwd=tmp_path, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 3
    assert "Traceback" in done.stderr


def test_a_reader_who_has_enough_is_no_fault(tmp_path: Path) -> None:
    (tmp_path / "a.game").write_text("".join(f"game: {n}\n{HEADER}Ann plays blue 7\n" for n in range(300)))
    command = f"set -o pipefail; {sys.executable} -m refcli replay a.game | head -1"
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(["bash", "-c", command], cwd=tmp_path, env=env, capture_output=True, check=False)
    assert done.returncode in (0, 141)
    assert done.stderr == b""


def test_an_interrupt_ends_quietly(tmp_path: Path) -> None:
    env = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"}
    command = [sys.executable, "-m", "refcli", "replay", "-"]
    # Who starts the tests in the background of a shell has interrupts switched off, and a child inherits that.
    heard = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)
    with subprocess.Popen(command, stdin=-1, stdout=-1, stderr=-1, env=env, cwd=tmp_path, preexec_fn=heard) as run:
        assert run.stdin is not None
        assert run.stdout is not None
        assert run.stderr is not None
        run.stdin.write(f"game: 1\n{HEADER}Ann plays red 5\ngame: 2\n{HEADER}".encode() + b"# more\n" * 20_000)
        run.stdin.flush()
        run.stdout.readline()
        time.sleep(0.1)
        run.send_signal(signal.SIGINT)
        run.wait(20)
        assert run.returncode == 130
        assert run.stderr.read() == b""


def test_a_full_disk_is_no_fault_of_ours(tmp_path: Path) -> None:
    full = Path("/dev/full")
    if not full.exists():
        pytest.skip("this system has no /dev/full")
    (tmp_path / "a.game").write_text(HEADER + "Ann plays red 5\n")
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    with full.open("w") as out:
        command = [sys.executable, "-m", "refcli", "replay", "a.game"]
        done = subprocess.run(command, cwd=tmp_path, env=env, stdout=out, stderr=-1, check=False)
    assert done.returncode == 2
    assert b"Traceback" not in done.stderr


def test_the_version(refcli: Run) -> None:
    done = refcli("--version")
    assert done.code == 0
    assert done.out.startswith("refcli ")


def test_only_what_is_needed_is_loaded(tmp_path: Path) -> None:
    """A game of a known rulebook starts neither the parser of rulebooks nor what only terminals or checks need."""
    (tmp_path / "a.game").write_text(HEADER + "Ann plays red 5\n")
    code = "import sys\nfrom refcli.cli import main\nmain()\nprint(*sys.modules, file=sys.stderr)"
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    for _ in range(2):
        command = [sys.executable, "-c", code, "replay", "a.game"]
        done = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True, check=True)
    loaded = {name.partition(".")[0] for name in done.stderr.split()}
    assert not loaded & {"lark", "rich", "pydantic", "pydantic_core", "hypothesis"}
