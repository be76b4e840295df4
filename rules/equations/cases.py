"""The Equations of a shake as a judge gets them: the paper, the mat, what the checkers said, the question to ask."""

from __future__ import annotations

from typing import Any

from rules.cases import Case, Said
from rules.equations import checking, selecting
from rules.equations.officials import rulings_on
from rules.equations.scoring import how_it_ended
from rules.equations.state import Answer, Match, Phase, Shake
from rules.equations.words import WORDS
from rules.messages import Message


def cases(match: Match) -> tuple[Case, ...]:
    """Every Equation that a judge may rule on: while it is checked, and until the next shake begins."""
    shake = match.shake
    if shake is None or shake.phase not in (Phase.CHECKING, Phase.SHAKE_OVER):
        return ()
    disputed = checking.disputed(match) if shake.phase is Phase.CHECKING else ()
    return tuple(
        Case(
            writer=writer,
            text=_written(shake, writer),
            story=how_it_ended(shake),
            mat=shake.mat,
            said=tuple(_said(answer) for answer in shake.answers if answer.writer == writer),
            disputed=writer in disputed,
            found=_found(shake, writer),
            request=request(match, writer),
            actions=tuple(rulings_on(match, writer)),
            readings=dict(match.rulebook.adjudicating),
        )
        for writer in checking.equations(match)
    )


def request(match: Match, writer: str) -> dict[str, Any]:
    """The question `check` (contract, section 4) that has the same answer as the match's own finding."""
    shake = match.playing
    return {
        "kind": "equation",
        "ruleset": match.rulebook.ruleset,
        "division": match.division,
        "variations": [variation.to_json() for variation in selecting.suiting(match)],
        "challenge": shake.challenge.claim.value if shake.challenge else checking.NO_CHALLENGE,
        "mat": shake.mat.to_json(),
        "equation": _written(shake, writer),
    }


def _written(shake: Shake, writer: str) -> str:
    paper = shake.paper(writer)
    return (paper.equation if paper else None) or ""


def _said(answer: Answer) -> Said:
    if answer.reason is None:
        return Said(answer.by, answer.accepted)
    # A code that the screens do not offer is said as it is.
    code = f"ground-{answer.reason}"
    reason = Message.of(code) if code in WORDS else Message.of("said-reason", reason=answer.reason)
    return Said(answer.by, answer.accepted, reason)


def _found(shake: Shake, writer: str) -> Message | None:
    finding = shake.finding(writer)
    return None if finding is None else Message.of("paper-correct" if finding.correct else "paper-incorrect")
