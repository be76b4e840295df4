"""Places kept apart: one cube a place, and no cube where a side is."""

from __future__ import annotations

from dataclasses import replace

from tests.vision.test_decode import TABLE, opinion
from vision.apart import separate
from vision.sides import Eye, sides_of

#: A camera from which the sides of a cube at the sheet's left edge are 10 mm deep.
EYE = Eye(320.0, 0.0, 500.0)


def test_what_is_likelier_no_cube_is_left_out() -> None:
    assert separate([opinion(("", "", 0.9))], 16) == []


def test_a_cool_place_is_left_out() -> None:
    assert separate([opinion(("red", "1", 0.9), heat=0.25)], 16) == []


def test_a_lukewarm_place_that_looks_like_a_face_in_every_look_is_a_cube() -> None:
    clear = opinion(("red", "1", 0.9999), heat=0.3)
    assert separate([clear], 16) == [(clear, True)]
    # But not one that is hardly in view.
    assert separate([replace(clear, visible=0.2)], 16) == []


def test_a_cube_of_which_nobody_knows_the_face_is_a_cube() -> None:
    doubtful = replace(opinion(("red", "1", 0.4), ("red", "-", 0.3), heat=0.8), agreed=False)
    assert separate([doubtful], 16) == [(doubtful, True)]
    # But what is hardly warm and read otherwise in every look is a fingertip.
    assert separate([replace(doubtful, heat=0.5)], 16) == []


def test_two_answers_for_one_place_leave_the_better_one_and_it_is_not_free() -> None:
    better, other = opinion(("red", "1", 0.99)), opinion(("red", "2", 0.9), x=7.0, heat=0.6)
    assert separate([other, better], 16) == [(better, False)]


def test_a_faint_second_answer_does_not_count() -> None:
    better, other = opinion(("red", "1", 0.99)), opinion(("red", "2", 0.9), x=11.0, heat=0.3)
    assert separate([other, better], 16) == [(better, True)]


def test_the_same_answer_twice_is_one_cube() -> None:
    better, other = opinion(("red", "1", 0.99)), opinion(("red", "1", 0.95), x=1.5, heat=0.5)
    assert separate([better, other], 16) == [(better, True)]


def test_the_side_of_a_cube_is_no_rival_of_its_top() -> None:
    top, side = opinion(("blue", "x", 0.99)), opinion(("blue", "1", 0.99), x=12.5, heat=0.95)
    assert separate([top, side], 16, EYE) == [(top, True)]
    # Seen from another side no side can be there, and both cannot be cubes.
    assert separate([top, side], 16, Eye(6.0, 400.0, 500.0)) == [(side, False)]


def test_the_side_of_a_cube_gives_way_to_a_top_that_is_hardly_warm() -> None:
    top, side = opinion(("blue", "x", 0.9999), heat=0.3), opinion(("blue", "1", 0.6), x=11.0, heat=0.9)
    assert separate([top, side], 16, EYE) == [(top, True)]


def test_a_side_that_is_as_deep_as_a_top_is_told_by_its_place() -> None:
    far = Eye(440.0, 0.0, 500.0)
    (seen,) = (side for side in sides_of(0, 0, 0, far, 16) if side.x > 8)
    top, side = opinion(("blue", "x", 0.999)), opinion(("blue", "1", 0.999), x=seen.x, y=seen.y)
    assert separate([top, side], 16, far) == [(top, True)]
    # A cube that touches there stays, but so near to the side's place nobody should build on it.
    touching = replace(side, x=16.0, y=0.0)
    assert sorted(separate([top, touching], 16, far), key=lambda each: each[0].x) == [(top, True), (touching, False)]


def test_what_has_the_colour_of_a_cube_and_lies_where_its_side_should_is_its_side() -> None:
    far = Eye(440.0, 0.0, 500.0)
    (seen,) = (side for side in sides_of(0, 0, 0, far, 16) if side.x > 8)
    # A little off the side's middle, and too near to the top for a cube that touches it.
    top, side = opinion(("blue", "x", 0.999)), opinion(("blue", "1", 0.999), x=14.7, y=2.0)
    assert separate([top, side], 16, far, TABLE) == [(top, True)]
    # As far off as a cube that touches, but just where the side should be.
    assert separate([top, replace(side, x=seen.x + 1.4, y=0.6)], 16, far, TABLE) == [(top, True)]
    # Another colour is another cube's, and so is what is off both: small cubes that touch are not 16 mm apart.
    other, touching = opinion(("red", "1", 0.999), x=14.9, y=1.6), replace(side, x=15.4, y=1.8)
    for cube in (other, touching):
        found = separate([top, cube], 16, far, TABLE)
        assert sorted(found, key=lambda each: each[0].x) == [(top, True), (cube, False)]


def test_touching_cubes_are_two() -> None:
    one, two = opinion(("red", "1", 0.99)), opinion(("red", "1", 0.95), x=15.6, y=1.0)
    assert separate([one, two], 16) == [(one, True), (two, True)]
    assert separate([one, two], 16, Eye(150.0, 0.0, 500.0)) == [(one, True), (two, True)]


def test_cubes_that_seem_a_little_too_near_are_two_of_uncertain_place() -> None:
    one, two = opinion(("red", "1", 0.99)), opinion(("red", "1", 0.95), x=13.5)
    assert separate([one, two], 16) == [(one, False), (two, False)]
    # A place that is not so clearly a cube gives way.
    faint = opinion(("red", "1", 0.95), x=13.5, heat=0.5)
    assert separate([one, faint], 16) == [(one, False)]
