"""What the lines of an audit come to: by player, by task, by status; and whether that fits the scoresheet."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from statistics import median
from typing import TypeVar

from kiosk.audit.lines import LATE, LOST, STATUSES, WARNED, Line
from kiosk.audit.match_audit import MatchAudit

K = TypeVar("K", bound=Hashable)
TENTHS = 10


@dataclass(slots=True)
class Sum:
    """How many deadlines there were and how they ended, and what they and everything else cost."""

    deadlines: int = 0
    #: How many ended in each way (`kiosk.audit.lines.RESULTS`).
    results: dict[str, int] = field(default_factory=dict)
    #: How many penalties of each status, and their points.
    penalties: dict[str, int] = field(default_factory=lambda: dict.fromkeys(STATUSES, 0))
    points: dict[str, int] = field(default_factory=lambda: dict.fromkeys(STATUSES, 0))
    #: How much of each limit was used, as a share of it, and in milliseconds; and which limits there were.
    shares: list[float] = field(default_factory=list)
    used_ms: list[int] = field(default_factory=list)
    limits_ms: set[int] = field(default_factory=set)

    def add(self, line: Line) -> None:
        deadline, cost = line.deadline, line.cost
        if deadline is not None and not line.again:
            self.deadlines += 1
            assert line.result is not None
            self.results[line.result] = self.results.get(line.result, 0) + 1
            self.shares.append((line.used_ms or 0) / deadline.limit_ms)
            self.used_ms.append(line.used_ms or 0)
            self.limits_ms.add(deadline.limit_ms)
        if cost is not None:
            self.penalties[cost.status] = self.penalties.get(cost.status, 0) + 1
            self.points[cost.status] = self.points.get(cost.status, 0) + cost.points

    @property
    def in_countdown(self) -> int:
        return self.results.get(WARNED, 0)

    @property
    def overdue(self) -> int:
        """Tasks that were not done by the end of the countdown."""
        return self.results.get(LATE, 0) + self.results.get(LOST, 0)

    @property
    def costs(self) -> int:
        return sum(self.penalties.values())

    @property
    def usual_share(self) -> float | None:
        """The median of the shares of the limits that were used."""
        return median(self.shares) if self.shares else None

    @property
    def largest_share(self) -> float | None:
        return max(self.shares, default=None)

    @property
    def spread(self) -> list[int]:
        """How many used up to a tenth of the limit, up to two tenths, and so on; the last of all are those over it."""
        counts = [0] * (TENTHS + 1)
        for share in self.shares:
            counts[TENTHS if share > 1 else max(0, math.ceil(share * TENTHS) - 1)] += 1
        return counts


def total(lines: Iterable[Line]) -> Sum:
    """The sum of all these lines."""
    return summed(lines, lambda _: None).get(None) or Sum()


def summed(lines: Iterable[Line], by: Callable[[Line], K]) -> dict[K, Sum]:
    """The sums by whatever tells lines apart, in the order in which it first comes."""
    sums: dict[K, Sum] = {}
    for line in lines:
        sums.setdefault(by(line), Sum()).add(line)
    return sums


def by_player(lines: Iterable[Line]) -> dict[str, Sum]:
    sums = summed(lines, lambda line: line.player)
    return dict(sorted(sums.items(), key=lambda item: item[0].casefold()))


def by_task(lines: Iterable[Line]) -> dict[str, Sum]:
    """The sums of each task, by its words; what no deadline brought comes last, under no words."""
    sums = summed(lines, lambda line: line.task_words)
    return dict(sorted(sums.items(), key=lambda item: item[0] == ""))


@dataclass(frozen=True, slots=True)
class Fit:
    """A player's applied penalties by the audit's lines, and what the scoresheet has beside the scores of shakes."""

    seat: str
    player: str
    audit: int
    sheet: int

    @property
    def fits(self) -> bool:
        return self.audit == self.sheet


def fits(match: MatchAudit) -> tuple[Fit, ...]:
    """Each player's penalties in the audit against the scoresheet's total without the scores of its shakes."""
    scores: Mapping[str, int] = match.score.totals
    found = []
    for seat, name in match.players.items():
        shakes = sum(shake.scores.get(seat, 0) for shake in match.score.shakes)
        applied = sum(
            line.cost.points for line in match.lines if line.cost and line.seat == seat and line.status == "applied"
        )
        found.append(Fit(seat, name, applied, scores.get(seat, 0) - shakes))
    return tuple(found)
