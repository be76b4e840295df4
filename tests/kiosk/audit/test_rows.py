"""The lines as rows: JSON with everything, CSV that no spreadsheet takes for formulas."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from kiosk.audit.query import Query, ask
from kiosk.audit.rows import FIELDS, csv_text, json_text, rows_of
from tests.kiosk.audit.stories import REASON, eventful
from tests.kiosk.audit.written import shelved, write


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write(tmp_path, eventful())
    return tmp_path


def test_a_late_turn_with_all_that_is_known_of_it(folder: Path) -> None:
    audit = ask(shelved(folder), Query())
    row = next(row for row in json.loads(json_text(rows_of(audit))) if row["penalty"] == 1)
    assert tuple(row) == FIELDS
    told = {key: row[key] for key in FIELDS[:24] if key != "moves"}
    assert told == {
        "task": "First turn",
        "player": "Ben",
        "start": 20,
        "limit": 120,
        "deadline": 155,
        "warned": 155,
        "countdown": 165,
        "extra": 225,
        "done": 175.25,
        "expired": None,
        "ended": 175.25,
        "used": 140.25,
        "used_percent": 117,
        "result": "late",
        "rule": "XI-A-1-b",
        "moved": 15,
        "penalty": 1,
        "t": 165,
        "points": -1,
        "why": "time",
        "cite": "XI-A-1-b",
        "status": "applied",
        "initials": "LK",
    }
    (moved,) = row["moves"]
    assert (moved["why"], moved["from"], moved["seconds"], moved["by"], moved["reason"]) == (
        "paused",
        60,
        15,
        "LK",
        REASON,
    )
    assert [(step["status"], step["t"], step["by"]) for step in row["history"]] == [
        ("pending", 165, None),
        ("applied", 300, "LK"),
    ]
    assert {step["row"] for step in row["history"]} | set(moved["rows"]) <= set(row["rows"])
    assert (row["match"], row["shake"], row["seat"], row["task_code"]) == ("here.2", 1, "B", "task-first-turn")
    assert (row["journal_row"], row["journal_hash"]) == (audit.matches[0].row, audit.matches[0].head)


def test_csv_has_the_same_rows_with_lists_in_words(folder: Path) -> None:
    rows = rows_of(ask(shelved(folder), Query()))
    written = list(csv.DictReader(io.StringIO(csv_text(rows))))
    assert len(written) == len(rows)
    for row, cells in zip(rows, written, strict=True):
        for name in ("task", "player", "start", "deadline", "used", "points", "status", "t", "shake"):
            assert cells[name] == ("" if row[name] is None else str(row[name]))
    late = next(cells for cells in written if cells["penalty"] == "1")
    assert late["history"] == "pending at 165; applied at 300 by LK"
    assert late["moves"] == f"the clock was stopped from 60 for 15 by LK ({REASON})"


@pytest.mark.parametrize("typed", ["=1+1", "+1", "-1", "@A1", "\tx", "\rx", "\nx"])
def test_what_was_typed_is_no_formula(tmp_path: Path, typed: str) -> None:
    late = [each | ({"judge": f"{typed}J"} if "judge" in each else {}) for each in eventful()]
    write(tmp_path, late, names={"A": "Ann", "B": typed, "C": "Cy"})
    rows = rows_of(ask(shelved(tmp_path), Query()))
    cells = list(csv.DictReader(io.StringIO(csv_text(rows))))
    tamed = typed.strip() if typed.strip() != typed else f"'{typed}"
    assert {row["player"] for row in cells} == {"Ann", tamed, "Cy"}
    texts = [cell for row in cells for name, cell in row.items() if name != "points"]
    assert [cell for cell in texts if cell.startswith(("=", "+", "-", "@", "\t", "\r", "\n"))] == []
    # Numbers stay numbers.
    assert {row["points"] for row in cells} == {"", "-1"}
