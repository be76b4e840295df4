"""Joint decoding: one cube a place, six cubes a colour, one print a kit."""

from __future__ import annotations

import numpy as np

from rules.cubes import EQUATIONS_KIT
from vision.decode import Opinion, decide, separate
from vision.faces import FaceKind, face_table

TABLE = face_table(EQUATIONS_KIT)


def opinion(*odds: tuple[str, str, float], x: float = 0.0, y: float = 0.0, heat: float = 0.9) -> Opinion:
    """An opinion with these odds of kinds; what is left to 1 is shared by all, "no cube" included."""
    kinds = np.zeros(len(TABLE) + 1)
    for color, symbol, share in odds:
        kinds[len(TABLE) if not symbol else TABLE.index(FaceKind(color, symbol))] = share
    kinds += (1 - kinds.sum()) / len(kinds)
    return Opinion(x, y, 0.0, heat, 1.0, kinds, np.array([1.0, 0, 0, 0]), True, True)


def readings(*opinions: Opinion) -> list[tuple[str, bool]]:
    decided = decide([(opinion, True) for opinion in opinions], TABLE, EQUATIONS_KIT)
    return [(TABLE[cube.kind].color + TABLE[cube.kind].symbol, cube.free) for cube in decided]


def test_what_is_likelier_no_cube_is_left_out() -> None:
    assert separate([opinion(("", "", 0.9))], 16) == []


def test_a_cool_place_is_left_out() -> None:
    assert separate([opinion(("red", "1", 0.9), heat=0.25)], 16) == []


def test_a_cube_of_which_nobody_knows_the_face_is_a_cube() -> None:
    doubtful = opinion(("red", "1", 0.4), ("red", "-", 0.3), heat=0.8)
    assert separate([doubtful], 16) == [(doubtful, True)]
    # But what is hardly warm and like no face is a fingertip.
    assert separate([opinion(("red", "1", 0.4), ("red", "-", 0.3), heat=0.5)], 16) == []


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
    top, side = opinion(("blue", "x", 0.99)), opinion(("blue", "1", 0.99), x=12.0, heat=0.8)
    assert separate([top, side], 16, (300.0, 20.0)) == [(top, True)]
    assert separate([top, side], 16, (6.0, 300.0)) == [(top, False)]


def test_of_two_places_the_one_further_from_the_camera_is_the_top() -> None:
    top, side = opinion(("blue", "x", 0.99), heat=0.7), opinion(("blue", "1", 0.99), x=12.0, heat=0.8)
    assert separate([top, side], 16, (300.0, 20.0)) == [(top, False)]


def test_touching_cubes_are_two() -> None:
    one, two = opinion(("red", "1", 0.99)), opinion(("red", "1", 0.95), x=15.6, y=1.0)
    assert separate([one, two], 16) == [(one, True), (two, True)]


def test_cubes_that_seem_a_little_too_near_are_two_of_uncertain_place() -> None:
    one, two = opinion(("red", "1", 0.99)), opinion(("red", "1", 0.95), x=13.5)
    assert separate([one, two], 16) == [(one, False), (two, False)]
    # A place that is not so clearly a cube gives way, and so does the side of the other.
    faint = opinion(("red", "1", 0.95), x=13.5, heat=0.6)
    assert separate([one, faint], 16) == [(one, False)]
    assert separate([one, two], 16, (300.0, 0.0)) == [(one, True)]


def test_clear_cubes_are_taken_as_they_are() -> None:
    assert readings(opinion(("red", "1", 0.99)), opinion(("black", "÷", 0.98))) == [("red1", True), ("black÷", True)]


def test_a_kit_is_printed_in_one_way() -> None:
    clear = [opinion(("green", "*", 0.99)) for _ in range(2)]
    doubtful = opinion(("green", "^", 0.5), ("green", "*", 0.4))
    assert readings(*clear, doubtful) == [("green*", True), ("green*", True), ("green*", False)]


def test_a_lone_sign_of_either_print_stays() -> None:
    assert readings(opinion(("green", "*", 0.9))) == [("green*", True)]
    assert readings(opinion(("green", "^", 0.9))) == [("green^", True)]


def test_the_seventh_cube_of_a_colour_gets_the_next_likely_one() -> None:
    black = [opinion(("black", "7", 0.9999)) for _ in range(6)]
    doubtful = opinion(("black", "+", 0.55), ("red", "+", 0.43))
    found = readings(*black, doubtful)
    assert found[-1] == ("red+", False)
    assert found[:6] == [("black7", True)] * 6


def test_where_one_is_too_many_its_doubtful_fellows_are_not_free_either() -> None:
    black = [opinion(("black", "7", 0.9999)) for _ in range(5)]
    fellow = opinion(("black", "8", 0.9))
    doubtful = opinion(("black", "+", 0.55), ("red", "+", 0.43))
    found = readings(*black, fellow, doubtful)
    assert found[5] == ("black8", False)
    assert found[6] == ("red+", False)


def test_more_cubes_than_the_kit_has_are_all_told_of() -> None:
    crowd = [opinion((kind.color, kind.symbol, 0.999)) for kind in TABLE if kind.symbol != "*"]
    crowd.append(opinion(("red", "0", 0.999)))
    found = readings(*crowd)
    assert len(found) == 25
    assert not all(free for _, free in found)


def test_a_place_that_hardly_anything_speaks_for_gives_way_to_the_kit() -> None:
    black = [opinion(("black", "7", 0.9999)) for _ in range(6)]
    faint = opinion(("black", "+", 0.5), heat=0.2)
    assert readings(faint, *black) == [("black7", True)] * 6
