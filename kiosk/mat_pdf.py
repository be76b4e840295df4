"""The mat at true size as a PDF: one large page for a print shop, or tiles for a printer at home.

Everything comes from the layout; what is drawn is what the camera looks for. Each page has a ruler: a printer that
"fits to page" changes the size, and a mat of the wrong size gives wrong places.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

from fpdf import FPDF

from rules.errors import BadRequest
from vision.layout import Area, Layout
from vision.markers import marker_pattern

#: Millimetres of the papers, upright. The poster is the sheet itself.
PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
POSTER = "poster"
#: No printer at home prints to the rim.
MARGIN_MM = 12.0
#: By so much a tile repeats the one before it.
OVERLAP_MM = 10.0
RULER_MM = 100.0
#: The sections' lines; the vision of a camera needs them thin.
LINE_MM = 0.4
_INK = 70
_PALE = 150
#: The same file whenever it is made.
_MADE = datetime(2026, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Tile:
    """A part of the sheet that is printed on one page, and the page's size."""

    name: str
    part: Area
    page: tuple[float, float]

    @property
    def left(self) -> float:
        """Where the part begins on the page."""
        return (self.page[0] - self.part.width) / 2

    @property
    def top(self) -> float:
        return (self.page[1] - self.part.height) / 2


def tiles(layout: Layout, paper: str) -> tuple[Tile, ...]:
    """The pages that make up the sheet; BadRequest for a paper that is not known."""
    if paper == POSTER:
        return (Tile("the mat", layout.sheet, layout.sheet_mm),)
    if paper not in PAPERS:
        raise BadRequest(f"there is no paper {paper!r} (there is {', '.join((POSTER, *PAPERS))})")
    upright = PAPERS[paper]
    # Whichever way needs fewer pages.
    choices = [_grid(layout, page) for page in (upright, (upright[1], upright[0]))]
    return min(choices, key=len)


def _grid(layout: Layout, page: tuple[float, float]) -> tuple[Tile, ...]:
    columns, rows = (
        list(_strips(side, room - 2 * MARGIN_MM)) for side, room in zip(layout.sheet_mm, page, strict=True)
    )
    return tuple(
        Tile(f"row {row} of {len(rows)}, column {column} of {len(columns)}", Area(x0, y0, x1, y1), page)
        for row, (y0, y1) in enumerate(rows, start=1)
        for column, (x0, x1) in enumerate(columns, start=1)
    )


def _strips(side: float, room: float) -> Iterator[tuple[float, float]]:
    """Equal parts of a side that fit into the room, each repeating OVERLAP_MM of the one before."""
    count = max(1, math.ceil((side - OVERLAP_MM) / (room - OVERLAP_MM)))
    length = (side + (count - 1) * OVERLAP_MM) / count
    for number in range(count):
        start = number * (length - OVERLAP_MM)
        yield start, start + length


def mat_pdf(layout: Layout, paper: str = POSTER) -> bytes:
    """The mat as a PDF file for this paper: `poster`, `a4` or `letter`."""
    parts = tiles(layout, paper)
    pdf = FPDF(unit="mm", format=parts[0].page)
    pdf.set_creation_date(_MADE)
    pdf.set_title("tablejudge mat")
    pdf.set_creator("tablejudge")
    pdf.set_lang("en")
    pdf.set_auto_page_break(False)
    pdf.set_margin(0)
    for number, tile in enumerate(parts, start=1):
        pdf.add_page(format=tile.page)
        with pdf.rect_clip(tile.left, tile.top, tile.part.width, tile.part.height):
            _draw_sheet(pdf, layout, tile.left - tile.part.x0, tile.top - tile.part.y0)
        if paper == POSTER:
            # Below the Goal, between the markers: a strip that the game does not use.
            below = (max(area.y1 for _, area in layout.sections) + layout.sheet_mm[1]) / 2
            _ruler(pdf, (layout.sheet_mm[0] - RULER_MM) / 2, below)
        else:
            _cut_marks(pdf, tile, layout)
            _page_words(pdf, tile, number, len(parts))
    return bytes(pdf.output())


# The sheet ---------------------------------------------------------------------------------------------------


def _draw_sheet(pdf: FPDF, layout: Layout, x: float, y: float) -> None:
    """The whole sheet with its top left corner at a place of the page; what lies outside the clip is not printed."""
    pdf.set_line_width(LINE_MM)
    pdf.set_draw_color(_INK)
    for section, area in layout.sections:
        for start, end in _section_lines(layout, area):
            pdf.line(x + start[0], y + start[1], x + end[0], y + end[1])
        _section_name(pdf, section.name, x + area.centre[0], y + area.y0 + 4.6)
    for marker in layout.markers:
        side = layout.marker_mm
        left, top = x + marker.x - side / 2, y + marker.y - side / 2
        pdf.set_fill_color(0)
        pdf.rect(left, top, side, side, style="F")
        pdf.set_fill_color(255)
        pattern = marker_pattern(layout.dictionary, marker.id)
        module = side / len(pattern)
        for row, cells in enumerate(pattern):
            for first, count in _white_runs([bool(cell) for cell in cells]):
                pdf.rect(left + first * module, top + row * module, count * module, module, style="F")


