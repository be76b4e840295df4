"""The printed list of deadlines: it opens, it lies across, and it has a row for each row of the query."""

from pathlib import Path

import pytest

from kiosk.past import PastMatch
from kiosk.penalties import penalty_rows
from kiosk.penalties_pdf import COLUMNS, minutes, penalties_pdf
from tests.kiosk.papers import journalled, opened, read_pdf, shake, void_shakes

TITLES = [column.title for column in COLUMNS]
LATE = [
    opened(),
    *shake(0, late=125.25),
    {"t": 300, "event": "penalty-approved", "penalty": 1, "judge": "LK"},
    {"t": 310, "event": "shake-started"},
    {"t": 620, "event": "tick"},
]


def printed(match: PastMatch) -> list[str]:
    return read_pdf(penalties_pdf(match, "Table 7")).text.replace("−", "-").splitlines()


def test_every_deadline_with_its_times_and_what_it_cost(tmp_path: Path) -> None:
    match = journalled(tmp_path, LATE)
    pdf = read_pdf(penalties_pdf(match, "Table 7"))
    assert (round(pdf.width), round(pdf.height)) == (842, 595)
    lines = printed(match)
    assert lines[0] == "Deadlines and penalties"
    assert "Penalties: 2 (1 applied, 1 pending)." in lines
    assert "The match is not over: this list is provisional." in lines
    first = lines.index("First turn")
    assert lines[first : first + 12] == [
        *("First turn", "Ben", "0:20", "2:00", "2:20", "2:20", "2:35.25"),
        *("P1: -1", "Over time", "XI-A-1-b", "applied", "LK"),
    ]
    assert len([line for line in lines if line == "P2: -1"]) == 1
    assert f"Journal: row {match.rows[-1].seq}, {match.head}" in lines


def test_it_has_the_rows_of_the_query(tmp_path: Path) -> None:
    match = journalled(tmp_path, LATE)
    lines = printed(match)
    rows = penalty_rows(match)
    assert len(rows) > 5
    assert [line for line in lines if line in ("Ann", "Ben", "Cy")] == [row["player"] for row in rows]
    assert [line for line in lines if line in TITLES] == TITLES


def test_a_penalty_that_no_deadline_brought(tmp_path: Path) -> None:
    warned = {"t": 10, "event": "judge-warned", "player": "B", "judge": "LK", "why": "humming"}
    point = {"t": 11, "event": "judge-penalized", "player": "B", "judge": "LK", "why": "humming"}
    lines = printed(journalled(tmp_path, [opened(), *shake(0)[:2], warned, point]))
    place = lines.index("P1: -1")
    assert lines[place - 1 : place + 5] == ["Ben", "P1: -1", "Conduct", "IX-C", "applied", "LK"]


@pytest.mark.parametrize("typed", ["W" * 5000, "L\n" * 500])
def test_whatever_was_typed_fits_on_the_page(tmp_path: Path, typed: str) -> None:
    approved = {"t": 300, "event": "penalty-approved", "penalty": 1, "judge": typed}
    match = journalled(tmp_path, [opened(), *shake(0, late=125), approved])
    pages = read_pdf(penalties_pdf(match, "Table 7")).pages
    assert len(pages) <= 3
    assert "".join(pages).count(typed[0]) > 50


def test_a_match_without_deadlines(tmp_path: Path) -> None:
    lines = printed(journalled(tmp_path, [opened()]))
    assert "No task has had a deadline yet." in lines
    assert "There is no penalty." in lines


def test_a_long_list_has_its_headings_on_every_page(tmp_path: Path) -> None:
    match = journalled(tmp_path, [opened(), *void_shakes(20)])
    pdf = read_pdf(penalties_pdf(match, "Table 7"))
    assert len(pdf.pages) == 4
    for number, page in enumerate(pdf.pages, start=1):
        assert [line for line in page.splitlines() if line in TITLES] == TITLES
        assert match.head in page
        assert f"page {number} of" in page


@pytest.mark.parametrize(
    ("t", "text"), [(None, ""), (0, "0:00"), (59.999, "0:59.999"), (130, "2:10"), (70.25, "1:10.25"), (6000, "100:00")]
)
def test_minutes(t: float | None, text: str) -> None:
    assert minutes(t) == text
