"""The audit of one match: every deadline and penalty of it as lines, from the journal alone.

This is the one query. The page, the CSV, the JSON, the PDF and the command line show what it gives.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Any

from kiosk.audit.histories import Histories, histories
from kiosk.audit.lines import Cost, Line, Moved, result_of
from kiosk.audit.proofs import Proofs
from kiosk.matches import OpenMatch, Shelf, Step
from kiosk.past import PastMatch
from kiosk.standing import Score, official
from rules.events import MatchStarted
from rules.game import Penalty, View
from rules.limits import DeadlineRecord
from rules.messages import Message, say


@dataclass(frozen=True, slots=True)
class MatchAudit:
    """A match with all its lines. `row` and `head` are its last row and the hash of it."""

    match: OpenMatch
    game: str
    division: str | None
    #: Seats and who sat there, in the order of the seats; a name that was erased is its seat.
    players: Mapping[str, str]
    lines: tuple[Line, ...]
    histories: Histories
    score: Score
    over: bool
    #: How long the match had been going at its last row.
    t_ms: int

    @property
    def key(self) -> str:
        return self.match.key

    @property
    def table(self) -> str:
        return self.match.shelf.title

    @property
    def began(self) -> str:
        """The wall's time (UTC) of the first row."""
        return self.match.past.rows[0].wall

    @property
    def written(self) -> str:
        return self.match.past.rows[-1].wall

    @property
    def row(self) -> int:
        return self.match.past.rows[-1].seq

    @property
    def head(self) -> str:
        return self.match.past.head

    def name(self, seat: str) -> str:
        return self.players.get(seat, seat)


def audit_of(match: OpenMatch, reckoning: Callable[[], AbstractContextManager[Any]] = nullcontext) -> MatchAudit:
    """The audit of a match. `reckoning` is held while views of it are made (`kiosk.matches.Matches.reckoning`)."""
    past = match.past
    with reckoning():
        view = past.fold.view
        score = official(past)
        found = histories(match)
    opening = past.fold.lines.first.event
    return MatchAudit(
        match=match,
        game=past.fold.game.title,
        division=opening.division if isinstance(opening, MatchStarted) else None,
        players={seat.player: past.names.get(seat.player, seat.player) for seat in view.seats},
        lines=tuple(_Lines(match, view, score, found).all()),
        histories=found,
        score=score,
        over=view.over,
        t_ms=view.t_ms,
    )


def try_audit(past: PastMatch, shelf: Shelf) -> None:
    """Make the audit of a match that was folded without its steps, to see whether it can be made.

    Rows that say of their match what no referee says end in the exception that their reader meets.
    """
    lines = iter(past.fold.lines)
    steps, count = [], 0
    for row in past.rows:
        timed = next(lines) if row.kind == "event" else None
        count += timed is not None
        steps.append(Step(row, timed, count if timed else 0, past.fold))
    audit_of(OpenMatch(shelf, past, tuple(steps)))


class _Lines:
    """Puts the lines of a match together."""

    def __init__(self, match: OpenMatch, view: View, score: Score, found: Histories) -> None:
        self._match = match
        self._view = view
        self._histories = found
        self._proofs = Proofs(match)
        self._words = match.past.fold.game.words
        #: What stands on the scoresheet, by number, until its deadline is found.
        self._left: dict[int, Penalty] = {penalty.n: penalty for penalty in score.penalties}
        self._place = 0

    def all(self) -> Iterator[Line]:
        """The deadlines in the order in which they ended, those that run last, then what no deadline brought."""
        for deadline in (*self._view.deadlines, *self._view.running):
            moved = tuple(self._proofs.moved(shift) for shift in deadline.shifts)
            costs = [self._left.pop(n) for n in deadline.penalties if self._is_of(deadline, n)]
            for at, penalty in enumerate(costs or [None]):
                yield self._line(deadline, moved, penalty, again=at > 0)
        for penalty in self._left.values():
            yield self._line(None, (), penalty)

    def _is_of(self, deadline: DeadlineRecord, n: int) -> bool:
        """By the present version the penalty belongs here; does the one on the sheet? Another version may differ."""
        penalty = self._left.get(n)
        return penalty is not None and (penalty.player, penalty.shake) == (deadline.player, deadline.shake)

    def _line(
        self, deadline: DeadlineRecord | None, moved: tuple[Moved, ...], penalty: Penalty | None, *, again: bool = False
    ) -> Line:
        self._place += 1
        cost = None if penalty is None else self._cost(penalty)
        about = deadline or penalty
        assert about is not None
        return Line(
            match=self._match.key,
            place=self._place,
            shake=about.shake,
            seat=about.player,
            player=self._match.past.names.get(about.player, about.player),
            task="" if deadline is None else deadline.task,
            task_words="" if deadline is None else say(Message(deadline.task), self._words),
            deadline=deadline,
            used_ms=None if deadline is None else deadline.used_ms(self._view.t_ms),
            result=None if deadline is None else result_of(deadline),
            moved=moved,
            cost=cost,
            proof=self._proofs.of(deadline, cost, moved),
            again=again,
        )

    def _cost(self, penalty: Penalty) -> Cost:
        return Cost(
            n=penalty.n,
            t_ms=penalty.t_ms,
            points=penalty.points,
            why=penalty.why,
            why_words=say(Message(f"why-{penalty.why}"), self._words),
            cite=penalty.cite,
            status=penalty.status,
            # Typed by somebody: in one line, whatever it is.
            initials=None if penalty.initials is None else " ".join(penalty.initials.split()),
            history=self._histories.of(penalty),
        )
