"""How a report for people is to look."""

from __future__ import annotations

from refcli.referee.outcomes import BLUFF, ILLEGAL, IMPOSSIBLE, LEGAL, UNDETERMINED, UNRULED
from refcli.report.colors import Paint

LOOKS = {
    LEGAL: ("✓", "green"),
    ILLEGAL: ("✗", "red"),
    IMPOSSIBLE: ("✗", "red"),
    BLUFF: ("!", "yellow"),
    UNRULED: ("~", "magenta"),
    UNDETERMINED: ("?", "cyan"),
}


class View:
    """How a report is to look. `width` is where lines are broken, 0 for nowhere."""

    __slots__ = ("only_faults", "paint", "verbose", "width")

    def __init__(self, paint: Paint, width: int = 0, only_faults: bool = False, verbose: bool = False) -> None:
        self.paint = paint
        self.width = width
        self.only_faults = only_faults
        self.verbose = verbose
