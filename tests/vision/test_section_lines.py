"""The sections' lines as evidence."""

from __future__ import annotations

import cv2
import numpy as np

from tests.vision.pinhole import lens_of, photograph, pixels, pose_of
from vision.layout import load_layout
from vision.section_lines import find_lines

LAYOUT = load_layout()
LENS = lens_of(66, -0.05)
POSE = pose_of(560, 12, 40, 5)
GREY = cv2.cvtColor(photograph(LAYOUT, POSE, LENS), cv2.COLOR_BGR2GRAY)


def test_lines_are_found_where_they_are() -> None:
    found = find_lines(GREY, LAYOUT, POSE, LENS)
    assert len(found.sheet_mm) > 250
    away = found.picture_px - pixels(POSE, LENS, found.sheet_mm, 0)
    across = np.einsum("ij,ij->i", away, found.across)
    # The drawing has its lines on whole fifths of a millimetre.
    assert float(np.abs(across).max()) < 0.6
    assert float(np.median(np.abs(across))) < 0.3


def test_a_pose_that_is_a_little_wrong_finds_the_same_places() -> None:
    near = pose_of(562, 12.2, 40, 5.1)
    found = find_lines(GREY, LAYOUT, near, LENS)
    assert len(found.sheet_mm) > 200
    away = found.picture_px - pixels(POSE, LENS, found.sheet_mm, 0)
    across = np.abs(np.einsum("ij,ij->i", away, found.across))
    assert float(np.median(across)) < 0.5


def test_no_line_lies_in_a_markers_zone_and_the_inside_is_inside() -> None:
    found = find_lines(GREY, LAYOUT, POSE, LENS)
    for x, y in found.sheet_mm:
        assert not any(LAYOUT.marker_zone(marker).has(x, y) for marker in LAYOUT.markers)
    # A millimetre of inset moves a point of the Resources' upper line down the sheet.
    upper = np.flatnonzero(found.sheet_mm[:, 1] == 30)
    down = pixels(POSE, LENS, found.sheet_mm[upper] + (0, 1), 0) - pixels(POSE, LENS, found.sheet_mm[upper], 0)
    assert np.abs(found.inset[upper] - down).max() < 0.1


def test_empty_paper_and_noise_have_no_lines() -> None:
    assert len(find_lines(np.full_like(GREY, 230), LAYOUT, POSE, LENS).sheet_mm) == 0
    noise = np.random.default_rng(2).integers(0, 255, GREY.shape).astype(np.uint8)
    everywhere = len(find_lines(GREY, LAYOUT, POSE, LENS).sheet_mm)
    assert len(find_lines(noise, LAYOUT, POSE, LENS).sheet_mm) < 0.2 * everywhere
