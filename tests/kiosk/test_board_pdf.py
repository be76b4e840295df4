"""The lens board on paper is the board that the calibration looks for."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from kiosk.board_pdf import board_pdf
from kiosk.mat_pdf import PAPERS
from rules.errors import BadRequest
from tests.kiosk.drawn_pdf import drawn_pages
from vision.charuco import SQUARE_MM, SQUARES, find_board


@pytest.mark.parametrize("paper", PAPERS)
def test_the_printed_board_is_found_whole_and_at_true_size(paper: str) -> None:
    (page,) = drawn_pages(board_pdf(paper))
    high, wide = PAPERS[paper]
    assert (page.wide, page.high) == pytest.approx((wide, high), abs=0.05)
    fine = 6
    view = find_board("page", cv2.cvtColor(page.picture(fine), cv2.COLOR_GRAY2BGR))
    assert len(view.board_mm) == (SQUARES[0] - 1) * (SQUARES[1] - 1)
    start = np.array(((wide - SQUARES[0] * SQUARE_MM) / 2, (high - SQUARES[1] * SQUARE_MM) / 2))
    assert np.abs((view.picture_px + 0.5) / fine - start - view.board_mm).max() < 0.15


def test_another_paper_is_refused() -> None:
    with pytest.raises(BadRequest, match="'poster'"):
        board_pdf("poster")
