"""Limits that run, stand still and run out, and what is written down of them (XI-A)."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field

from tests.kiosk.audit.independent.books import COUNTDOWN, EXTRA, SAND, Book


@dataclass
class Task:
    """What some players owe by a moment. `stood` is how long its time stood still, `since` from when it does now."""

    name: str
    limit: int
    cite: str
    owed: list[str]
    start: int
    shake: int
    stood: int = 0
    since: int | None = None
    late: bool = False
    penalties: dict[str, list[int]] = field(default_factory=dict)

    @property
    def short(self) -> bool:
        """Stating a challenge has neither countdown nor extra minute."""
        return self.name == "state-challenge"

    def due(self, now: int) -> int:
        return self.start + self.limit + self.stood + (0 if self.since is None else now - self.since)

    @property
    def next_moment(self) -> int | None:
        """When something happens by itself; nothing does while its time stands."""
        if self.since is not None:
            return None
        after = 0 if self.short else COUNTDOWN + (EXTRA if self.late else 0)
        return self.due(0) + after

    def hold(self, now: int, *, still: bool) -> None:
        if still and self.since is None:
            self.since = now
        elif not still and self.since is not None:
            self.stood, self.since = self.stood + now - self.since, None


@dataclass
class Deadline:
    """A task of one player that is over, or runs (`ended` is None)."""

    task: str
    cite: str
    seat: str
    shake: int
    start: int
    limit: int
    due: int
    used: int
    done: int | None
    expired: int | None
    ended: int | None
    warned: int | None
    countdown: int | None
    extra: int | None
    penalties: list[int]

    @property
    def result(self) -> str:
        if self.expired is not None:
            return "lost"
        if self.done is None:
            return "running" if self.ended is None else "lapsed"
        if self.done <= self.due:
            return "in-time"
        return "warned" if self.countdown is not None and self.done <= self.countdown else "late"


@dataclass
class Cost:
    n: int
    t: int
    seat: str
    why: str
    cite: str
    status: str
    initials: str | None
    shake: int


@dataclass
class Reckoned:
    seats: list[str]
    deadlines: list[Deadline] = field(default_factory=list)
    costs: list[Cost] = field(default_factory=list)

    def points(self, seat: str, status: str) -> int:
        return -sum(cost.seat == seat and cost.status == status for cost in self.costs)


class Clock(ABC):
    """The time of a match: the task of play, that of the block, and the minute for rolling, which goes on after it."""

    def __init__(self, book: Book, division: str, seats: list[str], *, sand_timer: bool) -> None:
        self.book = book
        self.sand_timer = sand_timer
        #: When the sand of the last limit will have run out, if nobody turns the timer.
        self.sand_until: int | None = None
        self.division = division
        self.seats = seats
        self.found = Reckoned(seats)
        self.now = 0
        self.shake = 0
        self.task: Task | None = None
        self.block: Task | None = None
        self.minute: Task | None = None
        self.paused = False

    @abstractmethod
    def waits_for_block(self) -> bool:
        """Whether the time of play stands still while the block is out."""

    @abstractmethod
    def at_late(self, task: Task) -> list[str]:
        """Who is not charged at the end of the countdown."""

    @abstractmethod
    def at_loss(self, task: Task) -> None:
        """What follows when a task is lost."""

    @abstractmethod
    def at_silence(self, holder: str | None) -> None:
        """What follows when nothing was said with the block in hand."""

    def until(self, t: int) -> None:
        """Everything that time alone brings about before `t`: at the very moment itself a task is still in time."""
        while True:
            due = [(task.next_moment, task) for task in (self.block, self.task) if task is not None]
            moments = [(moment, task) for moment, task in due if moment is not None and moment < t]
            if not moments:
                return
            self.now, task = min(moments, key=lambda each: each[0])
            if task is self.block:
                self.silence(expired=True)
            elif task.late:
                self._lose(task)
            else:
                self._late(task)

    def _late(self, task: Task) -> None:
        free = self.at_late(task)
        for seat in [seat for seat in self.seats if seat in task.owed and seat not in free]:
            self.cost(seat, "time", task.cite, task)
        task.late = True
        for seat in free:
            self.end(task, seat)
        self.after_end()

    @abstractmethod
    def after_end(self) -> None:
        """What follows when somebody owes nothing any more."""

    def _lose(self, task: Task) -> None:
        if self.book.again:
            # Another point is for who has lost the first one.
            for seat in [seat for seat in self.seats if seat in task.owed and task.penalties.get(seat)]:
                self.cost(seat, "time-again", task.cite, task)
        for seat in list(task.owed):
            self.end(task, seat, expired=self.now)
        self.task = None
        self.at_loss(task)

    def silence(self, *, expired: bool) -> None:
        """The block was lifted and nothing was said: a point, and play goes on."""
        task = self.block
        assert task is not None
        holder = task.owed[0] if task.owed else None
        if holder is not None:  # else nobody saw who took it
            self.cost(holder, "no-challenge", task.cite, task)
            self.end(task, holder, expired=self.now if expired else None)
        self.block = None
        self.hold()
        self.at_silence(holder)

    def hold(self) -> None:
        """Each limit stands still or runs, as the pause and the block say."""
        still = self.paused or (self.block is not None and self.waits_for_block())
        for task in (self.task, self.minute):
            if task is not None:
                task.hold(self.now, still=still)
        if self.block is not None:
            self.block.hold(self.now, still=self.paused)

    def move_on(self, by: int) -> None:
        """The table was down: nobody pays for that. What stands still moves with the time anyway."""
        for task in (self.task, self.block, self.minute):
            if task is not None and task.since is None:
                task.stood += by

    def given(self, name: str, owed: list[str], start: int | None = None) -> Task:
        seconds, cite = self.book.limits[name]
        return Task(name, seconds * 1000, cite, owed, self.now if start is None else start, self.shake)

    def begin(self, name: str, owed: list[str], start: int | None = None) -> None:
        """A limit from now on, or with a sand timer from when its sand has run out: turned or not, whichever is
        sooner (XI-A-2)."""
        self.lapse()
        if start is None and self.sand_until is not None:
            left = max(0, self.sand_until - self.now)
            start = self.now + min(left, SAND - left)
        self.sand_until = None
        self.task = self.given(name, owed, start)
        self.hold()

    def lapse(self) -> None:
        """What was still owed is owed no longer."""
        self.owe([])
        self.task = None

    def owe(self, seats: list[str]) -> None:
        """Of those who owe the task of play only these do so any longer."""
        if self.task is not None:
            for seat in [seat for seat in self.task.owed if seat not in seats]:
                self.end(self.task, seat)
                self._leave_sand()

    def did(self, seat: str) -> None:
        """The task of play is done by this player, if it was his."""
        if self.task is not None and seat in self.task.owed:
            self.end(self.task, seat, done=self.now)
            self._leave_sand()

    def _leave_sand(self) -> None:
        """What is left of the running minute when nobody owes the task any more; the limits of seconds have none."""
        if self.task is None or self.task.owed or not self.sand_timer:
            return
        left = max(0, self.task.due(self.now) - self.now) % SAND
        self.sand_until = self.now + (left if self.task.limit >= SAND else 0)

    def end(self, task: Task, seat: str, *, done: int | None = None, expired: int | None = None) -> None:
        task.owed.remove(seat)
        self.written(task, seat, done=done, expired=expired, ended=self.now)

    def written(
        self, task: Task, seat: str, *, done: int | None = None, expired: int | None = None, ended: int | None = None
    ) -> None:
        due = task.due(self.now)
        warned = due if self.now > due else None
        given = list(task.penalties.get(seat, []))
        overdue = bool(given) or expired is not None or (done is not None and done > due + COUNTDOWN)
        self.found.deadlines.append(
            Deadline(
                task=task.name,
                cite=task.cite,
                seat=seat,
                shake=task.shake,
                start=task.start,
                limit=task.limit,
                due=due,
                used=max(0, self.now - task.start - (due - task.start - task.limit)),
                done=done,
                expired=expired,
                ended=ended,
                warned=warned,
                countdown=due + COUNTDOWN if warned is not None and not task.short else None,
                extra=due + COUNTDOWN + EXTRA if overdue and not task.short else None,
                penalties=given,
            )
        )

    def cost(self, seat: str, why: str, cite: str, task: Task | None = None, judge: str | None = None) -> None:
        """A point; where judges initial what is lost it waits for them, unless a judge took it himself."""
        waits = judge is None and self.division in self.book.initialled
        status = "pending" if waits else "applied"
        cost = Cost(len(self.found.costs) + 1, self.now, seat, why, cite, status, judge, self.shake)
        self.found.costs.append(cost)
        if task is not None:
            task.penalties.setdefault(seat, []).append(cost.n)
