"""A line of the audit: one deadline of one player and what it cost, or a penalty that no deadline brought.

The page, the CSV, the JSON, the PDF and the command line all show these lines. Times are milliseconds of the match.
"""

from __future__ import annotations

from dataclasses import dataclass

from rules.limits import DeadlineRecord

#: How a task ended: done by L, done in the countdown, done in the extra minute, lost, owed no longer, still running.
IN_TIME, WARNED, LATE, LOST, LAPSED, RUNNING = "in-time", "warned", "late", "lost", "lapsed", "running"
RESULTS = (IN_TIME, WARNED, LATE, LOST, LAPSED, RUNNING)
#: What a line without a penalty has in the place of a penalty's status, and any status at all.
NO_PENALTY, ANY_PENALTY = "none", "any"
STATUSES = ("applied", "pending", "refused")


@dataclass(frozen=True, slots=True)
class Decision:
    """What became of a penalty at one moment: it arose, or a judge approved or refused it."""

    status: str
    t_ms: int
    #: The row that says it, and the wall's time of that row.
    row: int
    wall: str
    #: Who decided it; None for the table itself.
    by: str | None = None
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class Cost:
    """A penalty with its history, oldest first."""

    n: int
    t_ms: int
    points: int
    why: str
    why_words: str
    cite: str
    status: str
    initials: str | None
    history: tuple[Decision, ...]

    @property
    def judges(self) -> tuple[str, ...]:
        """Everybody who has decided something about it."""
        return tuple(dict.fromkeys(step.by for step in self.history if step.by))


@dataclass(frozen=True, slots=True)
class Moved:
    """What moved a deadline on: from when, by how much, why in words, who did it, and the rows that say so."""

    why: str
    words: str
    start_ms: int
    by_ms: int
    rows: tuple[int, ...]
    by: str | None = None
    reason: str | None = None
    #: The time stood still meanwhile; else there was more of it.
    still: bool = True


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture of the mat, the row that names it, and when that was."""

    snapshot: str
    row: int
    t_ms: int
    #: It shows what came after the moment in question; else the last that was seen before it.
    after: bool = False


@dataclass(frozen=True, slots=True)
class Clip:
    """Seconds of pictures around a moment, and the row that names them."""

    clip: str
    row: int
    t_ms: int
    reason: str
    frames: int = 0


@dataclass(frozen=True, slots=True)
class Proof:
    """What a line rests on: rows of the journal, and what the camera saw."""

    rows: tuple[int, ...] = ()
    pictures: tuple[Picture, ...] = ()
    clips: tuple[Clip, ...] = ()


@dataclass(frozen=True, slots=True)
class Line:
    """One line. `place` counts the lines of the match from 1; a deadline that cost twice has a line for each."""

    match: str
    place: int
    shake: int
    seat: str
    player: str
    #: A code of the game's catalogue and its words; both empty where no deadline was.
    task: str
    task_words: str
    deadline: DeadlineRecord | None
    used_ms: int | None
    result: str | None
    moved: tuple[Moved, ...]
    cost: Cost | None
    proof: Proof
    #: The deadline stands on the line before already, with what it cost first.
    again: bool = False

    @property
    def status(self) -> str:
        return NO_PENALTY if self.cost is None else self.cost.status

    @property
    def start_ms(self) -> int:
        """When it began: the deadline's start, or the moment of the penalty."""
        if self.deadline is not None:
            return self.deadline.start_ms
        return 0 if self.cost is None else self.cost.t_ms

    @property
    def countdown_until_ms(self) -> int | None:
        """Until when the warning's countdown ran; None if it did not come to that."""
        deadline = self.deadline
        if deadline is None or deadline.warned_ms is None or not deadline.countdown_ms:
            return None
        return deadline.deadline_ms + deadline.countdown_ms

    @property
    def extra_until_ms(self) -> int | None:
        """Until when the extra minute ran; None if it did not come to that."""
        deadline = self.deadline
        if deadline is None or (self.result not in (LATE, LOST) and not deadline.penalties):
            return None
        if not deadline.extra_ms:
            return None
        return deadline.deadline_ms + deadline.countdown_ms + deadline.extra_ms


def result_of(deadline: DeadlineRecord) -> str:
    """How the task ended."""
    if deadline.expired_ms is not None:
        return LOST
    if deadline.done_ms is None:
        return RUNNING if deadline.ended_ms is None else LAPSED
    if deadline.done_ms <= deadline.deadline_ms:
        return IN_TIME
    return WARNED if deadline.done_ms <= deadline.deadline_ms + deadline.countdown_ms else LATE
