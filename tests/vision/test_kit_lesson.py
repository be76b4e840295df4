"""The lesson: what is told, and which cube is which by where it lies."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest

from rules.cubes import EQUATIONS_KIT, Kind, Kit
from rules.errors import BadRequest
from rules.mat import Section
from vision.decode import Opinion
from vision.faces import FaceKind
from vision.kit_lesson import Lesson, lessons, told_faces, told_places
from vision.layout import load_layout

LAYOUT = load_layout()
PLAN = lessons(EQUATIONS_KIT)
ODDS = np.array([1.0, 0.0])


def opinion(x: float, y: float) -> Opinion:
    return Opinion(x=x, y=y, angle_deg=0, heat=1, visible=1, kinds=ODDS, turns=ODDS, agreed=True, whole=True)


def found(lesson: Lesson, seed: int = 0, sway: float = 2.0) -> list[Opinion]:
    """The places of a block that was laid by hand, in no order."""
    rng = random.Random(seed)
    places = [
        opinion(x + rng.uniform(-sway, sway), y + rng.uniform(-sway, sway)) for _, x, y in told_places(lesson, LAYOUT)
    ]
    rng.shuffle(places)
    return places


def test_four_pictures_show_every_face_once_each() -> None:
    assert [lesson.section for lesson in PLAN] == [
        *(Section.FORBIDDEN, Section.PERMITTED, Section.REQUIRED, Section.RESOURCES)
    ]
    for lesson in PLAN:
        faces = [face for row in lesson.rows for face in row]
        assert len(faces) == len(set(faces)) == lesson.count == 24
    assert PLAN[0].rows[2] == tuple(FaceKind("green", sign) for sign in "456^x-")
    assert lessons(EQUATIONS_KIT, older=True)[0].rows[2][3] == FaceKind("green", "*")


def test_the_words_name_section_turn_and_rows() -> None:
    words = PLAN[1].words.splitlines()
    assert words[0] == "PERMITTED, every cube turned a quarter clockwise, with a small gap between cubes:"
    assert words[1] == "  red   0 1 2 3 + -"
    assert len(words) == 5


def test_a_kit_with_fewer_cubes_than_faces_needs_more_pictures() -> None:
    kit = Kit("small", (Kind("R", "red", tuple("012345"), 4), Kind("B", "blue", tuple("01"), 4)), {})
    plan = lessons(kit)
    assert len(plan) == 8
    assert [len(row) for row in plan[0].rows] == [4, 2]
    assert [len(row) for row in plan[4].rows] == [2]


@pytest.mark.parametrize("lesson", PLAN, ids=lambda lesson: lesson.section.name)
def test_the_block_lies_in_its_section_and_is_read_by_its_places(lesson: Lesson) -> None:
    for _, x, y in told_places(lesson, LAYOUT):
        assert LAYOUT.section_at(x, y) == lesson.section.value
    outside = opinion(300, 320)
    for seed in range(5):
        told = told_faces(lesson, [*found(lesson, seed), outside], LAYOUT)
        assert [one.face for one in told] == [face for row in lesson.rows for face in row]
        by_place = {(one.opinion.x, one.opinion.y): one.face for one in told}
        for face, x, y in told_places(lesson, LAYOUT):
            nearest = min(by_place, key=lambda place: (place[0] - x) ** 2 + (place[1] - y) ** 2)
            assert by_place[nearest] == face


def test_a_missing_cube_and_mixed_rows_are_refused() -> None:
    lesson = PLAN[0]
    with pytest.raises(BadRequest, match="23 cubes are found in FORBIDDEN, not 24"):
        told_faces(lesson, found(lesson)[1:], LAYOUT)
    flat = [replace(one, y=180 + 0.1 * number) for number, one in enumerate(found(lesson))]
    with pytest.raises(BadRequest, match="cannot be told apart"):
        told_faces(lesson, flat, LAYOUT)
