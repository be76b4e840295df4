"""The audit's long works, in a process of their own (`kiosk/errand.py`): the PDF, and the check of a whole journal."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kiosk.errand import Answer, Tell, serve
from kiosk.journal import JournalError
from kiosk.matches import Matches, Shelf
from kiosk.verify import Report, examine
from rules.errors import BadRequest
from rules.games import GAMES

#: Of a hundred parts of the work of a PDF, so many are reading the matches.
READING = 25


def shelf_order(shelf: Shelf) -> dict[str, str]:
    """A shelf as an order names it."""
    return {"name": shelf.name, "folder": str(shelf.folder), "title": shelf.title}


def _shelves(order: Answer) -> list[Shelf]:
    return [Shelf(each["name"], Path(each["folder"]), each["title"]) for each in order["shelves"]]


def _report(order: Answer, tell: Tell) -> Answer:
    """The PDF of a question, written to a path."""
    # The check of a journal needs nothing of this.
    from kiosk.audit.query import Query, ask
    from kiosk.audit.report_pdf import report_pdf

    tell(0, 100)
    shelves = _shelves(order)
    try:
        query = Query.parse(order["query"])
        audit = ask(Matches(GAMES, lambda: shelves), query, lambda done, of: tell(READING * done // of, 100))
        content = report_pdf(audit, lambda done, of: tell(READING + (99 - READING) * done // max(of, 1), 100))
        Path(order["path"]).write_bytes(content)
    except (JournalError, BadRequest, OSError) as trouble:
        return {"refused": {"code": "not-written", "text": str(trouble)}}
    return {"done": {"lines": len(audit.lines), "size": len(content)}}


def _verify(order: Answer, tell: Tell) -> Answer:
    """What can be said of the journals of these shelves, one after the other."""
    shelves = _shelves(order)
    found = []
    for at, shelf in enumerate(shelves):

        def share(done: int, of: int, at: int = at) -> None:
            tell(at * 1000 + 1000 * done // max(of, 1), 1000 * len(shelves))

        share(0, 1)
        found.append(_examined(shelf, examine(shelf.folder, tell=share)))
    return {"done": {"journals": found}}


def _examined(shelf: Shelf, report: Report) -> dict[str, Any]:
    return {
        "shelf": shelf.name,
        "table": shelf.title,
        "whole": not report.faults,
        "row": report.row,
        "hash": report.head,
        "faults": [{"place": fault.place, "text": fault.text} for fault in report.faults],
        "remarks": list(report.remarks),
    }


if __name__ == "__main__":
    serve({"report": _report, "verify": _verify})
