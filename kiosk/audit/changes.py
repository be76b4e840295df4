"""What people have changed about a match and about its record, and why: rulings, penalties decided, lines undone,
cubes read anew, the clock stopped, settings, names erased. For the organiser who is asked who did that.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kiosk.audit.histories import Struck, reasons_of
from kiosk.audit.match_audit import MatchAudit
from kiosk.audit.query import Query
from kiosk.evidence import REMOVED
from kiosk.journal import REOPENED, Row
from kiosk.judging import PROPOSED, REMARK
from kiosk.matches import Step
from kiosk.names import ERASED
from kiosk.standing import CONFIRMED, VERSIONS
from kiosk.texts import say as words
from kiosk.timeline_notes import tell_note
from rules.events import ClockPaused, ClockResumed, Event, EventUndone
from rules.messages import say

#: What a change is about.
PENALTY, UNDONE, READING, RULING, CLOCK, SETTINGS, RECORD = (
    *("penalty", "undone", "reading", "ruling"),
    *("clock", "settings", "record"),
)
#: Events by which somebody changes what would have come; any other one that a judge has sent is a ruling.
EVENTS = {
    **dict.fromkeys(("penalty-approved", "penalty-refused", "judge-penalized"), PENALTY),
    **dict.fromkeys(("clock-paused", "clock-resumed", "round-time-called", "round-stopped", "outage"), CLOCK),
    "event-undone": UNDONE,
    "reading-corrected": READING,
}
#: Notes of the set-up pages: who is to play where, and who can sign in.
SET_UP = ("players", "people")
NOTES = {
    **dict.fromkeys(("settings", *SET_UP), SETTINGS),
    **dict.fromkeys((CONFIRMED, VERSIONS, REOPENED, REMOVED, ERASED), RECORD),
    **dict.fromkeys((REMARK, PROPOSED), RULING),
}
#: Who is on record for a row, before their initials.
PEOPLE = ("judge:", "organiser:")


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that was changed. `by` are initials, or what the row names instead: the table, its screen."""

    match: str
    row: int
    t_ms: int
    wall: str
    kind: str
    by: str
    text: str
    reason: str | None = None
    #: The referee has refused it: nothing was changed.
    refused: bool = False
    #: The change was itself undone later.
    undone: bool = False
    #: What an undone line had said, its row, and the penalties that went with it.
    what: str | None = None
    what_row: int | None = None
    struck: tuple[Struck, ...] = ()


def changes_of(match: MatchAudit) -> Iterator[Change]:
    """Every change of a match, in the order of the journal."""
    reasons = reasons_of(match.match)
    steps = match.match.steps
    events: Sequence[Step] = [step for step in steps if step.timed is not None]
    undone = match.match.past.fold.undone
    t_ms = 0
    for step in steps:
        row = step.row
        if step.timed is None:
            kind = NOTES.get(str(row.data.get("note")))
            text = _noted(row) if kind is not None else None
            if kind is not None and text is not None:
                by = str(row.data.get("judge") or _who(row))
                yield Change(match.key, row.seq, t_ms, row.wall, kind, by, text, reasons.get(row.seq))
            continue
        event, t_ms = step.timed.event, step.timed.t_ms
        kind = EVENTS.get(event.name) or (RULING if _judge(event) or row.actor.startswith(PEOPLE) else None)
        if kind is None:
            continue
        aim, text, reason = _aim(event, events), _text(step, match), reasons.get(row.seq)
        yield Change(
            match=match.key,
            row=row.seq,
            t_ms=t_ms,
            wall=row.wall,
            kind=kind,
            by=_judge(event) or _who(row),
            text=text,
            # What the sentence has said already is not said twice.
            reason=None if reason is None or reason in text else reason,
            refused=row.refused,
            undone=step.line in undone,
            what=None if aim is None else _text(aim, match),
            what_row=None if aim is None else aim.row.seq,
            struck=tuple(match.histories.struck.get(row.seq, ())),
        )


def taken(change: Change, query: Query) -> bool:
    """Whether it is one of those that were asked for: a question about a judge is one about what that judge did."""
    return not query.judge or change.by in query.judge


def _noted(row: Row) -> str | None:
    """What a note says; None for one that is not for people."""
    name, note = row.data["note"], row.data
    if name == "players":
        return words("changed.players", count=note.get("groups", 0))
    if name == "people":
        return words(f"changed.people-{note.get('did')}", initials=note.get("initials", ""))
    told = tell_note(note)
    return None if told is None else told.text


def _text(step: Step, match: MatchAudit) -> str:
    assert step.timed is not None
    game = step.fold.game
    return say(game.tell(step.timed.event), game.words, match.match.past.names)


def _judge(event: Event) -> str | None:
    """The judge whom an event names; who stops the clock is named by it too."""
    by = event.by if isinstance(event, ClockPaused | ClockResumed) else getattr(event, "judge", None)
    return str(by) if by else None


def _aim(event: Event, events: Sequence[Step]) -> Step | None:
    """The line that an event undoes."""
    if not isinstance(event, EventUndone) or not 0 < event.line <= len(events):
        return None
    return events[event.line - 1]


def _who(row: Row) -> str:
    """Initials, or what else is on record for it."""
    for before in PEOPLE:
        if row.actor.startswith(before):
            return row.actor.removeprefix(before)
    return row.actor
