"""How long the audit of a long match takes: opened, as the page gets it, as CSV, JSON and PDF; and its chain's check.

    python tests/bench/audit.py [EVENTS] [SNAPSHOTS]

The aims for 5000 events with 1000 snapshots: a PDF in less than five seconds, a page that is there in less than one.
The PDF and the check are also made as the page has them made, by a process of their own (`kiosk/errand.py`).
`tests/bench/audit_page.py` opens the page in a browser.
"""

from __future__ import annotations

import os
import resource
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

sys.path.insert(0, str(Path(__file__).parents[2]))

import msgspec

from kiosk.audit.errands import shelf_order
from kiosk.audit.page import page_body
from kiosk.audit.query import Audits, Query, ask
from kiosk.audit.report_pdf import report_pdf
from kiosk.audit.rows import csv_text, json_text, rows_of
from kiosk.errand import Errand
from kiosk.verify import Report, examine
from tests.bench.long_match import write_long_match
from tests.kiosk.audit.written import shelved

AIM_S, PAGE_AIM_S = 5.0, 1.0
T = TypeVar("T")


def timed(what: str, act: Callable[[], T], tell: Callable[[T], str] = lambda _: "") -> T:
    began, used = time.perf_counter(), _used_s()
    result = act()
    wall, used = time.perf_counter() - began, _used_s() - used
    print(f"{what:52} {wall:6.2f} s ({used:.2f} s of the processor)  {tell(result)}")
    return result


def _used_s() -> float:
    """Seconds of the processor that this process and those that it started have used."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def sent(order: dict[str, Any]) -> tuple[dict[str, Any], int]:
    """What a process has answered, and how often it told how far it was."""
    errand = Errand("kiosk.audit.errands", order)
    told: list[int] = []
    try:
        return errand.answer(lambda done, _of: told.append(done)), len(told)
    finally:
        errand.close()


def main(events: str = "5000", snapshots: str = "1000") -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        made = write_long_match(folder, int(events), int(snapshots))
        print(f"{made.events} events, {made.rows} rows, {made.snapshots} snapshots, {made.clips} clips")
        print(f"load average of the last minute: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
        matches = shelved(folder)
        timed("the match, folded", matches.open, lambda match: f"{len(match.steps)} rows")
        audits = Audits(matches)
        audit = timed("the audit of it", lambda: audits.ask(Query()), lambda found: f"{len(found.lines)} lines")
        timed("what the page gets", lambda: _page(audits, Query()))
        timed("the same for another filter", lambda: _page(audits, Query(player=("Ann",))))
        costly = sum(line.cost is not None for line in audit.lines)
        timed("CSV", lambda: csv_text(rows_of(audit)), lambda text: f"{len(text) / 1e6:.1f} MB")
        timed("JSON", lambda: json_text(rows_of(audit)), lambda text: f"{len(text) / 1e6:.1f} MB")
        timed(f"PDF, {costly} penalties", lambda: report_pdf(audit), lambda pdf: f"{len(pdf) / 1e6:.1f} MB")
        fresh = shelved(folder)
        timed("from the journal to the PDF", lambda: report_pdf(ask(fresh, Query())))
        shelves = [shelf_order(shelf) for shelf in fresh.shelves()]
        report = {"do": "report", "query": {}, "shelves": shelves, "path": str(folder / "report.pdf")}
        timed("the same by a process of its own, as the page has it", lambda: sent(report), _steps)
        timed("the chain's check, with every picture", lambda: examine(folder), _faults)
        timed("the same by a process of its own", lambda: sent({"do": "verify", "shelves": shelves}), _steps)
    print(f"aims: the page's PDF below {AIM_S:g} s, the page below {PAGE_AIM_S:g} s")


def _page(audits: Audits, query: Query) -> bytes:
    return msgspec.json.encode(page_body(audits.ask(query)))


def _faults(report: Report) -> str:
    return f"{len(report.faults)} faults"


def _steps(told: tuple[dict[str, Any], int]) -> str:
    answer, steps = told
    assert "done" in answer, answer
    return f"{steps} steps of progress"


if __name__ == "__main__":
    main(*sys.argv[1:])
