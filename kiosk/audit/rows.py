"""The lines of the audit as flat rows, for programs: JSON, and CSV that a spreadsheet can open without harm.

Times are seconds since the match began, as in the contract; walls' times are UTC.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from kiosk.audit.lines import Decision, Line, Moved
from kiosk.audit.match_audit import MatchAudit
from kiosk.audit.query import Audit
from kiosk.audit.words import one_line
from rules.events import seconds

#: The match's last row and its hash, in every row of an export: so that a journal that was changed since shows.
WITNESS = ("journal_row", "journal_hash")
FIELDS = (
    *("task", "player", "start", "limit", "deadline", "warned", "countdown", "extra", "done", "expired", "ended"),
    *("used", "used_percent", "result", "rule", "moved", "moves"),
    *("penalty", "t", "points", "why", "cite", "status", "initials", "history"),
    *("rows", "snapshots", "clips", "match", "table", "began", "shake", "seat", "task_code"),
    *WITNESS,
)
#: Fields that hold a list: in CSV they are words.
LISTS = ("moves", "history", "rows", "snapshots", "clips")
#: With these a spreadsheet takes a text for a formula.
FORMULA = ("=", "+", "-", "@")


def rows_of(audit: Audit) -> list[dict[str, Any]]:
    """A row for each line that was asked for."""
    return [row_of(line, audit.match(line)) for line in audit.lines]


def row_of(line: Line, match: MatchAudit) -> dict[str, Any]:
    """A line as JSON."""
    row: dict[str, Any] = dict.fromkeys(FIELDS)
    row |= {
        "task": line.task_words,
        "player": line.player,
        "match": line.match,
        "table": match.table,
        "began": match.began,
        "shake": line.shake,
        "seat": line.seat,
        "task_code": line.task or None,
        "journal_row": match.row,
        "journal_hash": match.head,
        "moves": [_moved(each) for each in line.moved],
        "history": [],
        "rows": list(line.proof.rows),
        "clips": [clip.clip for clip in line.proof.clips],
        "snapshots": [picture.snapshot for picture in line.proof.pictures],
    }
    deadline = line.deadline
    if deadline is not None:
        used_ms = line.used_ms or 0
        row |= {
            "start": seconds(deadline.start_ms),
            "limit": seconds(deadline.limit_ms),
            "deadline": seconds(deadline.deadline_ms),
            "warned": _moment(deadline.warned_ms),
            "countdown": _moment(line.countdown_until_ms),
            "extra": _moment(line.extra_until_ms),
            "done": _moment(deadline.done_ms),
            "expired": _moment(deadline.expired_ms),
            "ended": _moment(deadline.ended_ms),
            "used": seconds(used_ms),
            "used_percent": round(100 * used_ms / deadline.limit_ms),
            "result": line.result,
            "rule": deadline.cite,
            "moved": seconds(sum(each.by_ms for each in line.moved)),
        }
    cost = line.cost
    if cost is not None:
        row |= {
            "penalty": cost.n,
            "t": seconds(cost.t_ms),
            "points": cost.points,
            "why": cost.why,
            "cite": cost.cite,
            "status": cost.status,
            "initials": cost.initials,
            "history": [_decision(each) for each in cost.history],
        }
    return row


def _moment(t_ms: int | None) -> int | float | None:
    return None if t_ms is None else seconds(t_ms)


def _moved(moved: Moved) -> dict[str, Any]:
    return {
        "why": moved.why,
        "text": moved.words,
        "from": seconds(moved.start_ms),
        "seconds": seconds(moved.by_ms),
        "by": moved.by,
        "reason": moved.reason,
        "rows": list(moved.rows),
    }


def _decision(step: Decision) -> dict[str, Any]:
    return {
        "status": step.status,
        "t": seconds(step.t_ms),
        "wall": step.wall,
        "row": step.row,
        "by": step.by,
        "reason": step.reason,
    }


def json_text(rows: Sequence[dict[str, Any]]) -> str:
    """The rows as a JSON array."""
    return msgspec.json.encode(rows).decode()


def csv_text(rows: Iterable[dict[str, Any]]) -> str:
    """The rows as CSV with a heading; whatever people have typed stays a text for every spreadsheet."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(FIELDS)
    writer.writerows([_cell(row[name]) for name in FIELDS] for row in rows)
    return text.getvalue()


def _cell(value: Any) -> Any:
    """A cell: numbers stay numbers, a list becomes words, and a text is one line and can be no formula."""
    if isinstance(value, list):
        value = "; ".join(_words(each) for each in value)
    if isinstance(value, str):
        value = one_line(value)
        return f"'{value}" if value.startswith(FORMULA) else value
    return value


def _words(item: Any) -> str:
    if not isinstance(item, dict):
        return str(item)
    if "status" in item:
        parts = [item["status"], f"at {item['t']}", f"by {item['by']}" if item["by"] else ""]
    else:
        parts = [
            item["text"],
            f"from {item['from']}",
            f"for {item['seconds']}",
            f"by {item['by']}" if item["by"] else "",
        ]
    parts.append(f"({item['reason']})" if item["reason"] else "")
    return " ".join(filter(None, parts))
