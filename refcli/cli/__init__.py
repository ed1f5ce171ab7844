"""The command line: the only stage that knows files, exit codes and terminals."""

from __future__ import annotations

import sys


def main() -> int:
    """Runs the command line; returns its exit code.

    0 clean or yes, 1 findings, 2 what was given can't be used, 3 a fault of refcli itself, 5 nothing to do.
    """
    from refcli.cli.exits import INTERRUPTED, OWN_FAULT, own_fault, unwritten
    from refcli.cli.plain import SUMMARY, records_of, replay

    words = sys.argv[1:]
    try:
        if games := records_of(words):
            return replay(games, SUMMARY in words)
        from refcli.cli.app import app

        app(prog_name="refcli")
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else int(end.code is not None)
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError as error:
        return unwritten(error)
    except Exception as error:
        own_fault(error)
        return OWN_FAULT
    return 0
