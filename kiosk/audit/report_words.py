"""What an answer of the audit is called: what its lines were narrowed to, and a name for a file of them."""

from __future__ import annotations

from kiosk.audit.query import Audit, Query
from kiosk.audit.words import date_of
from kiosk.texts import say


def only_words(audit: Audit) -> str:
    """What the lines were narrowed to, in words; empty if they were not."""
    query: Query = audit.query
    tasks = dict(audit.choices.task)
    said = [*query.player, *(tasks.get(task) or say("audit.no-task") for task in query.task if task)]
    said += [say(f"cost.{status}") for status in query.status]
    said += [say("audit.by-judge", judge=judge) for judge in query.judge]
    said += [say("table.shake", number=shake) for shake in query.shake]
    return ", ".join(said)


def file_name(audit: Audit, suffix: str) -> str:
    """A sensible name for an export: what it is, of which match or day, and whom it was narrowed to."""
    last = audit.matches[-1]
    parts = ["penalties", date_of(last), last.table]
    parts += [last.key.replace(".", "-")] if len(audit.matches) == 1 else ["all"]
    parts += audit.query.player
    words = "-".join("".join(char if char.isascii() and char.isalnum() else "-" for char in part) for part in parts)
    return "-".join(filter(None, words.split("-")))[:120] + f".{suffix}"
