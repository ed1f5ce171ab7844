"""The exception that carries findings. Apart from `diagnostics`, so that catching it costs no start."""

from __future__ import annotations

TYPE_CHECKING = False  # as in typing, which isn't imported where a start has to be quick
if TYPE_CHECKING:
    from refcli.diagnostics import Diagnostic


class Faulty(Exception):
    """A text that can't be used, with all its diagnostics."""

    def __init__(self, diagnostics: list[Diagnostic]) -> None:
        super().__init__("; ".join(f"{d.span}: {d.sentence}" for d in diagnostics))
        self.diagnostics = diagnostics

    def __reduce__(self) -> tuple[type[Faulty], tuple[list[Diagnostic]]]:
        """Crosses from one process to another with its diagnostics, not with the text made of them."""
        return Faulty, (self.diagnostics,)
