"""Tasks under time: beginning one, finishing it, losing it, and what all that leaves in the record (XI-A).

Nothing here decides what a missed limit means for play; that is in `clock.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from msgspec.structs import replace

from rules.equations.rulebook import Task
from rules.equations.state import Match, Phase, Running, Still
from rules.game import Penalty
from rules.limits import MINUTE_MS, DeadlineRecord, Limit

#: Penalties of the section on time limits (XI-A).
OF_TIME = frozenset({"time", "time-again", "no-challenge"})
#: What moves a limit on besides standing still: the table was down; a rule leaves time to put something right.
OUTAGE, CORRECTION = "outage", "correction"


def running(task: Task, players: tuple[str, ...], start_ms: int) -> Running:
    limit = Limit(task.code, players, start_ms, task.limit_ms, countdown_ms=task.countdown_ms, extra_ms=task.extra_ms)
    return Running(limit, task.cite)


def begin(match: Match, task: Task, players: Iterable[str], start_ms: int | None = None) -> Match:
    """The match with a new limit in place of the last one, from now on or when the last sand has run out."""
    match = lapse(match)
    start = match.t_ms + _sand_before(match) if start_ms is None else start_ms
    match = replace(match, sand=None)
    return hold_or_run(match.with_shake(running=running(task, tuple(players), start)))


def _sand_before(match: Match) -> int:
    """How long the sand of the last limit still runs: flipped or not, whichever is sooner (XI-A-2)."""
    if match.sand is None:
        return 0
    since, left = match.sand
    left = max(0, left - (match.t_ms - since))
    return min(left, MINUTE_MS - left) if match.rulebook.readings.lesser_sand else left


def _sand_left(match: Match, now: Running) -> Match:
    """The match with the sand that is left of the running minute; limits below a minute have none."""
    if not match.carry_over:
        return match
    rest = max(0, now.limit_at(match.t_ms).deadline_ms - match.t_ms)
    sand = 0 if now.limit.limit_ms < MINUTE_MS else rest % MINUTE_MS
    return replace(match, sand=(match.t_ms, sand))


def done(match: Match, player: str) -> Match:
    """The match after a player has done what the running limit asks of him."""
    now = match.playing.running
    if now is None or player not in now.limit.players:
        return match
    match = _recorded(match, now, (player,), done_ms=match.t_ms)
    return _left(match, now, tuple(p for p in now.limit.players if p != player))


def owe(match: Match, players: Iterable[str]) -> Match:
    """The match with the running limit for these players alone; the others' task has lapsed."""
    now = match.playing.running
    if now is None:
        return match
    players = tuple(players)
    match = _recorded(match, now, (p for p in now.limit.players if p not in players))
    return _left(match, now, players)


def lapse(match: Match) -> Match:
    """The match with no limit: what was still owed is owed no longer."""
    return owe(match, ())


def lose(match: Match) -> Match:
    """The match after the extra minute: who still owed the task has lost it."""
    now = match.playing.running
    match = match if now is None else _recorded(match, now, now.limit.players, expired_ms=match.t_ms)
    return match.with_shake(running=None)


def _left(match: Match, now: Running, players: tuple[str, ...]) -> Match:
    # With the block out after the last cube, the time goes on though all have presented: a challenge may come.
    waits = match.playing.phase is Phase.LAST_CUBE and match.rulebook.readings.checking_waits_for_last_challenge
    if not players and match.playing.block is None and not waits:
        return _sand_left(match.with_shake(running=None), now)
    return match.with_shake(running=replace(now, limit=replace(now.limit, players=players)))


def _recorded(
    match: Match,
    now: Running,
    players: Iterable[str],
    done_ms: int | None = None,
    expired_ms: int | None = None,
) -> Match:
    for player in players:
        match = recorded(match, now, player, done_ms=done_ms, expired_ms=expired_ms)
    return match


def recorded(
    match: Match, now: Running, player: str, *, done_ms: int | None = None, expired_ms: int | None = None
) -> Match:
    """The match with the history of a limit that is over for this player."""
    record = replace(record_of(match, now, player), done_ms=done_ms, expired_ms=expired_ms, ended_ms=match.t_ms)
    return replace(match, deadlines=match.deadlines.add(record))


def record_of(match: Match, now: Running, player: str) -> DeadlineRecord:
    """The history of a limit for one player, as far as it has come."""
    t_ms = match.t_ms
    limit = now.limit_at(t_ms)
    return DeadlineRecord(
        task=limit.task,
        player=player,
        start_ms=limit.start_ms,
        limit_ms=limit.limit_ms,
        deadline_ms=limit.deadline_ms,
        warned_ms=limit.deadline_ms if t_ms > limit.deadline_ms else None,
        done_ms=None,
        expired_ms=None,
        penalties=tuple(n for owner, n in now.penalties if owner == player),
        shake=match.playing.number,
        cite=now.cite,
        countdown_ms=limit.countdown_ms,
        extra_ms=limit.extra_ms,
        shifts=limit.shifts,
    )


