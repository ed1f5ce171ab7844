"""The body of a command under typer: however it ends, there is an exit code and never a traceback."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from refcli.cli.exits import CLEAN, code_of, set_debugging


@contextmanager
def guarded(debug: bool) -> Iterator[None]:
    """The body of a command: what goes wrong in it becomes a message and an exit code, never a traceback."""
    import typer

    set_debugging(debug)
    code = CLEAN
    try:
        yield
        sys.stdout.flush()
    except (typer.Exit, typer.Abort):
        raise
    except BaseException as error:
        code = code_of(error)
    raise typer.Exit(code)
