"""The story of a line in plain sentences: what was asked, when, what happened, by which rule, who decided.

For somebody who was not there: a parent reads them on paper, an organiser beside the evidence.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

from kiosk.audit.lines import IN_TIME, LAPSED, LATE, LOST, RUNNING, WARNED, Clip, Cost, Decision, Line, Moved, Picture
from kiosk.audit.match_audit import MatchAudit
from kiosk.scoresheet import signed
from kiosk.texts import say


def minutes(t_ms: int | None) -> str:
    """Match time as minutes and seconds, to the millisecond where it is not a whole second.

    >>> minutes(130_000), minutes(70_250), minutes(None)
    ('2:10', '1:10.25', '')
    """
    if t_ms is None:
        return ""
    whole, rest_ms = divmod(t_ms, 1000)
    part = f".{rest_ms:03}".rstrip("0") if rest_ms else ""
    return f"{whole // 60}:{whole % 60:02}{part}"


def time_of_day(match: MatchAudit, t_ms: int) -> str:
    """The time of day at a moment of the match, where this machine stands; the match's time never rests."""
    return (_local(match.began) + timedelta(milliseconds=t_ms)).strftime("%H:%M:%S")


def date_of(match: MatchAudit) -> str:
    return _local(match.began).strftime("%Y-%m-%d")


def zone_of(match: MatchAudit) -> str:
    """The name of the time zone that times of day are in."""
    return _local(match.began).tzname() or "UTC"


def _local(wall: str) -> datetime:
    return datetime.fromisoformat(wall).astimezone()


def points_words(points: int) -> str:
    """Points with a true minus sign and their noun.

    >>> points_words(-1), points_words(-2)
    ('−1 point', '−2 points')
    """
    return say("told.point" if abs(points) == 1 else "told.points", points=signed(points))


def story(line: Line, match: MatchAudit) -> tuple[str, ...]:
    """The sentences of a line, in the order in which it happened."""
    return tuple(sentence for part in story_parts(line, match) for sentence in part)


def story_parts(line: Line, match: MatchAudit) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The sentences about the task, and those about what it cost; either may be empty."""
    return tuple(_task(line, match)), () if line.cost is None else tuple(_cost(line.player, line.cost, match))


def _task(line: Line, match: MatchAudit) -> Iterator[str]:
    deadline = line.deadline
    if deadline is None:
        return
    who, due = line.player, minutes(deadline.deadline_ms)
    yield say("told.task", player=who, limit=minutes(deadline.limit_ms), task=line.task_words, rule=deadline.cite)
    clock = time_of_day(match, deadline.start_ms)
    key = "told.began-running" if line.result == RUNNING else "told.began"
    yield say(key, start=minutes(deadline.start_ms), clock=clock, deadline=due)
    yield from (_moved(each) for each in line.moved)
    until = minutes(line.countdown_until_ms)
    if until:
        yield say("told.countdown", deadline=due, until=until)
    extra = minutes(line.extra_until_ms)
    if extra and until:
        yield say("told.not-done", until=until)
        yield say("told.extra", until=extra)
    used = minutes(line.used_ms)
    match line.result:
        case r if r == IN_TIME:
            yield say("told.in-time", player=who, done=minutes(deadline.done_ms), used=used)
        case r if r == WARNED:
            yield say("told.warned", player=who, done=minutes(deadline.done_ms))
        case r if r == LATE:
            yield say("told.late", player=who, done=minutes(deadline.done_ms), used=used)
        case r if r == LOST:
            yield say("told.lost" if extra else "told.lost-at-once", expired=minutes(deadline.expired_ms))
        case r if r == LAPSED:
            yield say("told.lapsed", ended=minutes(deadline.ended_ms))
        case _:
            yield say("told.running")


def _moved(moved: Moved) -> str:
    values = {"start": minutes(moved.start_ms), "words": moved.words, "length": minutes(moved.by_ms)}
    if not moved.by:
        return say("told.moved", **values)
    if not moved.reason:
        return say("told.moved-by", by=moved.by, **values)
    return say("told.moved-why", by=moved.by, reason=one_line(moved.reason), **values)


def _cost(player: str, cost: Cost, match: MatchAudit) -> Iterator[str]:
    points = points_words(cost.points)
    yield say("told.penalty", n=cost.n, points=points, player=player, why=cost.why_words, cite=cost.cite)
    for at, step in enumerate(cost.history):
        yield _arose(step, match) if at == 0 else _decided(step, match)
        if step.reason:
            yield say("told.because", reason=one_line(step.reason))


def _arose(step: Decision, match: MatchAudit) -> str:
    values = {"t": minutes(step.t_ms), "clock": time_of_day(match, step.t_ms)}
    if step.status == "pending":
        return say("told.arose-pending", **values)
    if step.by is None:
        return say("told.arose-applied", **values)
    return say("told.arose-applied-by", by=one_line(step.by), **values)


def _decided(step: Decision, match: MatchAudit) -> str:
    by = one_line(step.by) if step.by else say("told.table")
    return say(f"told.{step.status}", by=by, t=minutes(step.t_ms), clock=time_of_day(match, step.t_ms))


def picture_words(picture: Picture) -> str:
    """What a picture is, below it."""
    key = "told.picture-after" if picture.after else "told.picture-before"
    return say(key, t=minutes(picture.t_ms), row=picture.row)


def frame_words(clip: Clip, offset_ms: int) -> str:
    """What a frame of a clip is: how long before or after the moment that the clip was kept for."""
    return say("told.frame", row=clip.row, offset=f"{offset_ms / 1000:+.1f}".replace("-", "−"))


def one_line(text: str) -> str:
    """Typed by somebody: in one line, whatever it is."""
    return " ".join(text.split())