def running_records(match: Match) -> tuple[DeadlineRecord, ...]:
    """The histories of the limits that run now: that of play, and that of the challenge block."""
    shake = match.shake
    if shake is None:
        return ()
    limits = (shake.running, None if shake.block is None else shake.block.running)
    return tuple(record_of(match, now, player) for now in limits if now is not None for player in now.limit.players)


# --- penalties


def penalise(match: Match, player: str, points: int, why: str, cite: str, judge: str | None = None) -> Match:
    """The match with points lost now; in the younger divisions they wait for a judge's initials (XI-A).

    A penalty that a judge gives himself needs no further initials.
    """
    initialled = why in OF_TIME or not match.rulebook.readings.initials_for_time_only
    waits = judge is None and initialled and match.rulebook.needs_initials(match.division)
    penalty = Penalty(
        n=len(match.penalties) + 1,
        t_ms=match.t_ms,
        player=player,
        points=points,
        why=why,
        cite=cite,
        status="pending" if waits else "applied",
        initials=judge,
        shake=match.number,
    )
    match = replace(match, penalties=match.penalties.add(penalty))
    return replace(match, pending=(*match.pending, penalty)) if waits else match.gained({player: points})


def penalise_late(match: Match, players: Iterable[str], points: int, why: str) -> Match:
    """The match after a missed limit: each of these players loses the points, in the order of the seats."""
    late = set(players)
    for player in match.players:
        now = match.playing.running
        if player in late and now is not None:
            match = penalise(match, player, points, why, now.cite)
            given = (*now.penalties, (player, len(match.penalties)))
            match = match.with_shake(running=replace(now, penalties=given))
    return match


def late(match: Match, players: Iterable[str], points: int) -> Match:
    """The match after the countdown: these players lose the points, and the extra minute begins."""
    match = penalise_late(match, players, points, "time")
    now = match.playing.running
    return match if now is None else match.with_shake(running=replace(now, late=True))


# --- standing still


def hold_or_run(match: Match) -> Match:
    """The match with each limit standing still or running, as the pause and the challenge block say.

    While the block is out the limit of play stands still, but the time for writing runs on (XI-A-1-e).
    """
    shake = match.shake
    if shake is None:
        return match
    block = shake.block
    paused = Still.PAUSED if match.paused else None
    held = Still.BLOCK if paused is None and block is not None and _waits_for_block(match, shake.phase) else paused
    match = _with_limits(match, lambda now: _held(now, match.t_ms, held))
    if block is not None:
        match = match.with_shake(block=replace(block, running=_held(block.running, match.t_ms, paused)))
    return match


def _waits_for_block(match: Match, phase: Phase) -> bool:
    readings = match.rulebook.readings
    if phase in (Phase.LAST_CUBE, Phase.WRITING):
        return False
    return readings.turn_waits_for_block if phase is Phase.MOVING else readings.setting_up_waits_for_block


def leave_at_least(match: Match, left_ms: int) -> Match:
    """The match with at least so much time before a point is lost, unless it is lost already (IX-A-1)."""
    now = match.playing.running
    if now is None or now.late:
        return match
    limit = now.limit_at(match.t_ms)
    short_ms = match.t_ms + left_ms - limit.deadline_ms - limit.countdown_ms
    if short_ms <= 0:
        return match
    limit = now.limit.shifted(short_ms, CORRECTION, match.t_ms, still=False)
    return match.with_shake(running=replace(now, limit=limit))


def _with_limits(match: Match, change: Callable[[Running], Running]) -> Match:
    """The match with every limit of play changed: the running one, and those that may come back."""
    shake = match.playing
    if shake.running is not None:
        match = match.with_shake(running=change(shake.running))
    if shake.minute is not None:
        match = match.with_shake(minute=change(shake.minute))
    last = shake.last_turn
    if last is not None and last.running is not None:
        match = match.with_shake(last_turn=replace(last, running=change(last.running)))
    return match


def _held(now: Running, t_ms: int, still: Still | None) -> Running:
    """The limit standing still for this reason from now on, or running; what it stood for until now has moved it."""
    if still is now.still:
        return now
    return replace(now, limit=now.limit_at(t_ms), still_since_ms=None if still is None else t_ms, still=still)


def move_on(match: Match, by_ms: int) -> Match:
    """The match with every running limit moved on: the table was down, and nobody pays for that."""
    shake = match.shake
    if shake is None:
        return match

    def later(now: Running) -> Running:
        """A limit that stands still moves on with the time anyway."""
        return now if now.still else replace(now, limit=now.limit.shifted(by_ms, OUTAGE, match.t_ms))

    match = _with_limits(match, later)
    if shake.block is not None:
        match = match.with_shake(block=replace(shake.block, running=later(shake.block.running)))
    return match
