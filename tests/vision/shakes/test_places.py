"""Places for cubes at any angle."""

from __future__ import annotations

import random

import pytest

from tests.vision.shakes.meaning import LAYOUT
from tests.vision.shakes.places import CLEAR_MM, apart_mm, corners, free_place
from vision.photo_scene import PhotoCube


def test_how_far_cubes_are_apart() -> None:
    one = PhotoCube("red", "1", 100, 100)
    assert apart_mm(one, PhotoCube("red", "1", 120, 100)) == pytest.approx(4)
    assert apart_mm(one, PhotoCube("red", "1", 122, 100, 45)) == pytest.approx(22 - 8 - 8 * 2**0.5)
    assert apart_mm(one, PhotoCube("red", "1", 110, 105)) < 0


@pytest.mark.parametrize("section", ["resources", "forbidden", "permitted", "required", "off"])
def test_whatever_is_put_down_lies_clearly(section: str) -> None:
    rng = random.Random(3)
    lying: list[PhotoCube] = []
    for _ in range(8):
        angle = rng.uniform(0, 360)
        place = free_place(rng, section, angle, lying)
        assert place is not None
        cube = PhotoCube("red", "1", *place, angle)
        assert all(apart_mm(cube, other) >= CLEAR_MM for other in lying)
        assert {LAYOUT.section_at(x, y) for x, y in corners(cube)} == {section}
        lying.append(cube)


def test_where_there_is_no_room_there_is_no_place() -> None:
    full = [PhotoCube("red", "1", x, y) for x in range(16, 150, 17) for y in range(130, 240, 17)]
    assert free_place(random.Random(1), "forbidden", 0, full) is None
