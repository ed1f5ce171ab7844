"""Commands that start fast: what stands on the command line is taken as it is written.

Newer versions of typer have pydantic convert every value, texts and switches too, and loading that takes longer than
refereeing a game. Here each parameter is told beforehand that there is nothing to convert; other versions don't mind.
"""

from __future__ import annotations

from typing import Any

import typer
import typer.core


class _AsWritten:
    """Leaves the value of an option or argument as it was written: a text, a list of texts, a switch, or nothing."""

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        """The value for the command's function."""
        del ctx
        several = param.nargs == -1 or getattr(param, "multiple", False)
        return list(value or ()) if several else value


def _told(param: Any) -> Any:
    if param is not None:
        param._runtime_param = _AsWritten()
    return param


class LightCommand(typer.core.TyperCommand):
    """A command all of whose parameters are texts, lists of texts and switches."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        for param in self.params:
            _told(param)

    def get_help_option(self, ctx: Any) -> Any:
        """The option `--help`, which is made apart from the others."""
        return _told(super().get_help_option(ctx))


class LightGroup(typer.core.TyperGroup):
    """The commands together; its own parameters are switches only."""

    def get_help_option(self, ctx: Any) -> Any:
        """The option `--help`."""
        return _told(super().get_help_option(ctx))
