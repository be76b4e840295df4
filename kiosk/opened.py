"""An event of a match, opened: everything that a judge wants to know of it, as one JSON object.

What was said and by which rule, the pictures before and after with their readings, what differs between them, what the
record says of the mat, what people were asked and what they answered, which clips show it, and how the clock stood.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from kiosk import asked
from kiosk.evidence import CLIP_KEPT
from kiosk.journal import Row, row_hash
from kiosk.matches import OpenMatch, Step
from kiosk.pictured import pictures_body
from kiosk.timeline import GROUPS, Line
from kiosk.timeline_notes import CHALLENGES, MOVES, actor_words, clip_reason
from rules.game import TimerView, View
from rules.messages import Words, say

#: A clip belongs to what happened so shortly before or after the moment it is about.
NEAR_MS = 2_000
#: What is said within so long after the block was taken is said about it: fifteen seconds are allowed, and some more.
CHALLENGED_MS = 20_000
#: How far back the picture before an event is looked for.
_BACK = 60


def find(match: OpenMatch, row: int) -> int | None:
    """The place of that row of the journal among the match's steps; None if the match has no such row."""
    at = row - match.steps[0].row.seq
    # Every row of a match is a step of it, one after the other.
    return at if 0 <= at < len(match.steps) else None


def opened_body(match: OpenMatch, at: int, line: Line | None, views: tuple[View | None, View]) -> dict[str, Any]:
    """What is told of the step at that place; `views` are the match as it stood before and after it."""
    step = match.steps[at]
    row, words = step.row, step.fold.game.words
    before, after = views
    return {
        "match": match.key,
        "row": row.seq,
        "line": step.line,
        "event": row.data,
        "t": None if line is None else line.t,
        "text": None if line is None else line.text,
        "says": () if line is None else line.says,
        "shake": after.shake,
        "players": match.past.names,
        "snapshots": list(row.snapshots),
        **pictures_body(match, _pictures(match, at)),
        "record": [None if view is None or view.mat is None else view.mat.to_json() for view in views],
        "out_of_step": _out_of_step(row),
        "asked": list(_asked(match, at)),
        "clips": list(_clips(match, step)),
        "clock": None if before is None or step.timed is None else _clock(before.timer, step.timed.t_ms, words),
        "papers": [{"writer": paper.writer, "text": paper.text} for paper in after.papers],
        "journal": {
            "hash": row.hash,
            "before": row.before,
            "wall": row.wall,
            "actor": actor_words(row.actor),
            "whole": row_hash(row) == row.hash,
        },
    }


def _pictures(match: OpenMatch, at: int) -> tuple[str | None, str | None]:
    """The pictures before and after a step; of a step that moved no cube there is only how the mat lay then."""
    step = match.steps[at]
    own = step.row.snapshots
    if len(own) > 1:
        return own[0], own[-1]
    after = own[0] if own else None
    if after is not None and not _is_about_cubes(step):
        return None, after
    earlier = (each.row.snapshots for each in reversed(match.steps[max(0, at - _BACK) : at]))
    before = next((names[-1] for names in earlier if names and names[-1] != after), None)
    return (before, after) if after is not None else (None, before)


def _is_about_cubes(step: Step) -> bool:
    """Whether somebody has moved cubes: what differs from an earlier picture is then part of it."""
    return step.timed is None or MOVES in GROUPS.get(step.timed.event.name, ())


def _out_of_step(row: Row) -> dict[str, Any] | None:
    """Both mats, where the camera was sure of one that the record did not explain."""
    if row.kind != "note" or row.data.get("note") != "out-of-step":
        return None
    return {"record": row.data["record"], "seen": row.data["seen"]}


# -- what people were asked ----------------------------------------------------------------------------


def _asked(match: OpenMatch, at: int) -> Iterator[dict[str, Any]]:
    """The questions that belong to a step, with what became of them."""
    steps = match.steps
    name = _note_name(steps[at].row)
    place = None
    if name == asked.ASKED:
        place = at
    elif name in (asked.ANSWERED, asked.DROPPED):
        place = _asked_before(steps, at)
    elif at and _note_name(steps[at - 1].row) == asked.ANSWERED:
        place = _asked_before(steps, at - 1)
    if place is not None:
        yield _question(match, place)


def _asked_before(steps: Sequence[Step], at: int) -> int | None:
    number = steps[at].row.data.get("id")
    for place in range(at - 1, -1, -1):
        row = steps[place].row
        if _note_name(row) == asked.ASKED and row.data.get("id") == number:
            return place
    return None


def _question(match: OpenMatch, at: int) -> dict[str, Any]:
    row, names = match.steps[at].row, match.past.names
    text, options = asked.with_names(row.data, names)
    told: dict[str, Any] = {
        "row": row.seq,
        "text": text,
        "options": options,
        "answer": None,
        "by": None,
        "dropped": None,
        "after_ms": None,
    }
    for step in match.steps[at + 1 :]:
        name = _note_name(step.row)
        if name == asked.ASKED:
            break
        if name in (asked.ANSWERED, asked.DROPPED) and step.row.data.get("id") == row.data["id"]:
            told["after_ms"] = max(0, step.row.mono_us - row.mono_us) // 1000
            if name == asked.ANSWERED:
                told |= {"answer": asked.answer_with_names(step.row.data, names), "by": actor_words(step.row.actor)}
            else:
                told["dropped"] = step.row.data["why"]
            break
    return told


def _note_name(row: Row) -> str | None:
    return str(row.data.get("note")) if row.kind == "note" else None


# -- clips, and the clock ------------------------------------------------------------------------------


def _clips(match: OpenMatch, step: Step) -> Iterator[dict[str, Any]]:
    """The clips that show a step: its own, if it is the note of one, or those of about that moment."""
    for other in match.steps:
        # A look at the text first: nearly all rows are about something else.
        if other.row.kind != "note" or CLIP_KEPT not in other.row.body:
            continue
        note = other.row.data
        if note.get("note") == CLIP_KEPT and (other is step or _shows(note["t"], step)):
            yield {"clip": note["clip"], "why": clip_reason(note), "t": note["t"], "frames": note["frames"]}


def _shows(t_ms: int, step: Step) -> bool:
    if step.timed is None:
        return False
    name, later = step.timed.event.name, step.timed.t_ms - t_ms
    challenged = CHALLENGES in GROUPS.get(name, ()) and 0 <= later <= CHALLENGED_MS
    return abs(later) <= NEAR_MS or challenged


def _clock(timer: TimerView, t_ms: int, words: Words) -> dict[str, Any] | None:
    """The limit that was running when it happened, and how much of it was left."""
    if timer.deadline_ms is None or timer.limit_ms is None:
        return None
    return {"task": say(timer.task, words), "limit_ms": timer.limit_ms, "left_ms": timer.deadline_ms - t_ms}
