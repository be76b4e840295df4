"""A second reckoning of every deadline and penalty of an MLAG match, from the rows of its journal alone.

It knows nothing of the program: the rows are read with sqlite3, the events are their JSON, and the limits stand here as
the rule book and the contract (section 6, "Time") have them. It covers what a match of three brings about by time: roll
and Goal, turns with bonus moves, the challenge block, challenges, the last cube, writing, checking, stopped clocks,
outages, undone lines, initials, conduct. What it does not know it refuses.
"""

from __future__ import annotations

import json
import sqlite3
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

#: Seconds, and where MLAG's book has them (XI-A-1).
LIMITS = {
    "roll-and-goal": (120, "XI-A-1-a"),
    "first-turn": (120, "XI-A-1-b"),
    "turn": (60, "XI-A-1-c"),
    "state-challenge": (15, "XI-A-1-d"),
    "write": (120, "XI-A-1-f"),
    "check": (120, "XI-A-1-g"),
}
COUNTDOWN, EXTRA = 10_000, 60_000
#: Divisions in which a judge initials what time costs.
INITIALLED = ("elementary", "middle")


@dataclass
class Task:
    """What some players owe by a moment. `stood` is how long its time stood still, `since` from when it does now."""

    name: str
    owed: list[str]
    start: int
    shake: int
    stood: int = 0
    since: int | None = None
    late: bool = False
    penalties: dict[str, list[int]] = field(default_factory=dict)

    @property
    def limit(self) -> int:
        return LIMITS[self.name][0] * 1000

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


@dataclass
class Deadline:
    """A task of one player that is over, or runs (`ended` is None)."""

    task: str
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
    deadlines: list[Deadline] = field(default_factory=list)
    costs: list[Cost] = field(default_factory=list)

    def points(self, seat: str, status: str) -> int:
        return -sum(cost.seat == seat and cost.status == status for cost in self.costs)


def reckon(folder: Path, first: int) -> Reckoned:
    """The deadlines and penalties of the match that begins with that row."""
    base = sqlite3.connect(f"file:{folder / 'journal.db'}?mode=ro", uri=True)
    try:
        rows = base.execute("SELECT kind, body FROM row WHERE seq >= ? ORDER BY seq", (first,)).fetchall()
    finally:
        base.close()
    events = [json.loads(body) for kind, body in rows if kind == "event"]
    later = [at for at, event in enumerate(events) if at and event["event"] == "match-started"]
    return _Clock(events[: later[0] if later else None]).run()


