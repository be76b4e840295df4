"""What became of each penalty, step by step, from what the referee said at the time.

Every row of the journal holds what its event brought: a penalty that arose, one of which a judge has decided, how many
an undone line has left. Where a row holds nothing (journals that were not written by a table) the same is read off the
match as it stood then.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from kiosk.audit.lines import Decision
from kiosk.journal import Row
from kiosk.matches import OpenMatch, Step
from kiosk.standing import CONFIRMED
from rules.events import MatchStarted, milliseconds
from rules.game import Penalty
from rules.outcome import said

#: A penalty whatever has been decided of it: its number alone may be another's after an undone line.
Identity = tuple[int, str, int, str]


@dataclass(frozen=True, slots=True)
class Struck:
    """A penalty that no longer holds, because a line was undone."""

    n: int
    player: str
    points: int
    why: str
    t_ms: int


@dataclass(slots=True)
class Histories:
    """The histories of a match's penalties, by number, and the penalties that were struck, by the row that did it."""

    decisions: dict[int, tuple[Decision, ...]] = field(default_factory=dict)
    struck: dict[int, list[Struck]] = field(default_factory=dict)
    _known: dict[int, Identity] = field(default_factory=dict)

    def of(self, penalty: Penalty) -> tuple[Decision, ...]:
        """The history of a penalty, oldest first; empty if the rows tell of another one."""
        same = self._known.get(penalty.n) == (penalty.t_ms, penalty.player, penalty.points, penalty.why)
        return self.decisions[penalty.n] if same else ()

    def take(self, row: Row, t_ms: int, items: Sequence[Mapping[str, Any]], by: str | None, reason: str | None) -> None:
        """Add what one row has brought."""
        for item in items:
            if "struck" in item:
                for n in [n for n in self._known if n > item["struck"]["penalties"]]:
                    self._strike(n, row)
            elif "penalty" in item:
                self._penalty(row, t_ms, item["penalty"], by, reason)

    def _penalty(self, row: Row, t_ms: int, item: Mapping[str, Any], by: str | None, reason: str | None) -> None:
        n, arose_ms = item["n"], milliseconds(item["t"])
        who: Identity = (arose_ms, item["player"], item["points"], item["why"])
        if self._known.get(n, who) != who:
            self._strike(n, row)
        known = self.decisions.get(n, ())
        judge = item.get("initials") or (by if known else None)
        if known and (known[-1].status, known[-1].by) == (item["status"], judge):
            return
        moment = t_ms if known else arose_ms
        decision = Decision(item["status"], moment, row.seq, row.wall, judge, reason if judge else None)
        self._known[n] = who
        self.decisions[n] = (*known, decision)

    def _strike(self, n: int, row: Row) -> None:
        t_ms, player, points, why = self._known.pop(n)
        self.decisions.pop(n)
        self.struck.setdefault(row.seq, []).append(Struck(n, player, points, why, t_ms))


def histories(match: OpenMatch) -> Histories:
    """The histories of all penalties of a match."""
    found = Histories()
    opening = match.past.fold.lines.first.event
    recorded = isinstance(opening, MatchStarted) and opening.versions is not None
    reasons = reasons_of(match)
    t_ms = 0
    for step, items in _recorded(match.steps) if recorded else _said_anew(match.steps):
        t_ms = t_ms if step.timed is None else step.timed.t_ms
        by = None if step.timed is None else getattr(step.timed.event, "judge", None)
        if step.timed is None:
            by = step.row.data.get("judge")
        found.take(step.row, t_ms, items, by, reasons.get(step.row.seq))
    return found


def reasons_of(match: OpenMatch) -> dict[int, str]:
    """Why somebody did what a row says, where that was asked: in the event itself, or in a note that names its row."""
    reasons: dict[int, str] = {}
    for step in match.steps:
        if step.timed is not None:
            why = getattr(step.timed.event, "why", None)
            if why:
                reasons[step.row.seq] = str(why)
        elif '"why"' in step.row.body and '"row"' in step.row.body:
            note = step.row.data
            if isinstance(note.get("row"), int) and isinstance(note.get("why"), str):
                reasons[note["row"]] = note["why"]
    return reasons


def _recorded(steps: Sequence[Step]) -> Iterator[tuple[Step, list[Mapping[str, Any]]]]:
    """Each row with what was said then; a score that a judge has confirmed later says it anew."""
    for step in steps:
        if '"penalty"' in step.row.rulings or '"struck"' in step.row.rulings:
            yield step, msgspec.json.decode(step.row.rulings)
        elif step.timed is None and CONFIRMED in step.row.body and step.row.data.get("note") == CONFIRMED:
            penalties = step.row.data["score"]["penalties"]
            yield step, [{"struck": {"penalties": len(penalties)}}, *({"penalty": each} for each in penalties)]


def _said_anew(steps: Sequence[Step]) -> Iterator[tuple[Step, list[Mapping[str, Any]]]]:
    events = [step for step in steps if step.timed is not None]
    words = events[0].fold.game.words
    before = events[0].view
    for step in events[1:]:
        after = step.view
        yield step, list(said(before, after, words))
        before = after
