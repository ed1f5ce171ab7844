"""How the command line ends: exit codes, and what is said where something went wrong."""

from __future__ import annotations

import os
import sys

from refcli.faulty import Faulty

TYPE_CHECKING = False  # as in typing, which isn't imported where a start has to be quick
if TYPE_CHECKING:
    from refcli.diagnostics import Diagnostic

CLEAN, FINDINGS, UNUSABLE, OWN_FAULT, NOTHING_TO_DO, INTERRUPTED, PIPE_CLOSED = 0, 1, 2, 3, 5, 130, 141


# Whether `--debug` was given.
_debugging = False


def set_debugging(on: bool) -> None:
    """Whether a fault of refcli itself is told with its traceback."""
    global _debugging
    _debugging = on


def say(text: str) -> None:
    """A message on standard error, which is where everything but the report goes."""
    print(text, file=sys.stderr, flush=True)


def complain(diagnostics: list[Diagnostic], lines: dict[str, tuple[int, list[str]]] | None = None) -> None:
    """Findings as code frames on standard error. `lines` has what was read of a file: its first line and its lines."""
    from refcli.report.colors import paint_for
    from refcli.report.frames import framed

    paint = paint_for(sys.stderr)
    for diagnostic in diagnostics:
        say("\n".join(framed(diagnostic, paint, lines)) + "\n")


def own_fault(error: BaseException, where: str = "") -> None:
    """The one line about an exception that is a mistake of ours, or with `--debug` its traceback."""
    if _debugging or "--debug" in sys.argv:
        import traceback

        say("".join(traceback.format_exception(error)).rstrip())
    kind = type(error).__name__
    words = " ".join(str(error).split())[:200]
    place = f" ({where})" if where else ""
    say(f"refcli: this is a fault of refcli, please report it: {kind}: {words}{place} (--debug shows the traceback)")


def drop_output() -> int:
    """The report can't be written any more; what is still buffered must not complain at exit."""
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
    except (OSError, ValueError):
        pass
    return PIPE_CLOSED


def unwritten(error: OSError) -> int:
    """The exit code where the report can't be written: trouble with what is read comes as Faulty."""
    if isinstance(error, BrokenPipeError):
        return drop_output()
    drop_output()
    say(f"refcli: {error.strerror or error}")
    return UNUSABLE


class Finished(Exception):
    """Ends a command with an exit code."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


def code_of(error: BaseException) -> int:
    """The exit code for what ended a command, told where it's a fault; never a traceback."""
    if isinstance(error, Finished):
        try:
            sys.stdout.flush()
        except OSError as unwritable:
            return unwritten(unwritable)
        return error.code
    if isinstance(error, Faulty):
        complain(error.diagnostics)
        return UNUSABLE
    if isinstance(error, KeyboardInterrupt):
        return INTERRUPTED
    if isinstance(error, OSError):
        return unwritten(error)
    if not isinstance(error, Exception):
        raise error
    own_fault(error)
    return OWN_FAULT
