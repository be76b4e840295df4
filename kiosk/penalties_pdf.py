"""Every deadline of a match and what it cost as a PDF: the list that an organiser hands to a parent."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from kiosk.past import PastMatch
from kiosk.pdf_page import Column, PdfPage
from kiosk.penalties import penalty_rows
from rules.events import milliseconds
from rules.game import Penalty
from rules.messages import Message, Words, say

COLUMNS = (
    *(Column("Task", 40), Column("Player", 38)),
    *(Column("Began", 18, "R"), Column("Limit", 16, "R"), Column("Due", 18, "R")),
    *(Column("Warned", 18, "R"), Column("Done", 18, "R"), Column("Lost", 18, "R")),
    *(Column("Penalty", 18, "C"), Column("Why", 30), Column("Rule", 20), Column("Status", 18), Column("Initials", 19)),
)
#: What the columns mean, for somebody who was not there.
LEGEND = (
    "Times are minutes and seconds since the match began. “Began” is when the task was given and “Due” when its time "
    "limit ran out; pauses of the clock move it on. “Warned” is when the countdown began, “Done” when the "
    "player did the task, “Lost” when the turn or the task was taken away. A task without a penalty cost nothing. Only "
    "penalties with the status “applied” count."
)


def penalties_pdf(match: PastMatch, table: str) -> bytes:
    """The list as a PDF file, a row for each row of `penalty_rows`."""
    game = match.fold.game
    rows = penalty_rows(match)
    date = match.rows[0].wall[:10]
    page = PdfPage(
        f"Deadlines and penalties: {game.title}, {table}, {date}",
        row=match.rows[-1].seq,
        head=match.head,
        written=match.rows[-1].wall,
        landscape=True,
    )
    page.say("Deadlines and penalties", 18, bold=True)
    page.say(f"{game.title} · {table} · {date}", 11)
    if not match.fold.view.over:
        page.say("The match is not over: this list is provisional.", 11, bold=True)
    page.gap(2)
    page.say(_summary(match.fold.view.penalties), 11)
    page.say(LEGEND, 8.5)
    page.gap(3)
    if rows:
        costly = [place for place, row in enumerate(rows) if row["penalty"] is not None]
        page.grid(COLUMNS, [_cells(row, game.words) for row in rows], strong=costly, size=8.5)
    else:
        page.say("No task has had a deadline yet.")
    return page.to_bytes()


def _summary(penalties: Sequence[Penalty]) -> str:
    """How many penalties there are, and what has become of them."""
    if not penalties:
        return "There is no penalty."
    counts = Counter(penalty.status for penalty in penalties)
    parts = ", ".join(f"{count} {status}" for status, count in counts.items())
    return f"Penalties: {len(penalties)} ({parts})."


def _cells(row: dict[str, Any], words: Words) -> list[str]:
    moments = [minutes(row[key]) for key in ("start", "limit", "deadline", "warned", "done", "expired")]
    penalty = "" if row["penalty"] is None else f"P{row['penalty']}: {row['points']}".replace("-", "−")
    why = "" if row["why"] is None else say(Message(f"why-{row['why']}"), words).capitalize()
    initials = " ".join((row["initials"] or "").split())
    return [row["task"], row["player"], *moments, penalty, why, row["cite"] or "", row["status"] or "", initials]


def minutes(t: float | None) -> str:
    """Seconds as minutes and seconds, to the millisecond where it is not a whole one.

    >>> minutes(130), minutes(70.25), minutes(None)
    ('2:10', '1:10.25', '')
    """
    if t is None:
        return ""
    whole, rest_ms = divmod(milliseconds(t), 1000)
    part = f".{rest_ms:03}".rstrip("0") if rest_ms else ""
    return f"{whole // 60}:{whole % 60:02}{part}"
