"""Questions in words: read by a grammar, answered from a refereed game, and justified by the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from refcli.questions.model import Answer
    from refcli.referee.referee import Referee


def answer(referee: Referee, text: str) -> tuple[str, Any]:
    """The answer to a `?` line at this point of the record, and its details; what a Referee is given as `answer`."""
    from refcli.questions.model import NotUnderstood

    try:
        found = ask(referee, text)
    except NotUnderstood as error:
        return f"not understood: {error}", error
    return found.text, found


def ask(referee: Referee, text: str, asker: int | None = None) -> Answer:
    """Answers one question. Raises NotUnderstood, or Faulty where its settings name nothing that exists."""
    from refcli.questions.asking import answered

    return answered(referee, text, asker)
