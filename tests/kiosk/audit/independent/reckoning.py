"""A second reckoning of every deadline and penalty of a match of Equations, from the rows of its journal alone.

It knows nothing of the program: the rows are read with sqlite3, the events are their JSON, and the rules are reckoned
here from the books and the contract (section 6, "Time"), for two or three players, in both rulesets and all divisions.
What it does not know it refuses: a league's own readings, and cubes that are taken back or read anew.
"""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

from tests.kiosk.audit.independent.books import BOOKS
from tests.kiosk.audit.independent.challenges import Challenges
from tests.kiosk.audit.independent.setting_up import Event
from tests.kiosk.audit.independent.timing import Reckoned

#: What changes neither a deadline nor a penalty.
IDLE = frozenset({"tick", "event-undone", "judge-called", "scoresheet-signed"})
#: Who acts is named in `by`.
BY = frozenset({"equation-checked", "illegal-procedure-charged"})
#: About a player who may be absent, but not his to do.
OF_OTHERS = frozenset({"judge-warned", "judge-penalized", "block-returned"})


def reckon(folder: Path, first: int) -> Reckoned:
    """The deadlines and penalties of the match that begins with that row."""
    base = sqlite3.connect(f"file:{folder / 'journal.db'}?mode=ro", uri=True)
    try:
        rows = base.execute("SELECT kind, body FROM row WHERE seq >= ? ORDER BY seq", (first,)).fetchall()
    finally:
        base.close()
    events = [json.loads(body) for kind, body in rows if kind == "event"]
    later = [at for at, event in enumerate(events) if at and event["event"] == "match-started"]
    return _Match(events[0]).run(events[: later[0] if later else None])


class _Match(Challenges):
    def __init__(self, opening: Event) -> None:
        if opening.get("readings"):
            raise NotImplementedError("a match by a league's own readings")
        sand_timer = bool(opening.get("carry_over"))
        super().__init__(BOOKS[opening["ruleset"]], opening["division"], opening["players"], sand_timer=sand_timer)
        self.fresh_shake()
        #: What the shakes that are over were worth; the last one can still be ruled on until the next begins.
        self.sums = dict.fromkeys(self.seats, 0)
        self.warned: set[str] = set()

    def run(self, events: list[Event]) -> Reckoned:
        undone = {event["line"] for event in events if event["event"] == "event-undone"}
        for line, event in enumerate(events[1:], start=2):
            t, name = round(event["t"] * 1000), event["event"]
            if line in undone or name in IDLE:
                # The match is as if that line had not been; the clock does not go back.
                self.until(t)
                self.now = t
                continue
            # While the table was down nothing fell due.
            self.until(t - round(event["seconds"] * 1000) if name == "outage" else t)
            self.now = t
            handler = getattr(self, "on_" + name.replace("-", "_"), None)
            if handler is None:
                raise NotImplementedError(name)
            actor = event.get("by" if name in BY else "player")
            if name in OF_OTHERS or actor not in self.absent:
                handler(event)
        for task in (self.task, self.block):
            for seat in [] if task is None else list(task.owed):
                assert task is not None
                self.written(task, seat)
        return self.found

    # -- the table -----------------------------------------------------------------------------------

    def on_shake_started(self, event: Event) -> None:
        # Only a bonus move by the leader asks for the scores, and only one book knows it.
        if self.book.invalid_costs and self.shake and self.phase == "shake-over" and not self.over:
            for seat, points in self.scores().items():
                self.sums[seat] += points
        super().on_shake_started(event)

    def leads(self, seat: str) -> bool:
        """Whether he has more points than everybody else; what waits for a judge is not lost yet."""
        sums = {each: self.sums[each] + self.found.points(each, "applied") for each in self.seats}
        return all(sums[seat] > points for other, points in sums.items() if other != seat)

    def on_clock_paused(self, _: Event) -> None:
        self.paused = True
        self.hold()

    def on_clock_resumed(self, _: Event) -> None:
        self.paused = False
        self.hold()

    def on_outage(self, event: Event) -> None:
        self.move_on(round(event["seconds"] * 1000))

    def on_round_time_called(self, _: Event) -> None:
        self.time_called = True
        self.over = self.over or self.phase == "shake-over"

    def on_round_stopped(self, _: Event) -> None:
        if self.phase == "shake-over" or self.cause or self.stopping:
            return
        if self.block is not None:
            self.stopping = True
        else:
            self.stop()

    # -- judges --------------------------------------------------------------------------------------

    def on_penalty_approved(self, event: Event, status: str = "applied") -> None:
        cost = self.found.costs[event["penalty"] - 1]
        if cost.status == "pending":
            cost.status, cost.initials = status, event["judge"]

    def on_penalty_refused(self, event: Event) -> None:
        self.on_penalty_approved(event, "refused")

    def on_judge_warned(self, event: Event) -> None:
        if not self.over:
            self.warned.add(event["player"])

    def on_judge_penalized(self, event: Event) -> None:
        """After a warning, or (IX-D) at once where two judges agree."""
        judges = [event["judge"], *([event["second_judge"]] if event.get("second_judge") else [])]
        agreed = len({judge.strip().casefold() for judge in judges}) > 1
        if event["player"] in self.warned:
            self.cost(event["player"], "conduct", "IX-C", judge=", ".join(judges) if agreed else judges[0])
        elif agreed and self.book.two_judges:
            self.cost(event["player"], "conduct", "IX-D", judge=", ".join(judges))
