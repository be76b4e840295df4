"""The audit as its page gets it: the lines that were asked for, and everything that follows from them.

A match of thousands of lines must be there at once, so a line says no more than the list shows of it; what else is
known is told when somebody opens it. Times are milliseconds of the match.
"""

from __future__ import annotations

from typing import Any

import msgspec

from kiosk.audit.changes import Change, changes_of, taken
from kiosk.audit.lines import Clip, Decision, Line, Moved
from kiosk.audit.match_audit import MatchAudit
from kiosk.audit.query import Audit, Query
from kiosk.audit.report_words import only_words
from kiosk.audit.shakes import Shake, numbers
from kiosk.audit.sums import Sum, by_player, by_task, fits, total
from kiosk.audit.words import story_parts
from kiosk.pictured import pictures_body
from kiosk.timeline_notes import clip_reason


class PageLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line of the list. `match` is the place of its match among those of the answer."""

    place: int
    shake: int
    player: str
    start: int
    match: int = 0
    task: str = ""
    #: What a line without a task is about.
    words: str = ""
    limit: int = 0
    due: int = 0
    warned: int | None = None
    countdown: int | None = None
    extra: int | None = None
    done: int | None = None
    expired: int | None = None
    ended: int | None = None
    used: int = 0
    result: str = ""
    #: By how much the deadline was moved on.
    moved: int = 0
    rule: str = ""
    penalty: int = 0
    #: When the penalty arose.
    t: int = 0
    points: int = 0
    status: str = ""
    initials: str = ""
    pictures: bool = False
    clips: bool = False
    again: bool = False


def page_line(line: Line, match: int = 0) -> PageLine:
    """A line as the list shows it."""
    deadline, cost = line.deadline, line.cost
    return PageLine(
        place=line.place,
        shake=line.shake,
        player=line.player,
        start=line.start_ms,
        match=match,
        task=line.task,
        words="" if line.task or cost is None else cost.why_words,
        limit=0 if deadline is None else deadline.limit_ms,
        due=0 if deadline is None else deadline.deadline_ms,
        warned=None if deadline is None else deadline.warned_ms,
        countdown=line.countdown_until_ms,
        extra=line.extra_until_ms,
        done=None if deadline is None else deadline.done_ms,
        expired=None if deadline is None else deadline.expired_ms,
        ended=None if deadline is None else deadline.ended_ms,
        used=line.used_ms or 0,
        result=line.result or "",
        moved=sum(each.by_ms for each in line.moved),
        rule=cost.cite if cost is not None else deadline.cite if deadline is not None else "",
        penalty=0 if cost is None else cost.n,
        t=0 if cost is None else cost.t_ms,
        points=0 if cost is None else cost.points,
        status="" if cost is None else cost.status,
        initials="" if cost is None else cost.initials or "",
        pictures=bool(line.proof.pictures),
        clips=bool(line.proof.clips),
        again=line.again,
    )


def page_body(audit: Audit) -> dict[str, Any]:
    """Everything that the page shows of an answer but opened lines and drawn shakes."""
    places = {match.key: at for at, match in enumerate(audit.matches)}
    choices = audit.choices
    return {
        "query": audit.query.pairs,
        "only": only_words(audit),
        "matches": [_match(match) for match in audit.matches],
        "tasks": dict(choices.task),
        "choices": {
            "player": choices.player,
            "task": [code for code, _ in choices.task],
            "status": choices.status,
            "judge": choices.judge,
            "shake": choices.shake,
        },
        "totals": _sum(total(audit.lines)),
        "players": [{"player": name, **_sum(each)} for name, each in by_player(audit.lines).items()],
        "used": [
            {"task": task, **_sum(each), **_used(each)} for task, each in by_task(audit.lines).items() if each.deadlines
        ],
        "shakes": [{"match": key, "shake": number} for key, number in numbers(audit.lines)],
        "changes": [
            _change(each, match) for match in audit.matches for each in changes_of(match) if taken(each, audit.query)
        ],
        "lines": [page_line(line, places[line.match]) for line in audit.lines],
    }


def _match(match: MatchAudit) -> dict[str, Any]:
    return {
        "key": match.key,
        "table": match.table,
        "game": match.game,
        "players": list(match.players.values()),
        "began": match.began,
        "over": match.over,
        "t": match.t_ms,
        "row": match.row,
        "hash": match.head,
        "lines": len(match.lines),
        "fits": [{"player": fit.player, "audit": fit.audit, "sheet": fit.sheet} for fit in fits(match)],
    }


def _sum(each: Sum) -> dict[str, Any]:
    return {
        "deadlines": each.deadlines,
        "countdown": each.in_countdown,
        "overdue": each.overdue,
        "penalties": each.penalties,
        "points": each.points,
    }


def _used(each: Sum) -> dict[str, Any]:
    usual, largest = each.usual_share, each.largest_share
    return {
        "limits": sorted(each.limits_ms),
        "usual": None if usual is None else round(100 * usual),
        "largest": None if largest is None else round(100 * largest),
        "spread": each.spread,
    }


def _change(change: Change, match: MatchAudit) -> dict[str, Any]:
    return {
        "match": change.match,
        "row": change.row,
        "t": change.t_ms,
        "wall": change.wall,
        "kind": change.kind,
        "by": change.by,
        "text": change.text,
        "reason": change.reason,
        "refused": change.refused,
        "undone": change.undone,
        "what": change.what,
        "what_row": change.what_row,
        "struck": [
            {"penalty": each.n, "player": match.name(each.player), "points": each.points} for each in change.struck
        ],
    }


# -- a shake, a line -----------------------------------------------------------------------------------


def shake_body(shake: Shake, match: MatchAudit, query: Query) -> dict[str, Any]:
    """A shake to be drawn; the places of the lines that were asked for are named."""
    return {
        "match": shake.match,
        "shake": shake.number,
        "start": shake.start_ms,
        "end": shake.end_ms,
        "now": None if match.over else match.t_ms,
        "tasks": {line.task: line.task_words for line in shake.lines if line.task},
        "lines": [page_line(line) for line in shake.lines],
        "asked": [line.place for line in shake.lines if query.takes(line)],
        "stops": [_stop(each) for each in shake.stops],
    }


def _stop(moved: Moved) -> dict[str, Any]:
    return {
        "why": moved.why,
        "words": moved.words,
        "start": moved.start_ms,
        "end": moved.start_ms + moved.by_ms,
        "by": moved.by,
        "reason": moved.reason,
    }


def line_body(line: Line, match: MatchAudit) -> dict[str, Any]:
    """A line, opened: its story, who decided what, the pictures and clips, and the rows that say so."""
    pictures = {picture.after: picture for picture in line.proof.pictures}
    before, after = pictures.get(False), pictures.get(True)
    names = (None if before is None else before.snapshot, None if after is None else after.snapshot)
    return {
        "match": match.key,
        "line": page_line(line),
        "task": line.task_words,
        "story": [" ".join(part) for part in story_parts(line, match) if part],
        "stops": [_stop(each) for each in line.moved if each.still],
        "history": [_decision(step) for step in (line.cost.history if line.cost else ())],
        "rows": list(line.proof.rows),
        "row": main_row(line),
        "seen": [None if each is None else {"row": each.row, "t": each.t_ms} for each in (before, after)],
        **pictures_body(match.match, names),
        "clips": [
            {
                "clip": clip.clip,
                "why": clip_reason({"reason": clip.reason}),
                "t": clip.t_ms,
                "frames": clip.frames,
                "row": clip.row,
            }
            for clip in line.proof.clips
        ],
        "journal": {"row": match.row, "hash": match.head},
    }


def _clip(clip: Clip) -> dict[str, Any]:
    why = clip_reason({"reason": clip.reason})
    return {"clip": clip.clip, "why": why, "t": clip.t_ms, "frames": clip.frames, "row": clip.row}


def main_row(line: Line) -> int | None:
    """The row at which a judge would look first: that of the penalty, or else the last that is about the line."""
    if line.cost is not None and line.cost.history:
        return line.cost.history[0].row
    return line.proof.rows[-1] if line.proof.rows else None


def _decision(step: Decision) -> dict[str, Any]:
    return {
        "status": step.status,
        "t": step.t_ms,
        "wall": step.wall,
        "row": step.row,
        "by": step.by,
        "reason": step.reason,
    }
