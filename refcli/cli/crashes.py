"""Games that made refcli itself fail: the others are refereed all the same, and the failures told at the end."""

from __future__ import annotations

from refcli.cli.exits import own_fault

TYPE_CHECKING = False  # as in typing, which isn't imported where a start has to be quick
if TYPE_CHECKING:
    from refcli.report.sitting import Sitting


class Crashes:
    """Each kind of failure with the first game in which it came up and the number of games."""

    def __init__(self) -> None:
        self.found: dict[str, tuple[Exception, str, int]] = {}

    def add(self, sitting: Sitting) -> None:
        """Notes the failure of a game, if it has one."""
        if sitting.crash is not None:
            place = f"{sitting.path}, the game at line {sitting.first_line}"
            error, place, number = self.found.get(repr(sitting.crash), (sitting.crash, place, 0))
            self.found[repr(sitting.crash)] = (error, place, number + 1)

    def tell(self) -> None:
        """Says what failed, a line each."""
        for error, place, number in self.found.values():
            own_fault(error, f"{place} and {number - 1} more" if number > 1 else place)
