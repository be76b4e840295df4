"""The mat on paper: read back from the PDF's drawing, its markers stand where the layout has them."""

from __future__ import annotations

import numpy as np
import pytest

from kiosk.mat_pdf import MARGIN_MM, OVERLAP_MM, PAPERS, POSTER, mat_pdf, tiles
from rules.errors import BadRequest
from tests.kiosk.drawn_pdf import DrawnPage, drawn_pages
from vision.layout import load_layout
from vision.markers import detect_markers

LAYOUT = load_layout()
FINE = 8
ALL = (POSTER, *PAPERS)


def pages(paper: str) -> list[DrawnPage]:
    return drawn_pages(mat_pdf(LAYOUT, paper))


@pytest.mark.parametrize("paper", ALL)
def test_the_markers_are_found_where_they_belong(paper: str) -> None:
    found: set[int] = set()
    for tile, page in zip(tiles(LAYOUT, paper), pages(paper), strict=True):
        (clip,) = page.clips
        picture = page.picture(FINE)
        # What lies outside the clip is not printed.
        hidden = np.full_like(picture, 255)
        left, top, right, bottom = (
            round(value * FINE) for value in (clip[0], clip[1], clip[0] + clip[2], clip[1] + clip[3])
        )
        hidden[top:bottom, left:right] = picture[top:bottom, left:right]
        for number, corners in detect_markers(hidden, LAYOUT).items():
            on_sheet = (corners + 0.5) / FINE - (tile.left - tile.part.x0, tile.top - tile.part.y0)
            marker = next(marker for marker in LAYOUT.markers if marker.id == number)
            # The detector draws a marker's outline up to a pixel or so too wide; its centre is exact.
            assert np.abs(on_sheet - LAYOUT.marker_corners(marker)).max() < 1.5 / FINE
            assert np.abs(on_sheet.mean(axis=0) - (marker.x, marker.y)).max() < 0.1
            found.add(number)
    assert found == {0, 1, 2, 3}


@pytest.mark.parametrize("paper", ALL)
def test_pages_have_the_papers_size_and_a_ruler_of_100_mm(paper: str) -> None:
    for tile, page in zip(tiles(LAYOUT, paper), pages(paper), strict=True):
        assert (page.wide, page.high) == pytest.approx(tile.page, abs=0.05)
        rulers = [line for line in page.lines if line[1] == line[3] and abs(abs(line[2] - line[0]) - 100) < 0.02]
        assert len(rulers) == 1
        x0, y, x1, _ = rulers[0]
        ticks = [line for line in page.lines if line[0] == line[2] and abs(max(line[1], line[3]) - y) < 0.02]
        places = sorted(line[0] for line in ticks if x0 - 0.1 <= line[0] <= x1 + 0.1)
        assert places == pytest.approx([x0 + 10 * step for step in range(11)], abs=0.05)


def test_the_poster_is_one_page_of_the_sheets_size() -> None:
    (page,) = pages(POSTER)
    assert (page.wide, page.high) == pytest.approx((432, 330), abs=0.05)


@pytest.mark.parametrize("paper", PAPERS)
def test_tiles_cover_the_sheet_with_an_overlap_and_fit_the_paper(paper: str) -> None:
    parts = tiles(LAYOUT, paper)
    assert len(parts) == 4
    assert {round(tile.part.x0, 3) for tile in parts} == {0, 211}
    assert max(tile.part.x1 for tile in parts) == pytest.approx(432)
    assert max(tile.part.y1 for tile in parts) == pytest.approx(330)
    first, second = parts[:2]
    assert first.part.x1 - second.part.x0 == pytest.approx(OVERLAP_MM)
    for tile in parts:
        assert min(tile.left, tile.top) >= MARGIN_MM
    names = [text for page in pages(paper) for text in page.texts if "page" in text and "row" in text]
    assert len(set(names)) == 4


@pytest.mark.parametrize("paper", PAPERS)
def test_cut_marks_stand_at_each_tiles_corners_outside_it(paper: str) -> None:
    for tile, page in zip(tiles(LAYOUT, paper), pages(paper), strict=True):
        right, bottom = tile.left + tile.part.width, tile.top + tile.part.height
        for x in (tile.left, right):
            marks = [line for line in page.lines if line[0] == line[2] and abs(line[0] - x) < 0.02]
            outside = [line for line in marks if max(line[1], line[3]) < tile.top or min(line[1], line[3]) > bottom]
            assert len(outside) >= 2


def test_the_sections_lines_are_all_there_and_leave_the_markers_alone() -> None:
    (page,) = pages(POSTER)
    zones = [LAYOUT.marker_zone(marker) for marker in LAYOUT.markers]
    for x0, y0, x1, y1 in page.lines:
        for share in np.linspace(0, 1, 50):
            x, y = x0 + (x1 - x0) * share, y0 + (y1 - y0) * share
            assert not any(zone.grown(-0.05).has(x, y) for zone in zones)
    for _, area in LAYOUT.sections:
        middle = (area.x0 + area.x1) / 2
        for y in (area.y0, area.y1):
            assert any(
                abs(line[1] - y) < 0.02 and abs(line[3] - y) < 0.02 and line[0] < middle < line[2]
                for line in page.lines
            )
    assert [text for text in page.texts if text.isupper()] == [section.name for section, _ in LAYOUT.sections]


def test_the_same_mat_gives_the_same_bytes_and_another_paper_is_refused() -> None:
    assert mat_pdf(LAYOUT, "a4") == mat_pdf(LAYOUT, "a4")
    with pytest.raises(BadRequest, match="'a5'"):
        mat_pdf(LAYOUT, "a5")