class _Clock:
    def __init__(self, events: list[dict[str, Any]]) -> None:
        self.opening = events[0]
        assert self.opening["ruleset"].startswith("mlag-")
        self.seats: list[str] = self.opening["players"]
        undone = {event["line"] for event in events if event["event"] == "event-undone"}
        # The match is as if that line had not been; the clock does not go back.
        self.events = [
            {"t": event["t"], "event": "tick"} if line in undone else event
            for line, event in enumerate(events, start=1)
        ]
        self.found = Reckoned()
        self.now = 0
        self.shake = 0
        self.task: Task | None = None
        #: The block's task, while it is out.
        self.block: Task | None = None
        self.paused = False
        self.setter = self.on_turn = self.mover = ""
        self.left = 0  # cubes in Resources
        #: Who must write, who has presented, and for each Equation that is checked who has answered.
        self.writers: list[str] = []
        self.presented: list[str] = []
        self.answers: dict[str, list[str]] = {}
        self.checked = ""
        self.phase = "shake-over"
        self.moves_left = 1
        self.warned: set[str] = set()
        #: Who has lifted the block in vain, and may not state anything without lifting it again.
        self.silent: str | None = None

    def run(self) -> Reckoned:
        for event in self.events[1:]:
            t = round(event["t"] * 1000)
            # While the table was down nothing fell due: nobody pays for that.
            self._until(t - round(event["seconds"] * 1000) if event["event"] == "outage" else t)
            self.now = t
            getattr(self, "_" + event["event"].replace("-", "_"))(event)
        for task in (self.task, self.block):
            for seat in [] if task is None else list(task.owed):
                self._over(task, seat)
        return self.found

    # -- time ----------------------------------------------------------------------------------------

    def _until(self, t: int) -> None:
        """Everything that time alone brings about before `t`: at the very moment itself a task is still in time."""
        while True:
            moments = [
                (task.next_moment, task) for task in (self.block, self.task) if task and task.next_moment is not None
            ]
            moments = [each for each in moments if each[0] is not None and each[0] < t]
            if not moments:
                return
            self.now, task = min(moments, key=lambda each: each[0] or 0)
            if task is self.block:
                self._silence(task)
            elif task.late:
                self._lose(task)
            else:
                self._late(task)

    def _late(self, task: Task) -> None:
        if task.name == "write":
            # A Third Party who has said nothing does not present, at no cost.
            for seat in [seat for seat in task.owed if seat not in self.writers]:
                self._end(task, seat)
        for seat in [seat for seat in self.seats if seat in task.owed]:
            self._cost(seat, "time", LIMITS[task.name][1], task)
        task.late = True
        self._next_of_challenge()

    def _lose(self, task: Task) -> None:
        for seat in list(task.owed):
            self._end(task, seat, expired=self.now)
        self.task = None
        if task.name in ("first-turn", "turn"):
            self._turn(self._left_of(self.on_turn), "turn")
        else:
            self._next_of_challenge()

    def _silence(self, task: Task) -> None:
        """The block was lifted and nothing was said: a point, and play goes on."""
        for seat in list(task.owed):  # nobody, if nobody saw who took it
            self._cost(seat, "no-challenge", LIMITS[task.name][1], task)
            self._end(task, seat, expired=self.now)
            self.silent = seat
        self.block = None
        self._hold()

    def _hold(self) -> None:
        """Each limit stands still or runs, as the pause and the block say."""
        for task, still in ((self.task, self.paused or self._waits()), (self.block, self.paused)):
            if task is None:
                continue
            if still and task.since is None:
                task.since = self.now
            elif not still and task.since is not None:
                task.stood, task.since = task.stood + self.now - task.since, None

    def _waits(self) -> bool:
        return self.block is not None and self.phase not in ("writing", "checking")

    def _begin(self, name: str, owed: list[str]) -> None:
        for seat in [] if self.task is None else list(self.task.owed):
            self._end(self.task, seat)
        self.task = Task(name, owed, self.now, self.shake)
        self._hold()

    def _end(self, task: Task, seat: str, *, done: int | None = None, expired: int | None = None) -> None:
        task.owed.remove(seat)
        self._over(task, seat, done=done, expired=expired, ended=self.now)

    def _over(
        self,
        task: Task | None,
        seat: str,
        *,
        done: int | None = None,
        expired: int | None = None,
        ended: int | None = None,
    ) -> None:
        assert task is not None
        due = task.due(self.now)
        warned = due if self.now > due else None
        given = task.penalties.get(seat, [])
        overdue = bool(given) or expired is not None or (done is not None and done > due + COUNTDOWN)
        self.found.deadlines.append(
            Deadline(
                task=task.name,
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

    def _cost(self, seat: str, why: str, cite: str, task: Task | None = None, judge: str | None = None) -> None:
        waits = judge is None and self.opening["division"] in INITIALLED
        cost = Cost(
            n=len(self.found.costs) + 1,
            t=self.now,
            seat=seat,
            why=why,
            cite=cite,
            status="pending" if waits else "applied",
            initials=judge,
            shake=self.shake,
        )
        self.found.costs.append(cost)
        if task is not None:
            task.penalties.setdefault(seat, []).append(cost.n)

    # -- play ----------------------------------------------------------------------------------------

    def _left_of(self, seat: str) -> str:
        return self.seats[(self.seats.index(seat) + 1) % len(self.seats)]

    def _turn(self, seat: str, name: str) -> None:
        self.on_turn, self.moves_left, self.phase = seat, 1, "moving"
        self._begin(name, [seat])

    def _next_of_challenge(self) -> None:
        """Writing ends when nobody owes anything, then each Equation is checked; then the shake is over."""
        if self.task is not None and self.task.owed:
            return
        if self.phase == "writing":
            self.task, self.phase = None, "checking"
            self.answers = {writer: [] for writer in self.seats if writer in self.presented}
            self._check_next()
        elif self.phase == "checking":
            self.task = None
            del self.answers[self.checked]
            self._check_next()

    def _check_next(self) -> None:
        """The Equation that got an answer first, or else that of the first writer in the order of the players."""
        while self.answers:
            self.checked = next((writer for writer, said in self.answers.items() if said), next(iter(self.answers)))
            owed = [seat for seat in self.seats if seat != self.checked and seat not in self.answers[self.checked]]
            if owed:
                self._begin("check", owed)
                return
            del self.answers[self.checked]
        self.phase = "shake-over"

    def _tick(self, _: dict[str, Any]) -> None:
        return

    _event_undone = _judge_called = _round_time_called = _scoresheet_signed = _tick

    def _cubes_rolled(self, event: dict[str, Any]) -> None:
        self.left = len(event["resources"].split())

    def _shake_started(self, event: dict[str, Any]) -> None:
        if self.phase != "shake-over":
            return
        # Who sets the first Goal is named; after that it goes to the left.
        self.setter = event.get("goal_setter") or self._left_of(self.setter)
        self.shake, self.phase, self.presented, self.silent = self.shake + 1, "setting-goal", [], None
        self._begin("roll-and-goal", [self.setter])

    def _goal_set(self, event: dict[str, Any]) -> None:
        if self.phase != "setting-goal" or event["player"] != self.setter or self.block is not None:
            return
        if self.task is not None:
            self._end(self.task, self.setter, done=self.now)
            self.task = None
        self.mover = self.setter
        self.left -= len([cube for cube in event["goal"].split() if cube != "_"])
        self._turn(self._left_of(self.setter), "first-turn")

    def _bonus_called(self, event: dict[str, Any]) -> None:
        if self.phase == "moving" and event["player"] == self.on_turn:
            self.moves_left = 2

    def _cube_moved(self, event: dict[str, Any]) -> None:
        if self.phase != "moving" or event["player"] != self.on_turn or self.block is not None:
            return
        self.silent, self.mover = None, self.on_turn
        self.moves_left -= 1
        self.left -= 1
        if self.moves_left and self.left:
            return
        assert self.task is not None
        self._end(self.task, self.on_turn, done=self.now)
        self.task = None
        if self.left:
            self._turn(self._left_of(self.on_turn), "turn")
        else:
            # The last cube: everybody writes.
            self.phase, self.writers = "writing", list(self.seats)
            self._begin("write", list(self.seats))

    def _block_lifted(self, event: dict[str, Any]) -> None:
        if self.phase in ("moving", "setting-goal") and self.block is None:
            self.silent = None
            holder = event.get("player")
            self.block = Task("state-challenge", [holder] if holder else [], self.now, self.shake)
            self._hold()

    def _challenge_stated(self, event: dict[str, Any]) -> None:
        seat = event["player"]
        if self.phase != "moving" or (self.block and self.block.owed not in ([], [seat])) or self.silent == seat:
            return
        if self.block is None:
            self.block = Task("state-challenge", [seat], self.now, self.shake)
            self._hold()
        # Who took the block is whoever states something.
        self.block.owed = [seat]
        self._end(self.block, seat, done=self.now)
        # Now is for the challenger to show, Impossible for the one whom he challenges.
        self.writers = [seat if event["challenge"] == "now" else self.mover]
        third = [each for each in self.seats if each not in (seat, self.mover)]
        self.phase = "writing"
        for owing in [] if self.task is None else list(self.task.owed):
            # Who is on turn moves or challenges; for anybody else's challenge the turn is owed no longer.
            self._end(self.task, owing, done=self.now if owing == seat else None)
        self.block = None
        self._begin("write", [each for each in self.seats if each in (*self.writers, *third)])

    def _third_party_decided(self, event: dict[str, Any]) -> None:
        if self.phase != "writing" or self.task is None or event["player"] not in self.task.owed:
            return
        if event["presents"]:
            self.writers.append(event["player"])
        else:
            self._end(self.task, event["player"], done=self.now)
            self._next_of_challenge()

    def _equation_presented(self, event: dict[str, Any]) -> None:
        if self.phase == "writing" and self.task is not None and event["player"] in self.task.owed:
            self.presented.append(event["player"])
            self._end(self.task, event["player"], done=self.now)
            self._next_of_challenge()

    def _equation_checked(self, event: dict[str, Any]) -> None:
        said = self.answers.get(event["writer"]) if self.phase == "checking" else None
        if said is None or event["by"] in said or event["by"] == event["writer"]:
            return
        if not self.answers[self.checked] and event["writer"] != self.checked:
            raise NotImplementedError("the Equation whose time runs changes with the first answer")
        said.append(event["by"])
        if event["writer"] == self.checked and self.task is not None and event["by"] in self.task.owed:
            self._end(self.task, event["by"], done=self.now)
            self._next_of_challenge()

    # -- judges and the table ------------------------------------------------------------------------

    def _clock_paused(self, _: dict[str, Any]) -> None:
        self.paused = True
        self._hold()

    def _clock_resumed(self, _: dict[str, Any]) -> None:
        self.paused = False
        self._hold()

    def _outage(self, event: dict[str, Any]) -> None:
        for task in (self.task, self.block):
            if task is not None and task.since is None:
                task.stood += round(event["seconds"] * 1000)

    def _penalty_approved(self, event: dict[str, Any], status: str = "applied") -> None:
        cost = self.found.costs[event["penalty"] - 1]
        if cost.status == "pending":
            cost.status, cost.initials = status, event["judge"]

    def _penalty_refused(self, event: dict[str, Any]) -> None:
        self._penalty_approved(event, "refused")

    def _judge_warned(self, event: dict[str, Any]) -> None:
        self.warned.add(event["player"])

    def _judge_penalized(self, event: dict[str, Any]) -> None:
        if event["player"] in self.warned:
            self._cost(event["player"], "conduct", "", judge=event["judge"])
