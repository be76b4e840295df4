"""Where cubes lie on drawn boards."""

from __future__ import annotations

from itertools import pairwise

import cv2
import numpy as np
import pytest

from models.boards.layouts import GROUP_GAP, SCENARIOS, WITHIN_GAP, Lying, Plan, lay_cubes
from rules.cubes import EQUATIONS_KIT
from vision.layout import load_layout

SIDE = 16.0
LAYOUT = load_layout()


def plans(scenario: str, star: str = "*", count: int = 12) -> list[Plan]:
    return [
        lay_cubes(np.random.default_rng([seed, len(scenario)]), LAYOUT, scenario, SIDE, star, lambda _x, _y: True)
        for seed in range(count)
    ]


def square(cube: Lying, side: float = SIDE) -> tuple[tuple[float, float], tuple[float, float], float]:
    return (cube.x, cube.y), (side, side), cube.yaw_deg


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_cubes_do_not_overlap_and_leave_the_markers_free(scenario: str) -> None:
    for plan in plans(scenario):
        for index, cube in enumerate(plan.cubes):
            for other in plan.cubes[:index]:
                if np.hypot(cube.x - other.x, cube.y - other.y) < SIDE * 1.42:
                    met, shape = cv2.rotatedRectangleIntersection(square(cube, SIDE - 0.1), square(other, SIDE - 0.1))
                    assert met == cv2.INTERSECT_NONE or cv2.contourArea(shape) < 0.5
            corners = cv2.boxPoints(square(cube))
            for marker in LAYOUT.markers:
                zone = LAYOUT.marker_zone(marker)
                apart = (
                    corners[:, 0].max() <= zone.x0 + 0.1
                    or corners[:, 0].min() >= zone.x1 - 0.1
                    or corners[:, 1].max() <= zone.y0 + 0.1
                    or corners[:, 1].min() >= zone.y1 - 0.1
                )
                assert apart


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_sections_are_those_of_the_centres_and_faces_those_of_the_kit(scenario: str) -> None:
    for plan in plans(scenario, "^"):
        for cube in plan.cubes:
            assert LAYOUT.section_at(cube.x, cube.y) == cube.section.lower()
        for kind in EQUATIONS_KIT.kinds:
            shown = [cube.symbol for cube in plan.cubes if cube.color == kind.name]
            assert len(shown) <= kind.count
            assert set(shown) <= set(kind.faces)


def test_the_older_print_has_a_star_in_place_of_the_caret() -> None:
    shown = {cube.symbol for plan in plans("start", "*", 20) for cube in plan.cubes}
    assert "*" in shown
    assert "^" not in shown


def test_at_the_start_all_cubes_are_in_resources() -> None:
    full = [len(plan.cubes) for plan in plans("start", count=20)]
    assert max(full) == 24
    assert all(cube.section == "RESOURCES" for plan in plans("start") for cube in plan.cubes)


def test_goal_groups_run_left_to_right_with_clear_gaps() -> None:
    several = 0
    for plan in plans("mid", count=60):
        ends = []
        for group in plan.goal_groups:
            spans = []
            for index in group:
                xs = cv2.boxPoints(square(plan.cubes[index]))[:, 0]
                spans.append((xs.min(), xs.max()))
            for (_, right), (left, _) in pairwise(spans):
                assert -0.1 <= left - right < WITHIN_GAP * SIDE
            ends.append((spans[0][0], spans[-1][1]))
        for (_, right), (left, _) in pairwise(ends):
            assert left - right >= GROUP_GAP * SIDE
            several += 1
    assert several > 10


def test_cubes_off_the_sections_lie_on_the_sheet_s_margin_and_on_the_table() -> None:
    off = [cube for plan in plans("mid", count=60) for cube in plan.cubes if cube.section == "OFF"]
    on_sheet = [LAYOUT.sheet.has(cube.x, cube.y) for cube in off]
    assert any(on_sheet)
    assert not all(on_sheet)
