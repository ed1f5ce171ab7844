"""`refcli test`: every outcome and answer compared with what the records expect behind `=>`."""

from __future__ import annotations

import sys
from collections.abc import Iterator

from refcli.cli.crashes import Crashes
from refcli.cli.exits import CLEAN, FINDINGS, OWN_FAULT, UNUSABLE, Finished, complain, say
from refcli.cli.progress import Progress
from refcli.cli.settings import Settings, expanded
from refcli.cli.sources import sittings
from refcli.diagnostics import Faulty
from refcli.report.colors import paint_for
from refcli.report.frames import framed, plain, shown_path
from refcli.report.remarks import row
from refcli.report.sitting import Difference, Sitting, explained, not_understood
from refcli.report.view import View


def test(paths: list[str], settings: Settings) -> None:
    """Tests all records below all paths; ends with 1 where anything fails, with 2 where nothing is expected."""
    view = View(paint_for(sys.stdout))
    passed = failed = 0
    unusable = False
    crashes = Crashes()
    for argument in paths:
        expected = 0
        files, _ = expanded([argument])
        with Progress(files) as progress:
            for path in files:
                try:
                    for sitting in sittings(path, settings):
                        expected += sitting.expectations() + sitting.unusable
                        failures = list(failures_of(sitting, view))
                        failed += len(failures)
                        passed += max(0, sitting.expectations() - len(sitting.differences()))
                        for failure in failures:
                            sys.stdout.write("\n".join([*failure, "", ""]))
                        crashes.add(sitting)
                        progress.game(path)
                except Faulty as faulty:
                    complain(faulty.diagnostics)
                    unusable = unusable or files == [argument]
                    failed += files != [argument]
                    expected += 1
        if not expected:
            unusable = True
            what = "record (*.game)" if not files else "expectation (=> …)"
            say(f"refcli: there is no {what} in {shown_path(argument)}, so nothing was tested there")
    crashes.tell()
    sys.stdout.write(f"{passed} passed, {failed} failed\n")
    raise Finished(OWN_FAULT if crashes.found else UNUSABLE if unusable else FINDINGS if failed else CLEAN)


def failures_of(sitting: Sitting, view: View) -> Iterator[list[str]]:
    """What fails in a game, each as the rows that tell it."""
    for fault in sitting.all_faults():
        if fault.severity == "error":
            yield framed(fault, view.paint, sitting.lines_read)
    for difference in sitting.differences():
        yield list(_difference_rows(sitting, difference, view))
    for reply in sitting.report.replies if sitting.report else []:
        if not_understood(reply) and not reply.expected:
            span = reply.question.span
            difference = Difference(span, f"? {reply.question.text}", "an answer", reply.answer, reply=reply)
            yield list(_difference_rows(sitting, difference, view))


def _difference_rows(sitting: Sitting, difference: Difference, view: View) -> Iterator[str]:
    """The place and the line, what was expected and what came, and why that came."""
    place = f"{shown_path(sitting.path)}:{difference.span.line}"
    yield f"{view.paint(place, 'bold')}: {plain(difference.text)}"
    yield from row(view, "expected", plain(difference.expected), "green")
    yield from row(view, "got", plain(difference.got), "red")
    why = None
    if difference.verdict is not None:
        why = sitting.explained(difference.verdict)
    elif difference.reply is not None:
        why = explained(difference.reply)
    if why is None:
        return
    if why.words:
        yield from row(view, "because", plain(why.words))
    for number, reason in enumerate(why.reasons[:2]):
        label = "and" if number or why.words else "because"
        yield from row(view, label, f'"{reason.sentence}"  {reason.ident} · {shown_path(reason.path)}:{reason.line}')
        for fact in reason.facts[:2]:
            yield from row(view, "", plain(fact))
