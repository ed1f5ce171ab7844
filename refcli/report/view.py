"""How a report for people is to look."""

from __future__ import annotations

from dataclasses import dataclass

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


@dataclass(frozen=True, slots=True)
class View:
    """How a report is to look. `width` is where lines are broken, 0 for nowhere."""

    paint: Paint
    width: int = 0
    only_faults: bool = False
    verbose: bool = False
