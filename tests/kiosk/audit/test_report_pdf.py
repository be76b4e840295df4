"""The audit on paper: it opens, it lies across, each penalty has its story, and every line is in the list."""

from __future__ import annotations

from pathlib import Path

import pytest

from kiosk.audit.query import Query, ask
from kiosk.audit.report_pdf import COLUMNS, report_pdf
from kiosk.audit.report_words import file_name
from kiosk.texts import say
from tests.kiosk.audit.stories import eventful, eventful_table
from tests.kiosk.audit.written import shelved, write
from tests.kiosk.papers import opened, read_pdf, shake, void_shakes

TITLES = [say(f"paper.{name}") for name, _, _ in COLUMNS]


def printed(folder: Path, **asked: list[str]) -> list[str]:
    return read_pdf(report_pdf(ask(shelved(folder), Query.parse(asked)))).text.replace("−", "-").splitlines()


def test_each_penalty_has_its_story_and_pictures(tmp_path: Path) -> None:
    audit = ask(shelved(eventful_table(tmp_path)), Query())
    told: list[tuple[int, int]] = []
    content = report_pdf(audit, lambda done, of: told.append((done, of)))
    pdf = read_pdf(content)
    assert (round(pdf.width), round(pdf.height)) == (842, 595)
    lines = pdf.text.replace("−", "-").splitlines()
    assert lines[0] == "Deadlines and penalties"
    assert "The match is not over: this list is provisional." in lines
    assert "Ben: 1 applied (-1 point), 1 waiting for a judge (-1 point)." in lines
    assert "P1 · Ben · -1 point · applied · shake 1" in lines
    assert "Penalty P1: -1 point for Ben (over time), by rule XI-A-1-b." in lines
    assert any(line.startswith("LK approved it at 5:00 (") for line in lines)
    assert "Reason given: humming again" in lines
    assert "From the clip of row 9: +0.0 s" in lines
    assert content.count(b"/Subtype /Image") >= 7
    # Every page bears the journal's row and hash, and progress was told to its end.
    assert all(audit.matches[0].head in page for page in pdf.pages)
    assert told == sorted(told)
    assert told[-1][0] == told[-1][1]


def test_a_picture_that_was_changed_is_not_shown(tmp_path: Path) -> None:
    audit = ask(shelved(eventful_table(tmp_path)), Query())
    line = next(line for line in audit.lines if line.cost)
    before, after = (tmp_path / "snapshots" / f"{picture.snapshot}.jpg" for picture in line.proof.pictures)
    before.write_bytes(after.read_bytes())
    text = read_pdf(report_pdf(audit)).text
    assert say("told.picture-gone").split()[-1] in text
    assert "row 6): This picture" in text.replace("\n", " ")


def test_the_list_has_every_line_of_the_query(tmp_path: Path) -> None:
    write(tmp_path, eventful())
    lines = printed(tmp_path)
    start = lines.index("Every deadline")
    listed = [line for line in lines[start:] if line in ("Ann", "Ben", "Cy")]
    assert listed == [line.player for line in ask(shelved(tmp_path), Query()).lines]
    assert [line for line in lines[start:] if line in TITLES] == TITLES


def test_a_paper_for_one_player(tmp_path: Path) -> None:
    write(tmp_path, eventful())
    lines = printed(tmp_path, player=["Ben"], status=["any"])
    assert "Only: Ben, any penalty." in lines
    assert not any("Cy" in line for line in lines if not line.startswith(("Players:", "At 5:20")))
    audit = ask(shelved(tmp_path), Query(player=("Ben Ö/../x",)))
    assert file_name(audit, "pdf") == "penalties-2026-01-01-Table-7-here-2-Ben-x.pdf"


@pytest.mark.parametrize("typed", ["W" * 5000, "L\n" * 500])
def test_whatever_was_typed_fits_on_the_page(tmp_path: Path, typed: str) -> None:
    approved = {"t": 300, "event": "penalty-approved", "penalty": 1, "judge": typed}
    write(tmp_path, [opened(), *shake(0, late=125), approved])
    pages = read_pdf(report_pdf(ask(shelved(tmp_path), Query()))).pages
    assert len(pages) <= 5
    assert "".join(pages).count(typed[0]) > 50


def test_a_match_without_deadlines(tmp_path: Path) -> None:
    write(tmp_path, [opened()])
    lines = printed(tmp_path)
    assert "No task has had a deadline yet." in lines
    assert "There is no penalty." in lines


def test_a_long_list_has_its_headings_on_every_page(tmp_path: Path) -> None:
    write(tmp_path, [opened(), *void_shakes(40)])
    pdf = read_pdf(report_pdf(ask(shelved(tmp_path), Query())))
    assert len(pdf.pages) == 4
    for number, page in enumerate(pdf.pages, start=1):
        assert [line for line in page.splitlines() if line in TITLES] == TITLES
        assert f"page {number} of" in page


def test_a_whole_day_names_each_match(tmp_path: Path) -> None:
    write(tmp_path, [opened(), *shake(0), {"t": 900, "event": "round-time-called"}], eventful())
    matches = shelved(tmp_path)
    text = read_pdf(report_pdf(ask(matches, Query(match="here")))).text
    assert all(audit.head in text for audit in ask(matches, Query(match="here")).matches)
