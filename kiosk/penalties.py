"""Every deadline of a match with what it cost: the one query behind the audit's listings."""

from __future__ import annotations

from typing import Any

from kiosk.past import PastMatch
from rules.events import seconds
from rules.game import Penalty
from rules.limits import DeadlineRecord
from rules.messages import Message, say

#: The journal's last row and its hash, in every row of an export: so that a journal that was changed since shows.
WITNESS = ("journal_row", "journal_hash")
FIELDS = (
    "task",
    "player",
    "start",
    "limit",
    "deadline",
    "warned",
    "done",
    "expired",
    "penalty",
    "points",
    "why",
    "cite",
    "status",
    "initials",
    *WITNESS,
)


def penalty_rows(match: PastMatch) -> list[dict[str, Any]]:
    """A row a deadline and player; a deadline that cost several points has a row for each of them.

    Penalties that no deadline brought (an invalid challenge, conduct) follow with empty times.
    """
    words, view = match.fold.game.words, match.fold.view
    penalties = {penalty.n: penalty for penalty in view.penalties}
    rows = []
    for deadline in view.deadlines:
        task = say(Message(deadline.task), words)
        costs: list[Penalty | None] = [penalties.pop(n) for n in deadline.penalties if n in penalties]
        rows += [_row(task, deadline, cost) for cost in costs or [None]]
    rows += [_row("", None, penalty) for penalty in penalties.values()]
    for row in rows:
        row["player"] = match.names.get(row["player"], row["player"])
        row |= dict(zip(WITNESS, (match.rows[-1].seq, match.head), strict=True))
    return rows


def _row(task: str, deadline: DeadlineRecord | None, penalty: Penalty | None) -> dict[str, Any]:
    row: dict[str, Any] = dict.fromkeys(FIELDS)
    row["task"] = task
    if deadline is not None:
        row |= {
            "player": deadline.player,
            "start": seconds(deadline.start_ms),
            "limit": seconds(deadline.limit_ms),
            "deadline": seconds(deadline.deadline_ms),
            "warned": _moment(deadline.warned_ms),
            "done": _moment(deadline.done_ms),
            "expired": _moment(deadline.expired_ms),
        }
    if penalty is not None:
        row |= {
            "player": penalty.player,
            "penalty": penalty.n,
            "points": penalty.points,
            "why": penalty.why,
            "cite": penalty.cite,
            "status": penalty.status,
            "initials": penalty.initials,
        }
    return row


def _moment(t_ms: int | None) -> int | float | None:
    return None if t_ms is None else seconds(t_ms)
