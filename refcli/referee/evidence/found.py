"""The evidence for a verdict, of whichever sort it is: a proof, two deals, a contradiction."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from refcli.referee.judge import IMPOSSIBLE, UNDETERMINED

if TYPE_CHECKING:
    from refcli.referee.evidence.deals import Deal
    from refcli.referee.evidence.proof import Line
    from refcli.referee.referee import Report, Verdict


@dataclass(slots=True)
class Evidence:
    """What an outcome rests on, where unseen cards have a say in it.

    `lines` prove `so`, or contradict each other; `granted` is what the rulebook says of the deck. `deals` are those of an
    open event, the one in which it was right first; `settle` is what would settle it. `cut` says what the search for
    this left undone, "" where it was done to the end.
    """

    lines: list[Line] = field(default_factory=list)
    granted: list[str] = field(default_factory=list)
    so: str = ""
    deals: list[Deal] = field(default_factory=list)
    settle: str = ""
    cut: str = ""


def evidence_of_header(report: Report, verdict: Verdict) -> Evidence | None:
    """The lines of a header that contradict each other."""
    from refcli.referee.evidence.conflict import header_conflict

    proof = header_conflict(report, verdict)
    return None if proof is None else Evidence(proof.lines, proof.granted, proof.so)


def evidence_of(verdict: Verdict) -> Evidence | None:
    """The evidence for a verdict; None where it needs none, or there is none that can be written out."""
    if verdict.witness is None:
        return None
    if verdict.outcome == UNDETERMINED:
        from refcli.referee.evidence.deals import deals_of

        open_ = deals_of(verdict)
        if open_ is None:
            return None
        deals = [deal for deal in (open_.right, open_.wrong) if deal is not None]
        cut = "" if len(deals) == 2 else "no two deals that differ were written out within the bounds of the search"
        return Evidence(deals=deals, settle=open_.settle, cut=cut)
    if verdict.outcome == IMPOSSIBLE:
        from refcli.referee.evidence.conflict import conflict_of as found
    else:
        from refcli.referee.evidence.proof import proof_of as found
    proof = found(verdict)
    if proof is None:
        return None
    cut = "fewer lines may do: the search for them was cut short" if proof.cut else ""
    return Evidence(proof.lines, proof.granted, proof.so, cut=cut)
