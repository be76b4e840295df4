"""Time (XI): every deadline that lies before a moment takes effect, in order; one that is just reached does not.

A limit runs out at L. The countdown goes to L + 10 s, then a point is lost; the extra minute goes to
L + 70 s, then the turn or the task is lost. Pauses and outages move what is still to come.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from msgspec.structs import replace

from rules.equations import checking, goal, moving, selecting, tasks, writing
from rules.equations.challenge import block_time_over
from rules.equations.readings import SilentOpponent, SilentThird
from rules.equations.state import Match, Phase, Running
from rules.events import ClockPaused, ClockResumed, Outage


@dataclass(frozen=True, slots=True)
class Due:
    """A moment after which time alone changes the match, and how."""

    at_ms: int
    effect: Callable[[Match], Match]


#: What is lost with the extra minute, by the phase of play.
LOST: dict[Phase, Callable[[Match], Match]] = {
    Phase.ROLLING: goal.goal_time_lost,
    Phase.SELECTING: selecting.time_lost,
    Phase.SETTING_GOAL: goal.goal_time_lost,
    Phase.NO_GOAL_DECLARED: goal.time_lost,
    Phase.MOVING: moving.time_lost,
    Phase.LAST_CUBE: writing.time_lost,
    Phase.WRITING: writing.time_lost,
    Phase.CHECKING: checking.time_lost,
}


def advance(match: Match, t_ms: int) -> Match:
    """The match at `t_ms`, with every deadline strictly before it."""
    while (due := next_due(match)) is not None and due.at_ms < t_ms:
        match = due.effect(replace(match, t_ms=max(match.t_ms, due.at_ms)))
    return replace(match, t_ms=max(match.t_ms, t_ms))


def next_due(match: Match) -> Due | None:
    """What time alone will do next; None while nothing runs."""
    return min(_dues(match), key=lambda due: due.at_ms, default=None)


def _dues(match: Match) -> Iterator[Due]:
    shake = match.shake
    if shake is None:
        return
    if shake.block is not None and shake.block.running.due_ms is not None:
        yield Due(shake.block.running.due_ms, block_time_over)
    now = shake.running
    if now is None or now.due_ms is None:
        return
    yield Due(now.due_ms, _minute_over if now.late else partial(_countdown_over, now=now))
    if shake.phase is Phase.LAST_CUBE:
        left_after = now.limit.limit_ms - match.rulebook.tasks.last_challenge_ms
        yield Due(now.limit.deadline_ms - left_after, _last_challenge_over)
    if match.rulebook.readings.silent_third is SilentThird.LIMIT and writing.undecided(match) is not None:
        yield Due(now.limit.deadline_ms, writing.third_is_silent)


def _countdown_over(match: Match, now: Running) -> Match:
    """L + 10 s: a point from each player who still owes the task.

    A Third Party who has not said a word does not present, at no cost (VII-A-3), unless it is read otherwise.
    """
    readings = match.rulebook.readings
    if match.playing.phase is Phase.NO_GOAL_DECLARED and readings.silent_opponent is SilentOpponent.AGREES:
        return goal.time_lost(match)
    silent = writing.undecided(match) if readings.silent_third is SilentThird.COUNTDOWN else None
    late = [player for player in now.limit.players if player != silent]
    match = tasks.late(match, late, match.rulebook.points.late)
    return match if silent is None else writing.third_is_silent(match)


def _minute_over(match: Match) -> Match:
    """L + 70 s: the turn or the task is lost.

    Another point is for who has lost the first one (XI-A): a checker who came to owe an answer in the extra minute,
    when the time turned to another Equation, has had no countdown.
    """
    again = match.rulebook.points.late_again
    now = match.playing.running
    if again and now is not None:
        warned = {player for player, _ in now.penalties}
        late = [player for player in now.limit.players if player in warned]
        match = tasks.penalise_late(match, late, again, "time-again")
    return LOST[match.playing.phase](match)


def _last_challenge_over(match: Match) -> Match:
    """Impossible can no longer be challenged; everybody goes on writing (VIII-B)."""
    return writing.ready(match.with_shake(phase=Phase.WRITING))


def clock_paused(match: Match, _event: ClockPaused) -> Match:
    """Every limit stands still."""
    if match.paused:
        return match.ruled("not-now", "", "paused-already")
    return tasks.hold_or_run(replace(match, paused=True))


def clock_resumed(match: Match, _event: ClockResumed) -> Match:
    """Every limit runs on from where it stood."""
    if not match.paused:
        return match.ruled("not-now", "", "not-paused")
    return tasks.hold_or_run(replace(match, paused=False))


def moved_on(match: Match, event: Outage, t_ms: int) -> Match:
    """The match before an outage that ended at `t_ms`, its running limits moved on by as much.

    What was due before the table went down has happened; what fell into the outage has not.
    """
    down_ms = round(event.seconds * 1000)
    return tasks.move_on(advance(match, t_ms - down_ms), down_ms)