def _white_runs(cells: list[bool]) -> Iterator[tuple[int, int]]:
    """Where white modules of a row begin and how many follow: one rectangle each, with no seam."""
    start = None
    for place, white in enumerate([*cells, False]):
        if white and start is None:
            start = place
        elif not white and start is not None:
            yield start, place - start
            start = None


_Point = tuple[float, float]


def _section_lines(layout: Layout, area: Area) -> Iterator[tuple[_Point, _Point]]:
    """The four sides of a section without what would run through a marker's quiet zone."""
    zones = [layout.marker_zone(marker) for marker in layout.markers]
    for y in (area.y0, area.y1):
        taken = [(zone.x0, zone.x1) for zone in zones if zone.y0 < y < zone.y1]
        yield from (((start, y), (end, y)) for start, end in _free(area.x0, area.x1, taken))
    for x in (area.x0, area.x1):
        taken = [(zone.y0, zone.y1) for zone in zones if zone.x0 < x < zone.x1]
        yield from (((x, start), (x, end)) for start, end in _free(area.y0, area.y1, taken))


def _free(start: float, end: float, taken: list[tuple[float, float]]) -> Iterator[tuple[float, float]]:
    for low, high in sorted(taken):
        if low > start:
            yield start, min(low, end)
        start = max(start, high)
    if start < end:
        yield start, end


def _section_name(pdf: FPDF, name: str, centre: float, base: float) -> None:
    pdf.set_font("Helvetica", "", 7)
    pdf.set_text_color(_PALE)
    pdf.text(centre - pdf.get_string_width(name) / 2, base, name)


# The page around it ------------------------------------------------------------------------------------------


def _ruler(pdf: FPDF, left: float, y: float) -> None:
    """A line of 100 mm with a tick every ten, and what it is for."""
    pdf.set_line_width(0.2)
    pdf.set_draw_color(_PALE)
    pdf.line(left, y, left + RULER_MM, y)
    for tick in range(11):
        height = 2.4 if tick in (0, 5, 10) else 1.4
        pdf.line(left + tick * 10, y - height, left + tick * 10, y)
    pdf.set_font("Helvetica", "", 6)
    pdf.set_text_color(_PALE)
    pdf.text(left + RULER_MM + 2, y, "100 mm: measure it")


def _cut_marks(pdf: FPDF, tile: Tile, layout: Layout) -> None:
    """Short lines outside the part's corners, and where the next tile is laid over this one."""
    pdf.set_line_width(0.2)
    pdf.set_draw_color(0)
    right, bottom = tile.left + tile.part.width, tile.top + tile.part.height
    for x in (tile.left, right):
        for y, away in ((tile.top, -1), (bottom, 1)):
            pdf.line(x, y + away * 1.5, x, y + away * 5.5)
    for y in (tile.top, bottom):
        for x, away in ((tile.left, -1), (right, 1)):
            pdf.line(x + away * 1.5, y, x + away * 5.5, y)
    pdf.set_draw_color(_PALE)
    if tile.part.x1 < layout.sheet_mm[0] - 0.01:
        x = right - OVERLAP_MM
        pdf.line(x, tile.top - 5.5, x, tile.top - 1.5)
        pdf.line(x, bottom + 1.5, x, bottom + 5.5)
    if tile.part.y1 < layout.sheet_mm[1] - 0.01:
        y = bottom - OVERLAP_MM
        pdf.line(tile.left - 5.5, y, tile.left - 1.5, y)
        pdf.line(right + 1.5, y, right + 5.5, y)


def _page_words(pdf: FPDF, tile: Tile, number: int, count: int) -> None:
    pdf.set_font("Helvetica", "", 8)
    pdf.set_text_color(0)
    pdf.text(tile.left + 8, tile.top - 3, f"tablejudge mat, page {number} of {count}: {tile.name}")
    pdf.set_font("Helvetica", "", 6)
    words = "Print at 100 %. Cut at the black marks; lay each page over the one before, up to its grey marks."
    pdf.text(tile.left + tile.part.width - 6 - pdf.get_string_width(words), tile.top - 3, words)
    _ruler(pdf, tile.left + 8, tile.top + tile.part.height + 5)
