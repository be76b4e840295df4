"""Checking Equations (VII-C) and the end of a shake.

Each Equation has its own time, one after the other, but answers are taken in any order. The time that
runs belongs to the first Equation that got an answer; while none has one, to that of the first writer.
"""

from __future__ import annotations

from dataclasses import replace

from rules.adjudicator.cube_faults import parse_challenge
from rules.adjudicator.equation import is_correct
from rules.equations import tasks
from rules.equations.scoring import how_it_ended, shake_scores
from rules.equations.selecting import terms
from rules.equations.state import Answer, Finding, Match, Phase, Shake
from rules.game import ShakeScores
from rules.messages import Seat
from rules.shake_events import EquationChecked, JudgeRuled

#: What `check` is told when no challenge stands (contract, section 4).
NO_CHALLENGE = "none"


def begin_checking(match: Match) -> Match:
    """The match when all writers have presented or lost the task; over at once if there is no Equation."""
    return settle(tasks.lapse(match).with_shake(phase=Phase.CHECKING))


def equations(match: Match) -> tuple[str, ...]:
    """Who has put an Equation on paper, in the order of the seats."""
    return tuple(player for player in match.players if _has_equation(match.playing, player))


def _has_equation(shake: Shake, writer: str) -> bool:
    paper = shake.paper(writer)
    return paper is not None and paper.equation is not None


def owing(match: Match, writer: str) -> tuple[str, ...]:
    """Who still has to answer on an Equation; nobody once it is decided."""
    shake = match.playing
    if not _has_equation(shake, writer) or shake.finding(writer) is not None:
        return ()
    return tuple(by for by in match.others(writer) if shake.answer(writer, by) is None)


def equation_checked(match: Match, event: EquationChecked) -> Match:
    """A checker accepts or rejects (VII-C-3)."""
    shake = match.playing
    cites = match.rulebook.cites
    if not _has_equation(shake, event.writer):
        return match.ruled("not-now", cites.checking, "no-such-paper", player=Seat(event.writer))
    if event.by == event.writer:
        return match.ruled("not-now", cites.checking, "own-paper", player=Seat(event.by))
    if event.by not in owing(match, event.writer):
        return match.ruled("not-now", cites.checking, "answered-already", player=Seat(event.by))
    current = shake.checked
    if current is not None and current != event.writer and not _answered(shake, current):
        match = _turn_to(match, event.writer)
    if match.playing.checked == event.writer:
        match = tasks.done(match, event.by)
    answer = Answer(event.writer, event.by, event.accepted)
    return settle(match.with_shake(answers=(*match.playing.answers, answer)))


def judge_ruled(match: Match, event: JudgeRuled) -> Match:
    """A judge's word stands above every other finding, and after the shake still changes its scores."""
    if match.shake is None or not _has_equation(match.shake, event.writer):
        return match.ruled("not-now", match.rulebook.cites.verdict, "no-such-paper", player=Seat(event.writer))
    match = found(match, event.writer, event.correct)
    if match.playing.phase is Phase.CHECKING:
        return settle(match)
    shake = match.playing
    scored = replace(match.shakes[-1], scores=shake_scores(shake, match.players, match.rulebook))
    return replace(match, shakes=(*match.shakes[:-1], scored))


def time_lost(match: Match) -> Match:
    """The extra minute is over: who has not answered on the Equation at hand has no say in it."""
    writer = match.playing.checked
    if writer is None:
        return tasks.lose(match)
    for by in owing(match, writer):
        lost = Answer(writer, by, None)
        match = match.with_shake(answers=(*match.playing.answers, lost))
        match = match.ruled("time-lost", match.rulebook.cites.time, "answer-lost", player=Seat(by))
    return settle(tasks.lose(match))


def settle(match: Match) -> Match:
    """The match with every answered Equation decided: on to the next one, or to the end of the shake."""
    for writer in equations(match):
        if match.playing.finding(writer) is None and not owing(match, writer):
            match = _decide(match, writer)
    shake = match.playing
    findings = [shake.finding(writer) for writer in equations(match)]
    if all(finding is not None for finding in findings):
        return end_shake(tasks.lapse(match))
    if shake.checked is not None and shake.finding(shake.checked) is None:
        return match
    unanswered = [writer for writer in equations(match) if owing(match, writer)]
    if not unanswered:
        return tasks.lapse(match).with_shake(checked=None)
    writer = _first_answered(shake, unanswered) or unanswered[0]
    match = tasks.begin(match, match.rulebook.tasks.check, owing(match, writer))
    return match.with_shake(checked=writer)


def _turn_to(match: Match, writer: str) -> Match:
    """The same time, now for another Equation."""
    return tasks.owe(match, owing(match, writer)).with_shake(checked=writer)


def _answered(shake: Shake, writer: str) -> bool:
    return any(answer.writer == writer for answer in shake.answers)


def _first_answered(shake: Shake, writers: list[str]) -> str | None:
    return next((answer.writer for answer in shake.answers if answer.writer in writers), None)


def _decide(match: Match, writer: str) -> Match:
    """The match with a finding: correct, unless a rejection is borne out (VII-C-3)."""
    shake = match.playing
    paper = shake.paper(writer)
    rejected = any(answer.writer == writer and answer.accepted is False for answer in shake.answers)
    if not rejected or paper is None or paper.equation is None:
        return found(match, writer, True)
    claim = parse_challenge(shake.challenge.claim.value if shake.challenge else NO_CHALLENGE)
    return found(match, writer, is_correct(terms(match), claim, shake.mat, paper.equation))


def found(match: Match, writer: str, correct: bool) -> Match:
    """The match with what was found of an Equation, in place of any earlier finding."""
    others = tuple(finding for finding in match.playing.findings if finding.writer != writer)
    return match.with_shake(findings=(*others, Finding(writer, correct)))


def end_shake(match: Match) -> Match:
    """The match after the shake: its scores, the next Goal-setter, and the end of the round if it was called."""
    shake = replace(match.playing, phase=Phase.SHAKE_OVER, running=None, block=None, checked=None, last_turn=None)
    setter = shake.goal_setter
    scores = ShakeScores(
        scores=shake_scores(shake, match.players, match.rulebook),
        penalties={},
        goal_setter=setter,
        how=how_it_ended(shake),
    )
    return replace(
        match,
        shake=shake,
        shakes=(*match.shakes, scores),
        # I-D; after a void shake the same player sets again (IV-D-1).
        next_setter=setter if shake.void else match.from_left_of(setter)[0],
        over=match.time_called,
    )


def void_shake(match: Match, cite: str, why: str) -> Match:
    """The match after a shake that counts for nobody."""
    match = tasks.lapse(match).ruled("void", cite, why)
    return end_shake(match.with_shake(void=True))
