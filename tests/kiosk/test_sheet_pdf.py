"""The printed sheet: it opens, it is A4 upright, and what must stand on it stands on it."""

from pathlib import Path

import pytest

from kiosk import pdf_page
from kiosk.scoresheet import Sheet, scoresheet
from kiosk.sheet_pdf import sheet_pdf
from tests.kiosk.papers import Pdf, journalled, opened, read_pdf, shake, void_shakes

END = [
    {"t": 900, "event": "round-time-called"},
    {"t": 901, "event": "scoresheet-signed", "player": "A", "initials": "AX"},
]
PLAYED = [
    opened(),
    *shake(0, late=125),
    {"t": 300, "event": "penalty-approved", "penalty": 1, "judge": "LK"},
    *END,
]


@pytest.fixture(params=["system", "built-in"])
def font(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Each test with the system's fonts, whatever it has, and with none."""
    if request.param == "built-in":
        monkeypatch.setattr(pdf_page, "DEJAVU", tmp_path / "no fonts")
    return str(request.param)


def printed(sheet: Sheet) -> Pdf:
    return read_pdf(sheet_pdf(sheet))


def lines_of(pdf: Pdf) -> list[str]:
    return pdf.text.splitlines()


@pytest.mark.usefixtures("font")
def test_a_finished_match(tmp_path: Path) -> None:
    sheet = scoresheet(journalled(tmp_path / "data", PLAYED), "Table 7", "Spring Cup", "Three")
    pdf = printed(sheet)
    assert len(pdf.pages) == 1
    assert (round(pdf.width), round(pdf.height)) == (595, 842)
    lines = lines_of(pdf)
    assert lines[:2] == ["Official scoresheet", "MLAG Basic Equations 2018-19"]
    assert lines[2:7] == ["Event", "Round", "Table", "Division", "Date"]
    assert lines[7:12] == ["Spring Cup", "Three", "Table 7", "Middle", "2026-01-01"]
    assert lines[12:18] == ["Shake", "Goal-setter", "How it ended", "Ann", "Ben", "Cy"]
    minus = next(line for line in lines if line.startswith("P1: "))[4]
    assert minus in "−-"
    assert lines[18:20] == ["1", "Ann"]
    assert " ".join(lines[20:22]) == "Ann challenged Now against Cy"
    assert lines[22:27] == ["6", "2", f"P1: {minus}1 (LK)", "2", "Total"]
    assert lines[27:34] == ["6", "1", "2", "Match points", "6", "2", "4"]
    penalty = lines.index("P1")
    assert lines[penalty : penalty + 8] == ["P1", "1", "Ben", f"{minus}1", "Over time", "XI-A-1-b", "applied", "LK"]
    assert "PROVISIONAL" not in pdf.text
    assert "The match is over." in lines
    assert lines.count("AX, signed on the screen") == 1
    signatures = lines.index("Signatures")
    assert [line for line in lines[signatures:] if line in ("Ann", "Ben", "Cy", "Judge")] == [
        "Ann",
        "Ben",
        "Cy",
        "Judge",
    ]
    assert f"Journal: row {sheet.row}, {sheet.head}" in lines


@pytest.mark.usefixtures("font")
def test_a_match_that_goes_on_is_provisional(tmp_path: Path) -> None:
    sheet = scoresheet(journalled(tmp_path / "data", [opened(), *shake(0)[:3]]), "Table 7")
    pdf = printed(sheet)
    lines = lines_of(pdf)
    assert lines[0] == "Official scoresheet: PROVISIONAL"
    assert "The match is not over: this sheet is provisional." in lines
    assert "No shake is over yet." in lines
    assert "Match points" not in lines
    assert "signed on the screen" not in lines
    # What nobody told the table is left open for a pen.
    assert len([line for line in lines if set(line) == {"_"}]) == 2


def test_letters_of_any_name_and_what_the_font_lacks(tmp_path: Path, font: str) -> None:
    names = {"A": "Zoë", "B": "Łucja √", "C": "小龍"}
    text = printed(scoresheet(journalled(tmp_path / "data", PLAYED, names), "Table 7")).text
    assert "Zoë" in text
    has_font = font == "system" and pdf_page.system_fonts() is not None
    assert ("Łucja √" if has_font else "?ucja ?") in text.splitlines()
    assert "??" in text.splitlines()
    assert "may stand for a letter" in text


def test_nothing_is_said_of_letters_where_none_is_missing(tmp_path: Path, font: str) -> None:
    text = printed(scoresheet(journalled(tmp_path / "data", PLAYED), "Table 7")).text
    assert "may stand for a letter" not in text
    assert "?" not in text


@pytest.mark.usefixtures("font")
@pytest.mark.parametrize("typed", ["W" * 5000, "L\n" * 500, "{pages} **L** (\\)"])
def test_whatever_was_typed_fits_on_the_page(tmp_path: Path, typed: str) -> None:
    approved = {"t": 300, "event": "penalty-approved", "penalty": 1, "judge": typed}
    sheet = scoresheet(journalled(tmp_path / "data", [opened(), *shake(0, late=125), approved]), "T" * 40, "E" * 300)
    pdf = printed(sheet)
    assert len(pdf.pages) <= 2
    assert typed[:5].split(maxsplit=1)[0] in pdf.text
    assert "Signatures" in pdf.text


def test_a_long_match_goes_on_overleaf_with_its_headings(tmp_path: Path) -> None:
    sheet = scoresheet(journalled(tmp_path / "data", [opened(), *void_shakes(24)]), "Table 7")
    assert len(sheet.shakes) == 24
    pdf = printed(sheet)
    assert len(pdf.pages) == 2
    for number, page in enumerate(pdf.pages, start=1):
        assert "How it ended" in page
        assert sheet.head in page
        assert f"page {number} of" in page
    assert "Signatures" in pdf.pages[1]


def test_the_same_journal_gives_the_same_bytes(tmp_path: Path) -> None:
    sheet = scoresheet(journalled(tmp_path / "data", PLAYED), "Table 7")
    assert sheet_pdf(sheet) == sheet_pdf(sheet)
