"""The sheet as data and as text."""

from pathlib import Path

from kiosk.scoresheet import SheetCell, scoresheet, scoresheet_text, sheet_text
from rules.registry import Games
from tests.kiosk.papers import journalled, opened, shake
from tests.toy.flag_game import FLAG_GAME

LATE = [opened(), *shake(0, late=125)]
APPROVED = {"t": 300, "event": "penalty-approved", "penalty": 1, "judge": "LK"}


def test_a_penalty_stands_with_its_shake_and_counts_when_it_is_initialled(tmp_path: Path) -> None:
    sheet = scoresheet(journalled(tmp_path, [*LATE, APPROVED]), "Table 7")
    (first,) = sheet.shakes
    assert (first.number, first.goal_setter, first.how) == (1, "Ann", "Ann challenged Now against Cy")
    assert first.cells == (SheetCell(6, 0), SheetCell(2, -1), SheetCell(2, 0))
    (penalty,) = sheet.penalties
    assert (penalty.shake, penalty.name, penalty.points, penalty.why) == (1, "Ben", -1, "over time")
    assert (penalty.status, penalty.initials) == ("applied", "LK")
    assert [player.total for player in sheet.players] == [6, 1, 2]


def test_a_penalty_that_waits_costs_nothing_yet(tmp_path: Path) -> None:
    sheet = scoresheet(journalled(tmp_path, LATE), "Table 7")
    assert [(penalty.status, penalty.initials) for penalty in sheet.penalties] == [("pending", None)]
    assert [player.total for player in sheet.players] == [6, 2, 2]


def test_a_penalty_of_the_second_shake_is_not_put_to_the_first(tmp_path: Path) -> None:
    """Time takes the point while the shake runs; the line that shows it comes a shake later in the list."""
    lines = [opened(), *shake(0), {"t": 200, "event": "shake-started"}, {"t": 340, "event": "tick"}]
    sheet = scoresheet(journalled(tmp_path, lines), "Table 7")
    assert [(penalty.shake, penalty.name) for penalty in sheet.penalties] == [(2, "Ben")]
    assert len(sheet.shakes) == 1


def test_an_undone_line_leaves_no_penalty(tmp_path: Path) -> None:
    charge = {"t": 10, "event": "judge-warned", "player": "B", "judge": "LK", "why": "humming"}
    point = {"t": 11, "event": "judge-penalized", "player": "B", "judge": "LK", "why": "humming"}
    lines = [opened(), *shake(0)[:2], charge, point]
    assert len(scoresheet(journalled(tmp_path / "a", lines), "T").penalties) == 1
    lines.append({"t": 12, "event": "event-undone", "line": 5, "judge": "LK", "why": "wrong child"})
    assert scoresheet(journalled(tmp_path / "b", lines), "T").penalties == ()


def test_the_text_is_that_of_the_data(tmp_path: Path) -> None:
    match = journalled(tmp_path, [*LATE, APPROVED])
    assert scoresheet_text(match, "Table 7").splitlines() == [
        "MLAG Basic Equations 2018-19",
        "Table 7, division middle, 2026-01-01",
        "",
        "Shake   Ann  Ben     Cy",
        "1       6    2 (-1)  2",
        "Total   6    1       2",
        "Signed",
        "",
        "Shake 1: Ann challenged Now against Cy",
        "",
        "Penalty 1: Ben -1 (over time, XI-A-1-b), applied, initials LK",
        "",
        "The match is not over: this sheet is provisional.",
        f"Journal: row {match.rows[-1].seq}, {match.head}",
    ]


def test_event_and_round_stand_before_the_table(tmp_path: Path) -> None:
    sheet = scoresheet(journalled(tmp_path, LATE), "Table 7", "Spring Cup", "3")
    assert "Spring Cup, round 3, Table 7, division middle, 2026-01-01" in sheet_text(sheet).splitlines()


def test_a_game_without_shakes_has_a_sheet(tmp_path: Path) -> None:
    start = {"t": 0, "event": "match-started", "ruleset": FLAG_GAME.ruleset, "players": ["A", "B"]}
    counted = {"t": 1, "event": "counted", "player": "A", "by": 3}
    sheet = scoresheet(journalled(tmp_path, [start, counted], games=Games([FLAG_GAME])), "Table 7")
    assert [(player.name, player.total) for player in sheet.players] == [("Ann", 3), ("Ben", 0)]
    assert sheet.shakes == ()
