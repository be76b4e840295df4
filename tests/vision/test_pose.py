"""The solver: exact evidence gives the exact pose, strays are left out, and what stays open is said."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.pinhole import lens_of, pixels, pose_of
from vision.layout import load_layout
from vision.lens import Lens, usual_lens
from vision.pose import Evidence, Pose, Solved, place_doubt, solve

LAYOUT = load_layout()
SHEET = np.array([LAYOUT.marker_corners(marker) for marker in LAYOUT.markers], dtype=np.float64)
USUAL = usual_lens(1280, 960)


def markers(pose: Pose, lens: Lens, noise: float = 0.0) -> Evidence:
    seen = pixels(pose, lens, SHEET, 0).reshape(SHEET.shape)
    return Evidence.markers(SHEET, seen + np.random.default_rng(3).normal(0, noise, seen.shape))


def solved(evidence: Evidence, lens: Lens = USUAL, *, known: bool = False) -> Solved:
    answer = solve(evidence, lens, known=known)
    assert answer is not None
    return answer


@pytest.mark.parametrize("towards", [0, 60, 200, 310])
def test_exact_corners_give_pose_and_lens(towards: float) -> None:
    lens, pose = lens_of(70, -0.03), pose_of(600, 18, towards, 10)
    answer = solved(markers(pose, lens))
    assert np.linalg.norm(np.subtract(answer.pose.position_mm, pose.position_mm)) < 6
    assert abs(answer.lens.across_deg - 70) < 0.6
    assert answer.error_px < 0.05
    assert answer.kept.all()


def test_a_known_lens_is_not_touched() -> None:
    lens, pose = lens_of(70, -0.03), pose_of(600, 3)
    answer = solved(markers(pose, lens), lens, known=True)
    assert answer.lens == lens
    assert np.linalg.norm(np.subtract(answer.pose.position_mm, pose.position_mm)) < 0.1
    assert answer.covariance.shape == (8, 8)


def test_a_stray_corner_has_no_weight() -> None:
    lens, pose = lens_of(66), pose_of(600, 18, 40)
    evidence = markers(pose, lens, noise=0.05)
    evidence.picture_px[5] += (9, -7)
    answer = solved(evidence)
    assert not answer.kept[5]
    assert answer.kept.sum() == 15
    assert np.linalg.norm(np.subtract(answer.pose.position_mm, pose.position_mm)) < 15


def test_white_that_spreads_over_black_does_not_move_the_camera() -> None:
    lens, pose = lens_of(66), pose_of(600, 18, 40)
    evidence = markers(pose, lens)
    smaller = Evidence.markers(SHEET, (evidence.picture_px + 0.4 * evidence.bloom).reshape(SHEET.shape))
    answer = solved(smaller)
    assert np.linalg.norm(np.subtract(answer.pose.position_mm, pose.position_mm)) < 6


def test_from_straight_above_the_doubt_is_the_focal_lengths() -> None:
    places = np.array([(20.0, 20.0), (216.0, 165.0)])

    def tops(pose: Pose, lens: Lens) -> np.ndarray:  # type: ignore[type-arg]
        view = pixels(pose_of(560), lens_of(66), places, 16)
        directions = lens.directions(view)
        rotation = pose.rotation
        rays = np.column_stack((directions, np.ones(2))) @ rotation
        start = -rotation.T @ np.array(pose.shift)
        return np.asarray(start[:2] + rays[:, :2] * ((-16 - start[2]) / rays[:, 2])[:, None])

    evidence = markers(pose_of(560), lens_of(66))
    open_lens = place_doubt(solved(evidence), tops, known=False, lens=USUAL)
    closed = place_doubt(solved(evidence, lens_of(66), known=True), tops, known=True, lens=lens_of(66))
    # At the rim nearness and focal length are mixed up; below the camera it does not matter.
    assert open_lens[0] > 4 * open_lens[1]
    assert open_lens[0] > 0.3
    assert closed.max() < 0.1


def test_evidence_can_be_put_together_and_made_less_exact() -> None:
    evidence = markers(pose_of(600, 10), lens_of(66))
    line = Evidence.line_points(np.ones((3, 2)), np.ones((3, 2)), np.ones((3, 2)), np.ones((3, 2)))
    both = evidence.with_(line)
    assert len(both.sheet_mm) == 19
    assert np.allclose(both.less_exact(5).error_px, both.error_px * 5)
    assert evidence.less_exact(1) is evidence


def test_corners_of_no_sheet_give_nothing_good() -> None:
    rubbish = Evidence.markers(SHEET, np.random.default_rng(1).uniform(0, 900, SHEET.shape))
    answer = solve(rubbish, USUAL, known=False)
    assert answer is None or answer.kept.sum() < 10
