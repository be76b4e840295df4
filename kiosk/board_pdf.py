"""The board for measuring a lens as a PDF at true size: black and white squares with markers, on A4 or Letter."""

from __future__ import annotations

from datetime import UTC, datetime

import cv2
import numpy as np
from fpdf import FPDF

from kiosk.mat_pdf import PAPERS
from rules.errors import BadRequest
from vision.charuco import DICTIONARY, MARKER_MM, SQUARE_MM, SQUARES
from vision.pictures import marker_dictionary

_MADE = datetime(2026, 1, 1, tzinfo=UTC)


def board_pdf(paper: str = "a4") -> bytes:
    """One page, lying; BadRequest for a paper that is not known."""
    if paper not in PAPERS:
        raise BadRequest(f"there is no paper {paper!r} (there is {', '.join(PAPERS)})")
    high, wide = PAPERS[paper]
    pdf = FPDF(unit="mm", format=(wide, high))
    pdf.set_creation_date(_MADE)
    pdf.set_title("tablejudge lens board")
    pdf.set_creator("tablejudge")
    pdf.set_lang("en")
    pdf.set_auto_page_break(False)
    pdf.add_page()
    across, down = SQUARES
    left, top = (wide - across * SQUARE_MM) / 2, (high - down * SQUARE_MM) / 2
    number = 0
    for row in range(down):
        for column in range(across):
            x, y = left + column * SQUARE_MM, top + row * SQUARE_MM
            if (row + column) % 2 == 0:
                pdf.set_fill_color(0)
                pdf.rect(x, y, SQUARE_MM, SQUARE_MM, style="F")
            else:
                _marker(pdf, number, x + (SQUARE_MM - MARKER_MM) / 2, y + (SQUARE_MM - MARKER_MM) / 2)
                number += 1
    pdf.set_font("Helvetica", "", 8)
    words = f"tablejudge lens board: print at 100 %, glue it to something flat. A square is {SQUARE_MM:g} mm wide."
    pdf.text(left, top - 3, words)
    return bytes(pdf.output())


def _marker(pdf: FPDF, number: int, left: float, top: float) -> None:
    dictionary = marker_dictionary(DICTIONARY)
    modules = dictionary.markerSize + 2
    pattern = np.asarray(cv2.aruco.generateImageMarker(dictionary, number, modules)) > 127
    module = MARKER_MM / modules
    pdf.set_fill_color(0)
    pdf.rect(left, top, MARKER_MM, MARKER_MM, style="F")
    pdf.set_fill_color(255)
    for row, column in np.argwhere(pattern):
        pdf.rect(left + column * module, top + row * module, module, module, style="F")
