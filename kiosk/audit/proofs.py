"""What proves a line of the audit: the rows around its moments, the pictures before and after, the clip."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable

from kiosk.audit.lines import Clip, Cost, Moved, Picture, Proof
from kiosk.evidence import CLIP_KEPT
from kiosk.matches import OpenMatch, Step
from rules.events import EventUndone, Tick
from rules.limits import DeadlineRecord, Shift
from rules.messages import Message, say

#: A clip belongs to a moment that it was kept for: the box's clock and the match's may differ by so much.
NEAR_MS = 1_500
#: What led to a penalty that no deadline brought began so long before it: fifteen seconds for a challenge, and a bit.
LED_MS = 20_000


class Proofs:
    """The evidence of one match, found by the match's time."""

    def __init__(self, match: OpenMatch) -> None:
        undone = match.past.fold.undone
        self._names = match.past.names
        self._words = match.past.fold.game.words
        #: What has happened and still counts, in the order of its time.
        self._events = [step for step in match.steps if step.timed is not None and step.line not in undone]
        self._times = [_t_ms(step) for step in self._events]
        self._pictures = [
            Picture(step.row.snapshots[-1], step.row.seq, _t_ms(step)) for step in self._events if step.row.snapshots
        ]
        self._picture_times = [picture.t_ms for picture in self._pictures]
        self._clips = sorted(_clips(match.steps), key=lambda clip: clip.t_ms)
        self._clip_times = [clip.t_ms for clip in self._clips]

    def of(self, deadline: DeadlineRecord | None, cost: Cost | None, moved: Iterable[Moved]) -> Proof:
        """The evidence of a deadline, of a penalty, or of both."""
        rows = [row for each in moved for row in each.rows]
        clips: list[Clip] = []
        moments: list[int] = []
        if deadline is not None:
            moments = [deadline.start_ms, *([] if deadline.ended_ms is None else [deadline.ended_ms])]
            if cost is None:
                clips = self.clips_between(deadline.start_ms, moments[-1])
        if cost is not None:
            moments.append(cost.t_ms)
            rows += [decision.row for decision in cost.history]
            since_ms = cost.t_ms - (LED_MS if deadline is None else 0)
            clips = self.clips_between(since_ms, cost.t_ms)
        for t_ms in moments:
            rows += [step.row.seq for step in self.at(t_ms)]
        asked_ms = cost.t_ms if cost is not None else moments[-1] if moments else 0
        rows += [clip.row for clip in clips]
        return Proof(tuple(sorted(set(rows))), self.pictures_around(asked_ms), tuple(clips))

    def at(self, t_ms: int) -> list[Step]:
        """What happened at exactly that moment."""
        return self._events[bisect_left(self._times, t_ms) : bisect_right(self._times, t_ms)]

    def pictures_around(self, t_ms: int) -> tuple[Picture, ...]:
        """The last picture that was taken by then, and the first one after it."""
        place = bisect_right(self._picture_times, t_ms)
        before = self._pictures[max(0, place - 1) : place]
        later = [Picture(each.snapshot, each.row, each.t_ms, after=True) for each in self._pictures[place : place + 1]]
        return (*before, *later)

    def clips_between(self, start_ms: int, end_ms: int) -> list[Clip]:
        first = bisect_left(self._clip_times, start_ms - NEAR_MS)
        return self._clips[first : bisect_right(self._clip_times, end_ms + NEAR_MS)]

    def moved(self, shift: Shift) -> Moved:
        """What moved a limit on, with the rows that say so, and who stopped the clock."""
        steps = [*self.at(shift.start_ms), *(self.at(shift.start_ms + shift.by_ms) if shift.still else ())]
        told = [step for step in steps if not isinstance(step.timed and step.timed.event, Tick | EventUndone)]
        first = next((step.timed.event for step in told if step.timed and step.timed.t_ms == shift.start_ms), None)
        by, player = getattr(first, "by", None), getattr(first, "player", None)
        return Moved(
            why=shift.why,
            words=say(Message(f"shift-{shift.why}"), self._words, self._names),
            start_ms=shift.start_ms,
            by_ms=shift.by_ms,
            rows=tuple(step.row.seq for step in told),
            by=by or (self._names.get(player, player) if player else None),
            reason=getattr(first, "why", None) or None,
            still=shift.still,
        )


def _t_ms(step: Step) -> int:
    assert step.timed is not None
    return step.timed.t_ms


def _clips(steps: Iterable[Step]) -> Iterable[Clip]:
    for step in steps:
        if step.timed is None and CLIP_KEPT in step.row.body:
            note = step.row.data
            if note.get("note") == CLIP_KEPT:
                yield Clip(note["clip"], step.row.seq, note["t"], note["reason"], note.get("frames", 0))
