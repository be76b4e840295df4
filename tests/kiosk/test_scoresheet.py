"""The sheet as data and as text."""

from html import unescape
from itertools import chain
from pathlib import Path

from kiosk.scoresheet import SheetCell, scoresheet, scoresheet_text, sheet_text
from kiosk.sheet_pdf import sheet_pdf
from kiosk.web import create_app
from rules.registry import Games
from tests.kiosk.papers import journalled, opened, read_pdf, shake
from tests.kiosk.web.fake_table import FakeTable
from tests.toy.flag_game import FLAG_GAME

LATE = [opened(), *shake(0, late=125)]
APPROVED = {"t": 300, "event": "penalty-approved", "penalty": 1, "judge": "LK"}
SIGNED = [
    {"t": 901, "event": "scoresheet-signed", "player": "A", "initials": "AX"},
    {"t": 902, "event": "scoresheet-signed", "player": "B"},
]


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


def test_the_text_has_the_tables_of_the_sheet(tmp_path: Path) -> None:
    match = journalled(tmp_path, [*LATE, APPROVED])
    assert scoresheet_text(match, "Table 7").splitlines() == [
        "Official scoresheet: PROVISIONAL",
        "MLAG Basic Equations 2018-19",
        "Event     ____________",
        "Round     ____________",
        "Table     Table 7",
        "Division  Middle",
        "Date      2026-01-01",
        "",
        "Shake  Goal-setter  How it ended                   Ann  Ben             Cy",
        "1      Ann          Ann challenged Now against Cy  6    2, P1: −1 (LK)  2",
        "Total                                              6    1               2",
        "",
        "Penalties",
        "No.  Shake  Player  Points  Why        Rule      Status   Initials",
        "P1   1      Ben     −1      Over time  XI-A-1-b  applied  LK",
        "",
        "Signatures",
        "Ann: ____________",
        "Ben: ____________",
        "Cy: ____________",
        "Judge: ____________",
        "",
        "The match is not over: this sheet is provisional.",
        f"Journal: row {match.rows[-1].seq}, {match.head}",
    ]


def test_the_text_of_a_match_that_has_just_begun(tmp_path: Path) -> None:
    lines = scoresheet_text(journalled(tmp_path, [opened()]), "Table 7").splitlines()
    assert "No shake is over yet." in lines
    assert lines[lines.index("Penalties") + 1] == "None."


def test_the_end_of_the_match_brings_match_points_and_signatures(tmp_path: Path) -> None:
    end = [{"t": 900, "event": "round-time-called"}, *SIGNED]
    sheet = scoresheet(journalled(tmp_path, [*LATE, APPROVED, *end]), "Table 7", "Spring Cup", "3")
    assert sheet.scores.sums == (("Total", "6", "1", "2"), ("Match points", "6", "2", "4"))
    assert sheet.signatures == (
        ("Ann", "AX, signed on the screen"),
        ("Ben", "signed on the screen"),
        ("Cy", ""),
        ("Judge", ""),
    )
    assert sheet.facts[:2] == (("Event", "Spring Cup"), ("Round", "3"))
    assert (sheet.heading, sheet.state) == ("Official scoresheet", "The match is over.")


def test_every_form_has_what_the_sheet_has(tmp_path: Path) -> None:
    """Text, paper and page are set out from the same rows and columns."""
    end = [{"t": 900, "event": "round-time-called"}, *SIGNED]
    sheet = scoresheet(journalled(tmp_path, [*LATE, APPROVED, *end]), "Table 7", "Spring Cup", "3")
    table = FakeTable(tmp_path)
    table.paper = sheet
    page = unescape(create_app(table).test_client().get("/scoresheet").text)
    forms = [sheet_text(sheet), read_pdf(sheet_pdf(sheet)).text, page]
    cells = [*sheet.scores.columns, *chain(*sheet.scores.rows, *sheet.scores.sums)]
    cells += [*sheet.penalty_list.columns, *chain(*sheet.penalty_list.rows)]
    cells += [*chain(*sheet.facts), *chain(*sheet.signatures), sheet.state, sheet.title, sheet.heading]
    for form in forms:
        plain = " ".join(form.split())
        parts = [part for cell in cells for part in cell.split("\n")]
        # The built-in font of a PDF has no true minus sign.
        assert [part for part in parts if part not in plain and part.replace("−", "-") not in plain] == []
        assert sheet.closing[-1] in plain


def test_a_game_without_shakes_has_a_sheet(tmp_path: Path) -> None:
    start = {"t": 0, "event": "match-started", "ruleset": FLAG_GAME.ruleset, "players": ["A", "B"]}
    counted = {"t": 1, "event": "counted", "player": "A", "by": 3}
    sheet = scoresheet(journalled(tmp_path, [start, counted], games=Games([FLAG_GAME])), "Table 7")
    assert [(player.name, player.total) for player in sheet.players] == [("Ann", 3), ("Ben", 0)]
    assert sheet.shakes == ()
