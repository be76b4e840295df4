"""Checking Equations (VII-C) and the end of a shake.

Each Equation has its own time, one after the other, but answers are taken in any order. The time that
runs belongs to the first Equation that got an answer; while none has one, to that of the first writer.
"""

from __future__ import annotations

from msgspec.structs import replace

from rules.adjudicator.cube_faults import parse_challenge
from rules.adjudicator.equation import verdict
from rules.equations import judges, tasks
from rules.equations.readings import Rejection
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


def disputed(match: Match) -> tuple[str, ...]:
    """Whose Equation has been rejected and is not decided yet."""
    shake = match.playing
    return tuple(w for w in equations(match) if shake.finding(w) is None and _rejections(shake, w))


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
    answer = Answer(event.writer, event.by, event.accepted, event.reason)
    return settle(match.with_shake(answers=(*match.playing.answers, answer)))


def judge_ruled(match: Match, event: JudgeRuled) -> Match:
    """A judge's word stands above every other finding, and after the shake still changes its scores."""
    if match.shake is None or not _has_equation(match.shake, event.writer):
        return match.ruled("not-now", match.rulebook.cites.verdict, "no-such-paper", player=Seat(event.writer))
    match = found(match, event.writer, event.correct)
    return settle(match) if match.playing.phase is Phase.CHECKING else _scored_again(match)


def found_again(match: Match) -> Match:
    """The match after a correction of the cubes: what the adjudicator found of them is found anew, and scored."""
    for finding in match.playing.findings:
        if finding.from_cubes:
            match = found(match, finding.writer, not _borne_out(match, finding.writer), from_cubes=True)
    return _scored_again(match) if match.playing.phase is Phase.SHAKE_OVER else match


def _scored_again(match: Match) -> Match:
    """The match with the scores of the shake that is just over as its findings are now."""
    shake = match.playing
    before = match.shakes.newest
    scored = replace(before, scores=shake_scores(shake, match.players, match.rulebook))
    match = replace(match, shakes=match.shakes.with_newest(scored))
    return match.gained({player: points - before.scores[player] for player, points in scored.scores.items()})


def time_lost(match: Match) -> Match:
    """The extra minute is over: who has not answered on the Equation at hand has no say in it."""
    checked = [writer for writer in equations(match) if writer == match.playing.checked]
    for lost in [Answer(writer, by, None) for writer in checked for by in owing(match, writer)]:
        match = match.with_shake(answers=(*match.playing.answers, lost))
        match = match.ruled("time-lost", match.rulebook.cites.time, "answer-lost", player=Seat(lost.by))
    return settle(tasks.lose(match))


def settle(match: Match) -> Match:
    """The match with every answered Equation decided: on to the next one, or to the end of the shake."""
    for writer in equations(match):
        if match.playing.finding(writer) is None:
            match = _decided(match, writer)
    shake = match.playing
    findings = [shake.finding(writer) for writer in equations(match)]
    if all(finding is not None for finding in findings):
        return end_shake(tasks.lapse(match))
    if shake.checked is not None and owing(match, shake.checked):
        return match
    unanswered = [writer for writer in equations(match) if owing(match, writer)]
    if not unanswered:
        # Where rejections are for a judge: every answer is given, and the judge's word is missing.
        match = tasks.lapse(match).with_shake(checked=None)
        return match.ruled("for-a-judge", match.rulebook.cites.verdict, "judge-decides")
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


def _rejections(shake: Shake, writer: str) -> list[Answer]:
    return [answer for answer in shake.answers if answer.writer == writer and answer.accepted is False]


def _decided(match: Match, writer: str) -> Match:
    """The match with a finding, if it is time for one: correct, unless a rejection is borne out (VII-C-3)."""
    readings = match.rulebook.readings
    complete = not owing(match, writer)
    if not _rejections(match.playing, writer):
        return found(match, writer, True) if complete else match
    if readings.rejection is Rejection.BY_A_JUDGE or not (complete or readings.first_proof_decides):
        return match
    wrong = readings.rejection is Rejection.ALWAYS or _borne_out(match, writer)
    if not complete and not wrong:
        return match
    return found(match, writer, not wrong, from_cubes=readings.rejection is Rejection.IF_BORNE_OUT)


def _borne_out(match: Match, writer: str) -> bool:
    """Whether the adjudicator finds a fault in a rejected Equation; by one reading, a fault that a checker named."""
    shake = match.playing
    paper = shake.paper(writer)
    written = (paper.equation if paper else None) or ""
    claim = parse_challenge(shake.challenge.claim.value if shake.challenge else NO_CHALLENGE)
    faults = {reason.code for reason in verdict(terms(match), claim, shake.mat, written).reasons}
    named = {answer.reason for answer in _rejections(shake, writer)}
    # Who names nothing in the record has shown his reason at the table.
    any_fault = match.rulebook.readings.any_fault_bears_out or None in named
    return bool(faults if any_fault else faults & named)


def found(match: Match, writer: str, correct: bool, *, from_cubes: bool = False) -> Match:
    """The match with what was found of an Equation, in place of any earlier finding."""
    others = tuple(finding for finding in match.playing.findings if finding.writer != writer)
    return match.with_shake(findings=(*others, Finding(writer, correct, from_cubes)))


def end_shake(match: Match) -> Match:
    """The match after the shake: its scores, the next Goal-setter, and the end of the round if it was called."""
    shake = replace(match.playing, phase=Phase.SHAKE_OVER, running=None, block=None, checked=None, last_turn=None)
    setter = shake.goal_setter
    due = shake.stands_in_for if match.rulebook.readings.stand_in_sets_again else None
    scores = ShakeScores(
        scores=shake_scores(shake, match.players, match.rulebook),
        penalties={},
        goal_setter=setter,
        how=how_it_ended(shake),
    )
    return replace(
        match,
        shake=shake,
        shakes=match.shakes.add(scores),
        # I-D; after a void shake the same player sets again (IV-D-1).
        next_setter=setter if shake.void else match.from_left_of(due or setter)[0],
        over=match.time_called or shake.stopping,
    ).gained(scores.scores)


def void_shake(match: Match, cite: str, why: str) -> Match:
    """The match after a shake that counts for nobody."""
    match = tasks.lapse(match).ruled("void", cite, why)
    if not match.rulebook.readings.penalties_outlive_void:
        match = judges.struck(match)
    return end_shake(match.with_shake(void=True))
