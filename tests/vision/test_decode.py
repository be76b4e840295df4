"""Joint decoding: six cubes a colour, one print a kit."""

from __future__ import annotations

import numpy as np

from rules.cubes import EQUATIONS_KIT
from vision.decode import Opinion, decide
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
    faint = opinion(("black", "+", 0.5), heat=0.4)
    assert readings(faint, *black) == [("black7", True)] * 6
