"""Markers: found in noise and blur, with corners to a small part of a pixel, and nothing found that is not there."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.vision.pinhole import covered, lens_of, photograph, pixels, pose_of
from vision.layout import load_layout
from vision.markers import confirmed, detect_markers, edge_spread_px, marker_pattern
from vision.pictures import Image

LAYOUT = load_layout()
LENS = lens_of(66)
POSE = pose_of(600, 15, 40, 12)
PICTURE = photograph(LAYOUT, POSE, LENS)
TRUE = {marker.id: pixels(POSE, LENS, LAYOUT.marker_corners(marker), 0) for marker in LAYOUT.markers}


def grey(picture: Image) -> Image:
    return cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)


def off_px(found: dict[int, Image]) -> float:
    """How far the middles of markers are off, at the worst: bloom moves corners, but not middles."""
    return max(
        float(np.linalg.norm(corners.mean(axis=0) - TRUE[number].mean(axis=0))) for number, corners in found.items()
    )


def test_corners_are_measured_to_a_part_of_a_pixel() -> None:
    found = detect_markers(grey(PICTURE), LAYOUT)
    assert set(found) == {0, 1, 2, 3}
    assert off_px(found) < 0.1
    assert max(float(np.abs(found[number] - TRUE[number]).max()) for number in found) < 0.5


@pytest.mark.parametrize("blur", [0.5, 1.0, 1.5])
@pytest.mark.parametrize("noise", [0.0, 6.0])
def test_blur_and_noise_move_them_little(blur: float, noise: float) -> None:
    rng = np.random.default_rng(5)
    picture = cv2.GaussianBlur(grey(PICTURE), (0, 0), blur).astype(np.float64) + rng.normal(0, noise, PICTURE.shape[:2])
    seen = picture.clip(0, 255).astype(np.uint8)
    found = detect_markers(seen, LAYOUT)
    assert len(found) >= 3
    assert off_px(found) < 0.25
    # One that is hard to see is confirmed where the others put it.
    assert set(confirmed(seen, TRUE, LAYOUT.dictionary)) == {0, 1, 2, 3}


def test_an_empty_picture_has_none() -> None:
    assert detect_markers(np.full((480, 640), 128, dtype=np.uint8), LAYOUT) == {}
    assert detect_markers(np.zeros((1, 1), dtype=np.uint8), LAYOUT) == {}


def test_an_expected_marker_is_confirmed_only_where_it_is() -> None:
    hidden = grey(covered(PICTURE, POSE, LENS, LAYOUT, 2))
    expected = {number: corners + 0.8 for number, corners in TRUE.items()}
    found = confirmed(hidden, expected, LAYOUT.dictionary)
    assert set(found) == {0, 1, 3}
    assert off_px(found) < 0.15
    elsewhere = {0: TRUE[0] + 60, 1: TRUE[2], 3: TRUE[3] - 2000}
    assert confirmed(hidden, elsewhere, LAYOUT.dictionary) == {}


def test_a_pattern_has_a_black_border() -> None:
    pattern = marker_pattern(LAYOUT.dictionary, 3)
    assert pattern.shape == (6, 6)
    assert pattern[0].sum() == pattern[-1].sum() == pattern[:, 0].sum() == pattern[:, -1].sum() == 0
    assert pattern.sum() > 2


def test_edges_are_as_wide_as_the_blur() -> None:
    squares = list(TRUE.values())
    widths = [edge_spread_px(cv2.GaussianBlur(PICTURE, (0, 0), blur), squares) for blur in (0.6, 1.2, 1.8)]
    assert widths == sorted(widths)
    assert 0.9 < widths[1] < 1.7
    # Motion blurs one direction only, and that one counts.
    moved = edge_spread_px(cv2.blur(PICTURE, (7, 1)), squares)
    assert moved > 1.3 * edge_spread_px(PICTURE, squares)
    assert edge_spread_px(grey(PICTURE), squares) == pytest.approx(edge_spread_px(PICTURE, squares), abs=0.1)
